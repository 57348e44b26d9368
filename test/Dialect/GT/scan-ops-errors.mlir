// Constraints of scans, by the numbers in GTScanOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @scan_c1(%u: !s, %h: !gt.storage<[I], f64, unit>, %a: f64, %n: i64, %k: !gt.range<K>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %h : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.scan' op expected an initial value for each of at least one result, got 1 and 0}}
  gt.scan forward along %k : !gt.range<K> from %a : f64 over %0 : !f {
  ^bb0(%c: f64, %x: f64):
    %3 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %3 : f64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @scan_c1_none(%u: !s, %h: !gt.storage<[I], f64, unit>, %a: f64, %n: i64, %k: !gt.range<K>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %h : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.scan' op expected an initial value for each of at least one result, got 0 and 0}}
  gt.scan forward along %k : !gt.range<K> over %0 : !f {
  ^bb0(%x: f64):
    gt.yield
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @scan_c2(%u: !s, %h: !gt.storage<[I], f64, unit>, %a: f64, %n: i64, %k: !gt.range<K>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %h : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.scan' op expected initial values without 'K', got '!gt.field<[I, K], f64>'}}
  %2 = gt.scan forward along %k : !gt.range<K> from %0 : !f over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %3 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %3 : f64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @scan_c3(%u: !s, %h: !gt.storage<[I], f64, unit>, %a: f64, %n: i64, %k: !gt.range<K>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %h : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.scan' op expected results with 'K' and the dimensions of the operands, got '!gt.field<[K], f64>'}}
  %2 = gt.scan forward along %k : !gt.range<K> from %1 : !gt.field<[I], f64> over %a : f64 -> !gt.field<[K], f64> {
  ^bb0(%c: f64, %x: f64):
    %3 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %3 : f64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @scan_c4(%u: !s, %h: !gt.storage<[I], f64, unit>, %a: f64, %n: i64, %k: !gt.range<K>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %h : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.scan' op expected a result of 'f64' as its initial value, got '!gt.field<[I, K], f32>'}}
  %2 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %0 : !f -> !gt.field<[I, K], f32> {
  ^bb0(%c: f64, %x: f64):
    %3 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %3 : f64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @scan_c5(%u: !s, %h: !gt.storage<[I], f64, unit>, %a: f64, %n: i64, %k: !gt.range<K>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %h : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.scan' op expected a region with arguments of 'f64', 'f64', got 'f64', 'f32'}}
  %2 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f32):
    gt.yield %c : f64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @scan_c6(%u: !s, %h: !gt.storage<[I], f64, unit>, %a: f64, %n: i64, %k: !gt.range<K>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %h : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  // expected-error @below {{'gt.scan' op expected a region that yields values of 'f64', got 'f64', 'f64'}}
  %2 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    gt.yield %c, %c : f64, f64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @scan_c7(%u: !s, %a: f64, %k: !gt.range<K>) {
  %0 = gt.load %u : !s -> !f
  %2 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    // expected-error @below {{'gt.broadcast' op expects parent op}}
    %3 = gt.broadcast %c : f64 -> !gt.field<[I], f64>
    gt.yield %c : f64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @scan_c7_other(%u: !s, %a: f64, %k: !gt.range<K>) {
  %0 = gt.load %u : !s -> !f
  // expected-note @below {{the scan is here}}
  %2 = gt.scan forward along %k : !gt.range<K> from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    // expected-error @below {{'builtin.module' op cannot stand in the region of a scan}}
    builtin.module {}
    gt.yield %c : f64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c1(%0: !f, %1: !gt.field<[I], f64>, %a: f64, %n: i64) {
  // expected-error @below {{'gt.scan_dim' op expected an initial value for each of at least one result, got 1 and 0}}
  gt.scan_dim forward [K] from %a : f64 over %0 : !f {
  ^bb0(%c: f64, %x: f64):
    %3 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %3 : f64
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c1_none(%0: !f, %1: !gt.field<[I], f64>, %a: f64, %n: i64) {
  // expected-error @below {{'gt.scan_dim' op expected an initial value for each of at least one result, got 0 and 0}}
  gt.scan_dim forward [K] over %0 : !f {
  ^bb0(%x: f64):
    gt.yield
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c2(%0: !f, %1: !gt.field<[I], f64>, %a: f64, %n: i64) {
  // expected-error @below {{'gt.scan_dim' op expected initial values without 'K', got '!gt.field<[I, K], f64>'}}
  %2 = gt.scan_dim forward [K] from %0 : !f over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %3 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %3 : f64
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c3(%0: !f, %1: !gt.field<[I], f64>, %a: f64, %n: i64) {
  // expected-error @below {{'gt.scan_dim' op expected results with 'K' and the dimensions of the operands, got '!gt.field<[K], f64>'}}
  %2 = gt.scan_dim forward [K] from %1 : !gt.field<[I], f64> over %a : f64 -> !gt.field<[K], f64> {
  ^bb0(%c: f64, %x: f64):
    %3 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %3 : f64
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c4(%0: !f, %1: !gt.field<[I], f64>, %a: f64, %n: i64) {
  // expected-error @below {{'gt.scan_dim' op expected a result of 'f64' as its initial value, got '!gt.field<[I, K], f32>'}}
  %2 = gt.scan_dim forward [K] from %a : f64 over %0 : !f -> !gt.field<[I, K], f32> {
  ^bb0(%c: f64, %x: f64):
    %3 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %3 : f64
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c5(%0: !f, %1: !gt.field<[I], f64>, %a: f64, %n: i64) {
  // expected-error @below {{'gt.scan_dim' op expected a region with arguments of 'f64', 'f64', got 'f64', 'f32'}}
  %2 = gt.scan_dim forward [K] from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f32):
    gt.yield %c : f64
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c6(%0: !f, %1: !gt.field<[I], f64>, %a: f64, %n: i64) {
  // expected-error @below {{'gt.scan_dim' op expected a region that yields values of 'f64', got 'f64', 'f64'}}
  %2 = gt.scan_dim forward [K] from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    gt.yield %c, %c : f64, f64
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c7(%0: !f, %a: f64) {
  %2 = gt.scan_dim forward [K] from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    // expected-error @below {{'gt.broadcast' op expects parent op}}
    %3 = gt.broadcast %c : f64 -> !gt.field<[I], f64>
    gt.yield %c : f64
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c7_other(%0: !f, %a: f64) {
  // expected-note @below {{the scan is here}}
  %2 = gt.scan_dim forward [K] from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    // expected-error @below {{'builtin.module' op cannot stand in the region of a scan}}
    builtin.module {}
    gt.yield %c : f64
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c8(%0: !f, %1: !gt.field<[I], f64>, %a: f64, %n: i64) {
  // expected-error @below {{'gt.scan_dim' op expected one dimension, or a part of it}}
  %2 = gt.scan_dim forward [K at 3] from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %3 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %3 : f64
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.callable @scan_dim_c8_two(%0: !f, %1: !gt.field<[I], f64>, %a: f64, %n: i64) {
  // expected-error @below {{'gt.scan_dim' op expected one dimension, or a part of it}}
  %2 = gt.scan_dim forward [K, I] from %a : f64 over %0 : !f -> !f {
  ^bb0(%c: f64, %x: f64):
    %3 = gt.add %c, %x : (f64, f64) -> f64
    gt.yield %3 : f64
  }
  gt.return %a : f64
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @sweep_c1(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.sweep' op expected different dimensions, got 'I' twice}}
  gt.sweep forward over %i : !gt.range<I> along %i : !gt.range<I> from {
    gt.yield
  } do {
    gt.yield
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @sweep_c2(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  // expected-note @below {{the kernel is here}}
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield
  } do {
    // expected-error @below {{'builtin.module' op cannot stand at a point of a kernel}}
    builtin.module {}
    gt.yield
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @sweep_c2_write(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    // expected-error @below {{'gt.write' op cannot stand in front of the first point of a sweep}}
    gt.write %a to %v : f64, !s
    gt.yield
  } do {
    gt.yield
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @sweep_c3(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.sweep' op expected a region with arguments of 'f64', got }}
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
    gt.yield %a : f64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @sweep_c3_yield(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.sweep' op expected a region that yields values of 'f64', got }}
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    gt.yield
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @sweep_c3_start(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.sweep' op expected a first region without arguments}}
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
  ^bb0(%c: f64):
    gt.yield
  } do {
    gt.yield
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @sweep_c4(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    // expected-error @below {{'gt.access' op expected initial values that do not move along 'K'}}
    %0 = gt.access %u : !s -> f64
    gt.yield %0 : f64
  } do {
  ^bb0(%c: f64):
    gt.yield %c : f64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @sweep_c4_index(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    // expected-error @below {{'gt.index' op expected initial values that do not move along 'K'}}
    %0 = gt.index K : i64
    gt.yield %0 : i64
  } do {
  ^bb0(%c: i64):
    gt.yield %c : i64
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @sweep_c5(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield
  } do {
    // expected-note @below {{the access is here}}
    %0 = gt.access %v [K - 1] : !s -> f64
    // expected-error @below {{'gt.write' op expected the storage to be read at the point only, got an access elsewhere}}
    gt.write %0 to %v : f64, !s
    gt.yield
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @sweep_c5_twice(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield
  } do {
    // expected-note @below {{the other one is here}}
    gt.write %a to %v : f64, !s
    // expected-error @below {{'gt.write' op expected one write of a storage, got two}}
    gt.write %a to %v : f64, !s
    gt.yield
  }
}

// -----

!s = !gt.storage<[K, I], f64, unit>
!f = !gt.field<[I, K], f64>
gt.program @write_c1_sweep(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %t = gt.temporary over %i : !gt.range<I> -> !gt.storage<[I], f64, unit>
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield
  } do {
    // expected-error @below {{'gt.write' op expected a storage with the dimensions of the loops, got '!gt.storage<[I], f64, unit>'}}
    gt.write %a to %t : f64, !gt.storage<[I], f64, unit>
    gt.yield
  }
}

// -----

gt.program @write_c1_at(%v: !gt.storage<[J, I], f64>, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield
  } do {
    // expected-error @below {{'gt.write' op expected a storage with the dimensions of the loops, got '!gt.storage<[J, I], f64>'}}
    gt.write %a to %v at %k : !gt.range<K> : f64, !gt.storage<[J, I], f64>
    gt.yield
  }
}

// -----

gt.program @write_c3_at(%v: !gt.storage<[I], f64>, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield
  } do {
    %0 = gt.access %v : !gt.storage<[I], f64> -> f64
    // expected-error @below {{'gt.write' op expected a storage that the kernel does not read}}
    gt.write %0 to %v at %k : !gt.range<K> : f64, !gt.storage<[I], f64>
    gt.yield
  }
}

// -----

gt.program @write_c4_dimension(%v: !gt.storage<[I], f64>, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield
  } do {
    // expected-error @below {{'gt.write' op expected a gt.sweep along the dimension of the range, got '!gt.range<I>'}}
    gt.write %a to %v at %i : !gt.range<I> : f64, !gt.storage<[I], f64>
    gt.yield
  }
}

// -----

gt.program @write_c4_stencil(%v: !gt.storage<[I], f64>, %a: f64, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.write' op expected a gt.sweep along the dimension of the range, got '!gt.range<I>'}}
    gt.write %a to %v at %i : !gt.range<I> : f64, !gt.storage<[I], f64>
  }
}
