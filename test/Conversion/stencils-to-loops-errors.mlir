// RUN: gt-opt %s --gt-stencils-to-loops --split-input-file --verify-diagnostics

module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304>} {
  gt.program @fields(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
    // expected-error @below {{'gt.load' op is of the field level, expected the stencil level}}
    %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
    gt.store %0 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
  }
}

// -----

// expected-error @below {{'gt.program' op expected the attribute 'gt.machine' on the module around it}}
gt.program @anywhere() {
}
