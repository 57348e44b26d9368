//===- LongPrograms.cpp - Evaluations of thousands of operations ----------===//
//
// The first evaluation of long programs, by their length: building, printing,
// compiling and running. Times per operation must not grow.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <benchmark/benchmark.h>

using namespace gtjit;

namespace {

/// Evaluates what `append` makes of a field, again and again, in a runtime that
/// knows no kernel. `range(0)`: how often.
template <class Append> void evaluate(benchmark::State &state, Append append) {
  for (auto _ : state) {
    state.PauseTiming();
    Runtime runtime;
    Runtime::Scope scope(runtime);
    Storage u = full<double>({I(0, 64), J(0, 4)}, 1.0);
    eval(u + u); // opens the compiler
    state.ResumeTiming();
    Field f = u;
    for (std::int64_t n = 0; n < state.range(0); ++n)
      f = append(f, u, n);
    benchmark::DoNotOptimize(eval(f));
  }
  state.counters["per operation"] = benchmark::Counter(
      static_cast<double>(state.range(0)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void additions(benchmark::State &state) {
  evaluate(state, [](const Field &f, const Storage &u, std::int64_t) { return f + u; });
}

/// Each from a line of its own.
void lines(benchmark::State &state) {
  evaluate(state, [](const Field &f, const Storage &u, std::int64_t n) {
    SourceLine line{"model.cpp", static_cast<unsigned>(n + 1), 1};
    return operator+(Arg(f, line), Arg(u, line));
  });
}

void numbers(benchmark::State &state) {
  evaluate(state, [](const Field &f, const Storage &, std::int64_t n) {
    return f + static_cast<double>(n);
  });
}

/// Sums side by side.
void sums(benchmark::State &state) {
  evaluate(state, [](const Field &f, const Storage &u, std::int64_t n) {
    return f + sum(u + static_cast<double>(n));
  });
}

/// Each sum needs the one before.
void chainedSums(benchmark::State &state) {
  evaluate(state, [](const Field &f, const Storage &u, std::int64_t) { return u + sum(f); });
}

BENCHMARK(additions)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(lines)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(numbers)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(sums)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(chainedSums)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
