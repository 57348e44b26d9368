//===- Dispatch.cpp - The cost of one more evaluation ---------------------===//
//
// A rebuilt expression of ten operations on 8 x 8 x 8 points: what an
// evaluation costs besides its arithmetic, and where it goes.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <benchmark/benchmark.h>

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

} // namespace

BENCHMARK_MAIN();
