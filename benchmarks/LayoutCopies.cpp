//===- LayoutCopies.cpp - Copies between layouts beside memcpy ------------===//
//
// `v[whole] = u` for storages of different layouts, and memcpy of the same
// bytes by the same number of threads, between blocks of the same allocator.
// Both take turns in every round; the least time of each is kept. Prints a Markdown table; the
// arguments are the extents and the seconds a cell.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

using namespace gtjit;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

struct Memory {
  const char *name;
  StorageOptions options;
};

/// The layouts of the table. Ranks are those of I, J, K: 0 is the largest.
std::vector<Memory> memories(Runtime &runtime) {
  return {
      {"I-contiguous", {.layout = {2, 1, 0}, .preset = "C", .runtime = &runtime}},
      {"J-contiguous", {.layout = {0, 2, 1}, .preset = "C", .runtime = &runtime}},
      {"K-contiguous", {.layout = {0, 1, 2}, .preset = "C", .runtime = &runtime}},
      {"`cpu`, padded", {.halo = {{I, 3}, {J, 3}}, .preset = "cpu", .runtime = &runtime}},
  };
}

void copyBytes(char *to, const char *from, std::size_t bytes, int threads) {
  std::vector<std::thread> others;
  const std::size_t part = bytes / static_cast<std::size_t>(threads);
  for (int n = 1; n < threads; ++n)
    others.emplace_back([=] {
      const std::size_t first = part * static_cast<std::size_t>(n);
      std::memcpy(to + first, from + first, n + 1 == threads ? bytes - first : part);
    });
  std::memcpy(to, from, threads == 1 ? bytes : part);
  for (std::thread &other : others)
    other.join();
}

struct Times {
  double engine = 1e9;
  double memcpy = 1e9;
};

Times measure(const Storage &from, const Storage &to, const Storage &a, const Storage &b,
              int threads, double seconds) {
  Times least;
  char *target = static_cast<char *>(b.data());
  const char *source = static_cast<const char *>(a.data());
  to[interior] = from;
  auto begin = Clock::now();
  for (int round = 0; round < 3 || milliseconds(begin) < 1e3 * seconds; ++round) {
    auto start = Clock::now();
    to[interior] = from;
    least.engine = std::min(least.engine, milliseconds(start));
    start = Clock::now();
    copyBytes(target, source, static_cast<std::size_t>(a.nbytes()), threads);
    least.memcpy = std::min(least.memcpy, milliseconds(start));
  }
  return least;
}

template <class T> void table(const char *name, Domain domain, int threads, double seconds) {
  Runtime runtime{{.threads = threads}};
  std::vector<Memory> layouts = memories(runtime);
  const StorageOptions dense{.preset = "C", .runtime = &runtime};
  Storage a = full<T>(domain, T(2.5), dense), b = full<T>(domain, T(0.5), dense);
  std::printf("**%s, %d thread%s**\n\n| from | to |", name, threads, threads > 1 ? "s" : "");
  std::printf(" time | memcpy | ratio |\n|---|---|---|---|---|\n");
  for (const Memory &source : layouts)
    for (const Memory &target : layouts) {
      Storage from = full<T>(domain, T(1.5), source.options);
      Storage to = zeros<T>(domain, target.options);
      Times least = measure(from, to, a, b, threads, seconds);
      std::printf("| %s | %s | %.2f ms | %.2f ms | %.2f |\n", source.name, target.name,
                  least.engine, least.memcpy, least.engine / least.memcpy);
      std::fflush(stdout);
    }
  std::printf("\n");
}

} // namespace

int main(int count, char **values) {
  auto extent = [&](int n, std::int64_t other) {
    return count > n ? std::atoll(values[n]) : other;
  };
  Domain domain{I(0, extent(1, 512)), J(0, extent(2, 512)), K(0, extent(3, 80))};
  const double seconds = count > 4 ? std::atof(values[4]) : 1.0;
  for (int threads : {1, 2}) {
    table<double>("double", domain, threads, seconds);
    table<float>("float", domain, threads, seconds);
  }
}
