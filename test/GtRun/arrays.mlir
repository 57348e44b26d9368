// Functions on whole arrays: the program is cut at them, and they are called in between.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/npy.py write %t/u.npy '<f8' 5 'n'
// RUN: gt-run %s -p sums -l %build/lib/libgt-run-arrays.so -i u=%t/u.npy -o v=%t/v.npy
// RUN: %python %S/Inputs/npy.py show %t/v.npy | FileCheck %s
// RUN: gt-run %s -p sums -l %build/lib/libgt-run-arrays.so --backend=reference -i u=%t/u.npy -o v=%t/w.npy
// RUN: cmp %t/v.npy %t/w.npy
// RUN: not gt-run %s -p sums -i u=%t/u.npy 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: gt-run: 'sums' calls 'running_sum': give --load LIBRARY.so that has it
// RUN: not gt-run %s -p other -l %build/lib/libgt-run-arrays.so -i u=%t/u.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: arrays.mlir:[[# @LINE + 19]]:{{.*}}operand 0 of 'reversed', a function on arrays that updates f64 [I from 0 to 4], is over I[0,4), got {{.*}} over I[0,5)

!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>

// CHECK: 30 21 14 9 6
gt.program @sums(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %one = gt.constant 1.0 : f64
  %1 = gt.add %0, %one : (!f, f64) -> !f
  %2 = gt.call_arrays @running_sum(%1) reads [I], writes [I] : (!f) -> !f
  %3 = gt.call_arrays @reversed(%2) updates [I] : (!f) -> !f
  %4 = gt.add %3, %3 : (!f, !f) -> !f
  %5 = gt.add %4, %0 : (!f, !f) -> !f
  gt.store %5 to %v over %i : !f, !s, !gt.range<I>
}

gt.program @other(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.call_arrays @reversed(%0) updates [I from 0 to 4] : (!f) -> !f
  gt.store %1 to %v over %i : !f, !s, !gt.range<I>
}
