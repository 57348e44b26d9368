// RUN: gt-opt %s --split-input-file --verify-diagnostics

// KernelOp (C1)
gt.program @f(%i: !gt.range<I>) {
  // expected-error @below {{'gt.kernel' op expected different dimensions, got 'I' twice}}
  gt.kernel @k0 over %i : !gt.range<I> along %i : !gt.range<I> {
  }
}

// -----

// KernelOp (C2)
gt.program @f(%i: !gt.range<I>, %k: !gt.range<K>) {
  // expected-error @below {{'gt.kernel' op expected one of its loop dimensions, got 'K'}}
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> across "K" {
  }
}

// -----

// KernelOp (C3)
gt.program @f(%i: !gt.range<I>) {
  // expected-note @below {{the loop or kernel is here}}
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'llvm.mlir.zero' op is no operation of the loop level}}
    %0 = llvm.mlir.zero : f64
  }
}

// -----

// LoopOp (C1)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.loop' op expected a dimension of the kernel, got 'J'}}
    gt.loop J {
    }
  }
}

// -----

// LoopOp (C1)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I {
      // expected-error @below {{'gt.loop' op expected a dimension without an index, got 'I'}}
      gt.loop I by 4 {
      }
    }
  }
}

// -----

// LoopOp (C2)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.loop' op expected parts of at least one point, got 0}}
    gt.loop I by 0 {
    }
  }
}

// -----

// LoopOp (C3)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.loop' op expected parts in a streaming loop, got single points}}
    "gt.loop"() <{dim = "I", streaming}> ({
    ^bb0:
    }) : () -> ()
  }
}

// -----

// RowOp (C1)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I {
      // expected-error @below {{'gt.row' op expected a dimension without an index, got 'I'}}
      gt.row I lanes 8 {
      }
    }
  }
}

// -----

// RowOp (C2)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected lanes in a power of two up to 64, got 6}}
    gt.row I lanes 6 {
    }
  }
}

// -----

// RowOp (C3)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-note @below {{the row is here}}
    gt.row I lanes 8 {
      // expected-error @below {{'llvm.mlir.zero' op does not happen at a point}}
      %0 = llvm.mlir.zero : f64
    }
  }
}

// -----

// RowOp (C4)
gt.program @f(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
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

// RowOp (C4)
gt.program @f(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
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

// BufferOp (C1)
gt.program @f() {
  gt.kernel @k0 {
    // expected-error @below {{'gt.buffer' op expected at least one copy, got 0}}
    %0 = gt.buffer copies 0 : !gt.buffer<[], f64>
  }
}

// -----

// BufferOp (C2)
gt.program @f() {
  gt.kernel @k0 {
    // expected-error @below {{'gt.buffer' op expected no negative number of bytes}}
    %0 = gt.buffer padding -8 : !gt.buffer<[], f64>
  }
}

// -----

// BufferType (C3)
gt.program @f() {
  gt.kernel @k0 {
    // expected-error @below {{expected a positive extent, got 0}}
    %0 = gt.buffer : !gt.buffer<[I: 0], f64>
  }
}

// -----

// BufferType (C2)
gt.program @f() {
  gt.kernel @k0 {
    // expected-error @below {{expected different dimensions, got 'I' twice}}
    %0 = gt.buffer : !gt.buffer<[I: 4, I: 4], f64>
  }
}

// -----

// GetOp (C1)
gt.program @f() {
  gt.kernel @k0 {
    %0 = gt.buffer : !gt.buffer<[I: 4], f64>
    // expected-error @below {{'gt.get' op expected no offset in a buffer}}
    %1 = gt.get %0 [I + 1] : !gt.buffer<[I: 4], f64> -> f64
  }
}

// -----

// GetOp (C2)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 {
    %0 = gt.buffer : !gt.buffer<[I: 4], f64>
    // expected-error @below {{'gt.get' op expected no pin of a buffer}}
    %1 = gt.get %0 [I at %i] : !gt.buffer<[I: 4], f64>, !gt.range<I> -> f64
  }
}

// -----

// GetOp (C3)
gt.program @f(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I by 4 {
      // expected-error @below {{'gt.get' op expected dimension 'I' to have an index}}
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
    }
  }
}

// -----

// GetOp (C4)
gt.program @f(%u: !gt.storage<[], f64>) {
  gt.kernel @k0 {
    // expected-error @below {{'gt.get' op expected a value of 'f64', got 'f32'}}
    %0 = gt.get %u : !gt.storage<[], f64> -> f32
  }
}

// -----

// IndexOp (C3)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.index' op expected dimension 'I' to be pinned or to have an index, got neither}}
    %0 = gt.index I : i64
  }
}

