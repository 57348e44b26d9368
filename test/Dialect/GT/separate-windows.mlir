// gt-separate-windows: columns that several places along a row have are joined once.
// RUN: gt-opt %s --gt-separate-windows | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=sm_90 --gt-separate-windows | FileCheck %s --check-prefix=THREADS

!f = !gt.field<[I, J], f64>
!s = !gt.storage<[J, I], f64, unit>
!n = !gt.field<[I, J], i32>
!t = !gt.storage<[J, I], i32, unit>

// The outer two columns are alike, the one between them lacks the point.
// CHECK-LABEL: @around
// CHECK:      %[[U:.*]] = gt.load
// CHECK-NEXT: %[[BELOW:.*]] = gt.shift %[[U]] [J - 1]
// CHECK-NEXT: %[[TWO:.*]] = gt.max %[[BELOW]], %[[U]]
// CHECK-NEXT: %[[ABOVE:.*]] = gt.shift %[[U]] [J + 1]
// CHECK-NEXT: %[[COLUMN:.*]] = gt.max %[[TWO]], %[[ABOVE]]
// CHECK-NEXT: %[[LEFT:.*]] = gt.shift %[[COLUMN]] [I - 1]
// CHECK-NEXT: %[[RIGHT:.*]] = gt.shift %[[COLUMN]] [I + 1]
// CHECK-NEXT: %[[BOTH:.*]] = gt.max %[[LEFT]], %[[RIGHT]]
// CHECK-NEXT: %[[MIDDLE:.*]] = gt.shift %[[U]] [J - 1]
// CHECK-NEXT: %[[LAST:.*]] = gt.shift %[[U]] [J + 1]
// CHECK-NEXT: %[[ENDS:.*]] = gt.max %[[MIDDLE]], %[[LAST]]
// CHECK-NEXT: %[[ALL:.*]] = gt.max %[[BOTH]], %[[ENDS]]
// CHECK-NEXT: gt.store %[[ALL]]
// THREADS-LABEL: @around
// THREADS-COUNT-7: gt.max
// THREADS: gt.store
gt.program @around(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I - 1, J - 1] : !f
  %2 = gt.shift %0 [J - 1] : !f
  %3 = gt.shift %0 [I + 1, J - 1] : !f
  %4 = gt.shift %0 [I - 1] : !f
  %5 = gt.shift %0 [I + 1] : !f
  %6 = gt.shift %0 [I - 1, J + 1] : !f
  %7 = gt.shift %0 [J + 1] : !f
  %8 = gt.shift %0 [I + 1, J + 1] : !f
  %a = gt.max %1, %2 : (!f, !f) -> !f
  %b = gt.max %a, %3 : (!f, !f) -> !f
  %c = gt.max %4, %5 : (!f, !f) -> !f
  %d = gt.max %b, %c : (!f, !f) -> !f
  %e = gt.max %6, %7 : (!f, !f) -> !f
  %f = gt.max %e, %8 : (!f, !f) -> !f
  %g = gt.max %d, %f : (!f, !f) -> !f
  gt.store %g to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// Two fields of one window are joined first; numbers and what is read again come last.
