// Constraints of concatenations, by the numbers in GTConcatOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @concat_c1(%a: f64, %i: !gt.range<I>) {
  // expected-error @below {{'gt.concat' op expected a part, got none}}
  %0 = "gt.concat"(%i) <{operandSegmentSizes = array<i32: 0, 1>}> : (!gt.range<I>) -> !gt.field<[I], f64>
}

// -----

gt.program @concat_c1_none(%a: f64) {
  // expected-error @below {{'gt.concat' op expected as many ranges for each of 1 parts, got 0}}
  %0 = "gt.concat"(%a) <{operandSegmentSizes = array<i32: 1, 0>}> : (f64) -> !gt.field<[I], f64>
}

// -----

gt.program @concat_c1_uneven(%a: f64, %i: !gt.range<I>) {
  // expected-error @below {{'gt.concat' op expected as many ranges for each of 2 parts, got 3}}
  %0 = gt.concat %a, %a over %i, %i, %i : (f64, f64), !gt.range<I>, !gt.range<I>, !gt.range<I> -> !gt.field<[I], f64>
}

// -----

gt.program @concat_c2(%a: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  // expected-error @below {{'gt.concat' op expected range 1 to be of dimension 'I', got 'J'}}
  %0 = gt.concat %a, %a over %i, %j : (f64, f64), !gt.range<I>, !gt.range<J> -> !gt.field<[I], f64>
}

// -----

gt.program @concat_c2_twice(%a: f64, %i: !gt.range<I>) {
  // expected-error @below {{'gt.concat' op expected different dimensions, got 'I' twice}}
  %0 = gt.concat %a over %i, %i : (f64), !gt.range<I>, !gt.range<I> -> !gt.field<[I], f64>
}

// -----

gt.program @concat_c3(%a: f64, %i: !gt.range<I>) {
  // expected-error @below {{'gt.concat' op expected the dimensions of all parts and ranges, got '!gt.field<[I, J], f64>'}}
  %0 = gt.concat %a over %i : (f64), !gt.range<I> -> !gt.field<[I, J], f64>
}

// -----

gt.program @concat_c4(%a: f64, %i: !gt.range<I>) {
  // expected-error @below {{'gt.concat' op expected parts of 'f32', got 'f64'}}
  %0 = gt.concat %a over %i : (f64), !gt.range<I> -> !gt.field<[I], f32>
}

// -----

