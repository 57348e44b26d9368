// gt-stencil-pipeline on the expressions of the benchmarks.
// RUN: %python %S/Inputs/chains.py hdiff | gt-opt --gt-stencil-pipeline | FileCheck %s --check-prefix=HDIFF
// RUN: %python %S/Inputs/chains.py laplacian 50 | gt-opt --gt-stencil-pipeline | FileCheck %s --check-prefix=CHAIN
// RUN: %python %S/Inputs/chains.py pointwise 1000 | gt-opt --gt-stencil-pipeline | FileCheck %s --check-prefix=LONG
// RUN: gt-opt %s --gt-stencil-pipeline | FileCheck %s

// One kernel, no temporary, each point of the stencil read once.
// HDIFF: gt.program
// HDIFF-SAME: sub: inline: read at 3 positions, recomputing costs 6 cycles
// HDIFF-SAME: select: inline: read at 2 positions, recomputing costs 1 cycles
// HDIFF-NOT: gt.temporary
// HDIFF: gt.stencil over
// HDIFF-COUNT-13: gt.access
// HDIFF-NOT: gt.access
// HDIFF: gt.write
// HDIFF-NOT: gt.stencil

// Two steps are a kernel, over a range that shrinks towards the store.
// CHAIN: gt.grow %{{.+}} by -48, 48
// CHAIN-COUNT-25: gt.stencil
// CHAIN-NOT: gt.stencil

// 2,001 operations in kernels of at most 300.
// LONG: its readers would exceed 300 operations
// LONG-COUNT-7: gt.stencil
// LONG-NOT: gt.stencil

// CHECK-LABEL: gt.program @lap2d
// CHECK-NEXT: gt.stencil over
// CHECK-COUNT-5: gt.access
// CHECK-NOT: gt.access
// CHECK: gt.write
gt.program @lap2d(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                  %four: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
  %1 = gt.shift %0 [I + 1] : !gt.field<[I, J], f64>
  %2 = gt.shift %0 [I - 1] : !gt.field<[I, J], f64>
  %3 = gt.shift %0 [J + 1] : !gt.field<[I, J], f64>
  %4 = gt.shift %0 [J - 1] : !gt.field<[I, J], f64>
  %5 = gt.add %1, %2 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %6 = gt.add %5, %3 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %7 = gt.add %6, %4 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %8 = gt.mul %four, %0 : (f64, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %9 = gt.sub %7, %8 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  gt.store %9 to %v over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64, unit>,
      !gt.range<J>, !gt.range<I>
}

// The difference of neighbours and the neighbour of the difference are one value.
// CHECK-LABEL: gt.program @shared
// CHECK: gt.stencil over
// CHECK-COUNT-1: gt.sub
// CHECK-NOT: gt.sub
// CHECK: gt.write
gt.program @shared(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  %1 = gt.shift %0 [I + 1] : !gt.field<[I], f64>
  %2 = gt.shift %0 [I + 2] : !gt.field<[I], f64>
  %3 = gt.sub %1, %0 : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  %4 = gt.shift %3 [I + 1] : !gt.field<[I], f64>
  %5 = gt.sub %2, %1 : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  %6 = gt.mul %4, %5 : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.store %6 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}
