// A kernel over what two ranges have in common; nothing where that is nothing.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/npy.py write u.npy '<f8' 6 'n * n'
// RUN: gt-run %s -i u=u.npy -r i=0:4 -r west=-3:2 -o total=common.npy
// RUN: %python %S/Inputs/npy.py show common.npy | FileCheck %s --check-prefix=COMMON
// COMMON: <f8 () 14
// RUN: gt-run %s -i u=u.npy -r i=0:4 -r west=4:9 -o total=nothing.npy
// RUN: %python %S/Inputs/npy.py show nothing.npy | FileCheck %s --check-prefix=NOTHING
// NOTHING: <f8 () 0
// RUN: not gt-run %s -i u=u.npy -r i=0:9 -r west=1:9 -o total=w.npy 2>&1 | FileCheck %s --check-prefix=READ
// READ: gt-run: {{.*}}intersections.mlir:[[#]]: reads 'u' over I[1,11), which has I[0,6)
gt.program @common(%u: !gt.storage<[I], f64, unit>, %total: !gt.storage<[], f64>,
                   %i: !gt.range<I>, %west: !gt.range<I>) {
  %both = gt.intersect %i, %west : !gt.range<I>
  %more = gt.grow %both by 0, 2 : !gt.range<I>
  gt.fold sum along %more : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %total : !gt.storage<[], f64>
}
