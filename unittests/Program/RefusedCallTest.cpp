//===- RefusedCallTest.cpp - What an expression refuses -------------------===//
//
// An error that depends on domains or numbers is the same in every way of a
// call: as an expression, the first time, after calls that were planned, as a
// status, and from a file.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"
#include "../Reloaded.h"

#include <gmock/gmock.h>

#include <cmath>
#include <typeinfo>

using namespace gtjit;
using testing::HasSubstr;

namespace {

using Arguments = std::vector<ProgramArgument>;

class RefusedCallTest : public BackendTest {
protected:
  /// Calls with `bad` arguments in every way; `good` ones are fine. Expects
  /// errors of exactly class E with a message, on line `line` of this file.
  template <class E>
  void expectRefused(const Program &program, const Arguments &good, const Arguments &bad,
                     const std::string &message, unsigned line) const {
    expectError<E>(program, bad, message, line, "first");
    for (int n = 0; n < 2; ++n)
      program.call(good);
    expectError<E>(program, bad, message, line, "after calls");
    Status status = program.tryCall(bad);
    EXPECT_FALSE(status);
    EXPECT_THAT(status.message(),
                HasSubstr("RefusedCallTest.cpp:" + std::to_string(line) + ": error: " + message));
    Program loaded = reloaded(program);
    expectError<E>(loaded, bad, message, line, "loaded");
    for (int n = 0; n < 2; ++n)
      loaded.call(good);
    expectError<E>(loaded, bad, message, line, "loaded, after calls");
  }

private:
  template <class E>
  static void expectError(const Program &program, const Arguments &arguments,
                          const std::string &message, unsigned line, const char *when) {
    try {
      program.call(arguments);
      ADD_FAILURE() << when << ": expected an error, got none";
    } catch (const Error &error) {
      EXPECT_EQ(typeid(error).name(), typeid(E).name()) << when << ": " << error.what();
      EXPECT_EQ(error.message(), message) << when;
      EXPECT_EQ(error.line().line, line) << when;
      EXPECT_THAT(error.line().file, HasSubstr("RefusedCallTest.cpp")) << when;
    }
  }
};
GTJIT_ON_ALL_BACKENDS(RefusedCallTest);

} // namespace

TEST_P(RefusedCallTest, thePlaceOfAnExtremeOfNoPoints) {
  Storage u = counting(zeros<double>({I(0, 3), J(0, 2)})).named("u"),
          row = zeros<std::int64_t>(J(0, 2));
  Storage none = zeros<double>({I(0, 0), J(0, 2)}).named("none");
  Program least = runtime.compile([](Field f) { return argmin(f, I); }, arg(F64, {I, J}));
  const unsigned leastLine = __LINE__ - 1;
  const std::string message = "'argmin' over I of 'none', which has no points there";
  expectRefused<ValueError>(least, {out(row), u}, {out(row), none}, message, leastLine);
  EXPECT_EQ(messageOf<ValueError>([&] { (void)argmin(none, I); }), message);
  Program greatest = runtime.compile([](Field f) { return argmax(f, J, I)[1]; }, arg(F64, {I, J}));
  const unsigned greatestLine = __LINE__ - 1;
  Storage place = zeros<std::int64_t>(Domain());
  expectRefused<ValueError>(greatest, {out(place), u}, {out(place), none},
                            "'argmax' over I of 'none', which has no points there", greatestLine);
}

// Other reductions have a value there.
TEST_P(RefusedCallTest, otherReductionsOfNoPointsHaveAValue) {
  auto callable = [](Field f) { return std::vector{min(f), max(f), sum(f), prod(f), mean(f)}; };
  Program all = runtime.compile(callable, arg(F32, I));
  Storage none = zeros<float>({I(0, 0)});
  for (int n = 0; n < 3; ++n) {
    std::vector<Storage> got, expected;
    Arguments arguments;
    for (const Field &field : callable(none)) {
      expected.push_back(eval(field));
      got.push_back(full<float>(Domain(), 7.0f));
    }
    for (const Storage &target : got)
      arguments.push_back(out(target));
    arguments.push_back(none);
    all.call(arguments);
    for (std::size_t r = 0; r < 4; ++r)
      EXPECT_EQ(got[r].item<float>(), expected[r].item<float>()) << r;
    EXPECT_TRUE(std::isnan(got[4].item<float>()) && std::isnan(expected[4].item<float>()));
  }
}

// A field is infinite where an argument lacks a dimension.
TEST_P(RefusedCallTest, reductionsOfInfiniteFieldsAreCalledAsTheyAreWritten) {
  auto refused = [&](auto callable) {
    Program program = runtime.compile(callable, arg(F64, I, "f"));
    Storage u = zeros<double>({I(0, 3)}).named("u"), v = like(u);
    return messageOf<ValueError>([&] { program(out(v), u); });
  };
  const std::string wide = " over K of the f64 field on (I, K) made at ",
                    end = ", which is infinite: K(-inf,inf); slice it";
  for (auto &&[what, message] : {
           std::pair("'sum'", refused([](Field f) { return sum(broadcast(f, {I, K}), K); })),
           std::pair("'mean'", refused([](Field f) { return mean(broadcast(f, {I, K}), K); })),
           std::pair("'max'", refused([](Field f) { return max(broadcast(f, {I, K}), K); })),
       }) {
    EXPECT_THAT(message, testing::StartsWith(what + wide));
    EXPECT_THAT(message, testing::EndsWith(end));
  }
  EXPECT_THAT(refused([](Field f) { return astype(argmin(broadcast(f, {I, K}), K), F64); }),
              testing::StartsWith("'argmin'" + wide));
}

TEST_P(RefusedCallTest, storesAndSlicesOutsideOfTheArgument) {
  Storage u = counting(zeros<double>({I(0, 8)})).named("u"),
          v = zeros<double>({I(0, 5)}).named("v");
  Storage less = zeros<double>({I(0, 7)}).named("less");
  Program shift = runtime.compile([](Field f) { return f(I + 3); }, arg(F64, I));
  const unsigned line = __LINE__ + 1;
  expectRefused<DomainError>(shift, {out(v), u}, {out(v), less},
                             "storing to 'v' over I[0,5) needs 'less' over I[3,8), but 'less' is "
                             "defined over I[0,7)",
                             line);
}

TEST_P(RefusedCallTest, aNumberThatIsNoValueOfItsType) {
  Storage u = full<std::int8_t>({I(0, 3)}, 1), v = like(u);
  Program add = runtime.compile([](Field f, Field n) { return f + n; }, arg(I8, I), arg(I8));
  for (int n = 0; n < 3; ++n) {
    EXPECT_EQ(messageOf<DTypeError>([&] { add(out(v), u, 300); }),
              "the number 300 overflows i8 (-128 to 127); convert the field with astype");
    add(out(v), u, n);
  }
  Storage f = full<float>({I(0, 3)}, 1.0f), g = like(f);
  Program scale = runtime.compile([](Field a, Field n) { return a * n; }, arg(F32, I), arg(F32));
  for (int n = 0; n < 3; ++n) {
    EXPECT_EQ(messageOf<DTypeError>([&] { scale(out(g), f, 1e300); }),
              "argument 1 of the program: the number 1e+300 overflows f32");
    scale(out(g), f, 3.4e38);
  }
}
