// Constraints of what reads, writes and counts at a point, by the numbers in GTStencilOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @fold_c5_lanes(%u: !gt.storage<[J, I], f64>, %s: !gt.storage<[I], f64>, %i: !gt.range<I>,
                          %j: !gt.range<J>) {
  // expected-note @below {{the reduction is here}}
  gt.fold sum over %i : !gt.range<I> along %j : !gt.range<J> {
    %0 = gt.access %u : !gt.storage<[J, I], f64> -> f64
    // expected-error @below {{'gt.write' op expected a reduction with 'lanes' around it}}
    gt.write %0 to %u : f64, !gt.storage<[J, I], f64>
    gt.yield %0 : f64
  } into %s : !gt.storage<[I], f64>
}

// -----

gt.program @fold_write_c1(%u: !gt.storage<[J, I], f64>, %s: !gt.storage<[J], f64>, %i: !gt.range<I>,
                          %j: !gt.range<J>, %v: !gt.storage<[I], f64>) {
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[J, I], f64> -> f64
    // expected-error @below {{'gt.write' op expected a storage with the dimensions of the loops, got '!gt.storage<[I], f64>'}}
    gt.write %0 to %v : f64, !gt.storage<[I], f64>
    gt.yield %0 : f64
  } into %s : !gt.storage<[J], f64>
}

// -----

gt.program @fold_write_c3(%u: !gt.storage<[I], f64>, %s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  gt.fold sum along %i : !gt.range<I> lanes {
    // expected-note @below {{the access is here}}
    %0 = gt.access %u [I + 1] : !gt.storage<[I], f64> -> f64
    // expected-error @below {{'gt.write' op expected the storage to be read at the point only, got an access elsewhere}}
    gt.write %0 to %u : f64, !gt.storage<[I], f64>
    gt.yield %0 : f64
  } into %s : !gt.storage<[], f64>
}

// -----

gt.program @access_c1(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.access' op expected 1 offsets, got 2}}
    %0 = "gt.access"(%u) <{offsets = array<i64: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!gt.storage<[I], f64>) -> f64
  }
}

// -----

gt.program @access_c2(%u: !gt.storage<[I], f64>, %i: !gt.range<I>, %k: !gt.range<K>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.access' op expected a pin of a dimension of '!gt.storage<[I], f64>', got 'K'}}
    %0 = gt.access %u [I at %k] : !gt.storage<[I], f64>, !gt.range<K> -> f64
  }
}

// -----

gt.program @access_c2_twice(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.access' op expected different dimensions, got 'I' twice}}
    %0 = "gt.access"(%u, %i, %i) <{offsets = array<i64: 0>, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!gt.storage<[I], f64>, !gt.range<I>, !gt.range<I>) -> f64
  }
}

// -----

gt.program @access_c3(%u: !gt.storage<[J, I], f64>, %i: !gt.range<I>) {
  // expected-note @below {{the kernel is here}}
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.access' op expected dimension 'J' to be pinned, indexed or one of the kernel's, got neither}}
    %0 = gt.access %u : !gt.storage<[J, I], f64> -> f64
  }
}

// -----

gt.program @access_c4(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.access' op expected a result of 'f64', got 'f32'}}
    %0 = gt.access %u : !gt.storage<[I], f64> -> f32
  }
}

// -----

gt.program @access_parent(%u: !gt.storage<[], f64>) {
  // expected-error @below {{'gt.access' op expects parent op to be one of 'gt.stencil, gt.fold, gt.sweep'}}
  %0 = gt.access %u : !gt.storage<[], f64> -> f64
}

// -----

gt.program @write_c1(%u: !gt.storage<[I], f64>, %a: f64) {
  gt.stencil {
    // expected-error @below {{'gt.write' op expected a storage with the dimensions of the loops, got '!gt.storage<[I], f64>'}}
    gt.write %a to %u : f64, !gt.storage<[I], f64>
  }
}

// -----

gt.program @write_c2(%u: !gt.storage<[], f64>, %a: f32) {
  gt.stencil {
    // expected-error @below {{'gt.write' op expected a value of 'f64', got 'f32'}}
    gt.write %a to %u : f32, !gt.storage<[], f64>
  }
}

// -----

gt.program @write_c3_moved(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-note @below {{the access is here}}
    %0 = gt.access %u [I + 1] : !gt.storage<[I], f64> -> f64
    // expected-error @below {{'gt.write' op expected the storage to be read at the point only, got an access elsewhere}}
    gt.write %0 to %u : f64, !gt.storage<[I], f64>
  }
}

// -----

gt.program @write_c3_pinned(%u: !gt.storage<[I], f64>, %i: !gt.range<I>, %x: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-note @below {{the access is here}}
    %0 = gt.access %u [I at %x] : !gt.storage<[I], f64>, !gt.range<I> -> f64
    // expected-error @below {{'gt.write' op expected the storage to be read at the point only, got an access elsewhere}}
    gt.write %0 to %u : f64, !gt.storage<[I], f64>
  }
}

// -----

gt.program @write_c3_twice(%u: !gt.storage<[I], f64>, %a: f64, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-note @below {{the other one is here}}
    gt.write %a to %u : f64, !gt.storage<[I], f64>
    // expected-error @below {{'gt.write' op expected one write of a storage, got two}}
    gt.write %a to %u : f64, !gt.storage<[I], f64>
  }
}

// -----

// IndexOp C1
gt.program @index_c1() {
  // expected-error @below {{'gt.index' op expected '!gt.field<[I], i64>' and neither a pin nor an offset at the field level, got '!gt.field<[J], i64>'}}
  %0 = gt.index I : !gt.field<[J], i64>
}

// -----

// IndexOp C1
gt.program @index_c1_offset() {
  // expected-error @below {{'gt.index' op expected '!gt.field<[I], i64>' and neither a pin nor an offset at the field level, got '!gt.field<[I], i64>'}}
  %0 = gt.index I + 1 : !gt.field<[I], i64>
}

// -----

// IndexOp C2
gt.program @index_c2(%i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.index' op expected a result of 'i64', got 'i32'}}
    %0 = gt.index I : i32
  }
}

// -----

// IndexOp C3
gt.program @index_c3(%i: !gt.range<I>) {
  // expected-note @below {{the kernel is here}}
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.index' op expected dimension 'J' to be pinned or one of the kernel's, got neither}}
    %0 = gt.index J : i64
  }
}

// -----

gt.program @index_c3_kernel(%i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.index' op expected dimension 'I' to be pinned or to have an index, got neither}}
    %0 = gt.index I : i64
  }
}

// -----

// The write is looked at before the access, which is not valid by itself.
gt.program @write_c3_invalid_access(%u: !gt.storage<[I], f64>, %a: f64, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    gt.write %a to %u : f64, !gt.storage<[I], f64>
    // expected-error @below {{'gt.access' op requires attribute 'offsets'}}
    %0 = "gt.access"(%u) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!gt.storage<[I], f64>) -> f64
  }
}

// -----

gt.program @index_c4(%n: !gt.storage<[I], i64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.index' op expected a pin of dimension 'I', got '!gt.range<J>'}}
    %0 = "gt.index"(%j) <{dim = "I", offset = 0 : i64}> : (!gt.range<J>) -> i64
  }
}

// -----

gt.program @offset_too_large(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{expected an offset of 64 bits}}
    %0 = gt.access %u [I + 9223372036854775808] : !gt.storage<[I], f64> -> f64
  }
}

// -----

gt.program @offset_missing(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{expected the number of points}}
    %0 = gt.access %u [I + ] : !gt.storage<[I], f64> -> f64
  }
}
