// Where points may be done twice there is one body without masks, whose last vectors and rows end
// with the tile, and one with masks for tiles that are too small for it.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --split-input-file --gt-loops-to-llvm | FileCheck %s

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

// -----

!s = !gt.storage<[J, I], f64, unit>

// Rows that may stream have one body, too: its last operations are there for vectors that do, which
// begin where the stores of both rows are aligned, and for others.
// CHECK-LABEL: llvm.func @k1
// CHECK-COUNT-2: llvm.ptrtoint
// CHECK-NOT:   masked
// CHECK:       %[[ALIGNED:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : i64
// CHECK:       %[[STREAMS:.*]] = llvm.and %[[ALIGNED]], %{{.*}} : i1
// CHECK-COUNT-2: llvm.load %{{.*}} -> vector<8xf64>
// CHECK-NOT:   vector<8xf64>
// CHECK:       llvm.cond_br %[[STREAMS]], ^[[PAST:.*]], ^[[PLAIN:.*]]
// CHECK:     ^[[PAST]]:
// CHECK:       llvm.intr.prefetch
// CHECK-COUNT-2: llvm.store %{{.*}} {alignment = 64 : i64, nontemporal} : vector<8xf64>
// CHECK:     ^[[PLAIN]]:
// CHECK-NOT:   llvm.intr.prefetch
// CHECK-COUNT-2: llvm.store %{{.*}} {alignment = 8 : i64} : vector<8xf64>
// CHECK:       llvm.intr.masked.load
// CHECK:       llvm.return
gt.program @streams(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k1 over %j, %i : !gt.range<J>, !gt.range<I> flops 1 {
    gt.loop J step 2 again {
      gt.row I lanes 8 {
        gt.prefetch %u [J + 1] : !s
        %0 = gt.get %u : !s -> f64
        %1 = gt.get %u [J + 1] : !s -> f64
        gt.put %0 to %v streaming : f64, !s
        gt.put %1 to %v streaming [J + 1] : f64, !s
      }
    }
    gt.loop J step 2 rest again {
      gt.row I lanes 8 {
        %0 = gt.get %u : !s -> f64
        gt.put %0 to %v streaming : f64, !s
      }
    }
  }
}
