// RUN: gt-opt %s --gt-stencil-pipeline | FileCheck %s

// A program of the stencil level passes through: what its kernels read of
// scalars stays.
// CHECK:      %[[ROOT:.*]] = gt.sqrt %{{.*}} : (f64) -> f64
// CHECK-NEXT: gt.stencil
// CHECK-NEXT:   gt.write %[[ROOT]] to
gt.program @p(%u: !gt.storage<[I], f64, unit>, %s: f64, %i: !gt.range<I>) {
  %r = gt.sqrt %s : (f64) -> f64
  gt.stencil over %i : !gt.range<I> {
    gt.write %r to %u : f64, !gt.storage<[I], f64, unit>
  }
}
