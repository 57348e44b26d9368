// gt-stencils-to-loops: rows with strides fetch ahead what they read along themselves.
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-stencils-to-loops --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-stencils-to-loops=in-cache=1 --split-input-file | FileCheck %s --check-prefix=CACHED
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-stencils-to-loops --split-input-file | gt-opt --split-input-file --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=CODE

// What is read in one row is left to the processor.
// CHECK-LABEL: gt.program @every_second
// CHECK-NOT: gt.prefetch
// CODE-LABEL: llvm.func @k0
// CODE-NOT: llvm.intr.prefetch
gt.program @every_second(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                         %two: i64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.mul %two, %0 : (i64, i64) -> i64
    %2 = gt.access %u [I by %1] : !gt.storage<[J, I], f64, unit>, i64 -> f64
    gt.write %2 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// Of a storage whose rows an index passes over the two foremost of those beside each other, where
// all are at its own place along the row; of another one, that the loop moves, the foremost. Not
// in the caches.
// CHECK-LABEL: gt.program @restriction
// CHECK: gt.row I lanes 8 strides [-1, 2] {
// CHECK: gt.put
// CHECK-NEXT: gt.prefetch %arg0 [J by %[[J:.*]] + 1, I by %{{.*}}] : !gt.storage<[J, I], f64, unit>
// CHECK-NEXT: gt.prefetch %arg0 [J by %[[J]], I by %{{.*}}] : !gt.storage<[J, I], f64, unit>
// CHECK-NEXT: gt.prefetch %arg1 [J + 1] : !gt.storage<[J, I], f64>
// CHECK-NEXT: }
// CACHED-LABEL: gt.program @restriction
// CACHED-NOT: gt.prefetch

// Two lines a vector of eight of every second double, for whole vectors and for the rest: so much
// further on as 8192 bytes are steps of the loop around; none for other strides than are known.
// CODE-LABEL: llvm.func @k0
// CODE: %[[LEAST:.*]] = llvm.mlir.constant(8192 : i64) : i64
// CODE: llvm.udiv %[[LEAST]], %{{.*}} : i64
// CODE-COUNT-15: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CODE-NOT: llvm.intr.prefetch
gt.program @restriction(%u: !gt.storage<[J, I], f64, unit>, %w: !gt.storage<[J, I], f64>,
                        %v: !gt.storage<[J, I], f64, unit>, %two: i64, %i: !gt.range<I>,
                        %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.mul %two, %0 : (i64, i64) -> i64
    %2 = gt.index J : i64
    %3 = gt.mul %two, %2 : (i64, i64) -> i64
    %4 = gt.access %u [J by %3 - 1, I by %1] : !gt.storage<[J, I], f64, unit>, i64, i64 -> f64
    %5 = gt.access %u [J by %3, I by %1 + 1] : !gt.storage<[J, I], f64, unit>, i64, i64 -> f64
    %6 = gt.access %u [J by %3 + 1, I by %1] : !gt.storage<[J, I], f64, unit>, i64, i64 -> f64
    %7 = gt.access %w : !gt.storage<[J, I], f64> -> f64
    %8 = gt.access %w [J + 1] : !gt.storage<[J, I], f64> -> f64
    %9 = gt.add %4, %5 : (f64, f64) -> f64
    %10 = gt.add %9, %6 : (f64, f64) -> f64
    %11 = gt.add %10, %7 : (f64, f64) -> f64
    %12 = gt.add %11, %8 : (f64, f64) -> f64
    gt.write %12 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}
