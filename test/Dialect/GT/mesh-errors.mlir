// Constraints of what reads at the indices of tables, by the numbers in the .td files.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @pin_c4(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.pin' op expected an offset in the range, got -1}}
  %1 = "gt.pin"(%0, %i) <{offset = -1 : i64}> : (!gt.field<[I], f64>, !gt.range<I>) -> !gt.field<[], f64>
}

// -----

gt.program @remap_c1(%u: !gt.storage<[V], f64>) {
  %0 = gt.load %u : !gt.storage<[V], f64> -> !gt.field<[V], f64>
  // expected-error @below {{'gt.remap' op expected indices for each dimension, and for one at least, got 0 for 0}}
  %1 = "gt.remap"(%0) : (!gt.field<[V], f64>) -> !gt.field<[V], f64>
}

// -----

gt.program @remap_c1_twice(%u: !gt.storage<[V], f64>, %t: !gt.storage<[E], i32>, %v: !gt.range<V>) {
  %0 = gt.load %u : !gt.storage<[V], f64> -> !gt.field<[V], f64>
  %1 = gt.load %t : !gt.storage<[E], i32> -> !gt.field<[E], i32>
  // expected-error @below {{'gt.remap' op expected different dimensions, got 'V' twice}}
  %2 = gt.remap %0 by %1, %1 in %v, %v : !gt.field<[V], f64> by !gt.field<[E], i32>, !gt.field<[E], i32> in !gt.range<V>, !gt.range<V> -> !gt.field<[E], f64>
}

// -----

gt.program @remap_c2(%u: !gt.storage<[V], f64>, %t: !gt.storage<[E], i32>, %k: !gt.range<K>) {
  %0 = gt.load %u : !gt.storage<[V], f64> -> !gt.field<[V], f64>
  %1 = gt.load %t : !gt.storage<[E], i32> -> !gt.field<[E], i32>
  // expected-error @below {{'gt.remap' op expected a field with dimension 'K', got '!gt.field<[V], f64>'}}
  %2 = gt.remap %0 by %1 in %k : !gt.field<[V], f64> by !gt.field<[E], i32> in !gt.range<K> -> !gt.field<[V, E], f64>
}

// -----

gt.program @remap_c3(%u: !gt.storage<[V], f64>, %t: !gt.storage<[E], ui32>, %v: !gt.range<V>) {
  %0 = gt.load %u : !gt.storage<[V], f64> -> !gt.field<[V], f64>
  %1 = gt.load %t : !gt.storage<[E], ui32> -> !gt.field<[E], ui32>
  // expected-error @below {{'gt.remap' op expected indices of i32 or i64, got 'ui32'}}
  %2 = gt.remap %0 by %1 in %v : !gt.field<[V], f64> by !gt.field<[E], ui32> in !gt.range<V> -> !gt.field<[E], f64>
}

// -----

gt.program @remap_c4(%u: !gt.storage<[V], f64>, %t: !gt.storage<[E], i32>, %v: !gt.range<V>) {
  %0 = gt.load %u : !gt.storage<[V], f64> -> !gt.field<[V], f64>
  %1 = gt.load %t : !gt.storage<[E], i32> -> !gt.field<[E], i32>
  // expected-error @below {{'gt.remap' op expected the dimensions of '!gt.field<[V], f64>' that are not replaced and those of the indices, got '!gt.field<[V, E], f64>'}}
  %2 = gt.remap %0 by %1 in %v : !gt.field<[V], f64> by !gt.field<[E], i32> in !gt.range<V> -> !gt.field<[V, E], f64>
}

// -----

gt.program @remap_c5(%u: !gt.storage<[V], f64>, %t: !gt.storage<[E], i32>, %v: !gt.range<V>) {
  %0 = gt.load %u : !gt.storage<[V], f64> -> !gt.field<[V], f64>
  %1 = gt.load %t : !gt.storage<[E], i32> -> !gt.field<[E], i32>
  // expected-error @below {{'gt.remap' op expected a field of 'f64', got 'f32'}}
  %2 = gt.remap %0 by %1 in %v : !gt.field<[V], f64> by !gt.field<[E], i32> in !gt.range<V> -> !gt.field<[E], f32>
}

// -----

