// RUN: gt-opt %s --split-input-file --verify-diagnostics

// (C1)
gt.program @call_c1(%a: complex<f64>) {
  // expected-error @+1 {{'gt.call' op expected operands of a type that it is defined for, got 'complex<f64>'}}
  %0 = gt.call @f(%a) : (complex<f64>) -> f64
}

// -----

gt.program @call_c1_b(%a: f16, %b: f64) {
  // expected-error @+1 {{'gt.call' op expected types that C has, got 'f16'}}
  %0 = gt.call @f(%a, %b) : (f16, f64) -> f64
}

// -----

gt.program @call_c1_c(%a: f64) {
  // expected-error @+1 {{'gt.call' op expected types that C has, got 'bf16'}}
  %0 = gt.call @f(%a) : (f64) -> bf16
}

// -----

// (C2)
gt.program @call_c2() {
  // expected-error @+1 {{'gt.call' op expected an operand, got none}}
  %0 = gt.call @f() : () -> f64
}

// -----

// (C3)
gt.program @call_c3(%a: f64) {
  // expected-error @+1 {{'gt.call' op expected an identifier of C, got 'a.b'}}
  %0 = gt.call @a.b(%a) : (f64) -> f64
}

// -----

// (C4)
gt.program @call_c4(%a: f64) {
  // expected-error @+1 {{'gt.call' op expected a field as the result of a call with effects, got 'f64'}}
  %0 = gt.call @f(%a) effects : (f64) -> f64
}

// -----

// (C5)
gt.program @call_c5(%a: f64, %b: f32) {
  // expected-note @+1 {{another one is here}}
  %0 = gt.call @f(%a) : (f64) -> f64
  %1 = gt.call @f(%0) : (f64) -> f64
  // expected-error @+1 {{'gt.call' op expected the prototype of other calls of 'f'}}
  %2 = gt.call @f(%b) : (f32) -> f64
}

// -----

gt.program @call_c5_b(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    // expected-note @+1 {{another one is here}}
    %1 = gt.call @f(%0) : (f64) -> f64
    // expected-error @+1 {{'gt.call' op expected the prototype of other calls of 'f'}}
    %2 = gt.call @f(%1) status : (f64) -> f64
    gt.write %2 to %v : f64, !gt.storage<[I], f64, unit>
  }
}

// -----

// Of PointOp: (C1), (C2)
gt.program @call_dims(%u: !gt.storage<[I], f64, unit>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // expected-error @+1 {{'gt.call' op expected a field as result, got 'f64'}}
  %1 = gt.call @f(%0) : (!gt.field<[I], f64>) -> f64
}

// -----

gt.program @call_dims_b(%u: !gt.storage<[I], f64, unit>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // expected-error @+1 {{'gt.call' op expected dimensions of the operands only, got 'J'}}
  %1 = gt.call @f(%0) : (!gt.field<[I], f64>) -> !gt.field<[I, J], f64>
}

// -----

// Of PointOp: (C2), for all results
gt.program @call_dims_c(%u: !gt.storage<[I], f64, unit>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // expected-error @+1 {{'gt.call' op expected results of the same dimensions, got '!gt.field<[I], f64>' and 'f64'}}
  %1, %2 = gt.call @f(%0) placed : (!gt.field<[I], f64>) -> (!gt.field<[I], f64>, f64)
}

// -----

// (C1)
gt.program @call_c1_d(%a: f64) {
  // expected-error @+1 {{'gt.call' op expected a result, got none}}
  gt.call @f(%a) placed : (f64) -> ()
}

// -----

// (C6)
gt.program @call_c6(%a: f64) {
  // expected-error @+1 {{'gt.call' op expected one of 'status', 'placed' and 'status_last', got 2}}
  %0 = gt.call @f(%a) status placed : (f64) -> f64
}

// -----

gt.program @call_c6_b(%a: f64) {
  // expected-error @+1 {{'gt.call' op expected 'status', 'placed' or 'status_last' with several results}}
  %0, %1 = gt.call @f(%a) : (f64) -> (f64, f64)
}

// -----

// (C7)
gt.program @call_c7(%a: f64) {
  // expected-error @+1 {{'gt.call' op expected 'status' or 'status_last' where failures are handled}}
  %0, %1 = gt.call @f(%a) placed handled : (f64) -> (f64, i8)
}

// -----

gt.program @call_c7_b(%a: f64) {
  // expected-error @+1 {{'gt.call' op expected a result and behind it a status of i8, got 'f64', 'i32'}}
  %0, %1 = gt.call @f(%a) status handled : (f64) -> (f64, i32)
}

// -----

gt.program @call_c7_c(%a: f64) {
  // expected-error @+1 {{'gt.call' op expected a result and behind it a status of i8, got 'i8'}}
  %0 = gt.call @f(%a) status handled : (f64) -> i8
}
