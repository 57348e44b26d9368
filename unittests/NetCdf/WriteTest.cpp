//===- WriteTest.cpp - Storages into files --------------------------------===//
//
// What is written comes back; files appear whole or not at all; copies keep what
// they do not change.
//
//===----------------------------------------------------------------------===//
#include "Folder.h"

#include "../ExpectError.h"

#include <gmock/gmock.h>

#include <cmath>
#include <complex>
#include <limits>

using namespace gtjit;
using namespace gtjit::test;
using testing::ElementsAre;
using testing::IsNan;

namespace {

using Write = Folder;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

Storage grid() {
  Storage u = zeros<double>({I(0, 3), J(0, 2)}, {.halo = {{I, 1}}});
  HostView<double> view = u.write<double>(I, J);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      view(i + 1, j) = 10 * i + j;
  return u;
}

} // namespace

TEST_F(Write, WhatIsWrittenComesBack) {
  Storage u = grid();
  std::vector<double> lat = {50.0, 51.0};
  netcdf::write(path("out.nc"),
                {{"u", u, {"time", {"lat", J}, {"lon", I}}, {.attributes = {{"units", "K"}}}},
                 {"lat", lat, {}, {.attributes = {{"units", "degrees_north"}}}}},
                {{"title", "a test"}, {"version", 3}});
  netcdf::Dataset file(path("out.nc"));
  EXPECT_EQ(file.text("title"), "a test");
  EXPECT_EQ(file.attribute("version").integer(), 3);
  EXPECT_EQ(file["u"].describe(), "u(time: 1, lat: 2, lon: 3)");
  EXPECT_EQ(file["u"].text("units"), "K");
  EXPECT_EQ(file["lat"].describe(), "lat(lat: 2)");
  EXPECT_THAT(file["lat"].values<double>(), ElementsAre(50.0, 51.0));
  EXPECT_THAT(valuesOf<double>(file["u"].read({{"lat", J}, {"lon", I}})),
              ElementsAre(0, 10, 20, 1, 11, 21));
}

TEST_F(Write, TheLargestStrideComesFirst) {
  netcdf::write(path("out.nc"), {{"u", grid()}});
  EXPECT_EQ(netcdf::open(path("out.nc"))["u"].describe(), "u(J: 2, I: 3)");
  netcdf::write(path("out.nc"), {{"u", full<float>({I(0, 3), J(0, 2)}, 1.0f, {.layout = cOrder})}});
  EXPECT_EQ(netcdf::open(path("out.nc"))["u"].describe(), "u(I: 3, J: 2)");
}