gt.callable @concat_where_c1(%a: f64) {
  // expected-error @below {{'gt.concat_where' op expected as many ranges for each of 2 parts, got 3}}
  %0 = gt.concat_where %a, %a [I, I, I] : (f64, f64) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @concat_where_c1_numbers(%a: f64) {
  // expected-error @below {{'gt.concat_where' op expected 1 numbers, one for each entry, got 2}}
  %0 = "gt.concat_where"(%a) <{dims = ["I"], begins = array<i64: 1, 2>, ends = array<i64: 3>, points = array<i1: false>}> : (f64) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @concat_where_c2(%a: f64) {
  // expected-error @below {{'gt.concat_where' op expected range 1 to be of dimension 'I', got 'J'}}
  %0 = gt.concat_where %a, %a [I to 1, J from 1] : (f64, f64) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @concat_where_c3(%a: f64) {
  // expected-error @below {{'gt.concat_where' op expected the dimensions of all parts and ranges, got '!gt.field<[J], f64>'}}
  %0 = gt.concat_where %a [I to 1] : (f64) -> !gt.field<[J], f64>
  gt.return %0 : !gt.field<[J], f64>
}

// -----

gt.callable @concat_where_c4(%a: f64) {
  // expected-error @below {{'gt.concat_where' op expected parts of 'f32', got 'f64'}}
  %0 = gt.concat_where %a [I to 1] : (f64) -> !gt.field<[I], f32>
  gt.return %0 : !gt.field<[I], f32>
}

// -----

gt.callable @concat_where_c5(%a: f64) {
  // expected-error @below {{'gt.concat_where' op expected ranges, got one point}}
  %0 = gt.concat_where %a [I at 1] : (f64) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @concat_fields_c1(%a: f64) {
  // expected-error @below {{'gt.concat_fields' op expected a part, got none}}
  %0 = "gt.concat_fields"() : () -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @concat_fields_c2(%a: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.concat_fields' op expected the dimensions of all parts and ranges, got '!gt.field<[J], f64>'}}
  %0 = gt.concat_fields %a : (!gt.field<[I], f64>) -> !gt.field<[J], f64>
  gt.return %0 : !gt.field<[J], f64>
}

// -----

gt.callable @concat_fields_c3(%a: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.concat_fields' op expected parts of 'f32', got 'f64'}}
  %0 = gt.concat_fields %a : (!gt.field<[I], f64>) -> !gt.field<[I], f32>
  gt.return %0 : !gt.field<[I], f32>
}

// -----

gt.callable @set_c1(%u: !gt.field<[I], f64>, %a: f64) {
  // expected-error @below {{'gt.set' op expected a dimension, got none}}
  %0 = gt.set %u, %a, %u over [] : (!gt.field<[I], f64>, f64, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @set_c1_twice(%u: !gt.field<[I], f64>, %a: f64) {
  // expected-error @below {{'gt.set' op expected different dimensions, got 'I' twice}}
  %0 = gt.set %u, %a, %u over [I, I] : (!gt.field<[I], f64>, f64, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @set_c2(%u: !gt.field<[I], f64>, %a: f64) {
  // expected-error @below {{'gt.set' op expected a field with dimension 'J', got '!gt.field<[I], f64>'}}
  %0 = gt.set %u, %a, %u over [J] : (!gt.field<[I], f64>, f64, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @set_c3(%u: !gt.field<[I], f64>, %a: f64) {
  // expected-error @below {{'gt.set' op expected the dimensions of all parts and ranges, got '!gt.field<[I, J], f64>'}}
  %0 = gt.set %u, %a, %u over [I] : (!gt.field<[I], f64>, f64, !gt.field<[I], f64>) -> !gt.field<[I, J], f64>
  gt.return %0 : !gt.field<[I, J], f64>
}

// -----

gt.callable @set_c4(%u: !gt.field<[I], f64>, %a: f32) {
  // expected-error @below {{'gt.set' op expected parts of 'f64', got 'f32'}}
  %0 = gt.set %u, %a, %u over [I] : (!gt.field<[I], f64>, f32, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @halo_c1(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.halo' op expected one dimension, from what is not above 0 to what is not below}}
  %0 = gt.halo "mirror" %u [I from 1 to 2] : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @halo_c1_dim(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.halo' op expected a field with dimension 'J', got '!gt.field<[I], f64>'}}
  %0 = gt.halo "mirror" %u [J from -1 to 2] : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @halo_c2(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.halo' op expected 2 operands, got 1}}
  %0 = gt.halo "constant" %u [I from -1 to 2] : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @halo_c2_field(%a: f64) {
  // expected-error @below {{'gt.halo' op expected a field, got 'f64'}}
  %0 = gt.halo "mirror" %a [I from -1 to 2] : (f64) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @halo_c2_value(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.halo' op expected a value without dimensions, got '!gt.field<[I], f64>'}}
  %0 = gt.halo "constant" %u, %u [I from -1 to 2] : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @halo_c3(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.halo' op expected the dimensions of all parts and ranges, got '!gt.field<[I, J], f64>'}}
  %0 = gt.halo "mirror" %u [I from -1 to 2] : (!gt.field<[I], f64>) -> !gt.field<[I, J], f64>
  gt.return %0 : !gt.field<[I, J], f64>
}

// -----

gt.callable @halo_c4(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.halo' op expected parts of 'f32', got 'f64'}}
  %0 = gt.halo "mirror" %u [I from -1 to 2] : (!gt.field<[I], f64>) -> !gt.field<[I], f32>
  gt.return %0 : !gt.field<[I], f32>
}

// -----

gt.callable @halo_c5(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.halo' op expected periodic, mirror, extend or constant, got 'none'}}
  %0 = gt.halo "none" %u [I from -1 to 2] : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @roll_c1(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.roll' op expected 1 offsets, got 2}}
  %0 = "gt.roll"(%u) {offsets = array<i64: 1, 2>} : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}
