//===- OddVectors.h - Least and greatest values beside bytes ----*- C++ -*-===//
//
// Eight bytes of a mask go with eight doubles, and fill no register. Where a kernel has such
// vectors LLVM selects the rest of its block, which makes six instructions of IEEE's minimum.
// Knows LLVM IR alone.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_ODDVECTORS_H
#define GTCOMPILER_LIB_TARGET_HOST_ODDVECTORS_H

namespace llvm {
class Function;
} // namespace llvm

namespace gtcompiler {

/// In a function with vectors that fill no register of 128, 256 or 512 bits, masks apart, makes
/// each IEEE minimum and maximum of vectors two comparisons, and of their bits one value.
void expandExtremesBesideOddVectors(llvm::Function &function);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_ODDVECTORS_H
