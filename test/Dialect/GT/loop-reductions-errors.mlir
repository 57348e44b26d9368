// Constraints of the loop level's reductions, by the numbers in GTLoopOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @pairwise_c1(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected a dimension of the kernel, got 'K'}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along K by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c1_index(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.loop I {
      // expected-error @below {{'gt.pairwise' op expected a dimension without an index, got 'I'}}
      gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
      }
    }
  }
}

// -----

gt.program @pairwise_c2(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected 2 partial results and 2 stacks, got 1 and 1}}
    gt.pairwise sum, max of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c2_by(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected blocks of at least one point, got 0}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 0 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c2_negative(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected blocks of at least one point, got -64}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by -64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c2_lanes(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected lanes in a power of two up to 64, got 3}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 3 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c3(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %q = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    %t = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected partial results with at most one dimension, the same for all, got '!gt.buffer<[], f64>'}}
    gt.pairwise sum, max of %p, %q : !gt.buffer<[I: 64], f64>, !gt.buffer<[], f64> along I by 64 lanes 1 on %s, %t : !gt.buffer<[], f64>, !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c3_vectors(%j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j : !gt.range<J> along %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[J: 12], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[J: 12], f64>
    gt.loop J by 12 {
      // expected-error @below {{'gt.pairwise' op expected partial results in a multiple of 8, got '!gt.buffer<[J: 12], f64>'}}
      gt.pairwise sum of %p : !gt.buffer<[J: 12], f64> along I by 64 lanes 8 on %s : !gt.buffer<[J: 12], f64> count %n : !gt.buffer<[], i64> {
      }
    }
  }
}

// -----

gt.program @pairwise_c3_extent(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 48], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected partial results along the dimension in a power of two, got '!gt.buffer<[I: 48], f64>'}}
    gt.pairwise sum of %p : !gt.buffer<[I: 48], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c3_dim(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[K: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[K: 64], f64>
    // expected-error @below {{'gt.pairwise' op expected a dimension of the kernel, got 'K'}}
    gt.pairwise sum of %p : !gt.buffer<[K: 64], f64> along I by 64 lanes 1 on %s : !gt.buffer<[K: 64], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c3_index(%i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[J: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[J: 64], f64>
    gt.loop J {
      // expected-error @below {{'gt.pairwise' op expected a dimension without an index, got 'J'}}
      gt.pairwise sum of %p : !gt.buffer<[J: 64], f64> along I by 64 lanes 1 on %s : !gt.buffer<[J: 64], f64> count %n : !gt.buffer<[], i64> {
      }
    }
  }
}

// -----

gt.program @pairwise_c3_rank(%i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[J: 8, I: 8], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[J: 8, I: 8], f64>
    // expected-error @below {{'gt.pairwise' op expected partial results with at most one dimension, the same for all, got '!gt.buffer<[J: 8, I: 8], f64>'}}
    gt.pairwise sum of %p : !gt.buffer<[J: 8, I: 8], f64> along I by 64 lanes 1 on %s : !gt.buffer<[J: 8, I: 8], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c4(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], i1>
    %s = gt.buffer copies 48 : !gt.buffer<[], i1>
    // expected-error @below {{'gt.pairwise' op expected elements that 'sum' reduces, got 'i1'}}
    gt.pairwise sum of %p : !gt.buffer<[], i1> along I by 64 lanes 1 on %s : !gt.buffer<[], i1> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c5(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[I: 64], f64>
    // expected-error @below {{'gt.pairwise' op expected a stack of '!gt.buffer<[], f64>', got '!gt.buffer<[I: 64], f64>'}}
    gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along I by 64 lanes 1 on %s : !gt.buffer<[I: 64], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c5_count(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i32>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected a counter of i64 without dimensions, got '!gt.buffer<[], i32>'}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i32> {
    }
  }
}

// -----

gt.program @pairwise_c5_levels(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 47 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected a stack of at least 48 copies, got 47}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @pairwise_c6(%i: !gt.range<I>, %k: !gt.range<K>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[I: 64], f64>
    gt.loop I by 65 {
      // expected-error @below {{'gt.pairwise' op expected a loop over parts of at most 64 points of 'I' around it}}
      gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along K by 64 lanes 8 on %s : !gt.buffer<[I: 64], f64> count %n : !gt.buffer<[], i64> {
      }
    }
  }
}

// -----

gt.program @accumulate_c1(%a: f64) {
  gt.kernel @k0 {
    %p = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.accumulate' op expected a partial result of a 'gt.pairwise' around it}}
    gt.accumulate %a to %p : f64, !gt.buffer<[], f64>
  }
}

// -----

gt.program @accumulate_c1_other(%a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
      // expected-error @below {{'gt.accumulate' op expected a partial result of a 'gt.pairwise' around it}}
      gt.accumulate %a to %s : f64, !gt.buffer<[], f64>
    }
  }
}

// -----

gt.program @accumulate_c2(%a: f32, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
      // expected-error @below {{'gt.accumulate' op expected a value of 'f64', got 'f32'}}
      gt.accumulate %a to %p : f32, !gt.buffer<[], f64>
    }
  }
}

// -----

