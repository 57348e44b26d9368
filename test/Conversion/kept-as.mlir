// A value that is kept as one that the row puts: read there, a level behind, but at the first
// level; and not stored a second time. Where a row ends, it is kept in whole vectors in a row of its
// own: a load would wait for a masked store.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @k0
// CHECK:       %[[FIRST:.+]] = llvm.icmp "eq" %{{.+}}, %{{.+}} : i64
// CHECK:       %[[ROW:.+]] = llvm.select %[[FIRST]], %{{.+}}, %{{.+}} : i1, !llvm.ptr
// CHECK:       %[[AT:.+]] = llvm.getelementptr %[[ROW]]
// CHECK-NEXT:  %[[BEFORE:.+]] = llvm.load %[[AT]] {{.*}} -> vector<8xf64>
// CHECK:       %[[SUM:.+]] = llvm.fadd %[[BEFORE]], %{{.+}} : vector<8xf64>
// CHECK:       llvm.store %[[SUM]], %{{.+}} : vector<8xf64>, !llvm.ptr
// CHECK-NOT:   llvm.store %[[SUM]]
// CHECK:       llvm.cond_br
// CHECK:       %[[LAST:.+]] = llvm.load %{{.+}} {{.*}} -> vector<8xf64>
// CHECK:       llvm.intr.masked.load
// CHECK:       %[[END:.+]] = llvm.fadd %[[LAST]], %{{.+}} : vector<8xf64>
// CHECK:       llvm.intr.masked.store %[[END]]
// CHECK:       llvm.store %[[END]], %{{.+}} : vector<8xf64>, !llvm.ptr
!s = !gt.storage<[K, I], f64, unit>
gt.program @cumsum(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
    gt.yield %1 : f64
  }
}
