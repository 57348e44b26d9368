// Rows of a buffer with one for each level lie as far apart as the tile's rows are long, in whole
// lines, and no further than the buffer says; where a row is goes with the loop over levels.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @k0
// CHECK:       %[[FIRST:.+]] = llvm.load %arg1
// CHECK:       %[[LAST:.+]] = llvm.load %{{.+}} : !llvm.ptr -> i64
// CHECK:       %[[POINTS:.+]] = llvm.sub %[[LAST]], %[[FIRST]] : i64
// CHECK:       %[[ROUNDED:.+]] = llvm.add %[[POINTS]]
// CHECK:       %[[LINES:.+]] = llvm.and %[[ROUNDED]]
// CHECK:       %[[MOST:.+]] = llvm.mlir.constant(512 : i64) : i64
// CHECK:       %[[LEAST:.+]] = llvm.intr.smin(%[[LINES]], %[[MOST]])
// CHECK:       %[[PITCH:.+]] = llvm.mul %{{.+}}, %[[LEAST]] : i64
// CHECK:       ^[[LEVELS:.+]](%[[K:.+]]: i64, %{{.+}}: !llvm.ptr, %[[ROW:.+]]: !llvm.ptr):
// CHECK-NOT:   llvm.mul
// CHECK:       llvm.getelementptr %[[ROW]][%[[I:.+]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK:       %[[NEXT:.+]] = llvm.getelementptr %[[ROW]][%[[PITCH]]]
// CHECK:       llvm.br ^[[LEVELS]](%{{.+}}, %{{.+}}, %[[NEXT]] : i64, !llvm.ptr, !llvm.ptr)
!s = !gt.storage<[K, I], f64, unit>
gt.program @keep(%u: !s, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %rows = gt.buffer : !gt.buffer<[K: ?, I: 512], f64>
    gt.loop I by 512 {
      gt.loop K forward {
        gt.row I lanes 8 {
          %0 = gt.get %u : !s -> f64
          gt.keep %0 in %rows : f64, !gt.buffer<[K: ?, I: 512], f64>
        }
      }
    }
  }
}
