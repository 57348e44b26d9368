// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v3 --gt-stencils-to-loops --split-input-file | FileCheck %s --check-prefix=AVX2
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64 --gt-stencils-to-loops --split-input-file | FileCheck %s --check-prefix=SSE

// With lanes: blocks of 4,096 points in groups of 64 partial results, in registers.
// CHECK-LABEL: gt.program @rows
// CHECK:       gt.kernel @k0 over %{{.*}} : !gt.range<J> along %{{.*}} : !gt.range<I> flops 2 {
// CHECK-NEXT:    %[[COUNT:.*]] = gt.buffer : !gt.buffer<[], i64>
// CHECK-NEXT:    %[[SUM:.*]] = gt.buffer : !gt.buffer<[I: 64], f64>
// CHECK-NEXT:    %[[SUMS:.*]] = gt.buffer copies 48 : !gt.buffer<[], f64>
// CHECK-NEXT:    %[[MAX:.*]] = gt.buffer : !gt.buffer<[I: 64], f64>
// CHECK-NEXT:    %[[MAXIMA:.*]] = gt.buffer copies 48 : !gt.buffer<[], f64>
// CHECK-NEXT:    gt.loop J {
// CHECK-NEXT:      %[[C:.*]] = gt.get %{{.*}} : !gt.storage<[J], f64, unit> -> f64
// CHECK-NEXT:      gt.pairwise sum, max of %[[SUM]], %[[MAX]] : {{.*}} along I by 4096 lanes 8 on %[[SUMS]], %[[MAXIMA]] : {{.*}} count %[[COUNT]] : !gt.buffer<[], i64> {
// CHECK-NEXT:        gt.row I lanes 8 vectors 8 {
// CHECK-NEXT:          %[[X:.*]] = gt.get %{{.*}} : !gt.storage<[J, I], f64, unit> -> f64
// CHECK-NEXT:          gt.accumulate %[[X]] to %[[SUM]]
// CHECK-NEXT:          gt.accumulate %[[C]] to %[[MAX]]
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[S:.*]] = gt.get %[[SUM]] : !gt.buffer<[I: 64], f64> -> f64
// CHECK-NEXT:      %[[M:.*]] = gt.get %[[MAX]] : !gt.buffer<[I: 64], f64> -> f64
// CHECK-NEXT:      gt.put %[[S]] to
// CHECK-NEXT:      gt.put %[[M]] to
gt.program @rows(%u: !gt.storage<[J, I], f64, unit>, %c: !gt.storage<[J], f64, unit>,
                 %s: !gt.storage<[J], f64, unit>, %m: !gt.storage<[J], f64, unit>,
                 %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.fold sum, max over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %c : !gt.storage<[J], f64, unit> -> f64
    gt.yield %0, %1 : f64, f64
  } into %s, %m : !gt.storage<[J], f64, unit>, !gt.storage<[J], f64, unit>
}

// -----

// Along another dimension: strips of results along the row, blocks of 64. What
// is checked of the points is checked of the results.
// CHECK-LABEL: gt.program @columns
// CHECK:       gt.kernel @k0 over %{{.*}}, %{{.*}} : !gt.range<J>, !gt.range<I> along %{{.*}} : !gt.range<K> flops 1 {
// CHECK-NEXT:    %[[COUNT:.*]] = gt.buffer : !gt.buffer<[], i64>
// CHECK-NEXT:    %[[MAX:.*]] = gt.buffer : !gt.buffer<[I: 512], f32>
// CHECK-NEXT:    %[[MAXIMA:.*]] = gt.buffer copies 48 : !gt.buffer<[I: 512], f32>
// CHECK-NEXT:    gt.loop J {
// CHECK-NEXT:      gt.loop I by 512 {
// CHECK-NEXT:        gt.pairwise max of %[[MAX]] : !gt.buffer<[I: 512], f32> along K by 64 lanes 16 on %[[MAXIMA]] : !gt.buffer<[I: 512], f32> count %[[COUNT]] : !gt.buffer<[], i64> {
// CHECK-NEXT:          gt.loop K {
// CHECK-NEXT:            gt.row I lanes 16 {
// CHECK-NEXT:              %[[X:.*]] = gt.get %{{.*}} : !gt.storage<[K, J, I], f32, unit> -> f32
// CHECK-NEXT:              gt.check_finite %[[X]] : f32
// CHECK-NEXT:              gt.accumulate %[[X]] to %[[MAX]]
// CHECK-NEXT:            }
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:        gt.row I lanes 1 {
// CHECK-NEXT:          %[[M:.*]] = gt.get %[[MAX]] : !gt.buffer<[I: 512], f32> -> f32
// CHECK-NEXT:          gt.check_finite %[[M]] : f32
// CHECK-NEXT:          gt.put %[[M]] to
gt.program @columns(%u: !gt.storage<[K, J, I], f32, unit>, %s: !gt.storage<[J, I], f32, unit>,
                    %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.fold max over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.access %u : !gt.storage<[K, J, I], f32, unit> -> f32
    gt.check_finite %0 : f32
    gt.yield %0 : f32
  } into %s : !gt.storage<[J, I], f32, unit>
}

