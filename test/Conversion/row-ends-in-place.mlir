// A row that writes what it reads, each point at its own place: whole vectors end with the row, and
// what one in front of them stores is computed before and stored behind them, since a masked store
// holds up loads behind it. Shorter rows are masked.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @k0
// CHECK:     %[[BEGIN:.*]] = llvm.add %[[FIRST:.*]], %{{.*}}
// CHECK:     %[[HAS_FRONT:.*]] = llvm.icmp "slt" %[[FIRST]], %[[BEGIN]]
// CHECK:     llvm.cond_br %[[HAS_FRONT]], ^[[HELD:bb[0-9]+]], ^[[AFTER:bb[0-9]+]](%{{.*}} : vector<8xf64>)
// CHECK:     ^[[HELD]]:
// CHECK:     llvm.getelementptr %{{.*}}[%[[FIRST]]]
// CHECK:     %[[VALUE:.*]] = llvm.fadd %{{.*}}, %{{.*}} : vector<8xf64>
// CHECK-NOT: llvm.store
// CHECK:     llvm.br ^[[AFTER]](%[[VALUE]] : vector<8xf64>)
// CHECK:     ^[[AFTER]](%[[FRONT:.*]]: vector<8xf64>):
// CHECK:     llvm.br ^[[WHOLE:bb[0-9]+]](%[[BEGIN]] : i64)
// CHECK:     %[[VECTOR:.*]] = llvm.fadd %{{.*}}, %{{.*}} : vector<8xf64>
// CHECK:     llvm.store %[[VECTOR]]
// CHECK:     llvm.store %[[FRONT]]
// CHECK:     llvm.intr.masked.store
!s = !gt.storage<[J, I], f64, unit>
gt.program @place(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.loop J {
      gt.row I lanes 8 {
        %0 = gt.get %u : !s -> f64
        %1 = gt.get %v [J + 1, I + 1] : !s -> f64
        %2 = gt.add %0, %1 : (f64, f64) -> f64
        gt.put %2 to %u : f64, !s
      }
    }
  }
}

// -----

// Not where a point reads what another one writes.
// CHECK-LABEL: llvm.func @k0
// CHECK-NOT: llvm.mlir.poison : vector<8xf64>
// CHECK:     llvm.intr.masked.store
!s = !gt.storage<[J, I], f64, unit>
gt.program @neighbours(%u: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.loop J {
      gt.row I lanes 8 {
        %0 = gt.get %u [I + 1] : !s -> f64
        %1 = gt.neg %0 : (f64) -> f64
        gt.put %1 to %u in_place : f64, !s
      }
    }
  }
}

// -----

// Nor where nothing is in place.
// CHECK-LABEL: llvm.func @k0
// CHECK-NOT: llvm.mlir.poison : vector<8xf64>
// CHECK:     llvm.intr.masked.store
!s = !gt.storage<[J, I], f64, unit>
gt.program @elsewhere(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.loop J {
      gt.row I lanes 8 {
        %0 = gt.get %u : !s -> f64
        %1 = gt.neg %0 : (f64) -> f64
        gt.put %1 to %v : f64, !s
      }
    }
  }
}

// -----

// Nor where a function is called, once for each point.
// CHECK-LABEL: llvm.func @k0
// CHECK:     llvm.call
// CHECK:     llvm.call
// CHECK-NOT: llvm.call
!s = !gt.storage<[J, I], f64, unit>
gt.program @called(%u: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.loop J {
      gt.row I lanes 8 {
        %0 = gt.get %u : !s -> f64
        %1 = gt.call @f(%0) effects : (f64) -> f64
        gt.put %1 to %u : f64, !s
      }
    }
  }
}
