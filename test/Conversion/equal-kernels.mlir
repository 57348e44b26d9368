// RUN: gt-opt --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm %s | FileCheck %s
// RUN: gt-opt --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm=share-code=false %s | FileCheck %s --check-prefix=APART

// What a kernel is called with is no part of its code.

!s = !gt.storage<[I], f64, unit>
!p = !gt.storage<[J, I], f64, unit>
!l = !gt.storage<[J], f64, unit>

// CHECK-LABEL: module attributes {gt.image = #gt.image<
// CHECK: llvm.func @k0({{.*}} attributes {gt.kernel = {{.*}}scalars = [0]
// CHECK: llvm.mlir.alias external @k1
// CHECK-SAME: storages = [read 1 reach [0], write temporary 0 reach [0]], loops = [1], scalars = [1]
// CHECK-NEXT: llvm.mlir.addressof @k0
// An operation, an offset, a storage that is read twice: other code.
// CHECK: llvm.func @k2
// CHECK: llvm.func @k3
// CHECK: llvm.func @k4
// Computed from the same scalars, and in the same way from others.
// CHECK: llvm.func @k5
// CHECK: llvm.mlir.alias external @k6
// CHECK: llvm.mlir.alias external @k7
// CHECK-NEXT: llvm.mlir.addressof @k5
// CHECK: llvm.func @k8
// CHECK: llvm.mlir.alias external @k9
// APART-COUNT-10: llvm.func @k
// APART-NOT: alias
gt.program @p(%u: !s, %v: !s, %a: f64, %b: f64, %i: !gt.range<I>, %j: !gt.range<I>,
              %p: !p, %q: !p, %l: !l, %k: !gt.range<J>) {
  %t = gt.temporary over %i : !gt.range<I> -> !s
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.mul %a, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
  }
  gt.stencil over %j : !gt.range<I> {
    %0 = gt.access %v : !s -> f64
    %1 = gt.mul %b, %0 : (f64, f64) -> f64
    gt.write %1 to %t : f64, !s
  }
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %a, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
  }
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u [I + 1] : !s -> f64
    %1 = gt.mul %a, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
  }
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.mul %a, %0 : (f64, f64) -> f64
    gt.write %1 to %u : f64, !s
  }
  %c = gt.neg %a : (f64) -> f64
  %d = gt.neg %b : (f64) -> f64
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.mul %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
  }
  gt.stencil over %j : !gt.range<I> {
    %0 = gt.access %t : !s -> f64
    %1 = gt.mul %c, %0 : (f64, f64) -> f64
    gt.write %1 to %u : f64, !s
  }
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.mul %d, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
  }
  gt.fold sum over %k : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %p : !p -> f64
    gt.yield %0 : f64
  } into %l : !l
  gt.fold sum over %k : !gt.range<J> along %j : !gt.range<I> lanes {
    %0 = gt.access %q : !p -> f64
    gt.yield %0 : f64
  } into %l : !l
}
