//===- NetCdfInputsTest.cpp - What is read of netCDF variables ------------===//
//
// Missing values, marked and unmarked, and integers of 64 bits.
//
//===----------------------------------------------------------------------===//
#include "Session.h"

#include "gtjit/Types/NpyHeader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <netcdf.h>

using namespace gtrun::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// Files with one variable x(i), copied to .npy by gt-run.
class NetCdfInputs : public testing::TestWithParam<int> {
protected:
  /// A file with the first values of three; `define` adds attributes.
  template <class T, class Define>
  void write(nc_type type, const std::vector<T> &values, Define define) const {
    int file = 0, dim = 0, x = 0;
    ASSERT_EQ(nc_create(session.path("x.nc").c_str(), NC_CLOBBER | GetParam(), &file), NC_NOERR);
    nc_def_dim(file, "i", 3, &dim);
    nc_def_var(file, "x", type, 1, &dim, &x);
    define(file, x);
    ASSERT_EQ(nc_enddef(file), NC_NOERR);
    const std::size_t first = 0, count = values.size();
    ASSERT_EQ(nc_put_vara(file, x, &first, &count, values.data()), NC_NOERR);
    ASSERT_EQ(nc_close(file), NC_NOERR);
  }

  std::string copy(const std::string &type, const std::string &from = "x.nc",
                   const std::string &to = "v.npy") const {
    session.write("p.mlir", "!s = !gt.storage<[I], " + type + ", unit>\n!f = !gt.field<[I], " +
                                type +
                                ">\ngt.program @copy(%u: !s, %v: !s, %i: !gt.range<I>) {\n"
                                "  %0 = gt.load %u : !s -> !f\n"
                                "  gt.store %0 to %v over %i : !f, !s, !gt.range<I>\n}\n");
    return session
        .run({session.path("p.mlir"), "--in=u=" + session.path(from), "--out=v=" + session.path(to),
              "--backend=reference"})
        .errors;
  }

  template <class T> std::vector<T> values() const {
    std::string bytes = session.read("v.npy");
    std::vector<T> result(3);
    EXPECT_GT(bytes.size(), sizeof(T) * 3);
    std::memcpy(result.data(), bytes.data() + bytes.size() - sizeof(T) * 3, sizeof(T) * 3);
    return result;
  }

  Session session;
};

constexpr auto nothing = [](int, int) {};

INSTANTIATE_TEST_SUITE_P(Formats, NetCdfInputs, testing::Values(NC_64BIT_DATA, NC_NETCDF4),
                         [](const auto &info) {
                           return info.param == NC_NETCDF4 ? "NetCdf4" : "Classic";
                         });

} // namespace

TEST_P(NetCdfInputs, WhatWasNeverWrittenIsMissing) {
  write<double>(NC_DOUBLE, {1.5}, nothing);
  ASSERT_EQ(copy("f64"), "");
  EXPECT_THAT(values<double>(), ElementsAre(1.5, testing::IsNan(), testing::IsNan()));
  write<float>(NC_FLOAT, {1.5f, 2.0f}, nothing);
  ASSERT_EQ(copy("f32"), "");
  EXPECT_THAT(values<float>(), ElementsAre(1.5f, 2.0f, testing::IsNan()));
  write<std::int16_t>(NC_SHORT, {1, 2}, nothing);
  EXPECT_THAT(copy("i16"), HasSubstr("'x' has missing values, which integers cannot tell"));
  write<std::int16_t>(NC_SHORT, {1, 2}, [](int file, int x) {
    const double scale = 0.5;
    nc_put_att_double(file, x, "scale_factor", NC_DOUBLE, 1, &scale);
  });
  ASSERT_EQ(copy("f64"), "");
  EXPECT_THAT(values<double>(), ElementsAre(0.5, 1.0, testing::IsNan()));
}

TEST_P(NetCdfInputs, BytesHaveNoValueForMissing) {
  write<signed char>(NC_BYTE, {1, NC_FILL_BYTE, 3}, nothing);
  ASSERT_EQ(copy("i8"), "");
  EXPECT_THAT(values<std::int8_t>(), ElementsAre(1, NC_FILL_BYTE, 3));
}

TEST_P(NetCdfInputs, AFillValueOfItsOwnReplacesTheDefault) {
  write<double>(NC_DOUBLE, {NC_FILL_DOUBLE, -1.0, 2.0}, [](int file, int x) {
    const double fill = -1.0;
    nc_put_att_double(file, x, "_FillValue", NC_DOUBLE, 1, &fill);
  });
  ASSERT_EQ(copy("f64"), "");
  EXPECT_THAT(values<double>(), ElementsAre(NC_FILL_DOUBLE, testing::IsNan(), 2.0));
}

TEST_P(NetCdfInputs, AMissingValueOfAnotherTypeIsConverted) {
  write<float>(NC_FLOAT, {1e20f, 1.0f, 2.0f}, [](int file, int x) {
    const double missing = 1e20; // no float
    nc_put_att_double(file, x, "missing_value", NC_DOUBLE, 1, &missing);
  });
  ASSERT_EQ(copy("f32"), "");
  EXPECT_THAT(values<float>(), ElementsAre(testing::IsNan(), 1.0f, 2.0f));
}

