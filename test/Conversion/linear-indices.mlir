// What is read at linear indices has strides: rows have code for them, and gather nothing.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --split-input-file | FileCheck %s --check-prefix=LOOPS
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s --check-prefix=IN-CACHE
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --split-input-file | FileCheck %s --check-prefix=FEW
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-stencils-to-loops=in-cache --split-input-file | FileCheck %s --check-prefix=GATHERS

!f = !gt.storage<[J, I], f32, unit>

// The lanes are those of f32, though indices have 64 bits.
// LOOPS-LABEL: gt.program @every
// LOOPS:         gt.kernel @k0 over %{{.*}} flops 1 {
// LOOPS:         gt.row I lanes 16 strides [-1, 2] {
// CHECK-LABEL: llvm.func @k0
// CHECK:         llvm.load %{{.*}} -> vector<16xf32>
// CHECK-NEXT:    llvm.shufflevector %{{.*}} [15, 14, 13,
// CHECK-NOT:     vector<16xi64>
// CHECK:         llvm.shufflevector %{{.*}} [0, 2, 4, 6, 8, 10, 12, 14, 17, 19,
gt.program @every(%u: !f, %v: !f, %w: !f, %a: i64, %b: i64, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.mul %a, %0 : (i64, i64) -> i64
    %2 = gt.add %1, %b : (i64, i64) -> i64
    %3 = gt.access %u [I by %2 + 1] : !f, i64 -> f32
    %4 = gt.access %v : !f -> f32
    %5 = gt.add %3, %4 : (f32, f32) -> f32
    gt.write %5 to %w : f32, !f
  }
}

// -----

!f = !gt.storage<[I], f32, unit>

// In the caches every third element, too, is taken of whole vectors, the last of which ends with
// the last lane.
// LOOPS-LABEL: gt.program @third
// CHECK-LABEL: llvm.func @k0
// IN-CACHE-LABEL: storages = [!gt.storage<[I], f32, unit>, !gt.storage<[I], f32, unit>], scalars = 1
// IN-CACHE:         llvm.shufflevector %{{.*}} [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 11, 12, 13, 14, 15]
// IN-CACHE-NEXT:    %[[LAST:.*]] = llvm.getelementptr %{{.*}}[120]
// IN-CACHE-NEXT:    llvm.load %[[LAST]]
// IN-CACHE-NEXT:    llvm.shufflevector %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 19, 22, 25, 28, 31]
// The stride that a row has is the last one that it is asked for: no condition is negated.
// IN-CACHE-NOT:     llvm.xor
// IN-CACHE:         llvm.return
// GATHERS-LABEL: gt.program @third
// GATHERS:         gt.row I lanes 16 strides [-1, 2, 3, 4] {
gt.program @third(%u: !f, %v: !f, %a: i64, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.mul %a, %0 : (i64, i64) -> i64
    %2 = gt.access %u [I by %1] : !f, i64 -> f32
    gt.write %2 to %v : f32, !f
  }
}

// -----

// Views have code for such steps, too, of which the rest of a row is a masked vector; without
// gathers so have wide elements, for three.
// CHECK-LABEL:   llvm.func @k0
// IN-CACHE-LABEL: storages = [!gt.storage<[I], f32>, !gt.storage<[I], f32, unit>]
// IN-CACHE:         llvm.mlir.constant(dense<[0, 2147483647, 2147483647, 1, 2147483647, 2147483647, 2,
// IN-CACHE-NEXT:    llvm.icmp "slt"
// IN-CACHE:         llvm.intr.masked.load
// FEW-LABEL:     gt.program @view
// FEW:             gt.row I lanes 16 strides [-1, 2, 3, 4] {
// GATHERS-LABEL: gt.program @view
// GATHERS:         gt.row I lanes 16 strides [-1, 2, 3, 4] {
gt.program @view(%u: !gt.storage<[I], f32>, %v: !gt.storage<[I], f32, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f32> -> f32
    gt.write %0 to %v : f32, !gt.storage<[I], f32, unit>
  }
}

// -----

