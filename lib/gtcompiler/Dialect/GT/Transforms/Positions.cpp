//===- Positions.cpp - Where a value is read --------------------*- C++ -*-===//
//
// Interning of positions and the steps through operations that only move.
//
//===----------------------------------------------------------------------===//

#include "Positions.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace gtcompiler;

unsigned PositionTable::KeyInfo::getHashValue(ArrayRef<Coordinate> key) {
  llvm::hash_code hash(key.size());
  for (const Coordinate &coordinate : key)
    hash = llvm::hash_combine(hash, coordinate.dim.getAsOpaquePointer(),
                              coordinate.range.getAsOpaquePointer(),
                              coordinate.index.value.getAsOpaquePointer(),
                              coordinate.index.position, coordinate.within, coordinate.offset);
  return static_cast<unsigned>(hash);
}

bool PositionTable::KeyInfo::isEqual(ArrayRef<Coordinate> first, ArrayRef<Coordinate> second) {
  if (second.data() == getEmptyKey().data() || second.data() == getTombstoneKey().data() ||
      first.data() == getEmptyKey().data() || first.data() == getTombstoneKey().data())
    return first.data() == second.data();
  return first == second;
}

PositionTable::PositionTable() { intern({}); }

PositionId PositionTable::intern(ArrayRef<Coordinate> coordinates) {
  auto found = ids.find(coordinates);
  if (found != ids.end())
    return found->second;
  ArrayRef<Coordinate> copy = coordinates.copy(memory);
  PositionId id = positions.size();
  positions.push_back(copy);
  ids.try_emplace(copy, id);
  return id;
}

unsigned PositionTable::orderOf(StringAttr dim) {
  return dimOrder.try_emplace(dim, dimOrder.size()).first->second;
}

Coordinate PositionTable::get(PositionId id, StringAttr dim) const {
  for (const Coordinate &coordinate : positions[id])
    if (coordinate.dim == dim)
      return coordinate;
  return {dim};
}

Coordinate &PositionTable::findOrInsert(SmallVectorImpl<Coordinate> &list, StringAttr dim) {
  unsigned order = orderOf(dim);
  auto *place = llvm::find_if(
      list, [&](const Coordinate &coordinate) { return orderOf(coordinate.dim) >= order; });
  if (place != list.end() && place->dim == dim)
    return *place;
  return *list.insert(place, {dim});
}

PositionId PositionTable::throughShift(PositionId reader, ShiftOp shift) {
  SmallVector<Coordinate, 4> list(positions[reader]);
  ArrayRef<StringAttr> dims = shift.getField().getType().getDims();
  for (auto [dim, offset] : llvm::zip(dims, shift.getOffsets()))
    if (offset != 0) {
      Coordinate &coordinate = findOrInsert(list, dim);
      coordinate.offset = addOffsets(coordinate.offset, offset);
    }
  llvm::erase_if(list, [](const Coordinate &c) { return !c.range && c.offset == 0; });
  return intern(list);
}

PositionId PositionTable::throughPin(PositionId reader, PinOp pin) {
  SmallVector<Coordinate, 4> list(positions[reader]);
  StringAttr dim = pin.getPosition().getType().getDim();
  findOrInsert(list, dim) = {dim, pin.getPosition(), {}, static_cast<int64_t>(pin.getOffset()), 0};
  return intern(list);
}

/// Tables are read where the reader is; the replaced dimensions then come from
/// them, and those that only tables have are left behind.
PositionId PositionTable::throughRemap(PositionId reader, RemapOp remap) {
  SmallVector<Coordinate, 4> list(positions[reader]);
  for (auto [table, range] : llvm::zip(remap.getTables(), remap.getRanges())) {
    StringAttr dim = cast<RangeType>(range.getType()).getDim();
    Read index = resolve({table, reader});
    findOrInsert(list, dim) = {dim, range, index, 0, 0};
  }
  return project(intern(list), remap.getField().getType());
}

SmallVector<Read, 2> PositionTable::indicesOf(PositionId id) const {
  SmallVector<Read, 2> indices;
  for (const Coordinate &coordinate : positions[id])
    if (coordinate.isIndexed())
      indices.push_back(coordinate.index);
  return indices;
}

PositionId PositionTable::withoutOffset(PositionId id, StringAttr dim) {
  SmallVector<Coordinate> list(positions[id]);
  llvm::erase_if(list,
                 [&](const Coordinate &c) { return c.dim == dim && !c.range && !c.isIndexed(); });
  return intern(list);
}

PositionId PositionTable::project(PositionId id, Type type) {
  auto field = dyn_cast<FieldType>(type);
  if (!field)
    return kAtPoint;
  auto isLacking = [&](const Coordinate &coordinate) { return !field.hasDim(coordinate.dim); };
  if (llvm::none_of(positions[id], isLacking))
    return id;
  SmallVector<Coordinate, 4> list(positions[id]);
  llvm::erase_if(list, isLacking);
  return intern(list);
}

Read PositionTable::resolve(Read read) {
  read.position = project(read.position, read.value.getType());
  while (Operation *op = read.value.getDefiningOp()) {
    if (auto shift = dyn_cast<ShiftOp>(op))
      read = {shift.getField(), throughShift(read.position, shift)};
    else if (auto pin = dyn_cast<PinOp>(op))
      read = {pin.getField(), throughPin(read.position, pin)};
    else if (auto remap = dyn_cast<RemapOp>(op))
      read = {remap.getField(), throughRemap(read.position, remap)};
    else if (auto broadcast = dyn_cast<BroadcastOp>(op))
      read = {broadcast.getOperand(), project(read.position, broadcast.getOperand().getType())};
    else if (auto concat = dyn_cast<ConcatOp>(op); concat && !isChoice(op))
      read = {concat.getParts()[0], project(read.position, concat.getParts()[0].getType())};
    else
      break;
  }
  return read;
}
