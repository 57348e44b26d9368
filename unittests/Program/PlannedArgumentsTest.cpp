//===- PlannedArgumentsTest.cpp - Which calls go by a plan ----------------===//
//
// Second calls by the kinds of their arguments: those that go the short way, as
// docs/Programs.md says, and those that are assigned as any expression is.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include "gtjit/Memory/RuntimeState.h"

#include <functional>

using namespace gtjit;

namespace {

class PlannedArguments : public BackendTest {
protected:
  std::int64_t plannedRuns() const { return runtime.get().counters.plannedRuns.load(); }
  /// Calls twice; how many of the second calls go by a plan.
  std::int64_t plannedOf(const std::function<void()> &call) {
    call();
    std::int64_t before = plannedRuns();
    call();
    return plannedRuns() - before;
  }
};
GTJIT_ON_ALL_BACKENDS(PlannedArguments);

int doubled(const MemRef *arrays) {
  for (std::int64_t i = 0; i < arrays[0].sizes[0]; ++i)
    arrays[1].at<double>(i) = 2.0 * arrays[0].at<double>(i);
  return 0;
}

const Dimension e("E"), n("N", DimensionKind::Local);

} // namespace

TEST_P(PlannedArguments, TellTheWayOfACall) {
  Storage u = counting(zeros<double>({I(0, 8), J(0, 3)})), v = like(u);
  Storage row = counting(zeros<double>({I(0, 8)})), target = like(row),
          number = zeros<double>(Domain());
  Field reader;
  Storage table = zeros<std::int32_t>({e(0, 8), n(0, 2)}), edges = zeros<double>({e(0, 8)});
  auto doubles = externalArrays("planned_doubled", &doubled, reads(F64, {I}), writes(F64, {I}));
  Program scaled =
      runtime.compile([](Field f, Field s) { return s * f; }, arg(F64, {I, J}), arg(F64));
  Program copied = runtime.compile([](Field f) { return f + 0.5; }, arg(F64, {I}));
  Program tabled =
      runtime.compile([](Field f, Field t) { return neighbor_sum(f(Connectivity(t, I))); },
                      arg(F64, {I}), arg(I32, {e, n}));
  Program called = runtime.compile([&](Field f) { return doubles(f) + 1.0; }, arg(F64, {I}));

  struct Case {
    const char *name;
    std::function<void()> call;
    std::int64_t planned;
  };
  const Case cases[] = {
      {"storages and a number", [&] { scaled(out(v), u, 2.0); }, 1},
      {"a storage without dimensions for a number", [&] { scaled(out(v), u, number); }, 1},
      {"an output that is an argument", [&] { copied(out(row), row); }, 1},
      {"a part of an output", [&] { copied(out(target[{I(2, 5)}]), row); }, 1},
      // Not the program's plan but the one of its line, as the expression's.
      {"a part of a storage", [&] { copied(out(target), u[{J(1)}]); }, 1},
      {"a view of a storage", [&] { copied(out(target[{I(2, 5)}]), row.view({I(2, 5)})); }, 1},
      {"a field that is evaluated first", [&] { copied(out(target), row + 1.0); }, 0},
      {"a reader of the output",
       [&] {
         reader = target * 1.0;
         copied(out(target), row);
       },
       0},
      {"no reader any more",
       [&] {
         reader = Field();
         copied(out(target), row);
       },
       1},
      {"a table", [&] { tabled(out(edges), row, table); }, 0},
      {"a function on arrays", [&] { called(out(target), row); }, 0},
      {"a look for NaN",
       [&] {
         CheckScope on(Check::NaN);
         copied(out(target), row);
       },
       0},
  };
  for (const Case &one : cases)
    EXPECT_EQ(plannedOf(one.call), compiles() ? one.planned : 0) << one.name;
}

// A profile counts the kernels of each graph.
TEST_P(PlannedArguments, OfAProfiledRuntimeDoNotMatter) {
  RuntimeOptions options;
  options.profile = true;
  options.reference = !compiles();
  Runtime profiled(options);
  Runtime::Scope on(profiled);
  Program copied = profiled.compile([](Field f) { return f + 0.5; }, arg(F64, {I}));
  Storage u = zeros<double>({I(0, 8)}), v = like(u);
  copied(out(v), u);
  copied(out(v), u);
  EXPECT_EQ(profiled.get().counters.plannedRuns.load(), 0);
}
