//===- OutputFilesTest.cpp - What the files of --out may be ---------------===//
//
// Links are followed and stay; what is no regular file, what is written twice
// and what an input holds besides one array is refused before anything runs.
//
//===----------------------------------------------------------------------===//
#include "Session.h"

#include "gtjit/Types/NpyHeader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

using namespace gtrun::test;
namespace fs = std::filesystem;

namespace {

constexpr const char *program = R"(!s = !gt.storage<[I], i32, unit>
gt.program @copy(%u: !s, %v: !s, %w: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !gt.field<[I], i32>
  gt.store %0 to %v over %i : !gt.field<[I], i32>, !s, !gt.range<I>
  %1 = gt.add %0, %0 : (!gt.field<[I], i32>, !gt.field<[I], i32>) -> !gt.field<[I], i32>
  gt.store %1 to %w over %i : !gt.field<[I], i32>, !s, !gt.range<I>
}
)";

std::string npy(std::vector<std::int32_t> values) {
  const std::int64_t shape[] = {static_cast<std::int64_t>(values.size())};
  return gtjit::detail::npyHeader(gtjit::I32, shape) +
         std::string(reinterpret_cast<const char *>(values.data()), values.size() * 4);
}

/// A copy of u.npy, (1 2 3), as v, and twice as much as w.
class OutputFilesTest : public testing::Test {
protected:
  OutputFilesTest() {
    session.write("p.mlir", program);
    session.write("u.npy", npy({1, 2, 3}));
  }

  Outcome run(const std::vector<std::string> &outputs, const std::string &input = "u.npy") const {
    std::vector<std::string> arguments = {session.path("p.mlir"), "--in=u=" + session.path(input),
                                          "--backend=reference"};
    for (const std::string &output : outputs)
      arguments.push_back("--out=" + output.substr(0, 2) + session.path(output.substr(2)));
    return session.run(arguments);
  }

  /// Refuses with `message`, and leaves the folder as it was.
  void expectRefused(const std::vector<std::string> &outputs, const std::string &message,
                     const std::string &input = "u.npy") const {
    std::size_t files = session.fileCount();
    Outcome outcome = run(outputs, input);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.errors, "gt-run: " + message + "\n");
    EXPECT_EQ(session.fileCount(), files);
  }

  std::string quoted(const std::string &name) const { return "'" + session.path(name) + "'"; }

  Session session;
};

} // namespace

TEST_F(OutputFilesTest, LinksAreFollowedAndStay) {
  fs::create_directories(session.path("far"));
  session.write("far/old.npy", "an old file");
  fs::create_symlink("far/old.npy", session.path("v.npy"));
  fs::create_symlink("far/fresh.nc", session.path("w.nc"));
  ASSERT_EQ(run({"v=v.npy", "w=w.nc"}).errors, "");
  EXPECT_TRUE(fs::is_symlink(session.path("v.npy")));
  EXPECT_TRUE(fs::is_symlink(session.path("w.nc")));
  EXPECT_EQ(session.read("far/old.npy"), npy({1, 2, 3}));
  EXPECT_TRUE(fs::is_regular_file(session.path("far/fresh.nc")));
}

TEST_F(OutputFilesTest, PipesAreRefusedBeforeAnythingIsRead) {
  ASSERT_EQ(::mkfifo(session.path("pipe.npy").c_str(), 0600), 0);
  fs::create_symlink("pipe.npy", session.path("link.nc"));
  for (const char *name : {"pipe.npy", "link.nc"})
    expectRefused({std::string("v=") + name},
                  quoted(name) + ": cannot be written: it is no regular file", "missing.npy");
  EXPECT_TRUE(fs::is_fifo(session.path("pipe.npy")));
  expectRefused({"v=."}, quoted(".") + ": cannot be written: it is a folder", "missing.npy");
}

TEST_F(OutputFilesTest, OneFileInTwoSpellingsIsRefused) {
  fs::create_symlink("v.npy", session.path("same.npy"));
  for (const char *other : {"v.npy", "./v.npy", "none/../v.npy", "same.npy"})
    expectRefused({"v=v.npy", std::string("w=") + other},
                  "--out names one file twice: " + quoted("v.npy") + " and " + quoted(other));
}

TEST_F(OutputFilesTest, OneNetCdfFileInTwoSpellingsHasBothResults) {
  ASSERT_EQ(run({"v=r.nc", "w=./r.nc"}).errors, "");
  for (const char *variable : {"r.nc:v", "r.nc:w"}) {
    ASSERT_EQ(run({"v=back.npy"}, variable).errors, "");
    EXPECT_EQ(session.read("back.npy"),
              std::string(variable).ends_with('v') ? npy({1, 2, 3}) : npy({2, 4, 6}));
  }
}

TEST_F(OutputFilesTest, ANetCdfFileThatIsReadIsNotReplaced) {
  ASSERT_EQ(run({"v=t.nc", "w=t.nc"}).errors, "");
  std::string before = session.read("t.nc");
  for (const char *spelling : {"t.nc", "./t.nc"})
    expectRefused({std::string("v=") + spelling},
                  "--out names a netCDF file that --in u reads: " + quoted(spelling) +
                      "; it would lose its other variables, choose another file",
                  "t.nc:w");
  EXPECT_EQ(session.read("t.nc"), before);
  expectRefused({"v=p.mlir"}, "--out names the program: " + quoted("p.mlir"));
}

TEST_F(OutputFilesTest, AnArrayThatIsReadIsReplaced) {
  ASSERT_EQ(run({"w=u.npy"}).errors, "");
  EXPECT_EQ(session.read("u.npy"), npy({2, 4, 6}));
}
