//===- TableProgramTest.cpp - Programs that gather ------------------------===//
//
// Tables that a callable captures, and tables that it is given: other tables in
// each call, of any size; programs from files.
//
//===----------------------------------------------------------------------===//
#include "../Reloaded.h"
#include "Meshes.h"

using namespace gtjit;
using namespace gtjit::mesh;
using testing::ElementsAre;

namespace {

class TablePrograms : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(TablePrograms);

Field difference(Field u, Field table) {
  Connectivity E2V(table, V, Skip{});
  return neighbor_sum(u(E2V)) + max_over(u(E2V)) - u(E2V[0]);
}

TEST_P(TablePrograms, TakeTables) {
  Program program = runtime.compile(difference, arg(F64, {V}, "u"), arg(I32, {E, e2v}, "table"));
  for (const Program &each : {program, reloaded(program)}) {
    Storage u = line<double>({1, 2, 4, 8}, 0, V);
    Storage three = line<double>({0, 0, 0}, 0, E), two = line<double>({0, 0}, 0, E);
    each(out(three), u, rows32(E, e2v, {{0, 1}, {1, -1}, {3, 2}}));
    EXPECT_THAT(valuesOf<double>(three), ElementsAre(3 + 2 - 1, 2, 12 + 8 - 8));
    // The same shape with other indices, and another shape.
    each(out(three), u, rows32(E, e2v, {{3, -1}, {2, 1}, {0, 0}}));
    EXPECT_THAT(valuesOf<double>(three), ElementsAre(8, 6 + 4 - 4, 2 + 1 - 1));
    each(out(two), u, rows32(E, e2v, {{0, 1, 2}, {1, -1, 3}}));
    EXPECT_THAT(valuesOf<double>(two), ElementsAre(7 + 4 - 1, 10 + 8 - 2));
    std::string message = messageOf<NonContiguousDomain>(
        [&] { each(out(two), u, rows32(E, e2v, {{0, 4}, {1, 1}}).named("bad")); });
    EXPECT_NE(message.find("its index at E(0), E2V(1) is 4, not in V[0,4)"), std::string::npos)
        << message;
  }
}

TEST_P(TablePrograms, CaptureTables) {
  Connectivity E2V(rows32(E, e2v, {{0, 1}, {1, -1}, {3, 2}}), V, Skip{});
  auto callable = [&](Field u, Field w) { return neighbor_sum(u(E2V) * w, e2v); };
  Program program = runtime.compile(callable, arg(F64, {V, K}, "u"), arg(F64, {E, e2v}, "w"));
  Storage u = grid(V, K, {{1, 10}, {2, 20}, {4, 40}, {8, 80}});
  Storage w = grid(E, e2v, {{1, 1}, {1, 1}, {1, -1}}),
          result = grid(E, K, {{0, 0}, {0, 0}, {0, 0}});
  for (const Program &each : {program, reloaded(program)})
    for (int n = 0; n < 2; ++n) {
      each(out(result), u, w);
      EXPECT_THAT(valuesOf<double>(result), ElementsAre(3, 30, 2, 20, 4, 40));
    }
}

/// What fills both sides of a gap tells of its neighbours where it is defined, and no further.
TEST_P(TablePrograms, ConcatenateWhatLacksNeighbours) {
  auto callable = [&](Field u, Field w, Field table) {
    Field gathered = u(Connectivity(table, V, Skip{-1}));
    return neighbor_sum(concat_where((E < 1) | (E > 1), w, gathered));
  };
  Program program = runtime.compile(callable, arg(F64, {V}, "u"), arg(F64, {E, e2v}, "w"),
                                    arg(I32, {E, e2v}, "table"));
  auto tableFrom = [](std::int64_t start) {
    return rows32(E, e2v, {{0, 1}, {-1, 1}, {-1, 0}}, start);
  };
  Storage u = line<double>({1, 2}, 0, V), result = line<double>({7, 7, 7}, 0, E);
  Storage w = grid(E, e2v, {{10, 20}, {30, 40}, {50, 60}});
  Storage middle = grid(E, e2v, {{5, 6}}, 1); // which fills neither side
  for (const Program &each : {program, reloaded(program)}) {
    each(out(result), u, w, tableFrom(0));
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(30, 2, 110));
    each(out(result[E(1, 1)]), u, middle, tableFrom(7));
    EXPECT_THROW(each(out(result), u, w, tableFrom(7)), NonContiguousDomain);
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(30, 2, 110));
  }
}

