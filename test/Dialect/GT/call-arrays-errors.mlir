// RUN: gt-opt %s --split-input-file --verify-diagnostics

!f = !gt.field<[I], f64>

// (C1)
gt.callable @call_arrays_c1(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected an identifier of C, got 'a.b'}}
  %0 = gt.call_arrays @a.b(%a) updates [I] : (!f) -> !f
  gt.return %0 : !f
}

// -----

!f = !gt.field<[I], f64>

// (C2)
gt.callable @call_arrays_c2(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected 2 operands and 1 results, as many as are declared, got 1 and 1}}
  %0 = gt.call_arrays @f(%a) updates [I], reads [I] : (!f) -> !f
  gt.return %0 : !f
}

// -----

!f = !gt.field<[I], f64>

// (C2)
gt.callable @call_arrays_c2_b(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected 1 operands and 1 results, as many as are declared, got 1 and 0}}
  gt.call_arrays @f(%a) reads [I] : (!f) -> ()
  gt.return %a : !f
}

// -----

!f = !gt.field<[I], f64>

// (C2)
gt.callable @call_arrays_c2_c(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected a use, dimensions and ends of ranges for each array}}
  %0 = "gt.call_arrays"(%a) {callee = @f, uses = ["eats"], dims = [["I"]], begins = [array<i64: 0>], ends = [array<i64: 1>], dense = array<i1: false>} : (!f) -> !f
  gt.return %0 : !f
}

// -----

!f = !gt.field<[I], f64>

// (C2)
gt.callable @call_arrays_c2_d(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected a use, dimensions and ends of ranges for each array}}
  %0 = "gt.call_arrays"(%a) {callee = @f, uses = ["updates"], dims = [["I"]], begins = [array<i64>], ends = [array<i64: 1>], dense = array<i1: false>} : (!f) -> !f
  gt.return %0 : !f
}

// -----

!f = !gt.field<[I], f64>

// (C3)
gt.callable @call_arrays_c3(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected array 1 on the dimensions that are declared, got '!gt.field<[I], f64>'}}
  %0 = gt.call_arrays @f(%a) reads [I], writes [I, J from 0 to 1] : (!f) -> !f
  gt.return %0 : !f
}

// -----

!f = !gt.field<[I], f64>

// (C3)
gt.callable @call_arrays_c3_b(%a: f64) {
  // expected-error @+1 {{'gt.call_arrays' op expected array 0 on the dimensions that are declared, got 'f64'}}
  %0 = gt.call_arrays @f(%a) reads [I], writes [I] : (f64) -> !f
  gt.return %0 : !f
}

// -----

!f = !gt.field<[I], f64>

// (C4)
gt.callable @call_arrays_c4(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected one type of what is updated, got '!gt.field<[I], f64>' and '!gt.field<[I], f32>'}}
  %0 = gt.call_arrays @f(%a) updates [I] : (!f) -> !gt.field<[I], f32>
  gt.return %0 : !gt.field<[I], f32>
}

// -----

!f = !gt.field<[I], f64>

// (C5)
gt.callable @call_arrays_c5(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected a range with two ends in order for 'I'}}
  %0 = gt.call_arrays @f(%a) updates [I from 2] : (!f) -> !f
  gt.return %0 : !f
}

// -----

!f = !gt.field<[I], f64>

// (C5)
gt.callable @call_arrays_c5_b(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected a range with two ends in order for 'I'}}
  %0 = gt.call_arrays @f(%a) updates [I from 2 to 1] : (!f) -> !f
  gt.return %0 : !f
}

// -----

!f = !gt.field<[I, J], f64>

// (C5)
gt.callable @call_arrays_c5_c(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected different dimensions, got 'I' twice}}
  %0 = gt.call_arrays @f(%a) updates [I, J, I] : (!f) -> !f
  gt.return %0 : !f
}

// -----

!f = !gt.field<[I], f64>

// (C6)
gt.callable @call_arrays_c6(%a: !f) {
  // expected-error @+1 {{'gt.call_arrays' op expected a range for 'J', which no operand has}}
  %0 = gt.call_arrays @f(%a) reads [I], writes [J] : (!f) -> !gt.field<[J], f64>
  gt.return %0 : !gt.field<[J], f64>
}

// -----

!f = !gt.field<[I], f64>

gt.callable @call_arrays_point(%a: !f) {
  // expected-error @+1 {{expected ranges, got one point}}
  %0 = gt.call_arrays @f(%a) updates [I at 3] : (!f) -> !f
  gt.return %0 : !f
}

// -----

!f = !gt.field<[I], f64>

gt.callable @call_arrays_word(%a: !f) {
  // expected-error @+1 {{expected 'reads', 'writes' or 'updates', got 'eats'}}
  %0 = gt.call_arrays @f(%a) eats [I] : (!f) -> !f
  gt.return %0 : !f
}
