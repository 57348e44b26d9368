// Where index values are known: in a loop around the one of the row, so that rows are
// contiguous, or in a part of a loop, behind the addresses of rows, which lanes then
// have to themselves.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @around
// CHECK:     %[[N:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK:     llvm.sext %[[N]] : i32 to i64
// CHECK-NOT: masked.gather
// CHECK:     llvm.load %{{.*}} : !llvm.ptr -> vector<8xf64>
// CHECK-NOT: masked.gather
// CHECK:     llvm.return
gt.program @p(%u: !gt.storage<[V, K, I], f64, unit>, %t: !gt.storage<[E], i32, unit>,
              %w: !gt.storage<[E, K, I], f64, unit>, %e: !gt.range<E>, %k: !gt.range<K>,
              %i: !gt.range<I>) {
  gt.kernel @around over %e, %k, %i : !gt.range<E>, !gt.range<K>, !gt.range<I> {
    gt.loop E {
      %0 = gt.get %t : !gt.storage<[E], i32, unit> -> i32
      gt.loop K {
        gt.row I lanes 8 {
          %1 = gt.get %u [V by %0] : !gt.storage<[V, K, I], f64, unit>, i32 -> f64
          gt.put %1 to %w : f64, !gt.storage<[E, K, I], f64, unit>
        }
      }
    }
  }
}

// -----

// CHECK-LABEL: llvm.func @part
// CHECK:     %[[N:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK:     llvm.intr.masked.gather
// CHECK:     llvm.return
gt.program @p(%u: !gt.storage<[V, K], f64, unit>, %t: !gt.storage<[], i32>,
              %w: !gt.storage<[K], f64, unit>, %k: !gt.range<K>) {
  gt.kernel @part over %k : !gt.range<K> {
    gt.loop K by 64 {
      %0 = gt.get %t : !gt.storage<[], i32> -> i32
      gt.row K lanes 8 {
        %1 = gt.get %u [V by %0] : !gt.storage<[V, K], f64, unit>, i32 -> f64
        gt.put %1 to %w : f64, !gt.storage<[K], f64, unit>
      }
    }
  }
}