/// Tables that are computed of arguments are evaluated, and looked at, by every call.
TEST_P(TablePrograms, ComputeTables) {
  auto callable = [](Field u, Field table) {
    Connectivity next(table + 1, V);
    return neighbor_sum(u(next)) - u(next[0]);
  };
  Program program = runtime.compile(callable, arg(F64, {V}, "u"), arg(I32, {E, e2v}, "table"));
  Storage u = line<double>({1, 2, 4, 8}, 0, V), result = line<double>({0, 0}, 0, E);
  for (const Program &each : {program, reloaded(program)}) {
    each(out(result), u, rows32(E, e2v, {{0, 1}, {2, 0}}));
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(4, 2));
    each(out(result), u, rows32(E, e2v, {{-1, 2}, {-1, -1}}));
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(8, 1));
    std::string message = messageOf<NonContiguousDomain>(
        [&] { each(out(result), u, rows32(E, e2v, {{0, 3}, {1, 1}})); });
    EXPECT_NE(message.find("its index at E(0), E2V(1) is 4, not in V[0,4)"), std::string::npos)
        << message;
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(8, 1)); // nothing was written
  }
}

// S4-107
TEST_P(TablePrograms, ShiftByFields) {
  auto callable = [](Field u, Field by) { return u(as_offset(I, by)) + u(as_offset(I, -by)); };
  Program program = runtime.compile(callable, arg(F64, {I, K}, "u"), arg(I32, {I}, "by"));
  Storage u = grid(I, K, {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
  Storage result = empty({I(1, 3), K(0, 2)});
  for (const Program &each : {program, reloaded(program)}) {
    each(out(result), u, line<std::int32_t>({1, -1}, 1));
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(6, 8, 10, 12));
    each(out(result), u, line<std::int32_t>({0, 1}, 1));
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(6, 8, 10, 12));
    EXPECT_THROW(each(out(result), u, line<std::int32_t>({0, 2}, 1)), DomainError);
  }
}

/// What a callable computes of memory that it captured is computed by calls, too.
TEST_P(TablePrograms, ComputeTablesOfWhatTheyCapture) {
  Storage captured = rows32(E, e2v, {{0, 1}, {2, 0}});
  auto callable = [&](Field u) { return neighbor_sum(u(Connectivity(captured + 1, V))); };
  Program program = runtime.compile(callable, arg(F64, {V}, "u"));
  Storage u = line<double>({1, 2, 4, 8}, 0, V), result = line<double>({0, 0}, 0, E);
  captured.write<std::int32_t>()(0, 0) = 9; // the program has the values of the trace
  for (const Program &each : {program, reloaded(program)})
    for (int n = 0; n < 2; ++n) {
      result[whole] = 0.0;
      each(out(result), u);
      EXPECT_THAT(valuesOf<double>(result), ElementsAre(6, 10));
    }
}

// S4-106
TEST_P(TablePrograms, WrapLocalDimensionsOfArguments) {
  const Dimension w = wrapDim(v2v, 1);
  auto callable = [w](Field v, Field table) {
    Connectivity V2V(table, V);
    return neighbor_sum(neighbor_sum(v(V2V).remap(V2V, w), v2v), w);
  };
  Program program = runtime.compile(callable, arg(F64, {V}, "v"), arg(I32, {V, v2v}, "table"));
  Storage v = line<double>({10, 20, 30, 40}, 0, V), result = line<double>({0, 0, 0, 0}, 0, V);
  for (const Program &each : {program, reloaded(program)}) {
    each(out(result), v, ring());
    EXPECT_THAT(valuesOf<double>(result), ElementsAre(80, 120, 80, 120));
  }
}

// case 118: the size of a local dimension is part of the kernel's type, what the table
// holds is not.
TEST_P(TablePrograms, AreCompiledForSizesOfLocalDimensions) {
  Program program =
      runtime.compile([](Field u, Field t) { return neighbor_sum(u(Connectivity(t, V))); },
                      arg(F64, {V}, "u"), arg(I32, {E, e2v}, "t"));
  Storage u = line<double>({1, 2, 4, 8}, 0, V), result = line<double>({0, 0}, 0, E);
  auto called = [&](const Storage &table) {
    auto before = runtime.counters().compiles;
    program(out(result), u, table);
    return runtime.counters().compiles - before;
  };
  auto first = called(rows32(E, e2v, {{0, 1}, {2, 3}}));
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(3, 12));
  EXPECT_EQ(called(rows32(E, e2v, {{3, 3}, {0, 0}})), 0);
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(16, 2));
  EXPECT_EQ(called(rows32(E, e2v, {{3, 3, 1}, {0, 0, 1}})), first);
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(18, 4));
}

} // namespace
