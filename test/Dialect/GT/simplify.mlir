// gt-simplify folds, shares and drops, and keeps what could change a bit.
// RUN: gt-opt %s --gt-simplify | FileCheck %s

!f = !gt.field<[I], f64>
!b = !gt.field<[I], i1>
!s = !gt.storage<[I], f64, unit>
!m = !gt.storage<[I], i1, unit>

// CHECK-LABEL: @shift_of_shift
gt.program @shift_of_shift(%u: !s, %v: !s, %i: !gt.range<I>) {
  // CHECK-NEXT: %[[U:.+]] = gt.load
  // CHECK-NEXT: %[[R:.+]] = gt.shift %[[U]] [I - 1]
  // CHECK-NEXT: gt.store %[[R]]
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I + 2] : !f
  %2 = gt.shift %1 [I - 3] : !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
}

// CHECK-LABEL: @shift_back
gt.program @shift_back(%u: !s, %v: !s, %i: !gt.range<I>) {
  // CHECK-NEXT: %[[U:.+]] = gt.load
  // CHECK-NEXT: gt.store %[[U]]
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I + 2] : !f
  %2 = gt.shift %1 [I - 2] : !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
}

// CHECK-LABEL: @shift_overflow
gt.program @shift_overflow(%u: !s, %v: !s, %i: !gt.range<I>) {
  // CHECK: gt.shift %{{.+}} [I + 9223372036854775807]
  // CHECK: gt.shift %{{.+}} [I + 1]
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I + 9223372036854775807] : !f
  %2 = gt.shift %1 [I + 1] : !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
}

// CHECK-LABEL: @repetitions
gt.program @repetitions(%u: !s, %v: !s, %i: !gt.range<I>) {
  // CHECK-NEXT: %[[U:.+]] = gt.load
  // CHECK-NEXT: %[[A:.+]] = gt.abs %[[U]]
  // CHECK-NEXT: gt.store %[[A]]
  %0 = gt.load %u : !s -> !f
  %1 = gt.neg %0 : (!f) -> !f
  %2 = gt.neg %1 : (!f) -> !f
  %3 = gt.abs %2 : (!f) -> !f
  %4 = gt.abs %3 : (!f) -> !f
  %5 = gt.min %4, %4 : (!f, !f) -> !f
  %6 = gt.max %5, %5 : (!f, !f) -> !f
  %7 = gt.cast %6 : (!f) -> !f
  gt.store %7 to %v over %i : !f, !s, !gt.range<I>
}

// CHECK-LABEL: @logic
gt.program @logic(%u: !m, %w: !s, %v: !s, %i: !gt.range<I>) {
  // CHECK-NEXT: %[[C:.+]] = gt.load
  // CHECK-NEXT: %[[W:.+]] = gt.load
  // A checked evaluation looks at what a condition is made from.
  // CHECK-NEXT: %[[V:.+]] = gt.select %[[C]], %[[W]], %[[W]]
  // CHECK-NEXT: gt.store %[[V]]
  %0 = gt.load %u : !m -> !b
  %1 = gt.not %0 : (!b) -> !b
  %2 = gt.not %1 : (!b) -> !b
  %3 = gt.or %2, %0 : (!b, !b) -> !b
  %4 = gt.load %w : !s -> !f
  %5 = gt.select %3, %4, %4 : (!b, !f, !f) -> !f
  gt.store %5 to %v over %i : !f, !s, !gt.range<I>
}

// CHECK-LABEL: @broadcasts
gt.program @broadcasts(%a: f64, %v: !s, %i: !gt.range<I>) {
  // CHECK-NEXT: %[[R:.+]] = gt.broadcast %{{.+}} : f64 -> !gt.field<[I], f64>
  // CHECK-NEXT: gt.store %[[R]]
  %0 = gt.broadcast %a : f64 -> !gt.field<[], f64>
  %1 = gt.broadcast %0 : !gt.field<[], f64> -> !f
  %2 = gt.broadcast %1 : !f -> !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
}