gt.program @reduce_c6(%u: !gt.storage<[L], f64>, %l: !gt.range<L>) {
  %0 = gt.load %u : !gt.storage<[L], f64> -> !gt.field<[L], f64>
  // expected-error @below {{'gt.reduce' op expected a width from 0 to 64, got 65}}
  %1 = gt.reduce sum %0 over %l width 65 : !gt.field<[L], f64>, !gt.range<L> -> !gt.field<[], f64>
}

// -----

gt.program @reduce_c6_ranges(%u: !gt.storage<[L, M], f64>, %l: !gt.range<L>, %m: !gt.range<M>) {
  %0 = gt.load %u : !gt.storage<[L, M], f64> -> !gt.field<[L, M], f64>
  // expected-error @below {{'gt.reduce' op expected one range with a width}}
  %1 = gt.reduce sum %0 over %l, %m width 4 : !gt.field<[L, M], f64>, !gt.range<L>, !gt.range<M>
      -> !gt.field<[], f64>
}

// -----

gt.program @access_c5(%u: !gt.storage<[I], f64>, %n: i32, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.access' op expected an index of a dimension of '!gt.storage<[I], f64>', got 'K'}}
    %0 = "gt.access"(%u, %n) <{offsets = array<i64: 0>, indexDims = ["K"], operandSegmentSizes = array<i32: 1, 0, 1>}> : (!gt.storage<[I], f64>, i32) -> f64
  }
}

// -----

gt.program @access_c5_count(%u: !gt.storage<[I], f64>, %n: i32, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.access' op expected 1 dimensions of index values, got 0}}
    %0 = "gt.access"(%u, %n) <{offsets = array<i64: 0>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (!gt.storage<[I], f64>, i32) -> f64
  }
}

// -----

gt.program @access_c5_twice(%u: !gt.storage<[I], f64>, %n: i32, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{expected different dimensions, got 'I' twice}}
    %0 = gt.access %u [I by %n, I by %n] : !gt.storage<[I], f64>, i32, i32 -> f64
  }
}

// -----

gt.program @access_c5_both(%u: !gt.storage<[I], f64>, %n: i32, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.access' op expected dimension 'I' to be pinned or indexed, got both}}
    %0 = "gt.access"(%u, %i, %n) <{offsets = array<i64: 0>, indexDims = ["I"], operandSegmentSizes = array<i32: 1, 1, 1>}> : (!gt.storage<[I], f64>, !gt.range<I>, i32) -> f64
  }
}

// -----

gt.program @write_c3_indexed(%u: !gt.storage<[I], f64>, %n: i32, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-note @below {{the access is here}}
    %0 = gt.access %u [I by %n] : !gt.storage<[I], f64>, i32 -> f64
    // expected-error @below {{'gt.write' op expected the storage to be read at the point only, got an access elsewhere}}
    gt.write %0 to %u : f64, !gt.storage<[I], f64>
  }
}

// -----

gt.program @get_c6(%n: i32) {
  gt.kernel @k0 {
    %0 = gt.buffer : !gt.buffer<[I: 4], f64>
    // expected-error @below {{'gt.get' op expected no index value of a buffer}}
    %1 = gt.get %0 [I by %n] : !gt.buffer<[I: 4], f64>, i32 -> f64
  }
}

// -----

gt.program @row_c4_indexed(%u: !gt.storage<[I], f64, unit>, %n: i32, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.get' op expected what the row puts to be got at the point itself, in front of the put}}
      %0 = gt.get %u [I by %n] : !gt.storage<[I], f64, unit>, i32 -> f64
      // expected-note @below {{the put is here}}
      gt.put %0 to %u : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @stage_indices(%u: !gt.storage<[I], f64, unit>, %n: i32, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %b = gt.buffer : !gt.buffer<[I: 4], f64>
    // expected-error @below {{expected no index values}}
    gt.stage %u [I by %n] : !gt.storage<[I], f64, unit>, i32 into %b : !gt.buffer<[I: 4], f64>
  }
}

// -----

gt.callable @gather_c1(%u: !gt.field<[V], f64>, %t: !gt.field<[E], i32>) {
  // expected-error @below {{'gt.gather' op expected indices for each dimension, and for one at least, got 1 for 0}}
  %0 = gt.gather %u, %t [] : (!gt.field<[V], f64>, !gt.field<[E], i32>) -> !gt.field<[E], f64>
  gt.return %0 : !gt.field<[E], f64>
}

// -----

