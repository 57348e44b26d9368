//===- Instructions.cpp - Machine instructions by name --------------------===//
//
// There are twenty thousand, in few stretches of ascending names.
//
//===----------------------------------------------------------------------===//
#include "Instructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace gtcompiler;

Instructions::Instructions(const llvm::MCInstrInfo &all) : info(all) {
  for (unsigned next = 0; next < info.getNumOpcodes(); ++next)
    if (next == 0 || info.getName(next) < info.getName(next - 1))
      sorted.push_back(next);
  sorted.push_back(info.getNumOpcodes());
}

unsigned Instructions::number(llvm::StringRef name) {
  auto [entry, isNew] = known.try_emplace(name, 0);
  for (std::size_t part = 0; isNew && entry->second == 0 && part + 1 < sorted.size(); ++part) {
    auto numbers = llvm::seq(sorted[part], sorted[part + 1]);
    auto found = llvm::partition_point(
        numbers, [&](unsigned number) { return info.getName(number) < name; });
    if (found != numbers.end() && info.getName(*found) == name)
      entry->second = *found;
  }
  return entry->second;
}
