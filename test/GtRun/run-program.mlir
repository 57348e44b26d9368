// A program runs on .npy files, with ranges found from the input, on all backends.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/npy.py write u.npy '<f8' 3x6 'n * n %% 17'
// RUN: gt-run %s --in u=u.npy --scalar alpha=0.5 --out v=v.npy --out total=total.npy --time > time.txt
// RUN: FileCheck %s --check-prefix=TIME < time.txt
// RUN: %python %S/Inputs/npy.py show v.npy | FileCheck %s --check-prefix=V
// RUN: %python %S/Inputs/npy.py show total.npy | FileCheck %s --check-prefix=TOTAL
// RUN: gt-run %s --in %%u=u.npy -s alpha=0.5 -o v=reference.npy -o total=other.npy --backend=reference
// RUN: cmp v.npy reference.npy
// RUN: cmp total.npy other.npy
// RUN: gt-run %s --in %%u=u.npy -s alpha=0.5 -o v=device.npy -o total=sum.npy --backend=emulated
// RUN: cmp v.npy device.npy
// RUN: cmp total.npy sum.npy

// TIME: read program
// TIME: first step
// V: <f8 (3, 4) 2 5 10 8.5 7.5 14 14 7.5 8.5 10 5 2
// TOTAL: <f8 () 136

gt.program @lap(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                %total: !gt.storage<[], f64>, %alpha: f64, %i: !gt.range<I>, %j: !gt.range<J>,
                %allI: !gt.range<I>, %allJ: !gt.range<J>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
  %1 = gt.shift %0 [I + 1] : !gt.field<[I, J], f64>
  %2 = gt.shift %0 [I - 1] : !gt.field<[I, J], f64>
  %3 = gt.add %1, %2 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %4 = gt.mul %alpha, %3 : (f64, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
  %5 = gt.reduce sum %0 over %allI, %allJ lanes : !gt.field<[I, J], f64>, !gt.range<I>,
      !gt.range<J> -> !gt.field<[], f64>
  gt.store %4 to %v over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64, unit>,
      !gt.range<J>, !gt.range<I>
  gt.store %5 to %total : !gt.field<[], f64>, !gt.storage<[], f64>
}
