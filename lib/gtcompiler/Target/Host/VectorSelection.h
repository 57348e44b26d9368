//===- VectorSelection.h - Instructions that FastISel lacks -----*- C++ -*-===//
//
// LLVM's FastISel selects one instruction after the other, in a quarter of the time that the
// graph of a block takes, but knows little of vectors. Here is what kernels have more of:
// comparisons and choices of lanes, masked memory, lanes that are shifted, copied to all or
// put together. With AVX-512 masks have registers of their own, with AVX2 they are vectors whose
// lanes are all ones or zeros: MaskSelection.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_TARGET_HOST_VECTORSELECTION_H
#define GTCOMPILER_LIB_TARGET_HOST_VECTORSELECTION_H

#include "Instructions.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/CodeGen/FastISel.h"
#include "llvm/CodeGen/FunctionLoweringInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/IntrinsicInst.h"

#include <array>
#include <optional>

namespace gtcompiler {

/// Selects instructions of one function, where `info` says, beside `fast`.
class VectorSelection {
public:
  VectorSelection(llvm::FunctionLoweringInfo &info, llvm::FastISel &fast, Instructions &numbers);

  /// Chooses registers for masks that live in several blocks; false if one is not known here.
  bool enterMasks();
  /// Emits the arguments of a function of words; false if they are not all in registers.
  bool emitArguments();
  /// Emits the vectors that are constant in the whole function, behind its arguments.
  void emitConstants();
  /// Begins with `block`, which is walked from its end.
  void enter(const llvm::BasicBlock &block);
  /// Emits `instruction` if it is arithmetic with a scalar in memory, which its instruction has in
  /// all lanes.
  bool selectWithScalar(const llvm::Instruction &instruction);
  /// One of two scalar floats: the larger or smaller, or what a number says.
  bool selectScalarChoice(const llvm::Instruction &instruction);
  /// A scalar float made of another number.
  bool selectScalarNumber(const llvm::Instruction &instruction);
  /// Bits of three vectors, as two operations of the same kind have them.
  bool selectOfThree(const llvm::Instruction &instruction);
  /// Emits `instruction`; false if it is none of those that are known here.
  bool select(const llvm::Instruction &instruction);
  /// Lets `instruction`, which is selected, read memory itself where it is the only one to need
  /// what is loaded, and nothing is written between.
  void foldLoads(const llvm::Instruction &instruction);
  /// Whether an instruction reads the memory of `load` itself.
  bool isFolded(const llvm::Instruction &load) const { return folded.contains(&load); }

  /// Whether `instruction`, which has vectors of bytes, is known here or to FastISel, with AVX-512.
  static bool knowsBytes(const llvm::Instruction &instruction);
  /// Whether that of `cast` is, a scalar float. `hasMasks`: of AVX-512.
  static bool knowsScalar(const llvm::CastInst &cast, bool hasMasks);

  /// What an insertion and a shuffle put into all lanes of `vector`; null if it is made otherwise.
  static const llvm::Value *scalarOf(const llvm::Value *vector);

private:
  /// A vector's form, as names of instructions tell it.
  struct Lanes {
    unsigned count, bits;
    bool isFloat;

    unsigned size() const { return count * bits; }
    bool isMask() const { return bits == 1; }
  };
  /// An operand in memory.
  struct Address {
    llvm::Register base, index;
    int frame = -1; ///< in place of the base
    std::int64_t scale = 1, bytes = 0;
  };
  using Built = llvm::MachineInstrBuilder;
  using Number = std::optional<std::int64_t>;

  // Names.
  static std::optional<Lanes> lanesOf(llvm::Type *type);
  llvm::StringRef width(Lanes lanes) const;
  llvm::StringRef width(Lanes one, Lanes other) const;
  llvm::StringRef scalarWidth() const { return hasMasks ? "Z" : ""; }
  static llvm::StringRef letters(Lanes lanes);
  static std::string unaligned(Lanes lanes);
  /// "AND" for lanes that are joined bit by bit.
  static llvm::StringRef logicOf(const llvm::Instruction &logic);
  /// The vector of 128 bits that a scalar float is the first lane of; vectors as they are.
  static llvm::Type *vectorOf(llvm::Type *type);
  /// The constant of which only the sign is set, or all but that.
  static llvm::Constant *signOf(llvm::Type *type, bool isSet);
  llvm::MCRegister machineRegister(llvm::StringRef name) const;
  unsigned part(llvm::StringRef name) const;
  const llvm::TargetRegisterClass *classOf(llvm::Type *type) const;
  llvm::Register create(llvm::Type *type) { return registers.createVirtualRegister(classOf(type)); }

