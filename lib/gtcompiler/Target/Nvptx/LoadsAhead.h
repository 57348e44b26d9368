//===- LoadsAhead.h - Loads some steps of a loop before their use -*- C++ -*-===//
//
// A thread of a GPU that goes along a column waits for what it reads at every step, and
// where columns are few there is no other one that could run meanwhile. Assemblers move no
// load over a store. Knows LLVM IR alone.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_NVPTX_LOADSAHEAD_H
#define GTCOMPILER_LIB_TARGET_NVPTX_LOADSAHEAD_H

namespace llvm {
class Function;
} // namespace llvm

namespace gtcompiler {

/// In loops that carry values and store some at every step: what a step reads where nothing but its
/// number tells, of memory that the loop does not write, is loaded some steps before. Values
/// and their number stay; the last steps' loads are repeated. Memory behind different arguments
/// of a kernel, one of which is written, is different memory.
void loadAhead(llvm::Function &function);

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_NVPTX_LOADSAHEAD_H
