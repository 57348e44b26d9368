// Values that several points of a row compute are computed by the foremost.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --split-input-file --remarks-filter=gt-stencils-to-loops --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

!s = !gt.storage<[J, I], f64, unit>

// A flux at both sides of a point. What is left is used by the foremost alone.
// CHECK-LABEL: gt.program @flux
// CHECK:       gt.row I lanes 8 {
// CHECK-NEXT:    %[[HERE:.*]] = gt.get %arg0 : {{.*}} -> f64
// CHECK-NEXT:    %[[EAST:.*]] = gt.get %arg0 [I + 1] : {{.*}} -> f64
// CHECK-NEXT:    %[[STEP:.*]] = gt.sub %[[EAST]], %[[HERE]] :
// CHECK-NEXT:    %[[SQUARE:.*]] = gt.mul %[[STEP]], %[[STEP]] :
// CHECK-NEXT:    %[[FLUX:.*]] = gt.mul %[[SQUARE]], %[[STEP]] :
// CHECK-NEXT:    %[[WEST:.*]] = gt.neighbour %[[FLUX]][-1] : f64
// CHECK-NEXT:    %[[NET:.*]] = gt.sub %[[FLUX]], %[[WEST]] :
// CHECK-NEXT:    gt.put %[[NET]]
// REMARK: remark: [Analysis] rolled
// REMARK-SAME: values that the points behind have computed: 1
gt.program @flux(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I - 1] : !s -> f64
    %1 = gt.access %u : !s -> f64
    %2 = gt.access %u [I + 1] : !s -> f64
    %3 = gt.sub %1, %0 : (f64, f64) -> f64
    %4 = gt.mul %3, %3 : (f64, f64) -> f64
    %5 = gt.mul %4, %3 : (f64, f64) -> f64
    %6 = gt.sub %2, %1 : (f64, f64) -> f64
    %7 = gt.mul %6, %6 : (f64, f64) -> f64
    %8 = gt.mul %7, %6 : (f64, f64) -> f64
    %9 = gt.sub %8, %5 : (f64, f64) -> f64
    gt.write %9 to %v : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// The foremost stands behind others: operations are put in order again. Coordinates move
// with the point, other scalars do not.
// CHECK-LABEL: gt.program @order
// CHECK:       gt.row I lanes 8 {
// CHECK-DAG:     %[[EAST:.*]] = gt.get %arg0 [I + 1] :
// CHECK-DAG:     %[[AT:.*]] = gt.index I + 1
// CHECK-DAG:     %[[NUMBER:.*]] = gt.cast %[[AT]] :
// CHECK:         %[[SCALED:.*]] = gt.mul %[[EAST]], %[[NUMBER]] :
// CHECK:         %[[ROOT:.*]] = gt.sqrt %[[SCALED]] :
// CHECK-DAG:     %[[WEST:.*]] = gt.neighbour %[[ROOT]][-2] : f64
// CHECK:         %[[BOTH:.*]] = gt.add %[[WEST]], %[[ROOT]] :
// CHECK:         gt.put %[[BOTH]]
gt.program @order(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I - 1] : !s -> f64
    %1 = gt.index I - 1 : i64
    %2 = gt.cast %1 : (i64) -> f64
    %3 = gt.mul %0, %2 : (f64, f64) -> f64
    %4 = gt.sqrt %3 : (f64) -> f64
    %5 = gt.access %u [I + 1] : !s -> f64
    %6 = gt.index I + 1 : i64
    %7 = gt.cast %6 : (i64) -> f64
    %8 = gt.mul %5, %7 : (f64, f64) -> f64
    %9 = gt.sqrt %8 : (f64) -> f64
    %10 = gt.add %4, %9 : (f64, f64) -> f64
    gt.write %10 to %v : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// Left as they are: one operation, as cheap as a shift of lanes; what differs in more than the
