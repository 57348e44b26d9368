// gt-unroll-reductions: few points are combined in order, what changes no bit is left out.
// RUN: gt-opt %s --gt-unroll-reductions=limit=3 | FileCheck %s

!f = !gt.field<[I, L], f64>
!r = !gt.field<[I], f64>

// CHECK-LABEL: @kinds
gt.program @kinds(%u: !gt.storage<[I, L], f64, unit>, %b: !gt.storage<[I, L], i1, unit>,
                  %n: !gt.storage<[I, L], i32, unit>, %l: !gt.range<L>) {
  %0 = gt.load %u : !gt.storage<[I, L], f64, unit> -> !f
  // Sums of floats start at zero.
  // CHECK:      %[[ZERO:.*]] = gt.constant 0.000000e+00 : f64
  // CHECK-NEXT: %[[A:.*]] = gt.pin %{{.*}} at %{{.*}} : !gt.field<[I, L], f64>, !gt.range<L> -> !gt.field<[I], f64>
  // CHECK-NEXT: %[[AB:.*]] = gt.add %[[ZERO]], %[[A]] : (f64, !gt.field<[I], f64>)
  // CHECK-NEXT: %[[B:.*]] = gt.pin %{{.*}} at %{{.*}} + 1 :
  // CHECK-NEXT: gt.add %[[AB]], %[[B]]
  %1 = gt.reduce sum %0 over %l width 2 : !f, !gt.range<L> -> !r
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.mul
  %2 = gt.reduce prod %0 over %l width 2 : !f, !gt.range<L> -> !r
  // CHECK-NEXT: %[[ONE:.*]] = gt.pin
  %3 = gt.reduce max %0 over %l width 1 : !f, !gt.range<L> -> !r
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.min
  %4 = gt.reduce min %0 over %l width 2 : !f, !gt.range<L> -> !r
  // CHECK-NEXT: gt.load
  %5 = gt.load %b : !gt.storage<[I, L], i1, unit> -> !gt.field<[I, L], i1>
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.or
  %6 = gt.reduce any %5 over %l width 2 : !gt.field<[I, L], i1>, !gt.range<L> -> !gt.field<[I], i1>
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.and
  %7 = gt.reduce all %5 over %l width 2 : !gt.field<[I, L], i1>, !gt.range<L> -> !gt.field<[I], i1>
  // CHECK-NEXT: gt.load
  %8 = gt.load %n : !gt.storage<[I, L], i32, unit> -> !gt.field<[I, L], i32>
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.add
  %9 = gt.reduce sum %8 over %l width 2 : !gt.field<[I, L], i32>, !gt.range<L> -> !gt.field<[I], i32>
  // Nothing leaves what the reduction starts with.
  // CHECK-NEXT: %[[INF:.*]] = gt.constant 0x7FF0000000000000 : f64
  // CHECK-NEXT: gt.broadcast %[[INF]]
  %10 = gt.reduce min %0 over %l width 0 : !f, !gt.range<L> -> !r
  // CHECK-NEXT: gt.constant -2147483648 : i32
  // CHECK-NEXT: gt.broadcast
  %11 = gt.reduce max %8 over %l width 0 : !gt.field<[I, L], i32>, !gt.range<L> -> !gt.field<[I], i32>
  // More points than the limit, or any number of them.
  // CHECK-NEXT: gt.reduce sum %{{.*}} width 4
  // CHECK-NEXT: gt.reduce sum
  %12 = gt.reduce sum %0 over %l width 4 : !f, !gt.range<L> -> !r
  %13 = gt.reduce sum %0 over %l : !f, !gt.range<L> -> !r
}

// By lanes, of which those without a point add nothing.
// CHECK-LABEL: @lanes
gt.program @lanes(%u: !gt.storage<[I, L], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                  %l: !gt.range<L>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I, L], f64, unit> -> !f
  // CHECK:      %[[ZERO:.*]] = gt.constant 0.000000e+00 : f64
  // CHECK-NEXT: %[[A:.*]] = gt.pin %{{.*}} at %{{.*}} : !gt.field<[I, L], f64>, !gt.range<L> -> !gt.field<[I], f64>
  // CHECK-NEXT: %[[ZA:.*]] = gt.add %[[ZERO]], %[[A]]
  // CHECK-NEXT: %[[B:.*]] = gt.pin %{{.*}} at %{{.*}} + 1 :
  // CHECK-NEXT: %[[C:.*]] = gt.pin %{{.*}} at %{{.*}} + 2 :
  // CHECK-NEXT: %[[AC:.*]] = gt.add %[[ZA]], %[[C]]
  // CHECK-NEXT: gt.add %[[AC]], %[[B]]
  %1 = gt.reduce sum %0 over %l lanes width 3 : !f, !gt.range<L> -> !r
  gt.store %1 to %v over %i : !r, !gt.storage<[I], f64, unit>, !gt.range<I>
}

// Not where much would be computed for each point.
// CHECK-LABEL: @much
gt.program @much(%u: !gt.storage<[I, L], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                 %l: !gt.range<L>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I, L], f64, unit> -> !f
  %1 = gt.lgamma %0 : (!f) -> !f
  %2 = gt.lgamma %1 : (!f) -> !f
  %3 = gt.lgamma %2 : (!f) -> !f
  // CHECK: gt.reduce sum %{{.*}} over %{{.*}} lanes width 3
  %4 = gt.reduce sum %3 over %l lanes width 3 : !f, !gt.range<L> -> !r
  gt.store %4 to %v over %i : !r, !gt.storage<[I], f64, unit>, !gt.range<I>
}

// Squares and absolute values are never -0, nor is a sum with one of them: no zero is added. A
// difference may be.
// CHECK-LABEL: @never_minus_zero
gt.program @never_minus_zero(%u: !gt.storage<[I, L], f64, unit>, %l: !gt.range<L>) {
  %0 = gt.load %u : !gt.storage<[I, L], f64, unit> -> !f
  // CHECK:      %[[SQUARE:.*]] = gt.mul
  %1 = gt.mul %0, %0 : (!f, !f) -> !f
  // CHECK-NEXT: %[[A:.*]] = gt.pin %[[SQUARE]]
  // CHECK-NEXT: %[[B:.*]] = gt.pin %[[SQUARE]]
  // CHECK-NEXT: gt.add %[[A]], %[[B]]
  %2 = gt.reduce sum %1 over %l width 2 : !f, !gt.range<L> -> !r
  // CHECK-NEXT: %[[BOTH:.*]] = gt.add %{{.*}}, %[[SQUARE]]
  %3 = gt.add %0, %1 : (!f, !f) -> !f
  // CHECK-NEXT: gt.pin %[[BOTH]]
  // CHECK-NEXT: gt.pin %[[BOTH]]
  // CHECK-NEXT: gt.add
  %4 = gt.reduce sum %3 over %l width 2 : !f, !gt.range<L> -> !r
  // CHECK-NEXT: gt.sub
  %5 = gt.sub %1, %0 : (!f, !f) -> !f
  // CHECK-NEXT: gt.constant 0.0
  %6 = gt.reduce sum %5 over %l width 2 : !f, !gt.range<L> -> !r
  // CHECK: gt.abs
  %7 = gt.abs %0 : (!f) -> !f
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.pin
  // CHECK-NEXT: gt.add
  %8 = gt.reduce sum %7 over %l width 2 : !f, !gt.range<L> -> !r
}
