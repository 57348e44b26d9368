//===- Gathers.cpp - Elements at indices ----------------------------------===//
//
// Elements of 4 and 8 bytes are gathered by the intrinsic, which CPUs have instructions for,
// and so are others where lanes are masked, of which LLVM makes a branch for each: there may
// be none that is a point. Others are loaded lane by lane.
//
//===----------------------------------------------------------------------===//
#include "Gathers.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

void GatherAddress::add(const CodeBuilder &code, Value distance) {
  bytes = bytes ? code.add(bytes, distance) : distance;
}

/// The addresses of the lanes, one by one.
static Value addressOfLane(const CodeBuilder &code, Type element, const GatherAddress &address,
                           std::int64_t lane) {
  auto of = [&](Value vector) -> Value {
    if (!isa<VectorType>(vector.getType()))
      return vector;
    return LLVM::ExtractElementOp::create(code.ops, code.loc, vector, code.number(lane));
  };
  Value pointer = address.base;
  if (address.bytes)
    pointer = code.moved(pointer, of(address.bytes));
  if (address.elements)
    pointer = code.element(pointer, asCoordinate(code, of(address.elements)), memoryType(element));
  return pointer;
}

/// All lanes are points.
static Value gatherOneByOne(const CodeBuilder &code, Type element, const GatherAddress &address,
                            const RowPoint &point) {
  Type scalar = memoryType(element);
  Value packed = LLVM::PoisonOp::create(code.ops, code.loc, packedType(element, point.lanes));
  for (std::int64_t lane = 0; lane < point.lanes; ++lane) {
    Value loaded =
        LLVM::LoadOp::create(code.ops, code.loc, scalar,
                             addressOfLane(code, element, address, lane), memoryBytes(element));
    packed = LLVM::InsertElementOp::create(code.ops, code.loc, packed, loaded, code.number(lane));
  }
  return unpack(code, element, packed);
}

Value gtcompiler::gatherLanes(const CodeBuilder &code, Type element, const GatherAddress &address,
                              const RowPoint &point) {
  std::int64_t bytes = memoryBytes(element);
  if (point.lanes == 1)
    return loadLanes(code, element, addressOfLane(code, element, address, 0), 1, {});
  if (bytes != 4 && bytes != 8 && !point.mask)
    return gatherOneByOne(code, element, address, point);
  Value pointers = address.base;
  Type pointer = LLVM::LLVMPointerType::get(code.ops.getContext());
  auto type = VectorType::get({point.lanes}, pointer);
  auto move = [&](Value index, Type step) {
    if (index)
      pointers = LLVM::GEPOp::create(code.ops, code.loc, type, step, pointers,
                                     ArrayRef<LLVM::GEPArg>{index});
  };
  move(address.bytes, code.ops.getI8Type());
  move(address.elements, memoryType(element));
  Value mask = point.mask ? point.mask
                          : code.constant(VectorType::get({point.lanes}, code.ops.getI1Type()), 1);
  Type packed = packedType(element, point.lanes);
  Value none = code.constant(packed, 0);
  Value values = LLVM::masked_gather::create(code.ops, code.loc, packed, pointers, mask,
                                             ValueRange{none}, bytes);
  return unpack(code, element, values);
}
