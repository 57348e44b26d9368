//===- Options.h - What a hunt through texts is asked for -------*- C++ -*-===//
//
// The command line, and where the hunt is, for the message of a crash.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_TEXTFUZZ_OPTIONS_H
#define GTJIT_UNITTESTS_TEXTFUZZ_OPTIONS_H

#include <cstdint>

namespace textfuzz {

struct Options {
  std::uint64_t seed = 1;
  std::int64_t programs = 0; ///< of each test; 0: what a test takes by itself
  std::int64_t first = 0;    ///< number of the first one
  std::int64_t only = -1;    ///< one program alone, printed
};
Options &options();

/// Calls `play` with the numbers that are asked for, `usual` of them if nothing is.
/// A crash, or a program that takes more than a minute, ends the process and names
/// the number.
template <class Play> void forEachProgram(std::int64_t usual, Play play);

/// What is played from then on; see forEachProgram.
void nameProgramOfCrashes(std::int64_t number);
/// Ends the process with this message and the number; for signal handlers, too.
[[noreturn]] void tellAndEnd(const char *what);

template <class Play> void forEachProgram(std::int64_t usual, Play play) {
  const Options &given = options();
  std::int64_t first = given.only >= 0 ? given.only : given.first;
  std::int64_t count = given.only >= 0 ? 1 : given.programs ? given.programs : usual;
  for (std::int64_t n = first; n < first + count; ++n) {
    nameProgramOfCrashes(n);
    play(n);
  }
  nameProgramOfCrashes(-1);
}

} // namespace textfuzz

#endif // GTJIT_UNITTESTS_TEXTFUZZ_OPTIONS_H
