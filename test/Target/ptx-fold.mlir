// PTX of folds: a result a thread; equal kernels have one entry, and what reductions share
// becomes part of it.
// RUN: gt-opt %s --gt-gpu-pipeline="chip=sm_75 ptx-file=%t.ptx image-file=%t.image" | FileCheck %s --check-prefix=IMAGE
// RUN: FileCheck %s < %t.ptx
// RUN: tail -c 7 %t.image | tr '\000' '.' | FileCheck %s --check-prefix=NAMES

// IMAGE: llvm.mlir.alias external @k1
// CHECK-NOT: .func
// CHECK: .visible .entry k0(
// CHECK: add.rn.f64
// CHECK-NOT: call
// CHECK-NOT: .entry
// NAMES: .k0.k0.
!s = !gt.storage<[J, I], f64, unit>
!r = !gt.storage<[J], f64, unit>
gt.program @sums(%u: !s, %v: !s, %a: !r, %b: !r, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !s -> f64
    gt.yield %0 : f64
  } into %a : !r
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %v : !s -> f64
    gt.yield %0 : f64
  } into %b : !r
}