// place along the row; more points behind than there are lanes.
// CHECK-LABEL: gt.program @others
// CHECK-NOT:   gt.neighbour
gt.program @others(%u: !s, %v: !s, %w: !s, %y: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I - 1] : !s -> f64
    %1 = gt.access %u : !s -> f64
    %2 = gt.access %u [I + 1] : !s -> f64
    %3 = gt.sub %1, %0 : (f64, f64) -> f64
    %4 = gt.sub %2, %1 : (f64, f64) -> f64
    %5 = gt.mul %3, %4 : (f64, f64) -> f64
    %6 = gt.sqrt %5 : (f64) -> f64
    gt.write %6 to %v : f64, !s
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [J - 1, I - 1] : !s -> f64
    %1 = gt.sqrt %0 : (f64) -> f64
    %2 = gt.access %u [J, I + 1] : !s -> f64
    %3 = gt.sqrt %2 : (f64) -> f64
    %4 = gt.add %1, %3 : (f64, f64) -> f64
    gt.write %4 to %w : f64, !s
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I - 9] : !s -> f64
    %1 = gt.sqrt %0 : (f64) -> f64
    %2 = gt.access %u : !s -> f64
    %3 = gt.sqrt %2 : (f64) -> f64
    %4 = gt.add %1, %3 : (f64, f64) -> f64
    gt.write %4 to %y : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// Conditions are not shifted, what they are made of is.
// CHECK-LABEL: gt.program @conditions
// CHECK:         %[[ROOT:.*]] = gt.sqrt
// CHECK-DAG:     gt.ogt %[[ROOT]]
// CHECK-DAG:     %[[WEST:.*]] = gt.neighbour %[[ROOT]][-1] : f64
// CHECK-DAG:     gt.ogt %[[WEST]]
gt.program @conditions(%u: !s, %v: !s, %a: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I - 1] : !s -> f64
    %1 = gt.sqrt %0 : (f64) -> f64
    %2 = gt.ogt %1, %a : (f64, f64) -> i1
    %3 = gt.access %u : !s -> f64
    %4 = gt.sqrt %3 : (f64) -> f64
    %5 = gt.ogt %4, %a : (f64, f64) -> i1
    %6 = gt.and %2, %5 : (i1, i1) -> i1
    %7 = gt.select %6, %a, %4 : (i1, f64, f64) -> f64
    gt.write %7 to %v : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// What is written in place is read at the point alone.
// CHECK-LABEL: gt.program @in_place
// CHECK:       gt.row I lanes 8 {
// CHECK-NOT:     gt.neighbour
gt.program @in_place(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %v [I + 1] : !s -> f64
    %2 = gt.mul %1, %0 : (f64, f64) -> f64
    %3 = gt.sqrt %2 : (f64) -> f64
    gt.write %3 to %u : f64, !s
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// A function of the host is called by the foremost alone, but one with effects by each.
// CHECK-LABEL: gt.program @calls
// CHECK:       gt.row I lanes 8 {
// CHECK:         %[[EAST:.*]] = gt.call @f(%{{.*}}) : (f64) -> f64
// CHECK-NEXT:    %[[HERE:.*]] = gt.neighbour %[[EAST]][-1] : f64
// CHECK:         gt.put
// CHECK:         gt.call @g(%{{.*}}) effects
// CHECK:         gt.call @g(%{{.*}}) effects
// CHECK-NOT:     gt.neighbour
gt.program @calls(%u: !s, %v: !s, %w: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %u [I + 1] : !s -> f64
    %2 = gt.call @f(%0) : (f64) -> f64
    %3 = gt.call @f(%1) : (f64) -> f64
    %4 = gt.sub %3, %2 : (f64, f64) -> f64
    gt.write %4 to %v : f64, !s
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %u [I + 1] : !s -> f64
    %2 = gt.call @g(%0) effects : (f64) -> f64
    %3 = gt.call @g(%1) effects : (f64) -> f64
    %4 = gt.sub %3, %2 : (f64, f64) -> f64
    gt.write %4 to %w : f64, !s
  }
}
