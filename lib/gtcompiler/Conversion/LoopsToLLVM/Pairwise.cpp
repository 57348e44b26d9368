//===- Pairwise.cpp - Blocks combined pairwise ----------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "Pairwise.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

PairwiseReduction::PairwiseReduction(CodeBuilder &code, Addresses &addresses,
                                     PairwiseFunctions &shared, PairwiseOp op)
    : functions(shared), results(code.number(1)),
      counter(addresses.bufferRow(code, op.getCount(), {})) {
  for (auto [number, partial, stack] : llvm::enumerate(op.getPartials(), op.getStacks()))
    partials.push_back({PartialForm(op, number), addresses.bufferRow(code, partial, {}),
                        addresses.bufferRow(code, stack, {})});
  if (!partials.front().form.results)
    return;
  Span span = addresses.spanOf(op.getPartialType().getDims().front());
  results = code.sub(span.last, span.first);
}

static void call(CodeBuilder &code, LLVM::LLVMFuncOp function, ValueRange arguments) {
  LLVM::CallOp::create(code.ops, code.loc, function, arguments).setCConv(function.getCConv());
}

void PairwiseReduction::begin(CodeBuilder &code) { code.store(code.number(0), counter); }

void PairwiseReduction::beginBlock(CodeBuilder &code) {
  for (const Partial &partial : partials)
    call(code, functions.start(partial.form), {partial.row, results});
}

void PairwiseReduction::endBlock(CodeBuilder &code) {
  Value blocks = code.loadAt(code.ops.getI64Type(), counter, 0);
  for (const Partial &partial : partials)
    call(code, functions.push(partial.form), {partial.row, partial.stack, blocks, results});
  code.store(code.add(blocks, code.number(1)), counter);
}

void PairwiseReduction::end(CodeBuilder &code) {
  Value blocks = code.loadAt(code.ops.getI64Type(), counter, 0);
  for (const Partial &partial : partials)
    call(code, functions.finish(partial.form), {partial.row, partial.stack, blocks, results});
}
