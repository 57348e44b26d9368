//===- DamagedInputsTest.cpp - Files that are broken at random ------------===//
//
// A thousand damaged programs and arrays: each runs, or says why not in one
// line; nothing crashes, no file is left behind by a run that failed. The
// variables GT_RUN_SEED and GT_RUN_FACTOR choose others and more of them.
//
//===----------------------------------------------------------------------===//
#include "Session.h"

#include "gtjit/Types/NpyHeader.h"
#include "gtrun/NetCdf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <netcdf.h>
#include <random>

using namespace gtrun;
using namespace gtrun::test;

namespace {

constexpr const char *fieldProgram = R"(!s = !gt.storage<[J, I], f64, unit>
!f = !gt.field<[I, J], f64>
gt.program @step(%u: !s, %v: !s, %m: !gt.storage<[], f64>, %c: f64, %i: !gt.range<I>,
                 %j: !gt.range<J>, %k: !gt.range<I>, %west: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I + 1, J - 1] : !f
  %2 = gt.pin %0 at %west : !f, !gt.range<I> -> !gt.field<[J], f64>
  %3 = gt.olt %0, %1 : (!f, !f) -> !gt.field<[I, J], i1>
  %4 = gt.select %3, %2, %1 : (!gt.field<[I, J], i1>, !gt.field<[J], f64>, !f) -> !f
  %5 = gt.mul %c, %4 : (f64, !f) -> !f
  %6 = gt.reduce max %0 over %k, %j lanes : !f, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
  gt.store %5 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %6 to %m : !gt.field<[], f64>, !gt.storage<[], f64>
}
)";

constexpr const char *stencilProgram = R"(!s = !gt.storage<[J, I], f64, unit>
gt.program @step(%u: !s, %v: !s, %m: !gt.storage<[J], f64, unit>, %c: f64, %i: !gt.range<I>,
                 %j: !gt.range<J>, %k: !gt.range<I>, %west: !gt.range<I>) {
  %i1 = gt.grow %i by 0, 1 : !gt.range<I>
  %t = gt.temporary over %j, %i1 : !gt.range<J>, !gt.range<I> -> !s
  gt.stencil over %j, %i1 : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %u [I at %west] : !s, !gt.range<I> -> f64
    %2 = gt.add %0, %1 : (f64, f64) -> f64
    gt.write %2 to %t : f64, !s
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %t [I + 1] : !s -> f64
    %1 = gt.mul %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
  }
  gt.fold sum over %j : !gt.range<J> along %k : !gt.range<I> lanes {
    %0 = gt.access %u : !s -> f64
    gt.yield %0 : f64
  } into %m : !gt.storage<[J], f64, unit>
}
)";

/// Breaks texts and bytes.
class Vandal {
public:
  explicit Vandal(unsigned seed) : random(seed) {}

  std::string damaged(std::string text) {
    for (unsigned n = below(3) + 1; n > 0; --n)
      text = once(std::move(text));
    return text;
  }

private:
  std::size_t below(std::size_t end) { return random() % std::max<std::size_t>(end, 1); }

  std::string once(std::string text) {
    std::size_t at = below(text.size()), length = below(24) + 1;
    switch (below(6)) {
    case 0:
      if (!text.empty())
        text[at] = static_cast<char>(random());
      return text;
    case 1:
      if (!text.empty())
        text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
      return text;
    case 2:
      return text.substr(0, at);
    case 3:
      return text.erase(at, length);
    case 4:
      return text.insert(below(text.size()), text.substr(at, length));
    default: { // exchanges two pieces
      std::string piece = text.substr(at, length);
      text.erase(at, length);
      return text.insert(below(text.size()), piece);
    }
    }
  }

  std::mt19937 random;
};

