//===- ScanOps.cpp - Checks of scans ----------------------------*- C++ -*-===//
//
// Verifiers of the operations in GTScanOps.td, by the numbers that the
// constraints have there.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

using namespace mlir;
using namespace gtcompiler;

//===----------------------------------------------------------------------===//
// Of fields
//===----------------------------------------------------------------------===//

namespace {
/// What the scans of a program and of a callable have in common.
struct Scan {
  Operation *op;
  StringAttr dim;
  ValueRange initials, fields;
  Block *point;
};
} // namespace

template <class Op> static Scan scanOf(Op op, StringAttr dim) {
  return {op, dim, op.getInitials(), op.getFields(), op.getPoint()};
}

static bool hasDim(Type type, StringAttr dim) {
  auto field = dyn_cast<FieldType>(type);
  return field && field.hasDim(dim);
}

static LogicalResult verifyResults(const Scan &scan) {
  if (scan.initials.empty() || scan.op->getNumResults() != scan.initials.size()) // (C1)
    return scan.op->emitOpError("expected an initial value for each of at least one result, got ")
           << scan.initials.size() << " and " << scan.op->getNumResults();
  llvm::SmallSetVector<StringAttr, 4> dims;
  dims.insert(scan.dim);
  for (Value initial : scan.initials) // (C2)
    if (hasDim(initial.getType(), scan.dim))
      return scan.op->emitOpError("expected initial values without '")
             << scan.dim.getValue() << "', got " << initial.getType();
  for (Value operand :
       llvm::concat<Value>(SmallVector<Value>(scan.initials), SmallVector<Value>(scan.fields)))
    if (auto field = dyn_cast<FieldType>(operand.getType()))
      dims.insert_range(field.getDims());
  for (auto [initial, result] : llvm::zip(scan.initials, scan.op->getResults())) {
    auto type = cast<FieldType>(result.getType());
    if (!haveSameDims(type.getDims(), dims.getArrayRef())) // (C3)
      return scan.op->emitOpError("expected results with '")
             << scan.dim.getValue() << "' and the dimensions of the operands, got " << type;
    if (type.getElementType() != getElementType(initial.getType())) // (C4)
      return scan.op->emitOpError("expected a result of ")
             << getElementType(initial.getType()) << " as its initial value, got " << type;
  }
  return success();
}

/// Emits an error at `op` unless `types` are the element types of `wanted`.
static LogicalResult verifyTypes(Operation *op, const char *what, TypeRange types,
                                 TypeRange wanted) {
  auto isWanted = [](auto pair) { return std::get<0>(pair) == getElementType(std::get<1>(pair)); };
  if (types.size() == wanted.size() && llvm::all_of(llvm::zip(types, wanted), isWanted))
    return success();
  auto error = op->emitOpError("expected ") << what << " of ";
  llvm::interleaveComma(wanted, error, [&](Type type) { error << getElementType(type); });
  error << ", got ";
  llvm::interleaveComma(types, error);
  return error;
}

static LogicalResult verifyBody(const Scan &scan) {
  SmallVector<Type> wanted(scan.initials.getTypes());
  llvm::append_range(wanted, scan.fields.getTypes());
  if (failed(verifyTypes(scan.op, "a region with arguments", scan.point->getArgumentTypes(),
                         wanted))) // (C5)
    return failure();
  if (failed(verifyTypes(scan.op, "a region that yields values",
                         scan.point->getTerminator()->getOperandTypes(),
                         scan.initials.getTypes()))) // (C6)
    return failure();
  for (Operation &op : *scan.point) // (C7)
    if (!isa<PointOp, ConstantOp, YieldOp>(op) ||
        llvm::any_of(op.getResultTypes(), llvm::IsaPred<FieldType>))
      return (op.emitOpError("cannot stand in the region of a scan").attachNote(scan.op->getLoc())
              << "the scan is here");
  return success();
}

LogicalResult ScanOp::verify() {
  return verifyResults(scanOf(*this, getAlong().getType().getDim()));
}
LogicalResult ScanOp::verifyRegions() {
  return verifyBody(scanOf(*this, getAlong().getType().getDim()));
}

LogicalResult ScanDimOp::verify() {
  if (getDims().size() != 1 || getBegins().size() != 1 || getEnds().size() != 1 ||
      getPoints().size() != 1 || getPoints()[0]) // (C8)
    return emitOpError("expected one dimension, or a part of it");
  return verifyResults(scanOf(*this, cast<StringAttr>(getDims()[0])));
}
LogicalResult ScanDimOp::verifyRegions() {
  return verifyBody(scanOf(*this, cast<StringAttr>(getDims()[0])));
}

//===----------------------------------------------------------------------===//
// In a kernel
//===----------------------------------------------------------------------===//

LogicalResult SweepOp::verify() {
  SmallVector<StringAttr> dims = getLoopDims();
  dims.push_back(getAlong().getType().getDim());
  return verifyDistinct(*this, dims); // (C1)
}

/// (C4): nothing in front of the first point has an index of its dimension.
static LogicalResult verifyStart(SweepOp sweep) {
  StringAttr along = sweep.getAlong().getType().getDim();
  auto refuse = [&](Operation &op) {
    return op.emitOpError("expected initial values that do not move along '")
           << along.getValue() << "'";
  };
  for (Operation &op : *sweep.getStart()) {
    if (isa<WriteOp>(op)) // (C2)
      return op.emitOpError("cannot stand in front of the first point of a sweep");
    if (auto access = dyn_cast<AccessOp>(op))
      if (access.getStorage().getType().hasDim(along) && !access.getPin(along) &&
          !access.getIndex(along))
        return refuse(op);
    if (auto index = dyn_cast<IndexOp>(op); index && index.getDimAttr() == along && !index.getPin())
      return refuse(op);
  }
  return success();
}

LogicalResult SweepOp::verifyRegions() {
  if (getStart()->getNumArguments() != 0)
    return emitOpError("expected a first region without arguments");
  if (failed(verifyPoint(*this, *getStart())) || failed(verifyPoint(*this, *getPoint()))) // (C2)
    return failure();
  TypeRange carried = getStart()->getTerminator()->getOperandTypes();
  if (failed(
          verifyTypes(*this, "a region with arguments", getPoint()->getArgumentTypes(), carried)) ||
      failed(verifyTypes(*this, "a region that yields values",
                         getPoint()->getTerminator()->getOperandTypes(), carried))) // (C3)
    return failure();
  if (failed(verifyStart(*this))) // (C4)
    return failure();
  return verifyWrites(*getPoint(), {getStart(), getPoint()}); // (C5)
}
