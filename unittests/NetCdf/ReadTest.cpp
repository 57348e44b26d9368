//===- ReadTest.cpp - Variables as storages -------------------------------===//
//
// Dimensions by name, entries, types, halo and layout, missing values, and every
// refusal of reading.
//
//===----------------------------------------------------------------------===//
#include "Folder.h"

#include "../ExpectError.h"

#include <gmock/gmock.h>

#include <complex>
#include <fstream>
#include <numeric>

using namespace gtjit;
using namespace gtjit::test;
using testing::ElementsAre;
using testing::IsNan;

namespace {

using Read = Folder;

std::vector<double> counted(std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 0.0);
  return values;
}

std::vector<std::int64_t> list(const detail::Sequence<std::int64_t> &sequence) {
  return {sequence.begin(), sequence.end()};
}

} // namespace

TEST_F(Read, TellsWhatAFileHas) {
  netcdf::Dataset file =
      make<double>({{"time", NC_UNLIMITED}, {"lat", 2}}, NC_DOUBLE, {}, [](int id, int x) {
        put(id, x, "units", std::string("K"));
        put(id, x, "level", 2.5);
        put(id, NC_GLOBAL, "title", std::string("a test"));
      });
  EXPECT_EQ(file.path(), path("x.nc"));
  ASSERT_EQ(file.dims().size(), 2u);
  EXPECT_EQ(file.dims()[0].name, "time");
  EXPECT_TRUE(file.dims()[0].isUnlimited);
  EXPECT_EQ(file.dims()[0].size, 0);
  EXPECT_EQ(file.dims()[1].size, 2);
  EXPECT_FALSE(file.dims()[1].isUnlimited);
  EXPECT_TRUE(file.has("x"));
  EXPECT_FALSE(file.has("y"));
  EXPECT_EQ(file.text("title"), "a test");
  EXPECT_EQ(file.variables().size(), 1u);
  netcdf::Variable x = file["x"];
  EXPECT_THAT(x.dims(), ElementsAre("time", "lat"));
  EXPECT_THAT(x.shape(), ElementsAre(0, 2));
  EXPECT_EQ(x.dtype(), F64);
  EXPECT_EQ(x.text("units"), "K");
  EXPECT_EQ(x.text("level"), "");
  EXPECT_EQ(x.attribute("level").number(), 2.5);
  EXPECT_EQ(x.attribute("level").integer(), 2);
  EXPECT_EQ(x.attributes().size(), 2u);
  EXPECT_TRUE(x.values<double>().empty());
}

