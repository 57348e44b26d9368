// A table that has the neighbours of a point side by side is turned round, block by block, where a
// point computes more than it gathers, or levels share the blocks, and the machine gathers lanes
// fast. One sum of two values on one level is not worth it, nor is it on a machine that loads lanes
// one by one, but where masks take a vector's register and a point computes much more than it
// gathers.

// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=sapphirerapids --gt-stencils-to-loops | FileCheck %s
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops | FileCheck %s --check-prefix=OTHER
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=znver3 --gt-stencils-to-loops | FileCheck %s --check-prefix=AVX2

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

// -----

!t = !gt.storage<[C, C2E], i32, unit>
!s = !gt.storage<[K, E], f64, unit>
!r = !gt.storage<[K, C], f64, unit>

// Blocks of two tables of 4 bytes are 1,024 points long: of more they are shorter.
// CHECK-LABEL: gt.program @levels
// CHECK:         gt.loop C by 1024 {
// CHECK:         gt.stage %{{.*}} [C2E at %{{.*}}] : !gt.storage<[C, C2E], i32, unit>
// CHECK:         gt.loop K {
// CHECK:         gt.row C lanes 8 {
// OTHER-LABEL: gt.program @levels
// OTHER-NOT:     gt.stage
// OTHER:         gt.row C lanes 1 {
// AVX2-LABEL: gt.program @levels
// AVX2-NOT:     gt.stage
// AVX2:         gt.row C lanes 1 {
gt.program @levels(%s: !s, %t: !t, %r: !r, %l: !gt.range<C2E>, %k: !gt.range<K>, %c: !gt.range<C>) {
  gt.stencil over %k, %c : !gt.range<K>, !gt.range<C> {
    %0 = gt.access %t [C2E at %l] : !t, !gt.range<C2E> -> i32
    %1 = gt.access %s [E by %0] : !s, i32 -> f64
    %2 = gt.access %t [C2E at %l + 1] : !t, !gt.range<C2E> -> i32
    %3 = gt.access %s [E by %2] : !s, i32 -> f64
    %4 = gt.add %1, %3 : (f64, f64) -> f64
    gt.write %4 to %r : f64, !r
  }
}

// -----

!t = !gt.storage<[C, C2E], i32, unit>
!w = !gt.storage<[C, C2E], f64, unit>
!s = !gt.storage<[K, E], f64, unit>
!r = !gt.storage<[K, C], f64, unit>

// Four of these take three quarters of what the machine stages at once.
// CHECK-LABEL: gt.program @weights
// CHECK:         gt.loop C by 512 {
gt.program @weights(%s: !s, %t: !t, %w: !w, %r: !r, %l: !gt.range<C2E>, %k: !gt.range<K>,
                    %c: !gt.range<C>) {
  gt.stencil over %k, %c : !gt.range<K>, !gt.range<C> {
    %0 = gt.access %t [C2E at %l] : !t, !gt.range<C2E> -> i32
    %1 = gt.access %s [E by %0] : !s, i32 -> f64
    %2 = gt.access %w [C2E at %l] : !w, !gt.range<C2E> -> f64
    %3 = gt.mul %1, %2 : (f64, f64) -> f64
    %4 = gt.access %t [C2E at %l + 1] : !t, !gt.range<C2E> -> i32
    %5 = gt.access %s [E by %4] : !s, i32 -> f64
    %6 = gt.access %w [C2E at %l + 1] : !w, !gt.range<C2E> -> f64
    %7 = gt.mul %5, %6 : (f64, f64) -> f64
    %8 = gt.access %t [C2E at %l + 2] : !t, !gt.range<C2E> -> i32
    %9 = gt.access %s [E by %8] : !s, i32 -> f64
    %10 = gt.access %w [C2E at %l + 2] : !w, !gt.range<C2E> -> f64
    %11 = gt.mul %9, %10 : (f64, f64) -> f64
    %12 = gt.access %t [C2E at %l + 3] : !t, !gt.range<C2E> -> i32
    %13 = gt.access %s [E by %12] : !s, i32 -> f64
    %14 = gt.access %w [C2E at %l + 3] : !w, !gt.range<C2E> -> f64
    %15 = gt.mul %13, %14 : (f64, f64) -> f64
    %16 = gt.add %3, %7 : (f64, f64) -> f64
    %17 = gt.add %16, %11 : (f64, f64) -> f64
    %18 = gt.add %17, %15 : (f64, f64) -> f64
    gt.write %18 to %r : f64, !r
  }
}

// -----

!t = !gt.storage<[C, C2E], i32, unit>
!s = !gt.storage<[K, E], f64, unit>
!r = !gt.storage<[K, C], f64, unit>

// Sums of what is gathered are not much.
// AVX2-LABEL: gt.program @spread
// AVX2:         gt.stage %{{.*}} [C2E at %{{.*}}] : !gt.storage<[C, C2E], i32, unit>
// AVX2:         gt.row C lanes 4 {
// OTHER-LABEL: gt.program @spread
// OTHER:         gt.row C lanes 1 {
gt.program @spread(%s: !s, %t: !t, %r: !r, %l: !gt.range<C2E>, %k: !gt.range<K>, %c: !gt.range<C>) {
  gt.stencil over %k, %c : !gt.range<K>, !gt.range<C> {
    %0 = gt.access %t [C2E at %l] : !t, !gt.range<C2E> -> i32
    %1 = gt.access %s [E by %0] : !s, i32 -> f64
    %2 = gt.access %t [C2E at %l + 1] : !t, !gt.range<C2E> -> i32
    %3 = gt.access %s [E by %2] : !s, i32 -> f64
    %4 = gt.max %1, %3 : (f64, f64) -> f64
    %5 = gt.min %1, %3 : (f64, f64) -> f64
    %6 = gt.sub %4, %5 : (f64, f64) -> f64
    %7 = gt.mul %6, %4 : (f64, f64) -> f64
    %8 = gt.mul %7, %5 : (f64, f64) -> f64
    gt.write %8 to %r : f64, !r
  }
}
