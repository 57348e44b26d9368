//===- MachineCosts.h - What operations take on a processor -----*- C++ -*-===//
//
// Whether a value is computed where it is read or kept in memory depends on what
// both take on the processor. Costs decide how kernels are made and never what they
// compute: results are the same bit for bit.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MACHINECOSTS_H
#define GTJIT_MACHINECOSTS_H

#include "gtjit/SourceLine.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace [[gnu::visibility("default")]] gtjit {

/// What a vector of results takes, as multiples of what the addition of two vectors takes.
/// 0: not said here.
struct MachineCosts {
  /// A division or square root, in times of what the library's table of operations says of it.
  std::uint32_t divider = 0;
  std::uint32_t gather = 0; ///< a read through a table
  std::uint32_t cached = 0; ///< keeping a value in the caches and reading it again
  std::uint32_t memory = 0; ///< the same where it goes to memory

  bool operator==(const MachineCosts &) const = default;
  /// These, and those of `others` that are not said here.
  MachineCosts orElse(const MachineCosts &others) const;
};

/// Keeps costs of this machine's CPU beside the disk cache, in `folder` or, if that is empty,
/// the user's own (docs/Caching.md): runtimes that are made from now on, in all processes, compile
/// by them. Returns the file. Throws RuntimeError if the file cannot be written.
std::string keepCosts(const MachineCosts &costs, std::string_view folder = {},
                      SourceLine line = SourceLine::here());

/// The costs that are kept there for this machine's CPU; none if nothing is.
MachineCosts keptCosts(std::string_view folder = {});

} // namespace gtjit

#endif // GTJIT_MACHINECOSTS_H