TEST_F(Write, EveryTypeThatNetCdfHasComesBack) {
  for (DType type : {Bool, I8, I16, I32, I64, U8, U16, U32, U64, F32, F64}) {
    netcdf::write(path("out.nc"), {{"u", full({I(0, 2)}, 1, type)}});
    netcdf::Variable u = netcdf::open(path("out.nc"))["u"];
    EXPECT_EQ(u.dtype(), type) << name(type);
    EXPECT_THAT(u.values<std::int32_t>(), ElementsAre(1, 1)) << name(type);
  }
  for (DType type : {F16, BF16, C64, C128})
    EXPECT_ERROR(DTypeError, netcdf::write(path("no.nc"), {{"u", zeros({I(0, 2)}, type)}}),
                 "'" + path("no.nc") + "': netCDF has no type for 'u', which is " +
                     std::string(name(type)));
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(Write, MissingValuesAreMarked) {
  std::vector<double> values = {1.0, missing, 3.0};
  std::vector<float> narrow = {1.0f, std::numeric_limits<float>::quiet_NaN()};
  netcdf::write(path("out.nc"), {{"u", values, {"i"}},
                                 {"v", values, {"i"}, {.fill = -999.0}},
                                 {"w", narrow, {"two"}, {.fill = 1e20, .compression = 4}},
                                 {"n", std::vector<std::int32_t>{NC_FILL_INT, 2}, {"two"}}});
  netcdf::Dataset file(path("out.nc"));
  EXPECT_TRUE(std::isnan(file["u"].attribute("_FillValue").number()));
  EXPECT_EQ(file["v"].attribute("_FillValue").number(), -999.0);
  EXPECT_EQ(file["w"].attribute("_FillValue").dtype(), F32);
  for (const char *name : {"u", "v"})
    EXPECT_THAT(file[name].values<double>(), ElementsAre(1.0, IsNan(), 3.0));
  EXPECT_THAT(file["w"].values<float>(), ElementsAre(1.0f, IsNan()));
  EXPECT_THAT(file["n"].values<std::int32_t>(), ElementsAre(NC_FILL_INT, 2));
}

TEST_F(Write, NothingAppearsBeforeTheFileIsWhole) {
  {
    netcdf::Output out(path("out.nc"));
    out.add("u", grid());
    EXPECT_FALSE(std::filesystem::exists(path("out.nc")));
  }
  EXPECT_EQ(fileCount(), 0u);
  netcdf::Output out(path("out.nc"));
  out.attribute({"history", "made"}).dimension("lat", 2).add("u", grid(), {{"lat", J}, {"lon", I}});
  EXPECT_TRUE(out.has("u"));
  EXPECT_FALSE(out.has("v"));
  EXPECT_TRUE(out.hasDimension("lon"));
  EXPECT_FALSE(out.hasDimension("lev"));
  out.close();
  EXPECT_EQ(fileCount(), 1u);
  EXPECT_ERROR(ValueError, out.close(), "a netCDF file is written after its close()");
  EXPECT_ERROR(ValueError, out.add("w", grid()), "a netCDF file is written after its close()");
  EXPECT_EQ(netcdf::open(path("out.nc")).text("history"), "made");
}

TEST_F(Write, ADraftIsLeftToItsOwner) {
  netcdf::Output out(path("out.nc"), {.draft = path("draft.nc")});
  out.add("u", grid());
  out.close();
  EXPECT_FALSE(std::filesystem::exists(path("out.nc")));
  EXPECT_TRUE(netcdf::open(path("draft.nc")).has("u"));
}

TEST_F(Write, RefusesAtTheUsersLine) {
  const std::string file = "'" + path("out.nc") + "': ";
  netcdf::Output out(path("out.nc"));
  Storage u = grid();
  out.add("u", u, {{"lat", J}, {"lon", I}});
  EXPECT_ERROR(ValueError, out.add("u", u), file + "it has a variable 'u' already");
  EXPECT_ERROR(ValueError, out.add("v", u, {{"lon", J}, {"lat", I}}),
               file + "the dimension 'lon' has 3 entries, got 2");
  EXPECT_ERROR(KeyError, out.add("v", u, {{"lev", K}, {"lat", J}, {"lon", I}}),
               file + "'v' has no dimension K");
  EXPECT_ERROR(ValueError, out.add("v", u, {{"lat", J}}),
               file + "'v': the dimension I has no name in the file");
  EXPECT_ERROR(ValueError, out.add("v", std::vector<double>(4), {"a", "b"}),
               file + "'v' has 1 dimensions, got 2 names");
  EXPECT_ERROR(ValueError, out.add("v", u, {{"lat", J}, {"lon", I}}, {.compression = 10}),
               file + "'v': expected a compression of 0 to 9, got 10");
  EXPECT_ERROR(DTypeError, out.attribute({"z", std::complex<double>(1.0)}),
               file + "netCDF has no type for the attribute 'z', which is c128");
  EXPECT_ERROR(RuntimeError, netcdf::Output(path("")),
               "'" + path("") + "': cannot be written: it is a folder");
  EXPECT_ERROR(RuntimeError, netcdf::Output(path("none/out.nc")),
               "'" + path("none/out.nc") + "': cannot be written: No such file or directory");
}

/// The same in every format that a copy keeps.
class Copy : public Folder, public testing::WithParamInterface<int> {};

TEST_P(Copy, KeepsWhatItDoesNotChange) {
  netcdf::Dataset source = make<std::int16_t>(
      {{"y", 2}, {"x", 2}}, NC_SHORT, {1, 2, 3, -1},
      [](int id, int x) {
        put(id, x, "scale_factor", 0.5);
        put(id, x, "_FillValue", -1, NC_SHORT);
        put(id, x, "units", std::string("m"));
        put(id, NC_GLOBAL, "history", std::string("once"));
      },
      GetParam());
  Storage x = source["x"].read({{"x", I}, {"y", J}});
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(0.5, 1.5, 1.0, IsNan()));
  x.set({0, 0}, 7.26);
  netcdf::Output out(path("out.nc"), {.like = &source});
  out.set("x", x, {{"y", J}, {"x", I}});
  out.attribute({"history", "twice\n" + source.text("history")});
  out.add("z", std::vector<double>{1.0, 2.0}, {"x"});
  out.close();
  netcdf::Dataset copy(path("out.nc"));
  EXPECT_EQ(copy.text("history"), "twice\nonce");
  EXPECT_EQ(copy["x"].text("units"), "m");
  EXPECT_THAT(copy["x"].values<double>(), ElementsAre(7.5, 1.0, 1.5, IsNan()));
  EXPECT_THAT(copy["z"].values<double>(), ElementsAre(1.0, 2.0));
  int file = 0, format = 0, expected = 0;
  nc_open(path("out.nc").c_str(), NC_NOWRITE, &file);
  nc_inq_format(file, &format);
  nc_close(file);
  nc_open(path("x.nc").c_str(), NC_NOWRITE, &file);
  nc_inq_format(file, &expected);
  nc_close(file);
  EXPECT_EQ(format, expected);
}

INSTANTIATE_TEST_SUITE_P(Formats, Copy,
                         testing::Values(0, NC_64BIT_OFFSET, NC_64BIT_DATA, NC_NETCDF4,
                                         NC_NETCDF4 | NC_CLASSIC_MODEL));

