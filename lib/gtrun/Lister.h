//===- Lister.h - From MLIR to a listing ------------------------*- C++ -*-===//
//
// What the two levels of the dialect share when they are listed. The only
// header of this folder that knows MLIR.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_LISTER_H
#define GTRUN_LISTER_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtrun/Fault.h"
#include "gtrun/Listing.h"

#include "llvm/ADT/DenseMap.h"

namespace gtrun {

/// The line of a location, with static lifetime.
SourceLine lineOf(mlir::Location location);
/// "file:line:column: ", or nothing.
std::string placeOf(SourceLine line);
/// The element type of a field, storage or scalar type. Throws Fault.
DType typeOf(mlir::Type type, SourceLine line);
Dimension dimOf(mlir::StringAttr name);
std::vector<Dimension> dimsOf(llvm::ArrayRef<mlir::StringAttr> names);

/// Lists the offsets, one a dimension.
void listOffsets(llvm::ArrayRef<mlir::StringAttr> dims, llvm::ArrayRef<std::int64_t> offsets,
                 gtjit::detail::WrittenOperation &operation);

/// Lists which function a call is of, and how.
void listCall(gtcompiler::CallOp call, gtjit::detail::WrittenOperation &operation);

/// The arrays that a call declares, with their types.
gtjit::detail::Sequence<gtjit::ArrayParameter> arraysOf(gtcompiler::CallArraysOp call);

/// The element in the low bytes.
std::uint64_t bitsOf(mlir::TypedAttr number);

using ValueNumbers = llvm::DenseMap<mlir::Value, unsigned>;
/// The number of a range in the listing.
using RangeNumber = llvm::function_ref<unsigned(mlir::Value range)>;

/// What an index value of a kernel is computed by. Throws Fault if a kernel before
/// has a part in it.
std::vector<PointStep> listIndex(mlir::Value index, const ValueNumbers &numbers,
                                 RangeNumber rangeOf);

/// Appends the operations of a program at the field level. `numbers` has its
/// arguments.
void listFields(gtcompiler::ProgramOp program, ValueNumbers &numbers, Listing &listing);
/// Lists what the kernels of a program at the stencil level touch.
void listStencils(gtcompiler::ProgramOp program, ValueNumbers &numbers, Listing &listing);

} // namespace gtrun

#endif // GTRUN_LISTER_H
