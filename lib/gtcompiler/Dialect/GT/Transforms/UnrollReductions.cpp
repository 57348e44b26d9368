//===- UnrollReductions.cpp - Combine few points where they are read ------===//
//
// The pass `gt-unroll-reductions`. Bits are those of gt.reduce. Sums of floats start
// at zero, which values of -0 alone show; no other start does, nor do the zeros that
// lanes without points would add: what they are added to is not -0.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"

#include "llvm/ADT/SetVector.h"

namespace gtcompiler {
#define GEN_PASS_DEF_UNROLLREDUCTIONSPASS
#include "gtcompiler/Dialect/GT/Transforms/Passes.h.inc"
} // namespace gtcompiler

using namespace mlir;
using namespace gtcompiler;

/// Cycles of what is computed at all points of a reduction, at most: beyond that a loop has less
/// code, and no operand is put into memory to make it less.
static constexpr int64_t kMostCycles = 300;
/// Operations that are looked at for that.
static constexpr size_t kMostOperations = 300;

/// What a reduction of values of type `element` starts with.
static TypedAttr startOf(Builder &builder, ReduceKind kind, Type element) {
  bool isLeast = kind == ReduceKind::Min; // starts at the greatest
  if (auto type = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    if (kind == ReduceKind::Min || kind == ReduceKind::Max)
      return builder.getFloatAttr(type, APFloat::getInf(semantics, /*Negative=*/!isLeast));
    return builder.getFloatAttr(type, kind == ReduceKind::Prod ? 1.0 : 0.0);
  }
  unsigned width = element.getIntOrFloatBitWidth();
  bool isUnsigned = element.isUnsignedInteger();
  APInt start(width, kind == ReduceKind::Prod || kind == ReduceKind::All);
  if (kind == ReduceKind::Min)
    start = isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  if (kind == ReduceKind::Max)
    start = isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  return builder.getIntegerAttr(element, start);
}

/// The operation that joins two values.
static StringRef joinName(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Sum:
    return AddOp::getOperationName();
  case ReduceKind::Prod:
    return MulOp::getOperationName();
  case ReduceKind::Min:
    return MinOp::getOperationName();
  case ReduceKind::Max:
    return MaxOp::getOperationName();
  case ReduceKind::Any:
    return OrOp::getOperationName();
  case ReduceKind::All:
    return AndOp::getOperationName();
  }
  return {};
}

/// Cycles of what is computed at a point of an operand; none if that is too much to look at.
static std::optional<int64_t> cyclesOf(Value operand, MachineAttr machine) {
  llvm::SmallSetVector<Operation *, 16> cone;
  auto add = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (op && !isa<ReduceOp, ScanOp>(op))
      cone.insert(op);
  };
  int64_t cycles = 0;
  add(operand);
  for (size_t next = 0; next < cone.size(); ++next) {
    if (auto point = dyn_cast<PointOp>(cone[next]))
      cycles += machine.getCycles(point);
    if (cycles > kMostCycles || cone.size() > kMostOperations)
      return std::nullopt;
    llvm::for_each(cone[next]->getOperands(), add);
  }
  return cycles;
}

/// Whether vectors along the row do better, for who reduces further what all rows come to: where
/// the lanes of all rows go together, since the order is free, or where points compute more than
/// joining the lanes of a row takes. Measured.
static bool goesAlongRows(ReduceOp reduce, int64_t width, int64_t cycles) {
  constexpr int64_t kFewPoints = 4, kJoiningCycles = 12;
  bool isReduced = llvm::all_of(reduce.getResult().getUsers(), llvm::IsaPred<ReduceOp>);
  if (!reduce.getLanes() || !isReduced || width <= kFewPoints)
    return false;
  bool adds = reduce.getKind() == ReduceKind::Sum || reduce.getKind() == ReduceKind::Prod;
  bool isOrderFree = !adds || isa<IntegerType>(reduce.getField().getType().getElementType());
  return isOrderFree || cycles * width > kJoiningCycles;
}

