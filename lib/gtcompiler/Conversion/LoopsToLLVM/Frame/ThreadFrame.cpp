//===- ThreadFrame.cpp - Entries whose threads run points -----------------===//
//
// The only place that knows how the words of gtabi/ThreadArgs.h are read, and which
// points are a thread's.
//
//===----------------------------------------------------------------------===//
#include "KernelFrame.h"

#include "gtcompiler/Conversion/PointCode/Elements.h"

#include "gtabi/ThreadArgs.h"

using namespace gtcompiler;
using namespace mlir;

static gtabi::ThreadArgsLayout layoutOf(KernelOp kernel, const KernelUses &uses) {
  return {uses.ranges.size(), kernel.getRanges().size(), bool(findTogether(kernel))};
}

/// The word at which a storage begins; behind all of them for null.
static std::size_t wordOfStorage(const gtabi::ThreadArgsLayout &layout, const KernelUses &uses,
                                 Value storage) {
  std::size_t word = layout.storages;
  for (Value other : uses.storages) {
    if (other == storage)
      break;
    word += 1 + cast<StorageType>(other.getType()).getRank();
  }
  return word;
}

namespace {
/// The frame of a kernel's entry.
class ThreadFrame final : public KernelFrame {
public:
  ThreadFrame(OpBuilder builder, KernelOp kernel, const KernelUses &known);

  void emitTile(llvm::function_ref<void(CodeBuilder &)> body) override;
  Value mathAddress(gtabi::MathFunction function, gtabi::MathVariant variant) override;
  Value powers() override { llvm_unreachable("threads compute one point at a time"); }
  Value importAddress(CallOp) override { llvm_unreachable("threads call nothing of the host"); }
  Value streams() override { llvm_unreachable("threads write one element each"); }
  Value status() override { return address(0); }
  const ThreadGroup *group() const override { return together ? &*together : nullptr; }

private:
  std::optional<std::int64_t> mostPointsOf(std::size_t loop) const override { return steps[loop]; }
  static std::size_t wordsOf(KernelOp kernel, const KernelUses &known);
  static LLVM::LLVMFuncOp createFunction(OpBuilder builder, KernelOp kernel,
                                         const KernelUses &known);
  Value readOrigin(Value storage) override { return address(storageWord(storage)); }
  Value readStride(Value storage, std::int64_t dim) override {
    return word(storageWord(storage) + 1 + dim);
  }
  Span boundsOf(std::size_t range) override {
    return {word(layout.ranges + 2 * range), word(layout.ranges + 2 * range + 1)};
  }
  Span tileOf(std::size_t loop) override { return tile[loop]; }
  Value scalarTable() override {
    return entryCode.moved(block, std::int64_t(8 * storageWord(Value())));
  }
  Value scratchStart() override;

  std::size_t storageWord(Value storage) const { return wordOfStorage(layout, uses, storage); }
  Value load(Type type, std::size_t word);
  Value word(std::size_t number);
  /// A word that is an address in the memory that all threads reach.
  Value address(std::size_t number);
  Value next(Value point) { return entryCode.add(point, entryCode.number(1)); }
  /// A special register, "tid.x", as an i64.
  Value special(StringRef name);
  /// The thread's index in the whole grid along "x", "y" or "z".
  Value gridIndex(StringRef axis);
  Value findPoints();
  void findResult();
  Value sharedStart();
  Value isInside(Value index, Value extent) {
    return LLVM::ICmpOp::create(entryCode.ops, entryCode.loc, LLVM::ICmpPredicate::ult, index,
                                extent);
  }

  gtabi::ThreadArgsLayout layout;
  std::int64_t scratchBytes;
  Value block;                     ///< address of the words
  SmallVector<std::int64_t> steps; ///< the most points of the thread, for each loop
  SmallVector<Span> tile;          ///< the thread's points, for each loop
  std::optional<ThreadGroup> together;
};
} // namespace

std::size_t ThreadFrame::wordsOf(KernelOp kernel, const KernelUses &known) {
  std::size_t words = wordOfStorage(layoutOf(kernel, known), known, Value());
  for (auto &[scalar, first] : known.scalars)
    words += scalarWords(scalar.getType());
  return words;
}

LLVM::LLVMFuncOp ThreadFrame::createFunction(OpBuilder builder, KernelOp kernel,
                                             const KernelUses &known) {
  MLIRContext *context = builder.getContext();
  Location loc = kernel.getLoc();
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                          {LLVM::LLVMPointerType::get(context)});
  auto function = LLVM::LLVMFuncOp::create(builder, loc, kernel.getSymName(), type);
  function.setCConv(LLVM::CConv::PTX_Kernel);
  if (std::size_t words = wordsOf(kernel, known); 8 * words <= gtabi::kMostParameterBytes) {
    auto block = LLVM::LLVMArrayType::get(builder.getI64Type(), words);
    function.setArgAttr(0, LLVM::LLVMDialect::getByValAttrName(), TypeAttr::get(block));
    function.setArgAttr(0, LLVM::LLVMDialect::getAlignAttrName(), builder.getI64IntegerAttr(8));
  }
  builder.setInsertionPointToEnd(function.addEntryBlock(builder));
  LLVM::ReturnOp::create(builder, loc, ValueRange{});
  return function;
}