// -----

// One result, point by point.
// CHECK-LABEL: gt.program @strided
// CHECK:       gt.kernel @k0 along %{{.*}} : !gt.range<I> flops 1 {
// CHECK:         gt.pairwise any of %[[ANY:.*]] : !gt.buffer<[], i1> along I by 64 lanes 1 on %{{.*}} : !gt.buffer<[], i1> count %{{.*}} {
// CHECK-NEXT:      gt.loop I step 4 {
// CHECK-NEXT:        %[[X0:.*]] = gt.get %{{.*}} : !gt.storage<[I], i1> -> i1
// CHECK-NEXT:        %[[X1:.*]] = gt.get %{{.*}} [I + 1] : !gt.storage<[I], i1> -> i1
// CHECK-NEXT:        %[[X2:.*]] = gt.get %{{.*}} [I + 2] : !gt.storage<[I], i1> -> i1
// CHECK-NEXT:        %[[X3:.*]] = gt.get %{{.*}} [I + 3] : !gt.storage<[I], i1> -> i1
// CHECK-NEXT:        gt.accumulate %[[X0]] to %[[ANY]] : i1, !gt.buffer<[], i1>
// CHECK-NEXT:        gt.accumulate %[[X1]] to %[[ANY]] : i1, !gt.buffer<[], i1>
// CHECK-NEXT:        gt.accumulate %[[X2]] to %[[ANY]] : i1, !gt.buffer<[], i1>
// CHECK-NEXT:        gt.accumulate %[[X3]] to %[[ANY]] : i1, !gt.buffer<[], i1>
// CHECK-NEXT:      }
// CHECK-NEXT:      gt.loop I step 4 rest {
// CHECK-NEXT:        %[[X:.*]] = gt.get %{{.*}} : !gt.storage<[I], i1> -> i1
// CHECK-NEXT:        gt.accumulate %[[X]] to %[[ANY]] : i1, !gt.buffer<[], i1>
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[R:.*]] = gt.get %[[ANY]] : !gt.buffer<[], i1> -> i1
// CHECK-NEXT:    gt.put %[[R]] to
gt.program @strided(%u: !gt.storage<[I], i1>, %s: !gt.storage<[], i1>, %i: !gt.range<I>) {
  gt.fold any along %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], i1> -> i1
    gt.yield %0 : i1
  } into %s : !gt.storage<[], i1>
}

// -----

