// gt-stencils-to-loops where threads run several points: what neighbours read and compute is there
// once, puts come last, and points that are left over go in loops of their own.
// RUN: gt-opt %s --gt-set-machine=cpu=sm_90 --gt-stencils-to-loops=thread-points=2,2 --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=sm_75 --gt-stencils-to-loops --split-input-file --remarks-filter="gt-stencils-to-loops" --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=CHOSEN
// RUN: not gt-opt %s --gt-set-machine=cpu=sm_90 --gt-stencils-to-loops=thread-points=3,1 --split-input-file 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: thread-points are two powers of two: of the last loop but one, of the last

// Eight loads in two rows, not twelve, and a product for two points.
// CHECK-LABEL: @east(
// CHECK: gt.loop K {
// CHECK-NEXT: gt.loop J step 2 {
// CHECK-NEXT: gt.loop I step 2 {
// CHECK-NEXT: %[[A:.+]] = gt.get %arg0 :
// CHECK-NEXT: %[[B:.+]] = gt.get %arg0 [I + 1] :
// CHECK-NEXT: %[[C:.+]] = gt.get %arg0 [I + 2] :
// CHECK-NEXT: %[[AB:.+]] = gt.mul %[[A]], %[[B]]
// CHECK-NEXT: %[[BC:.+]] = gt.mul %[[B]], %[[C]]
// CHECK-NEXT: gt.sub %[[BC]], %[[AB]]
// CHECK-NEXT: gt.index I : i64
// CHECK: %[[D:.+]] = gt.get %arg0 [I + 3] :
// CHECK-NEXT: %[[CD:.+]] = gt.mul %[[C]], %[[D]]
// CHECK-NEXT: gt.sub %[[CD]], %[[BC]]
// CHECK-NEXT: gt.index I + 1 : i64
// CHECK: gt.get %arg0 [J + 1] :
// CHECK-NOT: gt.index
// CHECK: gt.get %arg0 [J + 1, I + 3] :
// CHECK-NOT: gt.get
// CHECK: gt.put %{{.+}} to %arg1 : f64
// CHECK-NEXT: gt.put %{{.+}} to %arg1 [I + 1] : f64
// CHECK-NEXT: gt.put %{{.+}} to %arg1 [J + 1] : f64
// CHECK-NEXT: gt.put %{{.+}} to %arg1 [J + 1, I + 1] : f64
// CHECK-NEXT: }
// CHECK-NEXT: gt.loop I step 2 rest {
// CHECK: gt.put %{{.+}} to %arg1 : f64
// CHECK-NEXT: gt.put %{{.+}} to %arg1 [J + 1] : f64
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: gt.loop J step 2 rest {
// CHECK-NEXT: gt.loop I {
// CHECK-COUNT-3: gt.get
// CHECK: gt.put %{{.+}} to %arg1 : f64
// CHECK-NEXT: }

// A chip with few units for f64 saves arithmetic.
// CHOSEN: a thread runs 4 x 1 points, which share what they read and compute
// CHOSEN-LABEL: @across(
// CHOSEN: gt.loop J step 4 {
// CHOSEN-NEXT: gt.loop I {
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @east(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %u [I + 1] : !s -> f64
    %2 = gt.access %u [I + 2] : !s -> f64
    %3 = gt.mul %0, %1 : (f64, f64) -> f64
    %4 = gt.mul %1, %2 : (f64, f64) -> f64
    %5 = gt.sub %4, %3 : (f64, f64) -> f64
    %6 = gt.index I : i64
    %7 = gt.cast %6 : (i64) -> f64
    %8 = gt.add %5, %7 : (f64, f64) -> f64
    gt.write %8 to %v : f64, !s
  }
}

// -----

// One dimension alone: the points are of its loop.
// CHECK-LABEL: @line(
// CHECK: gt.kernel
// CHECK-NEXT: gt.loop I step 2 {
// CHECK: gt.put %{{.+}} to %arg1 : f32
// CHECK-NEXT: gt.put %{{.+}} to %arg1 [I + 1] : f32
// CHECK: gt.loop I step 2 rest {
gt.program @line(%u: !gt.storage<[I], f32, unit>, %v: !gt.storage<[I], f32, unit>,
                 %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[I], f32, unit> -> f32
    %1 = gt.access %u : !gt.storage<[I], f32, unit> -> f32
    %2 = gt.add %0, %1 : (f32, f32) -> f32
    gt.write %2 to %v : f32, !gt.storage<[I], f32, unit>
  }
}

// -----

// Divisions of neighbours, which rows share.
// CHECK-LABEL: @across(
!s = !gt.storage<[J, I], f64, unit>
gt.program @across(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %u [J + 1] : !s -> f64
    %2 = gt.access %u [J + 2] : !s -> f64
    %3 = gt.div %0, %1 : (f64, f64) -> f64
    %4 = gt.div %1, %2 : (f64, f64) -> f64
    %5 = gt.sub %4, %3 : (f64, f64) -> f64
    gt.write %5 to %v : f64, !s
  }
}
