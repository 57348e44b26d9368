// Constraints of the field level, by the numbers in GTFieldOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @load_c1(%u: !gt.storage<[J, I], f64>) {
  // expected-error @below {{'gt.load' op expected a field with the dimensions of '!gt.storage<[J, I], f64>', got '!gt.field<[I, K], f64>'}}
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, K], f64>
}

// -----

gt.program @load_c2(%u: !gt.storage<[J, I], f64>) {
  // expected-error @below {{'gt.load' op expected a field of 'f64', got 'f32'}}
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f32>
}

// -----

gt.program @shift_c1(%u: !gt.storage<[J, I], f64>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{'gt.shift' op expected 2 offsets, got 3}}
  %1 = "gt.shift"(%0) <{offsets = array<i64: 1, 0, 0>}> : (!gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
}

// -----

gt.program @shift_dim(%u: !gt.storage<[J, I], f64>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{expected a dimension of the type, got 'K'}}
  %1 = gt.shift %0 [K + 1] : !gt.field<[I, J], f64>
}

// -----

gt.program @shift_twice(%u: !gt.storage<[J, I], f64>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{expected different dimensions, got 'I' twice}}
  %1 = gt.shift %0 [I + 1, I - 1] : !gt.field<[I, J], f64>
}

// -----

gt.program @pin_c1(%u: !gt.storage<[I], f64>, %k: !gt.range<K>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.pin' op expected a field with dimension 'K', got '!gt.field<[I], f64>'}}
  %1 = gt.pin %0 at %k : !gt.field<[I], f64>, !gt.range<K> -> !gt.field<[I], f64>
}

// -----

gt.program @pin_c2(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{'gt.pin' op expected the dimensions of '!gt.field<[I, J], f64>' without 'I', got '!gt.field<[I], f64>'}}
  %1 = gt.pin %0 at %i : !gt.field<[I, J], f64>, !gt.range<I> -> !gt.field<[I], f64>
}

// -----

gt.program @pin_c3(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{'gt.pin' op expected a field of 'f64', got 'i32'}}
  %1 = gt.pin %0 at %i : !gt.field<[I, J], f64>, !gt.range<I> -> !gt.field<[J], i32>
}

// -----

gt.program @broadcast_c1(%u: !gt.storage<[J, I], f64>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{'gt.broadcast' op expected a field with dimension 'J' of the operand, got '!gt.field<[I, K], f64>'}}
  %1 = gt.broadcast %0 : !gt.field<[I, J], f64> -> !gt.field<[I, K], f64>
}

// -----

gt.program @broadcast_c2(%a: i32) {
  // expected-error @below {{'gt.broadcast' op expected a field of 'i32', got 'f64'}}
  %1 = gt.broadcast %a : i32 -> !gt.field<[I, K], f64>
}

// -----

gt.program @reduce_c1(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{'gt.reduce' op expected different dimensions, got 'I' twice}}
  %1 = gt.reduce sum %0 over %i, %i : !gt.field<[I, J], f64>, !gt.range<I>, !gt.range<I> -> !gt.field<[J], f64>
}

// -----

gt.program @reduce_c2(%u: !gt.storage<[J, I], f64>, %k: !gt.range<K>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{'gt.reduce' op expected a field with dimension 'K', got '!gt.field<[I, J], f64>'}}
  %1 = gt.reduce sum %0 over %k : !gt.field<[I, J], f64>, !gt.range<K> -> !gt.field<[I, J], f64>
}

// -----

gt.program @reduce_c3(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{'gt.reduce' op expected the dimensions of '!gt.field<[I, J], f64>' without the reduced ones, got '!gt.field<[], f64>'}}
  %1 = gt.reduce min %0 over %i : !gt.field<[I, J], f64>, !gt.range<I> -> !gt.field<[], f64>
}

// -----

gt.program @reduce_c4(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.reduce' op expected a field of 'f64', got 'i64'}}
  %1 = gt.reduce max %0 over %i : !gt.field<[I], f64>, !gt.range<I> -> !gt.field<[], i64>
}