  // What is emitted. The register of a result may be of another class than the instruction's.
  llvm::Register of(const llvm::Value *value) {
    return isHalf(value->getType()) ? ofHalf(value) : fast.getRegForValue(value);
  }
  Built emit(const llvm::Twine &name, llvm::Register result);
  Built emitEffect(const llvm::Twine &name);
  void use(Built &built, llvm::Register value);
  void use(Built &built, const Address &address);
  void use(Built &built, const Address &address, const llvm::LoadInst &load);
  bool finish(Built &built, llvm::Register result);
  void copy(llvm::Register to, llvm::Register from, unsigned part = 0);
  bool emitSimple(const llvm::Twine &name, llvm::Register result,
                  llvm::ArrayRef<llvm::Register> operands, Number number = std::nullopt);
  bool emitSimple(const llvm::Twine &name, const llvm::Value &result,
                  llvm::ArrayRef<const llvm::Value *> operands, Number number = std::nullopt);
  llvm::Register inVector(const llvm::Value *value);
  bool emitFloats(const llvm::Twine &name, llvm::StringRef form, const llvm::IntrinsicInst &call,
                  unsigned operands, Number number = std::nullopt);
  bool find(const llvm::Value *pointer, Address &address);
  bool isFoldable(const llvm::LoadInst &load, const llvm::Instruction &reader) const;
  const llvm::LoadInst *loadFor(const llvm::Value *value, const llvm::Instruction &reader,
                                Address &address);
  llvm::MachineMemOperand *memoryOf(const llvm::Value *pointer, unsigned bits, llvm::Align align,
                                    llvm::MachineMemOperand::Flags flags);
  void emitConstant(const llvm::Constant &constant);
  bool emitPooled(Lanes lanes, const llvm::Constant &constant, llvm::Register result);

  // Masks that are bits.
  static llvm::StringRef maskLetter(Lanes lanes);
  bool emitMask(Lanes lanes, const llvm::Constant &constant, llvm::Register result);
  llvm::Register allBitsOf(const llvm::Value *condition);
  bool selectMaskSplat(const llvm::ShuffleVectorInst &shuffle, const llvm::Value *condition);
  bool selectMaskBits(const llvm::BitCastInst &cast);
  bool selectMaskHalf(const llvm::ShuffleVectorInst &shuffle, Lanes from, unsigned first);
  bool selectMaskLane(const llvm::ExtractElementInst &extract, std::int64_t lane);
  bool selectMaskLogic(const llvm::BinaryOperator &logic);
  bool selectMaskChoice(const llvm::SelectInst &choice, Lanes lanes);
  bool selectMaskEquality(const llvm::CmpInst &compare, Lanes lanes);
  bool selectMaskNumbers(const llvm::CastInst &cast);

  // Eight bytes.
  static bool isHalf(const llvm::Type *type);
  static llvm::FixedVectorType *wholeType(const llvm::Type *half);
  static llvm::Constant *wholeOf(const llvm::Constant &half);
  /// Of the register that eight bytes are half of; of others as they are.
  static std::optional<Lanes> wholeLanesOf(llvm::Type *type);
  llvm::Register ofHalf(const llvm::Value *value);
  llvm::Register cleanMask(const llvm::Value *mask);
  bool loadHalf(const llvm::LoadInst &load);
  bool storeHalf(const llvm::StoreInst &store);
  bool selectByteWidth(const llvm::CastInst &cast);
  bool selectHalf(const llvm::Instruction &instruction);

  // Masks that are vectors.
  std::optional<unsigned> maskBits(const llvm::Value *mask);
  std::optional<unsigned> findMaskBits(const llvm::Instruction &mask);
  std::optional<unsigned> usedMaskBits(const llvm::Instruction &instruction);
  static llvm::Constant *fullMask(const llvm::Constant &mask, unsigned bits);
  static std::string maskedMove(Lanes lanes);
  bool isFullMask(const llvm::Value *value) const;
  bool enterConverted(const llvm::Instruction &mask);
  llvm::Register ofMask(const llvm::Value *mask, unsigned bits);
  llvm::Register maskFor(const llvm::Value *mask, llvm::Type *type);
  bool emitConverted(const llvm::Value &mask, unsigned bits);
  bool emitFullMaskBits(llvm::Register result, const llvm::Value *mask);
  bool emitFullSplat(llvm::Register result, const llvm::Value *condition, Lanes lanes);
  bool emitNot(llvm::Register result, llvm::Register mask, Lanes lanes);
  bool selectFullCompare(const llvm::CmpInst &compare, Lanes lanes);
  bool selectFullChoice(const llvm::SelectInst &choice, Lanes lanes);
  bool selectFullExtreme(const llvm::IntrinsicInst &call, Lanes lanes);
  bool selectFullMask(const llvm::Instruction &instruction);
  bool selectLogic(const llvm::BinaryOperator &logic);
  bool selectFullExtension(const llvm::CastInst &cast);

