// Constraints of the loop level's memory, by the numbers in GTLoopMemoryOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @buffer_c1() {
  gt.kernel @k0 {
    // expected-error @below {{'gt.buffer' op expected at least one copy, got 0}}
    %0 = gt.buffer copies 0 : !gt.buffer<[], f64>
  }
}

// -----

gt.program @buffer_c1_negative() {
  gt.kernel @k0 {
    // expected-error @below {{'gt.buffer' op expected at least one copy, got -1}}
    %0 = gt.buffer copies -1 : !gt.buffer<[], f64>
  }
}

// -----

gt.program @buffer_c2() {
  gt.kernel @k0 {
    // expected-error @below {{'gt.buffer' op expected no negative number of bytes}}
    %0 = gt.buffer padding -8 : !gt.buffer<[], f64>
  }
}

// -----

gt.program @buffer_c2_at() {
  gt.kernel @k0 {
    // expected-error @below {{'gt.buffer' op expected no negative number of bytes}}
    %0 = gt.buffer at -8 : !gt.buffer<[], f64>
  }
}

// -----

gt.program @get_c1_buffer() {
  gt.kernel @k0 {
    %0 = gt.buffer : !gt.buffer<[I: 4], f64>
    // expected-error @below {{'gt.get' op expected no offset in a buffer}}
    %1 = gt.get %0 [I + 1] : !gt.buffer<[I: 4], f64> -> f64
  }
}

// -----

gt.program @get_c1(%u: !gt.storage<[], f64>) {
  gt.kernel @k0 {
    // expected-error @below {{'gt.get' op expected 0 offsets, got 1}}
    %0 = "gt.get"(%u) <{offsets = array<i64: 1>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!gt.storage<[], f64>) -> f64
  }
}

// -----

gt.program @get_c2_buffer(%i: !gt.range<I>) {
  gt.kernel @k0 {
    %0 = gt.buffer : !gt.buffer<[I: 4], f64>
    // expected-error @below {{'gt.get' op expected no pin of a buffer}}
    %1 = gt.get %0 [I at %i] : !gt.buffer<[I: 4], f64>, !gt.range<I> -> f64
  }
}

// -----

gt.program @get_c2(%u: !gt.storage<[I], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.get' op expected a pin of a dimension of '!gt.storage<[I], f64>', got 'J'}}
    %0 = "gt.get"(%u, %j) <{offsets = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!gt.storage<[I], f64>, !gt.range<J>) -> f64
  }
}

// -----

gt.program @get_c2_twice(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.get' op expected different dimensions, got 'I' twice}}
    %0 = "gt.get"(%u, %i, %i) <{offsets = array<i64: 0>, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!gt.storage<[I], f64>, !gt.range<I>, !gt.range<I>) -> f64
  }
}

// -----

gt.program @get_c3(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I by 4 {
      // expected-error @below {{'gt.get' op expected dimension 'I' to have an index}}
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
    }
  }
}

// -----

gt.program @get_c4(%u: !gt.storage<[], f64>) {
  gt.kernel @k0 {
    // expected-error @below {{'gt.get' op expected a value of 'f64', got 'f32'}}
    %0 = gt.get %u : !gt.storage<[], f64> -> f32
  }
}

// -----

gt.program @put_c1(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.put' op expected dimension 'I' to have an index}}
    gt.put %a to %u : f64, !gt.storage<[I], f64, unit>
  }
}

// -----

gt.program @put_c1_row(%s: !gt.storage<[], f64>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.put' op expected memory with the row's dimension, got '!gt.storage<[], f64>'}}
      gt.put %a to %s : f64, !gt.storage<[], f64>
    }
  }
}

// -----

