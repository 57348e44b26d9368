//===- Instructions.h - Machine instructions by name ------------*- C++ -*-===//
//
// LLVM keeps the numbers of a target's instructions to itself; their names, which its
// assembler and its files of machine code know, it tells.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_INSTRUCTIONS_H
#define GTCOMPILER_LIB_TARGET_HOST_INSTRUCTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCInstrInfo.h"

namespace gtcompiler {

/// The numbers of a target's instructions. For one thread at a time.
class Instructions {
public:
  explicit Instructions(const llvm::MCInstrInfo &all);

  /// The number of the instruction `name`; 0, which is none of a target's, if there is no such.
  unsigned number(llvm::StringRef name);

private:
  const llvm::MCInstrInfo &info;
  llvm::SmallVector<unsigned> sorted; ///< where names begin that stand in order, and the end
  llvm::StringMap<unsigned> known;
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_INSTRUCTIONS_H
