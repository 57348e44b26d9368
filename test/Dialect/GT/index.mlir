// Coordinates as values: at the field level, moved and pinned in kernels.
// RUN: gt-opt %s --gt-stencil-pipeline | FileCheck %s
// RUN: gt-opt %s | gt-opt | FileCheck %s --check-prefix=TEXT

// TEXT: gt.index I : !gt.field<[I], i64>
// CHECK-LABEL: gt.program @index
// CHECK:       gt.stencil over %[[J:.*]], %[[I:.*]] :
// CHECK-DAG:     gt.index I : i64
// CHECK-DAG:     gt.index I + 2 : i64
// CHECK-DAG:     gt.index J : i64
// CHECK-DAG:     gt.index I at %{{.*}} - 1 : i64
!f = !gt.field<[I], i64>
!g = !gt.field<[I, J], i64>
gt.program @index(%v: !gt.storage<[J, I], i64, unit>, %i: !gt.range<I>, %j: !gt.range<J>, %w: !gt.range<I>) {
  %0 = gt.index I : !f
  %1 = gt.shift %0 [I + 2] : !f
  %2 = gt.index J : !gt.field<[J], i64>
  %3 = gt.shift %0 [I - 1] : !f
  %4 = gt.pin %3 at %w : !f, !gt.range<I> -> !gt.field<[], i64>
  %5 = gt.mul %0, %1 : (!f, !f) -> !f
  %6 = gt.add %5, %2 : (!f, !gt.field<[J], i64>) -> !g
  %7 = gt.add %6, %4 : (!g, !gt.field<[], i64>) -> !g
  gt.store %7 to %v over %j, %i : !g, !gt.storage<[J, I], i64, unit>, !gt.range<J>, !gt.range<I>
}
