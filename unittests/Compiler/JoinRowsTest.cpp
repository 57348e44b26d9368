//===- JoinRowsTest.cpp - What joining kernels costs ----------------------===//
//
// What joins does is told by test/Conversion/join-rows.mlir.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Conversion/Passes.h"
#include "gtcompiler/Dialect/GT/IR/GTDialect.h"
#include "gtcompiler/Dialect/GT/IR/GTOps.h"
#include "gtcompiler/Target/Passes.h"
#include "gtcompiler/Target/Target.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace gtcompiler;

/// MLIR numbers a whole block anew where the order of two operations is asked for after one of
/// them was moved: in a program of many reductions that would be time quadratic in their number.
TEST(JoinRows, AsksForNoOrderOfOperations) {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(R"(
    !s = !gt.storage<[J, I], f64, unit>
    !t = !gt.storage<[J], f64, unit>
    gt.program @sums(%x: !s, %sums: !t, %y: !t, %i: !gt.range<I>, %j: !gt.range<J>) {
      %squares = gt.temporary over %j, %i : !gt.range<J>, !gt.range<I> -> !s
      gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
        %0 = gt.access %x : !s -> f64
        gt.yield %0 : f64
      } into %sums : !t
      gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
        %0 = gt.access %x : !s -> f64
        %1 = gt.mul %0, %0 : (f64, f64) -> f64
        gt.write %1 to %squares : f64, !s
      }
      gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
        %0 = gt.access %squares : !s -> f64
        gt.yield %0 : f64
      } into %y : !t
    })",
                                                        &context);
  ASSERT_TRUE(module);
  mlir::PassManager passes(&context);
  passes.enableVerifier(false); // which asks, once
  passes.addPass(createSetMachinePass({.cpu = "x86-64-v4"}));
  passes.nest<ProgramOp>().addPass(createStencilsToLoopsPass({.inCache = true}));
  auto program = *module->getOps<ProgramOp>().begin();
  mlir::Block &body = program.getBody().front();
  body.invalidateOpOrder();
  ASSERT_TRUE(mlir::succeeded(passes.run(*module)));
  EXPECT_EQ(std::distance(body.getOps<KernelOp>().begin(), body.getOps<KernelOp>().end()), 3);
  EXPECT_FALSE(body.isOpOrderValid());
}
