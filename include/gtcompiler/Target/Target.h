//===- Target.h - The machine that code is generated for --------*- C++ -*-===//
//
// All that depends on the machine that kernels are made for: what schedules need
// to know of it, the stages of its pipeline, its machine code. Each kind of
// machine has a folder beside this file's sources, and nothing but `createTarget`
// knows which kinds there are.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_TARGET_H
#define GTCOMPILER_TARGET_TARGET_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Pipelines/Stage.h"
#include "gtcompiler/Target/ClosedCode.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace gtcompiler {

/// A machine in LLVM's words.
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

/// How machine code is generated.
enum class CodeGenLevel {
  HandPicked, ///< the passes that kernels need and no other
  Quick,      ///< as few passes as make code at all: made sooner, slower
  Stock,      ///< LLVM's own list for its default level
};

/// Machine code of kernels.
struct TargetCode {
  ClosedCode closed;
  // Empty unless asked for.
  llvm::ArrayRef<char> object;           ///< as LLVM wrote it; valid until the next one
  std::vector<std::uint8_t> debugObject; ///< for debuggers
};

/// One machine. Making one costs about a millisecond: keep it. For one thread at
/// a time.
class Target {
public:
  Target(TargetName machineName, CodeGenLevel codeLevel)
      : name(std::move(machineName)), level(codeLevel) {}
  virtual ~Target() = default;

  /// What schedules need to know.
  virtual MachineAttr machine(mlir::MLIRContext &context) const = 0;
  /// From fields to functions that `generate` takes.
  virtual llvm::ArrayRef<Stage> stages() const = 0;
  /// Takes the bodies of functions out of `module`, which holds the LLVM dialect, that other
  /// programs have, too: their code is made once. Valid until the next program.
  virtual llvm::Expected<std::vector<CommonFunction>> takeCommon(mlir::ModuleOp /*module*/) {
    return std::vector<CommonFunction>();
  }
  /// The code of `kernels`, which has kernels only: no global variable, no
  /// declaration but intrinsics and functions of `common`, no inline assembly. Gives
  /// the module data layout and attributes of the machine, and leaves it as code
  /// generation left it.
  virtual llvm::Expected<TargetCode>
  generate(llvm::Module &kernels, llvm::ArrayRef<CommonFunction> common, bool withObject) = 0;

  const TargetName name;
  const CodeGenLevel level;
};

/// The machine called `name`. Fails when LLVM does not know it.
llvm::Expected<std::unique_ptr<Target>> createTarget(const TargetName &name, CodeGenLevel level);

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_TARGET_H
