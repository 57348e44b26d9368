//===- SlowGathersTest.cpp - Gathers where the CPU's are slow -------------===//
//
// What becomes of gathers. That the lanes are right is what the tests of meshes show.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/Host/SlowGathers.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <string>

using namespace gtcompiler;

namespace {

struct Found {
  int gathers = 0, loads = 0, choices = 0, blocks = 0;
  int stored = 0, extracted = 0;
  bool operator==(const Found &) const = default;
};

std::ostream &operator<<(std::ostream &out, const Found &found) {
  return out << found.gathers << " gathers, " << found.loads << " loads, " << found.choices
             << " choices, " << found.blocks << " blocks, " << found.stored
             << " stores of indices, " << found.extracted << " lanes taken out";
}

/// What a function has after its gathers were made loads.
Found expanded(const std::string &text, bool hasMasks, bool extracts) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  if (!module)
    return {};
  llvm::Function &function = *module->getFunction("f");
  loadLaneByLane(function, hasMasks, extracts);
  EXPECT_FALSE(llvm::verifyFunction(function));
  Found found{.blocks = int(function.size())};
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    found.gathers += call && call->getIntrinsicID() == llvm::Intrinsic::masked_gather;
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    found.loads += load && load->getType()->isDoubleTy();
    auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    found.stored += store && store->getValueOperand()->getType()->isIntOrIntVectorTy();
    found.choices += llvm::isa<llvm::SelectInst>(instruction);
    found.extracted += llvm::isa<llvm::ExtractElementInst>(instruction);
  }
  return found;
}

/// What becomes of a function that gathers four doubles under `mask` twice, with `others` where it
/// is not set.
Found gather(const std::string &mask, const std::string &others, bool hasMasks = false,
             bool extracts = false) {
  return expanded(R"(
    declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, <4 x i1>, <4 x double>)
    define void @f(ptr %p, ptr %q, i32 %n) {
      %i = load <4 x i32>, ptr %q, align 4
      %a = getelementptr double, ptr %p, <4 x i32> %i
      %c = insertelement <4 x i32> poison, i32 %n, i32 0
      %s = shufflevector <4 x i32> %c, <4 x i32> poison, <4 x i32> zeroinitializer
      %m = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %s
      %v = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %a, <4 x i1> )" +
                      mask + ", <4 x double> " + others + R"()
      %w = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %a, <4 x i1> )" +
                      mask + ", <4 x double> " + others + R"()
      %sum = fadd <4 x double> %v, %w
      store <4 x double> %sum, ptr %p, align 8
      ret void
    })",
                  hasMasks, extracts);
}

/// The same at indices that are computed, of all lanes.
Found gatherComputed(bool extracts) {
  return expanded(R"(
    declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, <4 x i1>, <4 x double>)
    define void @f(ptr %p, ptr %q) {
      %l = load <4 x i32>, ptr %q, align 4
      %i = add <4 x i32> %l, splat (i32 3)
      %a = getelementptr double, ptr %p, <4 x i32> %i
      %b = getelementptr double, ptr %q, <4 x i32> %i
      %v = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %a, <4 x i1> splat (i1 true), <4 x double> poison)
      %w = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %b, <4 x i1> splat (i1 true), <4 x double> poison)
      %sum = fadd <4 x double> %v, %w
      store <4 x double> %sum, ptr %p, align 8
      ret void
    })",
                  /*hasMasks=*/true, extracts);
}

TEST(SlowGathers, AreLoadsOfEachLane) {
  EXPECT_EQ(gather("splat (i1 true)", "poison"), (Found{0, 8, 0, 1}));
}

// Lanes that were loaded are loaded again; others go through memory, or are taken out of their
// register, once for all gathers at the same indices.
TEST(SlowGathers, FindTheirIndices) {
  EXPECT_EQ(gather("splat (i1 true)", "poison", /*hasMasks=*/true, /*extracts=*/true),
            (Found{0, 8, 0, 1}));
  EXPECT_EQ(gatherComputed(/*extracts=*/false), (Found{0, 8, 0, 1, 1, 0}));
  EXPECT_EQ(gatherComputed(/*extracts=*/true), (Found{0, 8, 0, 1, 0, 4}));
}

// From a zero where the mask is not set, which goes through memory, and so does what was loaded
// before.
TEST(SlowGathers, AreLoadsUnderMasks) {
  EXPECT_EQ(gather("%m", "zeroinitializer"), (Found{0, 8, 8, 1, 2}));
  EXPECT_EQ(gather("<i1 true, i1 true, i1 false, i1 true>", "zeroinitializer"),
            (Found{0, 8, 8, 1}));
}

TEST(SlowGathers, StayWhereOtherValuesAreWantedOrMasksHaveRegisters) {
  EXPECT_EQ(gather("%m", "splat (double 1.0)"), (Found{2, 0, 0, 1}));
  EXPECT_EQ(gather("%m", "zeroinitializer", /*hasMasks=*/true), (Found{2, 0, 0, 1}));
  EXPECT_EQ(gather("splat (i1 true)", "zeroinitializer", /*hasMasks=*/true), (Found{0, 8, 0, 1}));
}

} // namespace
