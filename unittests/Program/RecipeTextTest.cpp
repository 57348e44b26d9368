//===- RecipeTextTest.cpp - Programs as text of the gt dialect ------------===//
//
// What is written is read back by the engine alone, and is the same text again;
// MLIR reads it too. What is no such text is refused at its line.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/RecipeText.h"
#include "../Backends.h"
#include "../ExpectError.h"
#include "gtjit/Program/ProgramState.h"
#include "gtjit/Types/DomainText.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <unistd.h>

using namespace gtjit;
using namespace gtjit::detail;
using testing::HasSubstr;

namespace {

class RecipeTextTest : public BackendTest {
protected:
  static RecipeText textOf(const Program &program) {
    return printRecipe(stateOf(program, {}).recipe);
  }
  RecipeText again(const RecipeText &text) { return printRecipe(readRecipe(runtime.get(), text)); }

  /// The message of the error that reading a text gives.
  std::string refusal(const std::string &text) {
    RecipeText from{text, {{"I", I}, {"J", J}, {"A", A}}, {Dims{I, J}}, {}};
    try {
      (void)readRecipe(runtime.get(), from);
    } catch (const Error &error) {
      return std::string(error.message());
    }
    return "no error";
  }
  std::string body(const std::string &line) {
    return refusal(head + "  " + line + " loc(unknown)\n" + tail);
  }

  const Dimension A{"A"};
  const std::string head = "gt.callable @p(%u: !gt.field<[I, J], f64> loc(unknown)) {\n";
  const std::string tail = "  gt.return %0 : f64 loc(unknown)\n} loc(unknown)\n";
};
GTJIT_ON_ALL_BACKENDS(RecipeTextTest);

/// Whether gt-opt reads the text and finds nothing wrong.
bool isDialect(const std::string &text) {
  auto path = std::filesystem::temp_directory_path() /
              ("gtjit-callable-" + std::to_string(::getpid()) + ".mlir");
  std::ofstream(path) << text;
  bool isRead = std::system((GT_OPT " " + path.string() + " > /dev/null").c_str()) == 0;
  std::filesystem::remove(path);
  return isRead;
}

/// Without lines of this file.
std::string withoutLines(const std::string &text) {
  std::string result;
  for (std::size_t n = 0; n < text.size(); ++n) {
    if (text.compare(n, 5, " loc(") == 0 && text[n + 5] != '"')
      n = text.find(')', n);
    else
      result += text[n];
  }
  return result.substr(result.find("!t0"));
}

} // namespace

TEST_P(RecipeTextTest, aProgramIsACallable) {
  auto callable = [](Field t, Field alpha) {
    Field change = (t(I + 1) - t(I - 1)).named("change");
    return std::vector<Field>{alpha * change, 0.5 * mean(t.rel({{1, -1}}), I)};
  };
  Program program = runtime.compile(callable, arg(F64, {J, I}, "t"), arg(F64, {}, "alpha"));
  RecipeText written = textOf(program);
  std::size_t named = written.text.find("loc(\"change\"(#l");
  ASSERT_NE(named, std::string::npos);
  written.text.erase(named - 1, written.text.find("))", named) + 3 - named);
  for (const char *name : {" loc(\"t\"(", " loc(\"alpha\"("}) {
    std::size_t at = written.text.find(name);
    ASSERT_NE(at, std::string::npos) << written.text;
    written.text.erase(at, written.text.find("))", at) + 2 - at);
  }
  EXPECT_EQ(withoutLines(written.text), R"(!t0 = !gt.field<[I, J], f64>
!t1 = !gt.field<[J], f64>
gt.callable @program(%t: !t0, %alpha: f64) {
  %2 = gt.shift %t [I + 1] : !t0
  %3 = gt.shift %t [I - 1] : !t0
  %4 = gt.sub %2, %3 : (!t0, !t0) -> !t0
  %5 = gt.mul %alpha, %4 : (f64, !t0) -> !t0
  %6 = gt.constant 5.0e-01 : f64
  %7 = gt.slice %t [I from 1 to -1, J] : !t0 -> !t0
  %8 = gt.reduce_dims sum %7 over [I] {gt.called = "mean"} : !t0 -> !t1
  %9 = gt.count %7 over [I] : !t0
  %10 = gt.cast %9 : (i64) -> f64
  %11 = gt.div %8, %10 : (!t1, f64) -> !t1
  %12 = gt.mul %6, %11 : (f64, !t1) -> !t1
  gt.return %5, %12 : !t0, !t1
}
)");
}

