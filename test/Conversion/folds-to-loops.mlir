// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --split-input-file | FileCheck %s

// With lanes: blocks of 4,096 points in groups of 64 partial results.
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
// CHECK-NEXT:        gt.loop I by 64 {
// CHECK-NEXT:          gt.row I lanes 8 {
// CHECK-NEXT:            %[[X:.*]] = gt.get %{{.*}} : !gt.storage<[J, I], f64, unit> -> f64
// CHECK-NEXT:            gt.accumulate %[[X]] to %[[SUM]]
// CHECK-NEXT:            gt.accumulate %[[C]] to %[[MAX]]
// CHECK-NEXT:          }
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
// CHECK-NEXT:      gt.loop I {
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
