//===- NetCdfEntriesTest.cpp - One time step of many ----------------------===//
//
// --index takes entries of dimensions that a storage lacks; those of one entry
// need none.
//
//===----------------------------------------------------------------------===//
#include "Session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <netcdf.h>
#include <numeric>

using namespace gtrun::test;
using testing::ElementsAre;

namespace {

constexpr const char *program = R"(!s = !gt.storage<[J, I], f64, unit>
gt.program @copy(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !s -> !gt.field<[I, J], f64>
  gt.store %0 to %v over %j, %i : !gt.field<[I, J], f64>, !s, !gt.range<J>, !gt.range<I>
}
)";

struct Dim {
  const char *name;
  std::size_t size;
};

/// t.nc: the variable t = 0, 1, 2, ... and the coordinate time = 0, 10, 20, ...
class NetCdfEntries : public testing::Test {
protected:
  NetCdfEntries() { session.write("p.mlir", program); }

  void write(const std::vector<Dim> &dims) const {
    int file = 0, t = 0, time = -1;
    std::vector<int> ids;
    std::size_t count = 1;
    std::vector<double> times;
    nc_create(session.path("t.nc").c_str(), NC_CLOBBER, &file);
    for (const Dim &dim : dims) {
      nc_def_dim(file, dim.name, dim.size, &ids.emplace_back());
      count *= dim.size;
      if (std::string(dim.name) == "time") {
        nc_def_var(file, "time", NC_DOUBLE, 1, &ids.back(), &time);
        for (std::size_t n = 0; n < dim.size; ++n)
          times.push_back(10.0 * static_cast<double>(n));
      }
    }
    nc_def_var(file, "t", NC_DOUBLE, static_cast<int>(ids.size()), ids.data(), &t);
    nc_enddef(file);
    std::vector<double> values(count);
    std::iota(values.begin(), values.end(), 0.0);
    nc_put_var_double(file, t, values.data());
    if (time >= 0)
      nc_put_var_double(file, time, times.data());
    nc_close(file);
  }

  std::string run(std::vector<std::string> options, const std::string &to = "v.npy") const {
    options.insert(options.begin(), {session.path("p.mlir"), "--in=u=" + session.path("t.nc:t"),
                                     "--out=v=" + session.path(to), "--backend=reference"});
    return session.run(options).errors;
  }

  /// The four values of v.npy.
  std::array<double, 4> values() const {
    std::string bytes = session.read("v.npy");
    std::array<double, 4> result{};
    EXPECT_GT(bytes.size(), sizeof(result));
    std::memcpy(result.data(), bytes.data() + bytes.size() - sizeof(result), sizeof(result));
    return result;
  }

  std::string error(const std::string &text) const {
    return "gt-run: '" + session.path("t.nc") + "': " + text + "\n";
  }

  Session session;
};

} // namespace

TEST_F(NetCdfEntries, ATimeStepIsCountedFromTheFirstOrTheLast) {
  write({{"time", 3}, {"y", 2}, {"x", 2}});
  ASSERT_EQ(run({"--index=u=time:1"}), "");
  EXPECT_THAT(values(), ElementsAre(4, 5, 6, 7));
  ASSERT_EQ(run({"--index=u=time:-1"}), "");
  EXPECT_THAT(values(), ElementsAre(8, 9, 10, 11));
}

TEST_F(NetCdfEntries, AnyDimensionHasEntries) {
  write({{"y", 2}, {"lev", 3}, {"x", 2}, {"time", 2}});
  ASSERT_EQ(run({"--index=u=time:1,lev:2"}), "");
  EXPECT_THAT(values(), ElementsAre(9, 11, 21, 23));
}

TEST_F(NetCdfEntries, AResultHasThePlaceOfItsEntry) {
  write({{"time", 3}, {"y", 2}, {"x", 2}});
  ASSERT_EQ(run({"--index=u=time:2"}, "v.nc"), "");
  int file = 0, v = 0, time = 0, dims[4] = {}, count = 0;
  ASSERT_EQ(nc_open(session.path("v.nc").c_str(), NC_NOWRITE, &file), NC_NOERR);
  nc_inq_varid(file, "v", &v);
  nc_inq_varndims(file, v, &count);
  EXPECT_EQ(count, 3);
  nc_inq_vardimid(file, v, dims);
  char name[NC_MAX_NAME + 1] = {};
  nc_inq_dimname(file, dims[0], name);
  EXPECT_STREQ(name, "time");
  ASSERT_EQ(nc_inq_varid(file, "time", &time), NC_NOERR);
  double when = 0.0;
  nc_get_var_double(file, time, &when);
  EXPECT_EQ(when, 20.0);
  nc_close(file);
}

TEST_F(NetCdfEntries, DimensionsOfOneEntryNeedNoIndex) {
  const std::vector<std::vector<Dim>> files = {{{"time", 1}, {"y", 2}, {"x", 2}},
                                               {{"time", 1}, {"height", 1}, {"y", 2}, {"x", 2}},
                                               {{"y", 2}, {"height", 1}, {"x", 2}}};
  for (const auto &dims : files) {
    write(dims);
    ASSERT_EQ(run({}), "");
    EXPECT_THAT(values(), ElementsAre(0, 1, 2, 3));
  }
  write({{"time", 2}, {"height", 1}, {"y", 2}, {"x", 2}});
  ASSERT_EQ(run({"--index=u=time:1"}), "");
  EXPECT_THAT(values(), ElementsAre(4, 5, 6, 7));
}

TEST_F(NetCdfEntries, WhatIsNotThereIsRefused) {
  write({{"time", 3}, {"y", 2}, {"x", 2}});
  const std::string has = "'t' has time[3], y[2], x[2]";
  EXPECT_EQ(run({}), error(has + ", expected 2 dimensions: choose an entry of another with "
                                 "--index NAME=DIM:NUMBER"));
  EXPECT_EQ(run({"--index=u=lev:0"}), error("--index 'lev': " + has));
  EXPECT_EQ(run({"--index=u=time:3"}), error("--index 'time:3': " + has + ", the first is 0"));
  EXPECT_EQ(run({"--index=u=time:-4"}), error("--index 'time:-4': " + has + ", the first is 0"));
  EXPECT_EQ(run({"--index=u=time:0,time:0"}), error("--index names 'time' twice"));
  EXPECT_EQ(run({"--index=v=time:0"}), "gt-run: --index v: give --in v=FILE.nc\n");
  EXPECT_EQ(run({"--index=w=time:0"}),
            "gt-run: --index w: 'copy' has no storage of that name; it has 'u', 'v'\n");
  EXPECT_FALSE(session.has("v.npy"));
  session.write("u.npy", "");
  EXPECT_EQ(
      session.run({session.path("p.mlir"), "--in=u=" + session.path("u.npy"), "--index=u=time:0"})
          .errors,
      "gt-run: '" + session.path("u.npy") + "': it is neither a netCDF nor a .npy file\n");
}
