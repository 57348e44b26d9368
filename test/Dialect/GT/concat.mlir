// What concatenations become: a kernel for each part, without a select; bounds are
// arguments (S4-074).
// RUN: gt-opt %s --gt-place-fields --gt-fields-to-stencils --split-input-file | FileCheck %s

// Each part is a loop nest of its own.
// CHECK-LABEL: @boundary(
// CHECK-SAME: %[[U:[^:]+]]: !gt.storage<[I], f64, unit>, %[[V:[^:]+]]: {{.+}}, %[[A:[^:]+]]: f64, %[[I:[^:]+]]: !gt.range<I>, %[[W:[^:]+]]: !gt.range<I>, %[[M:[^:]+]]: !gt.range<I>)
// CHECK-SAME: concat: inline: a kernel for each of 2 parts
// CHECK-DAG: %[[WEST:.+]] = gt.intersect %[[I]], %[[W]]
// CHECK-DAG: %[[MIDDLE:.+]] = gt.intersect %[[I]], %[[M]]
// CHECK: gt.stencil over %[[WEST]]
// CHECK-NEXT: gt.write %[[A]] to %[[V]]
// CHECK: gt.stencil over %[[MIDDLE]]
// CHECK-NEXT: %[[X:.+]] = gt.access %[[U]] [I + 1]
// CHECK-NEXT: gt.write %[[X]] to %[[V]]
// CHECK-NOT: gt.select
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @boundary(%u: !s, %v: !s, %a: f64, %i: !gt.range<I>, %west: !gt.range<I>, %rest: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I + 1] : !f
  %2 = gt.concat %a, %1 over %west, %rest : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
}

// -----

// Read apart: what the kernel's point reads lies in the part.
// CHECK-LABEL: @moved(
// CHECK-SAME: %[[U:[^:]+]]: !gt.storage<[I], f64, unit>, %[[V:[^:]+]]: {{.+}}, %[[A:[^:]+]]: f64, %[[I:[^:]+]]: !gt.range<I>, %[[W:[^:]+]]: !gt.range<I>, %[[M:[^:]+]]: !gt.range<I>)
// CHECK: %[[MOVED:.+]] = gt.grow %[[W]] by -2, -2
// CHECK-NEXT: gt.intersect %[[I]], %[[MOVED]]
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @moved(%u: !s, %v: !s, %a: f64, %i: !gt.range<I>, %west: !gt.range<I>, %rest: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.concat %a, %0 over %west, %rest : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  %2 = gt.shift %1 [I + 2] : !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
}

// -----

// Two that are cut at the same places take no more kernels than one.
// CHECK-LABEL: @together(
// CHECK-COUNT-2: gt.stencil
// CHECK-NOT: gt.stencil
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @together(%u: !s, %v: !s, %a: f64, %i: !gt.range<I>, %west: !gt.range<I>, %rest: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.concat %a, %0 over %west, %rest : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  %2 = gt.concat %0, %a over %west, %rest : (!f, f64), !gt.range<I>, !gt.range<I> -> !f
  %3 = gt.add %1, %2 : (!f, !f) -> !f
  gt.store %3 to %v over %i : !f, !s, !gt.range<I>
}

// -----

// Those of a part are cut in that part alone.
// CHECK-LABEL: @nested(
// CHECK-COUNT-3: gt.stencil
// CHECK-NOT: gt.stencil
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @nested(%u: !s, %v: !s, %a: f64, %i: !gt.range<I>, %west: !gt.range<I>, %rest: !gt.range<I>,
                   %low: !gt.range<I>, %high: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.concat %a, %0 over %low, %high : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  %2 = gt.concat %a, %1 over %west, %rest : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
}

// -----

// A reduction goes over all points in one kernel: the parts write one temporary.
// CHECK-LABEL: @reduced(
// CHECK-SAME: concat: materialise: a reduction or scan reads all of its parts
// CHECK: %[[T:.+]] = gt.temporary over %{{.+}} : !gt.range<I>
// CHECK: gt.write %{{.+}} to %[[T]]
// CHECK: gt.stencil
// CHECK: gt.write %{{.+}} to %[[T]]
// CHECK: gt.fold sum
// CHECK-NEXT: gt.access %[[T]]
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @reduced(%u: !s, %v: !gt.storage<[], f64>, %a: f64, %i: !gt.range<I>, %west: !gt.range<I>, %rest: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.concat %a, %0 over %west, %rest : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  %2 = gt.reduce sum %1 over %i lanes : !f, !gt.range<I> -> !gt.field<[], f64>
  gt.store %2 to %v : !gt.field<[], f64>, !gt.storage<[], f64>
}

