//===- RowsTogether.h - Neighbouring rows in straight line ------*- C++ -*-===//
//
// Rows of a stencil that lie side by side read and compute much that is the same. Some
// of them go together: one row of code does what all of them need, each value once.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ROWSTOGETHER_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ROWSTOGETHER_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

namespace gtcompiler {

/// Where the data of a stencil is.
enum class RowData {
  InCache, ///< in all calls
  Windows, ///< in a cache, some rows of it, in calls that many points share
  Memory,  ///< some of it comes from there, or goes there past the caches
};

/// How many rows of a stencil go together, whose last loop is the row: 1 where they share
/// too little, or their values need more registers than the machine has.
std::int64_t chooseRowsTogether(StencilOp stencil, RowData data, MachineAttr machine);

/// The same where a row goes point by point since a table says where it reads, at each point of
/// its own: rows share what they read of tables.
std::int64_t chooseRowsOfTables(StencilOp stencil, MachineAttr machine);

/// Whether a point reads nothing that it writes: it may be done twice.
bool isRepeatable(mlir::Block &point);

/// Writes what happens at the points of `rows` rows, from the index of the last loop but one
/// on, into the row that `ops` is in; what does not change along the row goes in front of it.
/// The puts of the writes `streamed` may go past the caches.
void writeRowsTogether(mlir::OpBuilder &ops, StencilOp stencil, std::int64_t rows,
                       const llvm::SmallPtrSetImpl<mlir::Operation *> &streamed);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ROWSTOGETHER_H
