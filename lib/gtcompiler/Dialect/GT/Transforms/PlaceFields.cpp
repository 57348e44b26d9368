//===- PlaceFields.cpp - Record where intermediates live --------*- C++ -*-===//
//
// The pass `gt-place-fields`: asks the analysis in Placement.h and writes its
// answers on the operations and into the program's remarks. Decides nothing.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTConcatOps.h"
#include "gtcompiler/Dialect/GT/IR/SourceLine.h"
#include "gtcompiler/Dialect/GT/Transforms/Passes.h"
#include "gtcompiler/Dialect/GT/Transforms/Placement.h"
#include "mlir/IR/Remarks.h"

namespace gtcompiler {
#define GEN_PASS_DEF_PLACEFIELDSPASS
#include "gtcompiler/Dialect/GT/Transforms/Passes.h.inc"
} // namespace gtcompiler

using namespace mlir;
using namespace gtcompiler;

/// "add" for gt.add.
static StringRef mnemonic(Operation *op) { return op->getName().stripDialect(); }

namespace {

struct PlaceFields : gtcompiler::impl::PlaceFieldsPassBase<PlaceFields> {
  using PlaceFieldsPassBase::PlaceFieldsPassBase;

  void runOnOperation() override {
    if (failed(checkCalls()) || failed(checkPrescriptions()))
      return signalPassFailure();
    MachineAttr machine = MachineAttr::around(getOperation());
    int64_t limit = recomputeLimit >= 0 ? int64_t(recomputeLimit)
                    : inCache           ? machine.getCachedCycles()
                                        : machine.getMemoryCycles();
    bool sharesRows = !inCache && machine.getVectorBytes() > 0;
    bool hasWindows = recomputeLimit < 0 && sharesRows &&
                      getOperation().getBody().front().getOps<CallOp>().empty();
    int64_t window = hasWindows ? std::min(limit, machine.getCachedCycles()) : limit;
    record(placeFields(getOperation(), {machine, limit, window, kernelLimit, sharesRows}));
  }

  LogicalResult checkCalls();
  LogicalResult checkPrescriptions();
  void record(const Placements &placements);
  void emitRemark(Operation *op, const PlacementDecision &decision);
};

} // namespace

/// What kernels do not call.
LogicalResult PlaceFields::checkCalls() {
  for (auto call : getOperation().getBody().front().getOps<CallArraysOp>())
    return call.emitOpError("is called between programs: expected none in one that is compiled");
  return success();
}

LogicalResult PlaceFields::checkPrescriptions() {
  for (Operation &op : getOperation().getBodyRegion().front()) {
    auto prescribed = op.getAttrOfType<PlacementAttr>(GTDialect::kPlacementAttrName);
    if (!prescribed)
      continue;
    Placement placement = prescribed.getValue();
    bool isRim = placement == Placement::Rim && !isa<ConcatOp>(op) && !isa<ReduceOp, ScanOp>(op);
    if (isRim)
      return op.emitOpError("expected placement 'inline' or 'materialise', got '")
             << stringifyPlacement(placement) << "'";
    if (isa<ReduceOp, ScanOp>(op) && placement != Placement::Materialise)
      return op.emitOpError("expected placement 'materialise' for a ")
             << (isa<ReduceOp>(op) ? "reduction" : "scan") << ", got '"
             << stringifyPlacement(placement) << "'";
  }
  return success();
}

void PlaceFields::emitRemark(Operation *op, const PlacementDecision &decision) {
  remark::RemarkOpts options = remark::RemarkOpts::name(stringifyPlacement(decision.placement))
                                   .category("gt-place-fields")
                                   .function(getOperation().getSymName());
  remark::analysis(op->getLoc(), options) << (mnemonic(op) + ": " + decision.reason).str();
}

void PlaceFields::record(const Placements &placements) {
  SmallVector<Attribute> remarks;
  Builder builder(&getContext());
  for (const auto &[op, decision] : placements) {
    ++(decision.placement == Placement::Inline ? numInline : numMaterialised);
    op->setAttr(GTDialect::kPlacementAttrName,
                PlacementAttr::get(&getContext(), decision.placement));
    if (!decision.isNotable)
      continue;
    emitRemark(op, decision);
    remarks.push_back(builder.getStringAttr(Twine(sourceLine(op->getLoc())) + ": " + mnemonic(op) +
                                            ": " + stringifyPlacement(decision.placement) + ": " +
                                            decision.reason));
  }
  if (!remarks.empty())
    getOperation().setRemarksAttr(builder.getArrayAttr(remarks));
}
