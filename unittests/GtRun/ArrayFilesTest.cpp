//===- ArrayFilesTest.cpp - Every kind of array through gt-run ------------===//
//
// Programs that copy: what goes in as .npy or netCDF comes out as the same
// bytes, for every element type, order and backend.
//
//===----------------------------------------------------------------------===//
#include "Session.h"

#include "gtjit/Types/NpyHeader.h"
#include "gtrun/Array.h"
#include "gtrun/NetCdf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <netcdf.h>
#include <sys/resource.h>

using namespace gtrun;
using namespace gtrun::test;

namespace {

/// The element type as the dialect calls it.
std::string dialectName(DType type) {
  std::string name(gtjit::name(type));
  if (type == DType::Bool)
    return "i1";
  if (isUnsigned(type))
    return "u" + ("i" + name.substr(1));
  return type == DType::C64 ? "complex<f32>" : type == DType::C128 ? "complex<f64>" : name;
}

std::string copyProgram(DType type) {
  std::string element = dialectName(type);
  return "!s = !gt.storage<[J, I], " + element + ", unit>\n!f = !gt.field<[I, J], " + element +
         ">\ngt.program @copy(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {\n"
         "  %0 = gt.load %u : !s -> !f\n"
         "  gt.store %0 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>\n}\n";
}

/// 3 x 5 elements of which no two bytes are alike, as .npy; bools are 0 and 1.
std::string npyArray(DType type) {
  const std::int64_t shape[] = {3, 5};
  std::string bytes = gtjit::detail::npyHeader(type, shape);
  for (std::size_t n = 0; n < 15 * itemsize(type); ++n)
    bytes += static_cast<char>(type == DType::Bool ? n % 2 : 3 + 7 * n % 113);
  return bytes;
}

bool isInNetCdf(DType type) {
  return type != DType::F16 && type != DType::BF16 && !isComplex(type);
}

class EveryType : public testing::TestWithParam<DType> {
protected:
  Outcome copy(const std::string &from, const std::string &to, const std::string &backend) const {
    return session.run({session.path("p.mlir"), "--in=u=" + session.path(from),
                        "--out=v=" + session.path(to), "--backend=" + backend});
  }
  Session session;
};

std::string fortranHeader(const std::string &shape) {
  std::string text = "{'descr': '<f8', 'fortran_order': True, 'shape': " + shape + ", }";
  text.append(63 - (12 + text.size()) % 64, ' ');
  text += '\n';
  std::uint32_t length = static_cast<std::uint32_t>(text.size());
  std::string head("\x93NUMPY\x02\x00", 8);
  head.append(reinterpret_cast<const char *>(&length), 4);
  return head + text;
}

template <class T> std::string bytesOf(std::initializer_list<T> values) {
  return {reinterpret_cast<const char *>(values.begin()), values.size() * sizeof(T)};
}

} // namespace

TEST_P(EveryType, GoesThroughNpy) {
  session.write("p.mlir", copyProgram(GetParam()));
  session.write("u.npy", npyArray(GetParam()));
  for (const char *backend : {"cpu", "reference"}) {
    ASSERT_EQ(copy("u.npy", "v.npy", backend).errors, "");
    EXPECT_EQ(session.read("v.npy"), session.read("u.npy")) << backend;
  }
}

TEST_P(EveryType, GoesThroughNetCdfOrIsRefused) {
  session.write("p.mlir", copyProgram(GetParam()));
  session.write("u.npy", npyArray(GetParam()));
  Outcome outcome = copy("u.npy", "v.nc", "reference");
  if (!isInNetCdf(GetParam())) {
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.errors,
                testing::HasSubstr("netCDF has no type for 'v', which is " +
                                   std::string(gtjit::name(GetParam())) + "; write it as .npy"));
    EXPECT_FALSE(session.has("v.nc"));
    return;
  }
  ASSERT_EQ(outcome.errors, "");
  ASSERT_EQ(copy("v.nc:v", "w.npy", "reference").errors, "");
  EXPECT_EQ(session.read("w.npy"), session.read("u.npy"));
}

INSTANTIATE_TEST_SUITE_P(ArrayFiles, EveryType, testing::ValuesIn(allTypes),
                         [](const auto &info) { return std::string(gtjit::name(info.param)); });

