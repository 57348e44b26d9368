//===- main.cpp - The time to the first result ----------------------------===//
//
// Warm process, cold kernel: from the first operator to a value read on the
// host, split by stage. Prints the medians over twenty kernels of different
// structure for each family, how much of the time the stages explain, and the
// process's peak memory. With arguments, a device and points of a thread (rows,
// columns), only what it takes to make kernels for that: they run on few points.
//
//===----------------------------------------------------------------------===//
#include "Expressions.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <time.h>
#include <utility>
#include <vector>

using namespace gtjit;

namespace {

using Stages = std::vector<std::pair<std::string, double>>;
using Clock = std::chrono::steady_clock;

/// Expressions that need a compilation each, and where their values go.
struct Family {
  const char *name;
  Storage out;
  std::function<Field(int)> member;
};

double milliseconds(Clock::time_point a, Clock::time_point b) {
  return std::chrono::duration<double, std::milli>(b - a).count();
}

/// Processor time of the process: what is left of a time on a busy machine.
double processorMilliseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

double peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// The stages of the last evaluation that compiled, as explain() tells them.
Stages lastStages(const Storage &storage) {
  std::istringstream text(explain(storage).c_str());
  Stages stages;
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    const std::size_t colon = line.rfind(": ");
    if (line.starts_with("last evaluation"))
      inside = true;
    else if (inside && line.starts_with("  ") && line.ends_with(" ms") && colon != line.npos)
      stages.emplace_back(line.substr(2, colon - 2), std::stod(line.substr(colon + 2)));
    else
      inside = false;
  }
  return stages;
}

struct FirstResult {
  double total, processor;
  Stages stages;
};

FirstResult measure(const Family &family, int member) {
  const double processorBefore = processorMilliseconds();
  auto start = Clock::now();
  Field expression = family.member(member);
  auto built = Clock::now();
  family.out[interior] = expression;
  auto stored = Clock::now();
  volatile double value = *family.out.read<double>().data();
  auto read = Clock::now();
  (void)value;
  FirstResult result{milliseconds(start, read),
                     processorMilliseconds() - processorBefore,
                     {{"build the graph", milliseconds(start, built)}}};
  for (auto &stage : lastStages(family.out))
    result.stages.push_back(stage);
  result.stages.emplace_back("read on the host", milliseconds(stored, read));
  return result;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

void report(const char *name, const std::vector<FirstResult> &results) {
  std::vector<double> totals, processor, explained;
  std::vector<std::string> order;
  for (const FirstResult &result : results) {
    double sum = 0;
    for (const auto &[stage, time] : result.stages) {
      sum += time;
      if (std::find(order.begin(), order.end(), stage) == order.end())
        order.push_back(stage);
    }
    totals.push_back(result.total);
    processor.push_back(result.processor);
    explained.push_back(100 * sum / result.total);
  }
  auto [least, greatest] = std::minmax_element(totals.begin(), totals.end());
  std::printf("%-28s %8.3f ms (least %.3f, greatest %.3f), %.3f ms of a processor; stages explain "
              "%.1f %%\n",
              name, median(totals), *least, *greatest, median(processor), median(explained));
  for (const std::string &stage : order) {
    std::vector<double> times;
    for (const FirstResult &result : results) {
      double time = 0;
      for (const auto &[other, part] : result.stages)
        time += other == stage ? part : 0;
      times.push_back(time);
    }
    std::printf("  %-26s %8.3f ms\n", stage.c_str(), median(times));
  }
}

std::vector<Family> families(const Storage &u, const Storage &v, bool small) {
  const Dimension V("V"), E("E"), v2e("V2E", DimensionKind::Local);
  const std::int64_t vertices = small ? 64 : 4096, levels = small ? 8 : 80;
  Storage table = empty<std::int32_t>({V(0, vertices), v2e(0, 6)});
  {
    auto edge = table.write<std::int32_t>();
    for (int vertex = 0; vertex < vertices; ++vertex)
      for (int n = 0; n < 6; ++n)
        edge(vertex, n) = 3 * vertex + (vertex + n) % 3;
  }
  Connectivity V2E(table, E);
  Storage onEdges = full<double>({E(0, 3 * vertices), K(0, levels + 4)}, 1.0);
  Storage signs = full<double>({V(0, vertices), v2e(0, 6)}, -1.0);
  Storage onVertices = zeros({V(0, vertices), K(0, levels)});
  return {{"lap2d-like, first result", v,
           [=](int member) { return latency::laplacianLike(u, member); }},
          {"hdiff-like, first result", v,
           [=](int member) { return latency::diffusionLike(u, member); }},
          {"Thomas-like, first result", v,
           [=](int member) { return latency::tridiagonalLike(u, member); }},
          {"e2vsum-like, first result", onVertices,
           [=](int member) { return latency::edgesOfVerticesLike(onEdges, signs, V2E, member); }}};
}

/// What it takes to make a kernel, from the first operator to code that can be run.
FirstResult untilLoaded(FirstResult whole) {
  auto load = std::find_if(whole.stages.begin(), whole.stages.end(),
                           [](const auto &stage) { return stage.first == "load"; });
  if (load != whole.stages.end())
    whole.stages.erase(load + 1, whole.stages.end());
  whole.total = 0;
  for (const auto &[stage, time] : whole.stages)
    whole.total += time;
  return whole;
}

RuntimeOptions optionsFrom(int count, char **arguments) {
  RuntimeOptions options;
  if (count > 1)
    options.device = arguments[1];
  if (count > 3) {
    options.threadRows = static_cast<std::uint32_t>(std::stoul(arguments[2]));
    options.threadColumns = static_cast<std::uint32_t>(std::stoul(arguments[3]));
  }
  return options;
}

} // namespace

int main(int count, char **arguments) {
  const double before = peakMegabytes();
  Runtime runtime(optionsFrom(count, arguments));
  Runtime::Scope scope(runtime);
  const bool onDevice = count > 1;
  const std::int64_t points = onDevice ? 32 : 64;
  Storage u = full<double>({I(0, points), J(0, points), K(0, onDevice ? 4 : 80)}, 1.0,
                           {.halo = {{I, latency::reach}, {J, latency::reach}}});
  Storage v = like(u);
  auto start = Clock::now();
  v[interior] = u * 2.0;
  std::printf("%-28s %8.3f ms (opens the compiler)\n", "first kernel of the process",
              milliseconds(start, Clock::now()));
  const double opened = peakMegabytes();
  for (const Family &family : families(u, v, onDevice)) {
    std::vector<FirstResult> results;
    for (int member = 0; member < latency::members; ++member) {
      results.push_back(measure(family, member));
      if (onDevice)
        results.back() = untilLoaded(results.back());
    }
    report(family.name, results);
  }
  if (onDevice)
    return 0;
  RuntimeCounters counters = Runtime::current().counters();
  std::printf("%lld kernels compiled; peak memory %.0f MB, %.0f MB with the compiler open, %.0f MB "
              "before\n",
              static_cast<long long>(counters.compiles), peakMegabytes(), opened, before);
}
