//===- ConcatProgramTest.cpp - Concatenations in programs -----------------===//
//
// What is put together of arguments whose domains a call brings, traced, saved and
// loaded.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../Evaluate/Stencils.h"
#include "../ExpectError.h"
#include "../Reloaded.h"

#include <gmock/gmock.h>

using namespace gtjit;
using testing::ElementsAre;

namespace {

class ConcatProgram : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(ConcatProgram);

Field bounded(Field u, Field edge) { return concat_where((I < 1) | (J == 2), edge, laplacian(u)); }
Field around(Field u) { return laplacian(withHalo(u, 1, periodic(I), constant(J, 2.5))); }
Field moved(Field u) { return u - roll(u, {3, -1}, {I, J}) + rename(u, {{I, J}, {J, I}}); }
Field changed(Field u, Field value) {
  return u.at({I(1, 3), J(2)}).set(value).rel({{-1, Slice::none}}).set(-1.0);
}

Field edge(Field u) {
  Field renamed = rename(u[Region{I(1, 8), K(0, 1)}], {{K, J}});
  return withHalo(renamed, {1, 3}, periodic(I), extend(J))(I + 1, I + 2, J - 7)[J(8)];
}

} // namespace

TEST_P(ConcatProgram, PartsOfAHaloOfWhatIsRenamed) {
  Program program = runtime.compile(edge, arg(F64, {I, K}));
  Storage u = counting(zeros<double>({I(0, 8), K(0, 1)})), v = zeros<double>({I(0, 6)});
  program(out(v), u);
  Storage expected = zeros<double>({I(0, 6)});
  expected[whole] = edge(u);
  EXPECT_EQ(valuesOf(v), valuesOf(expected));
}

TEST_P(ConcatProgram, ComputesWhatTheExpressionDoes) {
  Program bound = runtime.compile(bounded, arg(F64, {I, J}), arg(F64)),
          round = runtime.compile(around, arg(F64, {I, J})),
          change = runtime.compile(changed, arg(F64, {I, J}), arg(F64, I));
  Program loaded[] = {reloaded(bound), reloaded(round), reloaded(change)};
  for (std::int64_t size : {5, 8, 19}) {
    Domain domain{I(0, size), J(0, size - 1)};
    Storage u = counting(zeros<double>(domain, {.halo = {{I, 1}, {J, 1}}}));
    Storage value = counting(zeros<double>({I(1, 3)})), v = zeros<double>(domain), w = like(v);
    for (bool isLoaded : {false, true}) {
      v[whole] = bounded(u, 0.5);
      (isLoaded ? loaded[0] : bound)(out(w), u, 0.5);
      EXPECT_EQ(valuesOf(w), valuesOf(v));
      v[whole] = around(u);
      (isLoaded ? loaded[1] : round)(out(w), u);
      EXPECT_EQ(valuesOf(w), valuesOf(v));
      v[{I(0, size - 1)}] = changed(Field(u)[Region(domain)], value)[I(0, size - 1)];
      w[whole] = v;
      Storage bare = Field(u)[Region(domain)].storage();
      (isLoaded ? loaded[2] : change)(out(v), bare, value);
      w[whole] = changed(bare, value);
      EXPECT_EQ(valuesOf(w), valuesOf(v));
    }
  }
}

TEST_P(ConcatProgram, FieldsAreRolledAndRenamed) {
  Program traced = runtime.compile(moved, arg(F64, {I, J})), loaded = reloaded(traced);
  for (std::int64_t size : {2, 3, 8}) {
    Storage u = counting(zeros<double>({I(0, size), J(0, size)})), v = like(u), w = like(u);
    v[whole] = moved(u);
    for (const Program &program : {traced, loaded}) {
      program(out(w), u);
      EXPECT_EQ(valuesOf(w), valuesOf(v));
    }
  }
}

TEST_P(ConcatProgram, FieldsOfACallAreJoined) {
  auto join = [](Field a, Field b) { return 2.0 * concat(a, b); };
  Program joined = runtime.compile(join, arg(F64, I), arg(F64, I));
  Storage a = counting(zeros<double>({I(0, 3)})), b = counting(zeros<double>({I(3, 5)}), 10);
  for (const Program &program : {joined, reloaded(joined)}) {
    Storage v = zeros<double>({I(0, 5)});
    program(out(v), a, b);
    EXPECT_THAT(valuesOf(v), ElementsAre(0, 2, 4, 20, 22));
    program(out(v), b, a);
    EXPECT_THAT(valuesOf(v), ElementsAre(0, 2, 4, 20, 22));
    Storage c = zeros<double>({I(2, 5)});
    EXPECT_THROW(program(out(v), a, c), ValueError);
    EXPECT_THAT(valuesOf(v), ElementsAre(0, 2, 4, 20, 22));
  }
}

// S4-074: one compiled kernel for other bounds
TEST_P(ConcatProgram, OtherBoundsAreNoOtherKernel) {
  Storage u = counting(zeros<double>({I(0, 9)})), v = like(u);
  auto step = [&](std::int64_t west, std::int64_t east) {
    v[whole] = concat_where((I < west) | (I >= east), -1.0, u);
    return valuesOf(v);
  };
  EXPECT_THAT(step(1, 8), ElementsAre(-1, 1, 2, 3, 4, 5, 6, 7, -1));
  counted();
  EXPECT_THAT(step(3, 5), ElementsAre(-1, -1, -1, 3, 4, -1, -1, -1, -1));
  EXPECT_EQ(counted().compiles, 0u);
}

TEST_P(ConcatProgram, TheSampleOfACallIsCompiledBefore) {
  Program program = runtime.compile(bounded, arg(F64, {I, J}), arg(F64));
  Program loaded = reloaded(program);
  Storage u = counting(zeros<double>({I(0, 9), J(0, 7)}, {.halo = {{I, 1}, {J, 1}}})),
          v = zeros<double>({I(0, 9), J(0, 7)});
  counted();
  loaded(out(v), u, 0.5);
  EXPECT_EQ(counted().compiles, 0u);
}
