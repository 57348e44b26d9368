//===- TableProgramTest.cpp - Programs that gather ------------------------===//
//
// Tables that a callable captures, and tables that it is given: other tables in
// each call, of any size; programs from files.
//
//===----------------------------------------------------------------------===//
#include "Meshes.h"

#include <cstdio>
#include <filesystem>
#include <unistd.h>

using namespace gtjit;
using namespace gtjit::mesh;
using testing::ElementsAre;

namespace {

class TablePrograms : public OnEveryBackend {
protected:
  Program reloaded(const Program &program) {
    std::string path =
        (std::filesystem::temp_directory_path() / ("gtjit-mesh-" + std::to_string(::getpid())))
            .string();
    program.save(path);
    Program loaded = Program::load(path);
    std::remove(path.c_str());
    return loaded;
  }
};
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

TEST_P(TablePrograms, ComputeNoTables) {
  auto callable = [](Field u, Field table) { return u(Connectivity(table + 1, V)); };
  std::string message = messageOf<ValueError>(
      [&] { (void)runtime.compile(callable, arg(F64, {V}), arg(I32, {E}, "table")); });
  EXPECT_EQ(message.find("a table that is computed of arguments of a callable: "), 0u) << message;
  auto shifted = [](Field u, Field by) { return u(as_offset(V, by)); };
  EXPECT_THROW((void)runtime.compile(shifted, arg(F64, {V}), arg(I32, {V}, "by")), ValueError);
}

} // namespace
