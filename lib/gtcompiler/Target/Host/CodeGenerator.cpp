//===- CodeGenerator.cpp - LLVM IR to machine code ------------------------===//
//
// The passes of LLVM's code generation for CPUs. The kernels come as
// explicit vector code with shared values and hoisted row pointers, so no IR
// optimisation runs here, loop strength reduction is left out (it undoes the
// hoisting), and of about a hundred machine passes only those stay that change
// something. Nothing here is specific to stencils.
//
//===----------------------------------------------------------------------===//
#include "CodeGenerator.h"

#include "CodeStreamer.h"
#include "Cpu.h"
#include "FewPasses.h"
#include "FewerJumps.h"
#include "OddVectors.h"
#include "SelectKernels.h"
#include "SlowGathers.h"
#include "WaitingValues.h"

#include "gtcompiler/Target/PassList.h"

#include "gtabi/KernelArgs.h"

#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace gtcompiler;

static constexpr llvm::StringRef kBreakFalseDeps = "break-false-deps";

llvm::ArrayRef<llvm::StringRef> gtcompiler::handPickedPasses() {
  static constexpr llvm::StringRef names[] = {
      "pre-isel-intrinsic-lowering",
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
      kBreakFalseDeps, // of conversions and square roots
      kFewerJumps,
  };
  return names;
}

