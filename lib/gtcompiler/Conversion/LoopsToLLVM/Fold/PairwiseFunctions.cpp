//===- PairwiseFunctions.cpp - Code that reductions share -----------------===//
//
// Pairwise over blocks needs no memory for all of them: a stack holds, at level
// l, the result of 2^l neighbouring blocks, as the digits of a binary counter
// of blocks. Pushing a block carries; at the end the levels are combined from
// the last block's side, which gives the same tree as combining pairs in rounds
// with an odd one handed on.
//
//===----------------------------------------------------------------------===//
#include "PairwiseFunctions.h"

#include "Accumulator.h"

#include "gtcompiler/Conversion/LoopsToLLVM/Row/RowLoop.h"
#include "gtcompiler/Conversion/PointCode/Elements.h"
#include "gtcompiler/Conversion/PointCode/HalfFloats.h"
#include "gtcompiler/Conversion/PointCode/PointOperations.h"

using namespace gtcompiler;
using namespace mlir;

PartialForm::PartialForm(PairwiseOp pairwise, unsigned number, bool inRegisters)
    : kind(pairwise.getKind(number)),
      element(getElementType(pairwise.getPartials()[number].getType())), lanes(pairwise.getLanes()),
      partials(1), results(0) {
  BufferType type = pairwise.getPartialType();
  if (!inRegisters && type.hasDim(pairwise.getDimAttr()))
    partials = type.getExtents().front();
  else if (!inRegisters && type.getRank() == 1)
    results = type.getExtents().front();
  else
    lanes = 1;
}

namespace {
/// Emits the parts of the functions for one form.
class FormEmitter {
public:
  /// `count`: results of the row, if that is told at run time.
  FormEmitter(const PartialForm &known, Value rowAddress, Value stackAddress, Value count)
      : form(known), row(rowAddress), stack(stackAddress), results(count) {}

  void fill(CodeBuilder &code, std::int64_t partials);
  void reducePartials(CodeBuilder &code);
  void combineWithLevel(CodeBuilder &code, Value level);
  void copyLevel(CodeBuilder &code, Value level, bool toStack);

private:
  using Body = llvm::function_ref<void(const RowPoint &point, Value place)>;
  void forRow(CodeBuilder &code, std::int64_t partials, Body body);
  Value rounded(CodeBuilder &code, Value value);
  Value combined(CodeBuilder &code, Value a, Value b);
  /// The address of `level` in the stack.
  Value levelAddress(CodeBuilder &code, Value level);
  Value elementOf(const RowPoint &point, Value first) {
    return point.code.element(first, point.index, memoryType(form.element));
  }

  const PartialForm &form;
  Value row, stack, results;
};
} // namespace

/// For the elements of the row in use, of each result `partials`; also for those up to a whole
/// vector, which nobody reads.
void FormEmitter::forRow(CodeBuilder &code, std::int64_t partials, Body body) {
  auto atPoint = [&](const RowPoint &point) { body(point, elementOf(point, row)); };
  // Powers of two: nothing is left over.
  std::int64_t lanes = form.results ? form.lanes : std::min(form.lanes, partials);
  if (!form.results && lanes == partials)
    return atPoint({code, code.number(0), {}, lanes});
  Value end = form.results ? results : code.number(partials);
  code.loop(code.number(0), end, lanes,
            [&](CodeBuilder &inside, Value index) { atPoint({inside, index, {}, lanes}); });
}

void FormEmitter::fill(CodeBuilder &code, std::int64_t partials) {
  forRow(code, partials, [&](const RowPoint &point, Value place) {
    Value start = reductionStart(point.code, form.kind, form.element);
    Value lanes = splatLanes(point.code, form.element, start, point.lanes);
    storeLanes(point.code, form.element, lanes, place, {});
  });
}

/// What a store and a load make of `value`.
Value FormEmitter::rounded(CodeBuilder &code, Value value) {
  return isHalf(form.element) ? unpack(code, form.element, pack(code, form.element, value)) : value;
}

Value FormEmitter::combined(CodeBuilder &code, Value a, Value b) {
  return rounded(code, combine(code, form.kind, form.element, a, b));
}

/// Partial results pairwise to the first one, in registers: for s = 32, 16, ...
/// 1: partial[l] op= partial[l + s], l < s.
void FormEmitter::reducePartials(CodeBuilder &code) {
  std::int64_t lanes = std::min(form.lanes, form.partials);
  SmallVector<Value> vectors;
  for (std::int64_t index = 0; index < form.partials; index += lanes) {
    Value place = code.moved(row, index * memoryBytes(form.element));
    vectors.push_back(loadLanes(code, form.element, place, lanes, {}));
  }
  Value result = joinByHalves(code, std::move(vectors),
                              [&](Value a, Value b) { return combined(code, a, b); });
  storeLanes(code, form.element, result, row, {});
}

Value FormEmitter::levelAddress(CodeBuilder &code, Value level) {
  std::int64_t elements = std::max<std::int64_t>(form.results, 1);
  Value bytes = code.mul(level, code.number(elements * memoryBytes(form.element)));
  return code.moved(stack, bytes);
}

/// row = stack[level] op row: the stack holds earlier blocks.
void FormEmitter::combineWithLevel(CodeBuilder &code, Value level) {
  Value from = levelAddress(code, level);
  forRow(code, 1, [&](const RowPoint &point, Value place) {
    CodeBuilder &at = point.code;
    Value earlier = loadLanes(at, form.element, elementOf(point, from), point.lanes, {});
    Value later = loadLanes(at, form.element, place, point.lanes, {});
    Value both = combine(at, form.kind, form.element, earlier, later);
    storeLanes(at, form.element, both, place, {});
  });
}

