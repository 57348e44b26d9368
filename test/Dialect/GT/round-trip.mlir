// Every form of the text is read back as it was written (S4-116).
// RUN: gt-opt %s | gt-opt | FileCheck %s

// CHECK-LABEL: gt.program @fields(
// CHECK-SAME: %[[U:.+]]: !gt.storage<[K, J, I], f64, unit>, %[[V:.+]]: !gt.storage<[J, I], f64>,
// CHECK-SAME: %[[A:.+]]: f64, %[[I:.+]]: !gt.range<I>, %[[J:.+]]: !gt.range<J>, %[[K:.+]]: !gt.range<K>)
// CHECK-SAME: attributes {remarks = ["a: b"]} {
gt.program @fields(%u: !gt.storage<[K, J, I], f64, unit>, %v: !gt.storage<[J, I], f64>, %a: f64,
                   %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>)
    attributes {remarks = ["a: b"]} {
  // CHECK: %[[LOAD:.+]] = gt.load %[[U]] : !gt.storage<[K, J, I], f64, unit> -> !gt.field<[I, J, K], f64>
  %0 = gt.load %u : !gt.storage<[K, J, I], f64, unit> -> !gt.field<[I, J, K], f64>
  // CHECK: %[[SHIFT:.+]] = gt.shift %[[LOAD]] [I + 1, K - 2] : !gt.field<[I, J, K], f64>
  %1 = gt.shift %0 [K - 2, J + 0, I + 1] : !gt.field<[I, J, K], f64>
  // CHECK: %[[SUM:.+]] = gt.add %[[SHIFT]], %[[A]] {gt.placement = #gt.placement<inline>} : (!gt.field<[I, J, K], f64>, f64) -> !gt.field<[I, J, K], f64>
  %2 = gt.add %1, %a {gt.placement = #gt.placement<inline>} : (!gt.field<[I, J, K], f64>, f64) -> !gt.field<[I, J, K], f64>
  // CHECK: gt.pin %[[SUM]] at %[[K]] : !gt.field<[I, J, K], f64>, !gt.range<K> -> !gt.field<[I, J], f64>
  %3 = gt.pin %2 at %k : !gt.field<[I, J, K], f64>, !gt.range<K> -> !gt.field<[I, J], f64>
  // CHECK: gt.broadcast %[[A]] : f64 -> !gt.field<[], f64>
  %4 = gt.broadcast %a : f64 -> !gt.field<[], f64>
  // CHECK: gt.reduce sum %[[SUM]] over %[[I]], %[[J]] lanes : !gt.field<[I, J, K], f64>, !gt.range<I>, !gt.range<J> -> !gt.field<[K], f64>
  %5 = gt.reduce sum %2 over %i, %j lanes : !gt.field<[I, J, K], f64>, !gt.range<I>, !gt.range<J> -> !gt.field<[K], f64>
  // CHECK: gt.reduce min %[[SUM]] over %[[K]] : !gt.field<[I, J, K], f64>, !gt.range<K> -> !gt.field<[I, J], f64>
  %6 = gt.reduce min %2 over %k : !gt.field<[I, J, K], f64>, !gt.range<K> -> !gt.field<[I, J], f64>
  // CHECK: gt.store %{{.+}} to %[[V]] over %[[J]], %[[I]] : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64>, !gt.range<J>, !gt.range<I>
  gt.store %3 to %v over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64>, !gt.range<J>, !gt.range<I>
  // CHECK: gt.store %[[A]] to %[[V]] in_place over
  gt.store %a to %v in_place over %j, %i : f64, !gt.storage<[J, I], f64>, !gt.range<J>, !gt.range<I>
  // CHECK: gt.store %[[A]] to %[[V]]
  gt.store %a to %v over %j, %i : f64, !gt.storage<[J, I], f64>, !gt.range<J>, !gt.range<I>
}

// CHECK-LABEL: gt.program @no_dimensions
gt.program @no_dimensions(%s: !gt.storage<[], i64>) {
  // CHECK: %[[S:.+]] = gt.load %{{.+}} : !gt.storage<[], i64> -> !gt.field<[], i64>
  %0 = gt.load %s : !gt.storage<[], i64> -> !gt.field<[], i64>
  // CHECK: gt.store %[[S]] to %{{.+}} : !gt.field<[], i64>, !gt.storage<[], i64>
  gt.store %0 to %s : !gt.field<[], i64>, !gt.storage<[], i64>
}

// CHECK-LABEL: gt.program @quoted_names(%{{.+}}: !gt.storage<["cell index", I], f64>, %{{.+}}: !gt.range<"cell index">)
gt.program @quoted_names(%u: !gt.storage<["cell index", I], f64>, %c: !gt.range<"cell index">) {
  %0 = gt.load %u : !gt.storage<["cell index", I], f64> -> !gt.field<["cell index", I], f64>
  // CHECK: gt.shift %{{.+}} ["cell index" + 1] : !gt.field<["cell index", I], f64>
  %1 = gt.shift %0 ["cell index" + 1] : !gt.field<["cell index", I], f64>
}

// CHECK-LABEL: gt.program @stencils
gt.program @stencils(%u: !gt.storage<[K, J, I], f64, unit>, %s: !gt.storage<[K], f64, unit>,
                     %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  // CHECK: %[[GROWN:.+]] = gt.grow %[[I:.+]] by -1, 2 : !gt.range<I>
  %i1 = gt.grow %i by -1, 2 : !gt.range<I>
  // CHECK: %[[HULL:.+]] = gt.hull %[[I]], %[[GROWN]] : !gt.range<I>
  %i2 = gt.hull %i, %i1 : !gt.range<I>
  // CHECK: gt.intersect %[[I]], %[[GROWN]] : !gt.range<I>
  %i3 = gt.intersect %i, %i1 : !gt.range<I>
  // CHECK: gt.below %[[GROWN]], %[[I]] : !gt.range<I>
  %i4 = gt.below %i1, %i : !gt.range<I>
  // CHECK: gt.above %[[GROWN]], %[[I]] : !gt.range<I>
  %i5 = gt.above %i1, %i : !gt.range<I>
  // CHECK: gt.when %[[GROWN]], %{{.+}}, %[[I]] : !gt.range<I>, !gt.range<J>, !gt.range<I>
  %i6 = gt.when %i1, %j, %i : !gt.range<I>, !gt.range<J>, !gt.range<I>
  // CHECK: %[[T:.+]] = gt.temporary over %{{.+}}, %[[HULL]] : !gt.range<K>, !gt.range<I> -> !gt.storage<[K, I], f64, unit>
  %t = gt.temporary over %k, %i2 : !gt.range<K>, !gt.range<I> -> !gt.storage<[K, I], f64, unit>
  // CHECK: gt.temporary -> !gt.storage<[], f64>
  %z = gt.temporary -> !gt.storage<[], f64>
  %y = gt.temporary -> !gt.storage<[], f64>
  // CHECK: gt.stencil over %{{.+}}, %[[HULL]] : !gt.range<K>, !gt.range<I> {
  gt.stencil over %k, %i2 : !gt.range<K>, !gt.range<I> {
    // CHECK: gt.access %{{.+}} [J at %[[J:.+]] + 1, K - 1, I + 2] : !gt.storage<[K, J, I], f64, unit>, !gt.range<J> -> f64
    %0 = gt.access %u [I + 2, J at %j + 1, K - 1] : !gt.storage<[K, J, I], f64, unit>, !gt.range<J> -> f64
    // CHECK: gt.access %{{.+}} [I at %[[I]], J at %[[J]]] : !gt.storage<[K, J, I], f64, unit>, !gt.range<I>, !gt.range<J> -> f64
    %1 = gt.access %u [I at %i, J at %j] : !gt.storage<[K, J, I], f64, unit>, !gt.range<I>, !gt.range<J> -> f64
    // CHECK: gt.access %{{.+}} : !gt.storage<[K], f64, unit> -> f64
    %2 = gt.access %s : !gt.storage<[K], f64, unit> -> f64
    // CHECK: gt.write %{{.+}} to %[[T]] in_place : f64, !gt.storage<[K, I], f64, unit>
    gt.write %0 to %t in_place : f64, !gt.storage<[K, I], f64, unit>
  }
  // CHECK: gt.stencil over %{{.+}}, %[[HULL]] : !gt.range<K>, !gt.range<I> narrow {
  gt.stencil over %k, %i2 : !gt.range<K>, !gt.range<I> narrow {
  }
  // CHECK: gt.stencil {
  gt.stencil {
  }
  // CHECK: gt.fold sum over %{{.+}} : !gt.range<K> along %[[HULL]] : !gt.range<I> lanes {
  gt.fold sum over %k : !gt.range<K> along %i2 : !gt.range<I> lanes {
    %0 = gt.access %t : !gt.storage<[K, I], f64, unit> -> f64
    // CHECK: gt.yield %{{.+}} : f64
    gt.yield %0 : f64
    // CHECK: } into %{{.+}} : !gt.storage<[K], f64, unit>
  } into %s : !gt.storage<[K], f64, unit>
  // CHECK: gt.fold min, max along %{{.+}} : !gt.range<K> {
  gt.fold min, max along %k : !gt.range<K> {
    %0 = gt.access %s : !gt.storage<[K], f64, unit> -> f64
    // CHECK: gt.yield %{{.+}}, %{{.+}} : f64, f64
    gt.yield %0, %0 : f64, f64
    // CHECK: } into %{{.+}}, %{{.+}} : !gt.storage<[], f64>, !gt.storage<[], f64>
  } into %z, %y : !gt.storage<[], f64>, !gt.storage<[], f64>
}

// CHECK-LABEL: gt.program @indices
gt.program @indices(%n: !gt.storage<[I], i64, unit>, %i: !gt.range<I>) {
  // CHECK: %[[INDEX:.+]] = gt.index I : !gt.field<[I], i64>
  %0 = gt.index I : !gt.field<[I], i64>
  gt.store %0 to %n over %i : !gt.field<[I], i64>, !gt.storage<[I], i64, unit>, !gt.range<I>
}

// CHECK-LABEL: gt.program @points
gt.program @points(%u: !gt.storage<[I], f64, unit>, %n: !gt.storage<[I], i64, unit>, %i: !gt.range<I>,
                   %j: !gt.range<J>) {
  gt.stencil over %i : !gt.range<I> {
    // CHECK: gt.index I - 9223372036854775808 : i64
    %0 = gt.index I - 9223372036854775808 : i64
    // CHECK: gt.index J at %{{.+}} + 2 : i64
    %1 = gt.index J at %j + 2 : i64
    // CHECK: %[[HALF:.+]] = gt.constant 5.000000e-01 : f64
    %2 = gt.constant 0.5 : f64
    // CHECK: gt.check_finite %[[HALF]] : f64
    gt.check_finite %2 : f64
    gt.write %1 to %n : i64, !gt.storage<[I], i64, unit>
  }
}

// CHECK-LABEL: gt.program @constants
gt.program @constants(%u: !gt.storage<[I], f16, unit>, %i: !gt.range<I>) {
  // CHECK: gt.constant true
  %0 = gt.constant true
  // CHECK: gt.constant 255 : ui8
  %1 = gt.constant 255 : ui8
  // CHECK: gt.constant -1 : i16
  %2 = gt.constant -1 : i16
  // CHECK: gt.constant 0xFFC00000 : f32
  %3 = gt.constant 0xFFC00000 : f32
  // CHECK: %[[HALF:.+]] = gt.constant 5.000000e-01 : f16
  %4 = gt.constant 0.5 : f16
  // CHECK: gt.store %[[HALF]]
  gt.store %4 to %u over %i : f16, !gt.storage<[I], f16, unit>, !gt.range<I>
}
