// Remaps become accesses at index values; values in memory are computed where the
// indices of tables lie.
// RUN: gt-opt %s --gt-stencil-pipeline | FileCheck %s

// What is pointwise moves along, a table's values are read once.
// CHECK-LABEL: @sum
// CHECK:      gt.stencil over %{{.*}} : !gt.range<E> {
// CHECK-NEXT:   %[[ZERO:.*]] = gt.constant 0.0
// CHECK-NEXT:   %[[FIRST:.*]] = gt.access %[[T:.*]] [L at %[[L:.*]]] : {{.*}} -> i32
// CHECK-NEXT:   %[[A:.*]] = gt.access %[[U:.*]] [V by %[[FIRST]]] : !gt.storage<[V], f64, unit>, i32 -> f64
// CHECK-NEXT:   %[[MINUS:.*]] = gt.neg %[[A]] : (f64) -> f64
// CHECK-NEXT:   %[[SUM:.*]] = gt.add %[[ZERO]], %[[MINUS]]
// CHECK-NEXT:   %[[SECOND:.*]] = gt.access %[[T]] [L at %[[L]] + 1]
// CHECK-NEXT:   %[[B:.*]] = gt.access %[[U]] [V by %[[SECOND]]]
// CHECK:        gt.add %[[SUM]]
// CHECK-NEXT:   gt.write
gt.program @sum(%u: !gt.storage<[V], f64, unit>, %t: !gt.storage<[E, L], i32, unit>,
                %w: !gt.storage<[E], f64, unit>, %v: !gt.range<V>, %e: !gt.range<E>,
                %l: !gt.range<L>) {
  %0 = gt.load %u : !gt.storage<[V], f64, unit> -> !gt.field<[V], f64>
  %1 = gt.load %t : !gt.storage<[E, L], i32, unit> -> !gt.field<[E, L], i32>
  %2 = gt.neg %0 : (!gt.field<[V], f64>) -> !gt.field<[V], f64>
  %3 = gt.remap %2 by %1 in %v : !gt.field<[V], f64> by !gt.field<[E, L], i32> in !gt.range<V> -> !gt.field<[E, L], f64>
  %4 = gt.reduce sum %3 over %l width 2 : !gt.field<[E, L], f64>, !gt.range<L> -> !gt.field<[E], f64>
  gt.store %4 to %w over %e : !gt.field<[E], f64>, !gt.storage<[E], f64, unit>, !gt.range<E>
}

// A table that is computed of another one, two steps away, a shift on the way, and a
// coordinate.
// CHECK-LABEL: @chain
// CHECK:      %[[N:.*]] = gt.access %[[T:.*]] : !gt.storage<[E], i32, unit> -> i32
// CHECK-NEXT: %[[M:.*]] = gt.access %[[T]] [E by %[[N]] + 1] : !gt.storage<[E], i32, unit>, i32 -> i32
// CHECK-NEXT: gt.access %{{.*}} [E by %[[M]]] : !gt.storage<[E], f64, unit>, i32 -> f64
// CHECK:      gt.cast %[[M]] : (i32) -> i64
gt.program @chain(%u: !gt.storage<[E], f64, unit>, %t: !gt.storage<[E], i32, unit>,
                  %w: !gt.storage<[E], f64, unit>, %r: !gt.range<E>, %e: !gt.range<E>) {
  %0 = gt.load %u : !gt.storage<[E], f64, unit> -> !gt.field<[E], f64>
  %1 = gt.load %t : !gt.storage<[E], i32, unit> -> !gt.field<[E], i32>
  %i = gt.index E : !gt.field<[E], i64>
  %x = gt.cast %i : (!gt.field<[E], i64>) -> !gt.field<[E], f64>
  %2 = gt.add %0, %x : (!gt.field<[E], f64>, !gt.field<[E], f64>) -> !gt.field<[E], f64>
  %3 = gt.remap %2 by %1 in %r : !gt.field<[E], f64> by !gt.field<[E], i32> in !gt.range<E> -> !gt.field<[E], f64>
  %4 = gt.shift %3 [E + 1] : !gt.field<[E], f64>
  %5 = gt.remap %4 by %1 in %r : !gt.field<[E], f64> by !gt.field<[E], i32> in !gt.range<E> -> !gt.field<[E], f64>
  gt.store %5 to %w over %e : !gt.field<[E], f64>, !gt.storage<[E], f64, unit>, !gt.range<E>
}

