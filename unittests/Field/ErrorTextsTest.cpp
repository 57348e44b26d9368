//===- ErrorTextsTest.cpp - What errors of fields say ---------------------===//
//
// The class, the whole message, the notes and the user's line of errors that no
// test of what an operation means comes upon.
//
//===----------------------------------------------------------------------===//
#include "gtjit/gtjit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <typeinfo>

using namespace gtjit;
using testing::HasSubstr;

namespace {

/// Where an unnamed field was made stands between these parts of a message.
using Parts = std::vector<std::string>;

/// Expects an error of exactly class E whose message begins and ends so, with this last note, at
/// one of the lines on which the call is written.
template <class E, class Run>
void expectTold(const Parts &parts, Run run, const std::string &note = "",
                SourceLine line = SourceLine::here()) {
  try {
    run();
    ADD_FAILURE() << "line " << line.line << ": no error";
  } catch (const Error &error) {
    EXPECT_STREQ(typeid(error).name(), typeid(E).name()) << error.what();
    EXPECT_THAT(error.line().file, HasSubstr("ErrorTextsTest.cpp"));
    EXPECT_GE(error.line().line, line.line) << error.what();
    EXPECT_LE(error.line().line, line.line + 5) << error.what();
    std::string message(error.message());
    EXPECT_TRUE(message.starts_with(parts.front())) << message;
    EXPECT_TRUE(message.ends_with(parts.back())) << message;
    if (parts.size() == 1) {
      EXPECT_EQ(message, parts.front());
    }
    std::size_t notes = error.noteCount();
    EXPECT_EQ(notes > 0 ? error.note(notes - 1) : "", note);
  }
}

Storage fieldOn(DType type, const Domain &domain, const char *name) {
  return zeros(domain, type).named(name);
}

} // namespace

TEST(ErrorTexts, OfFieldsWithoutEnds) {
  Field endless = broadcast(Arg(2.0), {I}).named("two");
  expectTold<ValueError>(
      {"cannot evaluate 'two': it is infinite in I(-inf,inf)"}, [&] { (void)eval(endless); },
      "assign it to a part of a storage, or slice it");
  expectTold<ValueError>({"cannot explain 'two': it is infinite in I(-inf,inf)"},
                         [&] { (void)explain(endless); });
  expectTold<ValueError>({"the origin of 'two', which is infinite in I"},
                         [&] { (void)endless.origin(); });
  expectTold<ValueError>({"explain: the field is empty"}, [] { (void)explain(Field()); });
  std::int64_t many = std::int64_t(1) << 40;
  Field wide = (index(I) + index(J))[{I(0, many), J(0, many)}].named("wide");
  expectTold<ValueError>({"the number of points of 'wide' is above 2^63"},
                         [&] { (void)mean(wide); });
}

TEST(ErrorTexts, OfValuesAndNames) {
  Storage complex = fieldOn(C128, Domain(), "z"), u = fieldOn(F64, {I(0, 4), J(0, 3)}, "u");
  expectTold<DTypeError>({"item() of 'z' as a real number: its values are c128"},
                         [&] { (void)Field(complex).item<double>(); });
  expectTold<IndexError>({"at_dims names K, which 'u' lacks"},
                         [&] { (void)Field(u).at_dims({I, K}); });
  expectTold<IndexError>({"at_dims names J twice"}, [&] { (void)Field(u).at_dims({J, J}); });
  expectTold<IndexError>(
      {"expected at most 1 entries and one ellipsis in a slice by at_dims, got 2"},
      [&] { (void)Field(u).at_dims(J).rel({1, 2}); });
  expectTold<ValueError>({"'argmin' of ", " over no dimension"}, [&] { (void)argmin(sum(u)); });
}

TEST(ErrorTexts, OfElementTypes) {
  Storage bytes = fieldOn(I8, I(0, 4), "b"), least = fieldOn(U64, I(0, 4), "n"),
          whole = fieldOn(I64, I(0, 4), "m");
  expectTold<ValueError>({"'pow' of 'b' (i8) and the number -2: expected an exponent of 0 or more "
                          "for integers; convert the base with astype"},
                         [&] { (void)pow(bytes, -2); });
  expectTold<DTypeError>(
      {"'+' of 'n' (u64) and 'm' (i64): no integer type holds the values of both; "
       "convert one with astype"},
      [&] { (void)(least + whole); });
  Field large = broadcast(Arg(1000), {I}).named("large");
  expectTold<DTypeError>({"a number that 'large' is made of overflows i8; convert the field with "
                          "astype"},
                         [&] { (void)(bytes + large); });
}

