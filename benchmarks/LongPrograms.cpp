//===- LongPrograms.cpp - Evaluations of thousands of operations ----------===//
//
// The first evaluation of long programs, by their length: building, printing,
// compiling and running. Times per operation must not grow; where every operation
// is a kernel of its own, a time per operation is one per kernel.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <benchmark/benchmark.h>

#include <vector>

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

/// Evaluates `range(0)` fields together.
template <class Make> void evaluateAll(benchmark::State &state, Make make) {
  for (auto _ : state) {
    state.PauseTiming();
    Runtime runtime;
    Runtime::Scope scope(runtime);
    Storage u = full<double>({I(0, 64), J(0, 4)}, 1.0);
    eval(u + u);
    state.ResumeTiming();
    std::vector<Field> fields;
    for (std::int64_t n = 0; n < state.range(0); ++n)
      fields.push_back(make(u, n));
    benchmark::DoNotOptimize(eval({fields.data(), fields.size()}));
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

/// A field that differs from the others in one of its four operations at least.
Field different(const Field &u, std::int64_t number) {
  Field f = u;
  for (int step = 0; step < 4; ++step, number /= 4)
    f = number % 4 == 0   ? f + u
        : number % 4 == 1 ? f * u
        : number % 4 == 2 ? f - u
                          : Field(min(f, u));
  return f;
}

/// Chained, so that no two are one kernel.
void differentSums(benchmark::State &state) {
  evaluate(state, [](const Field &f, const Storage &u, std::int64_t n) {
    return u + sum(different(f, n));
  });
}

/// Over different points, so that none is part of another's kernel.
void differentKernels(benchmark::State &state) {
  evaluateAll(state, [](const Storage &u, std::int64_t n) {
    return different(u, n).at({I(n % 16, 32), J(0, 1 + n / 16 % 4)});
  });
}

BENCHMARK(additions)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(lines)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(numbers)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(sums)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(chainedSums)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(differentSums)->Arg(16)->Arg(256)->Unit(benchmark::kMillisecond);
BENCHMARK(differentKernels)->Arg(16)->Arg(256)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