TEST_P(RecipeTextTest, aTextIsTheSameAfterItsWayThroughARecipe) {
  Storage c = full<double>({I(0, 9), K(0, 4)}, 0.25);
  auto everything = [&](Field u, Field n, Field a) {
    auto [i, j] = argmax(u, I, J);
    Field part = u[{I(-3, unbounded), K(2)}].named("a \"part\"\n");
    return std::vector<Field>{pow(u, 3) + clip(u, -1.0, a),
                              where(u > 0.5, u.rel({{1, -1}, ellipsis, 2}), part),
                              i.named("west") + j + index(I),
                              sum(n, J) + broadcast(Arg(1), {I}),
                              c[{I(1, 5), K(3)}] * u + c(I + 1),
                              max(u) + prod(u, K) + u.rel({0}),
                              (a * std::numeric_limits<double>::infinity()).named("end") -
                                  std::nan(""),
                              astype(u, F32) * 0.1f,
                              mean(astype(u, F16), J)};
  };
  Dimension vertical("I", DimensionKind::Vertical);
  Program program = runtime.compile(everything, arg(F64, {J, K, I}, "u 1"),
                                    arg(U8, {J, vertical, I}), arg(F64, {}, "a"));
  RecipeText written = textOf(program);
  EXPECT_EQ(written.captures.size(), 1u);
  EXPECT_EQ(again(written).text, written.text);
  EXPECT_TRUE(isDialect(written.text)) << written.text;
  for (const char *piece : {"{gt.called = \"pow\"}", "{gt.called = \"clip\"}", "loc(\"u 1\"(",
                            "loc(\"a \\\"part\\\"\\0A\"(", "loc(\"west\"(", "gt.find_extreme max",
                            "0x7FF0000000000000 : f64", "I_1"})
    EXPECT_THAT(written.text, HasSubstr(piece));
  Program loaded(
      Ref<ProgramState>(new ProgramState(runtime.get(), readRecipe(runtime.get(), written))));
  EXPECT_EQ(toString(loaded.argument(0).dims), "(J, K, I)");
  EXPECT_EQ(loaded.argument(0).name, "u 1");
  EXPECT_TRUE(loaded.argument(1).dims.contains(vertical));
  EXPECT_EQ(loaded.output(6).name, program.output(6).name);
}

// Every number comes back, bit for bit.
TEST_P(RecipeTextTest, numbersKeepTheirBits) {
  std::vector<Field> numbers{true, false, INT64_MIN, INT64_MAX, UINT64_MAX,
                             -0.0, 0.1,   5e-324,    1e300};
  for (DType type : {F16, BF16, F32, F64})
    for (double value : {1.0, -0.0, 0.1, 65504.0, 1e-7})
      numbers.push_back(broadcast(Arg(astype(Arg(value), type)), {I}));
  for (DType type : {I8, U8, I16, U16, I32, U32, I64, U64})
    numbers.push_back(astype(Arg(127), type));
  Program program = runtime.compile([&](Field) { return numbers; }, arg(F64, I));
  const Recipe &recipe = stateOf(program, {}).recipe;
  Recipe back = readRecipe(runtime.get(), printRecipe(recipe));
  ASSERT_EQ(back.results.size(), recipe.results.size());
  EXPECT_EQ(printRecipe(back).text, printRecipe(recipe).text);
  EXPECT_TRUE(isDialect(printRecipe(recipe).text));
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    Node &expected = *recipe.steps[recipe.results[n]].node,
         &got = *back.steps[back.results[n]].node;
    EXPECT_EQ(got.dtype, expected.dtype) << n;
  }
}

TEST_P(RecipeTextTest, whatIsNoCallableIsRefusedAtItsLine) {
  EXPECT_EQ(refusal("gt.program @p() {}"), "line 1: expected 'gt.callable', got 'gt.program @'");
  EXPECT_EQ(refusal(head + tail), "line 2: expected a value that is defined, got '%0'");
  EXPECT_EQ(body("%0 = gt.shift %u [K + 1] : !gt.field<[I, J], f64>"),
            "line 2: expected a dimension, got 'K'");
  EXPECT_EQ(body("%0 = gt.shift %u [I + x] : !gt.field<[I, J], f64>"),
            "line 2: expected a number of points, got 'x'");
  EXPECT_EQ(body("%0 = gt.shift %u [I + 1] : !t0"),
            "line 2: expected the name of a type that is defined");
  EXPECT_EQ(body("%0 = gt.neg %u : (f64) -> f46"), "line 2: expected an element type, got 'f46'");
  EXPECT_EQ(body("%0 = gt.neg %u : (f64) -> f32"), "'gt.neg' gives f64 here, expected f32");
  EXPECT_EQ(body("%0 = gt.add %u : (f64) -> f64"), "'gt.add' takes 2 operands, got 1");
  EXPECT_EQ(body("%0 = gt.frobnicate %u : (f64) -> f64"),
            "'gt.frobnicate' is no operation on fields");
  EXPECT_EQ(body("%0 = gt.constant 300 : i8"), "line 2: expected a number of type i8, got '300'");
  EXPECT_EQ(body("%0:2 = gt.find_extreme max %u over [I] : f64 -> i64"),
            "line 2: expected 1 results");
  EXPECT_EQ(body("%u = gt.neg %u : (f64) -> f64"), "line 2: '%u' is defined twice");
  EXPECT_EQ(refusal(head + "  %0 = gt.neg %u : (f64) -> f64 loc(unknown)\n" + tail + "more"),
            "line 5: expected the end of the text");
  EXPECT_EQ(refusal("gt.callable @p(%u: !gt.field<[I], f64> loc(unknown)) {\n" + tail),
            "an argument has other dimensions");
  EXPECT_EQ(refusal("gt.callable @p() {\n  %0 = gt.constant 1 : i64 loc(unknown)\n" + tail),
            "an argument is missing");
  EXPECT_EQ(refusal("#l0 = loc(\"file\":1:2"), "line 1: expected ')', got ''");
  EXPECT_EQ(refusal("#l0 = loc(#l1)"), "line 1: expected the name of a location that is defined");
  EXPECT_EQ(refusal("#l0 = loc(\"file\":1x:2"), "line 1: expected an integer, got '1x'");
  EXPECT_EQ(refusal("#l0 = loc(\"fi\\xyle\":1:2"), "line 1: expected an escape of two digits");
  EXPECT_EQ(refusal("#l0 = loc(\"file"), "line 1: expected the end of a string");
  EXPECT_EQ(refusal("# = loc(\"file\":1:2"), "line 1: expected a name, got '= loc(\"file\"'");
  EXPECT_EQ(body("%0 = gt.constant : i8"), "'gt.constant' has no number");
}