// CHECK-LABEL:   llvm.func @k0
// FEW-LABEL:     gt.program @wide_view
// FEW:             gt.row I lanes 8 strides [-1, 2, 3] {
// GATHERS-LABEL: gt.program @wide_view
// GATHERS:         gt.row I lanes 8 strides [-1, 2] {
gt.program @wide_view(%u: !gt.storage<[I], f64>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64> -> f64
    gt.write %0 to %v : f64, !gt.storage<[I], f64, unit>
  }
}

// -----

!f = !gt.storage<[J, I], f64, unit>

// A number that is added leaves a row contiguous, and so does a factor along the other dimension,
// with which the rows move.
// LOOPS-LABEL: gt.program @moved
// LOOPS:         gt.row I lanes 8 {
// CHECK-LABEL: llvm.func @k0
// CHECK-NOT:     masked.gather
// CHECK:         llvm.mul
// CHECK:         llvm.load %{{.*}} -> vector<8xf64>
// CHECK-NOT:     masked.gather
// CHECK:         llvm.return
gt.program @moved(%u: !f, %v: !f, %a: i64, %b: i64, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.add %0, %b : (i64, i64) -> i64
    %2 = gt.index J : i64
    %3 = gt.mul %2, %a : (i64, i64) -> i64
    %4 = gt.access %u [J by %3, I by %1] : !f, i64, i64 -> f64
    gt.write %4 to %v : f64, !f
  }
}

// -----

!f = !gt.storage<[I], f64, unit>

// Integers of 32 bits wrap where addresses do not; a square is not linear.
// LOOPS-LABEL: gt.program @short
// LOOPS:         gt.row I lanes 8 {
// CHECK-LABEL: llvm.func @k0
// CHECK:         masked.gather
gt.program @short(%u: !f, %v: !f, %a: i32, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.cast %0 : (i64) -> i32
    %2 = gt.mul %1, %a : (i32, i32) -> i32
    %3 = gt.access %u [I by %2] : !f, i32 -> f64
    gt.write %3 to %v : f64, !f
  }
}

// -----

!f = !gt.storage<[I], f64, unit>

// LOOPS-LABEL: gt.program @square
// LOOPS:         gt.row I lanes 8 {
// CHECK-LABEL: llvm.func @k0
// CHECK:         masked.gather
gt.program @square(%u: !f, %v: !f, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.mul %0, %0 : (i64, i64) -> i64
    %2 = gt.access %u [I by %1] : !f, i64 -> f64
    gt.write %2 to %v : f64, !f
  }
}

// -----

!f = !gt.storage<[I], f64, unit>

// Beside a table, and in a reduction, lanes are gathered from where the stride says.
// LOOPS-LABEL: gt.program @beside
// LOOPS:         gt.row I lanes 8 {
// CHECK-LABEL: llvm.func @k0
// CHECK-COUNT-2: masked.gather
gt.program @beside(%u: !f, %v: !f, %t: !gt.storage<[I], i32, unit>, %a: i64, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.mul %0, %a : (i64, i64) -> i64
    %2 = gt.access %u [I by %1] : !f, i64 -> f64
    %3 = gt.access %t : !gt.storage<[I], i32, unit> -> i32
    %4 = gt.access %u [I by %3] : !f, i32 -> f64
    %5 = gt.add %2, %4 : (f64, f64) -> f64
    gt.write %5 to %v : f64, !f
  }
}

// -----

!f = !gt.storage<[I], f64, unit>

// LOOPS-LABEL: gt.program @sum
// LOOPS:         gt.row I lanes 8 vectors 8 {
// CHECK-LABEL: llvm.func @k0
// CHECK:         masked.gather
gt.program @sum(%u: !f, %s: !gt.storage<[], f64>, %a: i64, %i: !gt.range<I>) {
  gt.fold sum along %i : !gt.range<I> lanes {
    %0 = gt.index I : i64
    %1 = gt.mul %0, %a : (i64, i64) -> i64
    %2 = gt.access %u [I by %1] : !f, i64 -> f64
    gt.yield %2 : f64
  } into %s : !gt.storage<[], f64>
}
