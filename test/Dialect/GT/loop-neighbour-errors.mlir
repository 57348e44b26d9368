// Constraints of values of other points of a row, by the numbers in GTLoopOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @neighbour_c1(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: f64,
                   %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.neighbour' op expected the value of an operation of the row}}
      %0 = gt.neighbour %a [-1] : f64
    }
  }
}

// -----

gt.program @neighbour_c1_around(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: f64,
                   %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %c = gt.constant 1.0 : f64
    %0 = gt.add %c, %c : (f64, f64) -> f64
    gt.row I lanes 8 {
      // expected-error @below {{'gt.neighbour' op expected the value of an operation of the row}}
      %1 = gt.neighbour %0 [-1] : f64
    }
  }
}

// -----

gt.program @neighbour_c2(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: f64,
                   %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      // expected-error @below {{'gt.neighbour' op expected an offset from -8 to -1, got 1}}
      %1 = gt.neighbour %0 [1] : f64
    }
  }
}

// -----

gt.program @neighbour_c2_far(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: f64,
                   %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      // expected-error @below {{'gt.neighbour' op expected an offset from -8 to -1, got -9}}
      %1 = gt.neighbour %0 [-9] : f64
    }
  }
}

// -----

gt.program @neighbour_c3(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: f64,
                   %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 1 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      // expected-error @below {{'gt.neighbour' op expected a row of more than one lane, without vectors and strides}}
      %1 = gt.neighbour %0 [-1] : f64
    }
  }
}

// -----

gt.program @neighbour_c3_strides(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: f64,
                   %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 strides [2] {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      // expected-error @below {{'gt.neighbour' op expected a row of more than one lane, without vectors and strides}}
      %1 = gt.neighbour %0 [-1] : f64
    }
  }
}

// -----

gt.program @neighbour_c4(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: f64,
                   %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      %1 = gt.ogt %0, %a : (f64, f64) -> i1
      // expected-error @below {{'gt.neighbour' op expected an integer or float of more than one bit, got 'i1'}}
      %2 = gt.neighbour %1 [-1] : i1
    }
  }
}

// -----

gt.program @neighbour_c5(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: f64,
                   %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      // expected-error @below {{'gt.get' op expected what neighbours are computed of to be got from a storage that the row does not put, at an index of the row alone}}
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      %1 = gt.neg %0 : (f64) -> f64
      %2 = gt.neighbour %1 [-1] : f64
      gt.put %2 to %u in_place : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @neighbour_c5_index(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: f64,
                   %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      %x = gt.index I : i64
      // expected-error @below {{'gt.get' op expected what neighbours are computed of to be got from a storage that the row does not put, at an index of the row alone}}
      %0 = gt.get %u [I by %x] : !gt.storage<[I], f64, unit>, i64 -> f64
      %1 = gt.neighbour %0 [-1] : f64
    }
  }
}

// -----

gt.program @neighbour_c5_buffer(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %a: f64,
                   %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    %0 = gt.buffer : !gt.buffer<[], f64>
    gt.row I lanes 8 {
      // expected-error @below {{'gt.get' op expected what neighbours are computed of to be got from a storage that the row does not put, at an index of the row alone}}
      %1 = gt.get %0 : !gt.buffer<[], f64> -> f64
      %2 = gt.neighbour %1 [-1] : f64
    }
  }
}

// -----

gt.program @neighbour_c2_least(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 8 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      // expected-error @below {{'gt.neighbour' op expected an offset from -8 to -1, got -9223372036854775808}}
      %1 = gt.neighbour %0 [-9223372036854775808] : f64
    }
  }
}
