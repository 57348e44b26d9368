//===- BindingTest.cpp - Messages to users of another language ------------===//
//
// A small binding, compiled with GTJIT_NO_SOURCE_LINES: it gives the lines of its
// users, known at run time, where it has them, and none elsewhere. No message names
// a file of C++.
//
//===----------------------------------------------------------------------===//
#include <gtjit/array.h>
#include <gtjit/gtjit.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

using namespace gtjit;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {

/// The text of what goes wrong.
std::string textOf(const std::function<void()> &run) {
  try {
    run();
  } catch (const Error &error) {
    return error.what();
  }
  return "no error";
}

TEST(Binding, GivesNoLineOfItsOwn) {
  Storage u = zeros<double>({I(0, 4), J(0, 4)}), v = like(u), w = zeros<float>({I(0, 2)});
  const double one[1] = {};
  Storage constants = wrap(one, {1});
  Runtime checked(RuntimeOptions{.check = Check::NaN});
  Runtime other;
  Storage foreign, zero;
  {
    Runtime::Scope scope(other);
    foreign = zeros<double>({I(0, 4)});
  }
  {
    Runtime::Scope scope(checked);
    zero = zeros<double>({I(0, 4)});
  }
  Program twice = u.runtime().compile([](Field a) { return a + a; }, arg(F64, {I, J}));
  Storage empty;
  Field none;
  const std::vector<std::function<void()>> mistakes = {
      [&] { v[interior] = u(I + 1); },
      [&] { v[interior] = u(I + 1, J - 1, I + 3); },
      [&] { v[interior] = Field(w) + 1.0f; },
      [&] { update({{u, v}, {u[{I(0, 2)}], v}}); },
      [&] { (void)(u + foreign); },
      [&] { (void)(u & v); },
      [&] { (void)u(K + 1); },
      [&] { (void)u[{I(9)}]; },
      [&] { (void)u[{K(9)}]; },
      [&] { (void)u.rel({{0, 1, 2}}); },
      [&] { (void)u.view({I(3, 9)}); },
      [&] { (void)u.slice({7}); },
      [&] { u.set({7}, 1.0); },
      [&] { (void)u.read<float>(); },
      [&] { (void)u.read<double>(I); },
      [&] { (void)u.read<double>()(4, 0); },
      [&] { constants[whole] = 1.0; },
      [&] { (void)sum(u, K); },
      [&] { (void)eval(index(I)); },
      [&] { (void)probe(u, {I(3)}); },
      [&] { (void)probe(u, {I(3), J(7)}); },
      [&] { (void)probe(u, {I(INT64_MAX), J(0)}); },
      [&] { (void)explain(index(I)); },
      [&] { (void)u.item<double>(); },
      [&] { (void)Domain({I(0, 1), I(0, 1)}); },
      [&] { (void)Domain(I(0, 1))[J]; },
      [&] { (void)Range::all().size(); },
      [&] { (void)Range(4)[9]; },
      [&] { (void)Dimension("no name"); },
      [&] { (void)dtypeFromName("f17"); },
      [&] { (void)zeros({-1}); },
      [&] { (void)zeros({I(0, 4)}, F64, {.preset = "none"}); },
      [&] { fillHalo(u, periodic(K)); },
      [&] { (void)Runtime(RuntimeOptions{.threads = -1}); },
      [&] { (void)empty.domain(); },
      [&] { (void)(none + 1.0); },
      [&] { twice(out(v), w); },
      [&] { (void)Program::load("/nowhere"); },
      [&] { (void)u.runtime().compile([](Field a) { return eval(a); }, arg(F64, {I})); },
      [&] { (void)(array::Array(u) + array::Array(w)); },
      [&] { (void)static_cast<Storage>(array::Array()); },
      [&] { zero[whole] = 1.0 / zero; },
  };
  for (std::size_t n = 0; n < mistakes.size(); ++n) {
    std::string text = textOf(mistakes[n]);
    EXPECT_THAT(text, StartsWith("error: ")) << "mistake " << n;
    EXPECT_THAT(text, Not(HasSubstr(".cpp"))) << "mistake " << n;
    EXPECT_THAT(text, Not(HasSubstr(".h:"))) << "mistake " << n;
  }
}

TEST(Binding, GivesTheLinesOfItsUsers) {
  SourceLine made, stored;
  {
    std::string file = "model.py";
    made = SourceLine::of(file, 3), stored = SourceLine::of(file, 7);
  }
  Storage u = zeros<double>(Domain(I(0, 4)), {}, made);
  EXPECT_EQ(textOf([&] { u[{interior, stored}] = Arg(Field(u, stored)(I + 1, stored), stored); }),
            "model.py:7: error: storing to the f64 field on (I) made at model.py:3 over I[0,4) "
            "needs the f64 field on (I) made at model.py:3 over I[1,5), but it is defined over "
            "I[0,4)\n"
            "model.py:7: note: '(I + 1)' reads 1 point beyond\n"
            "note: give the f64 field on (I) made at model.py:3 a halo of (0,1) in I, or store "
            "over I[0,3)");
}

} // namespace
