// gt-stencils-to-loops: the loops of sweeps.
// RUN: gt-opt %s --gt-stencils-to-loops --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-stencils-to-loops=in-cache --split-input-file | FileCheck %s --check-prefix=CACHED

// A sweep that reads what the one before it writes shares its kernel; what nobody else
// reads is kept in a buffer of all levels of a part. What is read from memory is asked for
// two levels before, and calls may ask for results that go past the caches.
// CHECK-LABEL: @solver(
// CHECK-NOT: gt.temporary
// CHECK: gt.kernel @k0 over %{{.+}}, %{{.+}} : !gt.range<J>, !gt.range<I> along %{{.+}} : !gt.range<K>
// CHECK-DAG: %[[SUM:.+]] = gt.buffer : !gt.buffer<[I: 256], f64>
// CHECK-DAG: %[[LEVELS:.+]] = gt.buffer : !gt.buffer<[K: ?, I: 256], f64>
// CHECK: gt.loop J {
// CHECK-NEXT: gt.loop I by 256 {
// CHECK-NEXT: gt.row I lanes 8 {
// CHECK-NEXT: gt.keep %{{.+}} in %[[FIRST:.+]] :
// CHECK: gt.loop K forward {
// CHECK-NEXT: gt.row I lanes 8 {
// CHECK-NEXT: gt.prefetch exact %arg0 [K + 2] :
// CHECK-NEXT: gt.get %[[FIRST]]
// CHECK: gt.keep %[[X:.+]] in %[[LEVELS]]
// CHECK-NEXT: gt.keep %[[X]] in %[[FIRST]]
// CHECK: gt.loop K backward {
// CHECK-NOT: gt.prefetch
// CHECK: gt.get %[[LEVELS]]
// CHECK: gt.put %{{.+}} to %arg1 streaming :
//
// Where the caches hold all data, what is written anyway is not kept a second time.
// CACHED-LABEL: @solver(
// CACHED-DAG: %[[LEVELS:.+]] = gt.buffer : !gt.buffer<[K: ?, I: 256], f64>
// CACHED: gt.loop K forward {
// CACHED: gt.keep %[[X:.+]] in %[[LEVELS]] :
// CACHED-NEXT: gt.keep %[[X]] in %{{.+}} as %[[LEVELS]] :
// CACHED: gt.loop K backward {
// CACHED: gt.put %[[Y:.+]] to %arg1 :
// CACHED-NEXT: gt.keep %[[Y]] in %{{.+}} as %arg1 :
!s = !gt.storage<[K, J, I], f64, unit>
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304>} {
gt.program @solver(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  %t = gt.temporary over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> -> !s
  gt.sweep forward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %t : f64, !s
    gt.yield %1 : f64
  }
  gt.sweep backward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %t : !s -> f64
    %1 = gt.mul %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
    gt.yield %1 : f64
  }
}
}

// -----

// A sweep that reads other columns of what is written has a kernel of its own.
// CHECK-LABEL: @neighbours(
// CHECK: gt.temporary
// CHECK: gt.kernel @k0
// CHECK: gt.kernel @k1
!s = !gt.storage<[K, I], f64, unit>
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304>} {
gt.program @neighbours(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %l = gt.grow %i by 0, 1 : !gt.range<I>
  %t = gt.temporary over %k, %l : !gt.range<K>, !gt.range<I> -> !s
  gt.sweep forward over %l : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    gt.write %c to %t : f64, !s
    gt.yield %c : f64
  }
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %t [I + 1] : !s -> f64
    gt.write %0 to %v : f64, !s
    gt.yield %c : f64
  }
}
}

// -----

// Without loops there are no rows, and what is carried is in registers; where rows are not contiguous, some columns go side by
// side in vectors that are put together, and the next ones are asked for. A value that no point reads is not kept.
// CHECK-LABEL: @line(
// CHECK: gt.kernel @k0 along %{{.+}} : !gt.range<K>
// CHECK-NEXT: %[[SUM:.+]] = gt.buffer in_registers : !gt.buffer<[], f64>
// CHECK-NEXT: gt.keep %{{.+}} in %[[SUM]]
// CHECK-NEXT: gt.loop K backward {
// CHECK-NEXT: gt.get %[[SUM]]
// CHECK: gt.kernel @k1 over %{{.+}} : !gt.range<I> along %{{.+}} : !gt.range<K>
// CHECK-NOT: gt.buffer
// CHECK: gt.loop I by 16 {
// CHECK-NEXT: gt.loop K forward {
// CHECK: gt.row I lanes 8 strides [1] {
// CHECK-NEXT: gt.prefetch exact %arg2 [I + 16] :
// CACHED-LABEL: @line(
// CACHED-NOT: gt.prefetch
!s = !gt.storage<[K], f64, unit>
!t = !gt.storage<[I, K], f64, unit>
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304>} {
gt.program @line(%u: !s, %v: !s, %w: !t, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.sweep backward along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
    gt.yield %1 : f64
  }
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.div %0, %a : (f64, f64) -> f64
    gt.write %1 to %w : f64, !t
    gt.yield %1 : f64
  }
}
}

