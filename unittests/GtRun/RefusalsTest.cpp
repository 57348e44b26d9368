//===- RefusalsTest.cpp - What gt-run refuses -----------------------------===//
//
// Options that fit no program, arrays that are damaged: the whole message, and no file.
//
//===----------------------------------------------------------------------===//
#include "Session.h"

#include "gtjit/Types/NpyHeader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <netcdf.h>

using namespace gtrun::test;

namespace {

constexpr const char *copyProgram = R"(!s = !gt.storage<[J, I], f64, unit>
!f = !gt.field<[I, J], f64>
gt.program @copy(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  gt.store %0 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}
)";

/// A folder with p.mlir, which copies %u to %v, and u.npy of 2 x 3 points.
class Refusals : public testing::Test {
protected:
  Refusals() {
    session.write("p.mlir", copyProgram);
    const std::int64_t shape[] = {2, 3};
    session.write("u.npy", gtjit::detail::npyHeader(gtjit::F64, shape) + std::string(48, '\0'));
  }

  /// What gt-run says of these options behind its name, with its folder left out.
  std::string refusal(const std::vector<std::string> &options, bool readsInput = true) {
    std::vector<std::string> all = {session.path("p.mlir"), "--backend=reference"};
    if (readsInput)
      all.push_back("--in=u=" + session.path("u.npy"));
    all.insert(all.end(), options.begin(), options.end());
    std::size_t files = session.fileCount();
    Outcome outcome = session.run(all);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(session.fileCount(), files);
    std::string text = outcome.errors, folder = session.path("");
    for (std::size_t at = 0; (at = text.find(folder)) != text.npos;)
      text.erase(at, folder.size());
    EXPECT_TRUE(text.starts_with("gt-run: ") && text.ends_with("\n")) << text;
    return text.substr(8, text.size() - 9);
  }

  /// What is said of an array with this header and bytes of elements behind it.
  std::string refusalOfArray(const std::string &header, std::size_t bytes = 48) {
    std::string length{static_cast<char>(header.size()), 0};
    return refusalOfBytes(std::string("\x93NUMPY\x01\x00", 8) + length + header +
                          std::string(bytes, '\0'));
  }
  std::string refusalOfBytes(const std::string &bytes) {
    session.write("u.npy", bytes);
    return refusal({});
  }

  Session session;
};

} // namespace

TEST_F(Refusals, OptionsThatAreNotWellFormed) {
  EXPECT_EQ(refusal({"--scalar=c"}), "--scalar 'c': expected NAME=...");
  EXPECT_EQ(refusal({"--at=u=I:one"}), "--at 'u=I:one': expected a number, got 'one'");
  EXPECT_EQ(refusal({"--at=u=I"}), "--at 'u=I': expected a dimension and 1 number, got 'I'");
  EXPECT_EQ(refusal({"--halo=u=I:1:2:3"}),
            "--halo 'u=I:1:2:3': expected a dimension and 2 numbers, got 'I:1:2:3'");
  EXPECT_EQ(
      refusal({"--fill=u=mirror"}),
      "--fill 'u=mirror': expected periodic:DIM, mirror:DIM, extend:DIM or constant:DIM:VALUE, got "
      "'mirror'");
}

TEST_F(Refusals, OptionsThatDoNotFitTheProgram) {
  EXPECT_EQ(refusal({"--axes=u=I,I"}), "--axes u: expected each dimension of 'u' once");
  EXPECT_EQ(refusal({"--index=u=time:1"}), "--index u: 'u.npy' is no netCDF file");
  EXPECT_EQ(refusal({"--in=u=" + session.path("u.npy")}), "--in names 'u' twice");
  EXPECT_EQ(refusal({"--domain=u=I:0:3,J:0:2"}),
            "--domain u: its points are those of its file; use --at and --halo");
  EXPECT_EQ(refusal({"--domain=v=I:0:3"}),
            "--domain v: expected a range for each dimension of 'v'");
  EXPECT_EQ(refusal({"--domain=v=I:0:2,J:0:2", "--range=i=0:2", "--feed=v:u", "--repeat=2"}),
            "--feed v:u: they have different points");
  session.write("p.mlir",
                "gt.program @two(%u: !gt.storage<[I], f64>, %v: !gt.storage<[I], f32>) {\n}\n");
  EXPECT_EQ(refusal({"--domain=u=I:0:3", "--domain=v=I:0:3", "--feed=v:u"}, false),
            "--feed v:u: they are storages of different types");
  EXPECT_EQ(refusal({"--out=v=" + session.path("w.npy")}, false),
            "--out v: 'two' does not write it");
}

