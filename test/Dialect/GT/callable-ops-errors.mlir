// Constraints of callables, by the numbers in GTCallableOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'gt.callable' op expected argument 0 to be a field or a scalar, got '!gt.range<I>'}}
gt.callable @callable_c1(%i: !gt.range<I>) {
  %0 = gt.constant true
  gt.return %0 : i1
}

// -----

gt.callable @interior_type(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.interior' op requires the same type for all operands and results}}
  %0 = "gt.interior"(%u) : (!gt.field<[I], f64>) -> !gt.field<[J], f64>
  gt.return %0 : !gt.field<[J], f64>
}

// -----

gt.callable @callable_c2(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'builtin.module' op expected an operation that a 'gt.callable' may hold}}
  builtin.module {}
  gt.return %u : !gt.field<[I], f64>
}

// -----

gt.callable @callable_c3(%u: !gt.field<[I], f64>) {
  gt.return %u : !gt.field<[I], f64>
}
// expected-error @below {{'gt.callable' op expected a name}}
"gt.callable"() <{sym_name = ""}> ({
  %0 = gt.constant true
  gt.return %0 : i1
}) : () -> ()

// -----

gt.program @parent(%u: !gt.storage<[I], f64>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.count' op expects parent op 'gt.callable'}}
  %1 = gt.count %0 over [I] : !gt.field<[I], f64>
}

// -----

gt.callable @return_c1() {
  // expected-error @below {{'gt.return' op expected a result, got none}}
  gt.return
}

// -----

gt.callable @slice_c1_twice(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.slice' op expected different dimensions, got 'I' twice}}
  %0 = gt.slice %u [I to 3, I from 2] : !gt.field<[I], f64> -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @slice_c1_numbers(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.slice' op expected 1 numbers, one for each dimension, got 2}}
  %0 = "gt.slice"(%u) <{dims = ["I"], begins = array<i64: 1>, ends = array<i64: 1, 2>, points = array<i1: false>}> : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @slice_c2(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.slice' op expected a field with dimension 'J', got '!gt.field<[I], f64>'}}
  %0 = gt.slice %u [J to 3] : !gt.field<[I], f64> -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @slice_c3(%u: !gt.field<[I, J], f64>) {
  // expected-error @below {{'gt.slice' op expected the dimensions of '!gt.field<[I, J], f64>' without those taken away, got '!gt.field<[I, J], f64>'}}
  %0 = gt.slice %u [J at 3] : !gt.field<[I, J], f64> -> !gt.field<[I, J], f64>
  gt.return %0 : !gt.field<[I, J], f64>
}

// -----

gt.callable @part_c4(%u: !gt.field<[I, J], f64>) {
  // expected-error @below {{'gt.part' op expected a field of 'f64', got 'f32'}}
  %0 = gt.part %u [J at 3] : !gt.field<[I, J], f64> -> !gt.field<[I], f32>
  gt.return %0 : !gt.field<[I], f32>
}

// -----

gt.callable @count_c1(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.count' op expected different dimensions, got 'I' twice}}
  %0 = gt.count %u over [I, I] : !gt.field<[I], f64>
  gt.return %0 : i64
}

// -----

gt.callable @count_c2(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.count' op expected a field with dimension 'J', got '!gt.field<[I], f64>'}}
  %0 = gt.count %u over [J] : !gt.field<[I], f64>
  gt.return %0 : i64
}

// -----

gt.callable @reduce_dims_c1(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.reduce_dims' op expected a dimension, got none}}
  %0 = gt.reduce_dims sum %u over [] : !gt.field<[I], f64> -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @reduce_dims_c2(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.reduce_dims' op expected a field with dimension 'K', got '!gt.field<[I], f64>'}}
  %0 = gt.reduce_dims sum %u over [K] : !gt.field<[I], f64> -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @reduce_dims_c3(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.reduce_dims' op expected the dimensions of '!gt.field<[I], f64>' without those taken away, got '!gt.field<[I], f64>'}}
  %0 = gt.reduce_dims sum %u over [I] : !gt.field<[I], f64> -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @reduce_dims_c4(%u: !gt.field<[I], f16>) {
  // expected-error @below {{'gt.reduce_dims' op expected elements that 'sum' reduces, got 'f16'}}
  %0 = gt.reduce_dims sum %u over [I] : !gt.field<[I], f16> -> !gt.field<[], f16>
  gt.return %0 : !gt.field<[], f16>
}

// -----

gt.callable @find_extreme_c1(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.find_extreme' op expected different dimensions, got 'I' twice}}
  %0:2 = gt.find_extreme min %u over [I, I] : !gt.field<[I], f64> -> !gt.field<[], i64>, !gt.field<[], i64>
  gt.return %0#0 : !gt.field<[], i64>
}

// -----

gt.callable @find_extreme_c3_count(%u: !gt.field<[I, J], f64>) {
  // expected-error @below {{'gt.find_extreme' op expected 2 results, one for each dimension, got 1}}
  %0 = gt.find_extreme min %u over [I, J] : !gt.field<[I, J], f64> -> !gt.field<[], i64>
  gt.return %0 : !gt.field<[], i64>
}

// -----

gt.callable @find_extreme_c3_type(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.find_extreme' op expected a field of 'i64', got 'f64'}}
  %0 = gt.find_extreme min %u over [I] : !gt.field<[I], f64> -> !gt.field<[], f64>
  gt.return %0 : !gt.field<[], f64>
}

// -----

gt.callable @find_extreme_c4(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.find_extreme' op expected min or max, got sum}}
  %0 = gt.find_extreme sum %u over [I] : !gt.field<[I], f64> -> !gt.field<[], i64>
  gt.return %0 : !gt.field<[], i64>
}

// -----

gt.callable @find_extreme_c2(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.find_extreme' op expected a field with dimension 'J', got '!gt.field<[I], f64>'}}
  %0 = gt.find_extreme max %u over [J] : !gt.field<[I], f64> -> !gt.field<[I], i64>
  gt.return %0 : !gt.field<[I], i64>
}

// -----

gt.callable @part_c1(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.part' op expected different dimensions, got 'I' twice}}
  %0 = gt.part %u [I to 3, I from 2] : !gt.field<[I], f64> -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @slice_c4(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.slice' op expected a field of 'f64', got 'f32'}}
  %0 = gt.slice %u [I to 3] : !gt.field<[I], f64> -> !gt.field<[I], f32>
  gt.return %0 : !gt.field<[I], f32>
}

// -----

gt.callable @called(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.neg' op expected 'gt.called' to be a string and on a point operation or a reduction, got 1 : i64}}
  %0 = gt.neg %u {gt.called = 1} : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}
