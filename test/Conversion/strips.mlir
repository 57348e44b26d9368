// gt-stencils-to-loops: sweeps whose points compute much go in strips of a few vectors.
// RUN: gt-opt %s --gt-stencils-to-loops=in-cache | FileCheck %s --check-prefix=CACHED
// RUN: gt-opt %s --gt-stencils-to-loops | FileCheck %s --check-prefix=MEMORY

// What is carried is in registers, what is kept between the sweeps in a buffer as wide as a
// strip; each sweep asks for some of what the next strip reads.
// CACHED-LABEL: @solver(
// CACHED-DAG: %[[SUM:.+]] = gt.buffer in_registers : !gt.buffer<[I: 32], f64>
// CACHED-DAG: %[[X:.+]] = gt.buffer in_registers : !gt.buffer<[I: 32], f64>
// CACHED-DAG: %[[LEVELS:.+]] = gt.buffer : !gt.buffer<[K: ?, I: 32], f64>
// CACHED: gt.loop J {
// CACHED-NEXT: gt.loop I by 32 {
// CACHED: gt.loop K forward {
// CACHED-NEXT: gt.row I lanes 8 {
// CACHED-NEXT: gt.prefetch exact ahead 1 %arg0 :
// CACHED-NEXT: gt.prefetch exact ahead 1 %arg1 :
// CACHED-NOT: gt.prefetch
// CACHED: gt.keep %[[VALUE:.+]] in %[[LEVELS]] :
// CACHED-NEXT: gt.keep %[[VALUE]] in %{{.+}} : f64, !gt.buffer<[I: 32], f64>
// CACHED: gt.loop K backward {
// CACHED-NEXT: gt.row I lanes 8 {
// CACHED-NEXT: gt.prefetch exact ahead 1 %arg2 :
// CACHED-NOT: by 256

// From memory strips are narrower, and for levels that lie badly for them there are rows, too.
// MEMORY-LABEL: @solver(
// MEMORY-DAG: gt.buffer : !gt.buffer<[K: ?, I: 256], f64>
// MEMORY-DAG: gt.buffer : !gt.buffer<[K: ?, I: 16], f64>
// MEMORY: gt.loop J {
// MEMORY-NEXT: gt.loop I by 16 {
// MEMORY: gt.prefetch exact ahead 2 %arg0 :
// MEMORY: gt.put %{{.+}} to %arg3 streaming :
// MEMORY: gt.loop I by 256 {
// MEMORY: gt.prefetch exact %arg0 [K + 2] :
// MEMORY: gt.put %{{.+}} to %arg3 streaming :

// What computes little keeps its rows.
// CACHED-LABEL: @sum(
// CACHED: gt.loop I by 256 {
// CACHED-NOT: gt.loop I by
// MEMORY-LABEL: @sum(
// MEMORY-NOT: in_registers
// MEMORY: gt.loop I by 256 {
// So does what carries nothing.
// CACHED-LABEL: @unrelated(
// CACHED-NOT: in_registers
// CACHED: gt.loop I by 256 {
// MEMORY-LABEL: @unrelated(
// MEMORY-NOT: in_registers
// MEMORY: gt.loop I by 256 {
!s = !gt.storage<[K, J, I], f64, unit>
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304>} {
gt.program @solver(%u: !s, %v: !s, %w: !s, %x: !s, %a: f64, %k: !gt.range<K>, %j: !gt.range<J>,
                   %i: !gt.range<I>) {
  %t = gt.temporary over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> -> !s
  gt.sweep forward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %v : !s -> f64
    %2 = gt.access %w : !s -> f64
    %3 = gt.mul %c, %0 : (f64, f64) -> f64
    %4 = gt.sub %1, %3 : (f64, f64) -> f64
    %5 = gt.div %2, %4 : (f64, f64) -> f64
    %6 = gt.add %5, %0 : (f64, f64) -> f64
    %7 = gt.div %1, %6 : (f64, f64) -> f64
    gt.write %7 to %t : f64, !s
    gt.yield %7 : f64
  }
  gt.sweep backward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %t : !s -> f64
    %1 = gt.access %u : !s -> f64
    %2 = gt.mul %c, %0 : (f64, f64) -> f64
    %3 = gt.sub %1, %2 : (f64, f64) -> f64
    %4 = gt.mul %3, %3 : (f64, f64) -> f64
    %5 = gt.div %4, %0 : (f64, f64) -> f64
    gt.write %5 to %x : f64, !s
    gt.yield %5 : f64
  }
}
gt.program @sum(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.sweep forward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
    gt.yield %1 : f64
  }
}
gt.program @unrelated(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.sweep forward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %a : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.div %a, %0 : (f64, f64) -> f64
    %2 = gt.div %1, %a : (f64, f64) -> f64
    gt.write %2 to %v : f64, !s
    gt.yield %2 : f64
  }
}
}
