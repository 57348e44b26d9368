// Stores in the kernels of reductions over the same points.
// RUN: gt-opt %s --gt-fields-to-stencils --split-input-file | FileCheck %s

// What is stored and reduced is computed once, and so is another store that reads it; one
// that reads nothing of it has a kernel of its own.
// CHECK-LABEL: @together(
// CHECK-SAME: %[[R:[^:]+]]: {{[^,]+, [^,]+, [^,]+, [^,]+}}, %[[Q:[^:]+]]: {{.+}}, %[[P:[^:]+]]: {{.+}}, %[[S:[^:]+]]: !gt.storage<[], f64>
// CHECK:      gt.fold sum over %{{.+}} : !gt.range<J> along %{{.+}} : !gt.range<I> lanes {
// CHECK-NEXT:   %[[A:.+]] = gt.access %[[R]]
// CHECK-NEXT:   %[[B:.+]] = gt.access %[[Q]]
// CHECK-NEXT:   %[[D:.+]] = gt.sub %[[A]], %[[B]]
// CHECK-NEXT:   %[[DD:.+]] = gt.mul %[[D]], %[[D]]
// CHECK-NEXT:   gt.write %[[D]] to %[[R]] :
// CHECK-NEXT:   gt.yield %[[DD]]
// CHECK:      gt.fold sum along %{{.+}} : !gt.range<J> {
// CHECK:      } into %[[S]]
// CHECK:      gt.stencil
// CHECK:        gt.write %{{.+}} to %[[P]]
// CHECK-NOT:  gt.stencil
!f = !gt.field<[J, I], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @together(%r: !s, %q: !s, %p: !s, %n: !gt.storage<[], f64>, %i: !gt.range<I>,
                     %j: !gt.range<J>) {
  %0 = gt.load %r : !s -> !f
  %1 = gt.load %q : !s -> !f
  %2 = gt.load %p : !s -> !f
  %3 = gt.sub %0, %1 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  %4 = gt.mul %3, %3 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  %5 = gt.reduce sum %4 over %i, %j lanes {gt.placement = #gt.placement<materialise>}
      : !f, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
  %6 = gt.neg %2 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  gt.store %3 to %r over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %6 to %p over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %5 to %n : !gt.field<[], f64>, !gt.storage<[], f64>
}

// -----

// Over other points.
// CHECK-LABEL: @other_points(
// CHECK:       gt.fold
// CHECK-NOT:     gt.write
// CHECK:       gt.stencil
// CHECK:         gt.write
!f = !gt.field<[J, I], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @other_points(%r: !s, %q: !s, %n: !gt.storage<[], f64>, %i: !gt.range<I>,
                         %j: !gt.range<J>, %other: !gt.range<J>) {
  %0 = gt.load %r : !s -> !f
  %1 = gt.reduce sum %0 over %i, %j lanes {gt.placement = #gt.placement<materialise>}
      : !f, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
  %2 = gt.neg %0 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  gt.store %2 to %q over %other, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %1 to %n : !gt.field<[], f64>, !gt.storage<[], f64>
}

// -----

// A later kernel reads what the storage had: the other store.
// CHECK-LABEL: @later(
// CHECK-SAME:  %[[R:[^:]+]]: {{[^,]+, [^,]+, [^,]+, [^,]+}}, %[[Q:[^:]+]]:
// CHECK:       gt.fold
// CHECK:         gt.write %{{.+}} to %[[Q]]
// CHECK-NOT:     gt.write
// CHECK:         gt.yield
// CHECK:       gt.stencil
// CHECK:         gt.write
!f = !gt.field<[J, I], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @later(%r: !s, %q: !s, %p: !s, %n: !gt.storage<[], f64>, %i: !gt.range<I>,
                  %j: !gt.range<J>) {
  %0 = gt.load %r : !s -> !f
  %1 = gt.reduce sum %0 over %i, %j lanes {gt.placement = #gt.placement<materialise>}
      : !f, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
  %2 = gt.neg %0 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  %3 = gt.shift %0 [I + 1] : !f
  %4 = gt.abs %0 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  %5 = gt.add %3, %1 {gt.placement = #gt.placement<inline>} : (!f, !gt.field<[], f64>) -> !f
  gt.store %2 to %r over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %4 to %q over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %5 to %p over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %1 to %n : !gt.field<[], f64>, !gt.storage<[], f64>
}

// -----

// It needs what is reduced; rows that are not contiguous; a single row; the same operation at
// several points, which rows of a stencil share.
// CHECK-LABEL: @apart(
// CHECK:       gt.fold
// CHECK-NOT:   gt.write
// CHECK:       gt.stencil
!f = !gt.field<[J, I], f64>
!g = !gt.field<[I], f64>
!s = !gt.storage<[J, I], f64, unit>
!t = !gt.storage<[J, I], f64>
!r = !gt.storage<[I], f64, unit>
gt.program @apart(%u: !s, %a: !s, %b: !t, %c: !s, %d: !r, %n: !gt.storage<[], f64>,
                  %m: !gt.storage<[], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.reduce sum %0 over %i, %j lanes {gt.placement = #gt.placement<materialise>}
      : !f, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
  %2 = gt.sub %0, %1 {gt.placement = #gt.placement<inline>} : (!f, !gt.field<[], f64>) -> !f
  %3 = gt.neg %0 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  %4 = gt.abs %0 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  %5 = gt.shift %4 [J + 1] : !f
  %6 = gt.sub %5, %4 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  %7 = gt.load %d : !r -> !g
  %8 = gt.reduce sum %7 over %i lanes {gt.placement = #gt.placement<materialise>}
      : !g, !gt.range<I> -> !gt.field<[], f64>
  %9 = gt.neg %7 {gt.placement = #gt.placement<inline>} : (!g) -> !g
  gt.store %2 to %a over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %3 to %b over %j, %i : !f, !t, !gt.range<J>, !gt.range<I>
  gt.store %6 to %c over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %9 to %d over %i : !g, !r, !gt.range<I>
  gt.store %1 to %n : !gt.field<[], f64>, !gt.storage<[], f64>
  gt.store %8 to %m : !gt.field<[], f64>, !gt.storage<[], f64>
}
