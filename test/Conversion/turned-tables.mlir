// A table that has the neighbours of a point side by side is turned round, block by block, where a
// point computes more than it gathers and the machine gathers lanes fast. One sum of two values is
// not worth it, nor is it on a machine that loads lanes one by one.

// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=sapphirerapids --gt-stencils-to-loops | FileCheck %s
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops | FileCheck %s --check-prefix=OTHER

!t = !gt.storage<[C, C2E], i32, unit>
!s = !gt.storage<[E], f64, unit>
!r = !gt.storage<[C], f64, unit>

// CHECK-LABEL: gt.program @range
// CHECK:         gt.stage %{{.*}} [C2E at %{{.*}}] : !gt.storage<[C, C2E], i32, unit>
// CHECK:         gt.stage %{{.*}} [C2E at %{{.*}} + 1] : !gt.storage<[C, C2E], i32, unit>
// CHECK:         gt.row C lanes 8 {
// OTHER-LABEL: gt.program @range
// OTHER-NOT:     gt.stage
// OTHER:         gt.row C lanes 1 {
gt.program @range(%s: !s, %t: !t, %r: !r, %k: !gt.range<C2E>, %c: !gt.range<C>) {
  gt.stencil over %c : !gt.range<C> {
    %0 = gt.access %t [C2E at %k] : !t, !gt.range<C2E> -> i32
    %1 = gt.access %s [E by %0] : !s, i32 -> f64
    %2 = gt.access %t [C2E at %k + 1] : !t, !gt.range<C2E> -> i32
    %3 = gt.access %s [E by %2] : !s, i32 -> f64
    %4 = gt.max %1, %3 : (f64, f64) -> f64
    %5 = gt.min %1, %3 : (f64, f64) -> f64
    %6 = gt.sub %4, %5 : (f64, f64) -> f64
    gt.write %6 to %r : f64, !r
  }
}

// -----

!t = !gt.storage<[C, C2E], i32, unit>
!s = !gt.storage<[E], f64, unit>
!r = !gt.storage<[C], f64, unit>

// CHECK-LABEL: gt.program @sum
// CHECK-NOT:     gt.stage
// CHECK:         gt.row C lanes 1 {
gt.program @sum(%s: !s, %t: !t, %r: !r, %k: !gt.range<C2E>, %c: !gt.range<C>) {
  gt.stencil over %c : !gt.range<C> {
    %0 = gt.access %t [C2E at %k] : !t, !gt.range<C2E> -> i32
    %1 = gt.access %s [E by %0] : !s, i32 -> f64
    %2 = gt.access %t [C2E at %k + 1] : !t, !gt.range<C2E> -> i32
    %3 = gt.access %s [E by %2] : !s, i32 -> f64
    %4 = gt.add %1, %3 : (f64, f64) -> f64
    gt.write %4 to %r : f64, !r
  }
}