gt.callable @gather_c1_skips(%u: !gt.field<[V], f64>, %t: !gt.field<[E], i32>) {
  // expected-error @below {{'gt.gather' op expected 1 skips, one for each dimension, got 0}}
  %0 = "gt.gather"(%u, %t) <{dims = ["V"], skips = array<i64>}> : (!gt.field<[V], f64>, !gt.field<[E], i32>) -> !gt.field<[E], f64>
  gt.return %0 : !gt.field<[E], f64>
}

// -----

gt.callable @gather_c2(%u: !gt.field<[V], f64>, %t: !gt.field<[E], i32>) {
  // expected-error @below {{'gt.gather' op expected a field with dimension 'K', got '!gt.field<[V], f64>'}}
  %0 = gt.gather %u, %t [K] : (!gt.field<[V], f64>, !gt.field<[E], i32>) -> !gt.field<[E, V], f64>
  gt.return %0 : !gt.field<[E, V], f64>
}

// -----

gt.callable @gather_c3(%u: !gt.field<[V], f64>, %t: !gt.field<[E], i16>) {
  // expected-error @below {{'gt.gather' op expected indices of i32 or i64, got 'i16'}}
  %0 = gt.gather %u, %t [V] : (!gt.field<[V], f64>, !gt.field<[E], i16>) -> !gt.field<[E], f64>
  gt.return %0 : !gt.field<[E], f64>
}

// -----

gt.callable @gather_c4(%u: !gt.field<[V], f64>, %t: !gt.field<[E], i32>) {
  // expected-error @below {{'gt.gather' op expected the dimensions of '!gt.field<[V], f64>' that are not replaced and those of the indices, got '!gt.field<[V], f64>'}}
  %0 = gt.gather %u, %t [V] : (!gt.field<[V], f64>, !gt.field<[E], i32>) -> !gt.field<[V], f64>
  gt.return %0 : !gt.field<[V], f64>
}

// -----

gt.callable @gather_c5(%u: !gt.field<[V], f64>, %t: !gt.field<[E], i32>) {
  // expected-error @below {{'gt.gather' op expected a field of 'f64', got 'f32'}}
  %0 = gt.gather %u, %t [V] : (!gt.field<[V], f64>, !gt.field<[E], i32>) -> !gt.field<[E], f32>
  gt.return %0 : !gt.field<[E], f32>
}

// -----

gt.callable @rename_c1(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.rename' op expected a field with dimension 'J', got '!gt.field<[I], f64>'}}
  %0 = gt.rename %u [J as K] : !gt.field<[I], f64> -> !gt.field<[K], f64>
  gt.return %0 : !gt.field<[K], f64>
}

// -----

gt.callable @rename_c1_known(%u: !gt.field<[I, J], f64>) {
  // expected-error @below {{'gt.rename' op expected a field without dimension 'J', got '!gt.field<[I, J], f64>'}}
  %0 = gt.rename %u [I as J] : !gt.field<[I, J], f64> -> !gt.field<[J], f64>
  gt.return %0 : !gt.field<[J], f64>
}

// -----

gt.callable @rename_c2(%u: !gt.field<[I, J], f64>) {
  // expected-error @below {{'gt.rename' op expected the dimensions of '!gt.field<[I, J], f64>' with 'K' for 'I', got '!gt.field<[K], f64>'}}
  %0 = gt.rename %u [I as K] : !gt.field<[I, J], f64> -> !gt.field<[K], f64>
  gt.return %0 : !gt.field<[K], f64>
}

// -----

gt.callable @rename_c3(%u: !gt.field<[I], f64>) {
  // expected-error @below {{'gt.rename' op expected a field of 'f64', got 'f32'}}
  %0 = gt.rename %u [I as K] : !gt.field<[I], f64> -> !gt.field<[K], f32>
  gt.return %0 : !gt.field<[K], f32>
}

// -----

gt.callable @shift_by_c1(%u: !gt.field<[I], f64>, %n: !gt.field<[I, J], i64>) {
  // expected-error @below {{'gt.shift_by' op expected a field with dimension 'J', got '!gt.field<[I], f64>'}}
  %0 = gt.shift_by %u, %n [J from 0 to 1] : (!gt.field<[I], f64>, !gt.field<[I, J], i64>) -> !gt.field<[I, J], f64>
  gt.return %0 : !gt.field<[I, J], f64>
}

// -----