// CHECK-LABEL: @fields
// CHECK-DAG:  %[[U:.*]] = gt.load %arg0
// CHECK-DAG:  %[[V:.*]] = gt.load %arg1
// CHECK:      %[[BOTH:.*]] = gt.min %[[U]], %[[V]]
// CHECK-NEXT: %[[ABOVE:.*]] = gt.shift %[[BOTH]] [J + 1]
// CHECK-NEXT: %[[COLUMN:.*]] = gt.min %[[BOTH]], %[[ABOVE]]
// CHECK-NEXT: %[[RIGHT:.*]] = gt.shift %[[COLUMN]] [I + 1]
// CHECK-NEXT: %[[WINDOW:.*]] = gt.min %[[COLUMN]], %[[RIGHT]]
// CHECK-NEXT: %[[ALL:.*]] = gt.min %[[WINDOW]], %arg2
// CHECK-NEXT: gt.store %[[ALL]]
gt.program @fields(%u: !s, %v: !s, %most: f64, %w: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %v : !s -> !f
  %2 = gt.shift %0 [I + 1] : !f
  %3 = gt.shift %0 [J + 1] : !f
  %4 = gt.shift %0 [I + 1, J + 1] : !f
  %5 = gt.shift %1 [I + 1] : !f
  %6 = gt.shift %1 [J + 1] : !f
  %7 = gt.shift %1 [I + 1, J + 1] : !f
  %a = gt.min %0, %most : (!f, f64) -> !f
  %b = gt.min %2, %1 : (!f, !f) -> !f
  %c = gt.min %3, %4 : (!f, !f) -> !f
  %d = gt.min %5, %6 : (!f, !f) -> !f
  %e = gt.min %7, %3 : (!f, !f) -> !f
  %f = gt.min %a, %b : (!f, !f) -> !f
  %g = gt.min %c, %d : (!f, !f) -> !f
  %h = gt.min %f, %g : (!f, !f) -> !f
  %k = gt.min %h, %e : (!f, !f) -> !f
  gt.store %k to %w over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// Of integers a sum counts what comes twice twice.
// CHECK-LABEL: @sums
// CHECK:      %[[U:.*]] = gt.load
// CHECK:      %[[TWICE:.*]] = gt.shift %[[U]] [J + 1]
// CHECK-NEXT: %[[ABOVE:.*]] = gt.shift %[[U]] [J + 1]
// CHECK-NEXT: %[[COLUMN:.*]] = gt.add %[[U]], %[[ABOVE]]
// CHECK-NEXT: %[[RIGHT:.*]] = gt.shift %[[COLUMN]] [I + 1]
// CHECK-NEXT: %[[WINDOW:.*]] = gt.add %[[COLUMN]], %[[RIGHT]]
// CHECK-NEXT: %[[ALL:.*]] = gt.add %[[WINDOW]], %[[TWICE]]
// CHECK-NEXT: gt.store %[[ALL]]
gt.program @sums(%u: !t, %v: !t, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !t -> !n
  %1 = gt.shift %0 [I + 1] : !n
  %2 = gt.shift %0 [J + 1] : !n
  %3 = gt.shift %0 [I + 1, J + 1] : !n
  %a = gt.add %0, %1 : (!n, !n) -> !n
  %b = gt.add %a, %2 : (!n, !n) -> !n
  %c = gt.add %b, %3 : (!n, !n) -> !n
  %d = gt.add %c, %2 : (!n, !n) -> !n
  gt.store %d to %v over %j, %i : !n, !t, !gt.range<J>, !gt.range<I>
}

// Sums of floats have an order; a placement is the user's; a cross has no equal columns; what is
// needed elsewhere is computed.
// CHECK-LABEL: @kept
// CHECK:      %[[U:.*]] = gt.load
// CHECK:      %[[A:.*]] = gt.add %[[U]],
// CHECK-NEXT: %[[B:.*]] = gt.add %[[A]],
// CHECK-NEXT: gt.add %[[B]],
// CHECK-NEXT: %[[P:.*]] = gt.max %[[U]], %{{.*}} {gt.placement = #gt.placement<inline>}
// CHECK-NEXT: gt.max %[[P]],
// CHECK-NEXT: %[[W:.*]] = gt.max
// CHECK-NEXT: gt.max %[[W]],
// CHECK-NEXT: %[[L:.*]] = gt.min
// CHECK-NEXT: gt.min %[[L]],
gt.program @kept(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I + 1] : !f
  %2 = gt.shift %0 [J + 1] : !f
  %3 = gt.shift %0 [I + 1, J + 1] : !f
  %a = gt.add %0, %1 : (!f, !f) -> !f
  %b = gt.add %a, %2 : (!f, !f) -> !f
  %c = gt.add %b, %3 : (!f, !f) -> !f
  %d = gt.max %0, %1 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  %e = gt.max %d, %c : (!f, !f) -> !f
  %f = gt.max %2, %1 : (!f, !f) -> !f
  %g = gt.max %f, %0 : (!f, !f) -> !f
  %h = gt.min %0, %1 : (!f, !f) -> !f
  %k = gt.min %h, %2 : (!f, !f) -> !f
  %l = gt.sub %k, %h : (!f, !f) -> !f
  gt.store %e to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %g to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %l to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// Rows whose neighbours lie apart hand nothing on.
// CHECK-LABEL: @apart
// CHECK-COUNT-3: gt.max
gt.program @apart(%u: !gt.storage<[J, I], f64>, %v: !gt.storage<[J, I], f64>, %j: !gt.range<J>,
                  %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !f
  %1 = gt.shift %0 [I + 1] : !f
  %2 = gt.shift %0 [J + 1] : !f
  %3 = gt.shift %0 [I + 1, J + 1] : !f
  %a = gt.max %0, %1 : (!f, !f) -> !f
  %b = gt.max %a, %2 : (!f, !f) -> !f
  %c = gt.max %b, %3 : (!f, !f) -> !f
  gt.store %c to %v over %j, %i : !f, !gt.storage<[J, I], f64>, !gt.range<J>, !gt.range<I>
}