// -----

// PutOp (C1)
gt.program @f(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.put' op expected dimension 'I' to have an index}}
    gt.put %a to %u : f64, !gt.storage<[I], f64, unit>
  }
}

// -----

// PutOp (C2)
gt.program @f(%u: !gt.storage<[], f64>, %a: f32) {
  gt.kernel @k0 {
    // expected-error @below {{'gt.put' op expected a value of 'f64', got 'f32'}}
    gt.put %a to %u : f32, !gt.storage<[], f64>
  }
}

// -----

// PutOp (C3)
gt.program @f(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[], f64>
    gt.row I lanes 8 {
      // expected-error @below {{'gt.put' op expected to put through a buffer along a row around it, got '!gt.buffer<[], f64>'}}
      gt.put %a to %u through %0 : f64, !gt.storage<[I], f64, unit>, !gt.buffer<[], f64>
    }
  }
}

// -----

// FlushOp (C1)
gt.program @f(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    // expected-error @below {{'gt.flush' op expected a storage that is contiguous along the buffer, got '!gt.storage<[I], f64>'}}
    gt.flush %0 to %u : !gt.buffer<[I: 8], f64>, !gt.storage<[I], f64>
  }
}

// -----

// FlushOp (C1)
gt.program @f(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.flush' op expected a buffer along one dimension without an index, got '!gt.buffer<[], f64>'}}
    gt.flush %0 to %u : !gt.buffer<[], f64>, !gt.storage<[I], f64, unit>
  }
}

// -----

// FlushOp (C2)
gt.program @f(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f32>
    // expected-error @below {{'gt.flush' op expected a value of 'f64', got 'f32'}}
    gt.flush %0 to %u : !gt.buffer<[I: 8], f32>, !gt.storage<[I], f64, unit>
  }
}

// -----

// StageOp (C2)
gt.program @f(%u: !gt.storage<[I], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I by 8 {
      // expected-error @below {{'gt.stage' op expected a pin of a dimension of '!gt.storage<[I], f64>', got 'J'}}
      "gt.stage"(%u, %j, %0) <{offsets = array<i64: 0>}> : (!gt.storage<[I], f64>, !gt.range<J>, !gt.buffer<[I: 8], f64>) -> ()
    }
  }
}

// -----

// StageOp (C3)
gt.program @f(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I by 8 {
      // expected-error @below {{'gt.stage' op expected dimension 'J' to have an index}}
      gt.stage %u : !gt.storage<[J, I], f64> into %0 : !gt.buffer<[I: 8], f64>
    }
  }
}

// -----

// StageOp (C4)
gt.program @f(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I by 16 {
      // expected-error @below {{'gt.stage' op expected a loop over parts of at most 8 points of 'I' around it}}
      gt.stage %u : !gt.storage<[I], f64> into %0 : !gt.buffer<[I: 8], f64>
    }
  }
}

// -----

// StageOp (C5)
gt.program @f(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f32>
    gt.loop I by 8 {
      // expected-error @below {{'gt.stage' op expected a value of 'f64', got 'f32'}}
      gt.stage %u : !gt.storage<[I], f64> into %0 : !gt.buffer<[I: 8], f32>
    }
  }
}

// -----

// StageOp (C6)
gt.program @f(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    gt.loop I by 8 {
      // expected-error @below {{'gt.stage' op expected to transpose a storage that is contiguous along the first of the buffer's two dimensions, got '!gt.storage<[I], f64, unit>' and '!gt.buffer<[I: 8], f64>'}}
      gt.stage %u : !gt.storage<[I], f64, unit> into %0 : !gt.buffer<[I: 8], f64> transposed 8
    }
  }
}

// -----

// StageOp (C6)
gt.program @f(%u: !gt.storage<[I, J], i8, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
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

// StageOp (C6)
gt.program @f(%u: !gt.storage<[I, J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
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

// PairwiseOp (C1)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected a dimension of the kernel, got 'K'}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along K by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

// PairwiseOp (C2)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected 2 partial results and stacks, got 1 and 1}}
    gt.pairwise sum, max of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

// PairwiseOp (C2)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected blocks of at least one point, got 0}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 0 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

// PairwiseOp (C3)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %q = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer : !gt.buffer<[], f64>
    %t = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected partial results with at most one dimension, the same for all, got '!gt.buffer<[], f64>'}}
    gt.pairwise sum, max of %p, %q : !gt.buffer<[I: 64], f64>, !gt.buffer<[], f64> along I by 64 lanes 1 on %s, %t : !gt.buffer<[], f64>, !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

// PairwiseOp (C4)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], i1>
    %s = gt.buffer : !gt.buffer<[], i1>
    // expected-error @below {{'gt.pairwise' op expected elements that 'sum' reduces, got 'i1'}}
    gt.pairwise sum of %p : !gt.buffer<[], i1> along I by 64 lanes 1 on %s : !gt.buffer<[], i1> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

// PairwiseOp (C5)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 64], f64>
    %s = gt.buffer : !gt.buffer<[I: 64], f64>
    // expected-error @below {{'gt.pairwise' op expected a stack of '!gt.buffer<[], f64>', got '!gt.buffer<[I: 64], f64>'}}
    gt.pairwise sum of %p : !gt.buffer<[I: 64], f64> along I by 64 lanes 1 on %s : !gt.buffer<[I: 64], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

// PairwiseOp (C5)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i32>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected a counter of i64 without dimensions, got '!gt.buffer<[], i32>'}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i32> {
    }
  }
}

