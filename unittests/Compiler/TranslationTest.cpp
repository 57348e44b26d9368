//===- TranslationTest.cpp - LLVM dialect to LLVM IR ----------------------===//
//
// The walk of our own gives what MLIR's translation gives, or leaves a module to that.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/Translation.h"
#include "gtcompiler/Pipelines/KernelStages.h"
#include "gtcompiler/Target/Passes.h"
#include "gtcompiler/Target/Target.h"

#include "gtcompiler/Target/DirectTranslation.h"

#include "gtcompiler/Dialect/GT/IR/GTDialect.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace gtcompiler;

namespace {
class Translation : public ::testing::Test {
protected:
  Translation() {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text) {
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }

  /// Everything that has code or another name; which intrinsics come first is of no meaning.
  static std::string definitionsOf(const llvm::Module &module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    for (const llvm::Function &function : module)
      if (!function.isDeclaration() || !function.isIntrinsic())
        function.print(stream);
    for (const llvm::GlobalAlias &alias : module.aliases())
      alias.print(stream);
    return text;
  }

  void expectSame(mlir::ModuleOp module) {
    llvm::LLVMContext own, others;
    auto made = translateDirectly(module, own);
    auto expected = mlir::translateModuleToLLVMIR(module, others, "kernels");
    ASSERT_TRUE(expected);
    ASSERT_TRUE(made) << definitionsOf(*expected);
    if (llvm::NamedMDNode *flags = expected->getModuleFlagsMetadata())
      expected->eraseNamedMetadata(flags); // the version of debug information that it has not
    EXPECT_EQ(definitionsOf(*made), definitionsOf(*expected));
    EXPECT_EQ(made->getSourceFileName(), expected->getSourceFileName());
  }

  void expectLeft(const std::string &text) {
    auto module = parse(text);
    ASSERT_TRUE(module) << text;
    llvm::LLVMContext own, others;
    EXPECT_FALSE(translateDirectly(*module, own)) << text;
    EXPECT_TRUE(translateKernels(*module, others)) << text;
  }

  mlir::MLIRContext context;
};
} // namespace

