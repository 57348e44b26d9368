//===- CodeGenerator.cpp - LLVM IR to an object file ----------------------===//
//
// The passes of LLVM's code generation for CPUs. The kernels come as
// explicit vector code with shared values and hoisted row pointers, so no IR
// optimisation runs here, loop strength reduction is left out (it undoes the
// hoisting), and of about a hundred machine passes only those stay that change
// something. Nothing here is specific to stencils.
//
//===----------------------------------------------------------------------===//
#include "CodeGenerator.h"

#include "Cpu.h"
#include "SelectKernels.h"
#include "SlowGathers.h"

#include "gtcompiler/Target/PassList.h"

#include "gtabi/KernelArgs.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace gtcompiler;

llvm::ArrayRef<llvm::StringRef> gtcompiler::handPickedPasses() {
  static constexpr llvm::StringRef names[] = {
      "pre-isel-intrinsic-lowering",
      "expand-ir-insts",             // integers wider than the machine's
      "scalarize-masked-mem-intrin", // masked bytes where the CPU has no such move
      "unreachableblockelim",
      kSelect,
      "finalize-isel",
      "early-machinelicm", // hoists constants: 5 % in cache
      "dead-mi-elimination",
      "x86-flags-copy-lowering", // flags that live across code that clobbers them
      "unreachable-mbb-elimination",
      "phi-node-elimination",
      "twoaddressinstruction",
      "register-coalescer",
      kAllocate,
      "virtregrewriter",
      "stack-slot-coloring",
      "prologepilog",
      "postrapseudos",
      "x86-expand-pseudo",
      "break-false-deps", // of conversions and square roots
  };
  return names;
}

llvm::ArrayRef<llvm::StringRef> gtcompiler::quickPasses() {
  static constexpr llvm::StringRef names[] = {
      "pre-isel-intrinsic-lowering",
      "expand-ir-insts",
      "scalarize-masked-mem-intrin",
      "unreachableblockelim",
      kSelect,
      "finalize-isel",
      "x86-flags-copy-lowering",
      "unreachable-mbb-elimination",
      "phi-node-elimination",
      "twoaddressinstruction",
      "regallocfast",
      "prologepilog",
      "postrapseudos",
      "x86-expand-pseudo",
  };
  return names;
}

struct CodeGenerator::State {
  TargetName name;
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream{object};
  llvm::legacy::PassManager passes;
  unsigned vectorBits;
  bool hasFastGathers;
  bool hasFeatures; ///< that featuresNeeded() may ask for
};

CodeGenerator::CodeGenerator(std::unique_ptr<State> s) : state(std::move(s)) {}
CodeGenerator::~CodeGenerator() = default;

llvm::Expected<std::unique_ptr<CodeGenerator>> CodeGenerator::create(const TargetName &target,
                                                                     CodeGenLevel level) {
  auto machine = createTargetMachine(target, level);
  if (!machine)
    return machine.takeError();
  auto state = std::make_unique<State>();
  state->name = target;
  state->machine = std::move(*machine);
  state->vectorBits = 8 * gtcompiler::vectorBytes(target);
  state->hasFastGathers = gtcompiler::hasFastGathers(target);
  state->hasFeatures = state->machine->getMCSubtargetInfo()->checkFeatures("+fma,+sse4.1");
  if (level != CodeGenLevel::Stock) {
    // Instruction by instruction, and by the graph what that cannot do: the same speed of code
    // whose addresses and values are shared.
    state->machine->setFastISel(true);
    auto names = llvm::to_vector(level == CodeGenLevel::Quick ? quickPasses() : handPickedPasses());
    if (state->vectorBits == 512) { // what is missing there is left to LLVM's own
      registerSelectKernels();
      names.insert(llvm::find(names, kSelect), kSelectKernels);
    }
    if (llvm::Error error = addPasses(state->passes, *state->machine, names, state->stream,
                                      llvm::CodeGenFileType::ObjectFile))
      return error;
  } else {
    llvm::MCContext *context = nullptr;
    if (state->machine->addPassesToEmitMC(state->passes, context, state->stream,
                                          /*DisableVerify=*/true))
      return llvm::createStringError("the target writes no object files");
  }
  return std::unique_ptr<CodeGenerator>(new CodeGenerator(std::move(state)));
}

/// The features beside the target's that `function` needs, each behind a comma: LLVM would
/// call functions of a library where the level lacks an instruction, and every machine that
/// runs kernels has these.
static std::string featuresNeeded(const llvm::Function &function) {
  bool fma = false, rounds = false;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    switch (call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
    case llvm::Intrinsic::fma:
      fma = true;
      break;
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::trunc:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::roundeven:
      rounds = true;
      break;
    default:
      break;
    }
  }
  return std::string(fma ? ",+fma" : "") + (rounds ? ",+sse4.1" : "");
}

/// Whether the instruction leaves for code that may know no wide vectors: it returns, or calls
/// a function without vectors.
static bool leavesForOthers(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  auto isVector = [](const llvm::Use &value) { return value->getType()->isVectorTy(); };
  return llvm::isa<llvm::ReturnInst>(instruction) ||
         (call && call->isIndirectCall() && !call->getType()->isVectorTy() &&
          llvm::none_of(call->args(), isVector));
}

/// Gives `function` the target's attributes and clears the upper halves of the vector
/// registers before others run, whose instructions would keep them, and wait for them: the pass
/// that does it has no name.
static void prepareFunction(llvm::Function &function, const TargetName &target, bool hasFeatures,
                            unsigned bits) {
  std::string width = std::to_string(bits);
  function.addFnAttr("target-cpu", target.cpu);
  std::string needed = hasFeatures ? std::string() : featuresNeeded(function);
  function.addFnAttr("target-features", target.features.empty() && !needed.empty()
                                            ? needed.substr(1)
                                            : target.features + needed);
  function.addFnAttr("prefer-vector-width", width);
  // Vectors as arguments of math functions must stay in one register each.
  function.addFnAttr("min-legal-vector-width", width);
  function.addFnAttr("probe-stack", "inline-asm");
  function.addFnAttr(llvm::Attribute::NoUnwind);
  if (bits < 256)
    return;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (leavesForOthers(instruction))
      llvm::IRBuilder<>(&instruction).CreateIntrinsic(llvm::Intrinsic::x86_avx_vzeroupper, {});
}

llvm::Expected<llvm::ArrayRef<char>> CodeGenerator::run(llvm::Module &module) {
  if (llvm::Error error = checkIsClosed(module, [](llvm::StringRef) { return false; }))
    return error;
  module.setDataLayout(state->machine->createDataLayout());
  module.setTargetTriple(state->machine->getTargetTriple());
  module.setOverrideStackAlignment(gtabi::kStackAlignment);
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (!state->hasFastGathers)
      loadLaneByLane(function);
    prepareFunction(function, state->name, state->hasFeatures, state->vectorBits);
  }
  state->object.clear();
  if (llvm::Error error = runPasses(state->passes, module))
    return error;
  return llvm::ArrayRef<char>(state->object.data(), state->object.size());
}
