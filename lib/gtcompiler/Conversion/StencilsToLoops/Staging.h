//===- Staging.h - Rows of a kernel, put together in scratch ----*- C++ -*-===//
//
// A stencil may read what is not contiguous along its rows, since its loops
// follow the strides of what it writes. Blocks of such accesses are copied to
// rows in this thread's scratch, so that the rows can go in vectors. Where
// memory is contiguous along another dimension a block is some cache lines wide
// in it and is transposed in registers: every line is used whole, and those that
// follow it are read next, as the processor expects.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_STAGING_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_STAGING_H

#include "Addresses.h"

namespace gtcompiler {

/// The blocks of a kernel's staged accesses. Make one while the loops over all
/// dimensions but those of a block are open in `addresses`.
class Staging {
public:
  Staging(KernelFrame &kernel, Addresses &addresses);

  /// Points of a block along the row, and bytes of scratch of all blocks.
  static constexpr std::int64_t kRowPoints = 64;
  static std::int64_t scratchBytes(const KernelFacts &facts);
  /// Points of a block across the row.
  static std::int64_t acrossPoints(const KernelFacts &facts);

  /// Copies the block of every access. A block has at least one point; `across`
  /// has no values if the kernel has no dimension for it.
  void fill(const CodeBuilder &code, Span across, Span row);
  /// The address at which the element for index 0 of a row would be, for the row
  /// at `index` of `across`.
  mlir::Value rowOf(const CodeBuilder &code, unsigned number, Span across, Span row,
                    mlir::Value index);

private:
  /// An access: where its point (0, 0) of a block's dimensions is, and how far
  /// its neighbours are, in bytes; null if it does not change along one.
  struct Source {
    mlir::Type element;
    mlir::Value base;
    mlir::Value rowStride;
    mlir::Value acrossStride;
    bool isUnitAcross;
    std::int64_t scratch; ///< where its block is
    std::int64_t bytes() const;
  };
  void transpose(const CodeBuilder &code, const Source &source, Span across, Span row);
  void copyElements(const CodeBuilder &code, const Source &source, Span across, Span row);
  mlir::Value place(const CodeBuilder &code, const Source &source, Span across, Span row,
                    mlir::Value acrossIndex, mlir::Value rowIndex);

  KernelFrame &frame;
  llvm::SmallVector<Source, 2> sources; ///< as in the facts
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_STAGING_H
