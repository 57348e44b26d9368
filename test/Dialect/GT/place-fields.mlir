// gt-place-fields: what is inlined, what is materialised, and the reasons.
// RUN: gt-opt %s --gt-place-fields --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-place-fields --split-input-file --remarks-filter=gt-place-fields --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Read where it is computed: no remark.
// CHECK-LABEL: @once
// CHECK-NOT: remarks
// CHECK: gt.exp %{{.+}} {gt.placement = #gt.placement<inline>}
gt.program @once(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  %1 = gt.exp %0 : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.store %1 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}

// -----

// Cheap at two positions, dear at two positions.
// CHECK-LABEL: @recompute
// CHECK-SAME: remarks = ["model.cpp:7: add: inline: read at 2 positions, recomputing costs 1 cycles, keeping it 16",
// CHECK-SAME: "model.cpp:8: exp: materialise: read at 2 positions, recomputing would cost 30 cycles, more than 16"]
// CHECK: gt.add {{.*}} {gt.placement = #gt.placement<inline>}
// CHECK: gt.exp {{.*}} {gt.placement = #gt.placement<materialise>}
// REMARK: remark: [Analysis] inline
// REMARK-SAME: add: read at 2 positions, recomputing costs 1 cycles
// REMARK: remark: [Analysis] materialise
// REMARK-SAME: exp: read at 2 positions, recomputing would cost 30 cycles, more than 16
!f = !gt.field<[J, I], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @recompute(%u: !s, %v: !s, %w: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.add %0, %0 : (!f, !f) -> !f loc("model.cpp":7:3)
  %2 = gt.shift %1 [J + 1] : !f
  %3 = gt.sub %2, %1 : (!f, !f) -> !f
  %4 = gt.exp %0 : (!f) -> !f loc("model.cpp":8:3)
  %5 = gt.shift %4 [J + 1] : !f
  %6 = gt.sub %5, %4 : (!f, !f) -> !f
  %7 = gt.mul %3, %6 : (!f, !f) -> !f
  gt.store %7 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

// The cost of what is inlined counts: the neighbours of a product of an exponential.
// CHECK-LABEL: @inlined_cost
// CHECK-SAME: mul: materialise: read at 2 positions, recomputing would cost 31 cycles, more than 16
// CHECK: gt.exp {{.*}} {gt.placement = #gt.placement<inline>}
// CHECK: gt.mul {{.*}} {gt.placement = #gt.placement<materialise>}
!f = !gt.field<[J, I], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @inlined_cost(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 : (!f) -> !f
  %2 = gt.mul %1, %0 : (!f, !f) -> !f
  %3 = gt.shift %2 [J + 1] : !f
  %4 = gt.sub %3, %2 : (!f, !f) -> !f
  gt.store %4 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

// Reductions, and what several kernels need.
// CHECK-LABEL: @kernels
// CHECK-SAME: exp: materialise: read by 2 kernels, recomputing would cost 30 cycles, more than 16
// CHECK-SAME: reduce: materialise: a reduction
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @kernels(%u: !s, %v: !s, %t: !gt.storage<[], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 : (!f) -> !f
  %2 = gt.reduce sum %1 over %i : !f, !gt.range<I> -> !gt.field<[], f64>
  gt.store %1 to %v over %i : !f, !s, !gt.range<I>
  gt.store %2 to %t : !gt.field<[], f64>, !gt.storage<[], f64>
}

// -----

// Along a dimension that a value lacks, it would be computed again and again;
// a value without dimensions is computed once a kernel.
// CHECK-LABEL: @broadcast
// CHECK-SAME: exp: materialise: lacks a dimension of its reader, recomputing would cost 30 cycles, more than 8
// CHECK: gt.exp {{.*}} {gt.placement = #gt.placement<materialise>} : (!gt.field<[J], f64>)
// CHECK: gt.exp {{.*}} {gt.placement = #gt.placement<inline>} : (!gt.field<[], f64>)
!f = !gt.field<[I, J], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @broadcast(%u: !s, %p: !gt.storage<[J], f64, unit>, %q: !gt.storage<[], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %p : !gt.storage<[J], f64, unit> -> !gt.field<[J], f64>
  %2 = gt.exp %1 : (!gt.field<[J], f64>) -> !gt.field<[J], f64>
  %3 = gt.load %q : !gt.storage<[], f64> -> !gt.field<[], f64>
  %4 = gt.exp %3 : (!gt.field<[], f64>) -> !gt.field<[], f64>
  %5 = gt.mul %0, %2 : (!f, !gt.field<[J], f64>) -> !f
  %6 = gt.mul %5, %4 : (!f, !gt.field<[], f64>) -> !f
  gt.store %6 to %u over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

// Prescriptions win over costs.
// CHECK-LABEL: @prescribed
// CHECK-SAME: "{{.+}}: exp: inline: prescribed", "{{.+}}: neg: materialise: prescribed"
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @prescribed(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  %2 = gt.neg %1 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %3 = gt.shift %1 [I + 1] : !f
  %4 = gt.sub %3, %2 : (!f, !f) -> !f
  gt.store %4 to %v over %i : !f, !s, !gt.range<I>
}

// -----

// Neighbours are different points: each of their exponentials is computed once wherever
// that is. Shifted ones may be the same.
// CHECK-LABEL: @neighbours
// CHECK: gt.exp {{.*}} {gt.placement = #gt.placement<inline>}
// CHECK-LABEL: @neighbours_and_beside
// CHECK: gt.exp {{.*}} {gt.placement = #gt.placement<materialise>}
!e = !gt.field<[E], f64>
!n = !gt.field<[E, L], f64>
!s = !gt.storage<[E, L], f64, unit>
!t = !gt.storage<[E], f64, unit>
gt.program @neighbours(%u: !s, %v: !t, %e: !gt.range<E>, %l: !gt.range<L>) {
  %0 = gt.load %u : !s -> !n
  %1 = gt.exp %0 : (!n) -> !n
  %2 = gt.pin %1 at %l : !n, !gt.range<L> -> !e
  %3 = gt.pin %1 at %l + 1 : !n, !gt.range<L> -> !e
  %4 = gt.add %2, %3 : (!e, !e) -> !e
  gt.store %4 to %v over %e : !e, !t, !gt.range<E>
}
gt.program @neighbours_and_beside(%u: !s, %v: !t, %e: !gt.range<E>, %l: !gt.range<L>) {
  %0 = gt.load %u : !s -> !n
  %1 = gt.exp %0 : (!n) -> !n
  %2 = gt.pin %1 at %l : !n, !gt.range<L> -> !e
  %3 = gt.pin %1 at %l + 1 : !n, !gt.range<L> -> !e
  %4 = gt.shift %3 [E + 1] : !e
  %5 = gt.add %2, %4 : (!e, !e) -> !e
  gt.store %5 to %v over %e : !e, !t, !gt.range<E>
}

// -----

// What the points of a row share they hand on: it costs a shift of lanes, however dear it is.
// CHECK-LABEL: @rolled
// CHECK-SAME: exp: inline: read at 3 positions, recomputing costs 2 cycles, keeping it 16
!f = !gt.field<[J, I], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @rolled(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 : (!f) -> !f
  %2 = gt.shift %1 [I + 1] : !f
  %3 = gt.shift %1 [I - 1] : !f
  %4 = gt.sub %2, %1 : (!f, !f) -> !f
  %5 = gt.sub %4, %3 : (!f, !f) -> !f
  gt.store %5 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

// Where a row is not contiguous it goes point by point, and each computes its own.
// CHECK-LABEL: @point_by_point
// CHECK-SAME: exp: materialise: read at 2 positions, recomputing would cost 30 cycles, more than 16
!f = !gt.field<[J, I], f64>
!s = !gt.storage<[J, I], f64>
gt.program @point_by_point(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 : (!f) -> !f
  %2 = gt.shift %1 [I + 1] : !f
  %3 = gt.sub %2, %1 : (!f, !f) -> !f
  gt.store %3 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

// A filter in two passes: what the first adds is cheap, but not its loads, which
// neighbours across the rows do not share. Those along a row do.
// CHECK-LABEL: @two_passes
// CHECK-SAME: remarks = ["{{[^"]*}}: add: materialise: read at 5 positions, recomputing would cost 19 cycles, more than 16"]
// CHECK-LABEL: @along_rows
// CHECK-SAME: remarks = ["{{[^"]*}}: add: inline: read at 2 positions, recomputing costs 1 cycles, keeping it 16"]
!f = !gt.field<[J, I], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @two_passes(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I - 2] : !f
  %2 = gt.shift %0 [I - 1] : !f
  %3 = gt.shift %0 [I + 1] : !f
  %4 = gt.shift %0 [I + 2] : !f
  %5 = gt.add %1, %2 : (!f, !f) -> !f
  %6 = gt.add %5, %0 : (!f, !f) -> !f
  %7 = gt.add %6, %3 : (!f, !f) -> !f
  %8 = gt.add %7, %4 : (!f, !f) -> !f
  %9 = gt.shift %8 [J - 2] : !f
  %10 = gt.shift %8 [J - 1] : !f
  %11 = gt.shift %8 [J + 1] : !f
  %12 = gt.shift %8 [J + 2] : !f
  %13 = gt.add %9, %10 : (!f, !f) -> !f
  %14 = gt.add %13, %8 : (!f, !f) -> !f
  %15 = gt.add %14, %11 : (!f, !f) -> !f
  %16 = gt.add %15, %12 : (!f, !f) -> !f
  gt.store %16 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}
gt.program @along_rows(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I + 1] : !f
  %2 = gt.add %0, %1 : (!f, !f) -> !f
  %3 = gt.shift %2 [I + 1] : !f
  %4 = gt.sub %3, %2 : (!f, !f) -> !f
  gt.store %4 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}
