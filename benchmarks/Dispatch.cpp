//===- Dispatch.cpp - The cost of one more evaluation ---------------------===//
//
// A rebuilt expression of ten operations on 8 x 8 x 8 points: what an
// evaluation costs besides its arithmetic, and where it goes.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

using namespace gtjit;

namespace {

struct Fields {
  Storage a, b, c, out;
  Fields() {
    const Domain domain{I(0, 8), J(0, 8), K(0, 8)};
    a = full<double>(domain, 1.5), b = full<double>(domain, 0.25), c = full<double>(domain, -2.0);
    out = like(a);
  }
  Field tenOperations() const { return (a * b + c) * (a - b) + (c * c - a) * 0.5 + b * c; }
};

/// Building the graph and taking it down.
void build(benchmark::State &state) {
  Fields fields;
  for (auto _ : state)
    benchmark::DoNotOptimize(fields.tenOperations().get());
}
BENCHMARK(build);

/// Storing a graph that is there: flattening, look-up, binding, the kernel.
void store(benchmark::State &state) {
  Fields fields;
  Field expression = fields.tenOperations();
  fields.out[interior] = expression;
  for (auto _ : state)
    fields.out[interior] = expression;
}
BENCHMARK(store);

/// The least expression: what does not depend on the number of operations.
void buildAndStoreCopy(benchmark::State &state) {
  Fields fields;
  for (auto _ : state)
    fields.out[interior] = fields.a;
}
BENCHMARK(buildAndStoreCopy);

/// What a user's time loop does.
void buildAndStore(benchmark::State &state) {
  Fields fields;
  fields.out[interior] = fields.tenOperations();
  const std::int64_t compiles = Runtime::current().counters().compiles;
  for (auto _ : state)
    fields.out[interior] = fields.tenOperations();
  if (Runtime::current().counters().compiles != compiles)
    state.SkipWithError("the expression was compiled again");
}
BENCHMARK(buildAndStore);

/// The same where the kernel is on disk and not in memory: what a process pays for
/// a kernel that another one compiled.
void buildAndStoreFromDisk(benchmark::State &state) {
  std::string folder = std::filesystem::temp_directory_path() / "gtjit-dispatch-XXXXXX";
  if (!::mkdtemp(folder.data()))
    return state.SkipWithError("no folder for the cache");
  Runtime runtime({.diskCacheFolder = folder});
  Runtime::Scope scope(runtime);
  Fields fields;
  fields.out[interior] = fields.tenOperations();
  for (auto _ : state) {
    runtime.clearCache();
    fields.out[interior] = fields.tenOperations();
  }
  if (runtime.counters().compiles != 1)
    state.SkipWithError("the expression was compiled again");
  std::filesystem::remove_all(folder);
}
BENCHMARK(buildAndStoreFromDisk);

Field tenOperations(Field a, Field b, Field c) {
  return (a * b + c) * (a - b) + (c * c - a) * 0.5 + b * c;
}

/// The same as a program that was traced before: other storages every call.
void callProgram(benchmark::State &state) {
  Fields fields;
  Program program = Runtime::current().compile(tenOperations, arg(F64, {I, J, K}),
                                               arg(F64, {I, J, K}), arg(F64, {I, J, K}));
  program(out(fields.out), fields.a, fields.b, fields.c);
  for (auto _ : state) {
    program(out(fields.out), fields.a, fields.b, fields.c);
    swap(fields.out, fields.a);
  }
}
BENCHMARK(callProgram);

/// The least program, with a number: what a call costs besides its arithmetic.
void callProgramOfOnePoint(benchmark::State &state) {
  Storage u = full<double>(I(0, 1), 1.5), v = like(u);
  Program program =
      Runtime::current().compile([](Field u, Field s) { return u * s; }, arg(F64, I), arg(F64));
  program(out(v), u, 2.0);
  for (auto _ : state)
    program(out(v), u, 2.0);
}
BENCHMARK(callProgramOfOnePoint);

/// The same as an expression.
void storeOnePoint(benchmark::State &state) {
  Storage u = full<double>(I(0, 1), 1.5), v = like(u);
  for (auto _ : state)
    v[interior] = u * 2.0;
}
BENCHMARK(storeOnePoint);

/// A number of all points.
void sumOfProducts(benchmark::State &state) {
  Fields fields;
  for (auto _ : state)
    benchmark::DoNotOptimize(sum(fields.a * fields.b).item<double>());
}
BENCHMARK(sumOfProducts);

/// One of two values at each point, above a level.
void storeChosen(benchmark::State &state) {
  Fields fields;
  const Domain upper{I(0, 8), J(0, 8), K(2, 8)};
  for (auto _ : state)
    fields.out[upper] = where(fields.a > fields.b, sqrt(abs(fields.a)), fields.c);
}
BENCHMARK(storeChosen);

/// Running sums along columns.
void storeRunningSums(benchmark::State &state) {
  Fields fields;
  for (auto _ : state)
    fields.out[whole] = cumsum(fields.a * fields.b, K);
}
BENCHMARK(storeRunningSums);

/// Written where it is read.
void addInPlace(benchmark::State &state) {
  Fields fields;
  for (auto _ : state)
    fields.a[whole] = fields.a + 0.5 * fields.b;
}
BENCHMARK(addInPlace);

Field smoothed(const Storage &u) {
  return u + 0.1 * (u(I - 1) + u(I + 1) + u(J - 1) + u(J + 1) - 4.0 * u);
}

/// Reads neighbours of what it writes, in memory of the library, which moves.
void smoothInPlace(benchmark::State &state) {
  Storage u = full<double>({I(-1, 9), J(-1, 9), K(0, 8)}, 1.5);
  const Domain inner{I(0, 8), J(0, 8), K(0, 8)};
  for (auto _ : state)
    u[inner] = smoothed(u);
}
BENCHMARK(smoothInPlace);

/// The same in memory of the host, which cannot move.
void smoothWrapped(benchmark::State &state) {
  std::vector<double> memory(10 * 10 * 8, 1.5);
  Storage u = wrap(memory.data(), {I(-1, 9), J(-1, 9), K(0, 8)});
  const Domain inner{I(0, 8), J(0, 8), K(0, 8)};
  for (auto _ : state)
    u[inner] = smoothed(u);
}
BENCHMARK(smoothWrapped);

/// Two fields of which one reads the other's old values.
void updateBoth(benchmark::State &state) {
  Fields fields;
  for (auto _ : state)
    update({{fields.a[whole], fields.a + 0.5 * fields.b},
            {fields.b[whole], fields.b - 0.5 * fields.c}});
}
BENCHMARK(updateBoth);

/// Three components side by side, each of others of two fields: a cross product.
void updateComponents(benchmark::State &state) {
  const Dimension C("C");
  const Domain domain{I(0, 8), J(0, 8), C(0, 3)};
  Storage a = full<double>(domain, 1.5), b = full<double>(domain, 0.25), out = like(a);
  auto component = [&](const Storage &of, std::int64_t c) { return of[{C(c)}]; };
  auto product = [&](std::int64_t m, std::int64_t n) {
    return component(a, m) * component(b, n) - component(a, n) * component(b, m);
  };
  for (auto _ : state)
    update(
        {{out[{C(0)}], product(1, 2)}, {out[{C(1)}], product(2, 0)}, {out[{C(2)}], product(0, 1)}});
}
BENCHMARK(updateComponents);

/// Means of four cells of a finer grid, found by computed indices.
void storeCellMeans(benchmark::State &state) {
  Fields fields;
  auto fine = [&](int i, int j) { return fields.a.at({I(2 * index(I) + i), J(2 * index(J) + j)}); };
  for (auto _ : state)
    fields.out[{I(0, 4), J(0, 4)}] = 0.25 * (fine(0, 0) + fine(1, 0) + fine(0, 1) + fine(1, 1));
}
BENCHMARK(storeCellMeans);

} // namespace

BENCHMARK_MAIN();
