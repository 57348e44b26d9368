// Rows that go point by point, since a table says where their points read, go together where they
// share enough of the tables, and the machine has few registers: four, if they go along one
// stream of memory each, else two.
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=znver3 --gt-stencils-to-loops=in-cache | FileCheck %s
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=znver3 --gt-stencils-to-loops | FileCheck %s
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache | FileCheck %s --check-prefix=ALONE
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=znver3 --gt-stencils-to-loops=quick | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: step

!t = !gt.storage<[C, C2E], i32, unit>
!w = !gt.storage<[C, C2E], f64, unit>
!s = !gt.storage<[K, E], f64, unit>
!r = !gt.storage<[K, C], f64, unit>

// CHECK-LABEL:     gt.program @sum
// CHECK:           gt.loop K step 4 {
// CHECK:             gt.row C lanes 1 {
// CHECK-COUNT-2:       gt.get %{{.*}} [C2E at %{{.*}}] : !gt.storage<[C, C2E], i32, unit>
// CHECK-NOT:           gt.get %{{.*}} [C2E at %{{.*}}] : !gt.storage<[C, C2E], i32, unit>
// CHECK-COUNT-4:       gt.put
// CHECK:           gt.loop K step 4 rest {
// CHECK-NEXT:        gt.row C lanes 1 {
gt.program @sum(%s: !s, %t: !t, %w: !w, %r: !r, %l: !gt.range<C2E>, %k: !gt.range<K>,
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
    %8 = gt.add %3, %7 : (f64, f64) -> f64
    gt.write %8 to %r : f64, !r
  }
}

// -----

!t = !gt.storage<[C, C2E], i32, unit>
!s = !gt.storage<[K, E], f64, unit>
!r = !gt.storage<[K, C], f64, unit>

// CHECK-LABEL: gt.program @two_streams
// CHECK:       gt.loop K step 2 {
gt.program @two_streams(%s: !s, %t: !t, %p: !r, %r: !r, %l: !gt.range<C2E>, %k: !gt.range<K>,
                        %c: !gt.range<C>) {
  gt.stencil over %k, %c : !gt.range<K>, !gt.range<C> {
    %0 = gt.access %t [C2E at %l] : !t, !gt.range<C2E> -> i32
    %1 = gt.access %s [E by %0] : !s, i32 -> f64
    %2 = gt.access %t [C2E at %l + 1] : !t, !gt.range<C2E> -> i32
    %3 = gt.access %s [E by %2] : !s, i32 -> f64
    %4 = gt.access %p : !r -> f64
    %5 = gt.add %1, %3 : (f64, f64) -> f64
    %6 = gt.mul %5, %4 : (f64, f64) -> f64
    gt.write %6 to %r : f64, !r
  }
}

// -----

!t = !gt.storage<[C, C2E], i32, unit>
!s = !gt.storage<[K, C], f64, unit>

// What is written is read again at other points.
// CHECK-LABEL: gt.program @in_place
// CHECK-NOT:   step
// CHECK:       gt.row C lanes 1 {
gt.program @in_place(%s: !s, %t: !t, %l: !gt.range<C2E>, %k: !gt.range<K>, %c: !gt.range<C>) {
  gt.stencil over %k, %c : !gt.range<K>, !gt.range<C> {
    %0 = gt.access %t [C2E at %l] : !t, !gt.range<C2E> -> i32
    %1 = gt.access %s [C by %0] : !s, i32 -> f64
    %2 = gt.access %s : !s -> f64
    %3 = gt.add %1, %2 : (f64, f64) -> f64
    gt.write %3 to %s in_place : f64, !s
  }
}
