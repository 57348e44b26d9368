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