// -----

gt.program @reduce_c4_bool(%u: !gt.storage<[I], i1>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], i1> -> !gt.field<[I], i1>
  // expected-error @below {{'gt.reduce' op expected elements that 'max' reduces, got 'i1'}}
  %1 = gt.reduce max %0 over %i : !gt.field<[I], i1>, !gt.range<I> -> !gt.field<[], i1>
}

// -----

gt.program @reduce_c5(%u: !gt.storage<[I], f64>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.reduce' op expected a range to reduce over, got none}}
  %1 = "gt.reduce"(%0) <{kind = #gt<reduce_kind sum>}> : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
}

// -----

gt.program @store_c1_count(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{'gt.store' op expected 2 ranges for '!gt.storage<[J, I], f64>', got 1}}
  gt.store %0 to %u over %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64>, !gt.range<I>
}

// -----

gt.program @store_c1_order(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{'gt.store' op expected range 0 to be of dimension 'J', got 'I'}}
  gt.store %0 to %u over %i, %j : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64>, !gt.range<I>, !gt.range<J>
}

// -----

gt.program @store_c2(%u: !gt.storage<[J, I], f64>, %v: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[J, I], f64> -> !gt.field<[I, J], f64>
  // expected-error @below {{'gt.store' op expected a storage with dimension 'J' of the field, got '!gt.storage<[I], f64>'}}
  gt.store %0 to %v over %i : !gt.field<[I, J], f64>, !gt.storage<[I], f64>, !gt.range<I>
}

// -----

gt.program @store_c3(%u: !gt.storage<[I], f64>, %v: !gt.storage<[I], f32>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.store' op expected a field of 'f32', got 'f64'}}
  gt.store %0 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f32>, !gt.range<I>
}

// -----

gt.program @foreign_attribute(%u: !gt.storage<[I], f64>) {
  // expected-error @below {{'gt.load' op expected no attribute of the gt dialect but 'gt.placement', got 'gt.place'}}
  %0 = gt.load %u {gt.place} : !gt.storage<[I], f64> -> !gt.field<[I], f64>
}

// -----

gt.program @placement_value(%u: !gt.storage<[I], f64>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.neg' op expected 'gt.placement' to be a placement, got "inline"}}
  %1 = gt.neg %0 {gt.placement = "inline"} : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
}

// -----

gt.program @placement_op(%u: !gt.storage<[I], f64>) {
  // expected-error @below {{'gt.load' op expected 'gt.placement' on a point operation, a concatenation, a reduction or a scan}}
  %0 = gt.load %u {gt.placement = #gt.placement<inline>} : !gt.storage<[I], f64> -> !gt.field<[I], f64>
}

// -----

gt.program @constant_c1() {
  // expected-error @below {{'gt.constant' op result #0 must be scalar, but got 'tensor<2xf64>'}}
  %0 = gt.constant dense<1.0> : tensor<2xf64>
}

// -----

gt.program @constant_c1_text() {
  // expected-error @below {{'gt.constant' op expected a bool, an integer or a float, got "one" : f64}}
  %0 = gt.constant "one" : f64
}

// -----

// expected-error @below {{'gt.program' op expected argument 0 to be a storage, a range or a scalar, got 'index'}}
gt.program @program_c1(%n: index) {
}

// -----

gt.program @program_c2() {
  // expected-error @below {{'llvm.mlir.zero' op expected an operation of the gt dialect in a 'gt.program'}}
  %0 = llvm.mlir.zero : f64
}

// -----

gt.program @program_c4() {
}
// expected-error @below {{'gt.program' op expected a name}}
gt.program @""() {
}

// -----

gt.program @program_c3(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  // expected-note @below {{this one is of the other level}}
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.grow' op is of the stencil level, expected operations of one level}}
  %1 = gt.grow %i by 0, 1 : !gt.range<I>
}

// -----

gt.program @program_parent() {
  // expected-error @below {{'gt.program' op expects parent op 'builtin.module'}}
  gt.program @inner() {
  }
}
