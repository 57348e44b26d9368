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
#include "gtjit/Types/Selection.h"

#include <utility>

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

Assignment makeAssignment(const StorageRegion &target, Arg &value) {
  const StorageState &stored = stateOf(target.storage(), value.line);
  if (!value.field.get())
    throwEmpty("what is stored to " + stored.describe(), value.line);
  return {target.storage(), writtenDomain(target), takeNode(value), value.line, target.indices()};
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

/// Member by member it would store values in the target.
Update &Update::operator=(Update other) noexcept {
  static_assert(std::is_nothrow_move_constructible_v<Update>);
  this->~Update();
  return *new (this) Update(std::move(other));
}

void gtjit::update(detail::Items<Update> updates) { assign(takeAssignments(updates)); }
