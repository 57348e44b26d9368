//===- Strip.h - Parts of rows that are a few vectors -----------*- C++ -*-===//
//
// Loops in order inside a part of some vectors, whose values stay in registers from point to
// point of the loops:
//
//   for (i = first, masked = streams ? head : 0; i < last; i = whole, masked = last - whole)
//     if (masked > 0)
//       part(i), lanes below masked only
//     i += masked; whole = i + ((last - i) & -points)
//     while (i < whole) part(i), i += points
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_STRIP_H
#define GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_STRIP_H

#include "RowLoop.h"

#include "gtcompiler/Conversion/LoopsToLLVM/Frame/Addresses.h"

namespace gtcompiler {

/// A part whose rows are vectors in straight line.
struct Strip {
  CodeBuilder &code;
  mlir::Value first;
  mlir::Value count; ///< of its points
  std::int64_t vectors;
  llvm::SmallVector<mlir::Value, 4> masks; ///< of the vectors; none: all lanes are points
  mlir::Value streams;                     ///< whether results go past the caches; null: never
  Span row;                                ///< which it is a part of
  std::int64_t points;                     ///< of a whole part
  mlir::StringAttr nextDim;                ///< along which the next row lies; null: there is none

  /// How many bytes behind the place of a point that of the part so many parts later is, in this
  /// row or in the next one.
  mlir::Value bytesAhead(KernelFrame &frame, mlir::Value storage, std::int64_t parts);

  mlir::Value rows = {}, distance = {}; ///< of the part ahead: rows and points
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>, 4> known = {}; ///< by storage
};

/// The loop over the same points in parts of long rows that takes the place of such a one; null
/// if there is none.
LoopOp rowsBeside(LoopOp strips);
/// Whether levels lie so that strips are faster than long rows: in different sets of the caches,
/// and as results ask for that go past these.
mlir::Value areStripsFaster(KernelFrame &frame, LoopOp strips);

/// The loop over strips.
class StripLoop {
public:
  StripLoop(KernelFrame &frame, Addresses &addresses, LoopOp loop, CodeBuilder &code,
            MachineAttr machine);
  /// Emits it at `code`; `body` is emitted once for whole parts and once for others.
  void emit(CodeBuilder &code, Span row,
            llvm::function_ref<void(CodeBuilder &, Strip &)> body) const;

private:
  std::optional<RowStream> streamOf(KernelFrame &frame, Addresses &addresses, CodeBuilder &code,
                                    MachineAttr machine);
  std::int64_t fewPoints() const;
  llvm::SmallVector<mlir::Value, 4> masksOf(CodeBuilder &code, mlir::Value count,
                                            std::int64_t points) const;

  LoopOp loop;
  std::int64_t lanes = 1;
  mlir::StringAttr nextDim;
  std::optional<RowStream> stream;
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_LOOPSTOLLVM_ROW_STRIP_H
