// Prescriptions that gt-place-fields refuses.
// RUN: gt-opt %s --gt-place-fields --split-input-file --verify-diagnostics

gt.program @rim(%u: !gt.storage<[I], f64>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.neg' op expected placement 'inline' or 'materialise', got 'rim'}}
  %1 = gt.neg %0 {gt.placement = #gt.placement<rim>} : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
}

// -----

gt.program @reduction(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.reduce' op expected placement 'materialise' for a reduction, got 'inline'}}
  %1 = gt.reduce sum %0 over %i {gt.placement = #gt.placement<inline>} : !gt.field<[I], f64>, !gt.range<I> -> !gt.field<[], f64>
}
