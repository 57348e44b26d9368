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

// -----

!s = !gt.storage<[K, I], f64, unit>
gt.program @keep_c4_row(%u: !gt.storage<[K], f64, unit>, %a: f64, %k: !gt.range<K>) {
  gt.kernel @k0 along %k : !gt.range<K> {
    %0 = gt.buffer : !gt.buffer<[], f64>
    gt.loop K forward {
      gt.put %a to %u : f64, !gt.storage<[K], f64, unit>
      // expected-error @below {{'gt.keep' op expected a row around a value that is kept as another}}
      gt.keep %a in %0 as %u : f64, !gt.buffer<[], f64>, !gt.storage<[K], f64, unit>
    }
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
gt.program @keep_c4_value(%u: !s, %a: f64, %b: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.buffer : !gt.buffer<[I: 256], f64>
    gt.loop I by 256 {
      gt.loop K forward {
        gt.row I lanes 8 {
          gt.put %b to %u : f64, !s
          // expected-error @below {{'gt.keep' op expected the row to write the value, in front, to what it is kept as}}
          gt.keep %a in %0 as %u : f64, !gt.buffer<[I: 256], f64>, !s
        }
      }
    }
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
gt.program @keep_c4_streaming(%u: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.buffer : !gt.buffer<[I: 256], f64>
    gt.loop I by 256 {
      gt.loop K forward {
        gt.row I lanes 8 {
          gt.put %a to %u streaming : f64, !s
          // expected-error @below {{'gt.keep' op expected the row to write the value, in front, to what it is kept as}}
          gt.keep %a in %0 as %u : f64, !gt.buffer<[I: 256], f64>, !s
        }
      }
    }
  }
}

// -----

!s = !gt.storage<[I], f64, unit>
gt.program @keep_c4_dimension(%u: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.buffer : !gt.buffer<[I: 256], f64>
    gt.loop I by 256 {
      gt.loop K forward {
        gt.row I lanes 8 {
          gt.put %a to %u : f64, !s
          // expected-error @below {{'gt.keep' op expected a loop in order around the row, over a dimension of what it is kept as}}
          gt.keep %a in %0 as %u : f64, !gt.buffer<[I: 256], f64>, !s
        }
      }
    }
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
gt.program @keep_c4_other_row(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.buffer : !gt.buffer<[I: 256], f64>
    gt.loop I by 256 {
      gt.loop K backward {
        gt.row I lanes 8 {
          gt.put %a to %u : f64, !s
          gt.keep %a in %0 as %u : f64, !gt.buffer<[I: 256], f64>, !s
        }
        gt.row I lanes 8 {
          // expected-error @below {{'gt.get' op expected what is kept as another value to be got in its row alone}}
          %1 = gt.get %0 : !gt.buffer<[I: 256], f64> -> f64
          gt.put %1 to %v : f64, !s
        }
      }
    }
  }
}
