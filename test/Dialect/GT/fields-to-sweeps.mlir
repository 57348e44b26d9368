// gt-fields-to-stencils: which scans, stores and intermediates become one sweep.
// RUN: gt-opt %s --gt-place-fields --gt-fields-to-stencils --split-input-file | FileCheck %s

// What a scan reads at the point, and what is stored of it over the same ranges, is
// computed in the sweep; nothing else is written.
// CHECK-LABEL: @fused(
// CHECK-SAME: %[[U:[^:]+]]: {{.+}}, %[[V:[^:]+]]: {{.+}}, %[[A:[^:]+]]: f64, %[[K:[^:]+]]: !gt.range<K>, %[[I:[^:]+]]: !gt.range<I>)
// CHECK-NOT: gt.temporary
// CHECK: gt.sweep {{ ?}}forward over %[[I]] : !gt.range<I> along %[[K]] : !gt.range<K> from {
// CHECK-NEXT: gt.yield %[[A]] : f64
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[C:.+]]: f64):
// CHECK-NEXT: %[[X:.+]] = gt.access %[[U]] [K + 1]
// CHECK-NEXT: %[[P:.+]] = gt.mul %[[A]], %[[X]]
// CHECK-NEXT: %[[S:.+]] = gt.add %[[C]], %[[P]]
// CHECK-NEXT: %[[Y:.+]] = gt.access %[[U]] :
// CHECK-NEXT: %[[D:.+]] = gt.sub %[[S]], %[[Y]]
// CHECK-NEXT: gt.write %[[D]] to %[[V]]
// CHECK-NEXT: gt.yield %[[S]] : f64
!f = !gt.field<[I, K], f64>
!s = !gt.storage<[K, I], f64, unit>
gt.program @fused(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [K + 1] : !f
  %2 = gt.mul %a, %1 : (f64, !f) -> !f
  %3 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %2 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %6 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %6 : f64
  }
  %4 = gt.sub %3, %0 : (!f, !f) -> !f
  gt.store %4 to %v over %k, %i : !f, !s, !gt.range<K>, !gt.range<I>
}

// -----

// A store over other points than the scan's reads it from memory.
// CHECK-LABEL: @apart(
// CHECK-SAME: %[[K:[^:]+]]: !gt.range<K>, %[[L:[^:]+]]: !gt.range<K>
// CHECK: %[[T:.+]] = gt.temporary over %[[K]], %{{.+}}
// CHECK: gt.sweep
// CHECK:   gt.write %{{.+}} to %[[T]]
// CHECK: gt.stencil over %[[L]], %{{.+}}
// CHECK:   gt.access %[[T]] [K - 1]
!f = !gt.field<[I, K], f64>
!s = !gt.storage<[K, I], f64, unit>
gt.program @apart(%u: !s, %a: f64, %k: !gt.range<K>, %l: !gt.range<K>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %6 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %6 : f64
  }
  %2 = gt.shift %1 [K - 1] : !f
  gt.store %2 to %u over %l, %i : !f, !s, !gt.range<K>, !gt.range<I>
}

// -----

// Scans in one direction, of each other's values or side by side, are one sweep; one in
// the other direction follows.
// CHECK-LABEL: @several(
// CHECK: %[[T:.+]] = gt.temporary
// CHECK-NOT: gt.temporary
// CHECK: gt.sweep {{ ?}}forward
// CHECK: ^bb0(%{{.+}}: f64, %{{.+}}: f64, %{{.+}}: f64):
// CHECK: gt.write %{{.+}} to %[[T]]
// CHECK: gt.sweep {{ ?}}backward
// CHECK: gt.access %[[T]] :
// CHECK-NOT: gt.sweep
!f = !gt.field<[I, K], f64>
!s = !gt.storage<[K, I], f64, unit>
gt.program @several(%u: !s, %v: !s, %w: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %6 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %6 : f64
  }
  %2 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %1 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %6 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %6 : f64
  }
  %3 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %6 = gt.max %c, %x : (f64, f64) -> f64
    gt.yield %6 : f64
  }
  %4 = gt.scan backward along %k : !gt.range<K> from %a : f64 over %2 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %6 = gt.mul %c, %x : (f64, f64) -> f64
    gt.yield %6 : f64
  }
  gt.store %3 to %w over %k, %i : !f, !s, !gt.range<K>, !gt.range<I>
  gt.store %4 to %v over %k, %i : !f, !s, !gt.range<K>, !gt.range<I>
}

// -----

// What a scan starts with is computed in front of the first point of each line.
// CHECK-LABEL: @starts(
// CHECK: gt.sweep {{ ?}}backward
// CHECK-NEXT: %[[H:.+]] = gt.access %{{.+}} : !gt.storage<[I], f64, unit> -> f64
// CHECK-NEXT: %[[E:.+]] = gt.exp %[[H]]
// CHECK-NEXT: gt.yield %[[E]] : f64
!f = !gt.field<[I, K], f64>
!s = !gt.storage<[K, I], f64, unit>
gt.program @starts(%h: !gt.storage<[I], f64, unit>, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %0 = gt.load %h : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  %1 = gt.exp %0 : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  %2 = gt.scan backward along %k : !gt.range<K> from %1 : !gt.field<[I], f64> over %a : f64 -> !f {
  ^bb0(%c: f64, %x: f64):
    %6 = gt.mul %c, %x : (f64, f64) -> f64
    gt.yield %6 : f64
  }
  gt.store %2 to %v over %k, %i : !f, !s, !gt.range<K>, !gt.range<I>
}

