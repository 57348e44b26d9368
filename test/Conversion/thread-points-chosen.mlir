// gt-stencils-to-loops chooses how many points a thread runs: so many that each thread asks memory
// for enough that memory does not idle, and that memory is the limit, where sharing brings that.
// RUN: gt-opt %s --gt-set-machine=cpu=sm_90 --gt-stencils-to-loops --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=sm_80 --gt-stencils-to-loops --split-input-file | FileCheck %s --check-prefix=A100

// Sixteen bytes of two doubles; of four floats.
// CHECK-LABEL: @doubles(
// CHECK: gt.loop J step 2 {
// CHECK-NEXT: gt.loop I {
// A100-LABEL: @doubles(
// A100-NOT: step
!d = !gt.storage<[J, I], f64, unit>
gt.program @doubles(%u: !d, %v: !d, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !d -> f64
    gt.write %0 to %v : f64, !d
  }
}

// -----

// CHECK-LABEL: @floats(
// CHECK: gt.loop J step 4 {
// CHECK-NEXT: gt.loop I {
// A100-LABEL: @floats(
// A100: gt.loop J step 2 {
!f = !gt.storage<[J, I], f32, unit>
gt.program @floats(%u: !f, %v: !f, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !f -> f32
    gt.write %0 to %v : f32, !f
  }
}

// -----

// One loop alone: the points are of it.
// CHECK-LABEL: @line(
// CHECK: gt.loop I step 4 {
!l = !gt.storage<[I], f32, unit>
gt.program @line(%u: !l, %v: !l, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !l -> f32
    gt.write %0 to %v : f32, !l
  }
}

// -----

// What is read through a table that has no rows is read once for several of them.
// CHECK-LABEL: @table(
// CHECK: gt.loop K step 2 {
// CHECK-NEXT: gt.loop V {
// CHECK-NEXT: gt.get %arg1
// CHECK-COUNT-2: gt.put
// CHECK: rest {
!s = !gt.storage<[K, V], f64, unit>
!t = !gt.storage<[V], i32, unit>
gt.program @table(%u: !s, %n: !t, %v: !s, %i: !gt.range<V>, %k: !gt.range<K>) {
  gt.stencil over %k, %i : !gt.range<K>, !gt.range<V> {
    %0 = gt.access %n : !t -> i32
    %1 = gt.access %u [V by %0] : !s, i32 -> f64
    gt.write %1 to %v : f64, !s
  }
}

// -----

// Arithmetic alone is no less for several points.
// CHECK-LABEL: @arithmetic(
// CHECK-NOT: step
// A100-LABEL: @arithmetic(
// A100-NOT: step
!a = !gt.storage<[J, I], f32, unit>
gt.program @arithmetic(%u: !a, %v: !a, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !a -> f32
    %1 = gt.exp %0 : (f32) -> f32
    %2 = gt.sin %1 : (f32) -> f32
    %3 = gt.log %2 : (f32) -> f32
    %4 = gt.pow %3, %0 : (f32, f32) -> f32
    %5 = gt.tan %4 : (f32) -> f32
    %6 = gt.erf %5 : (f32) -> f32
    gt.write %6 to %v : f32, !a
  }
}
