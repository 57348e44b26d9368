// Lanes that lie two elements apart are stored under a mask by a machine that has masks, and one
// by one by another, whose vectors may be as long.
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