// The default of int64 and its neighbours are one number as doubles.
TEST_P(NetCdfInputs, IntegersOf64BitsAreComparedExactly) {
  const std::int64_t lowest = std::numeric_limits<std::int64_t>::lowest();
  ASSERT_NE(lowest, NC_FILL_INT64);
  write<std::int64_t>(NC_INT64, {lowest, lowest + 1, 3}, nothing);
  ASSERT_EQ(copy("i64"), "");
  EXPECT_THAT(values<std::int64_t>(), ElementsAre(lowest, lowest + 1, 3));
  write<std::int64_t>(NC_INT64, {lowest, NC_FILL_INT64, 3}, nothing);
  EXPECT_THAT(copy("i64"), HasSubstr("'x' has missing values"));
}

// Tables of meshes, by the attribute start_index: from 0, with -1 for no point.
TEST_P(NetCdfInputs, IndexTablesCountFromZero) {
  write<std::int32_t>(NC_INT, {3, 1, -9}, [](int file, int x) {
    const int start = 1, fill = -9;
    nc_put_att_int(file, x, "start_index", NC_INT, 1, &start);
    nc_put_att_int(file, x, "_FillValue", NC_INT, 1, &fill);
  });
  ASSERT_EQ(copy("i32"), "");
  EXPECT_THAT(values<std::int32_t>(), ElementsAre(2, 0, -1));
  ASSERT_EQ(copy("i64"), "");
  EXPECT_THAT(values<std::int64_t>(), ElementsAre(2, 0, -1));
  write<std::int32_t>(NC_INT, {3, 0, 2}, [](int file, int x) {
    const int start = 1;
    nc_put_att_int(file, x, "start_index", NC_INT, 1, &start);
  });
  EXPECT_THAT(copy("i32"), HasSubstr("'x' holds 0 at (1), no index from 1 on"));
}

// A result is whole, so a number that is like the default is one.
TEST_P(NetCdfInputs, ResultsComeBackWhateverTheyAre) {
  const std::int32_t whole[] = {NC_FILL_INT, 7, -7};
  const std::int64_t shape[] = {3};
  session.write("u.npy", gtjit::detail::npyHeader(gtjit::I32, shape) +
                             std::string(reinterpret_cast<const char *>(whole), sizeof(whole)));
  ASSERT_EQ(copy("i32", "u.npy", "r.nc"), "");
  ASSERT_EQ(copy("i32", "r.nc"), "");
  EXPECT_THAT(values<std::int32_t>(), ElementsAre(NC_FILL_INT, 7, -7));
}

// What scale and offset make is rounded where the program's floats are shorter,
// and told once.
TEST_P(NetCdfInputs, UnpackedNumbersAreRoundedToTheProgramsFloats) {
  write<std::int16_t>(NC_SHORT, {1, 2, 3}, [](int file, int x) {
    const double scale = 0.1;
    nc_put_att_double(file, x, "scale_factor", NC_DOUBLE, 1, &scale);
  });
  EXPECT_EQ(copy("f32"), "gt-run: note: '" + session.path("x.nc") +
                             "': 'x' is unpacked to f64 and rounded to f32\n");
  EXPECT_THAT(values<float>(),
              ElementsAre(0.1f, static_cast<float>(2 * 0.1), static_cast<float>(3 * 0.1)));
  EXPECT_EQ(copy("f64"), "");
  write<std::int16_t>(NC_SHORT, {1, 2, 3}, [](int file, int x) {
    const double scale = 1e300;
    nc_put_att_double(file, x, "scale_factor", NC_DOUBLE, 1, &scale);
  });
  EXPECT_THAT(copy("f32"), HasSubstr("which is no f32"));
  write<double>(NC_DOUBLE, {0.1, 0.2, 0.3}, nothing);
  EXPECT_THAT(copy("f32"), HasSubstr("it holds 0.100000, which is no f32"));
}

// A file is what it holds, not what it is called.
TEST_P(NetCdfInputs, FilesAreKnownByTheirContent) {
  write<double>(NC_DOUBLE, {1.0, 2.0, 3.0}, nothing);
  std::filesystem::rename(session.path("x.nc"), session.path("height.dat"));
  ASSERT_EQ(copy("f64", "height.dat"), "");
  EXPECT_THAT(values<double>(), ElementsAre(1.0, 2.0, 3.0));
  ASSERT_EQ(copy("f64", "height.dat:x"), "");
  EXPECT_THAT(copy("f64", "height.dat:y"), HasSubstr("it has no variable 'y'"));
  session.write("text.nc", "no array");
  EXPECT_THAT(copy("f64", "text.nc"), HasSubstr("it is neither a netCDF nor a .npy file"));
}

// NaN in a result is what is missing, to every reader of netCDF.
TEST_P(NetCdfInputs, MissingValuesAreWrittenWithAFillValue) {
  write<double>(NC_DOUBLE, {1.5}, nothing);
  ASSERT_EQ(copy("f64", "x.nc", "r.nc"), "");
  int file = 0, x = 0, isUnfilled = 1;
  double fill = 0.0;
  ASSERT_EQ(nc_open(session.path("r.nc").c_str(), NC_NOWRITE, &file), NC_NOERR);
  ASSERT_EQ(nc_inq_varid(file, "v", &x), NC_NOERR);
  EXPECT_EQ(nc_get_att_double(file, x, "_FillValue", &fill), NC_NOERR);
  EXPECT_TRUE(std::isnan(fill));
  nc_inq_var_fill(file, x, &isUnfilled, nullptr);
  EXPECT_FALSE(isUnfilled);
  nc_close(file);
  ASSERT_EQ(copy("f64", "r.nc"), "");
  EXPECT_THAT(values<double>(), ElementsAre(1.5, testing::IsNan(), testing::IsNan()));
}
