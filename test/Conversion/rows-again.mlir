// Where points may be done twice there is one body without masks, whose last vectors and rows end
// with the tile, and one with masks for tiles that are too small for it.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-loops-to-llvm | FileCheck %s

!s = !gt.storage<[J, I], f64, unit>

// CHECK-LABEL: llvm.func @k0
// The rows are two at least, and a row's points eight.
// CHECK:       %[[ROWS:.*]] = llvm.icmp "slt" %{{.*}}, %{{.*}} : i64
// CHECK:       %[[POINTS:.*]] = llvm.icmp "slt" %{{.*}}, %{{.*}} : i64
// CHECK:       %[[FEW:.*]] = llvm.or %[[ROWS]], %[[POINTS]] : i1
// CHECK:       llvm.xor %[[FEW]], %{{.*}} : i1
// CHECK-NOT:   masked
// CHECK:       llvm.intr.smin
// CHECK-NOT:   masked
// CHECK-COUNT-2: llvm.store
// CHECK-NOT:   llvm.store
// CHECK:       llvm.intr.masked.load
// CHECK-NOT:   llvm.store
// CHECK:       llvm.intr.masked.store
// CHECK-NOT:   llvm.intr.masked.store
// CHECK:       llvm.return
gt.program @p(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> flops 1 {
    gt.loop J step 2 again {
      gt.row I lanes 8 {
        %0 = gt.get %u : !s -> f64
        %1 = gt.get %u [J + 1] : !s -> f64
        gt.put %0 to %v : f64, !s
        gt.put %1 to %v [J + 1] : f64, !s
      }
    }
    gt.loop J step 2 rest again {
      gt.row I lanes 8 {
        %0 = gt.get %u : !s -> f64
        gt.put %0 to %v : f64, !s
      }
    }
  }
}
