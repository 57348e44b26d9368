//===- Assignment.cpp - Reading and writing storages as fields ------------===//
//
// A storage read is a leaf of the graph. `v[...]` names a part: reading it
// makes a field of the part, assigning to it hands the assignment to the
// runtime.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DenseStrides.h"
#include "gtjit/Types/Selection.h"

#include <mutex>
#include <utility>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// The region with a range of one for every index.
Domain writtenDomain(const StorageRegion &region) {
  Domain domain = region.domain();
  for (NamedIndex index : region.indices())
    domain = domain.with(index.dim(index.index, index.index + 1));
  return domain;
}

/// Whether a value reads memory of `state`, as far as a few nodes tell.
bool mayRead(const Node &value, const StorageState &state) {
  constexpr std::size_t kMostNodes = 64;
  std::unique_lock lock(state.runtime->graphMutex);
  ArrayView written = state.view();
  std::vector<const Node *> pending{&value};
  for (std::size_t n = 0; n < pending.size(); ++n) {
    if (n == kMostNodes)
      return true;
    const Node &node = *pending[n];
    if (const ArrayView *memory = node.memory()) {
      if (memory->block == written.block)
        return true;
    } else
      for (const NodeRef &input : node.inputs)
        pending.push_back(input.get());
  }
  return false;
}

/// Whether what is written by indices, and by nothing else of the dimensions that these have, had
/// better be a storage without them: along the target's rows it is one point long. Of few points
/// that is no gain, and what reads the target is told from what it writes by its points.
bool isAcrossRows(const StorageRegion &part, const Node &value) {
  constexpr std::int64_t kLeastPoints = 64;
  if (part.indices().empty())
    return false;
  const StorageState &state = *part.storage().get();
  bool isAcross = false;
  for (NamedIndex index : part.indices()) {
    if (value.domain.has(index.dim) || !state.layout.domain.has(index.dim))
      return false;
    isAcross |= state.layout.strides[positionOf(state.layout.domain, index.dim)] == 1;
  }
  return isAcross && finitePoints(writtenDomain(part)) >= kLeastPoints && !mayRead(value, state);
}

Assignment makeAssignment(const StorageRegion &target, Arg &value) {
  if (!value.field.get())
    throwEmpty("what is stored to " + stateOf(target.storage(), value.line).describe(), value.line);
  NodeRef node = takeNode(value);
  if (!isAcrossRows(target, *node))
    return {target.storage(), writtenDomain(target), std::move(node), value.line};
  std::vector<Region::Item> indices(target.indices().begin(), target.indices().end());
  Domain part = target.domain();
  for (NamedIndex index : target.indices())
    if (part.has(index.dim))
      part = part.without(index.dim);
  return {target.storage().view(Region(indices), target.line()), part, std::move(node), value.line};
}

} // namespace

NodeRef detail::makeLeaf(const Storage &storage, SourceLine line) {
  return buildLeaf(stateOf(storage, line), line);
}

NodeRef detail::makeOperand(const Storage &storage, SourceLine line) {
  return storage.get() ? buildLeaf(*storage.get(), line) : NodeRef();
}

NodeRef detail::makeLeaf(const StorageRegion &region, SourceLine line) {
  checkPart(stateOf(region.storage(), line), writtenDomain(region), "reading", line);
  Domain part = region.domain();
  for (NamedIndex index : region.indices())
    if (part.has(index.dim))
      part = part.without(index.dim);
  return buildSlice(makeLeaf(region.storage(), line), part, region.indices(), line);
}

FieldPart Storage::at(const Region &region, SourceLine line) const {
  return Field(*this, line).at(region, line);
}
FieldPart Storage::rel(std::initializer_list<RelativeItem> items, SourceLine line) const {
  return Field(*this, line).rel(items, line);
}

StorageRegion Storage::operator[](AtLine<Whole> part) const {
  return {*this, domain(part.line), {}, part.line};
}
StorageRegion Storage::operator[](AtLine<Interior> part) const {
  return {*this, compute_domain(part.line), {}, part.line};
}
StorageRegion Storage::operator[](const Region &region) const {
  Sequence<NamedIndex> indices;
  StorageState &state = stateOf(*this, region.line());
  Domain part = selectedOf(
      [&] { return state.describe(); },
      [&] { return sliceAbsolute(state.layout.domain, region, indices, region.line()); });
  return {*this, part, indices, region.line()};
}

const StorageRegion &StorageRegion::operator=(Arg value) const {
  std::vector<detail::Assignment> assignments;
  assignments.reserve(1);
  assignments.push_back(makeAssignment(*this, value));
  assign(std::move(assignments));
  return *this;
}

StorageRegion &StorageRegion::operator=(const StorageRegion &other) {
  *this = Arg(Field(other, other.line()), other.line());
  return *this;
}

std::vector<Assignment> detail::takeAssignments(Items<Update> updates) {
  std::vector<Assignment> assignments;
  assignments.reserve(updates.size());
  for (const Update &update : updates)
    assignments.push_back(makeAssignment(update.target, update.value));
  return assignments;
}

void gtjit::update(detail::Items<Update> updates) { assign(takeAssignments(updates)); }
