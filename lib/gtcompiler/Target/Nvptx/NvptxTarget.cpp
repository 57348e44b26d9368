//===- NvptxTarget.cpp - NVIDIA's GPUs ------------------------------------===//
//
// Kernels as PTX, by a list of passes of our own: code comes with shared values, and
// LLVM's own list takes three times as long and gives the assembler no less to do.
// Products and sums are never contracted, and all arithmetic is rounded to nearest.
//
//===----------------------------------------------------------------------===//
#include "NvptxTarget.h"

#include "LoadsAhead.h"
#include "MathBitcode.h"
#include "ShortIntegers.h"

#include "gtcompiler/Pipelines/KernelStages.h"
#include "gtcompiler/Target/PassList.h"

#include "gtabi/ThreadArgs.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Pass.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar.h"

#include <mutex>

using namespace gtcompiler;

bool gtcompiler::isNvptx(llvm::StringRef cpu) { return cpu.starts_with("sm_"); }

/// The passes from kernels to PTX.
static llvm::ArrayRef<llvm::StringRef> ptxPasses() {
  static constexpr llvm::StringRef names[] = {
      "pre-isel-intrinsic-lowering",
      "expand-ir-insts",
      "nvptx-assign-valid-global-names",
      "generic-to-nvvm",
      "nvptx-lower-args", // of entries, from a copy in memory to parameters
      "early-cse",
      "infer-address-spaces",
      "nvptx-lower-alloca",
      "unreachableblockelim",
      kSelect,
      "finalize-isel",
      "dead-mi-elimination",
      "nvptx-forward-params",
      "nvptx-proxyreg-erasure",
      "unreachable-mbb-elimination",
      "phi-node-elimination",
      "twoaddressinstruction",
      "register-coalescer",
      "nvptx-prolog-epilog",
      "nvptx-peephole",
      "postrapseudos", // or copies are printed as nothing
  };
  return names;
}

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const TargetName &name, CodeGenLevel level) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string message;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return llvm::createStringError(message);
  std::unique_ptr<llvm::MCSubtargetInfo> info(target->createMCSubtargetInfo(triple, "", ""));
  if (!info || !info->isCPUStringValid(name.cpu))
    return llvm::createStringError("LLVM makes no code for the GPU '%s'", name.cpu.c_str());
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  auto optLevel =
      level != CodeGenLevel::Stock ? llvm::CodeGenOptLevel::Less : llvm::CodeGenOptLevel::Default;
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, name.cpu, name.features, options, std::nullopt,
                                  std::nullopt, optLevel, /*JIT=*/false));
  if (!machine)
    return llvm::createStringError("LLVM makes no machine for '%s'", triple.str().c_str());
  return machine;
}

namespace {
class NvptxTarget final : public Target {
public:
  NvptxTarget(TargetName gpu, CodeGenLevel codeLevel, std::unique_ptr<llvm::TargetMachine> made)
      : Target(std::move(gpu), codeLevel), targetMachine(std::move(made)) {}

  llvm::Error addPasses();
  MachineAttr machine(mlir::MLIRContext &context) const override;
  llvm::ArrayRef<Stage> stages() const override { return kernelStages(); }
  llvm::Expected<TargetCode> generate(llvm::Module &kernels, llvm::ArrayRef<CommonFunction> common,
                                      bool withObject) override;

private:
  llvm::Expected<bool> prepare(llvm::Module &kernels);

  std::unique_ptr<llvm::TargetMachine> targetMachine;
  llvm::SmallVector<char, 0> text;
  llvm::raw_svector_ostream stream{text};
  llvm::legacy::PassManager inlining; ///< for kernels that call functions or have scratch
  llvm::legacy::PassManager passes;
};
} // namespace

llvm::Error NvptxTarget::addPasses() {
  inlining.add(llvm::createAlwaysInlinerLegacyPass(/*InsertLifetime=*/false));
  inlining.add(llvm::createSROAPass()); // what a thread carries is in scratch before
  if (level != CodeGenLevel::Stock)
    return gtcompiler::addPasses(passes, *targetMachine, ptxPasses(), stream,
                                 llvm::CodeGenFileType::AssemblyFile);
  if (targetMachine->addPassesToEmitFile(passes, stream, nullptr,
                                         llvm::CodeGenFileType::AssemblyFile))
    return llvm::createStringError("the target writes no PTX");
  return llvm::Error::success();
}

namespace {
/// What the chips from a number on have time for.
struct ChipSpeed {
  unsigned firstChip;
  std::int64_t slotsPerByte; ///< thread instructions issued while memory moves a byte
  std::int64_t doubleSlots;  ///< of these, for an operation on f64
  std::int64_t aheadBytes;   ///< that each thread asks memory for, so that it does not idle
};
} // namespace

/// Processors times four schedulers times 32 lanes times clock, over nine tenths of the memory's
/// bandwidth; the ratio of lanes to those for f64; and what memory moves in a microsecond, in which
/// a thread comes and goes, over the threads that there is room for: from NVIDIA's data sheets of
/// T4, A100, A10, H200, B200 and RTX 5090.
static const ChipSpeed &speedOf(llvm::StringRef cpu) {
  static constexpr ChipSpeed chips[] = {{0, 28, 64, 8},  {80, 12, 4, 8},  {86, 40, 64, 8},
                                        {90, 10, 2, 16}, {100, 5, 2, 32}, {120, 32, 64, 8}};
  unsigned number = 0;
  cpu.drop_front(3).consumeInteger(10, number);
  return *std::prev(llvm::upper_bound(chips, number, [](unsigned wanted, const ChipSpeed &chip) {
    return wanted < chip.firstChip;
  }));
}

