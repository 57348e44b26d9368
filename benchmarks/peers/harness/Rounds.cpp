//===- Rounds.cpp - Implementations that take turns -----------------------===//

#include "Rounds.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>

namespace bench {

using Clock = std::chrono::steady_clock;
static double seconds(Clock::time_point a, Clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

bool parse(int argc, char **argv, Options &options) {
  for (int n = 1; n < argc; ++n) {
    std::string name = argv[n], value = n + 1 < argc ? argv[n + 1] : "";
    if (name == "--only")
      options.kernels = "," + value + ",";
    else if (name == "--peer")
      options.peer = value;
    else if (name == "--size")
      options.sizes = {value};
    else if (name == "--type")
      options.type = value;
    else if (name == "--seconds")
      options.seconds = std::atof(value.c_str());
    else if (name == "--caches" && (value == "warm" || value == "cold"))
      options.cold = value == "cold";
    else
      return std::fprintf(stderr, "unknown option %s\n", name.c_str()), false;
    ++n;
  }
  return true;
}

int Options::sets(double bytes) const {
  constexpr double kBeyondCaches = 256 << 20; // more than a process has of third-level caches
  return cold ? std::max(1, int(kBeyondCaches / bytes)) : 1;
}

bool isChosen(const Options &options, const std::string &kernel) {
  return options.kernels.empty() || options.kernels.find("," + kernel + ",") != std::string::npos;
}

void readSize(const std::string &size, int &nx, int &ny, int &nz) {
  if (std::sscanf(size.c_str(), "%dx%dx%d", &nx, &ny, &nz) == 3)
    return;
  std::fprintf(stderr, "%s is not a size\n", size.c_str());
  std::exit(2);
}

std::vector<Contender> findContenders(const std::vector<std::string> &peers,
                                      const std::vector<std::string> &implementations,
                                      const std::vector<Args> &sets, const Options &options,
                                      bool isDouble) {
  using Factory = Kernel *(*)(const Args &);
  std::vector<Contender> found;
  for (const std::string &peer : peers)
    for (const std::string &implementation : implementations) {
      if (peer.find(options.peer) == std::string::npos)
        continue;
      std::string symbol = peer + "_" + implementation + (isDouble ? "_d" : "_f");
      auto make = reinterpret_cast<Factory>(dlsym(RTLD_DEFAULT, symbol.c_str()));
      if (!make)
        continue;
      Contender &contender = found.emplace_back(Contender{peer, implementation, {}});
      for (const Args &args : sets)
        contender.kernels.emplace_back(make(args));
    }
  return found;
}

/// Finds how many calls make a time worth reading: as many on each set of arrays.
static void countRepeats(Contender &contender) {
  contender.run();
  auto start = Clock::now();
  contender.run();
  const int sets = int(contender.kernels.size());
  const int calls = std::clamp(int(0.4e-3 / seconds(start, Clock::now())), 1, 200);
  contender.repeats = (calls + sets - 1) / sets * sets;
}

/// Calls that are not measured, until the caches are as they are after many of the contender's own:
/// who stores past them leaves its results in memory, and the next one that does not has to fetch
/// them more than once.
static int warmUps(double best) {
  constexpr double kSettled = 12e-3;
  return best > 20e-3 && best < 1e30 ? 0 : std::clamp(int(kSettled / best), 1, 8);
}

static void runRound(std::vector<Contender> &contenders, int threads) {
  double lead = 1e30;
  for (const Contender &contender : contenders)
    lead = std::min(lead, contender.best);
  for (Contender &contender : contenders) {
    // Those far behind need fewer rounds; a busy machine makes some look so.
    if ((contender.best > 3 * lead && contender.rounds >= 12) ||
        (contender.best > 1.6 * lead && contender.rounds >= 25))
      continue;
    if (threads > 1) // lets the threads of another peer go to sleep
      std::this_thread::sleep_for(std::chrono::microseconds(1500));
    for (int n = warmUps(contender.best); n > 0; --n)
      contender.run();
    auto start = Clock::now();
    for (int n = 0; n < contender.repeats; ++n)
      contender.run();
    contender.best = std::min(contender.best, seconds(start, Clock::now()) / contender.repeats);
    ++contender.rounds;
  }
}

void measure(std::vector<Contender> &contenders, const Options &options, int threads,
             const std::function<void(Contender &)> &poison,
             const std::function<double(Contender &)> &check) {
  for (Contender &contender : contenders) {
    poison(contender);
    for (std::unique_ptr<Kernel> &kernel : contender.kernels)
      kernel->run();
    contender.kernels.front()->fetch();
    contender.error = check(contender);
    countRepeats(contender);
  }
  // A round from memory goes through many sets of arrays.
  const int least = options.cold ? 3 : 10;
  auto start = Clock::now();
  for (int round = 1; round <= 200; ++round) {
    runRound(contenders, threads);
    if (round >= least && seconds(start, Clock::now()) > options.seconds)
      break;
  }
}

void report(const Group &group, const std::vector<Contender> &contenders) {
  for (const Contender &c : contenders) {
    bool isRight = c.error < group.tolerance;
    std::printf("{\"kernel\":\"%s\",\"type\":\"%s\",\"size\":\"%s\",\"threads\":%d,"
                "\"peer\":\"%s\",\"implementation\":\"%s\",\"us\":%.3f,\"bytes\":%.0f,"
                "\"error\":%.3g,\"right\":%s,\"first_ms\":%.3f,\"rounds\":%d}\n",
                group.kernel.c_str(), group.isDouble ? "double" : "float", group.size.c_str(),
                group.threads, c.peer.c_str(), c.implementation.c_str(), c.best * 1e6, group.bytes,
                c.error, isRight ? "true" : "false", c.kernels.front()->firstSeconds * 1e3,
                c.rounds);
    if (!isRight)
      std::fprintf(stderr, "WRONG %s %s: error %g\n", group.kernel.c_str(), c.peer.c_str(),
                   c.error);
  }
  std::fflush(stdout);
}

} // namespace bench
