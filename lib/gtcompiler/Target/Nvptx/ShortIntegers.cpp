//===- ShortIntegers.cpp - Integers of 8 and 16 bits on NVIDIA's GPUs -----===//
//
// See the header. Each short value gets a wide one, whose upper bits are anything; who needs
// them asks for them with zeros or the sign.
//
//===----------------------------------------------------------------------===//
#include "ShortIntegers.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace gtcompiler;
using namespace llvm;

static bool isShort(const Value *value) {
  return value->getType()->isIntegerTy(8) || value->getType()->isIntegerTy(16);
}

namespace {
/// What the bits above a short value are.
enum class Upper { Any, Zeros, Sign };

class Widening {
public:
  explicit Widening(Function &function) : body(function), code(function.getContext()) {}

  void run();

private:
  Value *wideOf(Value *value, Upper upper);
  Value *widened(Instruction &op);
  Value *widenedOperation(BinaryOperator &op);
  Value *widenedCast(CastInst &op);
  Value *widenedCall(IntrinsicInst &op);
  Value *leaving(Instruction &op);
  void narrowOperands(Instruction &op);

  Function &body;
  IRBuilder<> code;
  DenseMap<Value *, Value *> wide;
  SmallVector<Instruction *> replaced;
};
} // namespace

/// The wide value of a short one.
Value *Widening::wideOf(Value *value, Upper upper) {
  Type *i32 = code.getInt32Ty();
  if (auto *constant = dyn_cast<ConstantInt>(value))
    return upper == Upper::Zeros ? ConstantInt::get(i32, constant->getZExtValue())
                                 : ConstantInt::getSigned(i32, constant->getSExtValue());
  Value *found = wide.lookup(value);
  if (!found)
    return upper == Upper::Sign ? code.CreateSExt(value, i32) : code.CreateZExt(value, i32);
  unsigned bits = value->getType()->getIntegerBitWidth();
  if (upper == Upper::Zeros)
    return code.CreateAnd(found, (1u << bits) - 1);
  if (upper == Upper::Sign)
    return code.CreateAShr(code.CreateShl(found, 32 - bits), 32 - bits);
  return found;
}

Value *Widening::widenedOperation(BinaryOperator &op) {
  auto both = [&](Upper upper) {
    return code.CreateBinOp(op.getOpcode(), wideOf(op.getOperand(0), upper),
                            wideOf(op.getOperand(1), upper));
  };
  auto shifted = [&](Upper upper) {
    return code.CreateBinOp(op.getOpcode(), wideOf(op.getOperand(0), upper),
                            wideOf(op.getOperand(1), Upper::Zeros));
  };
  switch (op.getOpcode()) {
  case Instruction::Shl:
    return shifted(Upper::Any);
  case Instruction::LShr:
    return shifted(Upper::Zeros);
  case Instruction::AShr:
    return shifted(Upper::Sign);
  case Instruction::SDiv:
  case Instruction::SRem:
    return both(Upper::Sign);
  case Instruction::UDiv:
  case Instruction::URem:
    return both(Upper::Zeros);
  default:
    return both(Upper::Any);
  }
}

/// Of what becomes a short integer.
Value *Widening::widenedCast(CastInst &op) {
  Type *i32 = code.getInt32Ty();
  Value *from = op.getOperand(0);
  switch (op.getOpcode()) {
  case Instruction::Trunc:
    return isShort(from) ? wideOf(from, Upper::Any) : code.CreateTrunc(from, i32);
  case Instruction::ZExt:
    return isShort(from) ? wideOf(from, Upper::Zeros) : code.CreateZExt(from, i32);
  case Instruction::SExt:
    return isShort(from) ? wideOf(from, Upper::Sign) : code.CreateSExt(from, i32);
  case Instruction::FPToSI: // of what fits into the short one
  case Instruction::FPToUI:
    return code.CreateCast(op.getOpcode(), from, i32);
  default:
    return nullptr;
  }
}

Value *Widening::widenedCall(IntrinsicInst &op) {
  auto both = [&](Upper upper) {
    return code.CreateBinaryIntrinsic(op.getIntrinsicID(), wideOf(op.getArgOperand(0), upper),
                                      wideOf(op.getArgOperand(1), upper));
  };
  switch (op.getIntrinsicID()) {
  case Intrinsic::smin:
  case Intrinsic::smax:
    return both(Upper::Sign);
  case Intrinsic::umin:
  case Intrinsic::umax:
    return both(Upper::Zeros);
  case Intrinsic::abs:
    return code.CreateBinaryIntrinsic(Intrinsic::abs, wideOf(op.getArgOperand(0), Upper::Sign),
                                      code.getFalse());
  default:
    return nullptr;
  }
}