TEST(ErrorTexts, OfScans) {
  Storage u = fieldOn(F64, K(0, 4), "u"), complex = fieldOn(C128, K(0, 4), "z");
  auto add = [](Value sum, Value x) { return sum + x; };
  expectTold<DTypeError>(
      {"'scan' of 'z': complex values are only stored, moved and converted to "
       "each other"},
      [&] { (void)scan(K, Forward, 0.0, add, complex); },
      "stores, shifts, parts, concat_where and astype to C64 and C128 take them; "
      "to compute, wrap their real and their imaginary parts with .strides");
  expectTold<ValueError>(
      {"origin() of ", ": it is computed of values in the body of a scan, which "
                       "stand for those at each point"},
      [&] {
        (void)scan(K, Forward, 0.0, [](Value s, Value x) { return (void)x.origin(), s; }, u);
      });
  Runtime other;
  Storage foreign = zeros<double>({K(0, 4)}, {.runtime = &other}).named("v");
  auto both = [](Value sum, Value x, Value y) { return sum + x * y; };
  expectTold<ValueError>({"the operands of 'scan' belong to different runtimes"},
                         [&] { (void)scan(K, Forward, 0.0, both, u, foreign); });
}

TEST(ErrorTexts, OfPrograms) {
  Runtime runtime, other;
  Runtime::Scope scope(runtime);
  Storage foreign = zeros<double>({I(0, 4)}, {.runtime = &other}).named("foreign");
  expectTold<ValueError>({"the handle refers to no program"},
                         [] { (void)Program().argumentCount(); });
  expectTold<ValueError>({"arg: the dimension I is named twice"}, [&] {
    (void)runtime.compile([](Field u) { return u; }, arg(F64, {I, I}));
  });
  expectTold<ValueError>({"compile: result 1 of the callable is no field"}, [&] {
    (void)runtime.compile([](Field u) { return std::vector<Field>{u, Field()}; }, arg(F64, I));
  });
  expectTold<ValueError>(
      {"compile: the callable reads 'foreign', which belongs to another runtime"},
      [&] { (void)runtime.compile([&](Field u) { return u + foreign; }, arg(F64, I)); });
  Storage v = zeros<double>({I(0, 4)});
  Field kept;
  (void)runtime.compile([&](Field u) { return kept = u; }, arg(F64, I, "u"));
  expectTold<ValueError>(
      {"compile: the callable reads 'u', which is an argument of another callable"},
      [&] { (void)runtime.compile([&](Field w) { return w + kept; }, arg(F64, I, "w")); });
  expectTold<ValueError>(
      {"writing a storage in a callable that is traced for a program: it would happen once, not at "
       "every call"},
      [&] { (void)runtime.compile([&](Field u) { return v[whole] = 1.0, u; }, arg(F64, I)); },
      "do it before compile(), or give the program an argument");
}

TEST(ErrorTexts, OfRuntimes) {
  expectTold<ValueError>({"RuntimeOptions::threads: expected 0 to 4096, got -1"},
                         [] { Runtime{{.threads = -1}}; });
  expectTold<ValueError>({"RuntimeOptions::smallDomain: expected 0 or more, got -1"},
                         [] { Runtime{{.smallDomain = -1}}; });
  expectTold<ValueError>({"RuntimeOptions::tile: expected extents of at least 1, got 0"},
                         [] { Runtime{{.tile = {4, 0}}}; });
  auto runtime = std::make_unique<Runtime>();
  Runtime other;
  double value = 0;
  expectTold<ValueError>({"wrap: the options name another runtime"},
                         [&] { (void)runtime->wrap(&value, {I(0, 1)}, {.runtime = &other}); });
  Storage u = zeros<double>({I(0, 4)}, {.runtime = runtime.get()}).named("u");
  runtime.reset();
  expectTold<ValueError>({"runtime: the runtime of 'u' is gone"}, [&] { (void)u.runtime(); });
}
