// How far kernels reach from a point in what one of them writes and another one touches.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

!s = !gt.storage<[J, I], f64, unit>
!r = !gt.range<I>
!q = !gt.range<J>

// What one kernel alone touches has no reach.
// CHECK: gt.kernel = #gt.kernel_info<"{{[^"]*}}", storages = [read merging 0, write temporary merging 0 reach [0, 1]]
// CHECK: gt.kernel = #gt.kernel_info<"{{[^"]*}}", storages = [read temporary merging 0 reach [0 by (-1, 2), 1 by (-3, 0)], write merging 1]
gt.program @offsets(%u: !s, %v: !s, %j: !q, %i: !r) {
  %j1 = gt.grow %j by -1, 2 : !q
  %i1 = gt.grow %i by -3, 0 : !r
  %t = gt.temporary over %j1, %i1 : !q, !r -> !s
  gt.stencil over %j1, %i1 : !q, !r {
    %0 = gt.access %u : !s -> f64
    %1 = gt.neg %0 : (f64) -> f64
    gt.write %1 to %t : f64, !s
  }
  gt.stencil over %j, %i : !q, !r {
    %0 = gt.access %t [J - 1] : !s -> f64
    %1 = gt.access %t [J + 2, I - 3] : !s -> f64
    %2 = gt.add %0, %1 : (f64, f64) -> f64
    gt.write %2 to %v : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>
!r = !gt.range<I>
!q = !gt.range<J>

// Rows that go together, and points that take from the one behind what it has computed, reach as far
// as each point alone.
// CHECK: storages = [read merging 0, write temporary merging 0 reach [0, 1]]
// CHECK: storages = [read temporary merging 0 reach [0 by (-1, 1), 1 by (-2, 1)], write merging 1]
gt.program @shared(%u: !s, %v: !s, %j: !q, %i: !r) {
  %j1 = gt.grow %j by -1, 1 : !q
  %i1 = gt.grow %i by -2, 1 : !r
  %t = gt.temporary over %j1, %i1 : !q, !r -> !s
  gt.stencil over %j1, %i1 : !q, !r {
    %0 = gt.access %u : !s -> f64
    %1 = gt.neg %0 : (f64) -> f64
    gt.write %1 to %t : f64, !s
  }
  gt.stencil over %j, %i : !q, !r {
    %0 = gt.access %t [I + 1] : !s -> f64
    %1 = gt.access %t [J + 1] : !s -> f64
    %2 = gt.access %t : !s -> f64
    %3 = gt.access %t [J - 1] : !s -> f64
    %4 = gt.access %t [I - 1] : !s -> f64
    %5 = gt.access %t [I - 2] : !s -> f64
    %6 = gt.sub %1, %2 : (f64, f64) -> f64
    %7 = gt.mul %6, %6 : (f64, f64) -> f64
    %8 = gt.mul %7, %6 : (f64, f64) -> f64
    %9 = gt.sub %2, %3 : (f64, f64) -> f64
    %10 = gt.mul %9, %9 : (f64, f64) -> f64
    %11 = gt.mul %10, %9 : (f64, f64) -> f64
    %12 = gt.sub %0, %2 : (f64, f64) -> f64
    %13 = gt.mul %12, %12 : (f64, f64) -> f64
    %14 = gt.mul %13, %12 : (f64, f64) -> f64
    %15 = gt.sub %4, %5 : (f64, f64) -> f64
    %16 = gt.mul %15, %15 : (f64, f64) -> f64
    %17 = gt.mul %16, %15 : (f64, f64) -> f64
    %18 = gt.sub %8, %11 : (f64, f64) -> f64
    %19 = gt.sub %14, %17 : (f64, f64) -> f64
    %20 = gt.add %18, %19 : (f64, f64) -> f64
    gt.write %20 to %v : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>
!r = !gt.range<I>
!q = !gt.range<J>

// No distance from each point of a kernel is that to the row of a pin.
// CHECK: storages = [read temporary 0, write 1]
gt.program @pinned(%u: !s, %v: !s, %j: !q, %i: !r, %p: !q) {
  %t = gt.temporary over %p, %i : !q, !r -> !s
  gt.stencil over %p, %i : !q, !r {
    %0 = gt.access %u : !s -> f64
    %1 = gt.neg %0 : (f64) -> f64
    gt.write %1 to %t : f64, !s
  }
  gt.stencil over %j, %i : !q, !r {
    %0 = gt.access %t [J at %p] : !s, !q -> f64
    gt.write %0 to %v : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>
!t = !gt.storage<[I], f64, unit>
!r = !gt.range<I>
!q = !gt.range<J>

// What is reduced goes through the range behind the loops.
// CHECK: storages = [read 0 reach [1, 0], write temporary 0 reach [0]], loops = [1], along = 0
// CHECK: storages = [read 0 reach [1, 0], read temporary 0 reach [0], write temporary 1 reach [0]], loops = [1], along = 0
// CHECK: storages = [read write 0 reach [0, 1], read temporary 1 reach [1]], loops = [0, 1]
gt.program @reduced(%u: !s, %j: !q, %i: !r) {
  %t = gt.temporary over %i : !r -> !t
  gt.fold sum over %i : !r along %j : !q {
    %0 = gt.access %u : !s -> f64
    gt.yield %0 : f64
  } into %t : !t
  %v = gt.temporary over %i : !r -> !t
  gt.fold max over %i : !r along %j : !q {
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %t : !t -> f64
    %2 = gt.sub %0, %1 : (f64, f64) -> f64
    gt.yield %2 : f64
  } into %v : !t
  gt.stencil over %j, %i : !q, !r {
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %v : !t -> f64
    %2 = gt.sub %0, %1 : (f64, f64) -> f64
    gt.write %2 to %u : f64, !s
  }
}
