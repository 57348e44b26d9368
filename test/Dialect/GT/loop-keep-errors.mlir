// Constraints of values kept in buffers, by the numbers in GTLoopMemoryOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @keep_c1(%a: f32, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.keep' op expected a value of 'f64', got 'f32'}}
    gt.keep %a in %0 : f32, !gt.buffer<[], f64>
  }
}

// -----

gt.program @keep_c2(%a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[], f64>
    gt.row I lanes 8 {
      // expected-error @below {{'gt.keep' op expected memory with the row's dimension, got '!gt.buffer<[], f64>'}}
      gt.keep %a in %0 : f64, !gt.buffer<[], f64>
    }
  }
}

// -----

gt.program @keep_c3(%a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 64], f64>
    gt.row I lanes 8 {
      // expected-error @below {{'gt.keep' op expected a loop over parts of at most 64 points of 'I' around it}}
      gt.keep %a in %0 : f64, !gt.buffer<[I: 64], f64>
    }
  }
}

// -----

gt.program @row_c4_keep(%a: f64, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 64], f64>
    gt.loop I by 64 {
      gt.row I lanes 8 {
        // expected-note @below {{the value is kept here}}
        gt.keep %a in %0 : f64, !gt.buffer<[I: 64], f64>
        // expected-error @below {{'gt.get' op expected a buffer to be got in front of what the row keeps in it}}
        %1 = gt.get %0 : !gt.buffer<[I: 64], f64> -> f64
        gt.put %1 to %v : f64, !gt.storage<[I], f64, unit>
      }
    }
  }
}
