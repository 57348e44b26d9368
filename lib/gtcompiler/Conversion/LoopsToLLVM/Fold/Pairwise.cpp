//===- Pairwise.cpp - Blocks combined pairwise ----------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "Pairwise.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

RowOp gtcompiler::rowInRegisters(PairwiseOp op) {
  if (op.getBlock()->empty())
    return {};
  Operation *last = &op.getBlock()->back();
  if (auto loop = dyn_cast<LoopOp>(last); loop && !loop.getBlock()->empty())
    last = &loop.getBlock()->back();
  auto row = dyn_cast<RowOp>(last);
  return row && row.getVectors() ? row : RowOp();
}

PairwiseReduction::PairwiseReduction(CodeBuilder &code, Addresses &addresses,
                                     PairwiseFunctions &shared, PairwiseOp op)
    : functions(shared), inRegisters(rowInRegisters(op)), results(code.number(1)),
      counter(addresses.bufferRow(op.getCount(), {})) {
  for (auto [number, partial, stack] : llvm::enumerate(op.getPartials(), op.getStacks()))
    partials.push_back({PartialForm(op, number, inRegisters), addresses.bufferRow(partial, {}),
                        addresses.bufferRow(stack, {})});
  if (partials.front().form.partials == 1) {
    Span span = addresses.spanOf(op.getDimAttr());
    Value others = code.sub(code.sub(span.last, span.first), code.number(1)); // -1: no block
    isNotOne = LLVM::ICmpOp::create(code.ops, code.loc, LLVM::ICmpPredicate::uge, others,
                                    code.number(op.getBy()));
  }
  if (!partials.front().form.results)
    return;
  Span span = addresses.spanOf(op.getPartialType().getDims().front());
  results = code.sub(span.last, span.first);
}

static void call(CodeBuilder &code, LLVM::LLVMFuncOp function, ValueRange arguments) {
  LLVM::CallOp::create(code.ops, code.loc, function, arguments).setCConv(function.getCConv());
}

void PairwiseReduction::unlessOneBlock(CodeBuilder &code,
                                       llvm::function_ref<void(CodeBuilder &)> body) {
  isNotOne ? code.when(isNotOne, body) : body(code);
}

void PairwiseReduction::begin(CodeBuilder &code) { code.store(code.number(0), counter); }

void PairwiseReduction::beginBlock(CodeBuilder &code) {
  if (inRegisters)
    return;
  for (const Partial &partial : partials)
    startBlock(code, partial.form, partial.row, results);
}

void PairwiseReduction::endBlock(CodeBuilder &code, ValueRange block) {
  for (auto [partial, result] : llvm::zip(partials, block)) // none if it is in memory
    storeLanes(code, partial.form.element, result, partial.row, {});
  unlessOneBlock(code, [&](CodeBuilder &several) {
    Value blocks = several.loadAt(several.ops.getI64Type(), counter, 0);
    for (const Partial &partial : partials)
      call(several, functions.push(partial.form), {partial.row, partial.stack, blocks, results});
    several.store(several.add(blocks, several.number(1)), counter);
  });
}

void PairwiseReduction::end(CodeBuilder &code) {
  unlessOneBlock(code, [&](CodeBuilder &several) {
    Value blocks = several.loadAt(several.ops.getI64Type(), counter, 0);
    for (const Partial &partial : partials)
      call(several, functions.finish(partial.form), {partial.row, partial.stack, blocks, results});
  });
}
