// RUN: gt-opt %s | gt-opt | FileCheck %s
// RUN: gt-opt %s --mlir-print-op-generic | gt-opt | FileCheck %s

// CHECK-LABEL: gt.program @fields
gt.program @fields(%t: !gt.storage<[J, I], f64, unit>, %n: !gt.storage<[J], ui8, unit>, %p: f64, %b: i1) {
  %0 = gt.load %t : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
  %1 = gt.load %n : !gt.storage<[J], ui8, unit> -> !gt.field<[J], ui8>
  // CHECK: gt.call @plain(%{{.*}}) : (!gt.field<[I, J], f64>) -> !gt.field<[I, J], f32>
  %2 = gt.call @plain(%0) : (!gt.field<[I, J], f64>) -> !gt.field<[I, J], f32>
  // CHECK: gt.call @reports(%{{.*}}, %{{.*}}, %{{.*}}) status : (!gt.field<[I, J], f32>, !gt.field<[J], ui8>, i1) -> !gt.field<[I, J], i16>
  %3 = gt.call @reports(%2, %1, %b) status : (!gt.field<[I, J], f32>, !gt.field<[J], ui8>, i1) -> !gt.field<[I, J], i16>
  // CHECK: gt.call @draws(%{{.*}}) effects : (!gt.field<[J], ui8>) -> !gt.field<[J], i64>
  %4 = gt.call @draws(%1) effects : (!gt.field<[J], ui8>) -> !gt.field<[J], i64>
  // CHECK: gt.call @both(%{{.*}}) status effects {gt.placement = #gt.placement<materialise>} : (!gt.field<[J], i64>) -> !gt.field<[J], i1>
  %5 = gt.call @both(%4) status effects {gt.placement = #gt.placement<materialise>} : (!gt.field<[J], i64>) -> !gt.field<[J], i1>
  // CHECK: gt.call @scalars(%{{.*}}) : (f64) -> f64
  %6 = gt.call @scalars(%p) : (f64) -> f64
}

// CHECK-LABEL: gt.callable @callable
gt.callable @callable(%t: !gt.field<[I], f64>, %p: f64) {
  // CHECK: gt.call @saturation(%{{.*}}, %{{.*}}) : (!gt.field<[I], f64>, f64) -> !gt.field<[I], f64>
  %0 = gt.call @saturation(%t, %p) : (!gt.field<[I], f64>, f64) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// CHECK-LABEL: gt.program @stencil
gt.program @stencil(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    // CHECK: gt.call @draws(%{{.*}}) status effects : (f64) -> f64
    %1 = gt.call @draws(%0) status effects : (f64) -> f64
    gt.write %1 to %v : f64, !gt.storage<[I], f64, unit>
  }
}

// CHECK-LABEL: gt.program @loops
gt.program @loops(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> flops 0 {
    gt.row I lanes 8 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      // CHECK: gt.call @plain(%{{.*}}) : (f64) -> f64
      %1 = gt.call @plain(%0) : (f64) -> f64
      gt.put %1 to %v : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// CHECK-LABEL: gt.program @several
gt.program @several(%t: !gt.storage<[I], f64, unit>, %p: f64) {
  %0 = gt.load %t : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // CHECK: %[[PLACED:.*]]:2 = gt.call @placed(%{{.*}}, %{{.*}}) placed : (!gt.field<[I], f64>, f64) -> (!gt.field<[I], f64>, !gt.field<[I], i1>)
  %1:2 = gt.call @placed(%0, %p) placed : (!gt.field<[I], f64>, f64) -> (!gt.field<[I], f64>, !gt.field<[I], i1>)
  // CHECK: gt.call @routine(%[[PLACED]]#0, %[[PLACED]]#1) status_last references effects : (!gt.field<[I], f64>, !gt.field<[I], i1>) -> !gt.field<[I], f32>
  %2 = gt.call @routine(%1#0, %1#1) status_last references effects : (!gt.field<[I], f64>, !gt.field<[I], i1>) -> !gt.field<[I], f32>
  // CHECK: gt.call @checked(%{{.*}}) status handled : (!gt.field<[I], f32>) -> (!gt.field<[I], i32>, !gt.field<[I], i8>)
  %3, %4 = gt.call @checked(%2) status handled : (!gt.field<[I], f32>) -> (!gt.field<[I], i32>, !gt.field<[I], i8>)
}