gt.program @put_c4_step(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I step 2 {
      // expected-error @below {{'gt.put' op expected one of the points of a step over 'I', got offset 2}}
      gt.put %a to %u [I + 2] : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @put_c4_rest(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I step 2 rest {
      // expected-error @below {{'gt.put' op expected one of the points of a step over 'I', got offset 1}}
      gt.put %a to %u [I + 1] : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @put_c4_behind(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I step 2 {
      // expected-error @below {{'gt.put' op expected one of the points of a step over 'I', got offset -1}}
      gt.put %a to %u [I - 1] : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @put_c4_dim(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I step 2 {
      // expected-error @below {{expected a dimension of the type, got 'J'}}
      gt.put %a to %u [J + 1] : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @put_c2(%u: !gt.storage<[], f64>, %a: f32) {
  gt.kernel @k0 {
    // expected-error @below {{'gt.put' op expected a value of 'f64', got 'f32'}}
    gt.put %a to %u : f32, !gt.storage<[], f64>
  }
}

// -----

gt.program @get_c5(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I {
      // expected-error @below {{'gt.get' op expected a loop over parts of at most 8 points of 'I' around it}}
      %1 = gt.get %0 : !gt.buffer<[I: 8], f64> -> f64
    }
  }
}

// -----

gt.program @stage_c1(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I by 8 {
      // expected-error @below {{'gt.stage' op expected 1 offsets, got 2}}
      "gt.stage"(%u, %0) <{offsets = array<i64: 0, 0>}> : (!gt.storage<[I], f64>, !gt.buffer<[I: 8], f64>) -> ()
    }
  }
}

// -----

gt.program @stage_c2(%u: !gt.storage<[I], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I by 8 {
      // expected-error @below {{'gt.stage' op expected a pin of a dimension of '!gt.storage<[I], f64>', got 'J'}}
      "gt.stage"(%u, %j, %0) <{offsets = array<i64: 0>}> : (!gt.storage<[I], f64>, !gt.range<J>, !gt.buffer<[I: 8], f64>) -> ()
    }
  }
}

// -----

gt.program @stage_c2_twice(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I by 8 {
      // expected-error @below {{'gt.stage' op expected different dimensions, got 'J' twice}}
      "gt.stage"(%u, %j, %j, %0) <{offsets = array<i64: 0, 0>}> : (!gt.storage<[J, I], f64>, !gt.range<J>, !gt.range<J>, !gt.buffer<[I: 8], f64>) -> ()
    }
  }
}

// -----

gt.program @stage_c3(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I by 8 {
      // expected-error @below {{'gt.stage' op expected dimension 'J' to have an index}}
      gt.stage %u : !gt.storage<[J, I], f64> into %0 : !gt.buffer<[I: 8], f64>
    }
  }
}

// -----

gt.program @stage_c4(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I by 16 {
      // expected-error @below {{'gt.stage' op expected a loop over parts of at most 8 points of 'I' around it}}
      gt.stage %u : !gt.storage<[I], f64> into %0 : !gt.buffer<[I: 8], f64>
    }
  }
}

// -----

gt.program @stage_c4_rank(%u: !gt.storage<[], f64>) {
  gt.kernel @k0 {
    %0 = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.stage' op expected a buffer with one or two dimensions, got '!gt.buffer<[], f64>'}}
    gt.stage %u : !gt.storage<[], f64> into %0 : !gt.buffer<[], f64>
  }
}

// -----

gt.program @stage_c4_index(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I {
      // expected-error @below {{'gt.stage' op expected a loop over parts of at most 8 points of 'I' around it}}
      gt.stage %u : !gt.storage<[I], f64> into %0 : !gt.buffer<[I: 8], f64>
    }
  }
}

// -----

gt.program @stage_c4_whole(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    // expected-error @below {{'gt.stage' op expected a loop over parts of at most 8 points of 'I' around it}}
    gt.stage %u : !gt.storage<[I], f64> into %0 : !gt.buffer<[I: 8], f64>
  }
}

// -----

gt.program @stage_c5(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f32>
    gt.loop I by 8 {
      // expected-error @below {{'gt.stage' op expected a value of 'f64', got 'f32'}}
      gt.stage %u : !gt.storage<[I], f64> into %0 : !gt.buffer<[I: 8], f32>
    }
  }
}

// -----

gt.program @stage_c6(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I by 8 {
      // expected-error @below {{'gt.stage' op expected to transpose a storage that is contiguous along the first of the buffer's two dimensions, got '!gt.storage<[I], f64, unit>' and '!gt.buffer<[I: 8], f64>'}}
      gt.stage %u : !gt.storage<[I], f64, unit> into %0 : !gt.buffer<[I: 8], f64> transposed 8
    }
  }
}

// -----

gt.program @stage_c6_element(%u: !gt.storage<[I, J], i8, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[J: 8, I: 8], i8>
    gt.loop J by 8 {
      gt.loop I by 8 {
        // expected-error @below {{'gt.stage' op expected to transpose elements of 4 or 8 bytes, got 'i8'}}
        gt.stage %u : !gt.storage<[I, J], i8, unit> into %0 : !gt.buffer<[J: 8, I: 8], i8> transposed 8
      }
    }
  }
}

// -----

gt.program @stage_c6_extents(%u: !gt.storage<[I, J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[J: 8, I: 12], f64>
    gt.loop J by 8 {
      gt.loop I by 12 {
        // expected-error @below {{'gt.stage' op expected extents in multiples of 8, got '!gt.buffer<[J: 8, I: 12], f64>'}}
        gt.stage %u : !gt.storage<[I, J], f64, unit> into %0 : !gt.buffer<[J: 8, I: 12], f64> transposed 8
      }
    }
  }
}

// -----

gt.program @stage_c6_square(%u: !gt.storage<[I, J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[J: 12, I: 12], f64>
    gt.loop J by 12 {
      gt.loop I by 12 {
        // expected-error @below {{'gt.stage' op expected lanes in a power of two up to 64, got 12}}
        gt.stage %u : !gt.storage<[I, J], f64, unit> into %0 : !gt.buffer<[J: 12, I: 12], f64> transposed 12
      }
    }
  }
}

