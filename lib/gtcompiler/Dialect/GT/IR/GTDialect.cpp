//===- GTDialect.cpp - The gt dialect --------------------------*- C++ -*-===//
//
// Registration of the dialect, its types and attributes, and the checks on
// attributes that any operation may carry.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/GTDialect.h"
#include "Assembly.h"
#include "ImageAttributes.h"
#include "gtcompiler/Dialect/GT/IR/GTConcatOps.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gtcompiler;
using namespace gtcompiler::assembly;

#include "gtcompiler/Dialect/GT/IR/GTDialect.cpp.inc"
#include "gtcompiler/Dialect/GT/IR/GTEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "gtcompiler/Dialect/GT/IR/GTTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "gtcompiler/Dialect/GT/IR/GTAttributes.cpp.inc"

void GTDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "gtcompiler/Dialect/GT/IR/GTTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "gtcompiler/Dialect/GT/IR/GTAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "gtcompiler/Dialect/GT/IR/GTOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "gtcompiler/Dialect/GT/IR/GTConcatOps.cpp.inc"
      >();
}

LogicalResult GTDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == kImageAttrName)
    return verifyImage(op, attribute.getValue());
  if (attribute.getName() == kKernelAttrName)
    return verifyKernelInfo(op, attribute.getValue());
  if (attribute.getName() == kMachineAttrName) {
    if (isa<ModuleOp>(op) && isa<MachineAttr>(attribute.getValue()))
      return success();
    return op->emitOpError("expected '")
           << kMachineAttrName << "' to be a machine and on a module, got " << attribute.getValue();
  }
  if (attribute.getName() == kCalledAttrName) {
    if (isa<PointOp, ReduceDimsOp>(op) && isa<StringAttr>(attribute.getValue()))
      return success();
    return op->emitOpError("expected '")
           << kCalledAttrName << "' to be a string and on a point operation or a reduction, got "
           << attribute.getValue();
  }
  if (attribute.getName() != kPlacementAttrName)
    return op->emitOpError("expected no attribute of the gt dialect but '")
           << kPlacementAttrName << "', got '" << attribute.getName().getValue() << "'";
  if (!isa<PlacementAttr>(attribute.getValue()))
    return op->emitOpError("expected '")
           << kPlacementAttrName << "' to be a placement, got " << attribute.getValue();
  if (!isa<PointOp, ConcatOp, ReduceOp, ScanOp>(op))
    return op->emitOpError("expected '")
           << kPlacementAttrName
           << "' on a point operation, a concatenation, a reduction or a scan";
  return success();
}

bool gtcompiler::isElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.isSigned())
      return false;
    unsigned width = integer.getWidth();
    return width == 8 || width == 16 || width == 32 || width == 64 || integer.isSignlessInteger(1);
  }
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF32() || complex.getElementType().isF64();
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// Constraints (C1) and (C2) of fields and storages.
static LogicalResult verifyElementsAndDims(function_ref<InFlightDiagnostic()> emitError,
                                           ArrayRef<StringAttr> dims, Type elementType) {
  if (!isElementType(elementType))
    return emitError() << "expected element type " << kElementTypes << ", got " << elementType;
  llvm::SmallPtrSet<Attribute, 8> seen;
  for (StringAttr dim : dims)
    if (!seen.insert(dim).second)
      return emitError() << "expected different dimensions, got '" << dim.getValue() << "' twice";
  return success();
}

LogicalResult FieldType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<StringAttr> dims, Type elementType) {
  return verifyElementsAndDims(emitError, dims, elementType);
}

LogicalResult StorageType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<StringAttr> dims, Type elementType, bool unit) {
  if (failed(verifyElementsAndDims(emitError, dims, elementType)))
    return failure();
  if (unit && dims.empty()) // (C3)
    return emitError() << "expected a dimension with unit stride, got no dimension";
  return success();
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<StringAttr> dims, ArrayRef<int64_t> extents,
                                 Type elementType) {
  if (failed(verifyElementsAndDims(emitError, dims, elementType)))
    return failure();
  if (dims.size() != extents.size()) // (C3)
    return emitError() << "expected " << dims.size() << " extents, got " << extents.size();
  for (int64_t extent : extents) // (C3)
    if (extent <= 0 && extent != kOfTile)
      return emitError() << "expected a positive extent, got " << extent;
  return success();
}

LogicalResult ThreadsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t slotsPerByte, int64_t doubleSlots, int64_t startSlots,
                                  int64_t movedSlots, int64_t busyShare, int64_t registerBytes) {
  if (slotsPerByte < 0) // (C1)
    return emitError() << "expected slots of threads, got " << slotsPerByte;
  for (int64_t number : {doubleSlots, startSlots, movedSlots, busyShare, registerBytes}) // (C1)
    if (number <= 0)
      return emitError() << "expected a positive number, got " << number;
  return success();
}

