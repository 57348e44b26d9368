// Constraints of what is asked for before it is needed, by the numbers in GTLoopMemoryOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @prefetch_c4_lanes(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 1 {
      // expected-error @below {{'gt.prefetch' op expected a row of several lanes around what is not exact}}
      gt.prefetch %u : !gt.storage<[I], f64, unit>
      gt.put %a to %u : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @prefetch_c1(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.prefetch' op expected 1 offsets, got 2}}
      "gt.prefetch"(%u) <{offsets = array<i64: 1, 1>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!gt.storage<[I], f64, unit>) -> ()
      gt.put %a to %u streaming : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @prefetch_c2(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>, %k: !gt.range<K>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.prefetch' op expected a pin of a dimension of '!gt.storage<[I], f64, unit>', got 'K'}}
      "gt.prefetch"(%u, %k) <{offsets = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!gt.storage<[I], f64, unit>, !gt.range<K>) -> ()
      gt.put %a to %u streaming : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @prefetch_c3(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>, %v: !gt.storage<[J, I], f64, unit>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.prefetch' op expected dimension 'J' to have an index}}
      gt.prefetch %v : !gt.storage<[J, I], f64, unit>
      gt.put %a to %u streaming : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @prefetch_c4(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I {
      // expected-error @below {{'gt.prefetch' op expected a row around it, or what is exact in a loop in order along contiguous memory}}
      gt.prefetch exact %u : !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @prefetch_c4_strided(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>, %v: !gt.storage<[I], f64>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.prefetch' op expected a storage that is contiguous along the row, got '!gt.storage<[I], f64>'}}
      gt.prefetch %v : !gt.storage<[I], f64>
      gt.put %a to %u streaming : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

// Across a row with strides a loop in order is around it.
gt.program @prefetch_c4_across(%u: !gt.storage<[I, K], f64, unit>, %i: !gt.range<I>, %k: !gt.range<K>) {
  gt.kernel @k over %i, %k : !gt.range<I>, !gt.range<K> {
    gt.loop K {
      gt.row I lanes 8 strides [1] {
        // expected-error @below {{'gt.prefetch' op expected a storage that is contiguous along the row, got '!gt.storage<[I, K], f64, unit>'}}
        gt.prefetch exact %u [I + 16] : !gt.storage<[I, K], f64, unit>
      }
    }
  }
}

// -----

gt.program @prefetch_c5(%u: !gt.storage<[E, K], f64, unit>, %n: i32, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V {
      gt.row K lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected 0 dimensions of index values, got 1}}
        "gt.prefetch"(%u) <{exact, indexDims = ["E"], ahead = 4 : i64, offsets = array<i64: 0, 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!gt.storage<[E, K], f64, unit>) -> ()
      }
    }
  }
}

// -----

gt.program @prefetch_c6(%u: !gt.storage<[E, K], f64, unit>, %n: i32, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V {
      gt.row K lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected index values where it is ahead, and one that is exact}}
        gt.prefetch exact %u [E by %n] : !gt.storage<[E, K], f64, unit>, i32
      }
    }
  }
}

// -----

gt.program @prefetch_c6_loop(%u: !gt.storage<[E, K], f64, unit>, %n: i32, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V step 2 {
      gt.row K lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected a loop point by point, in any order, around the row}}
        gt.prefetch exact ahead 4 %u [E by %n] : !gt.storage<[E, K], f64, unit>, i32
      }
    }
  }
}

// -----

gt.program @prefetch_c6_moved(%u: !gt.storage<[V, E, K], f64, unit>, %n: i32, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V {
      gt.row K lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected a storage that the loop around the row does not move, got '!gt.storage<[V, E, K], f64, unit>'}}
        gt.prefetch exact ahead 4 %u [E by %n] : !gt.storage<[V, E, K], f64, unit>, i32
      }
    }
  }
}

// -----

gt.program @prefetch_c6_no_strip(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I by 64 {
      gt.row I lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected index values, or strips of the row, where it is ahead}}
        gt.prefetch exact ahead 1 %u : !gt.storage<[I], f64, unit>
        gt.put %a to %u : f64, !gt.storage<[I], f64, unit>
      }
    }
  }
}

