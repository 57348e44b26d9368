//===- TextFuzzTest.cpp - Mutated programs, refused or right --------------===//
//
// A slice of a minute in every run; --programs and --seed hunt longer. A failure
// prints its program.
//
//===----------------------------------------------------------------------===//
#include "GuardedRun.h"
#include "Mutation.h"
#include "Options.h"
#include "Reader.h"

#include <gtest/gtest.h>

#include <cctype>

using namespace textfuzz;

namespace {

std::string program(std::int64_t number, const std::vector<Document> &from) {
  std::string text = mutatedProgram(options().seed, number, from);
  if (options().only >= 0)
    std::fprintf(stderr, "%s", text.c_str());
  return text;
}

std::string failure(std::int64_t number, const std::string &what, const std::string &text) {
  return "program " + std::to_string(number) + " of seed " + std::to_string(options().seed) + " " +
         what + "\n" + text;
}

/// Numbers that make loops longer than a test may take.
bool isLong(const std::string &text) {
  std::size_t digits = 0;
  for (char c : text) {
    digits = std::isdigit(static_cast<unsigned char>(c)) ? digits + 1 : 0;
    if (digits > 3)
      return true;
  }
  return false;
}

} // namespace

TEST(TextFuzz, ProgramsAreReadBackOrRefused) {
  Reader reader;
  forEachProgram(15000, [&](std::int64_t n) {
    std::string text = program(n, corpus().all);
    std::string wrong = reader.read(text);
    EXPECT_TRUE(wrong.empty()) << failure(n, wrong, text);
  });
  std::printf("%lld programs were accepted\n", static_cast<long long>(reader.accepted));
}

TEST(TextFuzz, StagesKeepInvariantsOrRefuse) {
  Reader reader;
  forEachProgram(3000, [&](std::int64_t n) {
    std::string text = program(n, corpus().programs);
    std::string wrong = reader.transform(text);
    EXPECT_TRUE(wrong.empty()) << failure(n, wrong, text);
  });
  std::printf("%lld programs went through all stages\n",
              static_cast<long long>(reader.transformed));
}

TEST(TextFuzz, ProgramsAreCompiledOrRefused) {
  Reader reader;
  forEachProgram(600, [&](std::int64_t n) {
    std::string text = program(n, n % 4 ? corpus().programs : corpus().all);
    std::string wrong = reader.compile(text);
    EXPECT_TRUE(wrong.empty()) << failure(n, wrong, text);
  });
  std::printf("%lld programs were compiled\n", static_cast<long long>(reader.compiled));
}

TEST(TextFuzz, RunsStayInTheirArrays) {
  GuardedRun runs;
  forEachProgram(600, [&](std::int64_t n) {
    std::string text = program(n, corpus().programs);
    if (isLong(text))
      return;
    std::string wrong = runs.run(text, choicesFor(~options().seed, n));
    EXPECT_TRUE(wrong.empty()) << failure(n, wrong, text);
  });
  std::printf("%lld programs ran\n", static_cast<long long>(runs.ran));
}
