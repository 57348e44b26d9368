// Where the rows that are fetched ahead come to the next plane those are asked for that its first
// row reads in front of them: here the rows of J, J - 1 and J - 2, where J + 1 is fetched, and as many
// more as rows are done at once.
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @p(%u: !s, %v: !s, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  // CHECK-LABEL: llvm.func @one
  // CHECK:         %[[FIRST:.*]] = llvm.icmp "ult"
  // CHECK:         llvm.cond_br %[[FIRST]]
  // CHECK:         %[[END:.*]] = llvm.mlir.constant(4 : i64) : i64
  // CHECK:         llvm.icmp "slt" %{{.*}}, %[[END]] : i64
  // CHECK-COUNT-1: llvm.intr.prefetch
  // CHECK:         llvm.intr.masked.store
  gt.kernel @one over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> flops 1 {
    gt.loop K {
      gt.loop J {
        gt.row I lanes 8 {
          gt.prefetch %u [J + 1] : !s
          %0 = gt.get %u [J - 2] : !s -> f64
          %1 = gt.get %u [J + 1] : !s -> f64
          %2 = gt.add %0, %1 : (f64, f64) -> f64
          gt.put %2 to %v streaming : f64, !s
        }
      }
    }
  }
  // No row is read in front.
  // CHECK-LABEL: llvm.func @none
  // CHECK-NOT:     icmp "ult"
  gt.kernel @none over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> flops 0 {
    gt.loop K {
      gt.loop J {
        gt.row I lanes 8 {
          gt.prefetch %u : !s
          %0 = gt.get %u [K - 1] : !s -> f64
          gt.put %0 to %v streaming : f64, !s
        }
      }
    }
  }
}
