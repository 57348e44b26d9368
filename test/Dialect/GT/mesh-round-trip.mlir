// What reads at the indices of tables is read back as it was written.
// RUN: gt-opt %s | gt-opt | FileCheck %s

// CHECK-LABEL: gt.program @remaps(
gt.program @remaps(%u: !gt.storage<[K, V], f64, unit>, %t: !gt.storage<[E, L], i32, unit>,
                   %n: !gt.storage<[E], i64, unit>, %v: !gt.range<V>, %k: !gt.range<K>,
                   %l: !gt.range<L>) {
  %0 = gt.load %u : !gt.storage<[K, V], f64, unit> -> !gt.field<[V, K], f64>
  %1 = gt.load %t : !gt.storage<[E, L], i32, unit> -> !gt.field<[E, L], i32>
  %2 = gt.load %n : !gt.storage<[E], i64, unit> -> !gt.field<[E], i64>
  // CHECK: %[[ONE:.+]] = gt.remap %{{.+}} by %{{.+}} in %{{.+}} : !gt.field<[V, K], f64> by !gt.field<[E, L], i32> in !gt.range<V> -> !gt.field<[E, L, K], f64>
  %3 = gt.remap %0 by %1 in %v : !gt.field<[V, K], f64> by !gt.field<[E, L], i32> in !gt.range<V> -> !gt.field<[E, L, K], f64>
  // CHECK: gt.remap %{{.+}} by %{{.+}}, %{{.+}} in %{{.+}}, %{{.+}} : !gt.field<[V, K], f64> by !gt.field<[E, L], i32>, !gt.field<[E], i64> in !gt.range<V>, !gt.range<K> -> !gt.field<[E, L], f64>
  %4 = gt.remap %0 by %1, %2 in %v, %k : !gt.field<[V, K], f64> by !gt.field<[E, L], i32>, !gt.field<[E], i64> in !gt.range<V>, !gt.range<K> -> !gt.field<[E, L], f64>
  // CHECK: gt.pin %[[ONE]] at %{{.+}} + 2 : !gt.field<[E, L, K], f64>, !gt.range<L> -> !gt.field<[E, K], f64>
  %5 = gt.pin %3 at %l + 2 : !gt.field<[E, L, K], f64>, !gt.range<L> -> !gt.field<[E, K], f64>
  // CHECK: gt.reduce sum %[[ONE]] over %{{.+}} width 3 : !gt.field<[E, L, K], f64>, !gt.range<L> -> !gt.field<[E, K], f64>
  %6 = gt.reduce sum %3 over %l width 3 : !gt.field<[E, L, K], f64>, !gt.range<L> -> !gt.field<[E, K], f64>
}

// CHECK-LABEL: gt.program @accesses(
gt.program @accesses(%u: !gt.storage<[K, J, V], f64, unit>, %t: !gt.storage<[E], i32, unit>,
                     %w: !gt.storage<[E], f64, unit>, %e: !gt.range<E>, %k: !gt.range<K>, %i: i64) {
  gt.stencil over %e : !gt.range<E> {
    %0 = gt.access %t : !gt.storage<[E], i32, unit> -> i32
    // CHECK: gt.access %{{.+}} [K at %{{.+}}, V by %{{.+}} + 1, J by %{{.+}}] : !gt.storage<[K, J, V], f64, unit>, !gt.range<K>, i32, i64 -> f64
    %1 = gt.access %u [V by %0 + 1, K at %k, J by %i] : !gt.storage<[K, J, V], f64, unit>, !gt.range<K>, i32, i64 -> f64
    gt.write %1 to %w : f64, !gt.storage<[E], f64, unit>
  }
  gt.kernel @k0 over %e : !gt.range<E> {
    gt.row E lanes 8 {
      %0 = gt.get %t : !gt.storage<[E], i32, unit> -> i32
      // CHECK: gt.get %{{.+}} [K at %{{.+}}, V by %{{.+}} - 1, J by %{{.+}}] : !gt.storage<[K, J, V], f64, unit>, !gt.range<K>, i32, i64 -> f64
      %1 = gt.get %u [K at %k, V by %0 - 1, J by %i] : !gt.storage<[K, J, V], f64, unit>, !gt.range<K>, i32, i64 -> f64
      gt.put %1 to %w : f64, !gt.storage<[E], f64, unit>
    }
  }
}

