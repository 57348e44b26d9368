// Rows that go together where what is written is read, too: each is written once, and those
// that are left over go one by one.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache | FileCheck %s

!s = !gt.storage<[J, I], f64, unit>

// CHECK:       gt.loop J step 2 {
// CHECK:       gt.loop J step 2 rest {
gt.program @in_place(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [J - 1] : !s -> f64
    %1 = gt.access %u : !s -> f64
    %2 = gt.access %u [J + 1] : !s -> f64
    %3 = gt.sub %1, %0 : (f64, f64) -> f64
    %4 = gt.mul %3, %3 : (f64, f64) -> f64
    %5 = gt.mul %4, %3 : (f64, f64) -> f64
    %6 = gt.sub %2, %1 : (f64, f64) -> f64
    %7 = gt.mul %6, %6 : (f64, f64) -> f64
    %8 = gt.mul %7, %6 : (f64, f64) -> f64
    %9 = gt.sub %8, %5 : (f64, f64) -> f64
    %10 = gt.access %v : !s -> f64
    %11 = gt.mul %9, %10 : (f64, f64) -> f64
    gt.write %11 to %v : f64, !s
  }
}
