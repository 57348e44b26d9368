// Programs at the stencil level that read at index values: these are computed, and
// looked at, before each run.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/npy.py write u.npy '<f8' 4 '10 * n'
// RUN: %python %S/Inputs/npy.py write t.npy '<i4' 3x2 '[0, 1, 1, -1, 3, 2][n]'
// RUN: %python %S/Inputs/npy.py write bad.npy '<i4' 3x2 '[0, 1, 1, -1, 4, 2][n]'
// RUN: %python %S/Inputs/npy.py write next.npy '<i8' 4 '(n + 1) % 4'
// RUN: gt-run %s -p sum -i u=u.npy -i t=t.npy -r e=0:3 -r l=0:2 -s first=0 -o w=w.npy
// RUN: %python %S/Inputs/npy.py show w.npy | FileCheck %s
// CHECK: <f8 (3,) 10 10 50
// RUN: not gt-run %s -p sum -i u=u.npy -i t=bad.npy -r e=0:3 -r l=0:2 -s first=0 -o w=x.npy 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: gt-run: {{.*}}stencil-indices.mlir:[[#]]: reads 'u' at V(4), the index at E(2), which has V[0,4)
// RUN: not gt-run %s -p sum -i u=u.npy -i t=t.npy -r e=0:3 -r l=0:2 -s first=7 -o w=x.npy 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: reads 'u' at V(7), the index at E(1), which has V[0,4)
// RUN: not gt-run %s -p sum -i u=u.npy -i t=t.npy -r e=0:4 -r l=0:2 -s first=0 -o w=x.npy 2>&1 | FileCheck %s --check-prefix=TABLE
// TABLE: reads 't' over E[0,4), which has E[0,3)
// RUN: gt-run %s -p chain -i u=u.npy -i next=next.npy -r v=0:3 -o w=c.npy
// RUN: %python %S/Inputs/npy.py show c.npy | FileCheck %s --check-prefix=CHAIN
// CHAIN: <f8 (3,) 30 0 10
// RUN: not gt-run %s -p chain -i u=u.npy -i next=next.npy -r v=0:4 -o w=x.npy 2>&1 | FileCheck %s --check-prefix=INDEX
// INDEX: reads 'next' at V(4), the index at V(3), which has V[0,4)
// RUN: not gt-run %s -p written -i u=u.npy -r v=0:4 -o w=x.npy 2>&1 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: 'gt.access' at index values that the program writes: give the program at the field level, where they are looked at
// RUN: not gt-run %s -p carried -i u=u.npy -r v=0:4 -o w=x.npy 2>&1 | FileCheck %s --check-prefix=CARRIED
// CARRIED: 'gt.access' at index values that a kernel carries along: give the program at the field level, where they are looked at
// RUN: test ! -e x.npy
!u = !gt.storage<[V], f64, unit>
!t = !gt.storage<[E, L], i32, unit>
!w = !gt.storage<[E], f64, unit>
!n = !gt.storage<[V], i64, unit>

// Where a neighbour is missing, `first` is read and left out.
gt.program @sum(%u: !u, %t: !t, %w: !w, %first: i32, %e: !gt.range<E>, %l: !gt.range<L>) {
  gt.stencil over %e : !gt.range<E> {
    %none = gt.constant -1 : i32
    %zero = gt.constant 0.0 : f64
    %0 = gt.access %t [L at %l] : !t, !gt.range<L> -> i32
    %1 = gt.access %u [V by %0] : !u, i32 -> f64
    %2 = gt.access %t [L at %l + 1] : !t, !gt.range<L> -> i32
    %3 = gt.ne %2, %none : (i32, i32) -> i1
    %4 = gt.select %3, %2, %first : (i1, i32, i32) -> i32
    %5 = gt.access %u [V by %4] : !u, i32 -> f64
    %6 = gt.select %3, %5, %zero : (i1, f64, f64) -> f64
    %7 = gt.add %1, %6 : (f64, f64) -> f64
    gt.write %7 to %w : f64, !w
  }
}

// The next of the next one of the point beside, from the left.
gt.program @chain(%u: !u, %next: !n, %w: !u, %v: !gt.range<V>) {
  gt.stencil over %v : !gt.range<V> {
    %0 = gt.index V + 1 : i64
    %1 = gt.access %next [V by %0] : !n, i64 -> i64
    %2 = gt.access %next [V by %1] : !n, i64 -> i64
    %3 = gt.access %u [V by %2] : !u, i64 -> f64
    gt.write %3 to %w : f64, !u
  }
}

gt.program @written(%u: !u, %w: !u, %v: !gt.range<V>) {
  %t = gt.temporary over %v : !gt.range<V> -> !n
  gt.stencil over %v : !gt.range<V> {
    %0 = gt.index V : i64
    gt.write %0 to %t : i64, !n
  }
  gt.stencil over %v : !gt.range<V> {
    %0 = gt.access %t : !n -> i64
    %1 = gt.access %u [V by %0] : !u, i64 -> f64
    gt.write %1 to %w : f64, !u
  }
}

gt.program @carried(%u: !u, %w: !u, %v: !gt.range<V>) {
  gt.sweep forward along %v : !gt.range<V> from {
    %0 = gt.constant 0 : i64
    gt.yield %0 : i64
  } do {
  ^bb0(%c: i64):
    %0 = gt.access %u [V by %c] : !u, i64 -> f64
    gt.write %0 to %w : f64, !u
    gt.yield %c : i64
  }
}