/// There are neither vectors nor buffers for blocks; scratch is aligned for the widest element.
MachineAttr NvptxTarget::machine(mlir::MLIRContext &context) const {
  const ChipSpeed &speed = speedOf(name.cpu);
  // The port to the first-level cache moves 128 bytes a cycle, in which the four schedulers issue
  // for 128 threads.
  auto threads =
      ThreadsAttr::get(&context, speed.slotsPerByte, speed.doubleSlots, /*start_slots=*/40,
                       /*moved_slots=*/1, /*busy_share=*/2, /*register_bytes=*/4);
  return MachineAttr::get(
      &context, /*vector_bytes=*/0, /*lane_bytes=*/1, /*has_half=*/false,
      /*kept_scalars=*/64, /*line_bytes=*/16, speed.aheadBytes,
      /*block_bytes=*/1, /*most_block_bytes=*/1, /*registers=*/255, /*part_bytes=*/1,
      /*points_ahead=*/1, /*cached_points_ahead=*/0, threads,
      /*divider_scale=*/1, /*gather_cycles=*/8, /*cached_cycles=*/28, /*memory_cycles=*/44,
      /*repeated_cycles=*/8, /*latency_cycles=*/4, /*shift_cycles=*/3, /*least_shifted_loads=*/3,
      /*split_cycles=*/2,
      /*column_cycles=*/3, /*columns_ahead=*/4, /*near_bytes=*/0, /*streamed_bytes=*/16,
      /*strip_bytes=*/1, /*memory_strip_bytes=*/1, /*strip_cycles=*/1, /*way_bytes=*/1,
      /*near_way_bytes=*/0,
      /*level_bytes=*/1, /*has_masks=*/false, /*row_registers=*/255,
      /*fetches_streams=*/false, /*fetches_near=*/false, /*extracts_lanes=*/false,
      /*has_gathers=*/false);
}

/// Whether a kernel has memory of its own on the stack.
static bool hasScratch(const llvm::Function &function) {
  return llvm::any_of(function.getEntryBlock(), llvm::IsaPred<llvm::AllocaInst>);
}

/// Lets functions beside the kernels become part of them. Gives whether there are any, or scratch.
llvm::Expected<bool> NvptxTarget::prepare(llvm::Module &kernels) {
  bool needsInlining = false;
  kernels.setDataLayout(targetMachine->createDataLayout());
  kernels.setTargetTriple(targetMachine->getTargetTriple());
  if (llvm::any_of(kernels, [](const llvm::Function &function) {
        return function.isDeclaration() && isMathFunction(function.getName());
      }))
    if (llvm::Error error = linkMath(kernels))
      return error;
  for (llvm::Function &function : kernels) {
    if (function.isDeclaration())
      continue;
    needsInlining |= hasScratch(function);
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      continue;
    needsInlining = true;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setCallingConv(llvm::CallingConv::C);
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr("target-cpu"); // of math functions: the least that there is
    function.removeFnAttr("target-features");
    function.addFnAttr(llvm::Attribute::AlwaysInline);
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
        call->setCallingConv(llvm::CallingConv::C);
  }
  return needsInlining;
}

/// The names of the kernels behind the text, those of aliases being their kernels'.
static ClosedCode closeText(llvm::ArrayRef<char> text,
                            const std::map<std::string, std::string> &entries) {
  ClosedCode code;
  code.bytes.assign(text.begin(), text.end());
  code.bytes.push_back(0);
  for (auto &[name, entry] : entries) {
    code.functions[name] = code.bytes.size();
    code.bytes.insert(code.bytes.end(), entry.begin(), entry.end());
    code.bytes.push_back(0);
  }
  return code;
}

llvm::Expected<TargetCode> NvptxTarget::generate(llvm::Module &kernels,
                                                 llvm::ArrayRef<CommonFunction>, bool) {
  std::map<std::string, std::string> entries;
  for (llvm::GlobalAlias &alias : llvm::make_early_inc_range(kernels.aliases())) {
    entries[alias.getName().str()] = alias.getAliasee()->getName().str();
    alias.eraseFromParent();
  }
  for (llvm::Function &function : kernels)
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      entries[function.getName().str()] = function.getName().str();
  auto isProvided = [](llvm::StringRef symbol) {
    return isMathFunction(symbol) || symbol == gtabi::kSharedMemory;
  };
  if (llvm::Error error = checkIsClosed(kernels, isProvided))
    return error;
  llvm::Expected<bool> needsInlining = prepare(kernels);
  if (!needsInlining)
    return needsInlining.takeError();
  if (*needsInlining)
    inlining.run(kernels);
  for (llvm::Function &function : kernels)
    if (!function.isDeclaration()) {
      widenShortIntegers(function);
      loadAhead(function);
    }
  text.clear();
  if (llvm::Error error = runPasses(passes, kernels))
    return error;
  TargetCode result;
  result.object = llvm::ArrayRef<char>(text.data(), text.size());
  result.closed = closeText(result.object, entries);
  return result;
}

llvm::Expected<std::unique_ptr<Target>> gtcompiler::createNvptxTarget(const TargetName &name,
                                                                      CodeGenLevel level) {
  auto machine = createTargetMachine(name, level);
  if (!machine)
    return machine.takeError();
  auto target = std::make_unique<NvptxTarget>(name, level, std::move(*machine));
  if (llvm::Error error = target->addPasses())
    return error;
  return target;
}
