// RUN: gt-opt %s --split-input-file --gt-check-finite | FileCheck %s

// Float values that are read or computed are looked at before the first write;
// integers, conditions and constants are not.
// CHECK-LABEL: gt.program @stencil
// CHECK:         %[[U:.*]] = gt.access %arg0
// CHECK:         %[[N:.*]] = gt.access %arg1
// CHECK:         %[[S:.*]] = gt.sqrt %[[U]]
// CHECK:         gt.check_finite %[[U]], %[[S]] : f64, f64
// CHECK-NEXT:    gt.write %[[S]]
// CHECK-NEXT:    gt.write %[[N]]
gt.program @stencil(%u: !gt.storage<[I], f64, unit>, %n: !gt.storage<[I], i64, unit>,
                    %v: !gt.storage<[I], f64, unit>, %m: !gt.storage<[I], i64, unit>,
                    %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.access %n : !gt.storage<[I], i64, unit> -> i64
    %2 = gt.sqrt %0 : (f64) -> f64
    gt.write %2 to %v : f64, !gt.storage<[I], f64, unit>
    gt.write %1 to %m : i64, !gt.storage<[I], i64, unit>
  }
}

// -----

// CHECK-LABEL: gt.program @fold
// CHECK:         %[[A:.*]] = gt.abs
// CHECK-NEXT:    gt.check_finite %{{.*}}, %[[A]] : f32, f32
// CHECK-NEXT:    gt.yield %[[A]]
gt.program @fold(%u: !gt.storage<[I], f32, unit>, %s: !gt.storage<[], f32>, %i: !gt.range<I>) {
  gt.fold max along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[I], f32, unit> -> f32
    %1 = gt.abs %0 : (f32) -> f32
    gt.yield %1 : f32
  } into %s : !gt.storage<[], f32>
}

// -----

// A kernel without floats has nothing to look at.
// CHECK-LABEL: gt.program @integers
// CHECK-NOT:     gt.check_finite
gt.program @integers(%n: !gt.storage<[I], i64, unit>, %m: !gt.storage<[I], i64, unit>,
                     %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %n : !gt.storage<[I], i64, unit> -> i64
    %1 = gt.neg %0 : (i64) -> i64
    gt.write %1 to %m : i64, !gt.storage<[I], i64, unit>
  }
}