// -----

// What has one part is this part, for reductions and indices, too.
// CHECK-LABEL: @one_part(
// CHECK-SAME: %[[U:[^:]+]]: !gt.storage<[I], f64, unit>
// CHECK-NOT: gt.temporary over
// CHECK: gt.fold sum
// CHECK-NEXT: gt.access %[[U]]
// CHECK: gt.access %[[U]] [I at
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @one_part(%u: !s, %v: !gt.storage<[], f64>, %w: !gt.storage<[], f64>, %i: !gt.range<I>, %part: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.concat %0 over %part : (!f), !gt.range<I> -> !f
  %2 = gt.reduce sum %1 over %i lanes : !f, !gt.range<I> -> !gt.field<[], f64>
  %3 = gt.pin %1 at %i : !f, !gt.range<I> -> !gt.field<[], f64>
  gt.store %2 to %v : !gt.field<[], f64>, !gt.storage<[], f64>
  gt.store %3 to %w : !gt.field<[], f64>, !gt.storage<[], f64>
}

// -----

// Read at one index, which may lie in any part.
// CHECK-LABEL: @pinned(
// CHECK-SAME: concat: materialise: read at indices that may lie in any of its parts
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @pinned(%u: !s, %v: !gt.storage<[], f64>, %a: f64, %i: !gt.range<I>, %west: !gt.range<I>, %rest: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.concat %a, %0 over %west, %rest : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  %2 = gt.pin %1 at %i : !f, !gt.range<I> -> !gt.field<[], f64>
  gt.store %2 to %v : !gt.field<[], f64>, !gt.storage<[], f64>
}

// -----

// Three parts at three points would be 27 kernels. Points that read the first part
// alone read what it is made of, and so do those beside them of which one neighbour is
// in the part below or above, where these points are neighbours of the others. What is
// left below and above reads a temporary, which is filled where it does.
// CHECK-LABEL: @many(
// CHECK-SAME: %[[U:[^:]+]]: !gt.storage<[I], f64, unit>, %[[V:[^:]+]]: {{.+}}, %[[A:[^:]+]]: f64, %[[I:[^:]+]]: !gt.range<I>, %[[W:[^:]+]]: !gt.range<I>, %[[M:[^:]+]]: !gt.range<I>, %[[E:[^:]+]]: !gt.range<I>)
// CHECK-SAME: concat: rim: kept where its readers leave its first part
// CHECK-DAG: %[[L:.+]] = gt.grow %[[M]] by -1, -1
// CHECK-DAG: %[[H:.+]] = gt.grow %[[M]] by 1, 1
// CHECK-DAG: %[[BOTH:.+]] = gt.intersect %[[L]], %[[H]]
// CHECK-DAG: %[[WEST:.+]] = gt.grow %[[W]] by 1, 1
// CHECK-DAG: %[[ATWEST:.+]] = gt.intersect %[[L]], %[[WEST]], %[[M]]
// CHECK-DAG: %[[BESIDE:.+]] = gt.grow %[[ATWEST]] by -1, 1
// CHECK-DAG: %[[TOUCH:.+]] = gt.intersect %[[BESIDE]], %[[BOTH]]
// CHECK-DAG: %[[BAND:.+]] = gt.when %[[ATWEST]], %[[TOUCH]]
// CHECK-DAG: %[[UPTO:.+]] = gt.hull %[[BOTH]], %[[BAND]]
// CHECK-DAG: %[[ALL:.+]] = gt.hull %[[UPTO]], %{{.+}}
// CHECK-DAG: %[[BELOW:.+]] = gt.below %[[I]], %[[ALL]]
// CHECK-DAG: %[[ABOVE:.+]] = gt.above %[[I]], %[[ALL]]
// CHECK-DAG: %[[FIRST:.+]] = gt.intersect %[[I]], %[[BAND]]
// CHECK-DAG: %[[CORE:.+]] = gt.intersect %[[I]], %[[L]], %[[H]]
// CHECK-DAG: %[[L2:.+]] = gt.grow %[[ALL]] by -1, -1
// CHECK-DAG: %[[H2:.+]] = gt.grow %[[ALL]] by 1, 1
// CHECK-DAG: %[[UNREAD:.+]] = gt.intersect %[[H2]], %[[L2]]
// CHECK-DAG: %[[FILLED:.+]] = gt.below %{{.+}}, %[[UNREAD]]
// CHECK: %[[T:.+]] = gt.temporary over
// CHECK: gt.stencil over %[[FILLED]]
// CHECK-NEXT: gt.access %[[U]]
// CHECK-NEXT: gt.write %{{.+}} to %[[T]]
// CHECK: gt.stencil over %[[CORE]] :
// CHECK-NEXT: gt.access %[[U]] [I + 1]
// CHECK-NEXT: gt.access %[[U]] [I - 1]
// CHECK: gt.stencil over %[[FIRST]] :
// CHECK-NEXT: %[[X:.+]] = gt.access %[[U]] [I + 1]
// CHECK-NEXT: gt.add %[[X]], %[[A]]
// CHECK: gt.stencil over %[[BELOW]]
// CHECK-NEXT: gt.access %[[T]] [I + 1]
// CHECK: gt.stencil over %[[ABOVE]]
// CHECK-NEXT: gt.access %[[T]] [I + 1]
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @many(%u: !s, %v: !s, %a: f64, %i: !gt.range<I>, %west: !gt.range<I>, %middle: !gt.range<I>, %east: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.concat %0, %a, %a over %middle, %west, %east : (!f, f64, f64), !gt.range<I>, !gt.range<I>, !gt.range<I> -> !f
  %2 = gt.shift %1 [I + 1] : !f
  %3 = gt.shift %1 [I - 1] : !f
  %4 = gt.add %2, %3 : (!f, !f) -> !f
  %5 = gt.add %4, %1 : (!f, !f) -> !f
  gt.store %5 to %v over %i : !f, !s, !gt.range<I>
}