// Steps along a slow dimension: what is the same for all points of the row is got
// outside of it, for each point of the step, and results are taken in vectors.
// CHECK-LABEL: gt.program @steps
// CHECK:         gt.loop I by 512 {
// CHECK-NEXT:      gt.pairwise sum of %[[SUM:.*]] : !gt.buffer<[I: 512], f64> along K by 64
// CHECK-NEXT:        gt.loop K step 4 {
// CHECK-NEXT:          %[[C0:.*]] = gt.get %{{.*}} : !gt.storage<[K], f64, unit> -> f64
// CHECK-NEXT:          %[[C1:.*]] = gt.get %{{.*}} [K + 1] : !gt.storage<[K], f64, unit> -> f64
// CHECK:               gt.row I lanes 8 {
// CHECK:                 gt.get %{{.*}} [K + 3, I + 1]
// CHECK-COUNT-4:         gt.accumulate %{{.*}} to %[[SUM]]
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:        gt.loop K step 4 rest {
// CHECK:               gt.row I lanes 8 {
// CHECK-COUNT-1:         gt.accumulate %{{.*}} to %[[SUM]]
// CHECK-NEXT:          }
// CHECK:           gt.row I lanes 8 {
// CHECK-NEXT:        %[[S:.*]] = gt.get %[[SUM]]
// CHECK-NEXT:        gt.put %[[S]] to
gt.program @steps(%u: !gt.storage<[K, I], f64, unit>, %c: !gt.storage<[K], f64, unit>,
                  %s: !gt.storage<[I], f64, unit>, %i: !gt.range<I>, %k: !gt.range<K>) {
  gt.fold sum over %i : !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.access %u [I + 1] : !gt.storage<[K, I], f64, unit> -> f64
    %1 = gt.access %c : !gt.storage<[K], f64, unit> -> f64
    %2 = gt.mul %0, %1 : (f64, f64) -> f64
    gt.yield %2 : f64
  } into %s : !gt.storage<[I], f64, unit>
}

// -----

// What takes many operations or calls functions is done for one vector at a time.
// CHECK-LABEL: gt.program @calls
// CHECK:       gt.loop I by 64 {
// CHECK-NEXT:    gt.row I lanes 8 {
gt.program @calls(%u: !gt.storage<[I], f64, unit>, %s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  gt.fold sum along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.exp %0 : (f64) -> f64
    gt.yield %1 : f64
  } into %s : !gt.storage<[], f64>
}

// -----

// More partial results than registers: some are spilled, but for those that are many times
// as many.
// CHECK-LABEL: gt.program @many
// CHECK:       gt.row I lanes 8 vectors 8 {
// AVX2-LABEL:  gt.program @many
// AVX2:        gt.row I lanes 4 vectors 16 {
// SSE-LABEL:   gt.program @many
// SSE:         gt.loop I by 64 {
// SSE-NEXT:      gt.row I lanes 2 {
gt.program @many(%u: !gt.storage<[I], f64, unit>, %s: !gt.storage<[], f64>, %p: !gt.storage<[], f64>,
                 %a: !gt.storage<[], f64>, %b: !gt.storage<[], f64>, %i: !gt.range<I>) {
  gt.fold sum, prod, min, max along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    gt.yield %0, %0, %0, %0 : f64, f64, f64, f64
  } into %s, %p, %a, %b : !gt.storage<[], f64>, !gt.storage<[], f64>, !gt.storage<[], f64>, !gt.storage<[], f64>
}

// -----

