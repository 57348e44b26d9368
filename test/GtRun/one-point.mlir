// A storage of one point has its dimensions in the order that the text declares, wherever it lies.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/npy.py write %t/u.npy '<f8' 1x1x1 'n + 3'
// RUN: gt-run %s -i u=%t/u.npy --at u=K:0,J:3,I:7 -r k=0:1 -r j=3:4 -r i=7:8 --domain v=K:0:1,J:3:4,I:7:8 -o v=%t/v.npy
// RUN: %python %S/Inputs/npy.py show %t/v.npy | FileCheck %s
// CHECK: (1, 1, 1) 6
!s = !gt.storage<[K, J, I], f64>
gt.program @twice(%u: !s, %v: !s, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %0, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
  }
}