// -----

// In two dimensions there is a kernel for each side and corner. Those of a point or two
// in the fastest one are narrow.
// CHECK-LABEL: @sides(
// CHECK-SAME: %[[U:[^:]+]]: !gt.storage<[J, I], f64, unit>
// CHECK-SAME: %[[A:[^:]+]]: f64
// CHECK: gt.temporary over
// CHECK: gt.access %[[U]] [I + 1]
// CHECK: gt.stencil over %[[SOUTH:.+]], %[[EAST:.+]] : !gt.range<J>, !gt.range<I> narrow {
// CHECK: gt.stencil over %[[SOUTH]], %[[WEST:.+]] : !gt.range<J>, !gt.range<I> narrow {
// CHECK: gt.stencil over %[[SOUTH]], %[[I:.+]] : !gt.range<J>, !gt.range<I> {
// CHECK: gt.stencil over %[[NORTH:.+]], %[[EAST]] : !gt.range<J>, !gt.range<I> narrow {
// CHECK: gt.stencil over %[[NORTH]], %[[WEST]] : !gt.range<J>, !gt.range<I> narrow {
// CHECK: gt.stencil over %[[NORTH]], %[[I]] : !gt.range<J>, !gt.range<I> {
// CHECK: gt.stencil over %[[J:.+]], %[[EAST]] : !gt.range<J>, !gt.range<I> narrow {
// CHECK: gt.stencil over %[[J]], %[[WEST]] : !gt.range<J>, !gt.range<I> narrow {
// CHECK-NEXT: %[[X:.+]] = gt.access %[[U]] [I + 1]
// CHECK-NEXT: gt.add %[[X]], %[[A]]
// CHECK: gt.stencil over {{.+}} {
!f = !gt.field<[I, J], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @sides(%u: !s, %v: !s, %a: f64, %i: !gt.range<I>, %j: !gt.range<J>, %i1: !gt.range<I>, %i2: !gt.range<I>, %i3: !gt.range<I>, %j1: !gt.range<J>, %j2: !gt.range<J>, %j3: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.concat %0, %a, %a over %i2, %i1, %i3 : (!f, f64, f64), !gt.range<I>, !gt.range<I>, !gt.range<I> -> !f
  %2 = gt.concat %1, %a, %a over %j2, %j1, %j3 : (!f, f64, f64), !gt.range<J>, !gt.range<J>, !gt.range<J> -> !f
  %3 = gt.shift %2 [I + 1] : !f
  %4 = gt.shift %2 [I - 1] : !f
  %5 = gt.add %3, %4 : (!f, !f) -> !f
  %6 = gt.shift %2 [J + 1] : !f
  %7 = gt.add %5, %6 : (!f, !f) -> !f
  %8 = gt.shift %2 [J - 1] : !f
  %9 = gt.add %7, %8 : (!f, !f) -> !f
  gt.store %9 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// -----

// What an intermediate in memory is read for lies in the part that reads it: where
// the other part is, it may have no values.
// CHECK-LABEL: @intermediate(
// CHECK-SAME: %[[R:[^:]+]]: !gt.range<I>) attributes
// CHECK: %[[REST:.+]] = gt.intersect %{{.+}}, %[[R]]
// CHECK: %[[WIDE:.+]] = gt.grow %[[REST]] by 0, 1
// CHECK: gt.temporary over %[[WIDE]]
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @intermediate(%u: !s, %v: !s, %a: f64, %i: !gt.range<I>, %west: !gt.range<I>, %rest: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %2 = gt.shift %1 [I + 1] : !f
  %3 = gt.sub %2, %1 : (!f, !f) -> !f
  %4 = gt.concat %a, %3 over %west, %rest : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  gt.store %4 to %v over %i : !f, !s, !gt.range<I>
}

// -----

// Parts of one store read and write their own points: nothing is kept. A part that
// reads what another one writes makes that one wait.
// CHECK-LABEL: @in_place(
// CHECK-NOT: gt.temporary
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @in_place(%u: !s, %a: f64, %i: !gt.range<I>, %west: !gt.range<I>, %rest: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.add %0, %0 : (!f, !f) -> !f
  %2 = gt.concat %0, %1 over %west, %rest : (!f, !f), !gt.range<I>, !gt.range<I> -> !f
  gt.store %2 to %u over %i : !f, !s, !gt.range<I>
}

// -----

// CHECK-LABEL: @waits(
// CHECK-SAME: %[[U:[^:]+]]: !gt.storage<[I], f64, unit>
// CHECK: %[[T:.+]] = gt.temporary over %[[WEST:.+]] : !gt.range
// CHECK: gt.stencil over %[[WEST]]
// CHECK: gt.write %{{.+}} to %[[T]]
// CHECK: %[[S:.+]] = gt.temporary
// CHECK: gt.stencil
// CHECK: gt.access %[[U]] [I - 1]
// CHECK: gt.write %{{.+}} to %[[S]]
// CHECK: gt.stencil over %[[WEST]]
// CHECK: gt.write %{{.+}} to %[[U]]
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @waits(%u: !s, %a: f64, %i: !gt.range<I>, %west: !gt.range<I>, %rest: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I - 1] : !f
  %2 = gt.concat %a, %1 over %west, %rest : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  gt.store %2 to %u over %i : !f, !s, !gt.range<I>
}
// -----

// A part that has no points in one dimension widens nothing in another: the sum's
// values in memory are computed over the points of parts that have some.
// CHECK-LABEL: @no_points(
// CHECK: %[[LOW:.+]] = gt.intersect %arg3, %arg5 : !gt.range<I>
// CHECK-NEXT: %[[HIGH:.+]] = gt.when %arg4, %[[LOW]] : !gt.range<J>, !gt.range<I>
// CHECK-NEXT: gt.grow %[[HIGH]] by 2, 2 : !gt.range<J>
!f = !gt.field<[I, J], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @no_points(%u: !s, %v: !s, %w: !gt.storage<[], f64>, %i: !gt.range<I>, %j: !gt.range<J>,
                      %west: !gt.range<I>, %rest: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 : (!f) -> !f
  %2 = gt.shift %1 [J + 2] : !f
  %3 = gt.concat %2, %1 over %west, %rest : (!f, !f), !gt.range<I>, !gt.range<I> -> !f
  %4 = gt.reduce sum %1 over %i, %j lanes : !f, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
  gt.store %3 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
  gt.store %4 to %w : !gt.field<[], f64>, !gt.storage<[], f64>
}
