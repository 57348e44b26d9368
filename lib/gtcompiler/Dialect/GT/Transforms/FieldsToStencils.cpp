//===- FieldsToStencils.cpp - Make kernels of fields ------------*- C++ -*-===//
//
// The pass `gt-fields-to-stencils`: plan the kernels, write them, take the
// fields away. Where values live has been decided before.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"

namespace gtcompiler {
#define GEN_PASS_DEF_FIELDSTOSTENCILSPASS
#include "gtcompiler/Dialect/GT/Transforms/Passes.h.inc"
} // namespace gtcompiler

using namespace mlir;
using namespace gtcompiler;

namespace {

struct FieldsToStencils : gtcompiler::impl::FieldsToStencilsPassBase<FieldsToStencils> {
  using FieldsToStencilsPassBase::FieldsToStencilsPassBase;

  void runOnOperation() override {
    if (failed(collectMaterialised()))
      return signalPassFailure();
    PositionTable positions;
    RangeWriter ranges(getOperation());
    FailureOr<KernelPlan> plan =
        planKernels(getOperation(), positions, ranges, materialised, kernelLimit);
    if (failed(plan))
      return signalPassFailure();
    KernelWriter writer(getOperation(), positions, ranges, *plan, materialised);
    writer.write();
    numKernels += writer.numKernels;
    numTemporaries += writer.numTemporaries;
    eraseFields();
  }

  LogicalResult collectMaterialised();
  void eraseFields();

  MaterialisedSet materialised;
};

} // namespace

/// Operations on fields, by what they are and not by their types: a store of a
/// scalar is one, too. Kernels have copies of what they take from here; what one of
/// them still uses is a scalar of a program that is at the stencil level already.
static bool isLeftOver(Operation *op) {
  return op->use_empty() && isa<LoadOp, ShiftOp, PinOp, RemapOp, BroadcastOp, IndexOp, ConcatOp,
                                ReduceOp, ScanOp, StoreOp, ConstantOp, PointOp>(op);
}

LogicalResult FieldsToStencils::collectMaterialised() {
  materialised.clear();
  for (Operation &op : getOperation().getBodyRegion().front()) {
    bool isPlaced = isa<PointOp, ReduceOp, ScanOp>(op) || isChoice(&op);
    if (!isPlaced || !isa<FieldType>(op.getResult(0).getType()))
      continue;
    auto placement = op.getAttrOfType<PlacementAttr>(GTDialect::kPlacementAttrName);
    if (!placement)
      return op.emitOpError("expected a placement, got none");
    bool isRim = placement.getValue() == Placement::Rim && isChoice(&op);
    bool isWhole = placement.getValue() == Placement::Materialise;
    if (isRim || (isWhole && !isa<ReduceOp, ScanOp>(op)))
      materialised.insert(&op, isRim);
    bool isHandled = isWhole || isRim ||
                     (placement.getValue() == Placement::Inline && !isa<ReduceOp, ScanOp>(op));
    if (!isHandled)
      return op.emitOpError("expected placement ")
             << (isa<ReduceOp, ScanOp>(op) ? "'materialise'" : "'inline' or 'materialise'")
             << ", got '" << stringifyPlacement(placement.getValue()) << "'";
  }
  return success();
}

void FieldsToStencils::eraseFields() {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(getOperation().getBodyRegion().front())))
    if (isLeftOver(&op)) // kernels read scalars
      op.erase();
}
