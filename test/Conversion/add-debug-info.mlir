// RUN: gt-opt %s --gt-add-debug-info --mlir-print-debuginfo | FileCheck %s

// The kernel gets the user's name, a unit and a subprogram; an operation from
// another file a scope of that file.
// CHECK:     llvm.func @"hdiff.cpp:41:stencil_0"
// CHECK:       llvm.fadd %{{.*}} loc(#[[ADD:.*]])
// CHECK:       llvm.return loc(#[[KERNEL:.*]])
// CHECK-NEXT: } loc(#[[FUNCTION:.*]])
// CHECK:     llvm.func @fold_1() {{.*}} {
// CHECK-NEXT:  llvm.return loc(#[[UNKNOWN:.*]])
// CHECK-NEXT: } loc(#[[UNKNOWN]])
// CHECK-DAG: #[[KERNEL]] = loc("src/hdiff.cpp":41:3)
// CHECK-DAG: #[[UNKNOWN]] = loc(unknown)
// CHECK-DAG: #[[FILE:.*]] = #llvm.di_file<"hdiff.cpp" in "src">
// CHECK-DAG: #[[OTHER:.*]] = #llvm.di_file<"limiter.h" in "src">
// CHECK-DAG: #[[UNIT:.*]] = #llvm.di_compile_unit<{{.*}}producer = "gtjit", isOptimized = true, emissionKind = LineTablesOnly>
// CHECK-DAG: #[[PROGRAM:.*]] = #llvm.di_subprogram<{{.*}}compileUnit = #[[UNIT]], {{.*}}name = "hdiff.cpp:41:stencil_0", linkageName = "hdiff.cpp:41:stencil_0", {{.*}}line = 41
// CHECK-DAG: #[[SCOPE:.*]] = #llvm.di_lexical_block_file<scope = #[[PROGRAM]], {{.*}}discriminator = 0>
// CHECK-DAG: #[[FUNCTION]] = loc(fused<#[[PROGRAM]]>[
// CHECK-DAG: #[[ADD]] = loc(fused<#[[SCOPE]]>[
module attributes {gt.image = #gt.image<>} {
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"stencil src/hdiff.cpp:41">} {
    %a = llvm.mlir.undef : f64 loc("src/hdiff.cpp":41:3)
    %0 = llvm.fadd %a, %a : f64 loc("src/limiter.h":7:5)
    llvm.return loc("src/hdiff.cpp":41:3)
  } loc("src/hdiff.cpp":41:3)

  // Nothing is known of where this one comes from.
  llvm.func @k1() attributes {gt.kernel = #gt.kernel_info<"fold">} {
    llvm.return loc(unknown)
  } loc(unknown)
}