// Operands of commutative operations in any order; others as they stand.
// CHECK-LABEL: @sharing
gt.program @sharing(%u: !s, %v: !s, %w: !s, %i: !gt.range<I>) {
  // CHECK-NEXT: %[[U:.+]] = gt.load
  // CHECK-NEXT: %[[V:.+]] = gt.load
  // CHECK-NEXT: %[[SUM:.+]] = gt.add %[[U]], %[[V]]
  // CHECK-NEXT: %[[D:.+]] = gt.sub %[[U]], %[[V]]
  // CHECK-NEXT: %[[E:.+]] = gt.sub %[[V]], %[[U]]
  // CHECK-NEXT: %[[S:.+]] = gt.add %[[SUM]], %[[SUM]]
  // CHECK-NEXT: %[[T:.+]] = gt.mul %[[D]], %[[E]]
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %v : !s -> !f
  %2 = gt.add %0, %1 : (!f, !f) -> !f
  %3 = gt.load %u : !s -> !f
  %4 = gt.add %1, %3 : (!f, !f) -> !f
  %5 = gt.sub %0, %1 : (!f, !f) -> !f
  %6 = gt.sub %1, %0 : (!f, !f) -> !f
  %7 = gt.add %2, %4 : (!f, !f) -> !f
  %8 = gt.mul %5, %6 : (!f, !f) -> !f
  %9 = gt.add %7, %8 : (!f, !f) -> !f
  gt.store %9 to %w over %i : !f, !s, !gt.range<I>
}

// Different placements are different operations.
// CHECK-LABEL: @prescriptions
gt.program @prescriptions(%u: !s, %v: !s, %i: !gt.range<I>) {
  // CHECK: gt.exp %{{.+}} {gt.placement = #gt.placement<materialise>}
  // CHECK: gt.exp %{{.+}} {gt.placement = #gt.placement<inline>}
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %2 = gt.exp %0 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  %3 = gt.add %1, %2 : (!f, !f) -> !f
  gt.store %3 to %v over %i : !f, !s, !gt.range<I>
}

// The stencil level is simplified alike; writes stay.
// CHECK-LABEL: @stencil
gt.program @stencil(%u: !s, %v: !s, %i: !gt.range<I>) {
  // CHECK-NEXT: gt.stencil
  // CHECK-NEXT: %[[A:.+]] = gt.access %{{.+}} [I + 1]
  // CHECK-NEXT: %[[R:.+]] = gt.add %[[A]], %[[A]]
  // CHECK-NEXT: gt.write %[[R]]
  // CHECK-NEXT: }
  %i1 = gt.grow %i by 0, 1 : !gt.range<I>
  %t = gt.temporary over %i1 : !gt.range<I> -> !s
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u [I + 1] : !s -> f64
    %1 = gt.access %u [I + 1] : !s -> f64
    %2 = gt.access %u : !s -> f64
    %3 = gt.add %0, %1 : (f64, f64) -> f64
    gt.write %3 to %v : f64, !s
  }
}

// What the region of a scan does not look at is not computed; the dimensions stay.
// CHECK-LABEL: @unused_in_scan
gt.program @unused_in_scan(%u: !s, %a: f64,
                           %v: !gt.storage<[I, K], f64, unit>, %i: !gt.range<I>, %k: !gt.range<K>) {
  // CHECK-NOT: gt.exp
  // CHECK:      %[[ZERO:.+]] = gt.constant 0.0
  // CHECK-NEXT: %[[NONE:.+]] = gt.broadcast %[[ZERO]] : f64 -> !gt.field<[I], f64>
  // CHECK-NEXT: gt.scan forward along %{{.+}} from %{{.+}} over %[[NONE]], %{{.+}} : !gt.field<[I], f64>, !gt.field<[K], f64>
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 : (!f) -> !f
  %2 = gt.index K : !gt.field<[K], i64>
  %3 = gt.cast %2 : (!gt.field<[K], i64>) -> !gt.field<[K], f64>
  %4 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %1, %3 : !f, !gt.field<[K], f64> -> !gt.field<[I, K], f64> {
  ^bb0(%c: f64, %x: f64, %y: f64):
    %5 = gt.mul %x, %c : (f64, f64) -> f64
    %6 = gt.add %c, %y : (f64, f64) -> f64
    gt.yield %6 : f64
  }
  gt.store %4 to %v over %i, %k : !gt.field<[I, K], f64>, !gt.storage<[I, K], f64, unit>, !gt.range<I>, !gt.range<K>
}

