//===- ValueTranslation.h - Operations with a value to LLVM IR --*- C++ -*-===//
//
// What of the LLVM dialect computes a value and leads nowhere, at a builder's place.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_VALUETRANSLATION_H
#define GTCOMPILER_TARGET_VALUETRANSLATION_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/TypeToLLVM.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/TargetFolder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace gtcompiler {

/// A module that is made, a place in it, and the values that are there.
class ValueTranslation {
public:
  explicit ValueTranslation(llvm::Module &made)
      : module(made), builder(made.getContext(), llvm::TargetFolder(made.getDataLayout())),
        types(made.getContext()) {}

  /// Emits what `op` does, which has one result. Null where that is not known, or `op` says
  /// more than its operands and types do.
  llvm::Value *translate(mlir::Operation &op);

  llvm::Value *operator()(mlir::Value value) const { return values.lookup(value); }
  llvm::SmallVector<llvm::Value *, 4> operator()(mlir::ValueRange range) const {
    return llvm::map_to_vector<4>(range, [&](mlir::Value value) { return values.lookup(value); });
  }
  llvm::Type *operator()(mlir::Type type) { return types.translateType(type); }

  llvm::Module &module;
  llvm::IRBuilder<llvm::TargetFolder> builder;
  llvm::DenseMap<mlir::Value, llvm::Value *> values;

private:
  mlir::LLVM::TypeToLLVMIRTranslator types;
};

/// Whether `op` says no more than its operands and types do.
template <typename Op> bool isPlain(Op op) {
  bool plain = true;
  if constexpr (requires { op.getOverflowFlags(); })
    plain &= op.getOverflowFlags() == mlir::LLVM::IntegerOverflowFlags::none;
  if constexpr (requires { op.getFastmathFlags(); })
    plain &= op.getFastmathFlags() == mlir::LLVM::FastmathFlags::none;
  if constexpr (requires { op.getIsExact(); })
    plain &= !op.getIsExact();
  if constexpr (requires { op.getIsDisjoint(); })
    plain &= !op.getIsDisjoint();
  if constexpr (requires { op.getNonNeg(); })
    plain &= !op.getNonNeg();
  return plain;
}

/// Whether `op` says nothing but what `properties`, members of its Properties, are for.
template <typename Op, typename... Members> bool saysOnly(Op op, Members... properties) {
  typename Op::Properties others = op.getProperties(), plain{}; // arrays too
  ((others.*properties = plain.*properties), ...);
  return others == plain;
}

/// Whether an access of memory is an ordinary one, past the caches or not.
template <typename Access> bool isOrdinary(Access access) {
  using P = typename Access::Properties;
  return saysOnly(access, &P::alignment, &P::ordering, &P::nontemporal) &&
         access.getOrdering() == mlir::LLVM::AtomicOrdering::not_atomic;
}

/// Gives `made` the alignment of `access`.
template <typename Made, typename Access> Made *align(Made *made, Access access) {
  if (std::optional<std::uint64_t> alignment = access.getAlignment())
    made->setAlignment(llvm::Align(*alignment));
  return made;
}

/// Gives `made` what an ordinary access says.
template <typename Made, typename Access> Made *complete(Made *made, Access access) {
  if (access.getNontemporal()) {
    auto *one = llvm::ConstantInt::get(llvm::Type::getInt32Ty(made->getContext()), 1);
    made->setMetadata(llvm::LLVMContext::MD_nontemporal,
                      llvm::MDNode::get(made->getContext(), llvm::ConstantAsMetadata::get(one)));
  }
  return align(made, access);
}

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_VALUETRANSLATION_H