// -----

gt.program @prefetch_c6_none(%u: !gt.storage<[E, K], f64, unit>, %n: i32, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V {
      gt.row K lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected to be ahead by 1 to 2147483647, got 0}}
        gt.prefetch exact ahead 0 %u [E by %n] : !gt.storage<[E, K], f64, unit>, i32
      }
    }
  }
}

// -----

gt.program @prefetch_c6_back(%u: !gt.storage<[E, K], f64, unit>, %n: i32, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V {
      gt.row K lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected to be ahead by 1 to 2147483647, got -1}}
        gt.prefetch exact ahead -1 %u [E by %n] : !gt.storage<[E, K], f64, unit>, i32
      }
    }
  }
}

// -----

gt.program @prefetch_c6_far(%u: !gt.storage<[E, K], f64, unit>, %n: i32, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V {
      gt.row K lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected to be ahead by 1 to 2147483647, got 9223372036854775807}}
        gt.prefetch exact ahead 9223372036854775807 %u [E by %n] : !gt.storage<[E, K], f64, unit>, i32
      }
    }
  }
}

// -----

gt.program @prefetch_c6_within(%u: !gt.storage<[E, K], f64, unit>, %n: i32, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V {
      gt.row K lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected to be within 1 to 2147483647 bytes, got 0}}
        gt.prefetch exact ahead 8 within 0 %u [E by %n] : !gt.storage<[E, K], f64, unit>, i32
      }
    }
  }
}

// -----

gt.program @prefetch_c6_much(%u: !gt.storage<[E, K], f64, unit>, %n: i32, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V {
      gt.row K lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected to be within 1 to 2147483647 bytes, got 2147483648}}
        gt.prefetch exact ahead 8 within 2147483648 %u [E by %n] : !gt.storage<[E, K], f64, unit>, i32
      }
    }
  }
}

// -----

gt.program @prefetch_c6_unindexed(%w: !gt.storage<[V, K], f64, unit>, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.kernel @k0 over %v, %k : !gt.range<V>, !gt.range<K> {
    gt.loop V {
      gt.row K lanes 8 {
        // expected-error @below {{'gt.prefetch' op expected index values where it is within so many bytes}}
        gt.prefetch exact within 8 %w : !gt.storage<[V, K], f64, unit>
      }
    }
  }
}

// -----

gt.program @prefetch_c4_parallel(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I {
      // expected-error @below {{'gt.prefetch' op expected a row around it, or}}
      gt.prefetch exact %u : !gt.storage<[I], f64, unit>
      gt.put %a to %u : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @prefetch_c4_indexed(%u: !gt.storage<[J, I], f64, unit>, %t: !gt.storage<[I], i64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I forward {
      %n = gt.get %t : !gt.storage<[I], i64, unit> -> i64
      // expected-error @below {{'gt.prefetch' op expected a row around it, or}}
      gt.prefetch exact %u [J by %n] : !gt.storage<[J, I], f64, unit>, i64
    }
  }
}

// -----

gt.program @index_of_a_table_in_a_row_with_strides(
    %u: !gt.storage<[J, I], f64, unit>, %t: !gt.storage<[J], i64>, %i: !gt.range<I>,
    %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.loop J {
      %0 = gt.get %t : !gt.storage<[J], i64> -> i64
      gt.row I lanes 8 strides [2] {
        // expected-error @below {{'gt.prefetch' op expected index values where it is ahead, and one that is exact}}
        gt.prefetch %u [J by %0] : !gt.storage<[J, I], f64, unit>, i64
      }
    }
  }
}

// -----

gt.program @exact_in_a_row_with_strides(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>,
                                        %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.loop J {
      gt.row I lanes 8 strides [2] {
        // expected-error @below {{'gt.prefetch' op expected a storage that is contiguous along the row, got '!gt.storage<[J, I], f64>'}}
        gt.prefetch exact %u : !gt.storage<[J, I], f64>
      }
    }
  }
}
