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
// Operands that are references, results that are placed and a status that is put behind them
// are places in these slots. Where failures are handled the status goes to a slot, too.
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
/// One call being emitted. Slots are numbered: operands, results, the status that a function puts.
class CallEmitter {
public:
  CallEmitter(KernelFrame &kernel, CallOp called, std::int64_t count)
      : frame(kernel), call(called), lanes(count) {}

  SmallVector<Value> emit(CodeBuilder &code, ValueRange operands, Value mask);

private:
  Value slotOf(std::size_t number, Type type) {
    return frame.stackSlot(packedType(type, lanes), number);
  }
  Value resultSlot(OpResult result) {
    return slotOf(call.getArguments().size() + result.getResultNumber(), result.getType());
  }
  Value laneOf(const CodeBuilder &code, Value slot, Type type, Value lane) {
    return code.element(slot, lane, memoryType(type));
  }
  Value argument(const CodeBuilder &code, std::size_t number, Value lane);
  Value callLane(CodeBuilder &code, Value lane, Value putStatus);
  void emitLane(CodeBuilder &code, Value lane);
  void emitFailure(CodeBuilder &code, Value status, Value lane);

  KernelFrame &frame;
  CallOp call;
  std::int64_t lanes;
};
} // namespace

/// An operand as a caller passes it.
Value CallEmitter::argument(const CodeBuilder &code, std::size_t number, Value lane) {
  Type type = call.getArguments()[number].getType(), memory = memoryType(type);
  Value place = laneOf(code, slotOf(number, type), type, lane);
  if (call.getReferences())
    return place;
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

/// The byte nearest to a status.
static Value byteOf(const CodeBuilder &code, Value status) {
  Type i32 = status.getType();
  Value least = LLVM::SMaxOp::create(code.ops, code.loc, status, code.constant(i32, INT8_MIN));
  Value byte = LLVM::SMinOp::create(code.ops, code.loc, least, code.constant(i32, INT8_MAX));
  return LLVM::TruncOp::create(code.ops, code.loc, code.ops.getI8Type(), byte);
}

void CallEmitter::emitFailure(CodeBuilder &code, Value status, Value lane) {
  for (OpResult result : call.getGiven())
    code.store(failedValue(code, memoryType(result.getType())),
               laneOf(code, resultSlot(result), result.getType(), lane));
  if (call.getHandled()) {
    OpResult byte = call->getResults().back();
    return code.store(byteOf(code, status), laneOf(code, resultSlot(byte), byte.getType(), lane));
  }
  Type i64 = code.ops.getI64Type();
  Value high =
      code.shiftLeft(LLVM::ZExtOp::create(code.ops, code.loc, i64, status), code.number(32));
  Value word = code.bitOr(high, code.number(gtabi::failedCall(frame.importNumber(call), 0)));
  LLVM::StoreOp::create(code.ops, code.loc, word, frame.status(), /*alignment=*/8);
}

/// Calls the function for a lane; gives what it returns, if anything.
Value CallEmitter::callLane(CodeBuilder &code, Value lane, Value putStatus) {
  SmallVector<Value> callee{frame.importAddress(call)};
  for (std::size_t number = 0; number < call.getArguments().size(); ++number)
    callee.push_back(argument(code, number, lane));
  Type returned;
  if (call.getStatus())
    returned = code.ops.getI32Type();
  else if (!call.getPlaced() && !call.getStatusLast())
    returned = memoryType(call.getResultTypes().front());
  if (call.getStatus() || !returned)
    for (OpResult result : call.getGiven())
      callee.push_back(laneOf(code, resultSlot(result), result.getType(), lane));
  if (putStatus)
    callee.push_back(putStatus);
  auto types = llvm::map_to_vector(ArrayRef(callee).drop_front(),
                                   [](Value value) { return value.getType(); });
  auto signature = LLVM::LLVMFunctionType::get(
      returned ? returned : LLVM::LLVMVoidType::get(code.ops.getContext()), types);
  auto emitted = LLVM::CallOp::create(code.ops, code.loc, signature, callee);
  return returned ? emitted.getResult() : Value();
}

void CallEmitter::emitLane(CodeBuilder &code, Value lane) {
  Type i32 = code.ops.getI32Type();
  Value putStatus;
  if (call.getStatusLast()) { // a subroutine that puts none has succeeded
    putStatus = frame.stackSlot(i32, call.getArguments().size() + call->getNumResults());
    code.store(code.constant(i32, 0), putStatus);
  }
  Value given = callLane(code, lane, putStatus);
  if (!call.getReports()) {
    if (OpResult result = call->getResult(0); given)
      code.store(given, laneOf(code, resultSlot(result), result.getType(), lane));
    return;
  }
  Value status = putStatus ? code.loadAt(i32, putStatus, 0) : given;
  Value isFailure = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::ne, status,
                                         code.constant(i32, 0));
  code.when(isFailure, [&](CodeBuilder &failed) { emitFailure(failed, status, lane); });
}

SmallVector<Value> CallEmitter::emit(CodeBuilder &code, ValueRange operands, Value mask) {
  for (auto [number, operand] : llvm::enumerate(operands)) {
    Type type = call.getArguments()[number].getType();
    code.store(pack(code, type, operand), slotOf(number, type));
  }
  bool isReturned = !call.getReports() && !call.getPlaced();
  if (mask || !isReturned)
    for (OpResult result : call->getResults())
      code.store(code.constant(packedType(result.getType(), lanes), 0), resultSlot(result));
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
  return llvm::map_to_vector(call->getResults(), [&](OpResult result) {
    Value packed = code.loadAt(packedType(result.getType(), lanes), resultSlot(result), 0);
    return unpack(code, result.getType(), packed);
  });
}

SmallVector<Value> gtcompiler::emitCall(KernelFrame &frame, CallOp call, CodeBuilder &code,
                                        ValueRange operands, Value mask) {
  std::int64_t lanes = lanesOf(call.getArguments()[0].getType(), operands[0]);
  return CallEmitter(frame, call, lanes).emit(code, operands, mask);
}
