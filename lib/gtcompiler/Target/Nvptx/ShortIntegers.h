//===- ShortIntegers.h - Integers of 8 and 16 bits on NVIDIA's GPUs -*- C++ -*-===//
//
// NVIDIA's assemblers put values of 16 bits into halves of registers, and some get that
// wrong: with CUDA 13.0's for sm_90, `min.s16` of a value followed by `setp.eq.b16` compares
// the other half, too. There is nothing to win by short operations either: registers have 32
// bits. Knows LLVM IR alone.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_NVPTX_SHORTINTEGERS_H
#define GTCOMPILER_LIB_TARGET_NVPTX_SHORTINTEGERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace gtcompiler {

/// Lets integers of 8 and 16 bits be computed in 32, with the same values: what is added,
/// compared, chosen, converted and carried. Loads and stores keep their sizes. Greatest of a
/// value and its negation become absolute values, in all sizes, since an assembler for sm_100
/// forgets the negation.
void widenShortIntegers(llvm::Function &function);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_NVPTX_SHORTINTEGERS_H