// What is chosen among numbers is chosen in the type that it is converted to.
// CHECK-LABEL: @converted_choice
gt.program @converted_choice(%m: !m, %n: !m, %a: i64, %b: i64, %v: !gt.storage<[I], ui8, unit>, %i: !gt.range<I>) {
  // CHECK-DAG:  %[[A:.+]] = gt.cast %{{.+}} : (i64) -> ui8
  // CHECK-DAG:  %[[B:.+]] = gt.cast %{{.+}} : (i64) -> ui8
  // CHECK:      %[[INNER:.+]] = gt.select %{{.+}}, %[[B]], %[[A]] : (!gt.field<[I], i1>, ui8, ui8) -> !gt.field<[I], ui8>
  // CHECK:      %[[OUTER:.+]] = gt.select %{{.+}}, %[[A]], %[[INNER]] : (!gt.field<[I], i1>, ui8, !gt.field<[I], ui8>)
  // CHECK-NEXT: gt.store %[[OUTER]]
  %0 = gt.load %m : !m -> !b
  %1 = gt.load %n : !m -> !b
  %2 = gt.select %1, %b, %a : (!b, i64, i64) -> !gt.field<[I], i64>
  %3 = gt.select %0, %a, %2 : (!b, i64, !gt.field<[I], i64>) -> !gt.field<[I], i64>
  %4 = gt.cast %3 : (!gt.field<[I], i64>) -> !gt.field<[I], ui8>
  gt.store %4 to %v over %i : !gt.field<[I], ui8>, !gt.storage<[I], ui8, unit>, !gt.range<I>
}

// So does one among numbers by a number: it is made once.
// CHECK-LABEL: @choice_of_a_number
gt.program @choice_of_a_number(%v: !gt.storage<[], f64>, %c: i1, %a: i8, %b: i8) {
  // CHECK: %[[CHOICE:.+]] = gt.select %{{.+}} : (i1, i8, i8) -> i8
  // CHECK-NEXT: gt.cast %[[CHOICE]] : (i8) -> f64
  %0 = gt.select %c, %a, %b : (i1, i8, i8) -> i8
  %1 = gt.cast %0 : (i8) -> f64
  gt.store %1 to %v : f64, !gt.storage<[], f64>
}

// A choice that others need, or of fields, stays.
// CHECK-LABEL: @choice_that_stays
gt.program @choice_that_stays(%m: !m, %u: !s, %a: f64, %v: !gt.storage<[I], f32, unit>, %w: !s, %i: !gt.range<I>) {
  // CHECK: %[[FIELDS:.+]] = gt.select
  // CHECK: gt.cast %[[FIELDS]]
  // CHECK: %[[NUMBERS:.+]] = gt.select
  // CHECK: gt.cast %[[NUMBERS]]
  %0 = gt.load %m : !m -> !b
  %1 = gt.load %u : !s -> !f
  %2 = gt.select %0, %1, %a : (!b, !f, f64) -> !f
  %3 = gt.cast %2 : (!f) -> !gt.field<[I], f32>
  %4 = gt.select %0, %a, %a : (!b, f64, f64) -> !f
  %5 = gt.cast %4 : (!f) -> !gt.field<[I], f32>
  gt.store %3 to %v over %i : !gt.field<[I], f32>, !gt.storage<[I], f32, unit>, !gt.range<I>
  gt.store %5 to %v over %i : !gt.field<[I], f32>, !gt.storage<[I], f32, unit>, !gt.range<I>
  gt.store %4 to %w over %i : !f, !s, !gt.range<I>
}