TEST_F(Translation, OfEveryOperationIsThatOfMlir) {
  auto module = parse(R"(
    llvm.func internal preserve_mostcc @helper(%p: !llvm.ptr, %n: i64) -> i64 {
      %0 = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> i64
      llvm.return %0 : i64
    }
    llvm.func @outside(!llvm.ptr) attributes {dso_local}
    llvm.mlir.alias external @again : !llvm.func<void (ptr, ptr, i64, f64)> {
      %0 = llvm.mlir.addressof @k : !llvm.ptr
      llvm.return %0 : !llvm.ptr
    }
    llvm.func @k(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64, %x: f64) {
      %one = llvm.mlir.constant(1 : i32) : i32
      %true = llvm.mlir.constant(true) : i1
      %half = llvm.mlir.constant(5.000000e-01 : f16) : f16
      %brain = llvm.mlir.constant(5.000000e-01 : bf16) : bf16
      %single = llvm.mlir.constant(1.000000e-01 : f32) : f32
      %lanes = llvm.mlir.constant(dense<[0, 1, 2, 3]> : vector<4xi64>) : vector<4xi64>
      %bits = llvm.mlir.constant(dense<[true, false, true, true]> : vector<4xi1>) : vector<4xi1>
      %twos = llvm.mlir.constant(dense<2.000000e+00> : vector<4xf64>) : vector<4xf64>
      %tens = llvm.mlir.constant(dense<[1.000000e+01, 2.000000e+01, 3.000000e+01, 0x7FF8000000000001]> : vector<4xf64>) : vector<4xf64>
      %room = llvm.alloca %one x !llvm.array<3 x f64> {alignment = 64 : i64} : (i32) -> !llvm.ptr
      %poison = llvm.mlir.poison : vector<4xf64>
      %undef = llvm.mlir.undef : vector<4xf64>
      %zero = llvm.mlir.zero : !llvm.ptr
      %a0 = llvm.add %n, %n : i64
      %a1 = llvm.sub %a0, %n : i64
      %a2 = llvm.mul %a1, %n : i64
      %a3 = llvm.udiv %a2, %n : i64
      %a4 = llvm.sdiv %a3, %n : i64
      %a5 = llvm.urem %a4, %n : i64
      %a6 = llvm.srem %a5, %n : i64
      %a7 = llvm.and %a6, %n : i64
      %a8 = llvm.or %a7, %n : i64
      %a9 = llvm.xor %a8, %n : i64
      %b0 = llvm.shl %a9, %n : i64
      %b1 = llvm.lshr %b0, %n : i64
      %b2 = llvm.ashr %b1, %n : i64
      %b3 = llvm.intr.smin(%b2, %n) : (i64, i64) -> i64
      %b4 = llvm.intr.smax(%b3, %n) : (i64, i64) -> i64
      %b5 = llvm.intr.umin(%b4, %n) : (i64, i64) -> i64
      %b6 = llvm.intr.umax(%b5, %n) : (i64, i64) -> i64
      %b7 = llvm.intr.ctpop(%b6) : (i64) -> i64
      %c0 = llvm.trunc %b7 : i64 to i32
      %c1 = llvm.zext %c0 : i32 to i64
      %c2 = llvm.sext %c0 : i32 to i64
      %c3 = llvm.sitofp %c2 : i64 to f64
      %c4 = llvm.uitofp %c1 : i64 to f64
      %c5 = llvm.fptosi %c3 : f64 to i64
      %c6 = llvm.fptoui %c4 : f64 to i64
      %c7 = llvm.fptrunc %x : f64 to f32
      %c8 = llvm.fpext %c7 : f32 to f64
      %c9 = llvm.bitcast %c8 : f64 to i64
      %c10 = llvm.bitcast %bits : vector<4xi1> to i4
      llvm.store %c10, %p : i4, !llvm.ptr
      %d0 = llvm.ptrtoint %p : !llvm.ptr to i64
      %d1 = llvm.call_intrinsic "llvm.fptosi.sat"(%x) : (f64) -> i32
      %e0 = llvm.fadd %x, %c8 : f64
      %e1 = llvm.fsub %e0, %x : f64
      %e2 = llvm.fmul %e1, %x : f64
      %e3 = llvm.fdiv %e2, %x : f64
      %e4 = llvm.fneg %e3 : f64
      %e5 = llvm.intr.fma(%e4, %x, %x) : (f64, f64, f64) -> f64
      %e6 = llvm.intr.fabs(%e5) : (f64) -> f64
      %e7 = llvm.intr.sqrt(%e6) : (f64) -> f64
      %e8 = llvm.intr.floor(%e7) : (f64) -> f64
      %e9 = llvm.intr.ceil(%e8) : (f64) -> f64
      %f0 = llvm.intr.trunc(%e9) : (f64) -> f64
      %f1 = llvm.intr.roundeven(%f0) : (f64) -> f64
      %f2 = llvm.intr.copysign(%f1, %x) : (f64, f64) -> f64
      %f3 = llvm.intr.minimum(%f2, %x) : (f64, f64) -> f64
      %f4 = llvm.intr.maximum(%f3, %x) : (f64, f64) -> f64
      %g0 = llvm.fcmp "uno" %f4, %x : f64
      %g1 = llvm.icmp "ult" %n, %b7 : i64
      %g2 = llvm.select %g0, %f4, %x : i1, f64
      %h0 = llvm.insertelement %g2, %poison[%one : i32] : vector<4xf64>
      %h1 = llvm.shufflevector %h0, %twos [1, 1, -1, 7] : vector<4xf64>
      %h2 = llvm.extractelement %h1[%one : i32] : vector<4xf64>
      %h3 = llvm.icmp "slt" %lanes, %lanes : vector<4xi64>
      %h4 = "llvm.intr.vector.reduce.or"(%h3) : (vector<4xi1>) -> i1
      %i0 = llvm.getelementptr %p[8] : (!llvm.ptr) -> !llvm.ptr, i8
      %i1 = llvm.getelementptr %i0[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %i2 = llvm.getelementptr %p[%lanes] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f64
      %i3 = llvm.intr.masked.load %i1, %bits, %undef {alignment = 8 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf64>) -> vector<4xf64>
      %i4 = llvm.intr.masked.gather %i2, %h3, %i3 {alignment = 8 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf64>) -> vector<4xf64>
      llvm.intr.masked.store %i4, %i1, %h3 {alignment = 8 : i32} : vector<4xf64>, vector<4xi1> into !llvm.ptr
      %i5 = llvm.fadd %i4, %tens : vector<4xf64>
      llvm.store %i5, %q {alignment = 64 : i64, nontemporal} : vector<4xf64>, !llvm.ptr
      llvm.store %h2, %room : f64, !llvm.ptr
      llvm.store %half, %room : f16, !llvm.ptr
      llvm.store %brain, %room : bf16, !llvm.ptr
      llvm.store %single, %room : f32, !llvm.ptr
      "llvm.intr.prefetch"(%q) <{rw = 0 : i32, hint = 3 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
      llvm.cond_br %true, ^head(%n, %x : i64, f64), ^end
    ^head(%i: i64, %y: f64):
      %j0 = llvm.call preserve_mostcc @helper(%q, %i) : (!llvm.ptr, i64) -> i64
      llvm.call @outside(%q) : (!llvm.ptr) -> ()
      %callee = llvm.load %p : !llvm.ptr -> !llvm.ptr
      %j1 = llvm.call %callee(%y) : !llvm.ptr, (f64) -> f64
      %j2 = llvm.add %i, %j0 : i64
      %j3 = llvm.icmp "slt" %j2, %n : i64
      llvm.cond_br %j3, ^head(%j2, %j1 : i64, f64), ^end
    ^end:
      llvm.br ^last(%zero : !llvm.ptr)
    ^last(%r: !llvm.ptr):
      llvm.return
    })");
  ASSERT_TRUE(module);
  expectSame(*module);
}

TEST_F(Translation, LeavesWhatKernelsHaveNot) {
  auto with = [](const std::string &body) {
    return "llvm.func @k(%p: !llvm.ptr, %n: i64, %x: f64) {\n" + body + "\nllvm.return\n}";
  };
  expectLeft("llvm.mlir.global internal @g(1 : i64) : i64");
  expectLeft("llvm.func @k(%p: !llvm.ptr {llvm.noalias}) { llvm.return }");
  expectLeft("llvm.func @k(%p: !llvm.ptr) attributes {no_inline} { llvm.return }");
  expectLeft("llvm.func hidden @k(%p: !llvm.ptr) { llvm.return }");
  expectLeft("module attributes {llvm.target_triple = \"x86_64\"} { llvm.func @k() }");
  expectLeft(with("%0 = llvm.add %n, %n overflow<nsw> : i64"));
  expectLeft(with("%0 = llvm.udiv exact %n, %n : i64"));
  expectLeft(with("%0 = llvm.or disjoint %n, %n : i64"));
  expectLeft(with("%0 = llvm.fadd %x, %x {fastmathFlags = #llvm.fastmath<nnan>} : f64"));
  expectLeft(with("%0 = llvm.fcmp \"oeq\" %x, %x {fastmathFlags = #llvm.fastmath<nnan>} : f64"));
  expectLeft(with("%0 = llvm.intr.fabs(%x) {fastmathFlags = #llvm.fastmath<nnan>} : (f64) -> f64"));
  expectLeft(with("%0 = llvm.getelementptr inbounds %p[8] : (!llvm.ptr) -> !llvm.ptr, i8"));
  expectLeft(with("%0 = llvm.load volatile %p : !llvm.ptr -> f64"));
  expectLeft(with("%0 = llvm.load %p invariant : !llvm.ptr -> f64"));
  expectLeft(with("%0 = llvm.load %p atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64"));
  expectLeft(with("llvm.store volatile %x, %p : f64, !llvm.ptr"));
  expectLeft(with("llvm.call tail @k(%p, %n, %x) : (!llvm.ptr, i64, f64) -> ()"));
  expectLeft(with("%0 = llvm.intr.exp(%x) : (f64) -> f64"));
  expectLeft(with("llvm.br ^b {loop_annotation = #llvm.loop_annotation<disableNonforced = true>}\n"
                  "^b:"));
  expectLeft(with("%0 = llvm.icmp \"eq\" %n, %n : i64\n"
                  "llvm.cond_br %0 weights([1, 2]), ^b, ^c\n^b:\nllvm.br ^c\n^c:"));
  expectLeft(with("%0 = llvm.icmp \"eq\" %n, %n : i64\n"
                  "llvm.cond_br %0, ^b(%n : i64), ^b(%n : i64)\n^b(%i: i64):"));
  // A value that stands behind its use.
  expectLeft(with("llvm.br ^c\n^b:\nllvm.store %0, %p : i64, !llvm.ptr\nllvm.br ^d\n"
                  "^c:\n%0 = llvm.add %n, %n : i64\nllvm.br ^b\n^d:"));
  expectLeft(with("llvm.br ^c\n^b:\nllvm.cond_br %0, ^d, ^e\n"
                  "^c:\n%0 = llvm.icmp \"eq\" %n, %n : i64\nllvm.br ^b\n^d:\nllvm.br ^e\n^e:"));
}

TEST_F(Translation, LeavesDebugInformation) {
  expectLeft(R"(
    #file = #llvm.di_file<"a.cpp" in "/">
    #unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file,
                                  isOptimized = true, emissionKind = LineTablesOnly>
    #type = #llvm.di_subroutine_type<>
    #program = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file,
      name = "k", file = #file, line = 1, subprogramFlags = Definition, type = #type>
    llvm.func @k() { llvm.return loc("a.cpp":1:2) } loc(fused<#program>["a.cpp":1:1]))");
}

TEST_F(Translation, OfProgramsIsThatOfMlir) {
  std::string head = R"(
    gt.program @p(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                  %n: !gt.storage<[J, I], i32, unit>, %s: !gt.storage<[], f64>,
                  %j: !gt.range<J>, %i: !gt.range<I>) {
      %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
      %1 = gt.load %n : !gt.storage<[J, I], i32, unit> -> !gt.field<[I, J], i32>
  )",
              stored = R"(
      gt.store %r to %v over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64, unit>, !gt.range<J>, !gt.range<I>
    })";
  std::string field = "!gt.field<[I, J], f64>", one = " : (" + field + ") -> " + field + "\n",
              two = " : (" + field + ", " + field + ") -> " + field + "\n";
  std::string programs[] = {
      "%2 = gt.shift %0 [I + 1] : " + field + "\n%3 = gt.shift %0 [J - 1] : " + field +
          "\n%r = gt.add %2, %3" + two + stored,
      "%2 = gt.sqrt %0" + one + "%3 = gt.exp %2" + one + "%r = gt.min %3, %0" + two + stored,
      "%r = gt.cast %1 : (!gt.field<[I, J], i32>) -> " + field + stored,
      "%r = gt.reduce sum %0 over %j, %i lanes : " + field +
          ", !gt.range<J>, !gt.range<I> -> !gt.field<[], f64>\n"
          "gt.store %r to %s : !gt.field<[], f64>, !gt.storage<[], f64>\n}",
  };
  auto target = createTarget(hostTarget(), CodeGenLevel::HandPicked);
  ASSERT_TRUE(bool(target));
  for (const std::string &body : programs) {
    auto module = parse(head + body);
    ASSERT_TRUE(module) << body;
    (*module)->setAttr(GTDialect::kMachineAttrName, (*target)->machine(context));
    for (const Stage &stage : kernelStages()) {
      mlir::PassManager manager(&context, "builtin.module");
      stage.build(manager, {});
      ASSERT_TRUE(mlir::succeeded(manager.run(*module))) << body;
    }
    expectSame(*module);
  }
}
