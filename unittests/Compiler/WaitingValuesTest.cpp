//===- WaitingValuesTest.cpp - What waits while a loop runs ---------------===//
//
// Loops that need more registers than there are: which strides go to the stack, and which
// do not. That code means the same is what the tests of all kernels show.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/Host/WaitingValues.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <string>

using namespace gtcompiler;

/// A function whose inner loop goes along as many rows as there are strides, which it is not told
/// by itself. `outer`: what the loop around it does besides.
static std::string loopsOver(int rows, const std::string &outer = "") {
  std::string strides, pointers, points;
  for (int row = 0; row < rows; ++row) {
    std::string n = std::to_string(row);
    strides += "%a" + n + " = getelementptr i64, ptr %p, i64 " + n + "\n%s" + n +
               " = load i64, ptr %a" + n + "\n";
    pointers += "%r" + n + " = getelementptr i8, ptr %p, i64 %s" + n + "\n";
    points += "%q" + n + " = getelementptr double, ptr %r" + n + ", i64 %j\n%x" + n +
              " = load double, ptr %q" + n + "\n%y" + n + " = fadd double %x" + n +
              ", 1.0\nstore double %y" + n + ", ptr %q" + n + "\n";
  }
  return "define void @f(ptr %p, i64 %n, i64 %m) {\nentry:\n" + strides + "br label %outer\n" +
         "outer:\n%i = phi i64 [ 0, %entry ], [ %i1, %behind ]\n" + outer + pointers +
         "br label %inner\ninner:\n%j = phi i64 [ 0, %outer ], [ %j1, %inner ]\n" + points +
         "%j1 = add i64 %j, 1\n%goes = icmp slt i64 %j1, %m\nbr i1 %goes, label %inner, label "
         "%behind\nbehind:\n%i1 = add i64 %i, 1\n%on = icmp slt i64 %i1, %n\nbr i1 %on, label "
         "%outer, label %exit\nexit:\nret void\n}\n";
}

/// How many values of the function are stored; their loads are outside of the inner loop.
static int countStored(const std::string &text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  if (!module)
    return -1;
  llvm::Function &function = *module->getFunction("f");
  storeWaitingValues(function);
  EXPECT_FALSE(llvm::verifyFunction(function));
  int stored = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!slot)
      continue;
    ++stored;
    for (const llvm::User *user : slot->users())
      EXPECT_NE(llvm::cast<llvm::Instruction>(user)->getParent()->getName(), "inner");
  }
  return stored;
}

TEST(WaitingValues, GoToTheStackWhereALoopNeedsTheRegisters) {
  int stored = countStored(loopsOver(30));
  EXPECT_GE(stored, 12);
  EXPECT_LE(stored, 15) << "an eighth of the loop's instructions";
}

TEST(WaitingValues, StayWhereThereAreRegistersOrTheLoopIsSmall) {
  EXPECT_EQ(countStored(loopsOver(5)), 0);
  EXPECT_EQ(countStored(loopsOver(20)), 0)
      << "the inner loop is as much work as its rows' pointers";
}

TEST(WaitingValues, StayWhereTablesAreReadAroundTheLoop) {
  EXPECT_EQ(countStored(loopsOver(30, "%entry1 = load i32, ptr %p\n")), 0);
}
