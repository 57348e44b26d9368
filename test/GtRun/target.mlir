// PTX of a program at either level, on any machine and without any input.
// RUN: gt-run %s -p smooth --target sm_80 | FileCheck %s
// RUN: gt-run %s -p total --target sm_90 | FileCheck %s --check-prefix=TOTAL
// RUN: not gt-run %s -p smooth --target abacus 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: .target sm_80
// CHECK: .visible .entry
// CHECK: mul.rn.f64
// CHECK: st.global.b64
// TOTAL: .target sm_90
// TOTAL: bar.sync
// ERROR: gt-run: {{.*}} expected a GPU as sm_90, got 'abacus'
gt.program @smooth(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                   %half: f64, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  %1 = gt.shift %0 [I + 1] : !gt.field<[I], f64>
  %2 = gt.add %0, %1 : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  %3 = gt.mul %2, %half : (!gt.field<[I], f64>, f64) -> !gt.field<[I], f64>
  gt.store %3 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}
gt.program @total(%u: !gt.storage<[I], f64, unit>, %r: !gt.storage<[], f64>, %i: !gt.range<I>) {
  gt.fold sum along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %r : !gt.storage<[], f64>
}
