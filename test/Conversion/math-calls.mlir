// RUN: gt-opt %s --gt-stencils-to-loops | FileCheck %s

// Vectors that live on the stack across calls of math functions do not cross
// cache lines, whatever the caller's stack is.
// CHECK: llvm.func @k0({{.*}} passthrough = {{\[\[}}"alignstack", "64"]]
// CHECK: llvm.func @k1(
// CHECK-NOT: alignstack
gt.program @calls(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                  %w: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.exp %0 : (f64) -> f64
    gt.write %1 to %v : f64, !gt.storage<[I], f64, unit>
  }
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.neg %0 : (f64) -> f64
    gt.write %1 to %w : f64, !gt.storage<[I], f64, unit>
  }
}
