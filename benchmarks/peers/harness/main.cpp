//===- main.cpp - Peers in the same rounds --------------------------------===//
//
// All peers of a group (kernel, size, type, threads) run round robin in one
// process; each gets the minimum over rounds, so that a busy machine disturbs
// all of them alike. Results go to standard output, one JSON object a line.
//
//   gtjit_peers [--only copy,hdiff] [--peer part-of-name] [--size NXxNYxNZ]
//               [--type double|float] [--seconds S] (of each group)
//
//===----------------------------------------------------------------------===//
#include "Problem.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <omp.h>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;
double seconds(Clock::time_point a, Clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

struct Options {
  std::string kernels, peer, type;
  std::vector<std::string> sizes = {"64x64x80", "256x256x80", "512x512x80"};
  double seconds = 1;
};

struct Contender {
  std::string peer, implementation;
  std::unique_ptr<bench::Kernel> kernel;
  double best = 1e30, error = 0;
  int repeats = 1, rounds = 0;
};

std::vector<Contender> findContenders(const bench::KernelDefinition &definition,
                                      const bench::Args &args, const Options &options,
                                      const char *suffix) {
  using Factory = bench::Kernel *(*)(const bench::Args &);
  std::vector<Contender> found;
  for (const char *peer : {"engine", "gcc_naive", "clang_naive", "gcc_expert", "clang_expert",
                           "gcc_expert_nt", "clang_expert_nt"})
    for (const char *implementation : definition.implementations) {
      if (!std::strstr(peer, options.peer.c_str()))
        continue;
      std::string symbol = std::string(peer) + "_" + implementation + suffix;
      if (auto make = reinterpret_cast<Factory>(dlsym(RTLD_DEFAULT, symbol.c_str())))
        found.push_back({peer, implementation, std::unique_ptr<bench::Kernel>(make(args))});
    }
  return found;
}

/// Checks the result and finds how many calls make a time worth reading.
template <class T> void prepare(Contender &contender, bench::Problem<T> &problem) {
  problem.poison();
  contender.kernel->run();
  contender.kernel->fetch();
  contender.error = problem.error();
  contender.kernel->run();
  auto start = Clock::now();
  contender.kernel->run();
  contender.repeats = std::clamp(int(0.4e-3 / seconds(start, Clock::now())), 1, 200);
}

void runRound(std::vector<Contender> &contenders, int threads, bool first) {
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
    if (contender.best < 5e-3 || first)
      contender.kernel->run();
    auto start = Clock::now();
    for (int n = 0; n < contender.repeats; ++n)
      contender.kernel->run();
    contender.best = std::min(contender.best, seconds(start, Clock::now()) / contender.repeats);
    ++contender.rounds;
  }
}

template <class T>
void runGroup(const bench::KernelDefinition &definition, int nx, int ny, int nz,
              const Options &options) {
  const bool isDouble = sizeof(T) == 8;
  const double tolerance = isDouble ? 1e-12 : 3e-5;
  omp_set_num_threads(2);
  bench::Problem<T> problem(definition, nx, ny, nz);
  for (int threads : {1, 2}) {
    problem.args.threads = threads;
    omp_set_num_threads(threads);
    auto contenders = findContenders(definition, problem.args, options, isDouble ? "_d" : "_f");
    for (Contender &contender : contenders)
      prepare(contender, problem);
    auto start = Clock::now();
    for (int round = 0; round < 200; ++round) {
      runRound(contenders, threads, round == 0);
      if (round >= 9 && seconds(start, Clock::now()) > options.seconds)
        break;
    }
    for (const Contender &c : contenders) {
      std::printf("{\"kernel\":\"%s\",\"type\":\"%s\",\"size\":\"%dx%dx%d\",\"threads\":%d,"
                  "\"peer\":\"%s\",\"implementation\":\"%s\",\"us\":%.3f,\"bytes\":%.0f,"
                  "\"error\":%.3g,\"right\":%s,\"first_ms\":%.3f,\"rounds\":%d}\n",
                  definition.name, isDouble ? "double" : "float", nx, ny, nz, threads,
                  c.peer.c_str(), c.implementation.c_str(), c.best * 1e6, problem.bytes(), c.error,
                  c.error < tolerance ? "true" : "false", c.kernel->firstSeconds * 1e3, c.rounds);
      if (!(c.error < tolerance))
        std::fprintf(stderr, "WRONG %s %s: error %g\n", definition.name, c.peer.c_str(), c.error);
    }
    std::fflush(stdout);
  }
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
    else
      return std::fprintf(stderr, "unknown option %s\n", name.c_str()), false;
    ++n;
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!parse(argc, argv, options))
    return 2;
  for (const std::string &size : options.sizes) {
    int nx = 0, ny = 0, nz = 0;
    if (std::sscanf(size.c_str(), "%dx%dx%d", &nx, &ny, &nz) != 3)
      return 2;
    for (const bench::KernelDefinition &definition : bench::kernelDefinitions()) {
      if (!options.kernels.empty() &&
          options.kernels.find("," + std::string(definition.name) + ",") == std::string::npos)
        continue;
      if (options.type != "float")
        runGroup<double>(definition, nx, ny, nz, options);
      if (options.type != "double")
        runGroup<float>(definition, nx, ny, nz, options);
      std::fprintf(stderr, "%s %s measured\n", size.c_str(), definition.name);
    }
  }
}