// -----

// Where columns are contiguous and a point is little work, some go side by side, each with
// what it carries in registers.
// CHECK-LABEL: @columns(
// CHECK-COUNT-5: gt.buffer in_registers : !gt.buffer<[], f64>
// CHECK-NOT: gt.buffer
// CHECK: gt.loop J {
// CHECK-NEXT: gt.loop I step 4 {
// CHECK-NEXT: gt.get %arg1 :
// CHECK-NEXT: gt.get %arg1 [I + 1] :
// CHECK-NEXT: gt.get %arg1 [I + 2] :
// CHECK-NEXT: gt.get %arg1 [I + 3] :
// CHECK-COUNT-4: gt.keep
// CHECK: gt.loop K backward {
// CHECK: gt.put %{{.+}} to %arg0 [I + 3] :
// CHECK-COUNT-4: gt.keep
// CHECK: gt.loop I step 4 rest {
// CHECK-NEXT: gt.get %arg1 :
// CHECK-NEXT: gt.keep
// CHECK-NEXT: gt.loop K backward {
!s = !gt.storage<[J, I, K], f64, unit>
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304>} {
gt.program @columns(%u: !s, %t: !gt.storage<[I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>, %k: !gt.range<K>) {
  gt.sweep backward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    %0 = gt.access %t : !gt.storage<[I], f64, unit> -> f64
    gt.yield %0 : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %u : f64, !s
    gt.yield %1 : f64
  }
}
}

// -----

// From memory a column whose points wait no longer for each other than for their own values goes alone.
// CHECK-LABEL: @alone(
// CHECK: gt.buffer in_registers : !gt.buffer<[], f64>
// CHECK-NOT: gt.buffer
// CHECK: gt.loop I {
// CHECK-NEXT: gt.keep
// CHECK-NEXT: gt.loop K forward {
// CACHED-LABEL: @alone(
// CACHED: gt.loop I step 4 {
!s = !gt.storage<[I, K], f64, unit>
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304>} {
gt.program @alone(%u: !s, %v: !s, %a: f64, %i: !gt.range<I>, %k: !gt.range<K>) {
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
    gt.yield %1 : f64
  }
}
}

// -----

// Of what a sweep reads at several levels the foremost are asked for; not again by a sweep
// behind it, and not what has no levels.
// CHECK-LABEL: @foremost(
// CHECK: gt.loop K backward {
// CHECK-NEXT: gt.row I lanes 8 {
// CHECK-NEXT: gt.prefetch exact %arg0 [K - 3] :
// CHECK-NEXT: gt.get
// CHECK: gt.loop K forward {
// CHECK-NOT: gt.prefetch
// CHECK: gt.put
!s = !gt.storage<[K, I], f64, unit>
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304>} {
gt.program @foremost(%u: !s, %v: !s, %w: !gt.storage<[I], f64, unit>, %a: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
  %t = gt.temporary over %k, %i : !gt.range<K>, !gt.range<I> -> !s
  gt.sweep backward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u [K + 1] : !s -> f64
    %1 = gt.access %u [K - 1] : !s -> f64
    %2 = gt.access %w : !gt.storage<[I], f64, unit> -> f64
    %3 = gt.mul %0, %1 : (f64, f64) -> f64
    %4 = gt.mul %3, %2 : (f64, f64) -> f64
    %5 = gt.add %c, %4 : (f64, f64) -> f64
    gt.write %5 to %t : f64, !s
    gt.yield %5 : f64
  }
  gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %t : !s -> f64
    %1 = gt.access %u : !s -> f64
    %2 = gt.mul %c, %0 : (f64, f64) -> f64
    %3 = gt.add %2, %1 : (f64, f64) -> f64
    gt.write %3 to %v : f64, !s
    gt.yield %3 : f64
  }
}
}
