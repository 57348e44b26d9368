// RUN: gt-opt %s --pass-pipeline='builtin.module(gt.program(gt-place-fields))' --verify-diagnostics
// RUN: gt-opt %s --pass-pipeline='builtin.module(gt.program(gt-simplify))' | FileCheck %s

!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>

// What a function does is not known: it is called once for each operation.
// CHECK-COUNT-2: gt.call_arrays
gt.program @calls(%u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  // expected-error @+1 {{'gt.call_arrays' op is called between programs: expected none in one that is compiled}}
  %1 = gt.call_arrays @f(%0) updates [I] : (!f) -> !f
  %2 = gt.call_arrays @f(%0) updates [I] : (!f) -> !f
  gt.store %1 to %v over %i : !f, !s, !gt.range<I>
}
