// What stores of a kernel have in common counts once: two of three operations are four together, as
// long as they share two.
// RUN: gt-opt %s --gt-fields-to-stencils=kernel-limit=6 | FileCheck %s

// CHECK:       gt.stencil
// CHECK-COUNT-2: gt.write
// CHECK:       gt.stencil
// CHECK:         gt.exp
// CHECK-COUNT-1: gt.write
// CHECK-NOT:   gt.stencil
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @shared(%u: !s, %v: !s, %w: !s, %x: !s, %a: f64, %b: f64, %c: f64, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  %2 = gt.mul %a, %1 {gt.placement = #gt.placement<inline>} : (f64, !f) -> !f
  %3 = gt.mul %b, %1 {gt.placement = #gt.placement<inline>} : (f64, !f) -> !f
  %4 = gt.mul %c, %1 {gt.placement = #gt.placement<inline>} : (f64, !f) -> !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
  gt.store %3 to %w over %i : !f, !s, !gt.range<I>
  gt.store %4 to %x over %i : !f, !s, !gt.range<I>
}
