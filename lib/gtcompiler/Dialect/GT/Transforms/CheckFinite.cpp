//===- CheckFinite.cpp - Let kernels report NaN and infinity ----*- C++ -*-===//
//
// The pass `gt-check-finite`. Constants are left out: the user wrote them.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"

namespace gtcompiler {
#define GEN_PASS_DEF_CHECKFINITEPASS
#include "gtcompiler/Dialect/GT/Transforms/Passes.h.inc"
} // namespace gtcompiler

using namespace mlir;
using namespace gtcompiler;

/// What a point reads or computes in a float type.
static SmallVector<Value> floatValues(Block &point) {
  SmallVector<Value> values;
  for (Operation &op : point)
    if (isa<AccessOp, PointOp>(op))
      llvm::copy_if(op.getResults(), std::back_inserter(values),
                    [](Value value) { return isa<FloatType>(value.getType()); });
  return values;
}

namespace {
struct CheckFinite : gtcompiler::impl::CheckFinitePassBase<CheckFinite> {
  void runOnOperation() override {
    for (Operation &kernel : getOperation().getBody().front())
      if (isa<StencilOp, FoldOp, SweepOp>(kernel))
        for (Region &region : kernel.getRegions())
          check(region.front());
  }

  void check(Block &point) {
    SmallVector<Value> values = floatValues(point);
    if (values.empty())
      return;
    // In front of the terminator or the first write if all values stand there.
    Block::iterator place = point.mightHaveTerminator() && isa<YieldOp>(point.back())
                                ? Block::iterator(point.back())
                                : point.end();
    while (place != point.begin() && isa<WriteOp>(*std::prev(place)))
      --place;
    OpBuilder builder(&point, place);
    CheckFiniteOp::create(builder, point.getParentOp()->getLoc(), values);
    numChecked += values.size();
  }
};
} // namespace
