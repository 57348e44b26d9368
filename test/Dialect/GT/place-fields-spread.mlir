// A value that its readers read at the point, and need elsewhere since one of them is computed
// beside it: as dear as one that is read at several positions.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-place-fields --split-input-file --remarks-filter=gt-place-fields --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-place-fields=in-cache=false --split-input-file | FileCheck %s --check-prefix=MEMORY

!s = !gt.storage<[J, I], f64, unit>
!f = !gt.field<[J, I], f64>

// CHECK:       div: read at 2 positions, recomputing would cost 18 cycles, more than 16
// CHECK-LABEL: @flux
// CHECK:       gt.div %{{.*}} {gt.placement = #gt.placement<inline>}
// CHECK:       gt.div %{{.*}} {gt.placement = #gt.placement<materialise>}
// CHECK:       gt.mul %{{.*}} {gt.placement = #gt.placement<inline>}
// From memory rows go together, and share it.
// MEMORY-LABEL: @flux
// MEMORY-NOT:   materialise
gt.program @flux(%u: !s, %v: !s, %c: f64, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.div %c, %0 : (f64, !f) -> !f
  %2 = gt.div %c, %1 : (f64, !f) -> !f
  %3 = gt.mul %c, %2 : (f64, !f) -> !f
  %4 = gt.shift %3 [J - 1] : !f
  %5 = gt.sub %2, %4 : (!f, !f) -> !f
  gt.store %5 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

!s = !gt.storage<[J, I], f64, unit>
!f = !gt.field<[J, I], f64>

// Both readers need it at both places: keeping what they make of it is what counts.
// CHECK-LABEL: @together
// CHECK-NOT:   materialise
gt.program @together(%u: !s, %v: !s, %c: f64, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.div %c, %0 : (f64, !f) -> !f
  %2 = gt.mul %c, %1 : (f64, !f) -> !f
  %3 = gt.add %1, %2 : (!f, !f) -> !f
  %4 = gt.shift %3 [J - 1] : !f
  %5 = gt.sub %3, %4 : (!f, !f) -> !f
  gt.store %5 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

!s = !gt.storage<[K, J, I], f64, unit>
!f = !gt.field<[K, J, I], f64>

// Planes do not.
// CHECK-LABEL:  @planes
// CHECK:        gt.placement<materialise>
// MEMORY-LABEL: @planes
// MEMORY:       gt.placement<materialise>
gt.program @planes(%u: !s, %v: !s, %c: f64, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.div %c, %0 : (f64, !f) -> !f
  %2 = gt.div %c, %1 : (f64, !f) -> !f
  %3 = gt.div %c, %2 : (f64, !f) -> !f
  %4 = gt.mul %c, %3 : (f64, !f) -> !f
  %5 = gt.shift %4 [K - 1] : !f
  %6 = gt.sub %3, %5 : (!f, !f) -> !f
  gt.store %6 to %v over %k, %j, %i : !f, !s, !gt.range<K>, !gt.range<J>, !gt.range<I>
}
