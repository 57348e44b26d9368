//===- Presets.h - Names for layouts and alignments -------------*- C++ -*-===//
//
// The presets that every runtime knows, and the table of a runtime's own.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_PRESETS_H
#define GTJIT_MEMORY_PRESETS_H

#include "gtjit/StorageOptions.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace gtjit::detail {

/// A preset whose texts are owned.
struct OwnedPreset {
  Preset preset;
  std::string device;
};

/// The presets of one runtime. Thread-safe.
class PresetTable {
public:
  /// Throws ValueError, with the known names, for a name that is not there.
  Preset find(std::string_view name, SourceLine line) const;
  /// Throws ValueError for a name that is there, or is empty.
  void add(std::string_view name, const Preset &preset, SourceLine line);
  /// All names, the library's first.
  std::vector<std::string> names() const;

private:
  mutable std::mutex mutex;
  std::map<std::string, OwnedPreset, std::less<>> own;
};

/// The order of the preset "cpu": the first horizontal dimension is fastest,
/// then the other horizontal ones, local ones, vertical ones.
Layout cpuLayout(const Dims &dims);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_PRESETS_H