// CHECK-LABEL: gt.callable @gathers(
gt.callable @gathers(%u: !gt.field<[V, K], f64>, %t: !gt.field<[E, L], i32>, %n: !gt.field<[E], i64>) {
  // CHECK: gt.gather %{{.+}}, %{{.+}} [V skip -1] : (!gt.field<[V, K], f64>, !gt.field<[E, L], i32>) -> !gt.field<[E, L, K], f64>
  %0 = gt.gather %u, %t [V skip -1] : (!gt.field<[V, K], f64>, !gt.field<[E, L], i32>) -> !gt.field<[E, L, K], f64>
  // CHECK: gt.gather %{{.+}}, %{{.+}}, %{{.+}} [V, K skip 99] : (!gt.field<[V, K], f64>, !gt.field<[E, L], i32>, !gt.field<[E], i64>) -> !gt.field<[E, L], f64>
  %1 = gt.gather %u, %t, %n [V, K skip 99] : (!gt.field<[V, K], f64>, !gt.field<[E, L], i32>, !gt.field<[E], i64>) -> !gt.field<[E, L], f64>
  gt.return %0, %1 : !gt.field<[E, L, K], f64>, !gt.field<[E, L], f64>
}

// CHECK-LABEL: gt.callable @renames(
gt.callable @renames(%u: !gt.field<[I, K_half], f64>) {
  // CHECK: gt.rename %{{.+}} [K_half as K + 1] : !gt.field<[I, K_half], f64> -> !gt.field<[I, K], f64>
  %0 = gt.rename %u [K_half as K + 1] : !gt.field<[I, K_half], f64> -> !gt.field<[I, K], f64>
  // CHECK: gt.rename %{{.+}} [K_half as "a dim"] : !gt.field<[I, K_half], f64> -> !gt.field<[I, "a dim"], f64>
  %1 = gt.rename %u [K_half as "a dim"] : !gt.field<[I, K_half], f64> -> !gt.field<[I, "a dim"], f64>
  gt.return %0, %1 : !gt.field<[I, K], f64>, !gt.field<[I, "a dim"], f64>
}

// CHECK-LABEL: gt.callable @offsets(
gt.callable @offsets(%u: !gt.field<[I, "a dim"], f64>, %n: !gt.field<[I, J], i64>, %m: !gt.field<["a dim"], i64>) {
  // CHECK: gt.shift_by %{{.+}}, %{{.+}} [I from -2 to 2] : (!gt.field<[I, "a dim"], f64>, !gt.field<[I, J], i64>) -> !gt.field<[I, J, "a dim"], f64>
  %0 = gt.shift_by %u, %n [I from -2 to 2] : (!gt.field<[I, "a dim"], f64>, !gt.field<[I, J], i64>) -> !gt.field<[I, J, "a dim"], f64>
  // CHECK: gt.shift_by %{{.+}}, %{{.+}} ["a dim" from 3 to 3] : (!gt.field<[I, "a dim"], f64>, !gt.field<["a dim"], i64>) -> !gt.field<[I, "a dim"], f64>
  %1 = gt.shift_by %u, %m ["a dim" from 3 to 3] : (!gt.field<[I, "a dim"], f64>, !gt.field<["a dim"], i64>) -> !gt.field<[I, "a dim"], f64>
  gt.return %0, %1 : !gt.field<[I, J, "a dim"], f64>, !gt.field<[I, "a dim"], f64>
}

// CHECK-LABEL: gt.callable @indices(
gt.callable @indices(%u: !gt.field<[I, "a dim"], f64>, %i: !gt.field<[J], i32>, %n: !gt.field<[], i64>) {
  // CHECK: gt.at %{{.+}}, %{{.+}}, %{{.+}} ["a dim", I] : (!gt.field<[I, "a dim"], f64>, !gt.field<[J], i32>, !gt.field<[], i64>) -> !gt.field<[J], f64>
  %0 = gt.at %u, %i, %n ["a dim", I] : (!gt.field<[I, "a dim"], f64>, !gt.field<[J], i32>, !gt.field<[], i64>) -> !gt.field<[J], f64>
  // CHECK: gt.at %{{.+}}, %{{.+}} [I] : (!gt.field<[I, "a dim"], f64>, !gt.field<[], i64>) -> !gt.field<["a dim"], f64>
  %1 = gt.at %u, %n [I] : (!gt.field<[I, "a dim"], f64>, !gt.field<[], i64>) -> !gt.field<["a dim"], f64>
  gt.return %0, %1 : !gt.field<[J], f64>, !gt.field<["a dim"], f64>
}
