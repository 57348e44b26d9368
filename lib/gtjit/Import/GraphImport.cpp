//===- GraphImport.cpp - Graphs from programs in text ---------------------===//
//
// Fields around the nodes that operations read from their text; stores as
// assignments.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Import/GraphImport.h"

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/ReadOperation.h"

#include <mutex>
#include <set>

namespace gtjit::detail {

const char *importText(std::string_view text) {
  static std::mutex mutex;
  static auto *texts = new std::set<std::string, std::less<>>; // outlives every error
  std::lock_guard lock(mutex);
  auto found = texts->find(text);
  return (found == texts->end() ? texts->emplace(text).first : found)->c_str();
}

Field importScalar(DType type, std::uint64_t bits, std::string_view name, SourceLine line) {
  NodeRef node(new NumberNode(type, bits, line));
  node->name = name;
  return Field(std::move(node));
}

std::vector<Field> importOperation(const WrittenOperation &operation,
                                   std::span<const Field> operands) {
  std::vector<NodeRef> inputs;
  for (const Field &operand : operands)
    inputs.push_back(operand.ref());
  std::vector<Field> results;
  for (NodeRef &node : readOperation(operation, inputs))
    results.emplace_back(std::move(node));
  return results;
}

UnknownRange unknownRange(const WrittenOperation &operation) {
  return unknownRangeOf(operation.name);
}

void importStores(std::span<const ImportedStore> stores) {
  std::vector<Assignment> assignments;
  for (const ImportedStore &store : stores)
    assignments.push_back({store.target, store.region, store.value.ref(), store.line});
  assign(std::move(assignments));
}

} // namespace gtjit::detail
