//===- ImageAttributes.h - The image's description in the IR ----*- C++ -*-===//
//
// Below the stencil level nothing of the `gt` dialect is left but attributes
// that say how the kernels are run. They hold what gtabi/Image.h holds:
//
//   module attributes {gt.image = {
//     storages = 2, scalars = 1, ranges = 3,         // of the program's arguments, in words
//     temporaries = [{bounds = [array<i64: 0, 0, 0>, array<i64: 1, -1, 1>], type = f64}],
//     remarks = ["model.cpp:3: sub: inline: ..."]}}
//   llvm.func @k0(...) attributes {gt.kernel = {
//     name = "v",
//     storages = [{argument = 0, read}, {temporary = 0, write}],
//     bounds = [array<i64: 0, 0, 0>, ...],           // loop dims, reduced dim, pins
//     scalars = array<i64: 0>,                       // words; may be missing
//     loop_dims = 3, across = 0, fold, flops = 5, lanes = 8, scratch = 0}}
//
// Numbers are i64. A range is the hull of terms of three numbers each: which
// range argument, added to its lower bound, added to its upper bound. Kernels
// run in the order of their functions; one that shares the code of another is an
// llvm.mlir.alias of that one's function.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_IMAGEATTRIBUTES_H
#define GTCOMPILER_CONVERSION_IMAGEATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace gtcompiler::image {

inline constexpr llvm::StringLiteral kImage = "gt.image";
inline constexpr llvm::StringLiteral kKernel = "gt.kernel";

inline constexpr llvm::StringLiteral kStorages = "storages";
inline constexpr llvm::StringLiteral kScalars = "scalars";
inline constexpr llvm::StringLiteral kRanges = "ranges";
inline constexpr llvm::StringLiteral kTemporaries = "temporaries";
inline constexpr llvm::StringLiteral kRemarks = "remarks";

inline constexpr llvm::StringLiteral kName = "name";
inline constexpr llvm::StringLiteral kBounds = "bounds";
inline constexpr llvm::StringLiteral kLoopDims = "loop_dims";
inline constexpr llvm::StringLiteral kAcross = "across";
inline constexpr llvm::StringLiteral kFold = "fold";
inline constexpr llvm::StringLiteral kFlops = "flops";
inline constexpr llvm::StringLiteral kLanes = "lanes";
inline constexpr llvm::StringLiteral kScratch = "scratch";

inline constexpr llvm::StringLiteral kType = "type";
inline constexpr llvm::StringLiteral kArgument = "argument";
inline constexpr llvm::StringLiteral kTemporary = "temporary";
inline constexpr llvm::StringLiteral kRead = "read";
inline constexpr llvm::StringLiteral kWrite = "write";

} // namespace gtcompiler::image

#endif // GTCOMPILER_CONVERSION_IMAGEATTRIBUTES_H