std::string npyArray() {
  const std::int64_t shape[] = {5, 7};
  std::string bytes = gtjit::detail::npyHeader(gtjit::F64, shape);
  for (int n = 0; n < 35; ++n) {
    double value = n * n % 11;
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  return bytes;
}

/// The same values as netCDF with coordinates; `mode` chooses the format.
std::string netCdfArray(const Session &session, int mode) {
  int file = 0, dims[2] = {}, variable = 0, x = 0;
  double values[35], coordinate[7];
  for (int n = 0; n < 35; ++n)
    values[n] = n * n % 11;
  for (int n = 0; n < 7; ++n)
    coordinate[n] = 0.5 * n;
  nc_create(session.path("whole.nc").c_str(), NC_CLOBBER | mode, &file);
  nc_def_dim(file, "y", 5, &dims[0]);
  nc_def_dim(file, "x", 7, &dims[1]);
  nc_def_var(file, "u", NC_DOUBLE, 2, dims, &variable);
  nc_def_var(file, "x", NC_DOUBLE, 1, &dims[1], &x);
  nc_put_att_text(file, variable, "units", 1, "m");
  nc_enddef(file);
  nc_put_var_double(file, variable, values);
  nc_put_var_double(file, x, coordinate);
  nc_close(file);
  std::string bytes = session.read("whole.nc");
  std::filesystem::remove(session.path("whole.nc"));
  return bytes;
}

/// Runs `count` damaged variants of one of the files of a run that works.
class DamagedInputs : public testing::Test {
protected:
  std::vector<std::string> arguments(const std::string &backend) const {
    return {session.path("p.mlir"),
            "--in=u=" + session.path(array),
            "--scalar=c=0.5",
            "--range=west=1:2",
            "--range=i=0:6",
            "--range=j=1:5",
            "--range=k=0:7",
            "--out=v=" + session.path("v.nc"),
            "--out=m=" + session.path("m.npy"),
            "--backend=" + backend};
  }

  void run(const std::string &damagedFile, const std::string &whole, unsigned count,
           const std::string &backend) {
    ASSERT_EQ(session.run(arguments(backend)).status, 0);
    const char *given = std::getenv("GT_RUN_SEED"), *factor = std::getenv("GT_RUN_FACTOR");
    unsigned seed = given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : 20261121;
    count *= factor ? static_cast<unsigned>(std::strtoul(factor, nullptr, 10)) : 1;
    SCOPED_TRACE("GT_RUN_SEED=" + std::to_string(seed));
    Vandal vandal(seed);
    unsigned refused = 0;
    for (unsigned n = 0; n < count; ++n) {
      std::filesystem::remove(session.path("v.nc"));
      std::filesystem::remove(session.path("m.npy"));
      session.write(damagedFile, vandal.damaged(whole));
      std::size_t files = session.fileCount();
      Outcome outcome = session.run(arguments(backend));
      if (outcome.status == 0) {
        EXPECT_EQ(outcome.errors, "");
        continue;
      }
      ++refused;
      EXPECT_EQ(outcome.status, 1);
      EXPECT_EQ(std::count(outcome.errors.begin(), outcome.errors.end(), '\n'), 1)
          << "variant " << n << ": " << outcome.errors;
      EXPECT_EQ(session.fileCount(), files) << "variant " << n;
    }
    EXPECT_GT(refused, count / 5);
  }

  Session session;
  std::string array = "u.npy";
};

} // namespace

TEST_F(DamagedInputs, ProgramsAtTheFieldLevel) {
  session.write("u.npy", npyArray());
  session.write("p.mlir", fieldProgram);
  run("p.mlir", fieldProgram, 350, "reference");
}

TEST_F(DamagedInputs, ProgramsAtTheFieldLevelThatAreCompiled) {
  session.write("u.npy", npyArray());
  session.write("p.mlir", fieldProgram);
  run("p.mlir", fieldProgram, 50, "cpu");
}

TEST_F(DamagedInputs, ProgramsAtTheStencilLevel) {
  session.write("u.npy", npyArray());
  session.write("p.mlir", stencilProgram);
  run("p.mlir", stencilProgram, 100, "cpu");
}

TEST_F(DamagedInputs, NpyArrays) {
  session.write("p.mlir", fieldProgram);
  session.write("u.npy", npyArray());
  run("u.npy", npyArray(), 250, "reference");
}

TEST_F(DamagedInputs, ClassicNetCdfArrays) {
  session.write("p.mlir", fieldProgram);
  array = "u.nc:u";
  std::string whole = netCdfArray(session, NC_CLASSIC_MODEL);
  session.write("u.nc", whole);
  run("u.nc", whole, 125, "reference");
}

TEST_F(DamagedInputs, NetCdf4Arrays) {
  session.write("p.mlir", fieldProgram);
  array = "u.nc:u";
  std::string whole = netCdfArray(session, NC_NETCDF4);
  session.write("u.nc", whole);
  run("u.nc", whole, 125, "reference");
}
