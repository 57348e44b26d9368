// Sweeps of calls in the caches, on a machine whose nearest cache has ways of so many bytes: sweeps that
// hand something on go in strips, which ask for nothing ahead, and in short rows where levels share
// places of that cache.
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --split-input-file --gt-stencils-to-loops=in-cache | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --split-input-file --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --split-input-file --gt-stencils-to-loops=in-cache | FileCheck %s --check-prefix=OTHERS

// CHECK-LABEL: @both(
// CHECK-DAG:   %[[CARRIED:.+]] = gt.buffer in_registers : !gt.buffer<[I: 32], f64>
// CHECK-DAG:   gt.buffer : !gt.buffer<[K: ?, I: 32], f64>
// CHECK-DAG:   gt.buffer : !gt.buffer<[I: 128], f64>
// CHECK-DAG:   %[[LEVELS:.+]] = gt.buffer : !gt.buffer<[K: ?, I: 128], f64>
// CHECK-NOT:   I: 256
// CHECK-NOT:   gt.prefetch
// CHECK:       gt.loop I by 32 {
// CHECK:       gt.loop I by 128 way 4096 {
// CHECK:       gt.loop K forward {
// CHECK:       gt.keep %[[VALUE:.+]] in %[[LEVELS]] :
// CHECK-NEXT:  gt.keep %[[VALUE]] in %{{.+}} as %[[LEVELS]] :
// CHECK:       gt.loop K backward {

// By the levels of all that is read and written.
// LLVM-LABEL: llvm.func @k0
// LLVM:       %[[MOST:.*]] = llvm.mlir.constant(4095 : i64) : i64
// LLVM:       %[[REST:.*]] = llvm.and %[[STRIDE:.*]], %[[MOST]] : i64
// LLVM:       llvm.icmp "slt" %{{.*}}, %[[REST]] : i64
// LLVM:       %[[AGAIN:.*]] = llvm.mlir.constant(4095 : i64) : i64
// LLVM:       llvm.and %{{.*}}, %[[AGAIN]] : i64

// OTHERS-LABEL: @both(
// OTHERS-NOT:   in_registers
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @both(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  %t = gt.temporary over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> -> !s
  gt.sweep forward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %t : f64, !s
    gt.yield %1 : f64
  }
  gt.sweep backward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %t : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
    gt.yield %1 : f64
  }
}

// -----

// The rows of levels that follow each other are expected anyway.
// CHECK-LABEL: @next_rows(
// CHECK-NOT:   gt.prefetch
// OTHERS-LABEL: @next_rows(
// OTHERS-NOT:   gt.prefetch
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @next_rows(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.sweep forward over %k, %i : !gt.range<K>, !gt.range<I> along %j : !gt.range<J> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
    gt.yield %1 : f64
  }
}
