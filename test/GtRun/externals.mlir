// Functions of libraries that the user names, at both levels and by both backends.
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/npy.py write %t/u.npy '<f8' 37 '1.5 * n'
// RUN: %python %S/Inputs/npy.py write %t/expected.npy '<f8' 37 '24 * n + 1'
// RUN: gt-run %s -p fields -l libm.so.6 -i u=%t/u.npy -o v=%t/v.npy
// RUN: cmp %t/v.npy %t/expected.npy
// RUN: gt-run %s -p fields -l libm.so.6 --backend=reference -i u=%t/u.npy -o v=%t/w.npy
// RUN: cmp %t/v.npy %t/w.npy
// RUN: gt-run %s -p stencil -l libc.so.6 --load libm.so.6 -i u=%t/u.npy -r i=0:37 -o v=%t/s.npy
// RUN: cmp %t/v.npy %t/s.npy
// RUN: gt-run %s -p indices -l libc.so.6 -i u=%t/u.npy -r i=0:37 -o v=%t/i.npy
// RUN: cmp %t/i.npy %t/u.npy
// RUN: not gt-run %s -p indices -l libc.so.6 -i u=%t/u.npy -r i=0:38 -o v=%t/j.npy 2>&1 | FileCheck %s --check-prefix=INDEX
// INDEX: reads 'u' at I(37)
// RUN: not gt-run %s -p drawn -l libc.so.6 -i u=%t/u.npy -r i=0:37 2>&1 | FileCheck %s --check-prefix=DRAWN
// DRAWN: 'gt.call' with effects says where 'gt.access' reads: it would have other values when they are looked at
// RUN: gt-run %s -p both -l libm.so.6 -i u=%t/u.npy -o v=%t/b.npy -o w=%t/c.npy
// RUN: gt-run %s -p both -l libm.so.6 --backend=reference -i u=%t/u.npy -o v=%t/b2.npy -o w=%t/c2.npy
// RUN: cmp %t/b.npy %t/b2.npy
// RUN: cmp %t/c.npy %t/c2.npy
// RUN: gt-run %s -p both_stencil -l libm.so.6 -i u=%t/u.npy -r i=0:37 -o v=%t/b3.npy -o w=%t/c3.npy
// RUN: cmp %t/b.npy %t/b3.npy
// RUN: cmp %t/c.npy %t/c3.npy
// RUN: not gt-run %s -p fields -i u=%t/u.npy 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: gt-run: 'fields' calls 'ldexp': give --load LIBRARY.so that has it
// RUN: not gt-run %s -p unknown -l libm.so.6 -i u=%t/u.npy 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: gt-run: 'unknown' calls 'no_library_has_this', which no library of --load has
// RUN: not gt-run %s -p fields -l %t/missing.so -i u=%t/u.npy 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: gt-run: --load '{{.*}}missing.so': it cannot be opened:
// RUN: not gt-run %s -p fields --target sm_80 2>&1 | FileCheck %s --check-prefix=PTX
// PTX: 'gt.call' op is a call of the host, which threads of a device cannot make

!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>

gt.program @fields(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %four = gt.constant 4 : i32
  %1 = gt.call @ldexp(%0, %four) : (!f, i32) -> !f
  %one = gt.constant 1.0 : f64
  %2 = gt.add %1, %one : (!f, f64) -> !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
}

gt.program @both(%u: !s, %v: !s, %w: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1:2 = gt.call @sincos(%0) placed : (!f) -> (!f, !f)
  %2 = gt.sub %1#0, %1#1 : (!f, !f) -> !f
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
  gt.store %1#1 to %w over %i : !f, !s, !gt.range<I>
}

gt.program @both_stencil(%u: !s, %v: !s, %w: !s, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1:2 = gt.call @sincos(%0) placed : (f64) -> (f64, f64)
    %2 = gt.sub %1#0, %1#1 : (f64, f64) -> f64
    gt.write %2 to %v : f64, !s
    gt.write %1#1 to %w : f64, !s
  }
}

gt.program @unknown(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.call @no_library_has_this(%0) : (!f) -> !f
  gt.store %1 to %v over %i : !f, !s, !gt.range<I>
}

gt.program @stencil(%u: !s, %v: !s, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %four = gt.constant 4 : i32
    %1 = gt.call @ldexp(%0, %four) : (f64, i32) -> f64
    %one = gt.constant 1.0 : f64
    %2 = gt.add %1, %one : (f64, f64) -> f64
    gt.write %2 to %v : f64, !s
  }
}

gt.program @indices(%u: !s, %v: !s, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.call @labs(%0) : (i64) -> i64
    %2 = gt.access %u [I by %1] : !s, i64 -> f64
    gt.write %2 to %v : f64, !s
  }
}

gt.program @drawn(%u: !s, %v: !s, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.index I : i64
    %1 = gt.call @labs(%0) effects : (i64) -> i64
    %2 = gt.access %u [I by %1] : !s, i64 -> f64
    gt.write %2 to %v : f64, !s
  }
}
