// Constraints of the loop level's kernels and loops, by the numbers in GTLoopOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @kernel_c1_along(%i: !gt.range<I>) {
  // expected-error @below {{'gt.kernel' op expected different dimensions, got 'I' twice}}
  gt.kernel @k0 over %i : !gt.range<I> along %i : !gt.range<I> {
  }
}

// -----

gt.program @kernel_c1_over(%i: !gt.range<I>) {
  // expected-error @below {{'gt.kernel' op expected different dimensions, got 'I' twice}}
  gt.kernel @k0 over %i, %i : !gt.range<I>, !gt.range<I> {
  }
}

// -----

gt.program @kernel_c2(%i: !gt.range<I>, %k: !gt.range<K>) {
  // expected-error @below {{'gt.kernel' op expected one of its loop dimensions, got 'K'}}
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> across "K" {
  }
}

// -----

gt.program @kernel_c5() {
  // expected-error @below {{'gt.kernel' op expected no negative number of flops, got -1}}
  gt.kernel @k0 flops -1 {
  }
}

// -----

gt.program @kernel_c5_scratch() {
  // expected-error @below {{'gt.kernel' op expected no negative number of bytes of scratch, got -64}}
  gt.kernel @k0 scratch -64 {
  }
}

// -----

gt.program @kernel_c5_name() {
  // expected-error @below {{'gt.kernel' op expected a name}}
  gt.kernel @"" {
  }
}

// -----

gt.program @kernel_c3(%i: !gt.range<I>) {
  // expected-note @below {{the loop or kernel is here}}
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'llvm.mlir.zero' op is no operation of the loop level}}
    %0 = llvm.mlir.zero : f64
  }
}

// -----

gt.program @kernel_c3_arguments(%i: !gt.range<I>) {
  // expected-error @below {{'gt.kernel' op expected a region without arguments}}
  "gt.kernel"(%i) <{sym_name = "k0", operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%0: f64):
  }) : (!gt.range<I>) -> ()
}

// -----

gt.program @kernel_c3_field(%u: !gt.storage<[], f64>, %i: !gt.range<I>) {
  %f = gt.load %u : !gt.storage<[], f64> -> !gt.field<[], f64>
  // expected-note @below {{the loop or kernel is here}}
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.neg' op is no operation of the loop level}}
    %0 = gt.neg %f : (!gt.field<[], f64>) -> !gt.field<[], f64>
  }
}

// -----

gt.program @kernel_c3_loop(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-note @below {{the loop or kernel is here}}
    gt.loop I {
      // expected-error @below {{'llvm.mlir.zero' op is no operation of the loop level}}
      %0 = llvm.mlir.zero : f64
    }
  }
}

// -----

gt.program @kernel_c3_loop_arguments(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.loop' op expected a region without arguments}}
    "gt.loop"() <{dim = "I"}> ({
    ^bb0(%0: f64):
    }) : () -> ()
  }
}

// -----

gt.program @kernel_c3_pairwise(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-note @below {{the loop or kernel is here}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
      // expected-error @below {{'llvm.mlir.zero' op is no operation of the loop level}}
      %0 = llvm.mlir.zero : f64
    }
  }
}

// -----

gt.program @kernel_c3_pairwise_arguments(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected a region without arguments}}
    "gt.pairwise"(%p, %s, %n) <{kinds = [#gt<reduce_kind sum>], dim = "I", by = 64, lanes = 1, operandSegmentSizes = array<i32: 1, 1, 1>}> ({
    ^bb0(%0: f64):
    }) : (!gt.buffer<[], f64>, !gt.buffer<[], f64>, !gt.buffer<[], i64>) -> ()
  }
}

// -----

gt.program @loop_c1(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.loop' op expected a dimension of the kernel, got 'J'}}
    gt.loop J {
    }
  }
}

// -----

gt.program @loop_c1_index(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I {
      // expected-error @below {{'gt.loop' op expected a dimension without an index, got 'I'}}
      gt.loop I by 4 {
      }
    }
  }
}

// -----

gt.program @loop_c2(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.loop' op expected parts of at least one point, got 0}}
    gt.loop I by 0 {
    }
  }
}

// -----

gt.program @loop_c2_negative(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.loop' op expected parts of at least one point, got -4}}
    gt.loop I by -4 {
    }
  }
}

// -----

gt.program @loop_c2_way_alone(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.loop' op expected a way of a power of two, of parts behind strips of 'I'}}
    gt.loop I by 64 way 4096 {
    }
  }
}

// -----

gt.program @loop_c2_way_of_rows(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I by 32 {
    }
    // expected-error @below {{'gt.loop' op expected a way of a power of two, of parts behind strips of 'I'}}
    gt.loop I by 64 way 4096 {
    }
  }
}

// -----

gt.program @loop_c2_way_of_points(%a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.buffer in_registers : !gt.buffer<[I: 32], f64>
    gt.loop I by 32 {
      gt.row I lanes 8 {
        gt.keep %a in %0 : f64, !gt.buffer<[I: 32], f64>
      }
    }
    // expected-error @below {{'gt.loop' op expected a way of a power of two, of parts behind strips of 'I'}}
    gt.loop I way 4096 {
    }
  }
}

