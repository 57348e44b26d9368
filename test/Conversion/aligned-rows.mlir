// Where the vectors of a long row are aligned, wherever memory begins: behind its first vector, whose
// points are done twice, or, of those that are summed, behind the first ones in the last lanes of a
// vector. Rows that compute much, or read at computed places, begin anywhere.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

// A row whose vectors hand values on has two parts: the vector in front of each is computed. All rows
// must begin at the same place of a vector.
// CHECK-LABEL: llvm.func @k0
// CHECK:       %[[LONG:.*]] = llvm.select %{{.*}} : i1, i64
// CHECK:       %[[APART:.*]] = llvm.and
// CHECK:       %[[IS_APART:.*]] = llvm.icmp "slt" %[[NONE:.*]], %[[APART]]
// CHECK:       %[[MASK:.*]] = llvm.select %[[IS_APART]], %[[NONE]], %[[LONG]]
// CHECK:       llvm.and %{{.*}}, %[[MASK]]
// CHECK:       %[[FIRST_END:.*]] = llvm.select
// CHECK:       llvm.br ^[[KNOWN:bb[0-9]+]](%{{.*}}, %{{.*}}, %[[FIRST_END]] : i64, i64, i64)
// CHECK:       ^[[KNOWN]](%{{.*}}: i64, %{{.*}}: i64, %[[END:.*]]: i64):
// CHECK:       llvm.br ^[[PART:bb[0-9]+]](%{{.*}}, %[[END]] : i64, i64)
// CHECK:       ^[[PART]](%[[BEGIN:.*]]: i64, %{{.*}}: i64):
// CHECK:       %[[IN_FRONT:.*]] = llvm.sub %[[BEGIN]]
// CHECK:       llvm.intr.masked.load
// CHECK:       llvm.store %{{.*}} : vector<8xf64>
// CHECK:       llvm.cond_br %{{.*}}, ^[[PART]](
// CHECK:       llvm.intr.masked.store
!s = !gt.storage<[J, I], f64, unit>
gt.program @hand_on(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.loop J {
      gt.row I lanes 8 {
        %0 = gt.get %u [I + 1] : !s -> f64
        %1 = gt.neighbour %0[-2] : f64
        %2 = gt.add %0, %1 : (f64, f64) -> f64
        gt.put %2 to %v : f64, !s
      }
    }
  }
}

// -----

// The partial results turn by one vector behind the first points.
// CHECK-LABEL: llvm.func @k0
// CHECK:       %[[LONG:.*]] = llvm.select %{{.*}} : i1, i64
// CHECK:       llvm.icmp "slt" %{{.*}}, %[[LONG]]
// CHECK:       llvm.and %{{.*}}, %[[LONG]]
// CHECK:       llvm.xor %{{.*}} : vector<8xi1>
// CHECK:       llvm.intr.masked.load
!s = !gt.storage<[J, I], f64, unit>
!t = !gt.storage<[J], f64, unit>
gt.program @sum(%u: !s, %v: !t, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j : !gt.range<J> along %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[], i64>
    %1 = gt.buffer : !gt.buffer<[I: 64], f64>
    %2 = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.loop J {
      gt.pairwise sum of %1 : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8 on %2 : !gt.buffer<[], f64> count %0 : !gt.buffer<[], i64> {
        gt.row I lanes 8 vectors 8 {
          %3 = gt.get %u : !s -> f64
          gt.accumulate %3 to %1 : f64, !gt.buffer<[I: 64], f64>
        }
      }
      %4 = gt.get %1 : !gt.buffer<[I: 64], f64> -> f64
      gt.put %4 to %v : f64, !t
    }
  }
}

// -----

// One vector more would cost more than it gains.
// CHECK-LABEL: llvm.func @k0
// CHECK-NOT:   llvm.ptrtoint
!s = !gt.storage<[J, I], f64, unit>
gt.program @much(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.loop J {
      gt.row I lanes 8 {
        %0 = gt.get %u : !s -> f64
        %1 = gt.sqrt %0 : (f64) -> f64
        gt.put %1 to %v : f64, !s
      }
    }
  }
}

// -----

// CHECK-LABEL: llvm.func @k0
// CHECK-NOT:   llvm.ptrtoint
!s = !gt.storage<[J, I], f64, unit>
!n = !gt.storage<[J, I], i64, unit>
gt.program @gathered(%u: !s, %n: !n, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.loop J {
      gt.row I lanes 8 {
        %0 = gt.get %n : !n -> i64
        %1 = gt.get %u [I by %0] : !s, i64 -> f64
        gt.put %1 to %v : f64, !s
      }
    }
  }
}

// -----

// Nor where a point reads what another one writes, which is done once.
// CHECK-LABEL: llvm.func @k0
// CHECK-NOT:   llvm.ptrtoint
!s = !gt.storage<[J, I], f64, unit>
gt.program @onward(%u: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
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
