// Scans of fields, of callables and in kernels are read back as they were written.
// RUN: gt-opt %s | gt-opt | FileCheck %s

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
// CHECK-LABEL: @fields(
// CHECK-SAME: %{{[^:]+}}: {{.+}}, %[[A:[^:]+]]: f64, %[[K:[^:]+]]: !gt.range<K>
gt.program @fields(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  // CHECK: %[[U:.+]] = gt.load
  %0 = gt.load %u : !s -> !f
  // CHECK: %[[R:.+]]:2 = gt.scan {{ ?}}backward along %[[K]] : !gt.range<K> from %[[A]], %[[A]] : f64, f64 over %[[U]], %[[A]] : !gt.field<[I, K], f64>, f64 -> !gt.field<[I, K], f64>, !gt.field<[I, K], f64> {
  // CHECK-NEXT: ^bb0(%[[C:.+]]: f64, %{{.+}}: f64, %[[X:.+]]: f64, %{{.+}}: f64):
  // CHECK-NEXT: %[[S:.+]] = gt.add %[[C]], %[[X]] : (f64, f64) -> f64
  // CHECK-NEXT: gt.yield %[[S]], %[[C]] : f64, f64
  %1:2 = gt.scan backward along %k : !gt.range<K> from %a, %a : f64, f64 over %0, %a : !f, f64 -> !f, !f {
  ^bb0(%c: f64, %d: f64, %x: f64, %y: f64):
    %2 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %2, %c : f64, f64
  }
  gt.store %1#1 to %v over %k, %i : !f, !s, !gt.range<K>, !gt.range<I>
}

// CHECK-LABEL: @dims(
gt.callable @dims(%u: !f, %n: i64) {
  // CHECK: gt.scan_dim {{ ?}}forward [K from -1 to 8] from %{{.+}} : i64 -> !gt.field<[K], i64> {
  %0 = gt.scan_dim forward [K from -1 to 8] from %n : i64 -> !gt.field<[K], i64> {
  ^bb0(%c: i64):
    gt.yield %c : i64
  }
  gt.return %0 : !gt.field<[K], i64>
}

// CHECK-LABEL: @kernel(
gt.program @kernel(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  // CHECK: gt.sweep {{ ?}}backward over %{{.+}} : !gt.range<I> along %{{.+}} : !gt.range<K> from {
  // CHECK-NEXT: gt.yield %{{.+}} : f64
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%{{.+}}: f64):
  gt.sweep backward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u [K + 1] : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
    gt.yield %1 : f64
  }
}

// CHECK-LABEL: @loops(
gt.program @loops(%v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.buffer : !gt.buffer<[K: ?, I: 64], f64>
    gt.loop I by 64 {
      // CHECK: gt.loop K backward {
      gt.loop K backward {
        gt.row I lanes 8 {
          // CHECK: gt.keep %{{.+}} in %{{.+}} : f64, !gt.buffer<[K: ?, I: 64], f64>
          gt.keep %a in %0 : f64, !gt.buffer<[K: ?, I: 64], f64>
        }
      }
      // CHECK: gt.loop K forward {
      gt.loop K forward {
        gt.row I lanes 8 {
          %1 = gt.get %0 : !gt.buffer<[K: ?, I: 64], f64> -> f64
          gt.put %1 to %v : f64, !s
        }
      }
    }
  }
}
