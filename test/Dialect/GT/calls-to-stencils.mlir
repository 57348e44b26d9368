// What becomes of calls on the way to stencils: those without effects are shared and
// dropped as other operations; those with effects are not, and are kept where they are read.
// RUN: gt-opt %s --gt-stencil-pipeline | FileCheck %s

!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>

// CHECK-LABEL: gt.program @pure
// CHECK:       gt.stencil
// CHECK-COUNT-1: gt.call @f(
// CHECK-NOT:   gt.call
// CHECK:       gt.write
gt.program @pure(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.call @f(%0) : (!f) -> !f
  %2 = gt.call @f(%0) : (!f) -> !f
  %unused = gt.call @g(%0) : (!f) -> !f
  %3 = gt.mul %1, %2 : (!f, !f) -> !f
  gt.store %3 to %v over %i : !f, !s, !gt.range<I>
}

// Each of the two has a kernel, or a place in one, of its own.
// CHECK-LABEL: gt.program @effects
// CHECK:       %[[GROWN:.*]] = gt.grow
// CHECK:       %[[FIRST:.*]] = gt.temporary over
// CHECK:       gt.stencil over
// CHECK:         %[[A:.*]] = gt.call @f(%{{.*}}) effects
// CHECK:         gt.write %[[A]] to %[[FIRST]]
// CHECK:       gt.stencil over
// CHECK-NOT:     gt.call
// CHECK:         gt.access %[[FIRST]] [I - 1]
// CHECK:         gt.access %[[FIRST]] [I + 1]
gt.program @effects(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.call @f(%0) effects : (!f) -> !f
  %2 = gt.shift %1 [I - 1] : !f
  %3 = gt.shift %1 [I + 1] : !f
  %4 = gt.add %2, %3 : (!f, !f) -> !f
  gt.store %4 to %v over %i : !f, !s, !gt.range<I>
}

// CHECK-LABEL: gt.program @two
// CHECK-COUNT-2: gt.call @f(%{{.*}}) effects
gt.program @two(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.call @f(%0) effects : (!f) -> !f
  %2 = gt.call @f(%0) effects : (!f) -> !f
  %3 = gt.sub %1, %2 : (!f, !f) -> !f
  gt.store %3 to %v over %i : !f, !s, !gt.range<I>
}

// Work that is the same at all points of a line is done once.
// CHECK-LABEL: gt.program @broadcast
// CHECK:       gt.temporary over
// CHECK:       gt.stencil over
// CHECK:         gt.call @f(
// CHECK:       gt.stencil over
// CHECK-NOT:     gt.call
gt.program @broadcast(%u: !s, %v: !gt.storage<[J, I], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.call @f(%0) status : (!f) -> !f
  %2 = gt.add %1, %0 : (!f, !f) -> !f
  gt.store %2 to %v over %j, %i : !f, !gt.storage<[J, I], f64, unit>, !gt.range<J>, !gt.range<I>
}

// All results come of one call, whoever reads which.
// CHECK-LABEL: gt.program @several
// CHECK:       gt.stencil
// CHECK:         %[[BOTH:.*]]:2 = gt.call @f(%{{.*}}) placed : (f64) -> (f64, f64)
// CHECK-NOT:     gt.call
// CHECK:         gt.mul %[[BOTH]]#0, %[[BOTH]]#1
gt.program @several(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1:2 = gt.call @f(%0) placed : (!f) -> (!f, !f)
  %2:2 = gt.call @f(%0) placed : (!f) -> (!f, !f)
  %3 = gt.mul %1#0, %2#1 : (!f, !f) -> !f
  gt.store %3 to %v over %i : !f, !s, !gt.range<I>
}

// One with effects is kept with all results that are read, over one box.
// CHECK-LABEL: gt.program @several_kept
// CHECK:       %[[GROWN:.*]] = gt.grow %{{.*}} by -1, 1
// CHECK-DAG:   %[[FIRST:.*]] = gt.temporary over %[[GROWN]]
// CHECK-DAG:   %[[THIRD:.*]] = gt.temporary over %[[GROWN]] : !gt.range<I> -> !gt.storage<[I], i8, unit>
// CHECK-NOT:   gt.temporary
// CHECK:       gt.stencil over %[[GROWN]]
// CHECK:         %[[ALL:.*]]:3 = gt.call @f(%{{.*}}) status handled effects
// CHECK:         gt.write %[[ALL]]#0 to %[[FIRST]]
// CHECK:         gt.write %[[ALL]]#2 to %[[THIRD]]
// CHECK:       gt.stencil over
// CHECK-NOT:     gt.call
// CHECK-DAG:     gt.access %[[FIRST]] [I - 1]
// CHECK-DAG:     gt.access %[[THIRD]] [I + 1]
gt.program @several_kept(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1:3 = gt.call @f(%0) status handled effects : (!f) -> (!f, !f, !gt.field<[I], i8>)
  %2 = gt.shift %1#0 [I - 1] : !f
  %3 = gt.shift %1#2 [I + 1] : !gt.field<[I], i8>
  %4 = gt.cast %3 : (!gt.field<[I], i8>) -> !f
  %5 = gt.add %2, %4 : (!f, !f) -> !f
  gt.store %5 to %v over %i : !f, !s, !gt.range<I>
}
