//===- Streaming.h - Rows written past the caches ---------------*- C++ -*-===//
//
// What a kernel writes to memory that no cache can hold is better not read into
// one first. If the call says so, rows are put together in this thread's
// scratch, strip by strip, and moved to their place by the engine's streaming
// copy. The loop over the points is the same in both cases.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_STREAMING_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_STREAMING_H

#include "Addresses.h"

namespace gtcompiler {

/// The strips of a kernel's rows.
class Streaming {
public:
  /// `scratchOffset`: where in scratch its bytes begin.
  Streaming(KernelFrame &kernel, std::int64_t scratchOffset);

  static std::int64_t scratchBytes(const KernelFacts &facts);

  /// Emits the loop over the strips of `row` at the innermost open loop of
  /// `addresses`; one strip where the call does not stream. `body` is emitted
  /// once; `rows` holds, for each streamed write of the facts, the address at
  /// which the element for index 0 of the row would be.
  using StripBody =
      llvm::function_ref<void(CodeBuilder &code, Span strip, llvm::ArrayRef<mlir::Value> rows)>;
  void emitStrips(Addresses &addresses, Span row, StripBody body);

private:
  /// What one of the writes puts into scratch.
  struct Stream {
    WriteOp write;
    std::int64_t bytes;         ///< of an element
    std::int64_t scratchOffset; ///< of its strip
    mlir::Value row;            ///< where index 0 of the row is in memory
  };
  static std::int64_t stripPoints(const KernelFacts &facts);
  void flush(const CodeBuilder &code, mlir::Value first, mlir::Value points);

  KernelFrame &frame;
  llvm::SmallVector<Stream, 2> streams;
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_STREAMING_H
