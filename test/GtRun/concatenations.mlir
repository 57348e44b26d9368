// Parts of a concatenation are where the ranges say; on both backends.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/npy.py write u.npy '<f8' 6 'n * n'
// RUN: gt-run %s -i u=u.npy -s edge=7 -r west=-9:1 -r middle=1:5 -r east=5:99 -o v=v.npy
// RUN: %python %S/Inputs/npy.py show v.npy | FileCheck %s
// RUN: gt-run %s -i u=u.npy -s edge=7 -r west=-9:1 -r middle=1:5 -r east=5:99 -o v=reference.npy --backend=reference
// RUN: cmp v.npy reference.npy
// CHECK: <f8 (6,) 7 2 2 2 2 7
// RUN: gt-run %s -i u=u.npy -s edge=7 -r west=-9:2 -r middle=2:4 -r east=4:99 -o v=other.npy
// RUN: %python %S/Inputs/npy.py show other.npy | FileCheck %s --check-prefix=OTHER
// OTHER: <f8 (6,) 7 7 2 2 7 7
// RUN: not gt-run %s -i u=u.npy -s edge=7 -r west=-9:1 -r middle=1:5 -o v=w.npy 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: the range 'east' is not known: give --range east=FIRST:END
// RUN: not gt-run %s -i u=u.npy -s edge=7 -r west=-9:1 -r middle=1:5 -r east=4:9 -o v=w.npy 2>&1 | FileCheck %s --check-prefix=OVERLAP
// OVERLAP: parts of a concatenation overlap in {I[4,5)}
// RUN: not gt-run %s -i u=u.npy -s edge=7 -r west=-9:1 -r middle=1:4 -r east=5:9 -o v=w.npy 2>&1 | FileCheck %s --check-prefix=GAP
// GAP: 'concat_where' of {{.*}}: its parts, {I[-9,4)} and {I[5,9)}, are no box together
!f = !gt.field<[I], f64>
gt.program @boundary(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %edge: f64,
                     %i: !gt.range<I>, %west: !gt.range<I>, %middle: !gt.range<I>, %east: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !f
  %1 = gt.shift %0 [I + 1] : !f
  %2 = gt.shift %0 [I - 1] : !f
  %3 = gt.add %1, %2 : (!f, !f) -> !f
  %4 = gt.sub %3, %0 : (!f, !f) -> !f
  %5 = gt.sub %4, %0 : (!f, !f) -> !f
  %6 = gt.concat %edge, %5, %edge over %west, %middle, %east : (f64, !f, f64), !gt.range<I>, !gt.range<I>, !gt.range<I> -> !f
  gt.store %6 to %v over %i : !f, !gt.storage<[I], f64, unit>, !gt.range<I>
}