TEST_F(Refusals, FilesThatCannotBeMeant) {
  std::filesystem::create_directory(session.path("folder"));
  EXPECT_EQ(refusal({"--in=u=" + session.path("folder")}, false),
            "'folder': it is a folder, expected a netCDF or .npy file");
  std::string output = "--out=v=" + session.path("v.npy");
  EXPECT_EQ(refusal({"--out=v=" + session.path("p.mlir")}), "--out names the program: 'p.mlir'");
  EXPECT_EQ(refusal({output, "--out=u=" + session.path("v.npy")}),
            "--out names one file twice: 'v.npy' and 'v.npy'");
  int file = 0, dims[2] = {}, x = 0;
  ASSERT_EQ(nc_create(session.path("u.nc").c_str(), NC_CLOBBER, &file), NC_NOERR);
  nc_def_dim(file, "y", 2, &dims[0]);
  nc_def_dim(file, "x", 3, &dims[1]);
  nc_def_var(file, "a", NC_DOUBLE, 1, dims, &x);
  ASSERT_EQ(nc_close(file), NC_NOERR);
  const std::vector<std::string> reads = {"--in=u=" + session.path("u.nc")};
  EXPECT_EQ(refusal(reads, false), "'u.nc': it has no variable with 2 dimensions");
  ASSERT_EQ(nc_open(session.path("u.nc").c_str(), NC_WRITE, &file), NC_NOERR);
  nc_redef(file);
  nc_def_var(file, "b", NC_DOUBLE, 2, dims, &x);
  nc_def_var(file, "c", NC_DOUBLE, 2, dims, &x);
  ASSERT_EQ(nc_close(file), NC_NOERR);
  EXPECT_EQ(refusal(reads, false),
            "'u.nc': choose a variable with FILE.nc:VARIABLE: it has 'b', 'c'");
  EXPECT_EQ(refusal({"--in=u=" + session.path("u.nc:b"), "--out=v=" + session.path("u.nc")}, false),
            "--out names a netCDF file that --in u reads: 'u.nc'; it would lose its other "
            "variables, choose another file");
}

TEST_F(Refusals, RangesThatAPinCannotTake) {
  session.write("p.mlir", R"(!s = !gt.storage<[I], f64, unit>
gt.program @pin(%u: !s, %v: !gt.storage<[], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !gt.field<[I], f64>
  %1 = gt.pin %0 at %i : !gt.field<[I], f64>, !gt.range<I> -> !gt.field<[], f64>
  gt.store %1 to %v : !gt.field<[], f64>, !gt.storage<[], f64>
}
)");
  EXPECT_EQ(refusal({"--domain=u=I:0:3", "--range=i=0:2"}, false),
            "p.mlir:4: error: 'gt.pin' needs one point of I, got 2");
}

TEST_F(Refusals, ArraysThatAreDamaged) {
  const std::string damaged = "'u.npy': its header is damaged: expected ";
  const std::string type = "'descr': '<f8'", order = "'fortran_order': False";
  EXPECT_EQ(refusalOfArray("{'descr"), damaged + "a text in quotes");
  EXPECT_EQ(refusalOfArray("{" + type + ", 'fortran_order': 1}"), damaged + "True or False");
  EXPECT_EQ(refusalOfArray("{" + type + ", " + type + "}"),
            damaged + "each of 'descr', 'fortran_order' and 'shape' once, got 'descr'");
  EXPECT_EQ(refusalOfArray("{" + type + "}"),
            damaged + "'descr', 'fortran_order' and 'shape', and nothing after them");
  EXPECT_EQ(refusalOfArray("{'descr': '>f8', " + order + ", 'shape': (2, 3)}"),
            "'u.npy': its elements are '>f8'; expected little-endian numbers or bools");
  EXPECT_EQ(refusalOfArray("{" + type + ", " + order + ", 'shape': (2, 3)}", 40),
            "'u.npy': it has 40 bytes of elements, its header says 48");
  EXPECT_EQ(refusalOfArray("{" + type + ", " + order + ", 'shape': (2000000000000, 3)}"),
            "'u.npy': it says that it has more elements than there is memory");
  EXPECT_EQ(refusalOfBytes(std::string("\x93NUMPY\x04\x00", 8) + std::string(100, ' ')),
            "'u.npy': its version is not 1.0, 2.0 or 3.0");
  EXPECT_EQ(refusalOfBytes(std::string("\x93NUMPY\x01\x00\xff\x7f", 10)),
            "'u.npy': it ends in its header");
}
