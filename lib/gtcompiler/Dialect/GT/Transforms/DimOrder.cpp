//===- DimOrder.cpp - The order of a program's loops ----------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "DimOrder.h"

using namespace mlir;
using namespace gtcompiler;

/// Puts `dims`, slow to fast, into the order: those that it lacks go right
/// before the next faster one that it has.
static void insertDims(SmallVectorImpl<StringAttr> &order, ArrayRef<StringAttr> dims) {
  size_t place = order.size();
  for (StringAttr dim : llvm::reverse(dims)) {
    auto *known = llvm::find(order, dim);
    if (known != order.end())
      place = known - order.begin();
    else
      order.insert(order.begin() + place, dim);
  }
}

/// Those of a table that nothing else has come right behind the dimension that they replace:
/// what is fastest among its neighbours stays so.
static void insertReplacing(SmallVectorImpl<StringAttr> &order, RemapOp remap) {
  for (auto [table, range] : llvm::zip(remap.getTables(), remap.getRanges())) {
    auto *replaced = llvm::find(order, cast<RangeType>(range.getType()).getDim());
    if (replaced == order.end())
      continue;
    size_t place = replaced - order.begin() + 1;
    for (StringAttr dim : cast<FieldType>(table.getType()).getDims())
      if (!llvm::is_contained(order, dim))
        order.insert(order.begin() + place++, dim);
  }
}

SmallVector<StringAttr> gtcompiler::orderDims(ProgramOp program) {
  SmallVector<StringAttr> order;
  auto visit = [&](auto visitor) {
    for (Operation &op : program.getBodyRegion().front())
      visitor(&op);
  };
  visit([&](Operation *op) {
    if (auto store = dyn_cast<StoreOp>(op))
      insertDims(order, store.getStorage().getType().getDims());
  });
  auto isKnown = [&](StringAttr dim) { return llvm::is_contained(order, dim); };
  visit([&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      if (llvm::any_of(load.getStorage().getType().getDims(), isKnown))
        insertDims(order, load.getStorage().getType().getDims());
    } else if (auto remap = dyn_cast<RemapOp>(op)) {
      insertReplacing(order, remap);
    }
  });
  visit([&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op))
      insertDims(order, load.getStorage().getType().getDims());
  });
  visit([&](Operation *op) {
    if (op->getNumResults() > 0)
      if (auto field = dyn_cast<FieldType>(op->getResult(0).getType()))
        for (StringAttr dim : field.getDims())
          if (!isKnown(dim))
            order.insert(order.begin(), dim);
  });
  return order;
}

StorageType gtcompiler::firstStoredType(ProgramOp program) {
  for (StoreOp store : program.getBodyRegion().front().getOps<StoreOp>())
    if (StorageType type = store.getStorage().getType(); type.getRank() > 0)
      return type;
  return {};
}