/// Whether a value is known to be -0 nowhere, of which a sum is -0 nowhere either: squares,
/// absolute values, sums with such. Looks at few operations.
static bool isNeverMinusZero(Value value) {
  constexpr size_t kMostLooks = 16;
  SmallVector<Value> open{value}; // one of them is enough
  for (size_t next = 0; next < std::min(open.size(), kMostLooks); ++next) {
    Operation *op = open[next].getDefiningOp();
    if (!op)
      continue;
    if (isa<MulOp>(op) ? op->getOperand(0) == op->getOperand(1) : isa<AbsOp>(op))
      return true;
    if (auto reduce = dyn_cast<ReduceOp>(op); reduce && reduce.getKind() == ReduceKind::Sum)
      return true;
    if (isa<AddOp>(op))
      llvm::append_range(open, op->getOperands());
    else if (isa<PinOp, ShiftOp>(op))
      open.push_back(op->getOperand(0));
  }
  return false;
}

namespace {
struct UnrollReductions : gtcompiler::impl::UnrollReductionsPassBase<UnrollReductions> {
  using UnrollReductionsPassBase::UnrollReductionsPassBase;

  void runOnOperation() override {
    MachineAttr machine = MachineAttr::around(getOperation());
    for (Operation &op : llvm::make_early_inc_range(getOperation().getBodyRegion().front())) {
      auto reduce = dyn_cast<ReduceOp>(op);
      if (!reduce || !reduce.getWidth())
        continue;
      auto width = static_cast<int64_t>(*reduce.getWidth());
      if (width > limit)
        continue;
      std::optional<int64_t> cycles = cyclesOf(reduce.getField(), machine);
      if (cycles && *cycles * width <= kMostCycles && !goesAlongRows(reduce, width, *cycles))
        unroll(reduce, width);
    }
  }

  void unroll(ReduceOp reduce, int64_t width);
};

/// Joins points of one reduction.
class PointJoiner {
public:
  explicit PointJoiner(ReduceOp of) : builder(of), reduce(of) {}

  Value start() {
    return ConstantOp::create(builder, reduce.getLoc(),
                              startOf(builder, reduce.getKind(), type().getElementType()));
  }
  Value broadcast(Value number) {
    return BroadcastOp::create(builder, reduce.getLoc(), type(), number);
  }
  Value point(int64_t number) {
    return PinOp::create(builder, reduce.getLoc(), type(), reduce.getField(),
                         reduce.getRanges().front(), number);
  }
  Value join(Value first, Value second) {
    OperationState state(reduce.getLoc(), joinName(reduce.getKind()), {first, second}, {type()});
    return builder.create(state)->getResult(0);
  }

private:
  FieldType type() { return reduce.getResult().getType(); }

  OpBuilder builder;
  ReduceOp reduce;
};
} // namespace

void UnrollReductions::unroll(ReduceOp reduce, int64_t width) {
  PointJoiner joiner(reduce);
  bool isFloat = isa<FloatType>(reduce.getResult().getType().getElementType());
  SmallVector<Value> parts; // what is joined in order; the first one with the start
  if (width == 0 ||
      (reduce.getKind() == ReduceKind::Sum && isFloat && !isNeverMinusZero(reduce.getField())))
    parts.push_back(joiner.start());
  for (int64_t number = 0; number < width; ++number) {
    Value point = joiner.point(number);
    bool isFirst = number == 0 && !parts.empty();
    if (isFirst || (!reduce.getLanes() && number > 0))
      parts.back() = joiner.join(parts.back(), point);
    else
      parts.push_back(point);
  }
  if (width == 0)
    parts.back() = joiner.broadcast(parts.back());
  for (size_t half = llvm::PowerOf2Ceil(parts.size()) / 2; half > 0; half /= 2) {
    for (size_t lane = 0; lane + half < parts.size(); ++lane)
      parts[lane] = joiner.join(parts[lane], parts[lane + half]);
    parts.truncate(half);
  }
  reduce.replaceAllUsesWith(parts.front());
  reduce.erase();
  ++numUnrolled;
}
