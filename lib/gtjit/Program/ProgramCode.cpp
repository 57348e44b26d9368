//===- ProgramCode.cpp - Where a program's kernels come from --------------===//
//
// Images that were loaded with the program come before the runtime's cache.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/CompilerLibrary.h"
#include "gtjit/Error.h"
#include "gtjit/Program/ProgramState.h"

namespace gtjit::detail {

std::shared_ptr<const CompiledProgram> ProgramCode::find(const std::string &key) const {
  if (asked.size() < kKeysKept)
    asked.insert(key);
  auto found = images.find(key);
  return found == images.end() ? nullptr : found->second;
}

bool ProgramCode::canCompile() const {
  if (images.empty() || CompilerLibrary::isOpen())
    return true;
  if (hasNoCompiler.load(std::memory_order_relaxed))
    return false;
  try {
    CompilerLibrary::get({});
    return true;
  } catch (const CompileError &) {
    hasNoCompiler.store(true, std::memory_order_relaxed);
    return false;
  }
}

} // namespace gtjit::detail
