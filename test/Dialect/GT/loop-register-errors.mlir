// Constraints of buffers in registers, by the numbers in GTLoopMemoryOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @buffer_c4_dims(%j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    // expected-error @below {{'gt.buffer' op expected no memory of what is in registers}}
    %0 = gt.buffer in_registers : !gt.buffer<[J: 2, I: 4], f64>
  }
}

// -----

gt.program @buffer_c4_extent(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.buffer' op expected no memory of what is in registers}}
    %0 = gt.buffer in_registers : !gt.buffer<[I: ?], f64>
  }
}

// -----

gt.program @buffer_c4_outside_of_rows(%a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer in_registers : !gt.buffer<[I: 4], f64>
    gt.loop I by 4 {
      gt.loop I {
        // expected-error @below {{'gt.keep' op is not for what is in registers}}
        gt.keep %a in %0 : f64, !gt.buffer<[I: 4], f64>
      }
    }
  }
}

// -----

gt.program @buffer_c4_copies() {
  gt.kernel @k0 {
    // expected-error @below {{'gt.buffer' op expected no memory of what is in registers}}
    %0 = gt.buffer in_registers copies 2 : !gt.buffer<[], f64>
  }
}

// -----

gt.program @buffer_c4_at() {
  gt.kernel @k0 {
    // expected-error @below {{'gt.buffer' op expected no memory of what is in registers}}
    %0 = gt.buffer in_registers at 0 : !gt.buffer<[], f64>
  }
}

// -----

gt.program @buffer_c4_row(%a: f64, %u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer in_registers : !gt.buffer<[], f64>
    gt.keep %a in %0 : f64, !gt.buffer<[], f64>
    gt.row I lanes 8 {
      // expected-error @below {{'gt.get' op is not for what is in registers}}
      %1 = gt.get %0 : !gt.buffer<[], f64> -> f64
      gt.put %1 to %u : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @buffer_c4_partial(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 along %i : !gt.range<I> {
    %0 = gt.buffer in_registers : !gt.buffer<[], f64>
    %1 = gt.buffer : !gt.buffer<[], i64>
    %2 = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op is not for what is in registers}}
    gt.pairwise sum of %0 : !gt.buffer<[], f64> along I by 64 lanes 1 on %2 : !gt.buffer<[], f64> count %1 : !gt.buffer<[], i64> {
      gt.loop I {
        %3 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
        gt.accumulate %3 to %0 : f64, !gt.buffer<[], f64>
      }
    }
  }
}

// -----

gt.program @buffer_c5_first(%u: !gt.storage<[], f64>) {
  gt.kernel @k0 {
    %0 = gt.buffer in_registers : !gt.buffer<[], f64>
    // expected-error @below {{'gt.get' op expected a value to be kept in registers before}}
    %1 = gt.get %0 : !gt.buffer<[], f64> -> f64
    gt.put %1 to %u : f64, !gt.storage<[], f64>
  }
}

// -----

gt.program @buffer_c5_parallel(%a: f64, %u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer in_registers : !gt.buffer<[], f64>
    gt.keep %a in %0 : f64, !gt.buffer<[], f64>
    gt.loop I {
      // expected-error @below {{'gt.get' op expected loops in order alone between it and where the first value is kept in registers}}
      %1 = gt.get %0 : !gt.buffer<[], f64> -> f64
      gt.put %1 to %u : f64, !gt.storage<[I], f64>
    }
  }
}

// -----

gt.program @buffer_c6_part(%a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer in_registers : !gt.buffer<[I: 16], f64>
    gt.loop I by 8 {
      // expected-error @below {{'gt.row' op expected to be in a part by 16, the elements of what is in registers}}
      gt.row I lanes 8 {
        gt.keep %a in %0 : f64, !gt.buffer<[I: 16], f64>
      }
    }
  }
}

// -----

gt.program @buffer_c6_one_lane(%a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer in_registers : !gt.buffer<[I: 16], f64>
    gt.loop I by 16 {
      // expected-error @below {{'gt.row' op expected rows of lanes of which 16 is a multiple, alike in all of the part, since some is in registers}}
      gt.row I lanes 1 {
        gt.keep %a in %0 : f64, !gt.buffer<[I: 16], f64>
      }
    }
  }
}

// -----

gt.program @buffer_c6_more_lanes_than_points(%a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer in_registers : !gt.buffer<[I: 16], f64>
    gt.loop I by 16 {
      // expected-error @below {{'gt.row' op expected rows of lanes of which 16 is a multiple, alike in all of the part, since some is in registers}}
      gt.row I lanes 32 {
        gt.keep %a in %0 : f64, !gt.buffer<[I: 16], f64>
      }
    }
  }
}

// -----

gt.program @buffer_c6_other_lanes(%a: f64, %u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer in_registers : !gt.buffer<[I: 16], f64>
    gt.loop I by 16 {
      gt.row I lanes 8 {
        gt.keep %a in %0 : f64, !gt.buffer<[I: 16], f64>
      }
      // expected-error @below {{'gt.row' op expected rows of lanes of which 16 is a multiple, alike in all of the part, since some is in registers}}
      gt.row I lanes 4 {
        gt.put %a to %u : f64, !gt.storage<[I], f64, unit>
      }
    }
  }
}