  bool selectCompare(const llvm::CmpInst &compare);
  bool emitScalarChoice(const llvm::SelectInst &choice);
  bool selectMasked(const llvm::SelectInst &choice, Lanes lanes);
  bool selectChoice(const llvm::SelectInst &choice);
  bool emitFollowing(llvm::Register result, llvm::Register low, llvm::Register high, Lanes lanes,
                     unsigned first);
  llvm::Register emitPermuted(llvm::Register from, Lanes lanes, llvm::ArrayRef<int> order,
                              llvm::Type *type);
  bool selectJoined(const llvm::ShuffleVectorInst &shuffle, Lanes lanes);
  bool selectAnyShuffle(const llvm::ShuffleVectorInst &shuffle, Lanes lanes);
  bool selectShuffle(const llvm::ShuffleVectorInst &shuffle);
  bool selectBroadcast(const llvm::Instruction &result, const llvm::Value *scalar);
  llvm::Register widened(llvm::Register low, Lanes lanes, llvm::Type *type);
  std::string insertion(Lanes lanes) const;
  llvm::Register joinLoaded(llvm::Register low, const llvm::LoadInst &high, const Address &address,
                            Lanes lanes, llvm::Type *type);
  llvm::Register join(llvm::Register low, llvm::Register high, Lanes lanes, llvm::Type *type);
  llvm::Register assemble(llvm::ArrayRef<const llvm::Value *> elements,
                          const llvm::Instruction &reader);
  bool selectInserted(const llvm::InsertElementInst &last);
  bool selectExtracted(const llvm::ExtractElementInst &extract);
  bool selectSign(const llvm::Instruction &result, const llvm::Value *value, bool isCleared);
  bool emitCopiedSign(const llvm::IntrinsicInst &call, Lanes lanes, llvm::Register made);
  bool selectCopiedSign(const llvm::IntrinsicInst &call);
  bool selectFloats(const llvm::CastInst &cast);
  bool selectIntegers(const llvm::CastInst &cast);
  bool selectWidth(const llvm::CastInst &cast);
  static std::optional<std::int64_t> shiftedBy(const llvm::Instruction &shift);
  bool selectShift(const llvm::BinaryOperator &shift);
  bool selectMaskedLoad(const llvm::IntrinsicInst &call);
  bool selectMaskedStore(const llvm::IntrinsicInst &call);
  bool selectGather(const llvm::IntrinsicInst &call);
  bool selectExtreme(const llvm::IntrinsicInst &call, llvm::StringRef kind, unsigned condition);
  bool emitGreatest(const llvm::IntrinsicInst &call, Lanes lanes,
                    std::array<llvm::Register, 2> operands, std::array<llvm::Register, 2> compared);
  bool selectIeeeExtreme(const llvm::IntrinsicInst &call, bool isLeast);
  bool selectRounded(const llvm::IntrinsicInst &call, std::int64_t way) {
    return hasMasks ? emitFloats("VRNDSCALE", "rri", call, 1, way)
                    : emitFloats("VROUND", "ri", call, 1, way);
  }
  bool selectFused(const llvm::IntrinsicInst &call);
  bool selectPrefetch(const llvm::IntrinsicInst &call);
  bool selectIntrinsic(const llvm::IntrinsicInst &call);
  bool selectCall(const llvm::CallInst &call);

  llvm::FunctionLoweringInfo &info;
  llvm::FastISel &fast;
  Instructions &numbers;
  llvm::MachineFunction &machine;
  llvm::MachineRegisterInfo &registers;
  const llvm::TargetInstrInfo &target;
  const llvm::TargetRegisterInfo &names;
  const llvm::DataLayout &layout;
  bool hasMasks; ///< whether masks have registers of their own, as with AVX-512
  llvm::DebugLoc line;
  /// Of an instruction: its number in the block, and that of the last write before it.
  llvm::DenseMap<const llvm::Instruction *, std::pair<unsigned, unsigned>> places;
  llvm::DenseSet<const llvm::Instruction *> folded;
  // Of masks that are vectors.
  llvm::DenseMap<const llvm::Value *, unsigned> bitsOfMasks; ///< of lanes that they are made from
  /// For other lanes, by their bits.
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<std::pair<unsigned, llvm::Register>, 1>>
      converted;
};

} // namespace gtcompiler

#endif // GTCOMPILER_LIB_TARGET_HOST_VECTORSELECTION_H
