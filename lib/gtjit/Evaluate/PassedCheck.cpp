//===- PassedCheck.cpp - Values that were looked at -----------------------===//
//
// The arguments of a check by those of the program that it is for: what both have they
// have in the same nodes.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/PassedCheck.h"

namespace gtjit::detail {

static void dropBlocks(Arguments &arguments) {
  for (ArrayView &storage : arguments.storages)
    storage.block = BlockRef();
}

NodePlaces placesOf(const FlatGraph &program) {
  NodePlaces places;
  for (unsigned n = 0; n < program.nodeCount(); ++n)
    places.emplace(program.order[n].node, n);
  return places;
}

std::optional<PlannedCheck> plannedCheck(const FlatGraph &program, const NodePlaces &places,
                                         FlatGraph &check,
                                         std::shared_ptr<const CompiledProgram> compiled) {
  PlannedCheck planned;
  planned.storages.assign(check.arguments.storages.size(), PlannedCheck::none);
  planned.scalars.assign(check.arguments.scalars.size(), PlannedCheck::none);
  for (unsigned n = 0; n < check.nodeCount(); ++n) {
    const FlatGraph::Entry &own = check.order[n];
    auto found = places.find(own.node);
    if (found == places.end()) {
      if (own.isMemory)
        return std::nullopt;
      continue;
    }
    const FlatGraph::Entry &entry = program.order[found->second];
    if (entry.isMemory != own.isMemory)
      return std::nullopt;
    if (own.isMemory)
      planned.storages[own.argument] = entry.argument;
    for (unsigned k = own.firstScalar; k < check.order[n + 1].firstScalar; ++k)
      planned.scalars[k] = entry.firstScalar + (k - own.firstScalar);
  }
  planned.arguments = std::move(check.arguments);
  dropBlocks(planned.arguments);
  planned.compiled = std::move(compiled);
  return planned;
}

} // namespace gtjit::detail
