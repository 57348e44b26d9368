//===- Rounds.h - Implementations that take turns ---------------*- C++ -*-===//
//
// All implementations of a group (kernel, size, type, threads) run round robin in
// one process; each gets the minimum over rounds, so that a busy machine disturbs
// all of them alike.
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
};

/// Reads --only A,B, --peer PART-OF-NAME, --size NXxNYxNZ, --type double|float and
/// --seconds S; false after a message.
bool parse(int argc, char **argv, Options &options);

/// Whether the options ask for the kernel.
bool isChosen(const Options &options, const std::string &kernel);

/// The points of "NXxNYxNZ"; ends the program if it is not of that form.
void readSize(const std::string &size, int &nx, int &ny, int &nz);

struct Contender {
  std::string peer, implementation;
  std::unique_ptr<Kernel> kernel;
  double best = 1e30, error = 0;
  int repeats = 1, rounds = 0;
};

/// Those that are linked into the program: `<peer>_<implementation>_{d,f}`.
std::vector<Contender> findContenders(const std::vector<std::string> &peers,
                                      const std::vector<std::string> &implementations,
                                      const Args &args, const Options &options, bool isDouble);

/// Lets each compute once, has `check` give the error of what it left in the
/// outputs, and measures all in rounds.
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
