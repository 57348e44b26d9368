// gt-stencils-to-loops: restrictions to coarser grids fetch ahead what they read.
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-stencils-to-loops --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-stencils-to-loops=in-cache=1 --split-input-file | FileCheck %s --check-prefix=CACHED
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-stencils-to-loops --split-input-file | gt-opt --split-input-file --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=CODE

// What is read in fewer than three rows is left to the processor.
// CHECK-LABEL: gt.program @pairs
// CHECK-NOT: gt.prefetch
// CODE-LABEL: llvm.func @k0
// CODE-NOT: llvm.intr.prefetch
gt.program @pairs(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                         %two: i64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.mul %two, %0 : (i64, i64) -> i64
    %2 = gt.index J : i64
    %3 = gt.mul %two, %2 : (i64, i64) -> i64
    %4 = gt.access %u [J by %3, I by %1] : !gt.storage<[J, I], f64, unit>, i64, i64 -> f64
    %5 = gt.access %u [J by %3 + 1, I by %1] : !gt.storage<[J, I], f64, unit>, i64, i64 -> f64
    %6 = gt.add %4, %5 : (f64, f64) -> f64
    gt.write %6 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// Of three rows and more at the same places the two foremost; not of a storage that the loop moves
// from row to row (%w), nor of one that a loop does not move (%c). Not in the caches.
// CHECK-LABEL: gt.program @restriction
// CHECK: gt.row I lanes 8 strides [-1, 2] {
// CHECK: gt.put
// CHECK-NEXT: gt.prefetch %arg0 [J by %[[J:.*]] + 1, I by %{{.*}}] : !gt.storage<[K, J, I], f64, unit>
// CHECK-NEXT: gt.prefetch %arg0 [J by %[[J]], I by %{{.*}}] : !gt.storage<[K, J, I], f64, unit>
// CHECK-NEXT: }
// CACHED-LABEL: gt.program @restriction
// CACHED-NOT: gt.prefetch

// With the vector that ends a row, where the loop goes forward in memory, for each vector of the
// row two lines of each storage's row: so much further on as 8192 bytes are steps of the loop.
// CODE-LABEL: llvm.func @k0
// CODE: %[[LEAST:.*]] = llvm.mlir.constant(8192 : i64) : i64
// CODE: llvm.udiv %[[LEAST]], %{{.*}} : i64
// CODE: llvm.intr.masked.load
// CODE-COUNT-4: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CODE-NOT: llvm.intr.prefetch
gt.program @restriction(%u: !gt.storage<[K, J, I], f64, unit>, %w: !gt.storage<[K, J, I], f64>,
                        %c: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[K, J, I], f64, unit>,
                        %two: i64, %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.mul %two, %0 : (i64, i64) -> i64
    %2 = gt.index J : i64
    %3 = gt.mul %two, %2 : (i64, i64) -> i64
    %4 = gt.access %u [K, J by %3 - 1, I by %1] : !gt.storage<[K, J, I], f64, unit>, i64, i64 -> f64
    %5 = gt.access %u [K, J by %3, I by %1 + 1] : !gt.storage<[K, J, I], f64, unit>, i64, i64 -> f64
    %6 = gt.access %u [K, J by %3 + 1, I by %1] : !gt.storage<[K, J, I], f64, unit>, i64, i64 -> f64
    %7 = gt.access %w [J - 1] : !gt.storage<[K, J, I], f64> -> f64
    %8 = gt.access %w : !gt.storage<[K, J, I], f64> -> f64
    %9 = gt.access %w [J + 1] : !gt.storage<[K, J, I], f64> -> f64
    %10 = gt.access %c [J by %3 - 1, I by %1] : !gt.storage<[J, I], f64, unit>, i64, i64 -> f64
    %11 = gt.access %c [J by %3, I by %1] : !gt.storage<[J, I], f64, unit>, i64, i64 -> f64
    %12 = gt.access %c [J by %3 + 1, I by %1] : !gt.storage<[J, I], f64, unit>, i64, i64 -> f64
    %13 = gt.add %4, %5 : (f64, f64) -> f64
    %14 = gt.add %13, %6 : (f64, f64) -> f64
    %15 = gt.add %14, %7 : (f64, f64) -> f64
    %16 = gt.add %15, %8 : (f64, f64) -> f64
    %17 = gt.add %16, %9 : (f64, f64) -> f64
    %18 = gt.add %17, %10 : (f64, f64) -> f64
    %19 = gt.add %18, %11 : (f64, f64) -> f64
    %20 = gt.add %19, %12 : (f64, f64) -> f64
    gt.write %20 to %v : f64, !gt.storage<[K, J, I], f64, unit>
  }
}
