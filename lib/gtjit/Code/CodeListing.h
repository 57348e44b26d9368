//===- CodeListing.h - Compiled code in debuggers and profilers -*- C++ -*-===//
//
// Tells gdb and perf which kernels lie where. Code that is not listed runs the
// same; it only has no name there.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_CODELISTING_H
#define GTJIT_CODE_CODELISTING_H

#include "gtjit/Kernel/ImageView.h"

#include <memory>

namespace gtjit::detail {

/// Who wants to know of code.
struct CodeReaders {
  bool gdb = false;  ///< through gdb's JIT interface
  bool perf = false; ///< through /tmp/perf-PID.map
};

/// The code of one image, listed until this goes; perf's map keeps its lines.
class CodeListing {
public:
  /// The image lies where its kernels are called.
  CodeListing(const ImageView &image, CodeReaders readers);
  ~CodeListing();
  CodeListing(const CodeListing &) = delete;
  CodeListing &operator=(const CodeListing &) = delete;

private:
  struct GdbEntry;
  std::unique_ptr<GdbEntry> entry;
};

} // namespace gtjit::detail

#endif // GTJIT_CODE_CODELISTING_H