// -----

// A reduction along the same points is none.
// CHECK-LABEL: @reduced(
// CHECK: gt.sweep
// CHECK: gt.write
// CHECK: gt.fold
!f = !gt.field<[K], f64>
!s = !gt.storage<[K], f64, unit>
gt.program @reduced(%u: !s, %v: !gt.storage<[I], f64, unit>, %w: !gt.storage<[K, I], f64, unit>, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %2 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %2 : f64
  }
  %3 = gt.load %w : !gt.storage<[K, I], f64, unit> -> !gt.field<[I, K], f64>
  %4 = gt.mul %1, %3 : (!f, !gt.field<[I, K], f64>) -> !gt.field<[I, K], f64>
  %5 = gt.reduce max %4 over %k : !gt.field<[I, K], f64>, !gt.range<K> -> !gt.field<[I], f64>
  gt.store %5 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}

// -----

// What is read at the point alone, or by kernels before, is written in the sweep.
// CHECK-LABEL: @inPlace(
// CHECK-SAME: %[[U:[^:]+]]: !gt.storage<[K, I], f64, unit>
// CHECK: gt.sweep {{ ?}}forward
// CHECK:   gt.access %[[U]] [K - 1]
// CHECK: gt.sweep {{ ?}}backward
// CHECK:   gt.access %[[U]] :
// CHECK:   gt.write %{{.+}} to %[[U]]
// CHECK-NOT: gt.stencil
!f = !gt.field<[I, K], f64>
!s = !gt.storage<[K, I], f64, unit>
gt.program @inPlace(%u: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [K - 1] : !f
  %2 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %1 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %5 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %5 : f64
  }
  %3 = gt.scan backward along %k : !gt.range<K> from %a : f64 over %2 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %5 = gt.mul %c, %x : (f64, f64) -> f64
    gt.yield %5 : f64
  }
  %4 = gt.sub %3, %0 : (!f, !f) -> !f
  gt.store %4 to %u over %k, %i : !f, !s, !gt.range<K>, !gt.range<I>
}

// -----

// What the sweep reads apart is not.
// CHECK-LABEL: @apartInPlace(
// CHECK: gt.sweep
// CHECK: gt.write %{{.+}} to %[[T:.+]] :
// CHECK: gt.stencil
// CHECK: gt.access %[[T]]
!f = !gt.field<[I, K], f64>
!s = !gt.storage<[K, I], f64, unit>
gt.program @apartInPlace(%u: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [K - 1] : !f
  %2 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %1 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %5 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %5 : f64
  }
  gt.store %2 to %u over %k, %i : !f, !s, !gt.range<K>, !gt.range<I>
}

// -----

// A store of some levels of a scan is written in the sweep, at these; another part of the same storage
// comes from memory.
// CHECK-LABEL: @parts(
// CHECK-SAME: %[[V:[^:]+]]: !gt.storage<[K, I], f64, unit>, %[[W:[^:]+]]: !gt.storage<[K, I], f64, unit>, %{{[^:]+}}: f64, %[[K:[^:]+]]: !gt.range<K>, %[[PART:[^:]+]]: !gt.range<K>, %[[OTHER:[^:]+]]: !gt.range<K>, %[[I:[^:]+]]: !gt.range<I>)
// CHECK: gt.sweep {{ ?}}forward over %[[I]] : !gt.range<I> along %[[K]] : !gt.range<K> from {
// CHECK: gt.write %{{.*}} to %[[V]] at %[[PART]] : !gt.range<K> : f64, !gt.storage<[K, I], f64, unit>
// CHECK: gt.stencil over %[[OTHER]], %[[I]]
// CHECK: gt.write %{{.*}} to %[[V]] : f64
gt.program @parts(%u: !gt.storage<[K, I], f64, unit>, %v: !gt.storage<[K, I], f64, unit>,
                  %w: !gt.storage<[K, I], f64, unit>, %zero: f64, %k: !gt.range<K>,
                  %part: !gt.range<K>, %other: !gt.range<K>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[K, I], f64, unit> -> !gt.field<[I, K], f64>
  %1:1 = gt.scan forward along %k : !gt.range<K> from %zero : f64 over %0 : !gt.field<[I, K], f64> -> !gt.field<[I, K], f64> {
  ^bb0(%sum: f64, %x: f64):
    %2 = gt.add %sum, %x : (f64, f64) -> f64
    gt.yield %2 : f64
  }
  gt.store %1#0 to %v over %part, %i : !gt.field<[I, K], f64>, !gt.storage<[K, I], f64, unit>, !gt.range<K>, !gt.range<I>
  gt.store %1#0 to %v over %other, %i : !gt.field<[I, K], f64>, !gt.storage<[K, I], f64, unit>, !gt.range<K>, !gt.range<I>
}
