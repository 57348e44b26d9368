// What lies in front of the lines of a row that streams, and behind them, is asked for as these are, but where processors
// are asked for all streams.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=LINES

// CHECK-LABEL:   llvm.func @k0
// CHECK:         llvm.intr.prefetch
// CHECK:         llvm.intr.masked.store
// CHECK-NOT:     llvm.intr.prefetch
// CHECK:         llvm.store {{.*}} {alignment = 8 : i64}
// CHECK:         llvm.intr.prefetch
// CHECK:         llvm.store {{.*}} {{.*}}nontemporal
// CHECK-NOT:     llvm.intr.prefetch

// LINES-LABEL:   llvm.func @k0
// LINES-NOT:     llvm.intr.prefetch
// LINES:         llvm.intr.masked.store
// LINES-COUNT-1: llvm.intr.prefetch
// LINES-NOT:     llvm.intr.prefetch
!s = !gt.storage<[J, I], f64, unit>
gt.program @p(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> flops 0 {
    gt.loop J {
      gt.row I lanes 8 {
        gt.prefetch %u [J + 1] : !s
        %0 = gt.get %u [J + 1] : !s -> f64
        gt.put %0 to %v streaming : f64, !s
      }
    }
  }
}