// -----

gt.program @stage_c6_contiguous(%u: !gt.storage<[J, I], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[J: 8, I: 8], f64>
    gt.loop J by 8 {
      gt.loop I by 8 {
        // expected-error @below {{'gt.stage' op expected to transpose a storage that is contiguous along the first of the buffer's two dimensions, got '!gt.storage<[J, I], f64, unit>' and '!gt.buffer<[J: 8, I: 8], f64>'}}
        gt.stage %u : !gt.storage<[J, I], f64, unit> into %0 : !gt.buffer<[J: 8, I: 8], f64> transposed 8
      }
    }
  }
}

// -----

gt.program @stage_c6_stride(%u: !gt.storage<[I, J], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[J: 8, I: 8], f64>
    gt.loop J by 8 {
      gt.loop I by 8 {
        // expected-error @below {{'gt.stage' op expected to transpose a storage that is contiguous along the first of the buffer's two dimensions, got '!gt.storage<[I, J], f64>' and '!gt.buffer<[J: 8, I: 8], f64>'}}
        gt.stage %u : !gt.storage<[I, J], f64> into %0 : !gt.buffer<[J: 8, I: 8], f64> transposed 8
      }
    }
  }
}

// -----

gt.program @stage_c6_pinned(%u: !gt.storage<[I, J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[J: 8, I: 8], f64>
    gt.loop J by 8 {
      gt.loop I by 8 {
        // expected-error @below {{'gt.stage' op expected to transpose a storage that is contiguous along the first of the buffer's two dimensions, got '!gt.storage<[I, J], f64, unit>' and '!gt.buffer<[J: 8, I: 8], f64>'}}
        gt.stage %u [I at %i] : !gt.storage<[I, J], f64, unit>, !gt.range<I> into %0 : !gt.buffer<[J: 8, I: 8], f64> transposed 8
      }
    }
  }
}

// -----

gt.program @stage_c6_constant(%u: !gt.storage<[J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[J: 8, I: 8], f64>
    gt.loop J by 8 {
      gt.loop I by 8 {
        // expected-error @below {{'gt.stage' op expected to transpose a storage that is contiguous along the first of the buffer's two dimensions, got '!gt.storage<[J], f64, unit>' and '!gt.buffer<[J: 8, I: 8], f64>'}}
        gt.stage %u : !gt.storage<[J], f64, unit> into %0 : !gt.buffer<[J: 8, I: 8], f64> transposed 8
      }
    }
  }
}

// -----

gt.program @buffer_c3(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.buffer' op expected a dimension of the kernel, got 'J'}}
    %0 = gt.buffer : !gt.buffer<[I: ?, J: ?], f64>
  }
}

// -----

gt.program @stage_c4_index(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: ?], f64>
    gt.loop I {
      // expected-error @below {{'gt.stage' op expected a dimension without an index, got 'I'}}
      gt.stage %u : !gt.storage<[I], f64> into %0 : !gt.buffer<[I: ?], f64>
    }
  }
}

// -----

gt.program @stage_c6_of_tile(%u: !gt.storage<[I, J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[J: ?, I: ?], f64>
    // expected-error @below {{'gt.stage' op expected extents in multiples of 8, got '!gt.buffer<[J: ?, I: ?], f64>'}}
    gt.stage %u : !gt.storage<[I, J], f64, unit> into %0 : !gt.buffer<[J: ?, I: ?], f64> transposed 8
  }
}

// -----

gt.program @put_c3(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 1 {
      // expected-error @below {{'gt.put' op expected a row of several lanes around what is streaming}}
      gt.put %a to %u streaming : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @put_c3_loop(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I {
      // expected-error @below {{'gt.put' op expected a row of several lanes around what is streaming}}
      gt.put %a to %u streaming : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @get_memory(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I {
      // expected-error @below {{expected a storage or a buffer, got '!gt.range<I>'}}
      %0 = gt.get %i : !gt.range<I> -> f64
    }
  }
}

// -----

gt.program @put_c5_order(%v: !gt.storage<[I], f64>, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %k, %i : !gt.range<K>, !gt.range<I> {
    gt.loop K {
      gt.loop I {
        // expected-error @below {{'gt.put' op expected a loop in order over 'K', and no streaming}}
        gt.put %a to %v at %k : !gt.range<K> : f64, !gt.storage<[I], f64>
      }
    }
  }
}

// -----

gt.program @put_c5_streaming(%v: !gt.storage<[I], f64, unit>, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    gt.loop K forward {
      gt.row I lanes 8 {
        // expected-error @below {{'gt.put' op expected a loop in order over 'K', and no streaming}}
        gt.put %a to %v streaming at %k : !gt.range<K> : f64, !gt.storage<[I], f64, unit>
      }
    }
  }
}
