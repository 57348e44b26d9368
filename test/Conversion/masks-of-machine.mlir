// Lanes that lie two elements apart are stored under a mask by a machine that has masks, and one
// by one by another, whose vectors may be as long. What the latter has of flags in memory are bytes,
// which are counted as they are.
// RUN: gt-opt %s --split-input-file --gt-loops-to-llvm | FileCheck %s

!s = !gt.storage<[I], f64>

// CHECK-LABEL: llvm.func @masked(
// CHECK:       llvm.intr.masked.store
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, has_masks = true>} {
  gt.program @p(%u: !s, %v: !s, %i: !gt.range<I>) {
    gt.kernel @masked over %i : !gt.range<I> flops 0 {
      gt.row I lanes 8 strides [2] {
        %0 = gt.get %u : !s -> f64
        gt.put %0 to %v : f64, !s
      }
    }
  }
}

// -----

!s = !gt.storage<[I], f64>

// CHECK-LABEL: llvm.func @single(
// CHECK-NOT:   llvm.intr.masked.store
// CHECK:       llvm.extractelement
// CHECK-NOT:   llvm.intr.masked.store
// CHECK:       llvm.return
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304>} {
  gt.program @p(%u: !s, %v: !s, %i: !gt.range<I>) {
    gt.kernel @single over %i : !gt.range<I> flops 0 {
      gt.row I lanes 8 strides [2] {
        %0 = gt.get %u : !s -> f64
        gt.put %0 to %v : f64, !s
      }
    }
  }
}

// -----

!f = !gt.storage<[I], i1, unit>
!n = !gt.storage<[I], i64, unit>

// CHECK-LABEL: llvm.func @numbers(
// CHECK:       %[[FLAG:.*]] = llvm.icmp "ne" %{{.*}} : vector<4xi8>
// CHECK-NEXT:  llvm.zext %[[FLAG]] : vector<4xi1> to vector<4xi64>
module attributes {gt.machine = #gt.machine<vector_bytes = 32, lane_bytes = 4, has_half = true,
    kept_scalars = 6, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, has_masks = true>} {
  gt.program @p(%u: !f, %v: !n, %i: !gt.range<I>) {
    gt.kernel @numbers over %i : !gt.range<I> flops 0 {
      gt.row I lanes 4 {
        %0 = gt.get %u : !f -> i1
        %1 = gt.cast %0 : (i1) -> i64
        gt.put %1 to %v : i64, !n
      }
    }
  }
}

// -----

!f = !gt.storage<[I], i1, unit>
!n = !gt.storage<[I], i64, unit>

// CHECK-LABEL: llvm.func @bytes(
// CHECK:       %[[BYTES:.*]] = llvm.load {{.*}} -> vector<4xi8>
// CHECK:       %[[LEAST:.*]] = llvm.intr.umin(%[[BYTES]], %{{.*}}) : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT:  llvm.zext %[[LEAST]] : vector<4xi8> to vector<4xi64>
// CHECK-NOT:   vector<4xi1> to vector<4xi64>
module attributes {gt.machine = #gt.machine<vector_bytes = 32, lane_bytes = 4, has_half = true,
    kept_scalars = 6, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304>} {
  gt.program @p(%u: !f, %v: !n, %i: !gt.range<I>) {
    gt.kernel @bytes over %i : !gt.range<I> flops 0 {
      gt.row I lanes 4 {
        %0 = gt.get %u : !f -> i1
        %1 = gt.cast %0 : (i1) -> i64
        gt.put %1 to %v : i64, !n
      }
    }
  }
}
