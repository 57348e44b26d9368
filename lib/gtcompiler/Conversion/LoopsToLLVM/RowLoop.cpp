//===- RowLoop.cpp - The innermost loop -----------------------------------===//
//
//   whole = first + ((last - first) & -lanes)
//   if (first < whole)
//     i = first; do { body(i); } while ((i += lanes) < whole)
//   if (whole < last)
//     body(whole), lanes below last - whole only
//
// Where a row may stream the masked vector comes first, and what is left of the row
// goes around again:
//
//   for (i = first, masked = streams ? head : 0; i < last; i = whole, masked = last - whole)
//     if (masked > 0)
//       body(i), lanes below masked only
//     i += masked; whole = i + ((last - i) & -lanes)
//     if (streams) do { body(i), streaming } ... else do { body(i) } ...
//
// Where memory may have any stride:
//
//   if (first < whole)
//     if (all strides are 2) do { ... } ...
//     if (all strides are -1) do { ... } ...
//     if (they are neither) do { ... } ...
//   if (whole < last)
//     i = whole; do { single(i); } while (++i < last)
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

/// Where the whole vectors of a row end.
static Value endOfVectors(const CodeBuilder &code, Span span, std::int64_t lanes) {
  if (lanes == 1)
    return span.last;
  Value count = code.sub(span.last, span.first);
  return code.add(span.first, code.bitAnd(count, code.number(-lanes)));
}

/// do { body(first) } while ((first += lanes) < last), if there are any.
static void emitWhole(CodeBuilder &code, Span span, std::int64_t lanes, bool streams,
                      llvm::function_ref<void(const RowPoint &)> body) {
  code.when(code.less(span.first, span.last), [&](CodeBuilder &guarded) {
    guarded.bottomTestedLoop(span.first, span.last, lanes, [&](CodeBuilder &inside, Value index) {
      body({inside, index, {}, lanes, streams});
    });
  });
}

void gtcompiler::emitStreamingRow(CodeBuilder &code, Span span, std::int64_t lanes,
                                  const RowStream &stream,
                                  llvm::function_ref<void(const RowPoint &)> body) {
  Value none = code.number(0);
  Value head =
      code.minimum(code.select(stream.isOn, stream.head, none), code.sub(span.last, span.first));
  code.repeat(
      {span.first, head},
      [&](CodeBuilder &test, const CodeBuilder::State &state) {
        return test.less(state[0], span.last);
      },
      [&](CodeBuilder &part, const CodeBuilder::State &state) -> CodeBuilder::State {
        auto [at, masked] = std::pair(state[0], state[1]);
        part.when(part.less(none, masked), [&](CodeBuilder &inside) {
          body({inside, at, lanesBelow(inside, masked, lanes), lanes});
        });
        Value start = part.add(at, masked);
        Value count = part.bitAnd(part.sub(span.last, start), part.number(-lanes));
        Value whole = part.add(start, count);
        part.when(stream.isOn, [&](CodeBuilder &inside) {
          emitWhole(inside, {start, whole}, lanes, /*streams=*/true, body);
        });
        Value plain = part.select(stream.isOn, whole, start);
        emitWhole(part, {plain, whole}, lanes, /*streams=*/false, body);
        return {whole, part.sub(span.last, whole)};
      });
}

void gtcompiler::emitRow(CodeBuilder &code, Span span, std::int64_t lanes,
                         llvm::function_ref<void(const RowPoint &)> body) {
  Value whole = endOfVectors(code, span, lanes);
  emitWhole(code, {span.first, whole}, lanes, /*streams=*/false, body);
  if (lanes == 1)
    return;
  code.when(code.less(whole, span.last), [&](CodeBuilder &rest) {
    Value mask = lanesBelow(rest, rest.sub(span.last, whole), lanes);
    body({rest, whole, mask, lanes});
  });
}

void gtcompiler::emitStridedRow(CodeBuilder &code, Span span, std::int64_t lanes,
                                ArrayRef<KnownStride> strides,
                                llvm::function_ref<void(const RowPoint &)> body,
                                llvm::function_ref<void(const RowPoint &)> single) {
  Value whole = endOfVectors(code, span, lanes);
  auto emitVectors = [&](CodeBuilder &at, std::int64_t stride) {
    at.bottomTestedLoop(span.first, whole, lanes, [&](CodeBuilder &inside, Value index) {
      RowPoint point{inside, index, {}, lanes};
      point.stride = stride;
      body(point);
    });
  };
  code.when(code.less(span.first, whole), [&](CodeBuilder &guarded) {
    Value isOther = guarded.constant(guarded.ops.getI1Type(), 1);
    for (const KnownStride &stride : strides) {
      guarded.when(stride.isStride,
                   [&](CodeBuilder &known) { emitVectors(known, stride.elements); });
      Value never = guarded.constant(guarded.ops.getI1Type(), 0);
      isOther = guarded.select(stride.isStride, never, isOther);
    }
    guarded.when(isOther, [&](CodeBuilder &other) { emitVectors(other, 0); });
  });
  emitWhole(code, {whole, span.last}, 1, /*streams=*/false, single);
}
