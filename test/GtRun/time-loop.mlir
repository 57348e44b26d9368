// A time loop: the halo is filled before every step, and the storages change
// places between steps. The points outside of the program's range stay.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/npy.py write u.npy '<f8' 8 '8.0 * (n == 3)'
// RUN: gt-run %s -i u=u.npy --halo u=I:1 --fill u=periodic:I -s half=0.5 --feed v:u -n 3 -o v=v.npy
// RUN: %python %S/Inputs/npy.py show v.npy | FileCheck %s --check-prefix=V
// V: <f8 (8,) 1 0 3 0 3 0 1 0
// RUN: gt-run %s -i u=u.npy --halo u=I:1 --fill u=periodic:I -s half=0.5 --feed v:u -n 3 -o v=r.npy -b reference
// RUN: cmp v.npy r.npy

// The file's array with its halo, placed by --at; a part of it written by --range
// into an output that has values already.
// RUN: %python %S/Inputs/npy.py write halo.npy '<f8' 6 'n'
// RUN: %python %S/Inputs/npy.py write old.npy '<f8' 4 '-1'
// RUN: gt-run %s -i u=halo.npy --at u=I:-1 -i v=old.npy -r i=1:3 -s half=1 -o v=part.npy
// RUN: %python %S/Inputs/npy.py show part.npy | FileCheck %s --check-prefix=PART
// PART: <f8 (4,) -1 4 6 -1
gt.program @step(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %half: f64,
                 %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  %1 = gt.shift %0 [I + 1] : !gt.field<[I], f64>
  %2 = gt.shift %0 [I - 1] : !gt.field<[I], f64>
  %3 = gt.add %1, %2 : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  %4 = gt.mul %half, %3 : (f64, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.store %4 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}