// -----

gt.program @loop_c2_way_power(%a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.buffer in_registers : !gt.buffer<[I: 32], f64>
    gt.loop I by 32 {
      gt.row I lanes 8 {
        gt.keep %a in %0 : f64, !gt.buffer<[I: 32], f64>
      }
    }
    // expected-error @below {{'gt.loop' op expected a way of a power of two, of parts behind strips of 'I'}}
    gt.loop I by 64 way 5000 {
    }
  }
}

// -----

gt.program @loop_c2_way_negative(%a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.buffer in_registers : !gt.buffer<[I: 32], f64>
    gt.loop I by 32 {
      gt.row I lanes 8 {
        gt.keep %a in %0 : f64, !gt.buffer<[I: 32], f64>
      }
    }
    // expected-error @below {{'gt.loop' op expected a way of a power of two, of parts behind strips of 'I'}}
    gt.loop I by 64 way -9223372036854775808 {
    }
  }
}

// -----

gt.program @loop_c2_strips_behind_strips(%a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    %0 = gt.buffer in_registers : !gt.buffer<[I: 32], f64>
    gt.loop I by 32 {
      gt.row I lanes 8 {
        gt.keep %a in %0 : f64, !gt.buffer<[I: 32], f64>
      }
    }
    // expected-error @below {{'gt.loop' op expected parts that are no strips behind strips of 'I'}}
    gt.loop I by 32 {
      gt.row I lanes 8 {
        gt.keep %a in %0 : f64, !gt.buffer<[I: 32], f64>
      }
    }
  }
}

// -----

gt.program @row_c3_loop(%i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.loop' op expects parent op to be one of 'gt.kernel, gt.loop, gt.pairwise'}}
      gt.loop J {
      }
    }
  }
}

// -----

gt.program @kernel_c4(%k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    // expected-note @below {{the other loop is here}}
    gt.loop K forward {
    }
    gt.loop K {
    }
    // expected-error @below {{'gt.loop' op expected the order of another loop over 'K'}}
    gt.loop K backward {
    }
  }
}

// -----

gt.program @loop_c3(%k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    // expected-error @below {{'gt.loop' op expected one order, point by point}}
    gt.loop K forward backward {
    }
  }
}

// -----

gt.program @loop_c3_parts(%k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    // expected-error @below {{'gt.loop' op expected one order, point by point}}
    gt.loop K by 8 forward {
    }
  }
}

// -----

gt.program @loop_c4_step(%k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    // expected-error @below {{'gt.loop' op expected steps of a power of two, without parts and order}}
    gt.loop K step 3 {
    }
  }
}

// -----

gt.program @loop_c4_step_one(%k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    // expected-error @below {{'gt.loop' op expected steps of a power of two, without parts and order}}
    gt.loop K step 1 {
    }
  }
}

// -----

gt.program @loop_c4_step_parts(%k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    // expected-error @below {{'gt.loop' op expected steps of a power of two, without parts and order}}
    gt.loop K by 64 step 4 {
    }
  }
}

// -----

gt.program @loop_c4_step_order(%k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    // expected-error @below {{'gt.loop' op expected steps of a power of two, without parts and order}}
    gt.loop K step 4 forward {
    }
  }
}

// -----

gt.program @loop_c4_step_rest(%k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    // expected-error @below {{'gt.loop' op expected steps of a power of two, without parts and order}}
    "gt.loop"() <{dim = "K", rest}> ({
    ^bb0:
    }) : () -> ()
  }
}

// -----

gt.program @loop_c5_step(%k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    // expected-error @below {{'gt.loop' op expected steps of what is done again}}
    "gt.loop"() <{dim = "K", again}> ({
    ^bb0:
    }) : () -> ()
  }
}

// -----

gt.program @loop_c5_empty(%k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    // expected-error @below {{'gt.loop' op expected a row of lanes, without vectors and strides, at its end}}
    gt.loop K step 2 again {
    }
  }
}

// -----

gt.program @loop_c5_lanes(%k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
    // expected-error @below {{'gt.loop' op expected a row of lanes, without vectors and strides, at its end}}
    gt.loop K step 2 again {
      gt.row I lanes 1 {
      }
    }
  }
}

// -----

gt.program @loop_c5_kept(%u: !gt.storage<[K, I], f64, unit>, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 64], f64>
    gt.loop I by 64 {
      gt.loop K step 2 again {
        gt.row I lanes 8 {
          %1 = gt.get %u : !gt.storage<[K, I], f64, unit> -> f64
          // expected-error @below {{'gt.keep' op is done again, expected puts alone}}
          gt.keep %1 in %0 : f64, !gt.buffer<[I: 64], f64>
        }
      }
    }
  }
}

// -----

gt.program @loop_c5_got(%u: !gt.storage<[K, I], f64, unit>, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
    gt.loop K step 2 again {
      gt.row I lanes 8 {
        // expected-error @below {{'gt.get' op gets what is put again}}
        %0 = gt.get %u : !gt.storage<[K, I], f64, unit> -> f64
        gt.put %0 to %u : f64, !gt.storage<[K, I], f64, unit>
      }
    }
  }
}
