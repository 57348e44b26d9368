// Of more loops than a kernel nests the engine walks the first ones: the kernel moves to
// the tile's index of each, in a loop over as many as it is told there are, so that
// kernels of more dimensions are the same code.
// RUN: gt-opt --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm %s | FileCheck %s

!s10 = !gt.storage<[B, C, D, E, F, G, H, I, J, K], f64, unit>
!s11 = !gt.storage<[A, B, C, D, E, F, G, H, I, J, K], f64, unit>
!less = !gt.storage<[A, C, D, E, F, G, H, I, J, K], f64, unit>

// CHECK-LABEL: llvm.func @k0(
// CHECK-SAME:    %[[ARGS:.*]]: !llvm.ptr, %[[TILE:.*]]: !llvm.ptr)
// CHECK:         %[[MEMBER:.*]] = llvm.getelementptr %[[ARGS]][64]
// CHECK:         %[[WALKED:.*]] = llvm.load %[[MEMBER]] {{.*}} -> i64
// CHECK:         llvm.br ^[[HEAD:.*]]({{.*}}, %{{.*}} : i64, !llvm.ptr)
// CHECK:       ^[[HEAD]](%[[N:.*]]: i64, %[[ORIGIN:.*]]: !llvm.ptr):
// CHECK:         llvm.icmp "slt" %[[N]], %[[WALKED]]
// CHECK:         llvm.getelementptr %[[ORIGIN]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK:       llvm.mlir.alias external @k1
// CHECK-NEXT:    llvm.mlir.addressof @k0
// What lacks a walked dimension moves along the others apart.
// CHECK:       llvm.func @k2(
gt.program @p(%u: !s10, %v: !s10, %x: !s11, %y: !s11, %z: !less, %a: !gt.range<A>, %b: !gt.range<B>,
              %c: !gt.range<C>, %d: !gt.range<D>, %e: !gt.range<E>, %f: !gt.range<F>,
              %g: !gt.range<G>, %h: !gt.range<H>, %i: !gt.range<I>, %j: !gt.range<J>,
              %k: !gt.range<K>) {
  gt.stencil over %b, %c, %d, %e, %f, %g, %h, %i, %j, %k : !gt.range<B>, !gt.range<C>, !gt.range<D>, !gt.range<E>, !gt.range<F>, !gt.range<G>, !gt.range<H>, !gt.range<I>, !gt.range<J>, !gt.range<K> {
    %0 = gt.access %u : !s10 -> f64
    %1 = gt.neg %0 : (f64) -> f64
    gt.write %1 to %v : f64, !s10
  }
  gt.stencil over %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k : !gt.range<A>, !gt.range<B>, !gt.range<C>, !gt.range<D>, !gt.range<E>, !gt.range<F>, !gt.range<G>, !gt.range<H>, !gt.range<I>, !gt.range<J>, !gt.range<K> {
    %0 = gt.access %x : !s11 -> f64
    %1 = gt.neg %0 : (f64) -> f64
    gt.write %1 to %y : f64, !s11
  }
  gt.stencil over %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k : !gt.range<A>, !gt.range<B>, !gt.range<C>, !gt.range<D>, !gt.range<E>, !gt.range<F>, !gt.range<G>, !gt.range<H>, !gt.range<I>, !gt.range<J>, !gt.range<K> {
    %0 = gt.access %z : !less -> f64
    %1 = gt.neg %0 : (f64) -> f64
    gt.write %1 to %y : f64, !s11
  }
}