// -----

// AccumulateOp (C1)
gt.program @f(%a: f64) {
  gt.kernel @k0 {
    %p = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.accumulate' op expected a partial result of a 'gt.pairwise' around it}}
    gt.accumulate %a to %p : f64, !gt.buffer<[], f64>
  }
}

// -----

// MachineAttr (C1)
// expected-error @below {{expected lines of a power of two, got 60 bytes}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, vector_registers = 32, has_half = true, line_bytes = 60, l1_bytes = 49152>} {
}

// -----

// MachineAttr (C2)
// expected-error @below {{expected a positive number, got 0}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, vector_registers = 0, has_half = true, line_bytes = 64, l1_bytes = 49152>} {
}

// -----

// expected-error @below {{'gt.program' op expected 'gt.machine' to be a machine and on a module, got 64 : i64}}
gt.program @f() attributes {gt.machine = 64 : i64} {
}

// -----

// RowOp (C2)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op expected lanes in a power of two up to 64, got 128}}
    gt.row I lanes 128 {
    }
  }
}

// -----

// RowOp (C5)
gt.program @f(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.get' op expected a storage that is contiguous along the row, got '!gt.storage<[I], f64>'}}
      %0 = gt.get %u : !gt.storage<[I], f64> -> f64
    }
  }
}

// -----

// PutOp (C1)
gt.program @f(%s: !gt.storage<[], f64>, %a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.put' op expected memory with the row's dimension, got '!gt.storage<[], f64>'}}
      gt.put %a to %s : f64, !gt.storage<[], f64>
    }
  }
}

// -----

// FlushOp (C1)
gt.program @f(%u: !gt.storage<[I], f64, unit>, %k: !gt.range<K>) {
  gt.kernel @k0 over %k : !gt.range<K> {
    %0 = gt.buffer : !gt.buffer<[I: 8], f64>
    // expected-error @below {{'gt.flush' op expected a dimension of the kernel, got 'I'}}
    gt.flush %0 to %u : !gt.buffer<[I: 8], f64>, !gt.storage<[I], f64, unit>
  }
}

// -----

// StageOp (C4)
gt.program @f(%u: !gt.storage<[], f64>) {
  gt.kernel @k0 {
    %0 = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.stage' op expected a buffer with one or two dimensions, got '!gt.buffer<[], f64>'}}
    gt.stage %u : !gt.storage<[], f64> into %0 : !gt.buffer<[], f64>
  }
}

// -----

// StageOp (C6)
gt.program @f(%u: !gt.storage<[I, J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
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

// PairwiseOp (C3)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[I: 48], f64>
    %s = gt.buffer : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op expected partial results along the dimension in a power of two, got '!gt.buffer<[I: 48], f64>'}}
    gt.pairwise sum of %p : !gt.buffer<[I: 48], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

// PairwiseOp (C3)
gt.program @f(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[K: 64], f64>
    %s = gt.buffer : !gt.buffer<[K: 64], f64>
    // expected-error @below {{'gt.pairwise' op expected a dimension of the kernel, got 'K'}}
    gt.pairwise sum of %p : !gt.buffer<[K: 64], f64> along I by 64 lanes 1 on %s : !gt.buffer<[K: 64], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

// AccumulateOp (C3)
gt.program @f(%a: f64, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %n = gt.buffer : !gt.buffer<[], i64>
    %p = gt.buffer : !gt.buffer<[], f64>
    %s = gt.buffer : !gt.buffer<[], f64>
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
      gt.row I lanes 8 {
        // expected-error @below {{'gt.accumulate' op expected memory with the row's dimension, got '!gt.buffer<[], f64>'}}
        gt.accumulate %a to %p : f64, !gt.buffer<[], f64>
      }
    }
  }
}
