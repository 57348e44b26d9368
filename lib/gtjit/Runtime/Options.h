//===- Options.h - Options and the environment ------------------*- C++ -*-===//
//
// Where a runtime's options come from when the program does not give them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RUNTIME_OPTIONS_H
#define GTJIT_RUNTIME_OPTIONS_H

#include "gtjit/Runtime.h"

#include <string>
#include <string_view>

namespace gtjit::detail {

/// More threads than a machine has: what asks for them is mistaken.
inline constexpr int kMostThreads = 4096;

/// What GTJIT_* says. Unset and empty variables say nothing.
struct EnvironmentOptions {
  int threads = 0;           ///< GTJIT_THREADS: 1 to 4096; 0: not given
  bool reference = false;    ///< GTJIT_REFERENCE: 0 or 1
  bool contract = false;     ///< GTJIT_CONTRACT: 0 or 1
  std::string dump;          ///< GTJIT_DUMP: a folder that exists or can be made
  bool dumpData = false;     ///< GTJIT_DUMP_DATA: 0 or 1, a dump holds the values of arrays, too
  Check check = Check::None; ///< GTJIT_CHECK: nan, domains
  bool debugInfo = false;    ///< GTJIT_DEBUG: 0 or 1, names and lines of kernels for gdb
  bool perfMap = false;      ///< GTJIT_PERF: 0 or 1, names of kernels for perf
  std::string profile;       ///< GTJIT_PROFILE: "-" for 1 (standard error), a file; empty: none
  std::string trace;         ///< GTJIT_TRACE: a file
  bool tiered = false;       ///< GTJIT_TIERED: 0 or 1, quick code first
  std::string cpu;           ///< GTJIT_CPU: a level of x86-64 that this machine has
  std::string device;        ///< GTJIT_DEVICE: cuda or emulated
  bool diskCache = true;     ///< GTJIT_CACHE: 0 or 1
  std::int64_t diskCacheBytes =
      0;            ///< GTJIT_CACHE_SIZE: a number, K, M or G may follow; 0: not given
  bool log = false; ///< GTJIT_LOG: 0 or 1, a line a compilation and copy on standard error
};

/// Reads the environment. Throws ValueError, naming the variable, what was
/// expected and what it is, for a value that cannot be used.
EnvironmentOptions readEnvironment(SourceLine line);

/// A level of x86-64 that `option` names; empty stays empty. Throws ValueError
/// for another name, and for a level that this machine has not.
std::string checkedCpu(std::string_view option, std::string_view name, SourceLine line);

/// A device that `option` names; empty stays empty. Throws ValueError for another name.
std::string checkedDevice(std::string_view option, std::string_view name, SourceLine line);

/// Makes a folder that `option` names; empty stays empty. Throws ValueError if
/// there is none and none can be made.
std::string checkedFolder(std::string_view option, std::string_view folder, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_RUNTIME_OPTIONS_H