TEST(ArrayFiles, FortranOrderIsTransposed) {
  Session session;
  session.write("p.mlir", copyProgram(DType::F64));
  session.write("u.npy", fortranHeader("(2, 3)") + bytesOf<double>({1, 4, 2, 5, 3, 6}));
  ASSERT_EQ(session
                .run({session.path("p.mlir"), "--in=u=" + session.path("u.npy"),
                      "--out=v=" + session.path("v.npy"), "--backend=reference"})
                .errors,
            "");
  const std::int64_t shape[] = {2, 3};
  EXPECT_EQ(session.read("v.npy"),
            gtjit::detail::npyHeader(gtjit::F64, shape) + bytesOf<double>({1, 2, 3, 4, 5, 6}));
}

TEST(ArrayFiles, AxesAreGivenInAnyOrder) {
  Session session;
  session.write("p.mlir", copyProgram(DType::F64));
  const std::int64_t shape[] = {3, 2}, turned[] = {2, 3};
  session.write("u.npy",
                gtjit::detail::npyHeader(gtjit::F64, shape) + bytesOf<double>({1, 2, 3, 4, 5, 6}));
  ASSERT_EQ(session
                .run({session.path("p.mlir"), "--in=u=" + session.path("u.npy"), "--axes=u=I,J",
                      "--axes=v=J,I", "--out=v=" + session.path("v.npy"), "--backend=reference"})
                .errors,
            "");
  EXPECT_EQ(session.read("v.npy"),
            gtjit::detail::npyHeader(gtjit::F64, turned) + bytesOf<double>({1, 3, 5, 2, 4, 6}));
}

/// A disk without room: every write beyond some bytes fails.
TEST(ArrayFiles, FullDiskLeavesNoFile) {
  Session session;
  session.write("p.mlir", copyProgram(DType::F64));
  const std::int64_t shape[] = {100, 100};
  session.write("u.npy", gtjit::detail::npyHeader(gtjit::F64, shape) + std::string(80000, 'x'));
  for (const char *name : {"v.npy", "v.nc"}) {
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit small{8192, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    Outcome outcome = session.run({session.path("p.mlir"), "--in=u=" + session.path("u.npy"),
                                   "--out=v=" + session.path(name), "--backend=reference"});
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.errors, testing::StartsWith("gt-run: '" + session.path(name) + "': "));
    EXPECT_EQ(session.fileCount(), 2u) << name;
  }
}

/// Two results into one netCDF file, one of them cut from an input with
/// coordinates: names, attributes and the coordinates of its part go along.
TEST(ArrayFiles, NetCdfCarriesTheGrid) {
  Session session;
  int file = 0, dims[2] = {}, height = 0, x = 0;
  nc_create(session.path("u.nc").c_str(), NC_CLOBBER, &file);
  nc_def_dim(file, "lat", 2, &dims[0]);
  nc_def_dim(file, "lon", 5, &dims[1]);
  nc_def_var(file, "height", NC_DOUBLE, 2, dims, &height);
  nc_def_var(file, "lon", NC_FLOAT, 1, &dims[1], &x);
  nc_put_att_text(file, x, "units", 12, "degrees_east");
  nc_enddef(file);
  const double values[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const float degrees[] = {10, 11, 12, 13, 14};
  nc_put_var_double(file, height, values);
  nc_put_var_float(file, x, degrees);
  nc_close(file);
  session.write("p.mlir", copyProgram(DType::F64));
  ASSERT_EQ(session
                .run({session.path("p.mlir"), "--in=u=" + session.path("u.nc:height"),
                      "--range=i=1:4", "--out=v=" + session.path("v.nc:part"),
                      "--out=u=" + session.path("v.nc"), "--backend=reference"})
                .errors,
            "");

  ASSERT_EQ(nc_open(session.path("v.nc").c_str(), NC_NOWRITE, &file), NC_NOERR);
  double part[6] = {};
  ASSERT_EQ(nc_inq_varid(file, "part", &height), NC_NOERR);
  nc_get_var_double(file, height, part);
  EXPECT_THAT(part, testing::ElementsAre(1, 2, 3, 6, 7, 8));
  int ids[2] = {};
  char name[NC_MAX_NAME + 1] = {};
  nc_inq_vardimid(file, height, ids);
  nc_inq_dimname(file, ids[0], name);
  EXPECT_STREQ(name, "lat");
  nc_inq_dimname(file, ids[1], name);
  EXPECT_STREQ(name, "lon");
  float cut[3] = {};
  char units[13] = {};
  ASSERT_EQ(nc_inq_varid(file, "lon", &x), NC_NOERR);
  nc_get_var_float(file, x, cut);
  nc_get_att_text(file, x, "units", units);
  EXPECT_THAT(cut, testing::ElementsAre(11, 12, 13));
  EXPECT_STREQ(units, "degrees_east");
  EXPECT_EQ(nc_inq_varid(file, "height", &height), NC_NOERR);
  nc_close(file);
}
