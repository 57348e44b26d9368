// Sums over the neighbours that a table lists, where one of them is missing, on all
// backends; indices that are not there are refused with the table's name.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/npy.py write u.npy '<f8' 4 '10 * n'
// RUN: %python %S/Inputs/npy.py write t.npy '<i4' 3x2 '[0, 1, 1, -1, 3, 2][n]'
// RUN: %python %S/Inputs/npy.py write bad.npy '<i4' 3x2 '[0, 1, 1, 4, 3, 2][n]'
// RUN: gt-run %s -i u=u.npy -i t=t.npy -o w=w.npy
// RUN: %python %S/Inputs/npy.py show w.npy | FileCheck %s
// CHECK: <f8 (3,) 10 10 50
// RUN: gt-run %s -i u=u.npy -i t=t.npy -o w=r.npy -b reference
// RUN: cmp w.npy r.npy
// RUN: gt-run %s -i u=u.npy -i t=t.npy -o w=d.npy -b emulated
// RUN: cmp w.npy d.npy
// RUN: not gt-run %s -i u=u.npy -i t=bad.npy -o w=x.npy 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: neighbours.mlir:31{{.*}}: error: {{.*}} at V of {{.*}}: the index at E(1), L(1) is 4, not in V[0,4)
// RUN: not gt-run %s -i u=u.npy -i t=t.npy -o w=x.npy --range l=0:1 2>&1 | FileCheck %s --check-prefix=WIDTH
// WIDTH: 'gt.reduce' has a width of 2, got a range of 1 points
!u = !gt.field<[V], f64>
!t = !gt.field<[E, L], i32>
!w = !gt.field<[E, L], f64>
gt.program @sum(%u: !gt.storage<[V], f64, unit>, %t: !gt.storage<[E, L], i32, unit>,
                %w: !gt.storage<[E], f64, unit>, %e: !gt.range<E>, %l: !gt.range<L>,
                %v: !gt.range<V>) {
  %0 = gt.load %u : !gt.storage<[V], f64, unit> -> !u
  %1 = gt.load %t : !gt.storage<[E, L], i32, unit> -> !t
  %none = gt.constant -1 : i32
  %first = gt.constant 0 : i32
  %zero = gt.constant 0.0 : f64
  %2 = gt.ne %1, %none : (!t, i32) -> !gt.field<[E, L], i1>
  %3 = gt.select %2, %1, %first : (!gt.field<[E, L], i1>, !t, i32) -> !t
  %4 = gt.remap %0 by %3 in %v : !u by !t in !gt.range<V> -> !w
  %5 = gt.select %2, %4, %zero : (!gt.field<[E, L], i1>, !w, f64) -> !w
  %6 = gt.reduce sum %5 over %l width 2 : !w, !gt.range<L> -> !gt.field<[E], f64>
  gt.store %6 to %w over %e : !gt.field<[E], f64>, !gt.storage<[E], f64, unit>, !gt.range<E>
}