gt.program @accumulate_c3(%a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
      gt.row I lanes 8 {
        // expected-error @below {{'gt.accumulate' op expected memory with the row's dimension, got '!gt.buffer<[], f64>'}}
        gt.accumulate %a to %p : f64, !gt.buffer<[], f64>
      }
    }
  }
}

// -----

gt.program @pairwise_c3_of_tile(%i: !gt.range<I>, %k: !gt.range<K>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: ?], f64>
    %s = gt.buffer : !gt.buffer<[I: ?], f64>
    // expected-error @below {{'gt.pairwise' op expected partial results with extents that are numbers, got '!gt.buffer<[I: ?], f64>'}}
    gt.pairwise sum of %p : !gt.buffer<[I: ?], f64> along K by 64 lanes 1 on %s : !gt.buffer<[I: ?], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @accumulate_c4(%a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
      gt.row I lanes 8 {
        // expected-error @below {{'gt.accumulate' op expected a loop over parts of at most 64 points of 'I' around it}}
        gt.accumulate %a to %p : f64, !gt.buffer<[I: 64], f64>
      }
    }
  }
}

// -----

gt.program @row_c6(%u: !gt.storage<[J, I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j : !gt.range<J> along %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.loop J {
      gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
        // expected-error @below {{'gt.row' op expected vectors in a power of two, got 3}}
        gt.row I lanes 8 vectors 3 {
          %0 = gt.get %u : !gt.storage<[J, I], f64, unit> -> f64
          gt.accumulate %0 to %p : f64, !gt.buffer<[I: 64], f64>
        }
      }
    }
  }
}

// -----

gt.program @row_c6_negative(%u: !gt.storage<[J, I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j : !gt.range<J> along %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.loop J {
      gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
        // expected-error @below {{'gt.row' op expected vectors in a power of two, got -8}}
        gt.row I lanes 8 vectors -8 {
          %0 = gt.get %u : !gt.storage<[J, I], f64, unit> -> f64
          gt.accumulate %0 to %p : f64, !gt.buffer<[I: 64], f64>
        }
      }
    }
  }
}

// -----

gt.program @row_c6_alone(%u: !gt.storage<[J, I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j : !gt.range<J> along %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.loop J {
      gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
        // expected-error @below {{'gt.row' op expected to be all that a 'gt.pairwise' along its dimension does}}
        gt.row I lanes 8 vectors 8 {
          %0 = gt.get %u : !gt.storage<[J, I], f64, unit> -> f64
          gt.accumulate %0 to %p : f64, !gt.buffer<[I: 64], f64>
        }
        gt.row I lanes 8 {
        }
      }
    }
  }
}

// -----

gt.program @row_c6_elements(%u: !gt.storage<[J, I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j : !gt.range<J> along %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.loop J {
      gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
        // expected-error @below {{'gt.row' op expected partial results of 4 vectors of 8 elements, got '!gt.buffer<[I: 64], f64>'}}
        gt.row I lanes 8 vectors 4 {
          %0 = gt.get %u : !gt.storage<[J, I], f64, unit> -> f64
          gt.accumulate %0 to %p : f64, !gt.buffer<[I: 64], f64>
        }
      }
    }
  }
}

// -----

gt.program @row_c6_around(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected to be all that a 'gt.pairwise' along its dimension does}}
    gt.row I lanes 8 vectors 8 {
    }
  }
}

// -----

gt.program @row_c6_checks(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 along %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
      gt.row I lanes 8 vectors 8 {
        %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
        // expected-error @below {{'gt.check_finite' op expected a row that accumulates and puts alone}}
        gt.check_finite %0 : f64
      }
    }
  }
}

// -----

gt.program @row_c6_fetches(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 along %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
      gt.row I lanes 8 vectors 8 {
        gt.prefetch exact %u [I + 512] : !gt.storage<[I], f64, unit>
        // expected-error @below {{'gt.prefetch' op expected a row that accumulates and puts alone}}
        gt.prefetch %u : !gt.storage<[I], f64, unit>
      }
    }
  }
}

// -----

gt.program @row_c6_loop(%u: !gt.storage<[J, I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @k0 over %j : !gt.range<J> along %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.pairwise max of %p : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
      gt.loop J backward {
        // expected-error @below {{'gt.row' op expected to be all that a 'gt.pairwise' along its dimension does}}
        gt.row I lanes 8 vectors 8 {
        }
      }
    }
  }
}

// -----

gt.program @pairwise_c2_threads(%i: !gt.range<I>) {
  gt.kernel @k0 along %i : !gt.range<I> {
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected 1 partial results and 0 stacks, got 1 and 1}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 threads on %s : !gt.buffer<[], f64> {
    }
  }
}

// -----

gt.program @pairwise_c5_threads(%i: !gt.range<I>) {
  gt.kernel @k0 along %i : !gt.range<I> {
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    // expected-error @below {{'gt.pairwise' op expected a thread's partial results without dimensions, got '!gt.buffer<[I: 64], f64>'}}
    gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along I by 64 lanes 1 threads {
    }
  }
}

// -----

gt.program @pairwise_c5_counter(%i: !gt.range<I>) {
  gt.kernel @k0 along %i : !gt.range<I> {
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected a counter, unless blocks are combined by threads}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> {
    }
  }
}
