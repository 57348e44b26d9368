//===- RowLoop.cpp - The innermost loop -----------------------------------===//
//
//   whole = first + ((last - first) & -lanes)
//   if (first < whole)
//     i = first; do { body(i); } while ((i += lanes) < whole)
//   if (whole < last)
//     body(whole), lanes below last - whole only
//
//===----------------------------------------------------------------------===//
#include "RowLoop.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace gtcompiler;
using namespace mlir;

Value gtcompiler::lanesBelow(const CodeBuilder &code, Value count, std::int64_t lanes) {
  // One register of numbers, which are small enough for it.
  Type number = code.ops.getIntegerType(lanes > 32 ? 8 : lanes > 16 ? 16 : 32);
  Value numbering = code.numbering(number, lanes);
  Value narrow = LLVM::TruncOp::create(code.ops, code.loc, number, count);
  return code.less(numbering, code.splat(narrow, lanes));
}

void gtcompiler::emitRow(CodeBuilder &code, Span span, std::int64_t lanes,
                         llvm::function_ref<void(const RowPoint &)> body) {
  Value whole = span.last;
  if (lanes > 1) {
    Value count = code.sub(span.last, span.first);
    Value wholeCount = code.bitAnd(count, code.number(-lanes));
    whole = code.add(span.first, wholeCount);
  }
  code.when(code.less(span.first, whole), [&](CodeBuilder &guarded) {
    guarded.bottomTestedLoop(span.first, whole, lanes, [&](CodeBuilder &inside, Value index) {
      body({inside, index, {}, lanes});
    });
  });
  if (lanes == 1)
    return;
  code.when(code.less(whole, span.last), [&](CodeBuilder &rest) {
    Value mask = lanesBelow(rest, rest.sub(span.last, whole), lanes);
    body({rest, whole, mask, lanes});
  });
}
