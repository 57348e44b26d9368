// Values that are read at linear indices, by points that are fewer than theirs: to compute them
// where they are read may cost no more than at all of their own points.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-place-fields --split-input-file | FileCheck %s

!s = !gt.storage<[I], f64, unit>
!f = !gt.field<[I], f64>
!n = !gt.field<[I], i64>

// Two of the values for each point, where each has two of them.
// CHECK-LABEL: @pairs
// CHECK:       gt.div %{{.*}} {gt.placement = #gt.placement<inline>}
// CHECK:       gt.div %{{.*}} {gt.placement = #gt.placement<inline>}
gt.program @pairs(%u: !s, %v: !s, %a: i64, %b: i64, %c: f64, %i: !gt.range<I>, %all: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.div %c, %0 : (f64, !f) -> !f
  %2 = gt.div %c, %1 : (f64, !f) -> !f
  %3 = gt.index I : !n
  %4 = gt.mul %a, %3 : (i64, !n) -> !n
  %5 = gt.add %4, %b : (!n, i64) -> !n
  %6 = gt.remap %2 by %4 in %all : !f by !n in !gt.range<I> -> !f
  %7 = gt.remap %2 by %5 in %all : !f by !n in !gt.range<I> -> !f
  %8 = gt.add %6, %7 : (!f, !f) -> !f
  gt.store %8 to %v over %i : !f, !s, !gt.range<I>
}

// -----

!s = !gt.storage<[I], f64, unit>
!f = !gt.field<[I], f64>
!n = !gt.field<[I], i64>

// Behind each other they are as many as their readers.
// CHECK-LABEL: @neighbours
// CHECK:       gt.div %{{.*}} {gt.placement = #gt.placement<inline>}
// CHECK:       gt.div %{{.*}} {gt.placement = #gt.placement<materialise>}
gt.program @neighbours(%u: !s, %v: !s, %b: i64, %c: f64, %i: !gt.range<I>, %all: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.div %c, %0 : (f64, !f) -> !f
  %2 = gt.div %c, %1 : (f64, !f) -> !f
  %3 = gt.index I : !n
  %4 = gt.add %3, %b : (!n, i64) -> !n
  %5 = gt.remap %2 by %3 in %all : !f by !n in !gt.range<I> -> !f
  %6 = gt.remap %2 by %4 in %all : !f by !n in !gt.range<I> -> !f
  %7 = gt.add %5, %6 : (!f, !f) -> !f
  gt.store %7 to %v over %i : !f, !s, !gt.range<I>
}
