// A sweep asks for the rows of later levels; in code for the caches where the machine gains by it.
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-stencils-to-loops | FileCheck %s --check-prefixes=CHECK,AHEAD
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-stencils-to-loops=in-cache | FileCheck %s --check-prefixes=CHECK,AHEAD
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-stencils-to-loops=in-cache | FileCheck %s --check-prefixes=CHECK,NONE
// CHECK: gt.loop K forward
// CHECK-NEXT: gt.row I lanes 8
// AHEAD-NEXT: gt.prefetch exact %arg0 [K + 2]
// NONE-NOT: gt.prefetch
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @sums(%u: !s, %v: !s, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.sweep forward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    %0 = gt.constant 0.0 : f64
    gt.yield %0 : f64
  } do {
  ^bb0(%sum: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %sum, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
    gt.yield %1 : f64
  }
}
