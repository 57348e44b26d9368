// What gt-fields-to-stencils does not take.
// RUN: gt-opt %s --gt-fields-to-stencils --split-input-file --verify-diagnostics

gt.program @unplaced(%u: !gt.storage<[I], f64>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.neg' op expected a placement, got none}}
  %1 = gt.neg %0 : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
}

// -----

gt.program @rim(%u: !gt.storage<[I], f64>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.neg' op expected placement 'inline' or 'materialise', got 'rim'}}
  %1 = gt.neg %0 {gt.placement = #gt.placement<rim>} : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
}

// -----

gt.program @reduction(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.reduce' op expected placement 'materialise', got 'inline'}}
  %1 = gt.reduce sum %0 over %i {gt.placement = #gt.placement<inline>} : !gt.field<[I], f64>, !gt.range<I> -> !gt.field<[], f64>
}

// -----

!f = !gt.field<[I], f64>
gt.program @reduced_parts(%u: !gt.storage<[I], f64>, %v: !gt.storage<[], f64>, %a: f64, %i: !gt.range<I>, %j: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !f
  %1 = gt.concat %a, %0 over %i, %j {gt.placement = #gt.placement<inline>} : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  // expected-error @below {{'gt.reduce' op expected concatenations that it reads to be materialised}}
  %2 = gt.reduce sum %1 over %i {gt.placement = #gt.placement<materialise>} : !f, !gt.range<I> -> !gt.field<[], f64>
  gt.store %2 to %v : !gt.field<[], f64>, !gt.storage<[], f64>
}

// -----

!f = !gt.field<[I], f64>
gt.program @pinned_parts(%u: !gt.storage<[I], f64>, %v: !gt.storage<[], f64>, %a: f64, %i: !gt.range<I>, %j: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !f
  // expected-error @below {{'gt.concat' op expected to be materialised, since it is read at indices of 'I'}}
  %1 = gt.concat %a, %0 over %i, %j {gt.placement = #gt.placement<inline>} : (f64, !f), !gt.range<I>, !gt.range<I> -> !f
  %2 = gt.pin %1 at %i : !f, !gt.range<I> -> !gt.field<[], f64>
  gt.store %2 to %v : !gt.field<[], f64>, !gt.storage<[], f64>
}
