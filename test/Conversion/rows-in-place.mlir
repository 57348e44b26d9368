// Rows that go together where what is written is read, too: each is written once, and those
// that are left over go one by one.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --split-input-file | FileCheck %s

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

// -----

!s = !gt.storage<[J, I], f64, unit>

// Where a vector reads what the one before it has written, parts of rows go to a buffer first.
// CHECK-LABEL: gt.program @colour(
// CHECK:         gt.kernel @k0
// CHECK-NEXT:      %[[PART:.*]] = gt.buffer : !gt.buffer<[I: 512], f64>
// CHECK-NEXT:      gt.loop J {
// CHECK-NEXT:        gt.loop I by 512 {
// CHECK-NEXT:          gt.row I lanes 8 {
// CHECK:                 gt.keep %{{.*}} in %[[PART]]
// CHECK-NOT:             gt.put
// CHECK:               }
// CHECK-NEXT:          gt.row I lanes 8 {
// CHECK-NEXT:            %[[VALUE:.*]] = gt.get %[[PART]] : !gt.buffer<[I: 512], f64> -> f64
// CHECK-NEXT:            gt.put %[[VALUE]] to %arg0 in_place
gt.program @colour(%u: !s, %m: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I - 1] : !s -> f64
    %1 = gt.access %u [I + 1] : !s -> f64
    %2 = gt.add %0, %1 : (f64, f64) -> f64
    %3 = gt.access %m : !s -> f64
    %4 = gt.mul %2, %3 : (f64, f64) -> f64
    gt.write %4 to %u in_place : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// No vector of it waits where what is read lies in other rows.
// CHECK-LABEL: gt.program @other_rows(
// CHECK-NOT:     gt.buffer
// CHECK:         gt.put %{{.*}} to %arg0 in_place
gt.program @other_rows(%u: !s, %m: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [J - 1] : !s -> f64
    %1 = gt.access %m : !s -> f64
    %2 = gt.mul %0, %1 : (f64, f64) -> f64
    gt.write %2 to %u in_place : f64, !s
  }
}