void FormEmitter::copyLevel(CodeBuilder &code, Value level, bool toStack) {
  Value first = levelAddress(code, level);
  forRow(code, 1, [&](const RowPoint &point, Value place) {
    Value inStack = elementOf(point, first);
    Value value = loadLanes(point.code, form.element, toStack ? place : inStack, point.lanes, {});
    storeLanes(point.code, form.element, value, toStack ? inStack : place, {});
  });
}

/// The lowest level at which `blocks` has the digit `digit`; `passed` is emitted
/// for each lower one.
static Value findLevel(CodeBuilder &code, Value blocks, bool digit,
                       llvm::function_ref<void(CodeBuilder &, Value level)> passed) {
  using State = CodeBuilder::State;
  State last = code.repeat(
      {code.number(0)},
      [&](CodeBuilder &test, const State &level) -> Value {
        Value shifted = LLVM::AShrOp::create(test.ops, test.loc, blocks, level[0]);
        Value bit = test.bitAnd(shifted, test.number(1));
        return LLVM::ICmpOp::create(test.ops, test.loc, LLVM::ICmpPredicate::ne, bit,
                                    test.number(digit ? 1 : 0));
      },
      [&](CodeBuilder &body, const State &level) -> State {
        passed(body, level[0]);
        return {body.add(level[0], body.number(1))};
      });
  return last[0];
}

/// For each level above `lowest` that `blocks` has, from low to high.
static void forHigherLevels(CodeBuilder &code, Value blocks, Value lowest,
                            llvm::function_ref<void(CodeBuilder &, Value level)> body) {
  auto digits = [&](CodeBuilder &at, Value level) -> Value {
    return LLVM::AShrOp::create(at.ops, at.loc, blocks, level);
  };
  using State = CodeBuilder::State;
  code.repeat(
      {code.add(lowest, code.number(1))},
      [&](CodeBuilder &test, const State &level) {
        return test.less(test.number(0), digits(test, level[0]));
      },
      [&](CodeBuilder &at, const State &level) -> State {
        Value bit = at.bitAnd(digits(at, level[0]), at.number(1));
        at.when(at.less(at.number(0), bit), [&](CodeBuilder &full) { body(full, level[0]); });
        return {at.add(level[0], at.number(1))};
      });
}

void gtcompiler::startBlock(CodeBuilder &code, const PartialForm &form, Value row, Value results) {
  FormEmitter(form, row, {}, results).fill(code, form.partials);
}

/// Carries through the levels that are full, then stays at the first that is not.
static void emitPush(CodeBuilder &code, const PartialForm &form, ValueRange arguments) {
  FormEmitter emitter(form, arguments[0], arguments[1], arguments[3]);
  if (form.partials > 1)
    emitter.reducePartials(code);
  Value level = findLevel(code, arguments[2], /*digit=*/false, [&](CodeBuilder &body, Value full) {
    emitter.combineWithLevel(body, full);
  });
  emitter.copyLevel(code, level, /*toStack=*/true);
}

/// Combines the levels of the stack, last blocks first. Without any block the row
/// holds the start.
static void emitFinish(CodeBuilder &code, const PartialForm &form, ValueRange arguments) {
  FormEmitter emitter(form, arguments[0], arguments[1], arguments[3]);
  Value blocks = arguments[2];
  emitter.fill(code, 1);
  code.when(code.less(code.number(0), blocks), [&](CodeBuilder &some) {
    Value lowest = findLevel(some, blocks, /*digit=*/true, [](CodeBuilder &, Value) {});
    emitter.copyLevel(some, lowest, /*toStack=*/false);
    forHigherLevels(some, blocks, lowest,
                    [&](CodeBuilder &full, Value level) { emitter.combineWithLevel(full, level); });
  });
}

/// "sum_f64_64x8_512": all members of a form.
static std::string textOf(const PartialForm &form) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << stringifyReduceKind(form.kind) << '_' << form.element << '_' << form.partials << 'x'
      << form.lanes;
  if (form.results)
    out << '_' << form.results;
  return text;
}

LLVM::LLVMFuncOp PairwiseFunctions::function(StringRef role, const PartialForm &form, Emit emit) {
  std::string name = role.str() + '_' + textOf(form);
  LLVM::LLVMFuncOp &known = made[name];
  if (known)
    return known;
  while (kernelNames.contains(name))
    name += '_';
  MLIRContext *context = builder.getContext();
  Type address = LLVM::LLVMPointerType::get(context), number = builder.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                          {address, address, number, number});
  auto unknown = UnknownLoc::get(context);
  known = LLVM::LLVMFuncOp::create(builder, unknown, name, type, LLVM::Linkage::Internal);
  known.setCConv(LLVM::CConv::PreserveMost); // addresses stay in the caller's registers
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(known.addEntryBlock(builder));
  auto end = LLVM::ReturnOp::create(builder, unknown, ValueRange{});
  CodeBuilder code(OpBuilder(end), unknown);
  emit(code, form, known.getArguments());
  return known;
}

LLVM::LLVMFuncOp PairwiseFunctions::push(const PartialForm &form) {
  return function("push", form, emitPush);
}
LLVM::LLVMFuncOp PairwiseFunctions::finish(const PartialForm &form) {
  return function("finish", form, emitFinish);
}
