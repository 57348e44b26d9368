// A program at the stencil level goes to the compiler as it is; no range makes a
// kernel leave its storages, and the reference evaluator cannot run it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/npy.py write u.npy '<f8' 6 'n * n'
// RUN: gt-run %s -i u=u.npy -r i=0:4 -o v=v.npy -o total=total.npy --explain | FileCheck %s --check-prefix=EXPLAIN
// EXPLAIN: 3 kernels:
// EXPLAIN: kernel 'stencil
// RUN: %python %S/Inputs/npy.py show v.npy | FileCheck %s --check-prefix=V
// V: <f8 (4,) 5 13 25 41
// RUN: %python %S/Inputs/npy.py show total.npy | FileCheck %s --check-prefix=TOTAL
// TOTAL: <f8 () 14
// RUN: not gt-run %s -i u=u.npy -r i=0:5 -o v=w.npy 2>&1 | FileCheck %s --check-prefix=READ
// READ: gt-run: {{.*}}stencil-level.mlir:[[#]]: reads 'u' over I[1,7), which has I[0,6)
// RUN: not gt-run %s -i u=u.npy -o v=w.npy 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: gt-run: the range 'i' is not known: give --range i=FIRST:END
// RUN: not gt-run %s -i u=u.npy -r i=0:4 --domain v=I:1:4 -o v=w.npy 2>&1 | FileCheck %s --check-prefix=WRITE
// WRITE: gt-run: {{.*}}stencil-level.mlir:[[#]]: writes 'v' over I[0,4), which has I[1,4)
// RUN: not gt-run %s -i u=u.npy -r i=0:4 --backend=reference 2>&1 | FileCheck %s --check-prefix=REFERENCE
// REFERENCE: 'squares' is at the stencil level, which --backend=reference cannot run
// RUN: test ! -e w.npy
gt.program @squares(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                    %total: !gt.storage<[], f64>, %i: !gt.range<I>) {
  %more = gt.grow %i by 0, 1 : !gt.range<I>
  %t = gt.temporary over %more : !gt.range<I> -> !gt.storage<[I], f64, unit>
  gt.stencil over %more : !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[I], f64, unit> -> f64
    gt.write %0 to %t : f64, !gt.storage<[I], f64, unit>
  }
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %t : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.access %t [I + 1] : !gt.storage<[I], f64, unit> -> f64
    %2 = gt.add %0, %1 : (f64, f64) -> f64
    gt.write %2 to %v : f64, !gt.storage<[I], f64, unit>
  }
  gt.fold sum along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %total : !gt.storage<[], f64>
}
