//===- Linker.h - Object file to callable kernels ---------------*- C++ -*-===//
//
// ORC links fresh code into this process. One session serves all threads for
// the life of the process.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_LINKER_H
#define GTCOMPILER_TARGET_LINKER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace gtcompiler {

/// Code that lives in this process until the last handle to it goes.
class LinkedCode {
public:
  /// Links `object`, which must define every one of `functions`. Thread-safe.
  static llvm::Expected<std::unique_ptr<LinkedCode>>
  link(llvm::ArrayRef<char> object, llvm::ArrayRef<llvm::StringRef> functions);
  ~LinkedCode();
  LinkedCode(const LinkedCode &) = delete;
  LinkedCode &operator=(const LinkedCode &) = delete;

  /// Addresses, in the order of the `functions` of `link`.
  llvm::ArrayRef<void *> addresses() const { return entries; }

private:
  explicit LinkedCode(void *library) : dylib(library) {}
  void *dylib; // llvm::orc::JITDylib
  std::vector<void *> entries;
};

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_LINKER_H
