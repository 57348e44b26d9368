// Machines that no name stands for: without vectors, and with vectors that no math function takes.
// RUN: gt-opt %s --gt-stencils-to-loops=in-cache --split-input-file --remarks-filter=gt-stencils-to-loops --remark-format=emitRemark 2>&1 | FileCheck %s

// CHECK: Function=scalars | Remark="goes point by point: the machine has no vectors"
// CHECK: Function=pairs_of_floats | Remark="goes point by point: a math function has no such lanes"
// CHECK: Function=pairs_without | Remark="rows along I go in vectors of 2"
// CHECK-LABEL: gt.program @scalars
// CHECK:         gt.row I lanes 1 {
module attributes {gt.machine = #gt.machine<vector_bytes = 0, lane_bytes = 1, has_half = false, kept_scalars = 6, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304>} {
  gt.program @scalars(%u: !gt.storage<[I], f32, unit>, %v: !gt.storage<[I], f32, unit>, %i: !gt.range<I>) {
    gt.stencil over %i : !gt.range<I> {
      %0 = gt.access %u : !gt.storage<[I], f32, unit> -> f32
      gt.write %0 to %v : f32, !gt.storage<[I], f32, unit>
    }
  }
}

// -----

// CHECK-LABEL: gt.program @pairs_of_floats
// CHECK:         gt.row I lanes 1 {
// CHECK-LABEL: gt.program @pairs_without
// CHECK:         gt.row I lanes 2 {
module attributes {gt.machine = #gt.machine<vector_bytes = 8, lane_bytes = 1, has_half = false, kept_scalars = 6, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304>} {
  gt.program @pairs_of_floats(%u: !gt.storage<[I], f32, unit>, %v: !gt.storage<[I], f32, unit>, %i: !gt.range<I>) {
    gt.stencil over %i : !gt.range<I> {
      %0 = gt.access %u : !gt.storage<[I], f32, unit> -> f32
      %1 = gt.exp %0 : (f32) -> f32
      gt.write %1 to %v : f32, !gt.storage<[I], f32, unit>
    }
  }
  gt.program @pairs_without(%u: !gt.storage<[I], f32, unit>, %v: !gt.storage<[I], f32, unit>, %i: !gt.range<I>) {
    gt.stencil over %i : !gt.range<I> {
      %0 = gt.access %u : !gt.storage<[I], f32, unit> -> f32
      gt.write %0 to %v : f32, !gt.storage<[I], f32, unit>
    }
  }
}

// -----

// A coordinate of which the low half is used takes no more room than that.
// CHECK-LABEL: gt.program @short_coordinates
// CHECK:         gt.row I lanes 16 {
// CHECK-LABEL: gt.program @long_coordinates
// CHECK:         gt.row I lanes 8 {
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = false, kept_scalars = 6, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304>} {
  gt.program @short_coordinates(%u: !gt.storage<[I], i32, unit>, %v: !gt.storage<[I], i32, unit>, %i: !gt.range<I>) {
    gt.stencil over %i : !gt.range<I> {
      %0 = gt.access %u : !gt.storage<[I], i32, unit> -> i32
      %1 = gt.index I : i64
      %2 = gt.cast %1 : (i64) -> i32
      %3 = gt.add %0, %2 : (i32, i32) -> i32
      gt.write %3 to %v : i32, !gt.storage<[I], i32, unit>
    }
  }
  gt.program @long_coordinates(%u: !gt.storage<[I], i32, unit>, %v: !gt.storage<[I], i32, unit>, %i: !gt.range<I>) {
    gt.stencil over %i : !gt.range<I> {
      %0 = gt.access %u : !gt.storage<[I], i32, unit> -> i32
      %1 = gt.index I : i64
      %2 = gt.mul %1, %1 : (i64, i64) -> i64
      %3 = gt.cast %2 : (i64) -> i32
      %4 = gt.add %0, %3 : (i32, i32) -> i32
      gt.write %4 to %v : i32, !gt.storage<[I], i32, unit>
    }
  }
}