TEST_F(Write, SetRefusesOtherShapes) {
  netcdf::Dataset source = make<double>({{"y", 2}, {"x", 3}}, NC_DOUBLE, {1, 2, 3, 4, 5, 6});
  netcdf::Output out(path("out.nc"), {.like = &source});
  EXPECT_ERROR(ValueError, out.set("x", grid(), {{"x", I}, {"y", J}}),
               "'" + path("out.nc") + "': expected values for x(y: 2, x: 3), got (x: 3, y: 2)");
  EXPECT_ERROR(KeyError, out.set("q", grid()),
               "'" + path("out.nc") + "': it has no variable 'q'; it has 'x'");
  out.set("x", grid(), {{"y", J}, {"x", I}});
  out.close();
  EXPECT_THAT(netcdf::open(path("out.nc"))["x"].values<double>(),
              ElementsAre(0, 10, 20, 1, 11, 21));
}

TEST_F(Write, SetMarksWhatIsMissingIfItCan) {
  netcdf::Dataset source = make<std::int32_t>({{"i", 2}}, NC_INT, {1, 2});
  netcdf::Output out(path("out.nc"), {.like = &source});
  out.set("x", std::vector<double>{missing, 3.4}, {"i"});
  out.close();
  EXPECT_THAT(netcdf::open(path("out.nc"))["x"].values<double>(), ElementsAre(IsNan(), 3.0));
  netcdf::Dataset bytes = make<signed char>({{"i", 2}}, NC_BYTE, {1, 2});
  netcdf::Output other(path("other.nc"), {.like = &bytes});
  EXPECT_ERROR(ValueError, other.set("x", std::vector<double>{missing, 3.4}, {"i"}),
               "'" + path("other.nc") + "': 'x' has no number for missing values");
  EXPECT_ERROR(RuntimeError, other.set("x", std::vector<double>{300.0, 3.4}, {"i"}),
               "'" + path("other.nc") +
                   "': cannot read or write the values of 'x': NetCDF: "
                   "Numeric conversion not representable");
}

TEST_F(Write, VariablesOfOwnTypesAreNotCopied) {
  netcdf::Dataset source = make<double>({}, NC_DOUBLE, {1.0}, [&](int id, int) {
    nc_type blob = 0;
    int seal = 0;
    nc_def_opaque(id, 2, "blob", &blob);
    nc_def_var(id, "seal", blob, 0, nullptr, &seal);
  });
  netcdf::Output out(path("out.nc"));
  EXPECT_ERROR(DTypeError, out.add(source["seal"]),
               "'" + path("x.nc") + "': 'seal' holds neither numbers nor text");
}

TEST_F(Write, PartsOfVariablesAreCopiedAsTheyAreStored) {
  netcdf::Dataset source =
      make<std::int16_t>({{"y", 2}, {"x", 3}}, NC_SHORT, {1, 2, 3, 4, 5, -1}, [](int id, int x) {
        put(id, x, "scale_factor", 0.5);
        put(id, x, "_FillValue", -1, NC_SHORT);
        put(id, x, "bounds", std::string("corners"));
      });
  netcdf::Output out(path("out.nc"));
  out.add(source["x"].isel({{"x", {1, 3}}}), {"south", "east"}, {"bounds"});
  EXPECT_ERROR(ValueError, out.add(source["x"], {"one"}),
               "'" + path("out.nc") + "': 'x' has 2 dimensions, got 1 names");
  out.close();
  netcdf::Variable x = netcdf::open(path("out.nc"))["x"];
  EXPECT_EQ(x.describe(), "x(south: 2, east: 2)");
  EXPECT_FALSE(x.hasAttribute("bounds"));
  EXPECT_THAT(x.values<double>(), ElementsAre(1.0, 1.5, 2.5, IsNan()));
}

TEST_F(Write, TextsAreCopiedToo) {
  netcdf::Dataset source = make<char>({{"n", 3}}, NC_CHAR, {'a', 'b', 'c'});
  netcdf::Output(path("chars.nc")).add(source["x"]).close();
  int file = 0, x = 0;
  char text[4] = {};
  ASSERT_EQ(nc_open(path("chars.nc").c_str(), NC_NOWRITE, &file), NC_NOERR);
  nc_inq_varid(file, "x", &x);
  nc_get_var_text(file, x, text);
  EXPECT_STREQ(text, "abc");
  nc_close(file);
  const char *word = "lorem";
  netcdf::Dataset strings = make<const char *>({{"n", 1}}, NC_STRING, {word});
  netcdf::Output(path("strings.nc")).add(strings["x"]).close();
  char *read = nullptr;
  ASSERT_EQ(nc_open(path("strings.nc").c_str(), NC_NOWRITE, &file), NC_NOERR);
  nc_inq_varid(file, "x", &x);
  nc_get_var_string(file, x, &read);
  EXPECT_STREQ(read, word);
  nc_free_string(1, &read);
  nc_close(file);
}

TEST_F(Write, GroupsAreNotCopied) {
  int file = 0, group = 0;
  nc_create(path("groups.nc").c_str(), NC_NETCDF4, &file);
  nc_def_grp(file, "inner", &group);
  nc_close(file);
  netcdf::Dataset source(path("groups.nc"));
  EXPECT_ERROR(NotImplementedError, netcdf::Output(path("out.nc"), {.like = &source}),
               "'" + path("groups.nc") + "': it has groups, which are not copied");
  EXPECT_EQ(fileCount(), 1u);
}
