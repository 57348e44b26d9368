// Coordinates as values, and every kind of reduction, on both backends.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/npy.py write u.npy '<i8' 4 'n + 1'
// RUN: gt-run %s -i u=u.npy --at u=I:2 -o v=v.npy -o product=product.npy -o any=any.npy -o all=all.npy
// RUN: %python %S/Inputs/npy.py show v.npy | FileCheck %s --check-prefix=V
// V: <i8 (4,) 6 9 12 15
// RUN: %python %S/Inputs/npy.py show product.npy | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: <i8 () 24
// RUN: %python %S/Inputs/npy.py show any.npy | FileCheck %s --check-prefix=ANY
// ANY: |b1 () 1
// RUN: %python %S/Inputs/npy.py show all.npy | FileCheck %s --check-prefix=ALL
// ALL: |b1 () 0
// RUN: gt-run %s -i u=u.npy --at u=I:2 -o v=w.npy -o product=p.npy -b reference
// RUN: cmp v.npy w.npy
// RUN: cmp product.npy p.npy
!s = !gt.storage<[I], i64, unit>
!f = !gt.field<[I], i64>
!m = !gt.field<[I], i1>
gt.program @coordinates(%u: !s, %v: !s, %product: !gt.storage<[], i64>, %any: !gt.storage<[], i1>,
                        %all: !gt.storage<[], i1>, %i: !gt.range<I>, %k: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.index I : !f
  %2 = gt.shift %1 [I + 1] : !f
  %3 = gt.add %2, %1 : (!f, !f) -> !f
  %4 = gt.add %3, %0 : (!f, !f) -> !f
  %5 = gt.reduce prod %0 over %k lanes : !f, !gt.range<I> -> !gt.field<[], i64>
  %6 = gt.ogt %0, %1 : (!f, !f) -> !m
  %7 = gt.ole %0, %1 : (!f, !f) -> !m
  %8 = gt.reduce any %7 over %k lanes : !m, !gt.range<I> -> !gt.field<[], i1>
  %9 = gt.reduce all %6 over %k lanes : !m, !gt.range<I> -> !gt.field<[], i1>
  gt.store %4 to %v over %i : !f, !s, !gt.range<I>
  gt.store %5 to %product : !gt.field<[], i64>, !gt.storage<[], i64>
  gt.store %8 to %any : !gt.field<[], i1>, !gt.storage<[], i1>
  gt.store %9 to %all : !gt.field<[], i1>, !gt.storage<[], i1>
}
