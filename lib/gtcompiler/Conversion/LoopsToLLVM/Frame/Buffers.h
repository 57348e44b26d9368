//===- Buffers.h - Where buffers lie in scratch -----------------*- C++ -*-===//
//
// Addresses and pitches of a kernel's buffers: numbers, or, where the tile gives an
// extent, computed once at the kernel's entry; and the terms by which the engine
// finds out how much scratch that is.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_BUFFERS_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_BUFFERS_H

#include "KernelFrame.h"

namespace gtcompiler {

/// The buffers of one kernel.
class Buffers {
public:
  Buffers(KernelFrame &function, KernelOp schedule) : frame(function), kernel(schedule) {}

  /// Address of the first element.
  mlir::Value start(BufferOp buffer);
  /// Bytes from an element to its neighbour along dimension number `dim`.
  mlir::Value pitch(BufferOp buffer, unsigned dim);

private:
  mlir::Value extent(BufferOp buffer, unsigned dim);
  mlir::Value bytesOf(BufferOp buffer);
  void placeThoseOfTile();

  KernelFrame &frame;
  KernelOp kernel;
  llvm::DenseMap<mlir::Operation *, mlir::Value> starts; ///< of buffers with a tile's extent
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, mlir::Value> pitches;
};

/// Bytes that buffers with a tile's extents take at most, beside the kernel's
/// `scratch`, and what they grow with.
struct TileScratch {
  std::int64_t bytes = 0;
  llvm::SmallVector<ScratchTermAttr> terms;
};
TileScratch scratchOfTile(KernelOp kernel);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_FRAME_BUFFERS_H