LogicalResult MachineAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, int64_t vectorBytes, int64_t laneBytes, bool,
    int64_t keptScalars, int64_t lineBytes, int64_t aheadBytes, int64_t blockBytes,
    int64_t mostBlockBytes, int64_t registers, int64_t partBytes, int64_t pointsAhead,
    int64_t cachedPointsAhead, ThreadsAttr threads, int64_t dividerScale, int64_t gatherCycles,
    int64_t cachedCycles, int64_t memoryCycles, int64_t repeatedCycles, int64_t latencyCycles,
    int64_t shiftCycles, int64_t leastShiftedLoads, int64_t splitCycles, int64_t columnCycles,
    int64_t columnsAhead, int64_t nearBytes, int64_t streamedBytes, int64_t stripBytes,
    int64_t memoryStripBytes, int64_t stripCycles, int64_t wayBytes, int64_t nearWayBytes,
    int64_t levelBytes, bool, int64_t rowRegisters, bool, bool, bool, bool) {
  if (vectorBytes != 0 && !llvm::isPowerOf2_64(vectorBytes)) // (C1)
    return emitError() << "expected vectors of 0 bytes or a power of two, got " << vectorBytes;
  const std::pair<const char *, int64_t> powers[] = {{"lanes", laneBytes},
                                                     {"lines", lineBytes},
                                                     {"strips", stripBytes},
                                                     {"strips", memoryStripBytes},
                                                     {"a way", wayBytes}};
  for (auto [what, bytes] : powers) // (C1)
    if (!llvm::isPowerOf2_64(bytes))
      return emitError() << "expected " << what << " of a power of two, got " << bytes << " bytes";
  if (nearWayBytes != 0 && !llvm::isPowerOf2_64(nearWayBytes)) // (C1)
    return emitError() << "expected a way of the nearest cache of 0 bytes or a power of two, got "
                       << nearWayBytes;
  if (cachedPointsAhead < 0) // (C2)
    return emitError() << "expected levels ahead from 0 on, got " << cachedPointsAhead;
  // What is fetched ahead says them, points twice as many where it is fetched near (PrefetchOp,
  // C6).
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (nearBytes < 0 || nearBytes > most) // (C2)
    return emitError() << "expected bytes of columns from 0 to " << most << ", got " << nearBytes;
  if (columnsAhead > most / 2) // (C2)
    return emitError() << "expected columns at most " << most / 2 << " points ahead, got "
                       << columnsAhead;
  for (int64_t number :
       {keptScalars,  aheadBytes,     blockBytes,    mostBlockBytes, registers,
        partBytes,    pointsAhead,    dividerScale,  gatherCycles,   cachedCycles,
        memoryCycles, repeatedCycles, latencyCycles, shiftCycles,    leastShiftedLoads,
        splitCycles,  columnCycles,   columnsAhead,  streamedBytes,  stripCycles,
        levelBytes,   rowRegisters}) // (C2)
    if (number <= 0)
      return emitError() << "expected a positive number, got " << number;
  if (threads && vectorBytes != 0) // (C3)
    return emitError() << "expected no vectors beside threads, got " << vectorBytes << " bytes";
  return success();
}

MachineAttr MachineAttr::around(Operation *op) {
  auto module = op->getParentOfType<ModuleOp>();
  if (auto machine =
          module ? module->getAttrOfType<MachineAttr>(GTDialect::kMachineAttrName) : MachineAttr())
    return machine;
  auto table = parseAttribute("#gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, "
                              "kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, "
                              "block_bytes = 45056, most_block_bytes = 98304, has_masks = true>",
                              op->getContext());
  return cast<MachineAttr>(table);
}

MachineAttr MachineAttr::withCosts(const gtabi::MachineCosts &costs) const {
  auto orKnown = [](int64_t given, int64_t known) { return given ? given : known; };
  return get(getContext(), getVectorBytes(), getLaneBytes(), getHasHalf(), getKeptScalars(),
             getLineBytes(), getAheadBytes(), getBlockBytes(), getMostBlockBytes(), getRegisters(),
             getPartBytes(), getPointsAhead(), getCachedPointsAhead(), getThreads(),
             orKnown(costs.divider, getDividerScale()), orKnown(costs.gather, getGatherCycles()),
             orKnown(costs.cached, getCachedCycles()), orKnown(costs.memory, getMemoryCycles()),
             getRepeatedCycles(), getLatencyCycles(), getShiftCycles(), getLeastShiftedLoads(),
             getSplitCycles(), getColumnCycles(), getColumnsAhead(), getNearBytes(),
             getStreamedBytes(), getStripBytes(), getMemoryStripBytes(), getStripCycles(),
             getWayBytes(), getNearWayBytes(), getLevelBytes(), getHasMasks(), getRowRegisters(),
             getFetchesStreams(), getFetchesNear(), getExtractsLanes(), getHasGathers());
}

int64_t MachineAttr::getCycles(PointOp op) const {
  return op.getCost() * (op.usesDivider() ? getDividerScale() : 1);
}

ArrayRef<StringAttr> gtcompiler::getMemoryDims(Type memory) {
  if (auto buffer = dyn_cast<BufferType>(memory))
    return buffer.getDims();
  return cast<StorageType>(memory).getDims();
}

Value gtcompiler::findIndex(ValueRange indices, ArrayAttr dims, StringAttr dim) {
  if (dims)
    for (auto [index, indexed] : llvm::zip(indices, dims.getAsRange<StringAttr>()))
      if (indexed == dim)
        return index;
  return {};
}

Value gtcompiler::findPin(ValueRange pins, StringAttr dim) {
  for (Value pin : pins)
    if (cast<RangeType>(pin.getType()).getDim() == dim)
      return pin;
  return nullptr;
}

ElementKind gtcompiler::getElementKind(Type elementType) {
  if (isa<ComplexType>(elementType))
    return ElementKind::Complex;
  if (isa<FloatType>(elementType))
    return ElementKind::Float;
  if (elementType.isInteger(1))
    return ElementKind::Bool;
  return elementType.isUnsignedInteger() ? ElementKind::UInt : ElementKind::Int;
}

Type gtcompiler::getElementType(Type type) {
  if (auto field = dyn_cast<FieldType>(type))
    return field.getElementType();
  if (auto storage = dyn_cast<StorageType>(type))
    return storage.getElementType();
  if (auto buffer = dyn_cast<BufferType>(type))
    return buffer.getElementType();
  return type;
}
