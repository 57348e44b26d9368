// Rows stream in whole lines of the cache, also where a vector is half of one: they begin to where
// a line of what is stored begins, and what fills no line is stored through the caches.
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=x86-64-v3 --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @row
// CHECK:       %[[INLINE:.+]] = llvm.mlir.constant(63 : i64)
// CHECK:       %[[BYTES:.+]] = llvm.and %{{.+}}, %[[INLINE]] : i64
// CHECK:       %[[HEAD:.+]] = llvm.lshr %[[BYTES]], %{{.+}} : i64
// CHECK:       llvm.intr.smin(%[[HEAD]], %{{.+}})
// CHECK:       %[[LINE:.+]] = llvm.mlir.constant(-8 : i64)
// CHECK:       llvm.and %{{.+}}, %[[LINE]] : i64
// CHECK:       llvm.store %{{.+}} {alignment = 32 : i64, nontemporal} : vector<4xf64>
gt.program @p(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @row over %i : !gt.range<I> flops 0 {
    gt.row I lanes 4 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      gt.put %0 to %v streaming : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

// CHECK-LABEL: llvm.func @carrying
// CHECK:       %[[INLINE:.+]] = llvm.mlir.constant(63 : i64)
// CHECK:       %[[BYTES:.+]] = llvm.and %{{.+}}, %[[INLINE]] : i64
// CHECK:       %[[HEAD:.+]] = llvm.lshr %[[BYTES]], %{{.+}} : i64
// CHECK:       %[[FRONT:.+]] = llvm.mlir.constant(3 : i64)
// CHECK:       llvm.and %[[HEAD]], %[[FRONT]] : i64
// CHECK:       %[[LINE:.+]] = llvm.mlir.constant(-8 : i64)
// CHECK:       llvm.and %{{.+}}, %[[LINE]] : i64
// CHECK:       llvm.store %{{.+}} {alignment = 32 : i64, nontemporal} : vector<4xf64>
gt.program @p(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @carrying over %i : !gt.range<I> flops 1 {
    gt.row I lanes 4 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      %1 = gt.neighbour %0 [-1] : f64
      gt.put %1 to %v streaming : f64, !gt.storage<[I], f64, unit>
    }
  }
}
