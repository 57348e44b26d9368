//===- Rounds.h - Implementations that take turns ---------------*- C++ -*-===//
//
// All implementations of a group (kernel, size, type, threads) run round robin in
// one process; each gets the minimum over rounds, so that a busy machine disturbs
// all of them alike. On warm caches all calls are on one set of arrays; on cold ones
// each goes through as many sets as the caches do not hold, as a model goes through its
// fields: whatever a call needs has left the caches since it was there.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "PeerApi.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// What is measured: the options of the command line.
struct Options {
  std::string kernels, peer, type;
  std::vector<std::string> sizes; ///< "64x64x80"; those of the command line, or what was there
  double seconds = 1;             ///< of a group
  bool cold = false;              ///< whether calls find their data in memory, whatever its size

  /// Sets of arrays to go through, each of so many bytes.
  int sets(double bytes) const;
  /// What results on such caches call a size.
  std::string nameOf(const std::string &size) const { return cold ? size + ", from memory" : size; }
};

/// Reads --only A,B, --peer PART-OF-NAME, --size NXxNYxNZ, --type double|float,
/// --seconds S and --caches warm|cold; false after a message.
bool parse(int argc, char **argv, Options &options);

/// Whether the options ask for the kernel.
bool isChosen(const Options &options, const std::string &kernel);

/// The points of "NXxNYxNZ"; ends the program if it is not of that form.
void readSize(const std::string &size, int &nx, int &ny, int &nz);

/// The problems whose arrays a group goes through; `make` makes one.
template <class Make> auto makeSets(const Options &options, Make make) {
  std::vector<decltype(make())> sets;
  do
    sets.push_back(make());
  while (int(sets.size()) < options.sets(sets.front()->bytes()));
  return sets;
}

/// Their arrays, for so many threads.
template <class Problem>
std::vector<Args> argsOf(const std::vector<std::unique_ptr<Problem>> &sets, int threads) {
  std::vector<Args> args;
  for (const auto &set : sets)
    args.emplace_back(set->args).threads = threads;
  return args;
}

struct Contender {
  std::string peer, implementation;
  std::vector<std::unique_ptr<Kernel>> kernels; ///< one a set of arrays
  double best = 1e30, error = 0;
  int repeats = 1, rounds = 0;
  std::size_t next = 0; ///< of `kernels`

  void run() { kernels[next++ % kernels.size()]->run(); }
};

/// Those that are linked into the program: `<peer>_<implementation>_{d,f}`. `sets`: their arrays.
std::vector<Contender> findContenders(const std::vector<std::string> &peers,
                                      const std::vector<std::string> &implementations,
                                      const std::vector<Args> &sets, const Options &options,
                                      bool isDouble);

/// Lets each compute once on each set of arrays, has `check` give the error of what it left in
/// the outputs of the first, and measures all in rounds.
void measure(std::vector<Contender> &contenders, const Options &options, int threads,
             const std::function<void(Contender &)> &poison,
             const std::function<double(Contender &)> &check);

/// A JSON object a contender to standard output.
struct Group {
  std::string kernel, size;
  bool isDouble;
  int threads;
  double bytes, tolerance;
};
void report(const Group &group, const std::vector<Contender> &contenders);

} // namespace bench
