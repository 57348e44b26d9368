// RUN: gt-opt %s --gt-stencils-to-loops --split-input-file --verify-diagnostics

// expected-error @below {{'builtin.module' op expected one 'gt.program', got 0}}
module {
}

// -----

// expected-error @below {{'builtin.module' op expected one 'gt.program', got 2}}
module {
  gt.program @a() {
  }
  gt.program @b() {
  }
}

// -----

gt.program @fields(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.load' op is of the field level, expected the stencil level}}
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  gt.store %0 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}

// -----

// A kernel could have the function's name.
gt.program @p() {
}
// expected-error @below {{'llvm.func' op stands beside a 'gt.program', expected nothing there}}
llvm.func @k0() {
  llvm.return
}
