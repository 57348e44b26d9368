//===- Addresses.h - Where the points of storages lie -----------*- C++ -*-===//
//
// Hoists by construction: each part of an address is computed in the outermost
// loop where it is known, once. In a row there is one pointer per storage and
// per offset of the slow dimensions.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ADDRESSES_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ADDRESSES_H

#include "KernelFrame.h"

namespace gtcompiler {

/// Place of an access or write, relative to the loops' indices. Offsets and
/// pins have one entry per dimension of the storage; a pin may be null.
struct Place {
  mlir::Value storage;
  llvm::SmallVector<mlir::Value, 4> pins;
  llvm::SmallVector<std::int64_t, 4> offsets;

  static Place of(AccessOp access);
  static Place at(mlir::Value storage);
  StorageType type() const { return mlir::cast<StorageType>(storage.getType()); }
  bool operator==(const Place &) const = default;
};

/// A pointer into a row; the element for index i of the row is at
/// `pointer + i * stride + shift` bytes.
struct RowPointer {
  mlir::Value pointer;
  mlir::Value stride; ///< bytes; null if the place does not change along the row
  std::int64_t shift = 0;
};

/// The loops that are open around a row, slow to fast, and the pointers that
/// are known in each.
class Addresses {
public:
  explicit Addresses(KernelFrame &kernel) : frame(kernel) {}

  /// Opens the loop over `dim` whose body `code` builds; `code` must live until
  /// it is closed. The outermost is the tile, with neither dimension nor index.
  void open(CodeBuilder &code, mlir::StringAttr dim = {}, mlir::Value index = {});
  /// Closes the innermost open loop.
  void close() { levels.pop_back(); }
  /// The place for what does not change in the innermost open loop.
  CodeBuilder &code() { return *levels.back().code; }

  /// Whether tiles have one index in this loop dimension of the kernel.
  bool isOneIndexATile(mlir::StringAttr dim) const;
  /// The index of the open loop over `dim`, which is one of them.
  mlir::Value indexOf(mlir::StringAttr dim) const;

  /// The pointer to `place` in the innermost open loop, for rows along the
  /// facts's row dimension.
  RowPointer row(const Place &place);

private:
  /// A storage with some dimensions pinned: what the loops' indices move.
  struct Stream {
    mlir::Value storage;
    llvm::SmallVector<mlir::Value, 4> pins;
    mlir::Value base;
  };
  struct Level {
    CodeBuilder *code;
    mlir::StringAttr dim;
    mlir::Value index;
    llvm::DenseMap<unsigned, mlir::Value> pointers; ///< by stream
    llvm::SmallVector<std::pair<Place, RowPointer>> rows;
  };
  unsigned streamOf(const Place &place);
  mlir::Value pointerIn(unsigned level, unsigned stream);
  RowPointer emitRow(const Place &place);

  KernelFrame &frame;
  llvm::SmallVector<Stream> streams;
  llvm::SmallVector<Level, 6> levels;
};

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ADDRESSES_H
