//===- BusyHost.cpp - Threads beside other work ---------------------------===//
//
// A kernel on one thread and on all, in turn, while other processes keep the
// processors busy. Prints mean and median of a call in microseconds, and what
// all threads take of the time of one.
//
//   BusyHost [points of a side = 64] [busy processes = processors]
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace gtjit;

namespace {

constexpr int kRounds = 60, kCallsOfRound = 50;

/// Processes that compute until they are stopped.
class BusyProcesses {
public:
  explicit BusyProcesses(int count) {
    for (int n = 0; n < count; ++n) {
      pid_t child = ::fork();
      if (child == 0)
        for (;;)
          (void)::getppid();
      children.push_back(child);
    }
  }
  ~BusyProcesses() {
    for (pid_t child : children) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
  }

private:
  std::vector<pid_t> children;
};

class Case {
public:
  Case(int threads, std::int64_t side) : runtime({.threads = threads, .diskCache = false}) {
    Runtime::Scope scope(runtime);
    u = full<double>({I(-1, side + 1), J(-1, side + 1), K(0, 80)}, 1.0);
    v = full<double>({I(0, side), J(0, side), K(0, 80)}, 0.0);
  }
  void call() {
    auto start = std::chrono::steady_clock::now();
    v[{I(0, v.domain()[I].hi())}] = 4.0 * u - (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1));
    times.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
            .count());
  }
  void forget() { times.clear(); }
  double mean() const {
    return std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
  }
  double median() {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }

private:
  Runtime runtime;
  Storage u, v;
  std::vector<double> times;
};

} // namespace

int main(int argc, char **argv) {
  long processors = ::sysconf(_SC_NPROCESSORS_ONLN);
  std::int64_t side = argc > 1 ? std::atoll(argv[1]) : 64;
  int busy = argc > 2 ? std::atoi(argv[2]) : static_cast<int>(processors);
  BusyProcesses others(busy);
  Case one(1, side), all(static_cast<int>(processors), side);
  for (Case *each : {&one, &all}) {
    each->call(); // compiles
    each->forget();
  }
  for (int round = 0; round < kRounds; ++round)
    for (Case *each : {&one, &all})
      for (int n = 0; n < kCallsOfRound; ++n)
        each->call();
  std::printf("%d busy processes on %ld processors, %ld x %ld x 80 points\n", busy, processors,
              long(side), long(side));
  std::printf("  one thread:  mean %8.1f us, median %8.1f us\n", one.mean(), one.median());
  std::printf("  all threads: mean %8.1f us, median %8.1f us, mean %.2f of one thread's\n",
              all.mean(), all.median(), all.mean() / one.mean());
}
