// gt-stencils-to-loops: what reads the rows of a reduction again, with its results, shares its
// loops.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache=1 --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --split-input-file | FileCheck %s --check-prefix=MEMORY

// The mean is a value; its row is read again in the nearest cache. From memory, too, where
// nothing is written past the caches.
// CHECK-LABEL: gt.program @anomaly_in_place
// CHECK-NOT: gt.temporary
// CHECK: gt.kernel @k0 over {{.*}} along {{.*}} flops 2 {
// CHECK: gt.loop J {
// CHECK-NEXT: gt.pairwise
// CHECK: %[[SUM:.*]] = gt.get %{{.*}} : !gt.buffer<[I: 64], f64> -> f64
// CHECK-NEXT: %[[MEAN:.*]] = gt.div %[[SUM]], %arg1
// CHECK-NEXT: gt.row I lanes 8 {
// CHECK: gt.sub %{{.*}}, %[[MEAN]]
// CHECK-NOT: gt.kernel
// MEMORY-LABEL: gt.program @anomaly_in_place
// MEMORY: gt.kernel @k0
// MEMORY-NOT: gt.kernel
gt.program @anomaly_in_place(%x: !gt.storage<[J, I], f64, unit>, %n: f64, %i: !gt.range<I>,
                             %j: !gt.range<J>) {
  %sums = gt.temporary over %j : !gt.range<J> -> !gt.storage<[J], f64, unit>
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %sums : !gt.storage<[J], f64, unit>
  %means = gt.temporary over %j : !gt.range<J> -> !gt.storage<[J], f64, unit>
  gt.stencil over %j : !gt.range<J> {
    %0 = gt.access %sums : !gt.storage<[J], f64, unit> -> f64
    %1 = gt.div %0, %n : (f64, f64) -> f64
    gt.write %1 to %means : f64, !gt.storage<[J], f64, unit>
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %means : !gt.storage<[J], f64, unit> -> f64
    %2 = gt.sub %0, %1 : (f64, f64) -> f64
    gt.write %2 to %x : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// A reduction that reads the rows again, and a result that another kernel reads, too. What
// streams stays by itself.
// CHECK-LABEL: gt.program @scaled
// CHECK: %[[LAST:.*]] = gt.temporary
// CHECK: gt.kernel @k0
// CHECK: gt.pairwise max
// CHECK: %[[MOST:.*]] = gt.get %{{.*}} : !gt.buffer
// CHECK-NEXT: gt.pairwise sum
// CHECK: gt.sub %{{.*}}, %[[MOST]]
// CHECK: %[[SUM:.*]] = gt.get %{{.*}} : !gt.buffer
// CHECK-NEXT: gt.put %[[SUM]] to %[[LAST]]
// CHECK-NEXT: gt.row I lanes 8 {
// CHECK: gt.div %{{.*}}, %[[SUM]]
// CHECK: gt.kernel @k1
// CHECK: gt.get %[[LAST]]
// MEMORY-LABEL: gt.program @scaled
// MEMORY: gt.kernel @k0
// MEMORY: gt.pairwise max
// MEMORY: gt.pairwise sum
// MEMORY: gt.kernel @k1
// MEMORY: gt.put {{.*}} streaming
// MEMORY: gt.kernel @k2
gt.program @scaled(%x: !gt.storage<[J, I], f64, unit>, %y: !gt.storage<[J, I], f64, unit>,
                   %z: !gt.storage<[J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  %most = gt.temporary over %j : !gt.range<J> -> !gt.storage<[J], f64, unit>
  gt.fold max over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %most : !gt.storage<[J], f64, unit>
  %sums = gt.temporary over %j : !gt.range<J> -> !gt.storage<[J], f64, unit>
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %most : !gt.storage<[J], f64, unit> -> f64
    %2 = gt.sub %0, %1 : (f64, f64) -> f64
    gt.yield %2 : f64
  } into %sums : !gt.storage<[J], f64, unit>
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %sums : !gt.storage<[J], f64, unit> -> f64
    %2 = gt.div %0, %1 : (f64, f64) -> f64
    gt.write %2 to %y : f64, !gt.storage<[J, I], f64, unit>
  }
  gt.stencil over %j : !gt.range<J> {
    %0 = gt.access %sums : !gt.storage<[J], f64, unit> -> f64
    gt.write %0 to %z : f64, !gt.storage<[J], f64, unit>
  }
}

// -----

// The result of another row is not there yet.
// CHECK-LABEL: gt.program @result_of_a_neighbour
// CHECK: gt.kernel @k0
// CHECK: gt.kernel @k1
gt.program @result_of_a_neighbour(%x: !gt.storage<[J, I], f64, unit>,
                                  %y: !gt.storage<[J, I], f64, unit>, %i: !gt.range<I>,
                                  %j: !gt.range<J>, %more: !gt.range<J>) {
  %sums = gt.temporary over %j : !gt.range<J> -> !gt.storage<[J], f64, unit>
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %sums : !gt.storage<[J], f64, unit>
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %sums [J - 1] : !gt.storage<[J], f64, unit> -> f64
    %2 = gt.sub %0, %1 : (f64, f64) -> f64
    gt.write %2 to %y : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// A row that is written here is reduced there.
// CHECK-LABEL: gt.program @row_of_a_neighbour
// CHECK: gt.kernel @k0
// CHECK: gt.kernel @k1
gt.program @row_of_a_neighbour(%x: !gt.storage<[J, I], f64, unit>, %i: !gt.range<I>,
                               %j: !gt.range<J>) {
  %sums = gt.temporary over %j : !gt.range<J> -> !gt.storage<[J], f64, unit>
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %x [J + 1] : !gt.storage<[J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %sums : !gt.storage<[J], f64, unit>
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %sums : !gt.storage<[J], f64, unit> -> f64
    %2 = gt.sub %0, %1 : (f64, f64) -> f64
    gt.write %2 to %x : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// Other rows than those that are reduced, and a reduction of the same rows that reads no result.
// CHECK-LABEL: gt.program @not_its_rows
// CHECK: gt.kernel @k0
// CHECK: gt.kernel @k1
// CHECK: gt.kernel @k2
gt.program @not_its_rows(%x: !gt.storage<[J, I], f64, unit>, %y: !gt.storage<[J, I], f64, unit>,
                         %s: !gt.storage<[J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>,
                         %part: !gt.range<I>) {
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[J], f64, unit>
  %most = gt.temporary over %j : !gt.range<J> -> !gt.storage<[J], f64, unit>
  gt.fold max over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %most : !gt.storage<[J], f64, unit>
  gt.stencil over %j, %part : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %x : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %most : !gt.storage<[J], f64, unit> -> f64
    %2 = gt.sub %0, %1 : (f64, f64) -> f64
    gt.write %2 to %y : f64, !gt.storage<[J, I], f64, unit>
  }
}
