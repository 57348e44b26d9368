//===- SeparateWindows.cpp - Windows dimension by dimension ---------------===//
//
// The pass `gt-separate-windows`. A window is what one operation joins of a field at several
// offsets. Those of a column, which differ across rows alone, are joined first, once for all
// places along a row that have them: neighbours hand it on.
//
//===----------------------------------------------------------------------===//

#include "DimOrder.h"

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <map>
#include <set>

namespace gtcompiler {
#define GEN_PASS_DEF_SEPARATEWINDOWSPASS
#include "gtcompiler/Dialect/GT/Transforms/Passes.h.inc"
} // namespace gtcompiler

using namespace mlir;
using namespace gtcompiler;

namespace {

using Offset = std::vector<int64_t>; ///< one for each of the field's dimensions
using Offsets = std::set<Offset>;
/// Offsets by the places along one dimension that all of them have, and are 0 in.
using Columns = std::map<Offsets, std::set<int64_t>>;

/// What one operation joins, in any order.
struct Joined {
  llvm::MapVector<Value, Offsets> windows; ///< by the field
  SmallVector<Value> others;
  SmallVector<Operation *> operations; ///< that join, users in front of operands
  llvm::SetVector<Operation *> shifts;
};

struct SeparateWindows : gtcompiler::impl::SeparateWindowsPassBase<SeparateWindows> {
  void runOnOperation() override;
};

} // namespace

/// Whether it joins two values of its own type, and in whatever order gives the same bits.
static bool isJoin(Operation *op) {
  auto point = dyn_cast<PointOp>(op);
  if (!point || op->getNumOperands() != 2 || !op->hasTrait<OpTrait::IsCommutative>() ||
      op->hasAttr(GTDialect::kPlacementAttrName))
    return false;
  auto type = dyn_cast<FieldType>(op->getResult(0).getType());
  return type &&
         (point.isIdempotent() || (isa<AddOp>(op) && isa<IntegerType>(type.getElementType())));
}

/// Whether `op`, which joins, is a part of what its user joins.
static bool isJoinedOn(Operation *op) {
  if (!op->hasOneUse())
    return false;
  Operation *user = *op->user_begin();
  return user->getName() == op->getName() && isJoin(user) &&
         user->getResult(0).getType() == op->getResult(0).getType();
}

static Joined joinedBy(Operation *root) {
  Joined joined;
  bool isIdempotent = cast<PointOp>(root).isIdempotent();
  Type type = root->getResult(0).getType();
  SmallVector<Value> rest{root->getResult(0)};
  while (!rest.empty()) {
    Value value = rest.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (op == root || (op && op->getName() == root->getName() && isJoin(op) && isJoinedOn(op))) {
      joined.operations.push_back(op);
      rest.append({op->getOperand(1), op->getOperand(0)});
      continue;
    }
    if (value.getType() != type) {
      joined.others.push_back(value);
      continue;
    }
    auto shift = dyn_cast_or_null<ShiftOp>(op);
    if (shift)
      joined.shifts.insert(op);
    Offset offset = shift ? Offset(shift.getOffsets()) : Offset(cast<FieldType>(type).getRank());
    bool isNew = joined.windows[shift ? shift.getField() : value].insert(std::move(offset)).second;
    if (!isNew && !isIdempotent)
      joined.others.push_back(value);
  }
  return joined;
}

/// The columns of a window along its dimension `dim`.
static Columns columnsOf(const Offsets &window, size_t dim) {
  std::map<int64_t, Offsets> at;
  for (Offset offset : window)
    at[std::exchange(offset[dim], 0)].insert(offset);
  Columns columns;
  for (auto &[place, column] : at)
    columns[std::move(column)].insert(place);
  return columns;
}

/// Whether one of several points is in two columns at least.
static bool hasEqualColumns(const Columns &columns) {
  return llvm::any_of(columns,
                      [](auto &each) { return each.first.size() > 1 && each.second.size() > 1; });
}

namespace {

/// Makes the operations of windows in front of the root.
class WindowWriter {
public:
  WindowWriter(Operation *root, ArrayRef<size_t> fastToSlow)
      : ops(root), root(root), order(fastToSlow) {}

  Value join(Value a, Value b) {
    if (!a)
      return b;
    OperationState state(root->getLoc(), root->getName(), {a, b}, root->getResultTypes());
    return ops.create(state)->getResult(0);
  }
  /// What is joined of `field`, along the dimensions of the order from number `next` on.
  Value window(Value field, const Offsets &offsets, size_t next = 0) {
    if (offsets.size() == 1)
      return shifted(field, *offsets.begin());
    Value result;
    for (auto &[column, places] : columnsOf(offsets, order[next])) {
      Value whole =
          column.size() > 1 && places.size() > 1 ? window(field, column, next + 1) : Value();
      for (int64_t place : places) {
        Offset along(column.begin()->size());
        along[order[next]] = place;
        result = join(result, whole ? shifted(whole, along)
                                    : window(field, moved(column, along), next + 1));
      }
    }
    return result;
  }

private:
  static Offsets moved(const Offsets &offsets, const Offset &by) {
    Offsets result;
    for (Offset offset : offsets) {
      for (auto [each, distance] : llvm::zip(offset, by))
        each += distance;
      result.insert(std::move(offset));
    }
    return result;
  }
  Value shifted(Value field, const Offset &by) {
    if (llvm::all_of(by, [](int64_t offset) { return offset == 0; }))
      return field;
    return ShiftOp::create(ops, root->getLoc(), field.getType(), field, by);
  }

  OpBuilder ops;
  Operation *root;
  ArrayRef<size_t> order;
};

} // namespace

/// The positions of a field's dimensions, `fastest` first.
static SmallVector<size_t> dimsFrom(StringAttr fastest, FieldType type) {
  SmallVector<size_t> order;
  for (auto [position, dim] : llvm::enumerate(type.getDims()))
    order.insert(dim == fastest ? order.begin() : order.end(), position);
  return order;
}

/// Joins the fields of equal windows first, then the windows. False if none has equal columns.
static bool separate(Operation *root, StringAttr fastest) {
  auto type = cast<FieldType>(root->getResult(0).getType());
  if (!llvm::is_contained(type.getDims(), fastest))
    return false;
  Joined joined = joinedBy(root);
  SmallVector<size_t> order = dimsFrom(fastest, type);
  if (llvm::none_of(joined.windows, [&](auto &each) {
        return hasEqualColumns(columnsOf(each.second, order.front()));
      }))
    return false;
  WindowWriter writer(root, order);
  std::map<Offsets, Value> fields; // by their windows
  for (auto &[field, window] : joined.windows) {
    Value &all = fields[window];
    all = writer.join(all, field);
  }
  Value result;
  for (auto &[window, field] : fields)
    result = writer.join(result, writer.window(field, window));
  for (Value other : joined.others)
    result = writer.join(result, other);
  root->replaceAllUsesWith(ValueRange{result});
  for (Operation *op : joined.operations)
    op->erase();
  for (Operation *op : joined.shifts)
    if (op->use_empty())
      op->erase();
  return true;
}

void SeparateWindows::runOnOperation() {
  if (MachineAttr::around(getOperation()).getVectorBytes() == 0)
    return; // no neighbour hands anything on
  StorageType type = firstStoredType(getOperation());
  if (!type || !type.getUnit())
    return;
  SmallVector<Operation *> roots;
  for (Operation &op : getOperation().getBodyRegion().front())
    if (isJoin(&op) && !isJoinedOn(&op))
      roots.push_back(&op);
  for (Operation *root : roots)
    numSeparated += separate(root, type.getDims().back());
}
