//===- ProfileTest.cpp - Where the time goes ------------------------------===//
//
// What a profile counts, and the reasons that it gives for misses.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <regex>
#include <string>
#include <unistd.h>

using namespace gtjit;
using testing::HasSubstr;
using testing::Not;

namespace {

class ProfileTest : public testing::Test {
protected:
  ProfileTest() : runtime(RuntimeOptions{.threads = 1, .profile = true}), scope(runtime) {}
  std::string profile() const { return std::string(runtime.profile()); }

  Runtime runtime;
  Runtime::Scope scope;
};

TEST_F(ProfileTest, CountsRunsAndBytesOfEachKernel) {
  Storage u = ones<double>({I(0, 100), J(0, 50)}), v = zeros<double>(u.domain());
  int line = __LINE__ + 2;
  for (int n = 0; n < 3; ++n)
    v[interior] = sqrt(u * 2.0 + v) + u;
  std::string text = profile(), place = "ProfileTest.cpp:" + std::to_string(line);
  EXPECT_THAT(text, HasSubstr(place + ": 4 operations: 2 +, 1 *, 1 sqrt; 2 hits, 1 misses\n"));
  EXPECT_TRUE(std::regex_search(
      text, std::regex("  " + place +
                       ":stencil_0: 3 runs, [0-9.]+ ms, [0-9.]+ us each, 0.120 MB "
                       "each, [0-9.]+ GB/s, [0-9]+ % of memory\n")))
      << text;
  EXPECT_TRUE(std::regex_search(
      text, std::regex("  compiled in [0-9.]+ ms: open compiler [0-9.]+, .*parse [0-9.]+, stencils "
                       "[0-9.]+, loops [0-9.]+, llvm [0-9.]+, .*codegen [0-9.]+")))
      << text;
  EXPECT_TRUE(std::regex_search(
      text, std::regex("memory: [0-9.]+ GB/s, measured by a triad on 1 threads\n")))
      << text;
}

TEST_F(ProfileTest, TellsWhyEachMissWasOne) {
  Domain grid({I(0, 8), J(0, 4)});
  Storage u = ones<double>(grid).named("u"), v = zeros<double>(grid).named("v");
  v[interior] = u * 2.0 + 1.0;
  EXPECT_THAT(profile(), HasSubstr("  miss: first evaluation: nothing is known\n"));
  v[interior] = u * 2.0 - 1.0;
  EXPECT_THAT(profile(), HasSubstr("  miss: other graph: step 4 is '#2 - #3', '#2 + #3' in the "
                                   "nearest of "));
  Storage f = ones<float>(grid).named("f"), g = zeros<float>(grid);
  g[interior] = f * 2.0f + 1.0f;
  EXPECT_THAT(profile(), HasSubstr("  miss: other dtype: 'f' is f32, f64 in the nearest of "));
  Storage w = zeros<double>(grid, {.layout = cOrder}).named("w");
  w[interior] = u * 2.0 + 1.0;
  EXPECT_THAT(profile(), HasSubstr("  miss: other layout: 'w' is [I, J] contiguous, [J, I] "
                                   "contiguous in the nearest of "));
  {
    CheckScope check(Check::NaN);
    v[interior] = u * 2.0 + 1.0;
  }
  EXPECT_THAT(profile(), HasSubstr("  miss: with the check for NaN\n"));
  EXPECT_THAT(profile(), Not(HasSubstr("the cache was cleared")));
  runtime.clearCache();
  v[interior] = u * 2.0 + 1.0;
  EXPECT_THAT(profile(), HasSubstr("  miss: forgotten since: the cache was cleared\n"));
}

TEST_F(ProfileTest, ComparesAMissWithTheProgramThatStartsAlikeForLongest) {
  Storage u = ones<double>(I(0, 8)), v = zeros<double>(I(0, 8));
  v[interior] = u + u * 3.0;
  int line = __LINE__ + 1;
  v[interior] = sqrt(u * 2.0) + 1.0;
  v[interior] = cos(u * 2.0);
  v[interior] = sqrt(u * 2.0) - 1.0;
  EXPECT_THAT(profile(), HasSubstr("'#3 - #4', '#3 + #4' in the nearest of"));
  EXPECT_THAT(profile(),
              HasSubstr("nearest of " + std::string(__FILE__) + ":" + std::to_string(line)));
}

TEST(Profile, IsOffUnlessAskedFor) {
  Runtime runtime;
  EXPECT_EQ(std::string(runtime.profile()),
            "no profile: set GTJIT_PROFILE=1 or RuntimeOptions::profile\n");
}

TEST_F(ProfileTest, CountsTheOperationsOfALoadedProgram) {
  std::string path = std::filesystem::temp_directory_path() /
                     ("gtjit-profile-" + std::to_string(::getpid()) + ".gtp");
  runtime.compile([](Field u) { return sqrt(u * 2.0) + u; }, arg(F64, {I})).save(path);
  Runtime fresh(RuntimeOptions{.threads = 1, .profile = true});
  Runtime::Scope inner(fresh);
  Program loaded = Program::load(path, fresh);
  std::filesystem::remove(path);
  Storage u = ones<double>({I(0, 100)}), v = zeros<double>(u.domain());
  for (int n = 0; n < 3; ++n)
    loaded(out(v), u);
  std::string text(fresh.profile());
  EXPECT_THAT(text, HasSubstr("3 operations: 1 *, 1 +, 1 sqrt; 3 hits, 0 misses\n"));
}

} // namespace
