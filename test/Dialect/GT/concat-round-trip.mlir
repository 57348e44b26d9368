// Concatenations are read back as they were written.
// RUN: gt-opt %s | gt-opt | FileCheck %s

!f = !gt.field<[I, J], f64>
// CHECK-LABEL: gt.program @ranges(
// CHECK-SAME: %[[U:[^:]+]]: {{.+}}, %[[V:[^:]+]]: {{.+}}, %[[A:[^:]+]]: f64, %[[I0:[^:]+]]: !gt.range<I>, %[[I1:[^:]+]]: !gt.range<I>, %[[J0:[^:]+]]: !gt.range<J>
gt.program @ranges(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>, %a: f64,
                   %i0: !gt.range<I>, %i1: !gt.range<I>, %j0: !gt.range<J>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !f
  // CHECK: %[[ONE:.+]] = gt.concat %[[A]], %{{.+}} over %[[I0]], %[[I1]] : (f64, !gt.field<[I, J], f64>), !gt.range<I>, !gt.range<I> -> !gt.field<[I, J], f64>
  %1 = gt.concat %a, %0 over %i0, %i1 : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  // CHECK: gt.concat %[[ONE]] over %[[J0]], %[[I1]] {gt.placement = #gt.placement<materialise>} : (!gt.field<[I, J], f64>), !gt.range<J>, !gt.range<I> -> !gt.field<[I, J], f64>
  %2 = gt.concat %1 over %j0, %i1 {gt.placement = #gt.placement<materialise>} : (!f), !gt.range<J>, !gt.range<I> -> !f
  gt.store %2 to %v over %j0, %i0 : !f, !gt.storage<[J, I], f64, unit>, !gt.range<J>, !gt.range<I>
}

// CHECK-LABEL: gt.callable @numbers(
// CHECK-SAME: %[[U:.+]]: !gt.field<[I, J], f64>, %[[A:.+]]: f64)
gt.callable @numbers(%u: !f, %a: f64) {
  // CHECK: %[[W:.+]] = gt.concat_where %[[A]], %[[U]] [J to 1, I, J from 1, I from -2 to 4] : (f64, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %0 = gt.concat_where %a, %u [J to 1, I, J from 1, I from -2 to 4] : (f64, !f) -> !f
  // CHECK: %[[C:.+]] = gt.concat_fields %[[W]], %[[U]] : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %1 = gt.concat_fields %0, %u : (!f, !f) -> !f
  // CHECK: gt.set %[[C]], %[[A]], %[[U]] over [J, I] : (!gt.field<[I, J], f64>, f64, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %2 = gt.set %1, %a, %u over [J, I] : (!f, f64, !f) -> !f
  // CHECK: gt.halo "constant" %[[U]], %[[A]] [J from -2 to 0] : (!gt.field<[I, J], f64>, f64) -> !gt.field<[I, J], f64>
  %3 = gt.halo "constant" %u, %a [J from -2 to 0] : (!f, f64) -> !f
  // CHECK: gt.roll %[[U]] [I + 1, J - 2] : !gt.field<[I, J], f64>
  %4 = gt.roll %u [J - 2, I + 1] : !f
  gt.return %2 : !f
}
