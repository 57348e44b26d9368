//===- MachineCosts.cpp - Measured costs beside the disk cache ------------===//
//
// A file of lines for each CPU, by a hash of the CPU's description: one folder may
// serve several machines.
//
//===----------------------------------------------------------------------===//
#include "gtjit/MachineCosts.h"

#include "gtabi/MachineCosts.h"
#include "gtjit/Code/CacheFolder.h"
#include "gtjit/Code/DiskEntry.h"
#include "gtjit/Error.h"
#include "gtjit/Kernel/CpuFeatures.h"

#include <xxhash.h>

#include <cstdio>
#include <sstream>

namespace gtjit {

static constexpr std::string_view kFirstLine = "costs of operations, 1";

namespace {
struct NamedCost {
  const char *name;
  std::uint32_t MachineCosts::*value;
};
} // namespace

#define GTJIT_NAMED(name) {#name, &MachineCosts::name},
static constexpr NamedCost kCosts[] = {GTABI_MACHINE_COSTS(GTJIT_NAMED)};
#undef GTJIT_NAMED
static_assert(sizeof(MachineCosts) == sizeof(gtabi::MachineCosts), "a cost is not listed");

static std::string folderOrDefault(std::string_view folder) {
  return folder.empty() ? detail::defaultCacheFolder() : std::string(folder);
}

static std::string costsFile(const std::string &folder) {
  const std::string &cpu = detail::hostCpu();
  char name[32];
  std::snprintf(name, sizeof(name), "/costs-%016llx",
                static_cast<unsigned long long>(XXH3_64bits(cpu.data(), cpu.size())));
  return folder + name;
}

MachineCosts MachineCosts::orElse(const MachineCosts &others) const {
  MachineCosts both = *this;
  for (const NamedCost &cost : kCosts)
    if (both.*cost.value == 0)
      both.*cost.value = others.*cost.value;
  return both;
}

std::string keepCosts(const MachineCosts &costs, std::string_view folder, SourceLine line) {
  std::string text = std::string(kFirstLine) + "\n" + detail::hostCpu() + "\n";
  for (const NamedCost &cost : kCosts)
    text += std::string(cost.name) + " " + std::to_string(costs.*cost.value) + "\n";
  std::string place = folderOrDefault(folder);
  if (std::string refusal = detail::makeCacheFolder(place); !refusal.empty())
    throw RuntimeError(line, "costs cannot be kept: " + refusal);
  std::string file = costsFile(place);
  if (!detail::writeWholeFile(file,
                              {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()}))
    throw RuntimeError(line, "costs cannot be kept: '" + file + "' could not be written");
  return file;
}

/// What a file says, if it is one of this CPU and whole.
static MachineCosts readCosts(std::istream &file) {
  MachineCosts costs;
  std::string line;
  if (!std::getline(file, line) || line != kFirstLine || !std::getline(file, line) ||
      line != detail::hostCpu())
    return {};
  for (const NamedCost &cost : kCosts)
    if (!(file >> line >> costs.*cost.value) || line != cost.name)
      return {};
  return costs;
}

MachineCosts keptCosts(std::string_view folder) {
  std::string place = folderOrDefault(folder);
  if (place.empty())
    return {};
  detail::FileBytes file = detail::readOwnFile(costsFile(place));
  std::istringstream text(std::string(file.bytes.begin(), file.bytes.end()));
  return readCosts(text);
}

} // namespace gtjit
