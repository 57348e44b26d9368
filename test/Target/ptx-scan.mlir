// PTX of sweeps: a column a thread, both sweeps in one kernel; what is carried from level to
// level is in registers, what one sweep hands to the next in the device's memory. Four levels stand
// one after the other, see ptx-loads-ahead.mlir.
// RUN: gt-opt %s --gt-gpu-pipeline="chip=sm_75 ptx-file=%t.ptx" -o /dev/null
// RUN: FileCheck %s < %t.ptx

// CHECK-LABEL: .visible .entry k0(
// CHECK-NOT: .local
// CHECK: add.rn.f64 %[[SUM1:rd[0-9]+]], %[[SUM:rd[0-9]+]], %{{rd[0-9]+}};
// CHECK: st.global.b64 {{.*}}, %[[SUM1]];
// CHECK: add.rn.f64 %[[SUM2:rd[0-9]+]], %[[SUM1]], %{{rd[0-9]+}};
// CHECK: add.rn.f64 %[[SUM3:rd[0-9]+]], %[[SUM2]], %{{rd[0-9]+}};
// CHECK: add.rn.f64 %[[SUM]], %[[SUM3]], %{{rd[0-9]+}};
// CHECK: st.global.b64 {{.*}}, %[[SUM]];
// CHECK: bra
// CHECK: mul.rn.f64 %[[PRODUCT1:rd[0-9]+]], %[[PRODUCT:rd[0-9]+]], %{{rd[0-9]+}};
// CHECK: st.global.b64 {{.*}}, %[[PRODUCT1]];
// CHECK: mul.rn.f64 %[[PRODUCT2:rd[0-9]+]], %[[PRODUCT1]], %{{rd[0-9]+}};
// CHECK: mul.rn.f64 %[[PRODUCT3:rd[0-9]+]], %[[PRODUCT2]], %{{rd[0-9]+}};
// CHECK: mul.rn.f64 %[[PRODUCT]], %[[PRODUCT3]], %{{rd[0-9]+}};
// CHECK: st.global.b64 {{.*}}, %[[PRODUCT]];
// CHECK: bra
// CHECK-NOT: .local
// CHECK-NOT: .entry
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @solver(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  %t = gt.temporary over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> -> !s
  gt.sweep forward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %t : f64, !s
    gt.yield %1 : f64
  }
  gt.sweep backward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %t : !s -> f64
    %1 = gt.mul %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
    gt.yield %1 : f64
  }
}