/// The wide value of a short one that is computed; null where it stays what it is.
Value *Widening::widened(Instruction &op) {
  if (auto *operation = dyn_cast<BinaryOperator>(&op))
    return widenedOperation(*operation);
  if (auto *cast = dyn_cast<CastInst>(&op))
    return widenedCast(*cast);
  if (auto *call = dyn_cast<IntrinsicInst>(&op))
    return widenedCall(*call);
  if (auto *choice = dyn_cast<SelectInst>(&op))
    return code.CreateSelect(choice->getCondition(), wideOf(choice->getTrueValue(), Upper::Any),
                             wideOf(choice->getFalseValue(), Upper::Any));
  if (auto *carried = dyn_cast<PHINode>(&op))
    return code.CreatePHI(code.getInt32Ty(), carried->getNumIncomingValues());
  return nullptr;
}

/// What takes the place of an operation on short values whose result is none; null if nothing.
Value *Widening::leaving(Instruction &op) {
  if (auto *test = dyn_cast<ICmpInst>(&op); test && isShort(test->getOperand(0))) {
    Upper upper = test->isSigned() ? Upper::Sign : Upper::Zeros;
    return code.CreateICmp(test->getPredicate(), wideOf(test->getOperand(0), upper),
                           wideOf(test->getOperand(1), upper));
  }
  auto *cast = dyn_cast<CastInst>(&op);
  if (!cast || !isShort(cast->getOperand(0)))
    return nullptr;
  Value *from = cast->getOperand(0);
  switch (cast->getOpcode()) {
  case Instruction::ZExt:
    return code.CreateZExt(wideOf(from, Upper::Zeros), cast->getType());
  case Instruction::SExt:
    return code.CreateSExt(wideOf(from, Upper::Sign), cast->getType());
  case Instruction::UIToFP:
    return code.CreateUIToFP(wideOf(from, Upper::Zeros), cast->getType());
  case Instruction::SIToFP:
    return code.CreateSIToFP(wideOf(from, Upper::Sign), cast->getType());
  case Instruction::Trunc: // to a bit
    return code.CreateTrunc(wideOf(from, Upper::Any), cast->getType());
  default:
    return nullptr;
  }
}

/// Gives what stays as it is its operands as they were.
void Widening::narrowOperands(Instruction &op) {
  for (Use &use : op.operands())
    if (Value *found = wide.lookup(use.get()))
      use.set(code.CreateTrunc(found, use->getType()));
}

void Widening::run() {
  ReversePostOrderTraversal<Function *> order(&body);
  for (BasicBlock *block : order)
    for (Instruction &op : make_early_inc_range(*block)) {
      code.SetInsertPoint(&op);
      if (isShort(&op)) {
        if (Value *value = widened(op)) {
          wide[&op] = value;
          replaced.push_back(&op);
        } else {
          narrowOperands(op);
        }
      } else if (Value *value = leaving(op)) {
        op.replaceAllUsesWith(value);
        op.eraseFromParent();
      } else {
        narrowOperands(op);
      }
    }
  for (Instruction *op : replaced)
    if (auto *carried = dyn_cast<PHINode>(op))
      for (auto [value, from] : zip(carried->incoming_values(), carried->blocks())) {
        code.SetInsertPoint(from->getTerminator());
        cast<PHINode>(wide[op])->addIncoming(wideOf(value, Upper::Any), from);
      }
  for (Instruction *op : replaced)
    op->replaceAllUsesWith(PoisonValue::get(op->getType()));
  for (Instruction *op : replaced)
    op->eraseFromParent();
}

/// The greatest of a value and its negation, as what it is.
static void nameAbsoluteValues(Function &function) {
  for (BasicBlock &block : function)
    for (Instruction &op : make_early_inc_range(block)) {
      Value *value = nullptr;
      if (!match(&op, PatternMatch::m_SMax(PatternMatch::m_Value(value),
                                           PatternMatch::m_Neg(PatternMatch::m_Deferred(value)))))
        continue;
      IRBuilder<> code(&op);
      op.replaceAllUsesWith(code.CreateBinaryIntrinsic(Intrinsic::abs, value, code.getFalse()));
      op.eraseFromParent();
    }
}

void gtcompiler::widenShortIntegers(Function &function) {
  nameAbsoluteValues(function);
  Widening(function).run();
}
