// Of a scan that is read at one level nothing but that level is in memory.
// RUN: gt-opt %s --gt-write-at-pins --split-input-file | FileCheck %s

// CHECK-LABEL: gt.program @column
// CHECK-SAME:    %[[LAST:[^ ]*]]: !gt.range<K>)
// CHECK:       %[[T:.*]] = gt.temporary over %{{[^ ]*}}, %{{[^ ]*}} : !gt.range<J>, !gt.range<I> -> !gt.storage<[J, I], f64, unit>
// CHECK:         gt.write %{{.*}} to %[[T]] at %[[LAST]] : !gt.range<K> : f64, !gt.storage<[J, I], f64, unit>
// CHECK:         gt.access %[[T]] [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
// CHECK:         gt.access %[[T]] : !gt.storage<[J, I], f64, unit> -> f64
gt.program @column(%u: !gt.storage<[K, J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                   %zero: f64, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>,
                   %more: !gt.range<I>, %last: !gt.range<K>) {
  %t = gt.temporary over %k, %j, %more : !gt.range<K>, !gt.range<J>, !gt.range<I> -> !gt.storage<[K, J, I], f64, unit>
  gt.sweep forward over %j, %more : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %zero : f64
  } do {
  ^bb0(%sum: f64):
    %0 = gt.access %u : !gt.storage<[K, J, I], f64, unit> -> f64
    %1 = gt.add %sum, %0 : (f64, f64) -> f64
    gt.write %1 to %t : f64, !gt.storage<[K, J, I], f64, unit>
    gt.yield %1 : f64
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %t [K at %last, I + 1] : !gt.storage<[K, J, I], f64, unit>, !gt.range<K> -> f64
    %1 = gt.access %t [K at %last] : !gt.storage<[K, J, I], f64, unit>, !gt.range<K> -> f64
    %2 = gt.sub %0, %1 : (f64, f64) -> f64
    gt.write %2 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// Two levels, or one beside another, or a range that comes later: all levels.
// CHECK-LABEL: gt.program @all
// CHECK-COUNT-3: gt.temporary over %{{[^ ]*}}, %{{[^ ]*}} : !gt.range<K>, !gt.range<I>
// CHECK-NOT:     at %{{[^ ]*}} : !gt.range<K> : f64
gt.program @all(%u: !gt.storage<[K, I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %zero: f64,
                %k: !gt.range<K>, %i: !gt.range<I>, %first: !gt.range<K>, %last: !gt.range<K>) {
  %t = gt.temporary over %k, %i : !gt.range<K>, !gt.range<I> -> !gt.storage<[K, I], f64, unit>
  %s = gt.temporary over %k, %i : !gt.range<K>, !gt.range<I> -> !gt.storage<[K, I], f64, unit>
  %r = gt.temporary over %k, %i : !gt.range<K>, !gt.range<I> -> !gt.storage<[K, I], f64, unit>
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %zero : f64
  } do {
  ^bb0(%sum: f64):
    %0 = gt.access %u : !gt.storage<[K, I], f64, unit> -> f64
    %1 = gt.add %sum, %0 : (f64, f64) -> f64
    gt.write %1 to %t : f64, !gt.storage<[K, I], f64, unit>
    gt.write %1 to %s : f64, !gt.storage<[K, I], f64, unit>
    gt.write %1 to %r : f64, !gt.storage<[K, I], f64, unit>
    gt.yield %1 : f64
  }
  %later = gt.grow %last by -1, -1 : !gt.range<K>
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %t [K at %first] : !gt.storage<[K, I], f64, unit>, !gt.range<K> -> f64
    %1 = gt.access %t [K at %last] : !gt.storage<[K, I], f64, unit>, !gt.range<K> -> f64
    %2 = gt.access %s [K at %last - 1] : !gt.storage<[K, I], f64, unit>, !gt.range<K> -> f64
    %3 = gt.access %r [K at %later] : !gt.storage<[K, I], f64, unit>, !gt.range<K> -> f64
    %4 = gt.sub %0, %1 : (f64, f64) -> f64
    %5 = gt.sub %2, %3 : (f64, f64) -> f64
    %6 = gt.sub %4, %5 : (f64, f64) -> f64
    gt.write %6 to %v : f64, !gt.storage<[I], f64, unit>
  }
}