// Kept, it lies in memory as the field does that the table is of: levels that are contiguous stay so.
// CHECK-LABEL: @levels
// CHECK:      gt.temporary over %{{.*}}, %{{.*}} : !gt.range<V>, !gt.range<K> -> !gt.storage<[V, K], f64, unit>
// CHECK-NEXT: gt.stencil over %{{.*}}, %{{.*}} : !gt.range<V>, !gt.range<K>
gt.program @levels(%u: !gt.storage<[E, K], f64, unit>, %s: !gt.storage<[V], i32, unit>, %t: !gt.storage<[E], i32, unit>,
                   %w: !gt.storage<[E, K], f64, unit>, %v: !gt.range<V>, %e: !gt.range<E>, %k: !gt.range<K>) {
  %0 = gt.load %u : !gt.storage<[E, K], f64, unit> -> !gt.field<[E, K], f64>
  %1 = gt.load %s : !gt.storage<[V], i32, unit> -> !gt.field<[V], i32>
  %2 = gt.load %t : !gt.storage<[E], i32, unit> -> !gt.field<[E], i32>
  %3 = gt.remap %0 by %1 in %e : !gt.field<[E, K], f64> by !gt.field<[V], i32> in !gt.range<E> -> !gt.field<[V, K], f64>
  %4 = gt.exp %3 {gt.placement = #gt.placement<materialise>} : (!gt.field<[V, K], f64>) -> !gt.field<[V, K], f64>
  %5 = gt.remap %4 by %2 in %v : !gt.field<[V, K], f64> by !gt.field<[E], i32> in !gt.range<V> -> !gt.field<[E, K], f64>
  gt.store %5 to %w over %e, %k : !gt.field<[E, K], f64>, !gt.storage<[E, K], f64, unit>, !gt.range<E>, !gt.range<K>
}

// A value that is kept is computed over the range of the indices.
// CHECK-LABEL: @kept
// CHECK-SAME: %[[V:[^:]*]]: !gt.range<V>, %[[E:[^:]*]]: !gt.range<E>)
// CHECK:      %[[TEMP:.*]] = gt.temporary over %[[V]] : !gt.range<V> -> !gt.storage<[V], f64, unit>
// CHECK-NEXT: gt.stencil over %[[V]] : !gt.range<V> {
// CHECK:      gt.stencil over %[[E]] : !gt.range<E> {
// CHECK:        gt.access %[[TEMP]] [V by %{{.*}}]
gt.program @kept(%u: !gt.storage<[V], f64, unit>, %t: !gt.storage<[E], i32, unit>,
                 %w: !gt.storage<[E], f64, unit>, %v: !gt.range<V>, %e: !gt.range<E>) {
  %0 = gt.load %u : !gt.storage<[V], f64, unit> -> !gt.field<[V], f64>
  %1 = gt.load %t : !gt.storage<[E], i32, unit> -> !gt.field<[E], i32>
  %2 = gt.exp %0 {gt.placement = #gt.placement<materialise>} : (!gt.field<[V], f64>) -> !gt.field<[V], f64>
  %3 = gt.remap %2 by %1 in %v : !gt.field<[V], f64> by !gt.field<[E], i32> in !gt.range<V> -> !gt.field<[E], f64>
  gt.store %3 to %w over %e : !gt.field<[E], f64>, !gt.storage<[E], f64, unit>, !gt.range<E>
}

// A storage that is gathered and written goes by a temporary.
// CHECK-LABEL: @in_place
// CHECK: gt.temporary
// CHECK: gt.access %[[U:.*]] [E by
// CHECK: gt.write %{{.*}} to %[[U]]
gt.program @in_place(%u: !gt.storage<[E], f64, unit>, %t: !gt.storage<[E], i32, unit>, %e: !gt.range<E>) {
  %0 = gt.load %u : !gt.storage<[E], f64, unit> -> !gt.field<[E], f64>
  %1 = gt.load %t : !gt.storage<[E], i32, unit> -> !gt.field<[E], i32>
  %2 = gt.remap %0 by %1 in %e : !gt.field<[E], f64> by !gt.field<[E], i32> in !gt.range<E> -> !gt.field<[E], f64>
  gt.store %2 to %u over %e : !gt.field<[E], f64>, !gt.storage<[E], f64, unit>, !gt.range<E>
}

// Where the points of a row have indices of their own, what takes several loads is
// kept rather than gathered load by load; with levels fastest it is computed again.
// CHECK-LABEL: @edges_fastest
// CHECK: gt.temporary
// CHECK: gt.stencil over %{{.*}} : !gt.range<E> {
// CHECK: gt.stencil over %{{.*}} : !gt.range<V> {
gt.program @edges_fastest(%a: !gt.storage<[E], f64, unit>, %b: !gt.storage<[E], f64, unit>,
                          %t: !gt.storage<[L, V], i32, unit>, %w: !gt.storage<[V], f64, unit>,
                          %e: !gt.range<E>, %v: !gt.range<V>, %l: !gt.range<L>) {
  %0 = gt.load %a : !gt.storage<[E], f64, unit> -> !gt.field<[E], f64>
  %1 = gt.load %b : !gt.storage<[E], f64, unit> -> !gt.field<[E], f64>
  %2 = gt.load %t : !gt.storage<[L, V], i32, unit> -> !gt.field<[V, L], i32>
  %3 = gt.mul %0, %1 : (!gt.field<[E], f64>, !gt.field<[E], f64>) -> !gt.field<[E], f64>
  %4 = gt.remap %3 by %2 in %e : !gt.field<[E], f64> by !gt.field<[V, L], i32> in !gt.range<E> -> !gt.field<[V, L], f64>
  %5 = gt.reduce sum %4 over %l width 6 : !gt.field<[V, L], f64>, !gt.range<L> -> !gt.field<[V], f64>
  gt.store %5 to %w over %v : !gt.field<[V], f64>, !gt.storage<[V], f64, unit>, !gt.range<V>
}

// CHECK-LABEL: @levels_fastest
// CHECK-NOT: gt.temporary
gt.program @levels_fastest(%a: !gt.storage<[E, K], f64, unit>, %b: !gt.storage<[E, K], f64, unit>,
                           %t: !gt.storage<[L, V], i32, unit>, %w: !gt.storage<[V, K], f64, unit>,
                           %e: !gt.range<E>, %v: !gt.range<V>, %k: !gt.range<K>, %l: !gt.range<L>) {
  %0 = gt.load %a : !gt.storage<[E, K], f64, unit> -> !gt.field<[E, K], f64>
  %1 = gt.load %b : !gt.storage<[E, K], f64, unit> -> !gt.field<[E, K], f64>
  %2 = gt.load %t : !gt.storage<[L, V], i32, unit> -> !gt.field<[V, L], i32>
  %3 = gt.mul %0, %1 : (!gt.field<[E, K], f64>, !gt.field<[E, K], f64>) -> !gt.field<[E, K], f64>
  %4 = gt.remap %3 by %2 in %e : !gt.field<[E, K], f64> by !gt.field<[V, L], i32> in !gt.range<E> -> !gt.field<[V, L, K], f64>
  %5 = gt.reduce sum %4 over %l width 6 : !gt.field<[V, L, K], f64>, !gt.range<L> -> !gt.field<[V, K], f64>
  gt.store %5 to %w over %v, %k : !gt.field<[V, K], f64>, !gt.storage<[V, K], f64, unit>, !gt.range<V>, !gt.range<K>
}
