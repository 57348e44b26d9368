// A value that a program at the stencil level checks ends the run, and nothing is written.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/npy.py write %t/u.npy '<f8' 9 'n'
// RUN: not gt-run %s -i u=%t/u.npy -r i=0:9 -o v=%t/v.npy 2>&1 | FileCheck %s
// CHECK: a value that the program checks is NaN or infinite
// RUN: test ! -e %t/v.npy
// RUN: gt-run %s -i u=%t/u.npy -r i=1:9 -o v=%t/v.npy
gt.program @logarithm(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                      %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.log %0 : (f64) -> f64
    gt.check_finite %1 : f64
    gt.write %1 to %v : f64, !gt.storage<[I], f64, unit>
  }
}
