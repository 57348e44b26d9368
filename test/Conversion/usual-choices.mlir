// A row that chooses by an equality of the indices of loops around it, as at edges of domains, has code
// of its own where the equality does not hold: it neither reads nor computes what is not chosen.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @k0
// CHECK:       %[[TOP:.*]] = llvm.icmp "eq"
// CHECK:       %[[BOTTOM:.*]] = llvm.icmp "ne"
// CHECK:       %[[IS_BOTTOM:.*]] = llvm.xor %[[BOTTOM]]
// CHECK:       %[[EDGE:.*]] = llvm.or %[[TOP]], %[[IS_BOTTOM]]
// CHECK:       llvm.cond_br %[[EDGE]], ^[[UNUSUAL:bb[0-9]+]], ^[[USUAL:bb[0-9]+]]
// CHECK:       ^[[UNUSUAL]]:
// CHECK:       llvm.load %{{.*}} -> vector<8xf64>
// CHECK:       llvm.load %{{.*}} -> vector<8xf64>
// CHECK:       llvm.fmul
// CHECK:       llvm.select %{{.*}} : vector<8xi1>, vector<8xf64>
// CHECK:       llvm.select %{{.*}} : vector<8xi1>, vector<8xf64>
// CHECK:       ^[[USUAL]]:
// CHECK:       %[[VALUE:.*]] = llvm.load %{{.*}} -> vector<8xf64>
// CHECK-NOT:   llvm.load %{{.*}} -> vector<8xf64>
// CHECK-NOT:   {{llvm.fmul|vector<8xi1>, vector<8xf64>$}}
// CHECK:       llvm.store %[[VALUE]]
!s = !gt.storage<[K, I], f64, unit>
gt.program @edges(%u: !s, %v: !s, %top: i64, %bottom: i64, %c: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
    gt.loop K {
      %0 = gt.index K : i64
      %1 = gt.eq %0, %top : (i64, i64) -> i1
      %2 = gt.ne %bottom, %0 : (i64, i64) -> i1
      gt.row I lanes 8 {
        %3 = gt.get %u : !s -> f64
        %4 = gt.get %u [K + 1] : !s -> f64
        %5 = gt.mul %4, %c : (f64, f64) -> f64
        %6 = gt.select %1, %5, %3 : (i1, f64, f64) -> f64
        %7 = gt.select %2, %6, %c : (i1, f64, f64) -> f64
        gt.put %7 to %v : f64, !s
      }
    }
  }
}

// -----

// Nothing tells which rows an inequality holds for, and a number costs nothing.
// CHECK-LABEL: llvm.func @k0
// CHECK:       llvm.select %{{.*}} : vector<8xi1>, vector<8xf64>
// CHECK:       llvm.select %{{.*}} : vector<8xi1>, vector<8xf64>
// CHECK:       llvm.intr.masked.load
// CHECK-NOT:   llvm.load %{{.*}} -> vector<8xf64>
!s = !gt.storage<[K, I], f64, unit>
gt.program @halves(%u: !s, %v: !s, %level: i64, %c: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
    gt.loop K {
      %0 = gt.index K : i64
      %1 = gt.olt %0, %level : (i64, i64) -> i1
      %2 = gt.eq %0, %level : (i64, i64) -> i1
      gt.row I lanes 8 {
        %3 = gt.get %u : !s -> f64
        %4 = gt.get %u [K + 1] : !s -> f64
        %5 = gt.select %1, %4, %3 : (i1, f64, f64) -> f64
        %6 = gt.select %2, %c, %5 : (i1, f64, f64) -> f64
        gt.put %6 to %v : f64, !s
      }
    }
  }
}
