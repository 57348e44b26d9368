//===- UnrollReductions.cpp - Combine few points where they are read ------===//
//
// The pass `gt-unroll-reductions`. Bits are those of gt.reduce: points are
// combined in order, and sums of floats start at zero, which a first value of -0
// shows; no other start does.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"

namespace gtcompiler {
#define GEN_PASS_DEF_UNROLLREDUCTIONSPASS
#include "gtcompiler/Dialect/GT/Transforms/Passes.h.inc"
} // namespace gtcompiler

using namespace mlir;
using namespace gtcompiler;

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

namespace {
struct UnrollReductions : gtcompiler::impl::UnrollReductionsPassBase<UnrollReductions> {
  using UnrollReductionsPassBase::UnrollReductionsPassBase;

  void runOnOperation() override {
    for (Operation &op : llvm::make_early_inc_range(getOperation().getBodyRegion().front()))
      if (auto reduce = dyn_cast<ReduceOp>(op))
        if (auto width = reduce.getWidth(); width && static_cast<int64_t>(*width) <= limit)
          unroll(reduce, static_cast<int64_t>(*width));
  }

  void unroll(ReduceOp reduce, int64_t width);
};
} // namespace

void UnrollReductions::unroll(ReduceOp reduce, int64_t width) {
  OpBuilder builder(reduce);
  Location loc = reduce.getLoc();
  FieldType type = reduce.getResult().getType();
  Type element = type.getElementType();
  ReduceKind kind = reduce.getKind();
  Value joined;
  if (width == 0 || (kind == ReduceKind::Sum && isa<FloatType>(element)))
    joined = ConstantOp::create(builder, loc, startOf(builder, kind, element));
  for (int64_t point = 0; point < width; ++point) {
    Value value =
        PinOp::create(builder, loc, type, reduce.getField(), reduce.getRanges().front(), point);
    if (!joined) {
      joined = value;
      continue;
    }
    OperationState state(loc, joinName(kind), {joined, value}, {type});
    joined = builder.create(state)->getResult(0);
  }
  if (width == 0)
    joined = BroadcastOp::create(builder, loc, type, joined);
  reduce.replaceAllUsesWith(joined);
  reduce.erase();
  ++numUnrolled;
}
