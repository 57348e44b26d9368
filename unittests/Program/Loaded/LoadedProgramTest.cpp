//===- LoadedProgramTest.cpp - Running where there is no compiler ---------===//
//
// Saves a program here, runs it in a process whose compiler cannot be opened,
// and compares the output with that of the same process with a compiler.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <gmock/gmock.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <unistd.h>

using namespace gtjit;
using testing::HasSubstr;

namespace {

/// What a command prints.
std::string outputOf(const std::string &command) {
  std::string text;
  FILE *pipe = ::popen(command.c_str(), "r");
  char buffer[256];
  while (pipe && std::fgets(buffer, sizeof(buffer), pipe))
    text += buffer;
  EXPECT_EQ(pipe ? ::pclose(pipe) : -1, 0) << command;
  return text;
}

std::vector<Field> step(Field u, Field s) {
  Field laplacian = u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u;
  Field next = u + s * laplacian;
  return {next, sum(next * next)};
}

std::string filePath() {
  return (std::filesystem::temp_directory_path() /
          ("gtjit-loaded-program-" + std::to_string(::getpid())))
      .string();
}

/// What the process prints of values.
std::string valuesIn(const std::string &text) {
  return text.substr(text.find("pair"), text.find("allocations") - text.find("pair"));
}

} // namespace

TEST(LoadedProgram, computesTheSameWithoutACompilerAndAllocatesNothing) {
  std::string path = filePath();
  Runtime::current().compile(step, arg(F64, {I, J}), arg(F64)).save(path);
  std::string run = std::string(LOADED_PROGRAM) + " " + path;
  std::string with = outputOf(run + " 1000000");
  std::string without = outputOf("GTJIT_COMPILER=/nowhere " + run + " 1000000");
  std::string reference = outputOf("GTJIT_REFERENCE=1 " + run + " 2");
  std::filesystem::remove(path);
  EXPECT_THAT(without, HasSubstr("there is no compiler\n"));
  EXPECT_THAT(without, HasSubstr("\nallocations 0\n"));
  EXPECT_THAT(without, HasSubstr("\ncompiles 0\n"));
  EXPECT_THAT(with, HasSubstr("there is a compiler\n"));
  EXPECT_THAT(with, HasSubstr("\nallocations 0\n"));
  EXPECT_EQ(valuesIn(without), valuesIn(with));
  EXPECT_EQ(valuesIn(reference), valuesIn(with));
  EXPECT_EQ(without.substr(without.find("\nend")).substr(0, 60),
            with.substr(with.find("\nend")).substr(0, 60));
}

TEST(LoadedProgram, runsOnADeviceWithoutACompiler) {
  std::string path = filePath(), run = std::string(LOADED_PROGRAM) + " " + path + " 2";
  Runtime::current()
      .compile(step, arg(F64, {I, J}), arg(F64))
      .save(path, {.targets = {"native", "sm_75"}});
  std::string here = outputOf(run);
  std::string there = outputOf("GTJIT_COMPILER=/nowhere GTJIT_DEVICE=emulated " + run);
  std::filesystem::remove(path);
  EXPECT_THAT(there, HasSubstr("there is no compiler\n"));
  EXPECT_THAT(there, HasSubstr("\ncompiles 0\n"));
  EXPECT_EQ(valuesIn(there), valuesIn(here));
}
