//===- HostTarget.h - The machine that code is generated for ----*- C++ -*-===//
//
// Names a CPU and makes LLVM's target machine for it. Everything that depends
// on the machine starts here; no process-wide option of LLVM is touched.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_HOSTTARGET_H
#define GTCOMPILER_TARGET_HOSTTARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace gtcompiler {

/// A CPU in LLVM's words.
struct TargetName {
  std::string cpu;      ///< LLVM CPU name
  std::string features; ///< LLVM feature string, "+avx2,-sse4a,..."

  bool operator==(const TargetName &) const = default;
};

/// The machine that this process runs on. Detected once.
const TargetName &hostTarget();

/// `cpu` and `features` with this machine's where they are empty. The features
/// of a CPU named by the caller are those that LLVM gives to that name.
TargetName targetOrHost(llvm::StringRef cpu, llvm::StringRef features);

/// Bytes of the widest vector that the target has: 64, 32 or 16.
unsigned vectorBytes(const TargetName &target);

/// Whether the target has instructions that convert f16 (F16C).
bool hasHalfConversions(const TargetName &target);

/// How machine code is generated.
enum class CodeGenLevel {
  HandPicked, ///< the passes that kernels need and no other
  Stock,      ///< LLVM's own list for its default level
};

/// A target machine that makes position-independent code of the small code
/// model, with IEEE semantics to the letter: nothing contracted, reassociated
/// or flushed. Fails when LLVM does not know the name.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const TargetName &target,
                                                                         CodeGenLevel level);

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_HOSTTARGET_H