ThreadFrame::ThreadFrame(OpBuilder builder, KernelOp kernel, const KernelUses &known)
    : KernelFrame(createFunction(builder, kernel, known), kernel, known),
      layout(layoutOf(kernel, known)), scratchBytes(static_cast<std::int64_t>(kernel.getScratch())),
      block(code.getBody().getArgument(0)), steps(kernel.getSteps()), tile(loopCount) {
  if (findTogether(kernel))
    together.emplace();
}

Value ThreadFrame::load(Type type, std::size_t word) {
  return LLVM::LoadOp::create(entryCode.ops, entryCode.loc, type,
                              entryCode.moved(block, std::int64_t(8 * word)), /*alignment=*/8);
}

Value ThreadFrame::word(std::size_t number) {
  return remember({Kind::Word, nullptr, nullptr, std::int64_t(number)},
                  [&] { return load(entryCode.ops.getI64Type(), number); });
}

Value ThreadFrame::address(std::size_t number) {
  return remember({Kind::Address, nullptr, nullptr, std::int64_t(number)}, [&]() -> Value {
    constexpr unsigned kGlobal = 1; // of NVPTX's address spaces
    MLIRContext *context = entryCode.ops.getContext();
    Value global = load(LLVM::LLVMPointerType::get(context, kGlobal), number);
    return LLVM::AddrSpaceCastOp::create(entryCode.ops, entryCode.loc,
                                         LLVM::LLVMPointerType::get(context), global);
  });
}

Value ThreadFrame::mathAddress(gtabi::MathFunction function, gtabi::MathVariant variant) {
  struct Function {
    const char *name;
    unsigned operands;
  };
  static constexpr Function functions[] = {
#define GTABI_MATH_UNARY(NAME, SPELLING) {"gt_math_" #SPELLING, 1},
#define GTABI_MATH_BINARY(NAME, SPELLING) {"gt_math_" #SPELLING, 2},
#include "gtabi/MathFunctions.def"
  };
  bool isDouble = variant == gtabi::MathVariant::F64x1;
  const Function &called = functions[unsigned(function)];
  std::string name = called.name + std::string(isDouble ? "_f64" : "_f32");
  auto module = code->getParentOfType<ModuleOp>();
  auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!known) {
    OpBuilder atEnd = OpBuilder::atBlockEnd(module.getBody());
    Type type = isDouble ? Type(atEnd.getF64Type()) : Type(atEnd.getF32Type());
    SmallVector<Type> arguments(called.operands, type);
    known = LLVM::LLVMFuncOp::create(atEnd, atEnd.getUnknownLoc(), name,
                                     LLVM::LLVMFunctionType::get(type, arguments));
  }
  return LLVM::AddressOfOp::create(entryCode.ops, entryCode.loc, known);
}

/// Memory of the thread alone.
Value ThreadFrame::scratchStart() {
  return remember({Kind::Address, &scratchBytes, nullptr, 0}, [&]() -> Value {
    CodeBuilder first(OpBuilder::atBlockBegin(&code.getBody().front()), entryCode.loc);
    constexpr unsigned kAlignment = 8;
    return LLVM::AllocaOp::create(
        first.ops, first.loc, LLVM::LLVMPointerType::get(first.ops.getContext()),
        LLVM::LLVMArrayType::get(first.ops.getI8Type(), scratchBytes), first.number(1), kAlignment);
  });
}

void ThreadGroup::barrier(CodeBuilder &code) {
  LLVM::CallIntrinsicOp::create(code.ops, code.loc,
                                code.ops.getStringAttr("llvm.nvvm.barrier.cta.sync.aligned.all"),
                                code.constant(code.ops.getI32Type(), 0));
}

Value ThreadFrame::special(StringRef name) {
  CodeBuilder &at = entryCode;
  Value number = LLVM::CallIntrinsicOp::create(
                     at.ops, at.loc, at.ops.getI32Type(),
                     at.ops.getStringAttr("llvm.nvvm.read.ptx.sreg." + name), ValueRange{})
                     .getResult(0);
  return LLVM::ZExtOp::create(at.ops, at.loc, at.ops.getI64Type(), number);
}

Value ThreadFrame::gridIndex(StringRef axis) {
  auto along = [&](const char *name) { return special((name + axis).str()); };
  return entryCode.add(entryCode.mul(along("ctaid."), along("ntid.")), along("tid."));
}