TEST_P(RecipeTextTest, whatAnOperationLacksIsRefused) {
  const std::string field = " : !gt.field<[I, J], f64>", none = " {^bb0(%a: f64): ";
  EXPECT_EQ(body("%0 = gt.shift %u, %u [I + 1]" + field), "'gt.shift' takes 1 operand, got 2");
  EXPECT_EQ(body("%0 = gt.index I [J]" + field), "'gt.index' has one dimension, got 2");
  EXPECT_EQ(body("%0 = gt.reduce_dims best %u over [I]" + field),
            "'gt.reduce_dims' has no kind 'best'");
  EXPECT_EQ(body("%0 = gt.rename %u [I as J, J as I]" + field),
            "'gt.rename' gives one dimension another name, got 2");
  EXPECT_EQ(body("%0 = gt.shift_by %u [I from -1 to 1]" + field),
            "'gt.shift_by' takes 2 operands and one dimension, got 1 and 1");
  EXPECT_EQ(body("%0 = gt.at %u [I]" + field), "'gt.at' takes 2 operands, got 1");
  EXPECT_EQ(body("%0 = gt.at %u, %u [I]" + field),
            "the f64 field on (I, J) at I of the f64 field on (I, J) (f64): indices are integers");
  EXPECT_EQ(body("%0 = gt.find_extreme sum %u over [I] : f64 -> i64"),
            "'gt.find_extreme' is of min or max, got sum");
  EXPECT_EQ(body("%0 = gt.concat %u, %u [I from 0 to 1, J from 1 to 2]" + field),
            "'gt.concat' has ranges of other dimensions for part 1");
  EXPECT_EQ(body("%0 = gt.set %u, %u" + field), "'gt.set' takes 3 operands, got 2");
  EXPECT_EQ(body("%0 = gt.halo extend %u [I from -1 to 1, J from -1 to 1]" + field),
            "'gt.halo' has one range, got 2");
  EXPECT_EQ(body("%0 = gt.halo vague %u [I from -1 to 1]" + field),
            "'gt.halo' has no kind 'vague'");
  EXPECT_THAT(body("%0 = gt.count %u over [A]" + field),
              testing::AllOf(testing::StartsWith("the number of points of "),
                             testing::EndsWith(" in A: it has no such dimension")));
  EXPECT_THAT(body("%0 = gt.rename %u [I as J]" + field),
              testing::EndsWith(" as J: its dimensions are (I, J)"));
  const std::string scan = "%c = gt.constant 0.0 : f64 loc(unknown)\n  %0 = gt.scan_dim forward ";
  EXPECT_EQ(body(scan + "[I, J] from %c : f64 -> f64" + none + "gt.yield %a : f64 loc(unknown)}"),
            "'gt.scan_dim' has one dimension and a value for each of its initial ones");
  EXPECT_EQ(body(scan + "[I] from %c : f64 -> f64" + none + "gt.yield %b : f64 loc(unknown)}"),
            "line 3: expected a value that is defined, got '%b'");
}

TEST_P(RecipeTextTest, storagesThatArePutDownMustFit) {
  Storage c = full<double>({I(0, 9)}, 0.25);
  RecipeText text = textOf(runtime.compile([&](Field u) { return u + c; }, arg(F64, {I, J})));
  auto refusalOf = [&](const RecipeText &from) {
    return messageOf<ValueError>([&] { (void)readRecipe(runtime.get(), from); });
  };
  RecipeText without = text;
  without.captures.clear();
  EXPECT_EQ(refusalOf(without), "a captured storage is missing");
  RecipeText other = textOf(runtime.compile(
      [c = full<float>({I(0, 9)}, 1.0f)](Field u) { return u + c; }, arg(F32, {I, J})));
  text.captures = other.captures;
  EXPECT_EQ(refusalOf(text), "a captured storage has another type");
}
