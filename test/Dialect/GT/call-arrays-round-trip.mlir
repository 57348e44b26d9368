// RUN: gt-opt %s | gt-opt | FileCheck %s
// RUN: gt-opt %s --mlir-print-op-generic | gt-opt | FileCheck %s

// CHECK-LABEL: gt.program @fields
gt.program @fields(%a: !gt.storage<[I, K], f64, unit>, %p: f32, %c: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  %0 = gt.load %a : !gt.storage<[I, K], f64, unit> -> !gt.field<[I, K], f64>
  // CHECK: %[[A:.*]]:2 = gt.call_arrays @f(%{{.*}}, %{{.*}}) reads [K, I from 0 to 8], reads [], writes [I], writes [E from -1 to 5, K] dense : (!gt.field<[I, K], f64>, f32) -> (!gt.field<[I], f64>, !gt.field<[K, E], i8>)
  %1:2 = gt.call_arrays @f(%0, %p) reads [K, I from 0 to 8], reads [], writes [I], writes [E from -1 to 5, K] dense : (!gt.field<[I, K], f64>, f32) -> (!gt.field<[I], f64>, !gt.field<[K, E], i8>)
  // CHECK: gt.call_arrays @g(%[[A]]#0) updates [I] : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  %2 = gt.call_arrays @g(%1#0) updates [I] : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.store %2 to %c over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}

// CHECK-LABEL: gt.callable @callable
gt.callable @callable(%a: !gt.field<[I], bf16>) {
  // CHECK: gt.call_arrays @h(%{{.*}}) reads [I], writes [] : (!gt.field<[I], bf16>) -> !gt.field<[], bf16>
  %0 = gt.call_arrays @h(%a) reads [I], writes [] : (!gt.field<[I], bf16>) -> !gt.field<[], bf16>
  gt.return %0 : !gt.field<[], bf16>
}
