//===- Options.h - What the user asks gt-run for ----------------*- C++ -*-===//
//
// The command line taken apart. Names are those of the program's arguments;
// whether there are such arguments is not known here.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_OPTIONS_H
#define GTRUN_OPTIONS_H

#include "gtjit/Storage.h"
#include "gtrun/FileName.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gtrun {

/// One entry of "I:2:3,J:1".
struct DimEntry {
  std::string dim;
  std::vector<std::int64_t> numbers;
};
using DimList = std::vector<DimEntry>;

/// One entry of "mirror:I,constant:J:0.5".
struct FillEntry {
  gtjit::HaloFill::Kind kind;
  std::string dim;
  double value = 0.0;
};

struct Options {
  std::string file, program;
  std::vector<std::pair<std::string, FileName>> inputs, outputs;
  std::map<std::string, std::string> scalars;
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> ranges;
  std::map<std::string, std::vector<std::string>> axes;
  std::map<std::string, DimList> index, at, halos, domains;
  std::map<std::string, std::vector<FillEntry>> fills;
  std::vector<std::pair<std::string, std::string>> feeds; ///< from, to
  std::vector<std::string> libraries;                     ///< whose functions the program calls
  int repeat = 1;
  bool reference = false;
  std::string device;     ///< RuntimeOptions::device
  std::string target;     ///< whose code is written instead of running anything
  std::string trace;      ///< RuntimeOptions::trace
  bool calibrate = false; ///< measures what operations take instead of running anything
  bool time = false;
  bool explain = false;
};

/// True if there is something to run; false if help or the version was printed. Throws Fault
/// for an option that cannot be understood.
bool parseOptions(int argc, const char *const *argv, Options &options);

} // namespace gtrun

#endif // GTRUN_OPTIONS_H