llvm::ArrayRef<llvm::StringRef> gtcompiler::quickPasses() {
  static constexpr llvm::StringRef names[] = {
      "pre-isel-intrinsic-lowering",
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

/// To LLVM's printer so many modules are one file: to begin one it makes a hundred names of
/// sections, a twentieth of the time of a small kernel.
static constexpr unsigned kModulesOfFile = 64;

namespace {
/// The passes for functions that no pass has to see together, and the code that they make. The
/// machine knows one file at a time: this one ends before an object file is written.
struct StreamedPasses {
  StreamedPasses() = default;
  StreamedPasses(const StreamedPasses &) = delete;
  ~StreamedPasses() { endFile(); }

  void beginModule() {
    if (modules == kModulesOfFile)
      endFile();
    if (modules++ == 0)
      passes.doInitialization();
  }
  void endFile() {
    if (std::exchange(modules, 0))
      passes.doFinalization();
  }

  llvm::LLVMContext context;
  CollectedErrors errors{context};       ///< of the printer
  llvm::Module file{"kernels", context}; ///< what it is told of
  llvm::legacy::FunctionPassManager passes{&file};
  CodeStreamer *streamer = nullptr; ///< the printer's
  unsigned modules = 0;             ///< of this file
};
} // namespace

struct CodeGenerator::State {
  TargetName name;
  CodeGenLevel level;
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream objectStream{object};
  std::unique_ptr<llvm::legacy::PassManager> all, few; ///< see FewPasses.h
  std::unique_ptr<StreamedPasses> streamed;            ///< the few
  unsigned vectorBits;
  bool selects; ///< whether SelectKernels is for this CPU
  bool hasFastGathers;
  bool extractsLanes;
  bool hasFeatures;    ///< that featuresNeeded() may ask for
  bool waitsForOthers; ///< vectors wait for what was in their result's register before

  llvm::SmallVector<llvm::StringRef> passNames(bool isFew) const;
  llvm::Error add(llvm::legacy::PassManager &passes, bool isFew);
  llvm::Expected<std::unique_ptr<StreamedPasses>> makeStreamed();
  bool needsFewPasses(const llvm::Module &module) const;
  llvm::Expected<ReadObject> emit(llvm::Module &module, bool isFew);
  llvm::Expected<std::optional<OpenCode>> stream(llvm::Module &module);
  void addFunctions(const llvm::Module &module, OpenCode &open) const;
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
  state->level = level;
  state->machine = std::move(*machine);
  state->vectorBits = 8 * gtcompiler::vectorBytes(target);
  if (level != CodeGenLevel::Stock) {
    // Instruction by instruction, and by the graph what that cannot do: the same speed of code
    // whose addresses and values are shared.
    state->machine->setFastISel(true);
    registerSelectKernels();
    registerFewerJumps();
  }
  state->hasFastGathers = gtcompiler::hasFastGathers(target);
  state->extractsLanes = gtcompiler::extractsLanes(target);
  const llvm::MCSubtargetInfo &features = *state->machine->getMCSubtargetInfo();
  state->hasFeatures = features.checkFeatures("+fma,+sse4.1");
  // Vectors of 256 bits go with masks that are vectors: with a part of AVX-512 alone LLVM has both.
  bool isPart = state->vectorBits < 512 && features.checkFeatures("+avx512f");
  state->selects = state->vectorBits >= 256 && !isPart;
  state->waitsForOthers =
      llvm::any_of(llvm::ArrayRef({"+false-deps-perm", "+false-deps-range", "+false-deps-mullq"}),
                   [&](const char *feature) { return features.checkFeatures(feature); });
  return std::unique_ptr<CodeGenerator>(new CodeGenerator(std::move(state)));
}

llvm::SmallVector<llvm::StringRef> CodeGenerator::State::passNames(bool isFew) const {
  llvm::SmallVector<llvm::StringRef> names(level == CodeGenLevel::Quick ? quickPasses()
                                                                        : handPickedPasses());
  if (selects) // what is missing there is left to LLVM's own
    names.insert(llvm::find(names, kSelect), isFew ? kSelectKernelsAlone : kSelectKernels);
  if (isFew)
    llvm::erase_if(names, [&](llvm::StringRef name) {
      return !isForFew(name) && !(waitsForOthers && name == kBreakFalseDeps);
    });
  return names;
}

llvm::Error CodeGenerator::State::add(llvm::legacy::PassManager &passes, bool isFew) {
  if (level == CodeGenLevel::Stock) {
    llvm::MCContext *context = nullptr;
    if (machine->addPassesToEmitMC(passes, context, objectStream,
                                   /*DisableVerify=*/true))
      return llvm::createStringError("the target writes no object files");
    return llvm::Error::success();
  }
  return addPasses(passes, *machine, passNames(isFew), objectStream,
                   llvm::CodeGenFileType::ObjectFile);
}

llvm::Expected<std::unique_ptr<StreamedPasses>> CodeGenerator::State::makeStreamed() {
  auto made = std::make_unique<StreamedPasses>();
  made->file.setDataLayout(machine->createDataLayout());
  made->file.setTargetTriple(machine->getTargetTriple());
  auto addPrinter = [&](llvm::MCContext &context) {
    const llvm::Target &target = machine->getTarget();
    auto streamer = std::make_unique<CodeStreamer>(
        context,
        std::unique_ptr<llvm::MCCodeEmitter>(
            target.createMCCodeEmitter(*machine->getMCInstrInfo(), context)),
        std::unique_ptr<llvm::MCAsmBackend>(
            target.createMCAsmBackend(*machine->getMCSubtargetInfo(), *machine->getMCRegisterInfo(),
                                      machine->Options.MCOptions)));
    made->streamer = streamer.get();
    made->passes.add(target.createAsmPrinter(*machine, std::move(streamer)));
    return true;
  };
  if (llvm::Error error = addPasses(made->passes, *machine, passNames(/*isFew=*/true), addPrinter))
    return error;
  return made;
}

bool CodeGenerator::State::needsFewPasses(const llvm::Module &module) const {
  return level == CodeGenLevel::HandPicked && selects &&
         llvm::none_of(module, [&](const llvm::Function &function) {
           return needsAllPasses(function, /*hasMasks=*/vectorBits == 512);
         });
}

llvm::Expected<ReadObject> CodeGenerator::State::emit(llvm::Module &module, bool isFew) {
  if (streamed)
    streamed->endFile();
  auto &passes = isFew ? few : all;
  if (!passes) {
    auto made = std::make_unique<llvm::legacy::PassManager>();
    if (llvm::Error error = add(*made, isFew))
      return error;
    passes = std::move(made);
  }
  if (llvm::Error error = runPasses(*passes, module))
    return error;
  return readObject(object);
}

/// Says where the functions of `module` are.
void CodeGenerator::State::addFunctions(const llvm::Module &module, OpenCode &open) const {
  auto add = [&](const llvm::GlobalValue &name, const llvm::GlobalObject &function) {
    if (auto offset = streamed->streamer->offsetOf(*machine->getSymbol(&function)))
      open.code.functions[name.getName().str()] = *offset;
  };
  for (const llvm::Function &function : module)
    add(function, function);
  for (const llvm::GlobalAlias &alias : module.aliases())
    add(alias, *alias.getAliaseeObject());
}

/// The code of `module` by the few passes, without an object file; nothing if it needs one.
llvm::Expected<std::optional<OpenCode>> CodeGenerator::State::stream(llvm::Module &module) {
  if (!streamed) {
    auto made = makeStreamed();
    if (!made)
      return made.takeError();
    streamed = std::move(*made);
  }
  streamed->beginModule();
  if (llvm::Error error =
          llvm::joinErrors(runPasses(streamed->passes, module), streamed->errors.take())) {
    streamed.reset();
    return error;
  }
  std::optional<OpenCode> open = streamed->streamer->take();
  if (open)
    addFunctions(module, *open);
  return open;
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

/// Keeps loads apart from the choices of single floats that they are for. LLVM's FastISel chooses
/// by an instruction on whole vectors where the CPU has AVX and no AVX-512, and lets it read
/// the memory of a load itself: 16 bytes of it. Loads that are volatile it leaves alone.
static void keepLoadsOfChoices(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
    if (!choice || !choice->getType()->isFloatingPointTy())
      continue;
    for (llvm::Value *operand : {choice->getTrueValue(), choice->getFalseValue()})
      if (auto *load = llvm::dyn_cast<llvm::LoadInst>(operand))
        load->setVolatile(true);
  }
}

/// Gives `function` the target's attributes and clears the upper halves of the vector
/// registers before others run, whose instructions would keep them, and wait for them: the pass
/// that does it has no name.
static void prepareFunction(llvm::Function &function, const TargetName &target, bool hasFeatures,
                            unsigned bits) {
  std::string width = std::to_string(bits);
  std::string needed = hasFeatures ? std::string() : featuresNeeded(function);
  llvm::AttrBuilder attributes(function.getContext());
  attributes.addAttribute("target-cpu", target.cpu);
  attributes.addAttribute("target-features", target.features.empty() && !needed.empty()
                                                 ? needed.substr(1)
                                                 : target.features + needed);
  attributes.addAttribute("prefer-vector-width", width);
  // Vectors as arguments of math functions must stay in one register each.
  attributes.addAttribute("min-legal-vector-width", width);
  attributes.addAttribute("probe-stack", "inline-asm");
  attributes.addAttribute(llvm::Attribute::NoUnwind);
  function.addFnAttrs(attributes);
  if (bits < 256)
    return;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (leavesForOthers(instruction))
      llvm::IRBuilder<>(&instruction).CreateIntrinsic(llvm::Intrinsic::x86_avx_vzeroupper, {});
}

/// Takes from the functions of `module` that they could not be selected; whether one could not.
static bool takeUnselected(llvm::Module &module) {
  bool isUnselected = false;
  for (llvm::Function &function : module)
    if (function.hasFnAttribute(kUnselected)) {
      function.removeFnAttr(kUnselected);
      isUnselected = true;
    }
  return isUnselected;
}

llvm::ArrayRef<char> CodeGenerator::object() const { return state->object; }

llvm::Expected<ReadObject>
CodeGenerator::run(llvm::Module &module, llvm::function_ref<bool(llvm::StringRef name)> isProvided,
                   bool withObject) {
  if (llvm::Error error = checkIsClosed(module, isProvided))
    return error;
  module.setDataLayout(state->machine->createDataLayout());
  module.setTargetTriple(state->machine->getTargetTriple());
  module.setOverrideStackAlignment(gtabi::kStackAlignment);
  bool isFew = state->needsFewPasses(module); // what is done to it below changes nothing there
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (!state->hasFastGathers)
      loadLaneByLane(function, /*hasMasks=*/state->vectorBits == 512, state->extractsLanes);
    if (state->vectorBits < 512)
      keepLoadsOfChoices(function);
    if (state->level == CodeGenLevel::HandPicked) {
      if (!isFew)
        expandExtremesBesideOddVectors(function);
      storeWaitingValues(function);
    }
    prepareFunction(function, state->name, state->hasFeatures, state->vectorBits);
  }
  state->object.clear();
  if (isFew && !withObject) {
    auto open = state->stream(module);
    if (!open)
      return open.takeError();
    isFew = !takeUnselected(module);
    if (isFew && *open)
      return ReadObject{std::move(**open), {}};
  }
  if (isFew) {
    auto read = state->emit(module, isFew);
    if (!takeUnselected(module))
      return read;
    llvm::consumeError(read.takeError());
    state->object.clear();
  }
  return state->emit(module, /*isFew=*/false);
}
