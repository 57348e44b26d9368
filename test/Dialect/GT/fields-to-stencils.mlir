// gt-fields-to-stencils: kernels, temporaries, their ranges and their order.
// RUN: gt-opt %s --gt-fields-to-stencils --split-input-file | FileCheck %s

// Stores over the same ranges share a kernel; positions add up through shifts.
// CHECK-LABEL: @fused(
// CHECK-SAME: %[[U:.+]]: !gt.storage<[J, I], f64, unit>, %[[V:[^:]+]]: {{.+}}, %[[W:[^:]+]]: {{.+}}, %[[A:[^:]+]]: f64, %[[I:[^:]+]]: !gt.range<I>, %[[J:[^:]+]]: !gt.range<J>)
// CHECK-NEXT: gt.stencil over %[[J]], %[[I]] : !gt.range<J>, !gt.range<I> {
// CHECK-NEXT:   %[[X:.+]] = gt.access %[[U]] [J - 1, I + 1]
// CHECK-NEXT:   %[[P:.+]] = gt.mul %[[X]], %[[A]] : (f64, f64) -> f64
// CHECK-NEXT:   %[[Y:.+]] = gt.access %[[U]] [I + 1]
// CHECK-NEXT:   %[[Q:.+]] = gt.mul %[[Y]], %[[A]] : (f64, f64) -> f64
// CHECK-NEXT:   gt.write %[[P]] to %[[V]]
// CHECK-NEXT:   gt.write %[[Q]] to %[[W]]
// CHECK-NEXT: }
// CHECK-NEXT: }
!f = !gt.field<[I, J], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @fused(%u: !s, %v: !s, %w: !s, %a: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I + 1] : !f
  %2 = gt.mul %1, %a {gt.placement = #gt.placement<inline>} : (!f, f64) -> !f
  %3 = gt.shift %2 [J - 1] : !f
  gt.store %3 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %2 to %w over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

// A temporary spans what its readers read, a pin included; its kernel comes first.
// CHECK-LABEL: @materialised(
// CHECK-SAME: %[[U:[^:]+]]: {{.+}}, %[[V:[^:]+]]: {{.+}}, %[[I:[^:]+]]: !gt.range<I>, %[[J:[^:]+]]: !gt.range<J>, %[[X:[^:]+]]: !gt.range<I>)
// CHECK-DAG: %[[J1:.+]] = gt.grow %[[J]] by -2, 0
// CHECK-DAG: %[[I1:.+]] = gt.grow %[[I]] by 0, 1
// CHECK-DAG: %[[X1:.+]] = gt.grow %[[X]] by 1, 1
// CHECK: %[[I2:.+]] = gt.hull %[[I1]], %[[X1]]
// CHECK: %[[T:.+]] = gt.temporary over %[[J1]], %[[I2]] : !gt.range<J>, !gt.range<I> -> !gt.storage<[J, I], f64, unit>
// CHECK: gt.stencil over %[[J1]], %[[I2]]
// CHECK-NEXT: gt.access %[[U]]
// CHECK-NEXT: gt.exp
// CHECK-NEXT: gt.write %{{.+}} to %[[T]]
// CHECK: gt.stencil over %[[J]], %[[I]]
// CHECK-DAG: gt.access %[[T]] [I + 1]
// CHECK-DAG: gt.access %[[T]] [J - 2]
// CHECK-DAG: gt.access %[[T]] [I at %[[X]] + 1]
// CHECK: gt.write %{{.+}} to %[[V]]
!f = !gt.field<[I, J], f64>
!r = !gt.field<[J], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @materialised(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>, %x: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %2 = gt.shift %1 [I + 1] : !f
  %3 = gt.shift %1 [J - 2] : !f
  %4 = gt.pin %2 at %x : !f, !gt.range<I> -> !r
  %5 = gt.add %2, %3 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  %6 = gt.add %5, %4 {gt.placement = #gt.placement<inline>} : (!f, !r) -> !f
  gt.store %6 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

// A chain of materialised values: ranges grow from the stores back.
// CHECK-LABEL: @chain(
// CHECK: gt.grow %{{.+}} by -3, -3
// CHECK: gt.stencil
// CHECK: gt.grow %{{.+}} by -1, -1
// CHECK: gt.stencil
// CHECK: gt.stencil
// CHECK-NOT: gt.stencil
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @chain(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %2 = gt.shift %1 [I - 2] : !f
  %3 = gt.exp %2 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %4 = gt.shift %3 [I - 1] : !f
  %5 = gt.exp %4 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  gt.store %5 to %v over %i : !f, !s, !gt.range<I>
}

// -----

// Two materialised values that read the same storage over the same ranges share
// a kernel; one that reads another has its own.
// CHECK-LABEL: @shared_kernel
// CHECK: gt.stencil
// CHECK: gt.exp
// CHECK: gt.log
// CHECK: gt.write
// CHECK: gt.write
// CHECK: }
// CHECK: gt.stencil
// CHECK: gt.sqrt
// CHECK: }
// CHECK: gt.stencil
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @shared_kernel(%u: !s, %w: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %2 = gt.load %w : !s -> !f
  %3 = gt.sqrt %2 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %4 = gt.log %0 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %5 = gt.add %1, %3 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  %6 = gt.add %5, %4 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  gt.store %6 to %v over %i : !f, !s, !gt.range<I>
}

// -----

// One fold for each reduced dimension, lanes in the first; reductions over the
// same ranges share it, and the last writes where the result is stored.
// CHECK-LABEL: @reductions(
// CHECK-SAME: %[[U:[^:]+]]: {{.+}}, %[[S:[^:]+]]: !gt.storage<[], f64>, %[[M:[^:]+]]: !gt.storage<[], f64>, %[[I:[^:]+]]: !gt.range<I>, %[[J:[^:]+]]: !gt.range<J>)
// CHECK-DAG: %[[T0:.+]] = gt.temporary over %[[J]] : !gt.range<J> -> !gt.storage<[J], f64, unit>
// CHECK-DAG: %[[T1:.+]] = gt.temporary over %[[J]] : !gt.range<J> -> !gt.storage<[J], f64, unit>
// CHECK: gt.fold sum, max over %[[J]] : !gt.range<J> along %[[I]] : !gt.range<I> lanes {
// CHECK-NEXT: %[[X:.+]] = gt.access %[[U]]
// CHECK-NEXT: %[[Y:.+]] = gt.abs %[[X]]
// CHECK-NEXT: gt.yield %[[X]], %[[Y]] : f64, f64
// CHECK-NEXT: } into %[[T0]], %[[T1]]
// CHECK-NEXT: gt.fold sum, max along %[[J]] : !gt.range<J> {
// CHECK-NEXT: gt.access %[[T0]]
// CHECK-NEXT: gt.access %[[T1]]
// CHECK-NEXT: gt.yield
// CHECK-NEXT: } into %[[S]], %[[M]]
// CHECK-NEXT: }
!f = !gt.field<[I, J], f64>
!s = !gt.storage<[J, I], f64, unit>
!z = !gt.storage<[], f64>
gt.program @reductions(%u: !s, %s: !z, %m: !z, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.abs %0 {gt.placement = #gt.placement<inline>} : (!f) -> !f
  %2 = gt.reduce sum %0 over %i, %j lanes {gt.placement = #gt.placement<materialise>} : !f, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
  %3 = gt.reduce max %1 over %i, %j lanes {gt.placement = #gt.placement<materialise>} : !f, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
  gt.store %2 to %s : !gt.field<[], f64>, !z
  gt.store %3 to %m : !gt.field<[], f64>, !z
}

// -----

// A reduction of a reduction's reader comes after it.
// CHECK-LABEL: @dependent_reductions
// CHECK: gt.fold max along
// CHECK: } into %[[T:.+]] : !gt.storage<[], f64>
// CHECK: gt.fold sum along
// CHECK: gt.access %[[T]] : !gt.storage<[], f64> -> f64
// CHECK: gt.div
// CHECK: } into %{{.+}} : !gt.storage<[], f64>
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
!z = !gt.storage<[], f64>
gt.program @dependent_reductions(%u: !s, %s: !z, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.reduce max %0 over %i lanes {gt.placement = #gt.placement<materialise>} : !f, !gt.range<I> -> !gt.field<[], f64>
  %2 = gt.div %0, %1 {gt.placement = #gt.placement<inline>} : (!f, !gt.field<[], f64>) -> !f
  %3 = gt.reduce sum %2 over %i lanes {gt.placement = #gt.placement<materialise>} : !f, !gt.range<I> -> !gt.field<[], f64>
  gt.store %3 to %s : !gt.field<[], f64>, !z
}

// -----

// A reduction that is read elsewhere too goes to its store's storage if that is
// all that is read.
// CHECK-LABEL: @column_mean(
// CHECK-SAME: %[[U:[^:]+]]: {{.+}}, %[[S:[^:]+]]: !gt.storage<[I], f64, unit>, %[[V:[^:]+]]:
// CHECK-NOT: gt.temporary
// CHECK: gt.fold sum over %{{.+}} : !gt.range<I> along %{{.+}} : !gt.range<J> {
// CHECK: } into %[[S]]
// CHECK: gt.stencil
// CHECK: gt.access %[[S]]
// CHECK: gt.write %{{.+}} to %[[V]]
!f = !gt.field<[I, J], f64>
!c = !gt.field<[I], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @column_mean(%u: !s, %s: !gt.storage<[I], f64, unit>, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.reduce sum %0 over %j {gt.placement = #gt.placement<materialise>} : !f, !gt.range<J> -> !c
  %2 = gt.sub %0, %1 {gt.placement = #gt.placement<inline>} : (!f, !c) -> !f
  gt.store %1 to %s over %i : !c, !gt.storage<[I], f64, unit>, !gt.range<I>
  gt.store %2 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

// Loops follow the destination's strides, temporaries the program's order.
// CHECK-LABEL: @order
// CHECK: gt.temporary over %[[I:.+]], %[[J:.+]] : !gt.range<I>, !gt.range<J> -> !gt.storage<[I, J], f64, unit>
// CHECK: gt.stencil over %[[I]], %[[J]] : !gt.range<I>, !gt.range<J>
// CHECK: gt.stencil over %[[I]], %[[J]] : !gt.range<I>, !gt.range<J>
!f = !gt.field<[I, J], f64>
gt.program @order(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[I, J], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !f
  %1 = gt.exp %0 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %2 = gt.add %1, %0 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  gt.store %2 to %v over %i, %j : !f, !gt.storage<[I, J], f64>, !gt.range<I>, !gt.range<J>
}

// -----

// Dimensions that a field lacks, a scalar, and no dimensions at all.
// CHECK-LABEL: @broadcasts(
// CHECK-SAME: %[[U:[^:]+]]: !gt.storage<[J], f64, unit>, %[[V:[^:]+]]: {{.+}}, %[[S:[^:]+]]: !gt.storage<[], f64>, %[[A:[^:]+]]: f64
// CHECK: gt.stencil over
// CHECK-NEXT: %[[B:.+]] = gt.mul %[[A]], %[[A]] : (f64, f64) -> f64
// CHECK-NEXT: %[[X:.+]] = gt.access %[[U]] [J + 1] : !gt.storage<[J], f64, unit> -> f64
// CHECK-NEXT: %[[Y:.+]] = gt.add %[[B]], %[[X]]
// CHECK-NEXT: gt.write %[[Y]] to %[[V]]
// CHECK: gt.stencil {
// CHECK-NEXT: gt.write %[[A]] to %[[S]] : f64, !gt.storage<[], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @broadcasts(%u: !gt.storage<[J], f64, unit>, %v: !s, %s: !gt.storage<[], f64>, %a: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !gt.storage<[J], f64, unit> -> !gt.field<[J], f64>
  %1 = gt.broadcast %0 : !gt.field<[J], f64> -> !gt.field<[I, J], f64>
  %2 = gt.shift %1 [I + 3, J + 1] : !gt.field<[I, J], f64>
  %3 = gt.mul %a, %a : (f64, f64) -> f64
  %4 = gt.add %3, %2 {gt.placement = #gt.placement<inline>} : (f64, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  gt.store %4 to %v over %j, %i : !gt.field<[I, J], f64>, !s, !gt.range<J>, !gt.range<I>
  gt.store %a to %s : f64, !gt.storage<[], f64>
}

// -----

// What nobody stores is not computed.
// CHECK-LABEL: @dead
// CHECK-NOT: gt.stencil
// CHECK-NOT: gt.exp
gt.program @dead(%u: !gt.storage<[I], f64, unit>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  %1 = gt.exp %0 {gt.placement = #gt.placement<materialise>} : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  %2 = gt.neg %1 {gt.placement = #gt.placement<inline>} : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
}

// Scalars that kernels of the stencil level read stay; those that nobody reads go.
// CHECK-LABEL: gt.program @scalars_of_kernels
gt.program @scalars_of_kernels(%u: !gt.storage<[I], f64>, %c: f64, %i: !gt.range<I>) {
  // CHECK-NEXT: %[[MINUS:.+]] = gt.neg
  %0 = gt.neg %c : (f64) -> f64
  %1 = gt.exp %0 : (f64) -> f64
  // CHECK-NEXT: gt.stencil
  gt.stencil over %i : !gt.range<I> {
    // CHECK-NEXT: gt.sqrt %[[MINUS]]
    %2 = gt.sqrt %0 : (f64) -> f64
    gt.write %2 to %u : f64, !gt.storage<[I], f64>
  }
}
