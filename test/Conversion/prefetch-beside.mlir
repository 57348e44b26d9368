// A row that streams asks once for what its points read beside it, in front and behind, in the
// lines that it fetches ahead; for nothing where they read none.
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s
!s = !gt.storage<[J, I], f64, unit>

gt.program @p(%u: !s, %v: !s, %w: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  // CHECK-LABEL:   llvm.func @both
  // CHECK-COUNT-2: llvm.intr.prefetch
  // CHECK-NOT:     llvm.intr.prefetch
  // CHECK:         llvm.intr.masked.store
  // CHECK-COUNT-1: llvm.intr.prefetch
  // CHECK-NOT:     llvm.intr.prefetch
  gt.kernel @both over %j, %i : !gt.range<J>, !gt.range<I> flops 1 {
    gt.loop J {
      gt.row I lanes 8 {
        gt.prefetch %u : !s
        %0 = gt.get %u [I - 1] : !s -> f64
        %1 = gt.get %u [I + 2] : !s -> f64
        %2 = gt.add %0, %1 : (f64, f64) -> f64
        gt.put %2 to %v streaming : f64, !s
      }
    }
  }
  // CHECK-LABEL:   llvm.func @behind
  // CHECK-COUNT-2: llvm.intr.prefetch
  // CHECK-NOT:     llvm.intr.prefetch
  gt.kernel @behind over %j, %i : !gt.range<J>, !gt.range<I> flops 0 {
    gt.loop J {
      gt.row I lanes 8 {
        gt.prefetch %v : !s
        %0 = gt.get %v [I + 1] : !s -> f64
        gt.put %0 to %w streaming : f64, !s
      }
    }
  }
}
