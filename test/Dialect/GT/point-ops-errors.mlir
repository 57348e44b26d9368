// Constraints of the point operations, by the numbers in GTInterfaces.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @c1_field(%u: !gt.storage<[I], f64>, %a: f64) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.add' op expected a field as result, got 'f64'}}
  %1 = gt.add %0, %a : (!gt.field<[I], f64>, f64) -> f64
}

// -----

gt.program @c1_scalar(%a: f64) {
  // expected-error @below {{'gt.add' op expected a scalar as result, got '!gt.field<[], f64>'}}
  %1 = gt.add %a, %a : (f64, f64) -> !gt.field<[], f64>
}

// -----

gt.program @c2_missing(%u: !gt.storage<[I], f64>, %v: !gt.storage<[J], f64>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  %1 = gt.load %v : !gt.storage<[J], f64> -> !gt.field<[J], f64>
  // expected-error @below {{'gt.mul' op expected a result with dimension 'J' of an operand, got '!gt.field<[I], f64>'}}
  %2 = gt.mul %0, %1 : (!gt.field<[I], f64>, !gt.field<[J], f64>) -> !gt.field<[I], f64>
}

// -----

gt.program @c2_extra(%u: !gt.storage<[I], f64>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.neg' op expected dimensions of the operands only, got 'K'}}
  %2 = gt.neg %0 : (!gt.field<[I], f64>) -> !gt.field<[I, K], f64>
}

// -----

gt.program @c3_same_type(%a: f64, %b: f32) {
  // expected-error @below {{'gt.add' op expected operands of one element type, got 'f64' and 'f32'}}
  %1 = gt.add %a, %b : (f64, f32) -> f64
}

// -----

gt.program @c3_same_type_result(%a: f64) {
  // expected-error @below {{'gt.abs' op expected a result of 'f64', got 'f32'}}
  %1 = gt.abs %a : (f64) -> f32
}

// -----

gt.program @c3_same_type_bool(%a: i1) {
  // expected-error @below {{'gt.add' op expected operands that are numbers, got 'i1'}}
  %1 = gt.add %a, %a : (i1, i1) -> i1
}

// -----

gt.program @c3_true_divide(%a: i64) {
  // expected-error @below {{'gt.div' op expected operands that are floats, got 'i64'}}
  %1 = gt.div %a, %a : (i64, i64) -> i64
}

// -----

gt.program @c3_float_only(%a: i32) {
  // expected-error @below {{'gt.exp' op expected operands that are floats, got 'i32'}}
  %1 = gt.exp %a : (i32) -> i32
}

// -----

gt.program @c3_compare(%a: f64) {
  // expected-error @below {{'gt.olt' op expected a result of 'i1', got 'f64'}}
  %1 = gt.olt %a, %a : (f64, f64) -> f64
}

// -----

gt.program @c3_compare_operands(%a: f64, %b: i64) {
  // expected-error @below {{'gt.eq' op expected operands of one element type, got 'f64' and 'i64'}}
  %1 = gt.eq %a, %b : (f64, i64) -> i1
}

// -----

gt.program @c3_logical(%a: i32) {
  // expected-error @below {{'gt.and' op expected operands of 'i1', got 'i32'}}
  %1 = gt.and %a, %a : (i32, i32) -> i32
}

// -----

gt.program @c3_select_condition(%a: f64) {
  // expected-error @below {{'gt.select' op expected a condition of 'i1', got 'f64'}}
  %1 = gt.select %a, %a, %a : (f64, f64, f64) -> f64
}

// -----

gt.program @c3_select_arms(%c: i1, %a: f64, %b: i64) {
  // expected-error @below {{'gt.select' op expected operands of one element type, got 'f64' and 'i64'}}
  %1 = gt.select %c, %a, %b : (i1, f64, i64) -> f64
}

// -----

gt.program @c3_select_result(%c: i1, %a: f64) {
  // expected-error @below {{'gt.select' op expected a result of 'f64', got 'i1'}}
  %1 = gt.select %c, %a, %a : (i1, f64, f64) -> i1
}

// -----

gt.program @c4_order_of_bools(%a: i1) {
  // expected-error @below {{'gt.olt' op expected operands of a type that it is defined for, got 'i1'}}
  %1 = gt.olt %a, %a : (i1, i1) -> i1
}

// -----

gt.program @operand(%r: !gt.range<I>) {
  // expected-error @below {{'gt.neg' op operand #0 must be field or scalar, but got '!gt.range<I>'}}
  %1 = gt.neg %r : (!gt.range<I>) -> f64
}

// -----

// C4
gt.program @complex(%a: complex<f64>) {
  // expected-error @below {{'gt.add' op expected operands of a type that it is defined for, got 'complex<f64>'}}
  %0 = gt.add %a, %a : (complex<f64>, complex<f64>) -> complex<f64>
}

// -----

// C5
gt.program @real(%a: complex<f32>) {
  // expected-error @below {{'gt.cast' op expected a complex type to convert 'complex<f32>' to, got 'f64'}}
  %0 = gt.cast %a : (complex<f32>) -> f64
}
