// Constraints of the loop level's rows and of what happens in them, by the numbers in GTLoopOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @row_c1_index(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I {
      // expected-error @below {{'gt.row' op expected a dimension without an index, got 'I'}}
      gt.row I lanes 8 {
      }
    }
  }
}

// -----

gt.program @row_c1(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected a dimension of the kernel, got 'J'}}
    gt.row J lanes 8 {
    }
  }
}

// -----

gt.program @row_c2(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected lanes in a power of two up to 64, got 6}}
    gt.row I lanes 6 {
    }
  }
}

// -----

gt.program @row_c2_wide(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected lanes in a power of two up to 64, got 128}}
    gt.row I lanes 128 {
    }
  }
}

// -----

gt.program @row_c2_none(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected lanes in a power of two up to 64, got 0}}
    gt.row I lanes 0 {
    }
  }
}

// -----

gt.program @row_c3(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-note @below {{the row is here}}
    gt.row I lanes 8 {
      // expected-error @below {{'llvm.mlir.zero' op does not happen at a point}}
      %0 = llvm.mlir.zero : f64
    }
  }
}

// -----

gt.program @row_c3_arguments(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected a region without arguments}}
    "gt.row"() <{dim = "I", lanes = 8}> ({
    ^bb0(%0: f64):
    }) : () -> ()
  }
}

// -----

gt.program @row_c4(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.get' op expected what the row puts to be got at the point itself, in front of the put}}
      %0 = gt.get %u [I + 1] : !gt.storage<[I], f64, unit> -> f64
      // expected-note @below {{the put is here}}
      gt.put %0 to %u : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @row_c4_behind(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-note @below {{the put is here}}
      gt.put %a to %u : f64, !gt.storage<[I], f64, unit>
      // expected-error @below {{'gt.get' op expected what the row puts to be got at the point itself, in front of the put}}
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
    }
  }
}

// -----

gt.program @row_c4_in_place(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      %0 = gt.get %u [I + 1] : !gt.storage<[I], f64, unit> -> f64
      // expected-note @below {{the put is here}}
      gt.put %0 to %u in_place : f64, !gt.storage<[I], f64, unit>
      // expected-error @below {{'gt.get' op expected what the row puts to be got at the point itself, in front of the put}}
      %1 = gt.get %u [I - 1] : !gt.storage<[I], f64, unit> -> f64
    }
  }
}

// -----

gt.program @row_c4_pinned(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.get' op expected what the row puts to be got at the point itself, in front of the put}}
      %0 = gt.get %u [I at %i] : !gt.storage<[I], f64, unit>, !gt.range<I> -> f64
      // expected-note @below {{the put is here}}
      gt.put %0 to %u : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @row_c5(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.get' op expected a storage that is contiguous along the row, got '!gt.storage<[I], f64>'}}
      %0 = gt.get %u : !gt.storage<[I], f64> -> f64
    }
  }
}

// -----

gt.program @row_c5_put(%u: !gt.storage<[I], f64>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.put' op expected a storage that is contiguous along the row, got '!gt.storage<[I], f64>'}}
      gt.put %a to %u : f64, !gt.storage<[I], f64>
    }
  }
}

// -----

gt.program @row_c5_other(%u: !gt.storage<[I, J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.loop J {
      gt.row I lanes 8 {
        // expected-error @below {{'gt.get' op expected a storage that is contiguous along the row, got '!gt.storage<[I, J], f64, unit>'}}
        %0 = gt.get %u : !gt.storage<[I, J], f64, unit> -> f64
      }
    }
  }
}

// -----

gt.program @row_c7(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected more than one lane with strides}}
    gt.row I lanes 1 strides [2] {
      %0 = gt.get %u : !gt.storage<[I], f64> -> f64
    }
  }
}

// -----

gt.program @row_c7_vectors(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected strides or vectors, got both}}
    gt.row I lanes 8 vectors 2 strides [2] {
      %0 = gt.get %u : !gt.storage<[I], f64> -> f64
    }
  }
}

// -----

gt.program @row_c7_zero(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected different strides other than 0, got 0}}
    gt.row I lanes 8 strides [2, 0] {
      %0 = gt.get %u : !gt.storage<[I], f64> -> f64
    }
  }
}

// -----

gt.program @row_c7_twice(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected different strides other than 0, got -1}}
    gt.row I lanes 8 strides [-1, 2, -1] {
      %0 = gt.get %u : !gt.storage<[I], f64> -> f64
    }
  }
}

// -----

// What the loop has yet to come to.
gt.program @row_c4_ahead(%u: !gt.storage<[K, I], f64, unit>, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
    gt.loop K forward {
      gt.row I lanes 8 {
        // expected-error @below {{'gt.get' op expected what the row puts to be got at the point itself, in front of the put}}
        %0 = gt.get %u [K + 1] : !gt.storage<[K, I], f64, unit> -> f64
        // expected-note @below {{the put is here}}
        gt.put %0 to %u : f64, !gt.storage<[K, I], f64, unit>
      }
    }
  }
}

// -----

// Another tile may not have been there.
gt.program @row_c4_beside(%u: !gt.storage<[K, I], f64, unit>, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
    gt.loop K backward {
      gt.row I lanes 8 {
        // expected-error @below {{'gt.get' op expected what the row puts to be got at the point itself, in front of the put}}
        %0 = gt.get %u [K + 1, I - 1] : !gt.storage<[K, I], f64, unit> -> f64
        // expected-note @below {{the put is here}}
        gt.put %0 to %u : f64, !gt.storage<[K, I], f64, unit>
      }
    }
  }
}
