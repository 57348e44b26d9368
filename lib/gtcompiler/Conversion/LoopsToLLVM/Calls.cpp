//===- Calls.cpp - Functions of the host ----------------------------------===//
//
// A vector goes to the stack, and the function is called on what lies there, lane by
// lane:
//
//   store operands to slots; store 0 to the result's
//   for (lane = 0; lane < lanes; ++lane)
//     if (mask has the lane)
//       result[lane] = f(operand[lane], ...)
//
// or, where it reports,
//
//       if (status = f(operand[lane], ..., &result[lane]))
//         result[lane] = NaN; the call's status word = status and which function
//
// The calling convention is C's on x86-64, where a caller extends integers of less
// than 32 bits.
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "gtabi/Prototype.h"

using namespace gtcompiler;
using namespace mlir;

namespace {
/// One call being emitted.
class CallEmitter {
public:
  CallEmitter(KernelFrame &kernel, CallOp called, std::int64_t count)
      : frame(kernel), call(called), lanes(count), element(called.getType()) {}

  Value emit(CodeBuilder &code, ValueRange operands, Value mask);

private:
  Value slotOf(std::size_t number, Type type);
  Value argument(const CodeBuilder &code, std::size_t number, Value lane);
  void emitLane(CodeBuilder &code, Value lane);
  void emitFailure(CodeBuilder &code, Value status, Value place);

  KernelFrame &frame;
  CallOp call;
  std::int64_t lanes;
  Type element; ///< of the result
};
} // namespace

/// Where the lanes of an operand lie, or, behind those, of the result.
Value CallEmitter::slotOf(std::size_t number, Type type) {
  return frame.stackSlot(packedType(type, lanes), number);
}

/// An operand as a caller passes it.
Value CallEmitter::argument(const CodeBuilder &code, std::size_t number, Value lane) {
  Type type = call.getArguments()[number].getType(), memory = memoryType(type);
  Value place = code.element(slotOf(number, type), lane, memory);
  Value value = code.loadAt(memory, place, 0);
  Type i32 = code.ops.getI32Type();
  if (!memory.isInteger() || memory.getIntOrFloatBitWidth() >= 32)
    return value;
  if (type.isUnsignedInteger() || type.isInteger(1))
    return LLVM::ZExtOp::create(code.ops, code.loc, i32, value);
  return LLVM::SExtOp::create(code.ops, code.loc, i32, value);
}

/// The value of a point at which the function has failed.
static Value failedValue(const CodeBuilder &code, Type memory) {
  if (auto type = dyn_cast<FloatType>(memory))
    return code.constant(type, llvm::APFloat::getNaN(type.getFloatSemantics()));
  return code.constant(memory, 0);
}

void CallEmitter::emitFailure(CodeBuilder &code, Value status, Value place) {
  code.store(failedValue(code, memoryType(element)), place);
  Type i64 = code.ops.getI64Type();
  Value high =
      code.shiftLeft(LLVM::ZExtOp::create(code.ops, code.loc, i64, status), code.number(32));
  Value word = code.bitOr(high, code.number(gtabi::failedCall(frame.importNumber(call), 0)));
  LLVM::StoreOp::create(code.ops, code.loc, word, frame.status(), /*alignment=*/8);
}

void CallEmitter::emitLane(CodeBuilder &code, Value lane) {
  Type memory = memoryType(element), i32 = code.ops.getI32Type();
  Value place = code.element(slotOf(call.getArguments().size(), element), lane, memory);
  SmallVector<Value> callee{frame.importAddress(call)};
  for (std::size_t number = 0; number < call.getArguments().size(); ++number)
    callee.push_back(argument(code, number, lane));
  if (call.getStatus())
    callee.push_back(place);
  auto types = llvm::map_to_vector(ArrayRef(callee).drop_front(),
                                   [](Value value) { return value.getType(); });
  auto signature = LLVM::LLVMFunctionType::get(call.getStatus() ? i32 : memory, types);
  Value given = LLVM::CallOp::create(code.ops, code.loc, signature, callee).getResult();
  if (!call.getStatus())
    return code.store(given, place);
  Value isFailure = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::ne, given,
                                         code.constant(i32, 0));
  code.when(isFailure, [&](CodeBuilder &failed) { emitFailure(failed, given, place); });
}

Value CallEmitter::emit(CodeBuilder &code, ValueRange operands, Value mask) {
  std::size_t count = operands.size();
  for (auto [number, operand] : llvm::enumerate(operands)) {
    Type type = call.getArguments()[number].getType();
    code.store(pack(code, type, operand), slotOf(number, type));
  }
  Value result = slotOf(count, element);
  Type packed = packedType(element, lanes);
  if (mask || call.getStatus())
    code.store(code.constant(packed, 0), result);
  if (lanes == 1) {
    emitLane(code, code.number(0));
  } else {
    Value bits;
    if (mask)
      bits = LLVM::BitcastOp::create(code.ops, code.loc, code.ops.getIntegerType(lanes), mask);
    code.bottomTestedLoop(
        code.number(0), code.number(lanes), 1, [&](CodeBuilder &inside, Value lane) {
          if (!bits)
            return emitLane(inside, lane);
          Type type = bits.getType();
          Value shift =
              lanes < 64 ? LLVM::TruncOp::create(inside.ops, inside.loc, type, lane) : lane;
          Value bit = LLVM::TruncOp::create(inside.ops, inside.loc, inside.ops.getI1Type(),
                                            inside.shiftRight(bits, shift));
          inside.when(bit, [&](CodeBuilder &wanted) { emitLane(wanted, lane); });
        });
  }
  return unpack(code, element, code.loadAt(packed, result, 0));
}

Value gtcompiler::emitCall(KernelFrame &frame, CallOp call, CodeBuilder &code, ValueRange operands,
                           Value mask) {
  std::int64_t lanes = lanesOf(call.getArguments()[0].getType(), operands[0]);
  return CallEmitter(frame, call, lanes).emit(code, operands, mask);
}
