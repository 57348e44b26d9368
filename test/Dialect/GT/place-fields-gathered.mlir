// What a sum over neighbours gathers at each of them is one position of its one reader, which is
// needed at each neighbour: it is kept where the lanes of a vector are at places of their own, and
// computed again where vectors go along the levels.
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-place-fields --split-input-file --remarks-filter=gt-place-fields --remark-format=emitRemark 2>&1 | FileCheck %s

!t = !gt.field<[C, C2E], i32>
!q = !gt.field<[E, K], f64>
!r = !gt.field<[C, K], f64>
!p = !gt.field<[C, C2E, K], f64>

// CHECK:       mul: read at 2 positions, recomputing would cost
// CHECK-LABEL: @elements
// CHECK:       gt.mul %{{.*}} {gt.placement = #gt.placement<materialise>}
// CHECK:       gt.neg %{{.*}} {gt.placement = #gt.placement<inline>}
gt.program @elements(%u: !gt.storage<[K, E], f64, unit>, %v: !gt.storage<[K, E], f64, unit>,
                     %w: !gt.storage<[K, C], f64, unit>, %c2e: !gt.storage<[C, C2E], i32, unit>,
                     %l: !gt.range<C2E>, %e: !gt.range<E>, %k: !gt.range<K>, %c: !gt.range<C>) {
  %0 = gt.load %u : !gt.storage<[K, E], f64, unit> -> !q
  %1 = gt.load %v : !gt.storage<[K, E], f64, unit> -> !q
  %2 = gt.mul %0, %1 : (!q, !q) -> !q
  %3 = gt.load %c2e : !gt.storage<[C, C2E], i32, unit> -> !t
  %4 = gt.remap %2 by %3 in %e : !q by !t in !gt.range<E> -> !p
  %5 = gt.neg %4 : (!p) -> !p
  %6 = gt.pin %5 at %l : !p, !gt.range<C2E> -> !r
  %7 = gt.pin %5 at %l + 1 : !p, !gt.range<C2E> -> !r
  %8 = gt.add %6, %7 : (!r, !r) -> !r
  gt.store %8 to %w over %k, %c : !r, !gt.storage<[K, C], f64, unit>, !gt.range<K>, !gt.range<C>
}

// -----

!t = !gt.field<[C, C2E], i32>
!q = !gt.field<[E, K], f64>
!r = !gt.field<[C, K], f64>
!p = !gt.field<[C, C2E, K], f64>

// CHECK-LABEL: @levels
// CHECK-NOT:   materialise
gt.program @levels(%u: !gt.storage<[E, K], f64, unit>, %v: !gt.storage<[E, K], f64, unit>,
                   %w: !gt.storage<[C, K], f64, unit>, %c2e: !gt.storage<[C, C2E], i32, unit>,
                   %l: !gt.range<C2E>, %e: !gt.range<E>, %k: !gt.range<K>, %c: !gt.range<C>) {
  %0 = gt.load %u : !gt.storage<[E, K], f64, unit> -> !q
  %1 = gt.load %v : !gt.storage<[E, K], f64, unit> -> !q
  %2 = gt.mul %0, %1 : (!q, !q) -> !q
  %3 = gt.load %c2e : !gt.storage<[C, C2E], i32, unit> -> !t
  %4 = gt.remap %2 by %3 in %e : !q by !t in !gt.range<E> -> !p
  %5 = gt.neg %4 : (!p) -> !p
  %6 = gt.pin %5 at %l : !p, !gt.range<C2E> -> !r
  %7 = gt.pin %5 at %l + 1 : !p, !gt.range<C2E> -> !r
  %8 = gt.add %6, %7 : (!r, !r) -> !r
  gt.store %8 to %w over %c, %k : !r, !gt.storage<[C, K], f64, unit>, !gt.range<C>, !gt.range<K>
}
