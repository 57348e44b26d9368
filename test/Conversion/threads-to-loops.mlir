// gt-stencils-to-loops where each point has a thread of its own: loops and no rows; a sweep carries one
// element; threads reduce together, over two dimensions in two kernels.
// RUN: gt-opt %s --gt-set-machine=cpu=sm_90 --gt-stencils-to-loops=thread-points=1,1 | FileCheck %s

// CHECK-LABEL: @all(
// CHECK: %[[T:.+]] = gt.temporary
// CHECK: gt.kernel @k0 over %{{.+}}, %{{.+}} :
// CHECK-NEXT: gt.loop J {
// CHECK-NEXT: gt.loop I {
// CHECK-NEXT: gt.get %arg0 [I + 1]
// CHECK-NEXT: gt.put
// CHECK: gt.kernel @k1 over %{{.+}} : !gt.range<I> along %{{.+}} : !gt.range<J>
// CHECK-NEXT: %[[SUM:.+]] = gt.buffer in_registers : !gt.buffer<[], f64>
// CHECK-NEXT: gt.loop I {
// CHECK-NEXT: gt.keep %arg4 in %[[SUM]]
// CHECK-NEXT: gt.loop J forward {
// CHECK-NEXT: gt.get %[[SUM]]
// CHECK: gt.keep
// CHECK: gt.kernel @k2 over %{{.+}} : !gt.range<J> along %{{.+}} : !gt.range<I>
// CHECK-NEXT: %[[PARTIAL:.+]] = gt.buffer : !gt.buffer<[], f64>
// CHECK-NEXT: gt.loop J {
// CHECK-NEXT: gt.pairwise sum of %[[PARTIAL]] : !gt.buffer<[], f64> along I by 4096 lanes 64 threads {
// CHECK-NEXT: gt.loop I {
// CHECK-NEXT: gt.get %arg0
// CHECK-NEXT: gt.accumulate %{{.+}} to %[[PARTIAL]]
// CHECK: gt.put %{{.+}} to %[[T]]
// CHECK: gt.kernel @k3 along %{{.+}} : !gt.range<J>
// CHECK: gt.pairwise sum of %{{.+}} : !gt.buffer<[], f64> along J by 64 lanes 1 threads {
// CHECK: gt.get %[[T]]
!s = !gt.storage<[J, I], f64, unit>
gt.program @all(%u: !s, %v: !s, %w: !s, %r: !gt.storage<[], f64>, %zero: f64, %i: !gt.range<I>,
                %j: !gt.range<J>) {
  %t = gt.temporary over %j : !gt.range<J> -> !gt.storage<[J], f64, unit>
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I + 1] : !s -> f64
    gt.write %0 to %v : f64, !s
  }
  gt.sweep forward over %i : !gt.range<I> along %j : !gt.range<J> from {
    gt.yield %zero : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %w : f64, !s
    gt.yield %1 : f64
  }
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !s -> f64
    gt.yield %0 : f64
  } into %t : !gt.storage<[J], f64, unit>
  gt.fold sum along %j : !gt.range<J> {
    %0 = gt.access %t : !gt.storage<[J], f64, unit> -> f64
    gt.yield %0 : f64
  } into %r : !gt.storage<[], f64>
}
