//===- FoundTextsTest.cpp - Texts that have ended a tool ------------------===//
//
// Each is refused with an error, and nothing is used after it was freed.
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Reader.h"

#include <gtest/gtest.h>

using namespace textfuzz;

namespace {

void expectRefused(const std::string &body) {
  Reader reader;
  std::string text = "gt.program @found(%u: !gt.storage<[I], f64>, %s: !gt.storage<[], f64>, "
                     "%i: !gt.range<I>) {\n" +
                     body + "}\n";
  nameProgramOfCrashes(0);
  for (int again = 0; again < 3; ++again)
    EXPECT_EQ(reader.read(text), "") << text;
  EXPECT_EQ(reader.accepted, 0) << text;
  nameProgramOfCrashes(-1);
}

constexpr const char *kFold = "  %1 = gt.neg %0 : (f64) -> f64\n"
                              "  gt.fold sum along %i : !gt.range<I> lanes {\n"
                              "    %0 = gt.access %u : !gt.storage<[I], f64> -> f64\n"
                              "    gt.yield %0 : f64\n  }";

} // namespace

TEST(FoundTexts, AFoldWithoutDestinationWhoseValuesAreUsedBefore) {
  expectRefused(std::string(kFold) + "\n");
  expectRefused(std::string(kFold) + " into\n");
  expectRefused(std::string(kFold) + " into %s, : !gt.storage<[], f64>\n");
  expectRefused(std::string(kFold) + " into %s : !gt.storage<[]\n");
  expectRefused(std::string(kFold) + " into %i : !gt.storage<[], f64>\n");
}

TEST(FoundTexts, AnAccessWithoutOffsetsBehindAWrite) {
  expectRefused("  gt.stencil over %i : !gt.range<I> {\n"
                "    %0 = gt.index I : i64\n    %1 = gt.cast %0 : (i64) -> f64\n"
                "    gt.write %1 to %u : f64, !gt.storage<[I], f64>\n"
                "    %2 = \"gt.access\"(%u) : (!gt.storage<[I], f64>) -> f64\n  }\n");
}

TEST(FoundTexts, AStencilOfTwoBlocksWhoseValuesAreUsedBefore) {
  expectRefused("  %1 = gt.neg %0 : (f64) -> f64\n  gt.stencil over %i : !gt.range<I> {\n"
                "    %0 = gt.access %u : !gt.storage<[I], f64> -> f64\n  ^next:\n    %0\n  }\n");
}

TEST(FoundTexts, ASweepThatBreaksOffWhoseValuesAreUsedBefore) {
  const std::string start = "  %1 = gt.neg %0 : (f64) -> f64\n"
                            "  gt.sweep forward along %i : !gt.range<I> from {\n"
                            "    %0 = gt.access %s : !gt.storage<[], f64> -> f64\n"
                            "    gt.yield %0 : f64\n  }";
  expectRefused(start + "\n");
  expectRefused(start + " do\n");
  expectRefused(start + " from { gt.yield }\n");
  expectRefused(start + " do {\n  ^bb0(%2: f64):\n    gt.yield %2 : f65\n  }\n");
  expectRefused("  %1 = gt.neg %0 : (f64) -> f64\n"
                "  gt.sweep forward along %i : !gt.range<I> from {\n"
                "    %0 = gt.access %s : !gt.storage<[], f64> -> f64\n"
                "    gt.yield %0 : f65\n  } do {}\n");
}

TEST(FoundTexts, AScanThatBreaksOffWhoseValuesAreUsedBefore) {
  const std::string start =
      "  %f = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>\n"
      "  %c = gt.constant 0.0 : f64\n  %1 = gt.neg %0 : (f64) -> f64\n"
      "  %2 = gt.scan forward along %i : !gt.range<I> from %c : f64\n"
      "      over %f : !gt.field<[I], f64> -> !gt.field<[I], f64> {\n  ^bb0(%a: f64, %b: f64):\n"
      "    %0 = gt.add %a, %b : (f64, f64) -> f64\n";
  expectRefused(start + "    gt.yield %0 : f65\n  }\n");
  expectRefused(start + "    %3 =\n  }\n");
}

TEST(FoundTexts, AFoldThatEndsOtherwise) {
  expectRefused("  \"gt.fold\"(%i, %s) <{kinds = [#gt<reduce_kind sum>], operandSegmentSizes = "
                "array<i32: 0, 1, 1>}> ({\n    llvm.unreachable\n  }) : (!gt.range<I>, "
                "!gt.storage<[], f64>) -> ()\n");
}

TEST(FoundTexts, AStringWithoutEndBehindAType) {
  expectRefused("  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>\n"
                "  \"gt.store %0\n");
}

TEST(FoundTexts, ADotOrAnAtSignBehindAType) {
  for (const char *sign : {". ", "@ ", ".\n", "@", "@1 ", ".. "}) {
    expectRefused("  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>\n  " +
                  std::string(sign) +
                  "gt.store %0 to %u over %i : !gt.field<[I], f64>, !gt.storage<[I], f64>, "
                  "!gt.range<I>\n");
    expectRefused("  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>\n" +
                  std::string(sign));
  }
}

TEST(FoundTexts, BracketsWithoutEnd) {
  for (const char *open : {"loc(fused[", "(", "tuple<", "{a = ", "[", "-"}) {
    std::string deep;
    for (int n = 0; n < 100000; ++n)
      deep += open;
    expectRefused("  %0 = gt.constant 1.0 : f64 {a = " + deep + "}\n");
  }
}

TEST(FoundTexts, AnArrayOfIndices) {
  expectRefused("  %0 = gt.constant 1.0 : f64 {a = array<index: 0, 0>}\n");
}

TEST(FoundTexts, AScalarOfAProgramOfKernelsStaysForThem) {
  Reader reader;
  const char *text = "gt.program @scalars(%u: !gt.storage<[I], f64>, %c: f64, %i: !gt.range<I>) {\n"
                     "  %0 = gt.neg %c : (f64) -> f64\n  gt.stencil over %i : !gt.range<I> {\n"
                     "    %1 = gt.exp %0 : (f64) -> f64\n"
                     "    gt.write %1 to %u : f64, !gt.storage<[I], f64>\n  }\n}\n";
  EXPECT_EQ(reader.transform(text), "");
  EXPECT_EQ(reader.transformed, 1);
}
