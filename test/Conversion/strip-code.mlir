// Sweeps in strips: what is carried goes through loops as vectors, and rows are straight line.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=PAGES

// The strides of the levels choose between strips and long rows: no multiple of 128 KiB, on Intel's of 256 bytes, and,
// where results go past the caches, of whole lines. Levels with a page each go in long rows, too.
// PAGES:       llvm.mlir.constant(255 : i64) : i64
// PAGES-NEXT:  llvm.and %[[STRIDE:.+]], %{{.+}} : i64
// PAGES:       %[[MOST:.+]] = llvm.mlir.constant(1048576 : i64) : i64
// PAGES-NEXT:  llvm.icmp "slt" %[[STRIDE]], %[[MOST]] : i64
// CHECK-LABEL: llvm.func @k0
// CHECK-DAG:   %[[SHARED:.+]] = llvm.mlir.constant(131071 : i64) : i64
// CHECK-DAG:   llvm.and %{{.+}}, %[[SHARED]] : i64
// CHECK:       llvm.cond_br %{{.+}}, ^[[STRIPS:bb[0-9]+]], ^[[ROWS:bb[0-9]+]]
//
// A whole strip is two vectors behind each other, and asks for another strip.
// CHECK:       ^{{bb[0-9]+}}(%{{.+}}: i64, %[[A:.+]]: vector<8xf64>, %[[B:.+]]: vector<8xf64>, %{{.+}}: !llvm.ptr{{.*}}):
// CHECK:       ^{{bb[0-9]+}}(%{{.+}}: i64, %[[A:.+]]: vector<8xf64>, %[[B:.+]]: vector<8xf64>, %{{.+}}: !llvm.ptr{{.*}}):
// CHECK:       "llvm.intr.prefetch"
// CHECK:       llvm.fmul %[[A]], %{{.+}} : vector<8xf64>
// CHECK:       "llvm.intr.prefetch"
// CHECK:       llvm.fmul %[[B]], %{{.+}} : vector<8xf64>
// CHECK:       llvm.store %{{.+}} {alignment = 64 : i64, nontemporal} : vector<8xf64>, !llvm.ptr
!s = !gt.storage<[K, I], f64, unit>
gt.program @forward(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.mul %c, %0 : (f64, f64) -> f64
    %2 = gt.div %a, %1 : (f64, f64) -> f64
    %3 = gt.add %2, %0 : (f64, f64) -> f64
    %4 = gt.div %0, %3 : (f64, f64) -> f64
    gt.write %4 to %v : f64, !s
    gt.yield %4 : f64
  }
}