/// Memory that the threads of a block share. External: LLVM's printer of PTX remembers variables
/// that one function alone uses beyond the end of their module.
Value ThreadFrame::sharedStart() {
  constexpr unsigned kShared = 3; // of NVPTX's address spaces
  auto module = code->getParentOfType<ModuleOp>();
  MLIRContext *context = module.getContext();
  auto known = module.lookupSymbol<LLVM::GlobalOp>(gtabi::kSharedMemory);
  if (!known) {
    OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
    auto bytes =
        LLVM::LLVMArrayType::get(atStart.getI8Type(), gtabi::kMostTogether * gtabi::kPartialBytes);
    known =
        LLVM::GlobalOp::create(atStart, atStart.getUnknownLoc(), bytes, /*isConstant=*/false,
                               LLVM::Linkage::External, gtabi::kSharedMemory, /*value=*/Attribute(),
                               /*alignment=*/gtabi::kPartialBytes, kShared);
    OpBuilder inside = OpBuilder::atBlockBegin(&known.getInitializer().emplaceBlock());
    Value nothing = LLVM::UndefOp::create(inside, inside.getUnknownLoc(), bytes);
    LLVM::ReturnOp::create(inside, inside.getUnknownLoc(), nothing);
  }
  Value shared = LLVM::AddressOfOp::create(entryCode.ops, entryCode.loc, known);
  return LLVM::AddrSpaceCastOp::create(entryCode.ops, entryCode.loc,
                                       LLVM::LLVMPointerType::get(context), shared);
}

/// Finds the result that the thread has with others, the first one where there is none for it.
void ThreadFrame::findResult() {
  CodeBuilder &at = entryCode;
  Type narrow = at.ops.getI32Type(), wide = at.ops.getI64Type();
  auto divide = [&](Value value, Value by) -> std::pair<Value, Value> { // both fit 32 bits
    Value a = LLVM::TruncOp::create(at.ops, at.loc, narrow, value);
    Value b = LLVM::TruncOp::create(at.ops, at.loc, narrow, by);
    Value quotient = LLVM::UDivOp::create(at.ops, at.loc, a, b);
    Value rest = LLVM::URemOp::create(at.ops, at.loc, a, b);
    return {LLVM::ZExtOp::create(at.ops, at.loc, wide, quotient),
            LLVM::ZExtOp::create(at.ops, at.loc, wide, rest)};
  };
  ThreadGroup &of = *together;
  of.thread = special("tid.y");
  of.threads = special("ntid.y");
  of.column = special("tid.x");
  of.columns = special("ntid.x");
  of.in = address(layout.reduction + gtabi::kIn);
  of.valuesIn = word(layout.reduction + gtabi::kValues);
  of.out = address(layout.reduction + gtabi::kOut);
  of.shares = word(layout.reduction + gtabi::kShares);
  of.shared = sharedStart();
  auto [rest, share] = divide(special("ctaid.x"), of.shares);
  of.share = share;
  of.isResult = at.constant(at.ops.getI1Type(), 1);
  of.result = at.number(0);
  of.results = at.number(1);
  for (std::size_t loop = loopCount; loop-- > 0;) {
    Value lo = word(layout.launch + 2 * loop), hi = word(layout.launch + 2 * loop + 1);
    Value extent = at.sub(hi, lo), index = rest;
    if (loop + 1 == loopCount) {
      std::tie(rest, index) = divide(rest, word(layout.reduction + gtabi::kGroups));
      index = at.add(at.mul(index, of.columns), of.column);
      of.isResult = isInside(index, extent);
      index = at.select(of.isResult, index, at.number(0));
    } else if (loop > 0) {
      std::tie(rest, index) = divide(rest, extent);
    }
    Value point = at.add(lo, index);
    tile[loop] = {point, next(point)};
    of.result = at.add(of.result, at.mul(index, of.results));
    of.results = at.mul(of.results, extent);
  }
}

/// Finds the thread's points. Gives whether there are any.
Value ThreadFrame::findPoints() {
  CodeBuilder &at = entryCode;
  Value inside = at.constant(at.ops.getI1Type(), 1), rest;
  for (std::size_t loop = loopCount; loop-- > 0;) {
    Value lo = word(layout.launch + 2 * loop), hi = word(layout.launch + 2 * loop + 1);
    Value extent = at.sub(hi, lo), index;
    std::int64_t step = steps[loop];
    if (std::size_t fromLast = loopCount - 1 - loop; fromLast < 2) {
      index = gridIndex(fromLast == 0 ? "x" : "y");
    } else {
      index = rest ? rest : gridIndex("z");
      if (loop > 0) { // slower loops share the axis
        rest = LLVM::UDivOp::create(at.ops, at.loc, index, extent);
        index = LLVM::URemOp::create(at.ops, at.loc, index, extent);
      }
    }
    if (step > 1)
      index = at.mul(index, at.number(step));
    inside = at.bitAnd(inside, isInside(index, extent));
    Value first = at.add(lo, index);
    tile[loop] = {first, step == 1 ? next(first) : at.minimum(at.add(first, at.number(step)), hi)};
  }
  return inside;
}

void ThreadFrame::emitTile(llvm::function_ref<void(CodeBuilder &)> body) {
  if (together) { // all threads come to the barriers
    findResult();
    CodeBuilder behind = leaveEntry();
    return body(behind);
  }
  Value inside = findPoints();
  leaveEntry().when(inside, [&](CodeBuilder &points) { body(points); });
}

std::unique_ptr<KernelFrame> gtcompiler::createThreadFrame(OpBuilder builder, KernelOp kernel,
                                                           const KernelUses &uses) {
  return std::make_unique<ThreadFrame>(builder, kernel, uses);
}
