//===- WriteAtPins.cpp - Sweeps of which one level is wanted --------------===//
//
// A scan whose values are read at one level alone, as what a column comes to at its end, fills no
// temporary of all levels:
//
//   gt.write %0 to %t : f64, !gt.storage<[K, J, I], f64, unit>
//   gt.access %t [K at %k] : !gt.storage<[K, J, I], f64, unit>, !gt.range<K> -> f64
//
//   gt.write %0 to %t at %k : !gt.range<K> : f64, !gt.storage<[J, I], f64, unit>
//   gt.access %t : !gt.storage<[J, I], f64, unit> -> f64
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"

#include "llvm/ADT/DenseMap.h"

namespace gtcompiler {
#define GEN_PASS_DEF_WRITEATPINSPASS
#include "gtcompiler/Dialect/GT/Transforms/Passes.h.inc"
} // namespace gtcompiler

using namespace gtcompiler;
using namespace mlir;

/// Of operations of the program, as long as none has moved.
using Order = llvm::DenseMap<Operation *, std::size_t>;

namespace {
/// A temporary of a sweep that is read at the first point of one range along it.
struct Pinned {
  WriteOp write;
  SmallVector<AccessOp, 2> accesses;
  StringAttr dim;
  Value at;
};
} // namespace

/// Nothing if the temporary is no such.
static std::optional<Pinned> findPinned(TemporaryOp temporary, const Order &order) {
  Pinned found;
  for (Operation *user : temporary.getResult().getUsers()) {
    if (auto access = dyn_cast<AccessOp>(user)) {
      found.accesses.push_back(access);
      continue;
    }
    auto write = dyn_cast<WriteOp>(user);
    if (!write || found.write || !isa<SweepOp>(write->getParentOp()))
      return std::nullopt;
    found.write = write;
  }
  if (!found.write || found.write.getAt() || found.accesses.empty())
    return std::nullopt;
  auto sweep = cast<SweepOp>(found.write->getParentOp());
  found.dim = sweep.getAlong().getType().getDim();
  StorageType type = temporary.getResult().getType();
  found.at = type.hasDim(found.dim) ? found.accesses.front().getPin(found.dim) : Value();
  Operation *range = found.at ? found.at.getDefiningOp() : nullptr;
  if (!found.at || (range && order.lookup(range) > order.lookup(sweep)))
    return std::nullopt;
  for (AccessOp access : found.accesses)
    if (access->getParentOp() == sweep || access.getPin(found.dim) != found.at ||
        access.getOffsets()[type.getDimIndex(found.dim)] != 0)
      return std::nullopt;
  return found;
}

/// The items but that of a number.
template <class Range> static auto without(const Range &items, std::size_t number) {
  SmallVector<std::decay_t<decltype(*items.begin())>> rest;
  for (auto [own, item] : llvm::enumerate(items))
    if (own != number)
      rest.push_back(item);
  return rest;
}

static void writeAt(TemporaryOp temporary, Pinned &pinned) {
  StorageType type = temporary.getResult().getType();
  auto number = static_cast<std::size_t>(type.getDimIndex(pinned.dim));
  auto own = StorageType::get(type.getContext(), without(type.getDims(), number),
                              type.getElementType(), /*unit=*/type.getRank() > 1);
  OpBuilder ops(temporary);
  Value level =
      TemporaryOp::create(ops, temporary.getLoc(), own, without(temporary.getRanges(), number));
  for (AccessOp access : pinned.accesses) {
    ops.setInsertionPoint(access);
    SmallVector<Value> pins;
    llvm::copy_if(access.getPins(), std::back_inserter(pins),
                  [&](Value pin) { return pin != pinned.at; });
    Value read =
        AccessOp::create(ops, access.getLoc(), access.getType(), level, pins, access.getIndices(),
                         without(access.getOffsets(), number), access.getIndexDimsAttr());
    access.replaceAllUsesWith(read);
    access.erase();
  }
  ops.setInsertionPoint(pinned.write);
  WriteOp::create(ops, pinned.write.getLoc(), pinned.write.getValue(), level, pinned.at,
                  /*in_place=*/false);
  pinned.write.erase();
  temporary.erase();
}

namespace {
struct WriteAtPins : gtcompiler::impl::WriteAtPinsPassBase<WriteAtPins> {
  void runOnOperation() override {
    Order order;
    for (auto [number, op] : llvm::enumerate(getOperation().getBody().front()))
      order[&op] = number;
    for (auto temporary : llvm::make_early_inc_range(getOperation().getOps<TemporaryOp>()))
      if (std::optional<Pinned> pinned = findPinned(temporary, order)) {
        writeAt(temporary, *pinned);
        ++numPinned;
      }
  }
};
} // namespace
