//===- OptionsTest.cpp - Options from the environment ---------------------===//
//
// What GTJIT_* may say, and the errors for what it may not.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/Options.h"
#include "../ExpectError.h"
#include "gtjit/Error.h"
#include "gtjit/Memory/RuntimeState.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <unistd.h>

using namespace gtjit;

namespace {

/// Sets a variable for a block.
class Variable {
public:
  Variable(const char *name, const char *value) : name(name) {
    if (const char *now = std::getenv(name))
      before = now;
    ::setenv(name, value, 1);
  }
  ~Variable() {
    if (before)
      ::setenv(name, before->c_str(), 1);
    else
      ::unsetenv(name);
  }

private:
  const char *name;
  std::optional<std::string> before;
};

} // namespace

static std::string messageFor(const char *name, const char *value) {
  Variable variable(name, value);
  try {
    Runtime runtime;
  } catch (const ValueError &error) {
    return std::string(error.message());
  }
  return "no error";
}

TEST(OptionsTest, theCpuIsALevelThatThisMachineHas) {
  EXPECT_EQ(messageFor("GTJIT_CPU", "abacus"),
            "GTJIT_CPU: expected x86-64, x86-64-v2, x86-64-v3 or "
            "x86-64-v4, got 'abacus'");
  if (!__builtin_cpu_supports("avx512f")) {
    std::string message = messageFor("GTJIT_CPU", "x86-64-v4");
    EXPECT_TRUE(message.starts_with("GTJIT_CPU: this machine cannot run code for 'x86-64-v4', it "
                                    "lacks avx512"))
        << message;
  }
  Variable variable("GTJIT_CPU", "x86-64");
  EXPECT_EQ(Runtime().get().cpu, "x86-64");
  EXPECT_EQ(Runtime(RuntimeOptions{.cpu = "x86-64-v2"}).get().cpu, "x86-64-v2");
}

TEST(OptionsTest, valuesThatCannotBeUsedAreErrors) {
  EXPECT_EQ(messageFor("GTJIT_THREADS", "two"),
            "GTJIT_THREADS: expected a number from 1 to 4096, got 'two'");
  EXPECT_EQ(messageFor("GTJIT_THREADS", "0"),
            "GTJIT_THREADS: expected a number from 1 to 4096, got '0'");
  EXPECT_EQ(messageFor("GTJIT_THREADS", "4097"),
            "GTJIT_THREADS: expected a number from 1 to 4096, got '4097'");
  EXPECT_EQ(messageFor("GTJIT_THREADS", "2x"),
            "GTJIT_THREADS: expected a number from 1 to 4096, got '2x'");
  EXPECT_EQ(messageFor("GTJIT_REFERENCE", "yes"), "GTJIT_REFERENCE: expected 0 or 1, got 'yes'");
  EXPECT_EQ(messageFor("GTJIT_CONTRACT", "on"), "GTJIT_CONTRACT: expected 0 or 1, got 'on'");
  EXPECT_EQ(messageFor("GTJIT_LOG", "2"), "GTJIT_LOG: expected 0 or 1, got '2'");
  EXPECT_EQ(messageFor("GTJIT_CHECK", "inf"), "GTJIT_CHECK: expected nan, domains or 0, got 'inf'");
  EXPECT_EQ(messageFor("GTJIT_DUMP", "/proc/none"),
            "GTJIT_DUMP: expected a folder that exists or can be made, got '/proc/none'");
}

TEST(OptionsTest, theEnvironmentFillsWhatTheProgramLeavesOpen) {
  Variable threads("GTJIT_THREADS", "3"), reference("GTJIT_REFERENCE", "1");
  Variable contract("GTJIT_CONTRACT", "1");
  Runtime open;
  EXPECT_TRUE(open.get().options.contract);
  EXPECT_EQ(open.get().executor.load()->threads(), 3);
  EXPECT_TRUE(open.get().options.reference);
  Runtime given{{.threads = 2}};
  EXPECT_EQ(given.get().executor.load()->threads(), 2);
}

TEST(OptionsTest, theEnvironmentSwitchesTheCheckUnlessTheProgramDoes) {
  Variable check("GTJIT_CHECK", "nan");
  for (Check given : {Check::Default, Check::None, Check::NaN}) {
    Runtime runtime{{.check = given}};
    Runtime::Scope scope(runtime);
    Storage u = zeros<double>({I(0, 4)}), v = like(u);
    if (given == Check::None)
      EXPECT_NO_THROW(v[interior] = 1.0 / u);
    else
      EXPECT_THROW(v[interior] = 1.0 / u, FloatingPointError);
  }
}

TEST(OptionsTest, emptyVariablesSayNothing) {
  Variable threads("GTJIT_THREADS", ""), dump("GTJIT_DUMP", "");
  EXPECT_NO_THROW(Runtime());
}

TEST(OptionsTest, theDumpFolderIsMade) {
  std::filesystem::path folder =
      testing::TempDir() + "gtjit-options-" + std::to_string(::getpid()) + "/dump";
  std::filesystem::remove_all(folder);
  Variable dump("GTJIT_DUMP", folder.c_str());
  Runtime runtime;
  EXPECT_TRUE(std::filesystem::is_directory(folder));
  EXPECT_EQ(runtime.get().options.dump, folder.string());
  std::filesystem::remove_all(folder.parent_path());
}

TEST(OptionsTest, badOptionsAreErrors) {
  EXPECT_THROW((Runtime{{.threads = -1}}), ValueError);
  EXPECT_THROW((Runtime{{.threads = 4097}}), ValueError);
  EXPECT_THROW((Runtime{{.smallDomain = -1}}), ValueError);
  EXPECT_THROW((Runtime{{.cacheBytes = -1}}), ValueError);
  int stream = 0;
  RuntimeOptions options;
  options.stream = &stream;
  if (!std::getenv("GTJIT_DEVICE")) {
    EXPECT_ERROR(ValueError, Runtime(options),
                 "RuntimeOptions::stream: expected none without a device");
  }
  EXPECT_THROW((Runtime{{.tile = {4, 0}}}), ValueError);
  EXPECT_THROW((Runtime{{.dump = "/proc/none"}}), ValueError);
}

TEST(RuntimeTest, theInnermostScopeIsCurrent) {
  Runtime outer, inner;
  Runtime &before = Runtime::current();
  {
    Runtime::Scope first(outer);
    EXPECT_EQ(&Runtime::current(), &outer);
    {
      Runtime::Scope second(inner);
      EXPECT_EQ(&Runtime::current(), &inner);
    }
    EXPECT_EQ(&Runtime::current(), &outer);
  }
  EXPECT_EQ(&Runtime::current(), &before);
}
