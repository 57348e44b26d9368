// What all rows come to is reduced further: along the rows where the order is free, or a point
// computes more than it takes to join the lanes of a row.
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=sapphirerapids --gt-unroll-reductions | FileCheck %s

!f = !gt.field<[I, J], f64>
!r = !gt.field<[J], f64>
!o = !gt.field<[], f64>

// CHECK-LABEL: @greatest
// CHECK:         gt.reduce max {{.*}} lanes width 8
gt.program @greatest(%u: !gt.storage<[J, I], f64, unit>, %m: !gt.storage<[], f64>, %i: !gt.range<I>,
                     %j: !gt.range<J>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !f
  %1 = gt.reduce max %0 over %i lanes width 8 : !f, !gt.range<I> -> !r
  %2 = gt.reduce max %1 over %j : !r, !gt.range<J> -> !o
  gt.store %2 to %m : !o, !gt.storage<[], f64>
}

// -----

!f = !gt.field<[I, J], f64>
!r = !gt.field<[J], f64>
!o = !gt.field<[], f64>

// Of few components, or where the values of the rows are wanted, it is not.
// CHECK-LABEL: @components
// CHECK-NOT:     lanes
gt.program @components(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J], f64, unit>,
                       %m: !gt.storage<[], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !f
  %1 = gt.reduce max %0 over %i lanes width 4 : !f, !gt.range<I> -> !r
  %2 = gt.reduce max %1 over %j : !r, !gt.range<J> -> !o
  gt.store %2 to %m : !o, !gt.storage<[], f64>
  %3 = gt.reduce min %0 over %i lanes width 8 : !f, !gt.range<I> -> !r
  gt.store %3 to %v over %j : !r, !gt.storage<[J], f64, unit>, !gt.range<J>
}

// -----

!f = !gt.field<[I, J], f64>
!r = !gt.field<[J], f64>
!o = !gt.field<[], f64>

// CHECK-LABEL: @sums
// CHECK:         gt.pin
// CHECK:         gt.reduce sum {{.*}} lanes width 16
gt.program @sums(%u: !gt.storage<[J, I], f64, unit>, %s: !gt.storage<[], f64>,
                 %t: !gt.storage<[], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !f
  %1 = gt.reduce sum %0 over %i lanes width 16 : !f, !gt.range<I> -> !r
  %2 = gt.reduce sum %1 over %j : !r, !gt.range<J> -> !o
  gt.store %2 to %s : !o, !gt.storage<[], f64>
  %3 = gt.mul %0, %0 : (!f, !f) -> !f
  %4 = gt.reduce sum %3 over %i lanes width 16 : !f, !gt.range<I> -> !r
  %5 = gt.reduce sum %4 over %j : !r, !gt.range<J> -> !o
  gt.store %5 to %t : !o, !gt.storage<[], f64>
}
