//===- LongPrograms.cpp - Evaluations of thousands of operations ----------===//
//
// The first evaluation of long programs, by their length: building, printing,
// compiling and running. Times per operation must not grow; where every operation
// is a kernel of its own, a time per operation is one per kernel. No kernel comes
// from the disk.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

using namespace gtjit;

namespace {

/// Evaluates what `append` makes of a field, again and again, in a runtime that
/// knows no kernel. `range(0)`: how often.
template <class Append> void evaluate(benchmark::State &state, Append append) {
  for (auto _ : state) {
    state.PauseTiming();
    Runtime runtime({.graphDepth = 0});
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
    Runtime runtime({.graphDepth = 0});
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

/// Each needs the one before.
void chainedScans(benchmark::State &state) {
  evaluate(state, [](const Field &f, const Storage &, std::int64_t) { return cumsum(f, J); });
}

/// Says what an evaluation would do.
void explained(benchmark::State &state) {
  Storage u = full<double>({I(0, 64), J(0, 4)}, 1.0);
  Field f = u;
  for (std::int64_t n = 0; n < state.range(0); ++n)
    f = f + static_cast<double>(n % 7);
  for (auto _ : state)
    benchmark::DoNotOptimize(explain(f));
}

/// A sum over many dimensions.
void dimensions(benchmark::State &state) {
  std::vector<NamedRange> ranges;
  for (std::int64_t n = 0; n < state.range(0); ++n)
    ranges.push_back(Dimension("D" + std::to_string(n))(0, n < 2 ? 4 : 1));
  Storage u = full<double>(Domain({ranges.data(), ranges.size()}), 1.0);
  for (auto _ : state) {
    state.PauseTiming();
    Runtime runtime({.graphDepth = 0});
    Runtime::Scope scope(runtime);
    eval(u + u);
    state.ResumeTiming();
    benchmark::DoNotOptimize(eval(sum(u)));
  }
}

/// Many assignments at once, made a second time: what the engine takes for each.
template <class Make> void updateAgain(benchmark::State &state, Make makeUpdates) {
  std::vector<Update> updates = makeUpdates();
  update(updates);
  for (auto _ : state) {
    state.PauseTiming();
    updates = makeUpdates();
    state.ResumeTiming();
    update(updates);
  }
  state.counters["per store"] = benchmark::Counter(static_cast<double>(state.range(0)),
                                                   benchmark::Counter::kIsIterationInvariantRate |
                                                       benchmark::Counter::kInvert);
}

void updatesOfStorages(benchmark::State &state) {
  std::vector<Storage> storages;
  for (std::int64_t n = 0; n < state.range(0); ++n)
    storages.push_back(full<double>(I(0, 8), 1.0));
  updateAgain(state, [&] {
    std::vector<Update> updates;
    for (const Storage &storage : storages)
      updates.emplace_back(storage, storage * 0.5);
    return updates;
  });
}

/// Rows and columns of one storage, each from itself.
void updatesOfParts(benchmark::State &state, bool isRow) {
  std::int64_t count = state.range(0);
  Storage u =
      isRow ? full<double>({J(0, count), I(0, 8)}, 1.0) : full<double>({J(0, 8), I(0, count)}, 1.0);
  updateAgain(state, [&] {
    std::vector<Update> updates;
    for (std::int64_t n = 0; n < count; ++n)
      updates.emplace_back(isRow ? u[{J(n, n + 1)}] : u[{I(n, n + 1)}], u * 0.5);
    return updates;
  });
}

/// Expressions on views of one storage, the first one dropped first.
void leavesOfOneBlock(benchmark::State &state) {
  Storage u = full<double>(I(0, state.range(0)), 1.0);
  for (auto _ : state) {
    std::deque<Field> fields;
    for (std::int64_t n = 0; n < state.range(0); ++n)
      fields.emplace_back(u.view({I(n, n + 1)}));
    while (!fields.empty())
      fields.pop_front();
  }
  state.counters["per leaf"] = benchmark::Counter(static_cast<double>(state.range(0)),
                                                  benchmark::Counter::kIsIterationInvariantRate |
                                                      benchmark::Counter::kInvert);
}

BENCHMARK(updatesOfStorages)->RangeMultiplier(10)->Range(10, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(updatesOfParts, rows, true)
    ->RangeMultiplier(10)
    ->Range(10, 10000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(updatesOfParts, columns, false)
    ->RangeMultiplier(10)
    ->Range(10, 10000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(leavesOfOneBlock)->RangeMultiplier(10)->Range(100, 100000)->Unit(benchmark::kMillisecond);
BENCHMARK(additions)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(lines)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(numbers)
    ->RangeMultiplier(10)
    ->Range(100, 10000)
    ->Arg(40000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(sums)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(explained)->Arg(5000)->Arg(20000)->Unit(benchmark::kMillisecond);
BENCHMARK(dimensions)->Arg(50)->Arg(100)->Arg(200)->Unit(benchmark::kMillisecond);
BENCHMARK(chainedScans)->Arg(150)->Arg(600)->Unit(benchmark::kMillisecond);
BENCHMARK(chainedSums)->RangeMultiplier(10)->Range(100, 10000)->Unit(benchmark::kMillisecond);
BENCHMARK(differentSums)->Arg(16)->Arg(256)->Unit(benchmark::kMillisecond);
BENCHMARK(differentKernels)->Arg(16)->Arg(256)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char **argv) {
  ::setenv("GTJIT_CACHE", "0", /*overwrite=*/0);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