TEST_F(Read, NamesDimensionsAndKeepsTheFilesStrides) {
  netcdf::Dataset file = make<double>({{"lat", 2}, {"lon", 3}}, NC_DOUBLE, counted(6));
  Storage u = file["x"].read({{"lon", I}, {"lat", J}});
  EXPECT_EQ(std::string_view(u.axes()), "IJ");
  EXPECT_EQ(u.name(), "x");
  EXPECT_TRUE(u.domain() == (Domain{I(0, 3), J(0, 2)}));
  EXPECT_EQ(u.strides()[0], 8);
  EXPECT_GT(u.strides()[1], 8);
  EXPECT_THAT(valuesOf<double>(u), ElementsAre(0, 3, 1, 4, 2, 5));
  Storage own = file["x"].read();
  EXPECT_EQ(std::string_view(own.axes()), "lat,lon");
  EXPECT_THAT(valuesOf<double>(own), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(list(file["x"].read({{"lon", I}, {"lat", J}}, {.layout = cOrder}).strides()).back(), 8);
}

TEST_F(Read, MakesTheHaloAndTheTypeThatAreAskedFor) {
  netcdf::Dataset file = make<double>({{"i", 3}}, NC_DOUBLE, {1.5, 2.5, 3.5});
  Storage u = file["x"].read({{"i", I}}, {.dtype = "f4", .halo = {{I, {1, 2}}}});
  EXPECT_EQ(u.dtype(), F32);
  EXPECT_TRUE(u.compute_domain() == Domain(I(0, 3)));
  EXPECT_THAT(valuesOf<float>(u), ElementsAre(0, 1.5f, 2.5f, 3.5f, 0, 0));
  EXPECT_THAT(valuesOf<std::int32_t>(file["x"].read({}, {.dtype = I32})), ElementsAre(1, 2, 3));
}

TEST_F(Read, TakesEntriesByIndexAndSlice) {
  netcdf::Dataset file =
      make<double>({{"time", 3}, {"lat", 2}, {"lon", 4}}, NC_DOUBLE, counted(24));
  netcdf::Variable x = file["x"];
  EXPECT_THAT(x.isel({{"time", -1}, {"lat", 0}}).values<double>(), ElementsAre(16, 17, 18, 19));
  EXPECT_EQ(x.isel({{"time", 1}}).describe(), "x(lat: 2, lon: 4)");
  netcdf::Variable part = x.isel({{"lon", {1, 4, 2}}, {"time", {-2, Slice::none}}});
  EXPECT_THAT(part.shape(), ElementsAre(2, 2, 2));
  EXPECT_THAT(part.values<double>(), ElementsAre(9, 11, 13, 15, 17, 19, 21, 23));
  EXPECT_THAT(part.isel({{"lon", 1}, {"lat", {1, 9}}}).values<double>(), ElementsAre(15, 23));
  EXPECT_THAT(x.isel({{"lon", {2, 2}}}).shape(), ElementsAre(3, 2, 0));
  EXPECT_THAT(valuesOf<double>(x.isel({{"time", 2}, {"lat", {1, 2}}}).read({{"lon", I}})),
              ElementsAre(20, 21, 22, 23));
}

TEST_F(Read, UnpacksAndMarksWhatIsMissing) {
  netcdf::Dataset file = make<std::int16_t>({{"i", 3}}, NC_SHORT, {10, -1, 30}, [](int id, int x) {
    put(id, x, "scale_factor", 0.5);
    put(id, x, "add_offset", 1.0);
    put(id, x, "_FillValue", -1, NC_SHORT);
  });
  EXPECT_TRUE(file["x"].isPacked());
  EXPECT_EQ(file["x"].dtype(), F64);
  EXPECT_THAT(valuesOf<double>(file["x"].read()), ElementsAre(6.0, IsNan(), 16.0));
  EXPECT_THAT(file["x"].values<float>(), ElementsAre(6.0f, IsNan(), 16.0f));
  file = make<std::int32_t>({{"i", 3}}, NC_INT, {1, 99, 3},
                            [](int id, int x) { put(id, x, "missing_value", 99); });
  EXPECT_THAT(file["x"].values<double>(), ElementsAre(1.0, IsNan(), 3.0));
  EXPECT_ERROR(ValueError, file["x"].read(),
               "'" + path("x.nc") + "': 'x' has missing values, which integers cannot tell");
}

TEST_F(Read, EveryTypeOfNumbersComesAsItIs) {
  netcdf::Dataset bytes = make<signed char>({{"i", 2}}, NC_BYTE, {-1, NC_FILL_BYTE});
  EXPECT_EQ(bytes["x"].dtype(), I8);
  EXPECT_THAT(bytes["x"].values<std::int8_t>(), ElementsAre(-1, NC_FILL_BYTE));
  netcdf::Dataset bools = make<signed char>(
      {{"i", 2}}, NC_BYTE, {0, 1}, [](int id, int x) { put(id, x, "dtype", std::string("bool")); });
  EXPECT_EQ(bools["x"].read().dtype(), Bool);
  netcdf::Dataset wide = make<std::uint64_t>({{"i", 1}}, NC_UINT64, {UINT64_MAX - 5});
  EXPECT_THAT(wide["x"].values<std::uint64_t>(), ElementsAre(UINT64_MAX - 5));
  EXPECT_EQ((make<std::uint16_t>({{"i", 1}}, NC_USHORT, {3}))["x"].read().dtype(), U16);
  netcdf::Dataset scalar = make<float>({}, NC_FLOAT, {2.5f});
  EXPECT_EQ(scalar["x"].read().item<float>(), 2.5f);
}

TEST_F(Read, RefusesAtTheUsersLine) {
  const std::string file = "'" + path("x.nc") + "': ";
  netcdf::Dataset x = make<double>({{"time", 3}, {"lat", 2}}, NC_DOUBLE, counted(6));
  EXPECT_ERROR(KeyError, x["y"], file + "it has no variable 'y'; it has 'x'");
  EXPECT_ERROR(KeyError, x["x"].attribute("units"), file + "'x' has no attribute 'units'");
  EXPECT_ERROR(KeyError, x.attribute("title"), file + "it has no attribute 'title'");
  EXPECT_ERROR(KeyError, x["x"].read({{"lon", I}}),
               file + "no dimension 'lon': there is x(time: 3, lat: 2)");
  EXPECT_ERROR(ValueError, x["x"].read({{"lat", J}}),
               file + "name 'time', or take one entry with isel: there is x(time: 3, lat: 2)");
  EXPECT_ERROR(KeyError, x["x"].isel({{"lon", 1}}),
               file + "isel of 'lon': there is x(time: 3, lat: 2)");
  EXPECT_ERROR(KeyError, x["x"].isel({{"time", 1}}).isel({{"time", 0}}),
               file + "isel of 'time': there is x(lat: 2)");
  EXPECT_ERROR(ValueError, x["x"].isel({{"time", 1}, {"time", 2}}),
               file + "isel names 'time' twice");
  EXPECT_ERROR(ValueError, x["x"].isel({{"time", {0, 3, -1}}}),
               file + "isel of 'time': expected a positive step, got -1");
  EXPECT_ERROR(IndexOutOfBounds, x["x"].isel({{"time", 3}}),
               file + "isel of 'time' at 3: there is x(time: 3, lat: 2)");
  EXPECT_ERROR(DTypeError, x["x"].values<std::complex<double>>(),
               file + "'x' has no complex numbers");
  EXPECT_ERROR(ValueError, x["x"].read({{"time", K}, {"lat", K}}),
               "the dimension K is named twice in a domain");
  unsigned line = 0;
  try {
    line = __LINE__ + 1;
    (void)x["y"].size();
  } catch (const Error &error) {
    EXPECT_EQ(error.line().line, line);
  }
  netcdf::Dataset text = make<char>({{"i", 3}}, NC_CHAR, {'a', 'b', 'c'});
  EXPECT_ERROR(DTypeError, text["x"].read(), file + "'x' holds no numbers");
}

TEST_F(Read, RefusesFilesThatAreNone) {
  EXPECT_ERROR(RuntimeError, netcdf::open(path("none.nc")),
               "'" + path("none.nc") + "': cannot read or write it: No such file or directory");
  EXPECT_ERROR(RuntimeError, netcdf::open(path("")),
               "'" + path("") + "': it is a folder, expected a netCDF file");
  std::ofstream(path("text.nc")) << "no netCDF at all";
  EXPECT_ERROR(RuntimeError, netcdf::open(path("text.nc")),
               "'" + path("text.nc") + "': cannot read or write it: NetCDF: Unknown file format");
  make<double>({{"i", 100}}, NC_DOUBLE, counted(100), [](int, int) {}, NC_64BIT_OFFSET);
  std::filesystem::resize_file(path("x.nc"), 500);
  EXPECT_ERROR(RuntimeError, netcdf::open(path("x.nc")),
               "'" + path("x.nc") + "': it ends early: its variables take 800 bytes");
}

// The header of a classic file may say anything. An extent of 0 is that of the records.
TEST_F(Read, RefusesVariablesThatNoMemoryHolds) {
  auto refusalOf = [&](std::uint64_t records, const std::vector<std::uint64_t> &extents,
                       std::uint64_t variables) {
    std::string bytes("CDF\5", 4);
    auto number = [&](std::uint64_t value, int width = 8) {
      while (width-- > 0)
        bytes += static_cast<char>(value >> 8 * width);
    };
    auto name = [&](char letter) {
      number(1);
      bytes += std::string{letter, 0, 0, 0};
    };
    number(records);
    number(0xA, 4); // dimensions
    number(extents.size());
    for (std::size_t n = 0; n < extents.size(); ++n) {
      name(static_cast<char>('a' + n));
      number(extents[n]);
    }
    number(0, 4); // attributes
    number(0);
    number(0xB, 4); // variables
    number(variables);
    for (std::uint64_t variable = 0; variable < variables; ++variable) {
      name(static_cast<char>('t' + variable));
      number(extents.size());
      for (std::size_t n = 0; n < extents.size(); ++n)
        number(n);
      number(0, 4); // its attributes
      number(0);
      number(NC_DOUBLE, 4);
      number(8 * extents.back());                   // bytes of a record
      number(1024 + variable * 8 * extents.back()); // where it begins
    }
    bytes.resize(4096);
    std::ofstream(path("x.nc"), std::ios::binary) << bytes;
    std::string refusal =
        messageOf<RuntimeError>([&] { (void)netcdf::open(path("x.nc"))["t"].read(); });
    return refusal.substr(refusal.find("': ") + 3);
  };
  const std::uint64_t large = std::uint64_t(1) << 40;
  EXPECT_EQ(refusalOf(large, {0, large}, 1),
            "its header is damaged: a variable is larger than memory");
  EXPECT_EQ(refusalOf(large, {0, large >> 20}, 3),
            "its header is damaged: its variables are larger than memory");
  EXPECT_EQ(refusalOf(0, {large << 23}, 1),
            "its header is damaged: a dimension is larger than memory");
}

TEST_F(Read, AttributesOfOwnTypesAreNeitherTextNorNumbers) {
  netcdf::Dataset file = make<double>({}, NC_DOUBLE, {1.0}, [&](int id, int x) {
    nc_type blob = 0;
    nc_def_opaque(id, 2, "blob", &blob);
    nc_put_att(id, x, "seal", blob, 1, "ab");
  });
  EXPECT_ERROR(DTypeError, file["x"].attribute("seal"),
               "'" + path("x.nc") + "': the attribute 'seal' is neither text nor numbers");
}

TEST_F(Read, StringsOfNetCdf4AreTexts) {
  const char *words[] = {"K", "kelvin"};
  netcdf::Dataset file = make<double>({}, NC_DOUBLE, {1.0}, [&](int id, int x) {
    nc_put_att_string(id, x, "units", 1, words);
    nc_put_att_string(id, x, "names", 2, words);
  });
  EXPECT_EQ(file["x"].text("units"), "K");
  EXPECT_EQ(file["x"].attribute("names").text(), "K\nkelvin");
  EXPECT_ERROR(IndexOutOfBounds, file["x"].attribute("units").number(),
               "the attribute 'units' has text, expected numbers");
}

TEST_F(Read, IndexTablesCountFromZero) {
  netcdf::Dataset file =
      make<std::int32_t>({{"edge", 2}, {"two", 2}}, NC_INT, {1, 2, 3, -9}, [](int id, int x) {
        put(id, x, "start_index", 1, NC_INT);
        put(id, x, "_FillValue", -9, NC_INT);
      });
  const Dimension Edge("Edge"), E2C("E2C", DimensionKind::Local);
  Storage table = file["x"].readIndices({{"edge", Edge}, {"two", E2C}});
  EXPECT_EQ(table.dtype(), I32);
  EXPECT_TRUE(table.domain() == (Domain{Edge(0, 2), E2C(0, 2)}));
  EXPECT_THAT(valuesOf<std::int32_t>(table), ElementsAre(0, 1, 2, -1));
  EXPECT_THAT(valuesOf<std::int64_t>(file["x"].readIndices({}, {.storage = {.dtype = I64}})),
              ElementsAre(0, 1, 2, -1));
  file = make<std::int64_t>({{"edge", 3}}, NC_INT64, {5, 0, 7});
  EXPECT_THAT(valuesOf<std::int64_t>(
                  file["x"].readIndices({}, {.start_index = 5, .skip = std::int64_t(0)})),
              ElementsAre(0, -1, 2));
  EXPECT_THAT(file["x"].isel({{"edge", {0, 2}}}).indices(), ElementsAre(5, 0));
}

TEST_F(Read, RefusesNumbersThatAreNoIndices) {
  const std::string name = "'" + path("x.nc") + "': ";
  netcdf::Dataset file = make<std::int32_t>({{"edge", 2}, {"two", 2}}, NC_INT, {1, 2, 0, 4},
                                            [](int id, int x) { put(id, x, "start_index", 1); });
  EXPECT_ERROR(ValueError, file["x"].readIndices(),
               name + "'x' holds 0 at (1, 0), no index from 1 on and no missing value: .skip "
                      "names one");
  EXPECT_ERROR(DTypeError, file["x"].readIndices({}, {.storage = {.dtype = F64}}),
               "an index table is of i32 or i64, got f64");
  file = make<std::int64_t>({{"edge", 1}}, NC_INT64, {std::int64_t(1) << 40});
  EXPECT_ERROR(ValueError, file["x"].readIndices({}, {.storage = {.dtype = I32}}),
               name + "'x' holds the index 1099511627776 at (0), which is no i32");
  file = make<double>({{"edge", 1}}, NC_DOUBLE, {1.0});
  EXPECT_ERROR(DTypeError, file["x"].readIndices(),
               name + "'x' holds f64, expected integers: indices of points");
}