// The sum of the sums of rows takes each when it is there: the temporary is gone.
// CHECK-LABEL: gt.program @planes
// CHECK:         %[[SUMS:.*]] = gt.temporary over %{{.*}} : !gt.range<K>
// CHECK-NOT:     gt.temporary
// CHECK:         gt.kernel @k0 over %{{.*}}, %{{.*}} : !gt.range<K>, !gt.range<J> along %{{.*}} : !gt.range<I>
// CHECK:           gt.loop K {
// CHECK-NEXT:        gt.pairwise sum of %[[PLANE:.*]] : !gt.buffer<[], f64> along J by 64 lanes 1
// CHECK-NEXT:          gt.loop J forward {
// CHECK-NEXT:            gt.pairwise sum of %[[ROW:.*]] : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8
// CHECK-NEXT:              gt.row I lanes 8 vectors 8 {
// CHECK:                 %[[X:.*]] = gt.get %[[ROW]]
// CHECK-NEXT:            gt.accumulate %[[X]] to %[[PLANE]]
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:        %[[S:.*]] = gt.get %[[PLANE]]
// CHECK-NEXT:        gt.put %[[S]] to %[[SUMS]]
// CHECK:         gt.kernel @k1 along %{{.*}} : !gt.range<K>
gt.program @planes(%u: !gt.storage<[K, J, I], f64, unit>, %s: !gt.storage<[], f64>,
                   %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  %t = gt.temporary over %k, %j : !gt.range<K>, !gt.range<J> -> !gt.storage<[K, J], f64, unit>
  gt.fold sum over %k, %j : !gt.range<K>, !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[K, J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %t : !gt.storage<[K, J], f64, unit>
  %w = gt.temporary over %k : !gt.range<K> -> !gt.storage<[K], f64, unit>
  gt.fold sum over %k : !gt.range<K> along %j : !gt.range<J> {
    %0 = gt.access %t : !gt.storage<[K, J], f64, unit> -> f64
    gt.yield %0 : f64
  } into %w : !gt.storage<[K], f64, unit>
  gt.fold sum along %k : !gt.range<K> {
    %0 = gt.access %w : !gt.storage<[K], f64, unit> -> f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[], f64>
}

// -----

// A temporary that somebody else reads stays, and so does the one of a fold that
// would leave no loop for threads.
// CHECK-LABEL: gt.program @apart
// CHECK:         gt.temporary
// CHECK:         gt.kernel @k0
// CHECK:         gt.temporary
// CHECK:         gt.kernel @k1
// CHECK:         gt.kernel @k2
// CHECK:         gt.kernel @k3
gt.program @apart(%u: !gt.storage<[K, J, I], f64, unit>, %s: !gt.storage<[K], f64, unit>,
                  %r: !gt.storage<[], f64>, %q: !gt.storage<[K, J], f64, unit>,
                  %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  %t = gt.temporary over %k, %j : !gt.range<K>, !gt.range<J> -> !gt.storage<[K, J], f64, unit>
  gt.fold sum over %k, %j : !gt.range<K>, !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[K, J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %t : !gt.storage<[K, J], f64, unit>
  %w = gt.temporary over %k : !gt.range<K> -> !gt.storage<[K], f64, unit>
  gt.fold sum over %k : !gt.range<K> along %j : !gt.range<J> {
    %0 = gt.access %t : !gt.storage<[K, J], f64, unit> -> f64
    gt.yield %0 : f64
  } into %w : !gt.storage<[K], f64, unit>
  gt.fold sum along %k : !gt.range<K> {
    %0 = gt.access %w : !gt.storage<[K], f64, unit> -> f64
    gt.yield %0 : f64
  } into %r : !gt.storage<[], f64>
  gt.stencil over %k, %j : !gt.range<K>, !gt.range<J> {
    %0 = gt.access %t : !gt.storage<[K, J], f64, unit> -> f64
    gt.write %0 to %q : f64, !gt.storage<[K, J], f64, unit>
  }
}

// -----

// The greatest of the greatest: registers hold it for all rows. What is the same for a
// row is got in front of it.
// CHECK-LABEL: gt.program @free
// CHECK:           gt.loop K {
// CHECK-NEXT:        gt.pairwise max, sum of %[[MAX:.*]], %[[SUM:.*]] : {{.*}} along I by 4096 lanes 8
// CHECK-NEXT:          gt.loop J forward {
// CHECK-NEXT:            gt.get %{{.*}} : !gt.storage<[J], f64, unit> -> f64
// CHECK-NEXT:            gt.row I lanes 8 vectors 8 {
// CHECK:                   gt.accumulate %{{.*}} to %[[MAX]]
// CHECK-NEXT:              gt.accumulate %{{.*}} to %[[SUM]]
// CHECK-NEXT:            }
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:        gt.get %[[MAX]]
gt.program @free(%u: !gt.storage<[K, J, I], f64, unit>, %c: !gt.storage<[J], f64, unit>,
                 %m: !gt.storage<[K], f64, unit>, %n: !gt.storage<[K], i64, unit>,
                 %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  %t = gt.temporary over %k, %j : !gt.range<K>, !gt.range<J> -> !gt.storage<[K, J], f64, unit>
  %w = gt.temporary over %k, %j : !gt.range<K>, !gt.range<J> -> !gt.storage<[K, J], i64, unit>
  gt.fold max, sum over %k, %j : !gt.range<K>, !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[K, J, I], f64, unit> -> f64
    %1 = gt.access %c : !gt.storage<[J], f64, unit> -> f64
    %2 = gt.olt %0, %1 : (f64, f64) -> i1
    %3 = gt.cast %2 : (i1) -> i64
    gt.yield %0, %3 : f64, i64
  } into %t, %w : !gt.storage<[K, J], f64, unit>, !gt.storage<[K, J], i64, unit>
  gt.fold max, sum over %k : !gt.range<K> along %j : !gt.range<J> {
    %0 = gt.access %t : !gt.storage<[K, J], f64, unit> -> f64
    %1 = gt.access %w : !gt.storage<[K, J], i64, unit> -> i64
    gt.yield %0, %1 : f64, i64
  } into %m, %n : !gt.storage<[K], f64, unit>, !gt.storage<[K], i64, unit>
}

// -----

// What is written is put in the rows, whose partial results stay in registers. What all points of
// a row share does not count among the operations of one.
// CHECK-LABEL: gt.program @stored
// CHECK:         gt.loop J {
// CHECK-NEXT:      %[[C:.*]] = gt.get %{{.*}} : !gt.storage<[], f64> -> f64
// CHECK:           gt.pairwise sum of %[[SUM:.*]] : !gt.buffer<[I: 64], f64> along I by 4096
// CHECK-NEXT:        gt.row I lanes 8 vectors 8 {
// CHECK-NEXT:          %[[X:.*]] = gt.get %[[U:.*]] : !gt.storage<[J, I], f64, unit> -> f64
// CHECK-NEXT:          %[[Y:.*]] = gt.get %{{.*}} : !gt.storage<[J, I], f64, unit> -> f64
// CHECK-NEXT:          %[[Z:.*]] = gt.mul
// CHECK-NEXT:          %[[R:.*]] = gt.sub %[[X]], %[[Z]]
// CHECK-NEXT:          %[[RR:.*]] = gt.mul %[[R]], %[[R]]
// CHECK-NEXT:          gt.put %[[R]] to %[[U]] : f64, !gt.storage<[J, I], f64, unit>
// CHECK-NEXT:          gt.accumulate %[[RR]] to %[[SUM]]
// CHECK-NEXT:        }
gt.program @stored(%u: !gt.storage<[J, I], f64, unit>, %q: !gt.storage<[J, I], f64, unit>,
                   %a: !gt.storage<[], f64>, %b: !gt.storage<[], f64>,
                   %s: !gt.storage<[J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %a : !gt.storage<[], f64> -> f64
    %1 = gt.access %b : !gt.storage<[], f64> -> f64
    %2 = gt.div %0, %1 : (f64, f64) -> f64
    %3 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %4 = gt.access %q : !gt.storage<[J, I], f64, unit> -> f64
    %5 = gt.mul %2, %4 : (f64, f64) -> f64
    %6 = gt.sub %3, %5 : (f64, f64) -> f64
    %7 = gt.mul %6, %6 : (f64, f64) -> f64
    gt.write %6 to %u : f64, !gt.storage<[J, I], f64, unit>
    gt.yield %7 : f64
  } into %s : !gt.storage<[J], f64, unit>
}

// -----

// What code there may be is counted in lines of memory: vectors half as long are twice as many.
// CHECK-LABEL: gt.program @long
// CHECK:         gt.row I lanes 8 vectors 8 {
// AVX2-LABEL:  gt.program @long
// AVX2:          gt.row I lanes 4 vectors 16 {
gt.program @long(%u: !gt.storage<[I], f64, unit>, %q: !gt.storage<[I], f64, unit>, %a: f64, %b: f64,
                 %s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  gt.fold sum along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.access %q : !gt.storage<[I], f64, unit> -> f64
    %2 = gt.mul %a, %1 : (f64, f64) -> f64
    %3 = gt.sub %0, %2 : (f64, f64) -> f64
    %4 = gt.mul %b, %1 : (f64, f64) -> f64
    %5 = gt.sub %0, %4 : (f64, f64) -> f64
    %6 = gt.mul %3, %5 : (f64, f64) -> f64
    %7 = gt.abs %6 : (f64) -> f64
    gt.write %3 to %u : f64, !gt.storage<[I], f64, unit>
    gt.yield %7 : f64
  } into %s : !gt.storage<[], f64>
}
