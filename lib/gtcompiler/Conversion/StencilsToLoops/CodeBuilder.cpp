//===- CodeBuilder.cpp - Short names for what kernels are made of ---------===//
//
// See the header. Knows nothing of stencils.
//
//===----------------------------------------------------------------------===//
#include "CodeBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace gtcompiler;
using namespace mlir;

Value CodeBuilder::number(std::int64_t value) const {
  return arith::ConstantIntOp::create(ops, loc, value, 64);
}

/// The attribute that holds `element` in every element of `type`.
static TypedAttr splatAttr(Type type, TypedAttr element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? TypedAttr(DenseElementsAttr::get(vector, Attribute(element))) : element;
}

Value CodeBuilder::constant(Type type, std::int64_t value) const {
  Type element = getElementTypeOrSelf(type);
  auto attribute =
      isa<FloatType>(element)
          ? TypedAttr(ops.getFloatAttr(element, static_cast<double>(value)))
          : TypedAttr(ops.getIntegerAttr(element, llvm::APInt(element.getIntOrFloatBitWidth(),
                                                              value, /*isSigned=*/true,
                                                              /*implicitTrunc=*/true)));
  return arith::ConstantOp::create(ops, loc, splatAttr(type, attribute));
}
Value CodeBuilder::constant(Type type, const llvm::APFloat &value) const {
  return arith::ConstantOp::create(
      ops, loc, splatAttr(type, ops.getFloatAttr(getElementTypeOrSelf(type), value)));
}

Value CodeBuilder::add(Value a, Value b) const { return arith::AddIOp::create(ops, loc, a, b); }
Value CodeBuilder::sub(Value a, Value b) const { return arith::SubIOp::create(ops, loc, a, b); }
Value CodeBuilder::mul(Value a, Value b) const { return arith::MulIOp::create(ops, loc, a, b); }
Value CodeBuilder::minimum(Value a, Value b) const {
  return arith::MinSIOp::create(ops, loc, a, b);
}
Value CodeBuilder::bitAnd(Value a, Value b) const { return arith::AndIOp::create(ops, loc, a, b); }
Value CodeBuilder::bitOr(Value a, Value b) const { return arith::OrIOp::create(ops, loc, a, b); }
Value CodeBuilder::shiftLeft(Value a, Value b) const {
  return arith::ShLIOp::create(ops, loc, a, b);
}
Value CodeBuilder::shiftRight(Value a, Value b) const {
  return arith::ShRUIOp::create(ops, loc, a, b);
}
Value CodeBuilder::select(Value condition, Value a, Value b) const {
  return arith::SelectOp::create(ops, loc, condition, a, b);
}
Value CodeBuilder::less(Value a, Value b) const {
  return arith::CmpIOp::create(ops, loc, arith::CmpIPredicate::slt, a, b);
}

Value CodeBuilder::moved(Value pointer, Value bytes) const {
  return element(pointer, bytes, ops.getI8Type());
}

Value CodeBuilder::moved(Value pointer, std::int64_t bytes) const {
  if (bytes == 0)
    return pointer;
  if (!llvm::isInt<31>(bytes))
    return moved(pointer, number(bytes));
  return LLVM::GEPOp::create(ops, loc, pointer.getType(), ops.getI8Type(), pointer,
                             {LLVM::GEPArg(std::int32_t(bytes))});
}

Value CodeBuilder::element(Value pointer, Value index, Type type) const {
  return LLVM::GEPOp::create(ops, loc, pointer.getType(), type, pointer, ValueRange{index});
}

Value CodeBuilder::loadAt(Type type, Value pointer, std::int64_t bytes) const {
  return LLVM::LoadOp::create(ops, loc, type, moved(pointer, bytes));
}

void CodeBuilder::store(Value value, Value pointer) const {
  LLVM::StoreOp::create(ops, loc, value, pointer);
}

Value CodeBuilder::splat(Value value, std::int64_t lanes) const {
  if (lanes == 1)
    return value;
  return vector::BroadcastOp::create(ops, loc, VectorType::get({lanes}, value.getType()), value);
}

void CodeBuilder::loop(Value first, Value last, std::int64_t step, LoopBody body) const {
  loop(first, last, number(step), body);
}

void CodeBuilder::loop(Value first, Value last, Value step, LoopBody body) const {
  OpBuilder here = ops; // moves into the loop; `ops` stays in front of it
  scf::ForOp::create(here, loc, first, last, step, ValueRange{},
                     [&](OpBuilder &inside, Location, Value index, ValueRange) {
                       CodeBuilder builder(inside, loc);
                       body(builder, index);
                       builder.ops.setInsertionPointToEnd(inside.getInsertionBlock());
                       scf::YieldOp::create(builder.ops, loc);
                     });
}

void CodeBuilder::bottomTestedLoop(Value first, Value last, std::int64_t step,
                                   LoopBody body) const {
  Value stride = number(step);
  OpBuilder here = ops;
  scf::WhileOp::create(
      here, loc, TypeRange{first.getType()}, ValueRange{first},
      [&](OpBuilder &inside, Location, ValueRange arguments) {
        CodeBuilder builder(inside, loc);
        body(builder, arguments[0]);
        builder.ops.setInsertionPointToEnd(inside.getInsertionBlock());
        Value next = builder.add(arguments[0], stride);
        scf::ConditionOp::create(builder.ops, loc, builder.less(next, last), ValueRange{next});
      },
      [&](OpBuilder &inside, Location, ValueRange arguments) {
        scf::YieldOp::create(inside, loc, arguments);
      });
}

void CodeBuilder::when(Value condition, llvm::function_ref<void(CodeBuilder &)> body) const {
  OpBuilder here = ops;
  scf::IfOp::create(here, loc, condition, [&](OpBuilder &inside, Location) {
    CodeBuilder builder(inside, loc);
    body(builder);
    builder.ops.setInsertionPointToEnd(inside.getInsertionBlock());
    scf::YieldOp::create(builder.ops, loc);
  });
}