gt.callable @shift_by_c1_offsets(%u: !gt.field<[I], f64>, %n: !gt.field<[J], i64>) {
  // expected-error @below {{'gt.shift_by' op expected a field with dimension 'I', got '!gt.field<[J], i64>'}}
  %0 = gt.shift_by %u, %n [I from 0 to 1] : (!gt.field<[I], f64>, !gt.field<[J], i64>) -> !gt.field<[I, J], f64>
  gt.return %0 : !gt.field<[I, J], f64>
}

// -----

gt.callable @shift_by_c2(%u: !gt.field<[I], f64>, %n: !gt.field<[I], i32>) {
  // expected-error @below {{'gt.shift_by' op expected offsets of i64, got 'i32'}}
  %0 = gt.shift_by %u, %n [I from 0 to 1] : (!gt.field<[I], f64>, !gt.field<[I], i32>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @shift_by_c3(%u: !gt.field<[I], f64>, %n: !gt.field<[I], i64>) {
  // expected-error @below {{'gt.shift_by' op expected bounds that hold a number, got 1 to 0}}
  %0 = gt.shift_by %u, %n [I from 1 to 0] : (!gt.field<[I], f64>, !gt.field<[I], i64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @shift_by_c4(%u: !gt.field<[I], f64>, %n: !gt.field<[I, J], i64>) {
  // expected-error @below {{'gt.shift_by' op expected the dimensions of '!gt.field<[I], f64>' and '!gt.field<[I, J], i64>', got '!gt.field<[I], f64>'}}
  %0 = gt.shift_by %u, %n [I from 0 to 1] : (!gt.field<[I], f64>, !gt.field<[I, J], i64>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @shift_by_c5(%u: !gt.field<[I], f64>, %n: !gt.field<[I], i64>) {
  // expected-error @below {{'gt.shift_by' op expected a field of 'f64', got 'f32'}}
  %0 = gt.shift_by %u, %n [I from 0 to 1] : (!gt.field<[I], f64>, !gt.field<[I], i64>) -> !gt.field<[I], f32>
  gt.return %0 : !gt.field<[I], f32>
}

// -----

gt.callable @at_c1(%u: !gt.field<[I], f64>, %n: !gt.field<[I], i32>) {
  // (C1)
  // expected-error @below {{'gt.at' op expected indices for each dimension, and for one at least, got 1 for 0}}
  %0 = gt.at %u, %n [] : (!gt.field<[I], f64>, !gt.field<[I], i32>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @at_c1_twice(%u: !gt.field<[I], f64>, %n: !gt.field<[I], i32>) {
  // (C1)
  // expected-error @below {{'gt.at' op expected different dimensions, got 'I' twice}}
  %0 = gt.at %u, %n, %n [I, I] : (!gt.field<[I], f64>, !gt.field<[I], i32>, !gt.field<[I], i32>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @at_c2(%u: !gt.field<[I], f64>, %n: !gt.field<[I], i32>) {
  // (C2)
  // expected-error @below {{'gt.at' op expected a field with dimension 'K', got '!gt.field<[I], f64>'}}
  %0 = gt.at %u, %n [K] : (!gt.field<[I], f64>, !gt.field<[I], i32>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @at_c3(%u: !gt.field<[I], f64>, %n: !gt.field<[I], i8>) {
  // (C3)
  // expected-error @below {{'gt.at' op expected indices of i32 or i64, got 'i8'}}
  %0 = gt.at %u, %n [I] : (!gt.field<[I], f64>, !gt.field<[I], i8>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @at_c4(%u: !gt.field<[I, K], f64>, %n: !gt.field<[J], i32>) {
  // (C4)
  // expected-error @below {{'gt.at' op expected the dimensions of '!gt.field<[I, K], f64>' that are not replaced and those of the indices, got '!gt.field<[I], f64>'}}
  %0 = gt.at %u, %n [K] : (!gt.field<[I, K], f64>, !gt.field<[J], i32>) -> !gt.field<[I], f64>
  gt.return %0 : !gt.field<[I], f64>
}

// -----

gt.callable @at_c5(%u: !gt.field<[I], f64>, %n: !gt.field<[I], i32>) {
  // (C5)
  // expected-error @below {{'gt.at' op expected a field of 'f64', got 'f32'}}
  %0 = gt.at %u, %n [I] : (!gt.field<[I], f64>, !gt.field<[I], i32>) -> !gt.field<[I], f32>
  gt.return %0 : !gt.field<[I], f32>
}
