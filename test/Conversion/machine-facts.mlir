// What schedules take from the machine: with other facts they are others.
// RUN: gt-opt %s --split-input-file --gt-stencils-to-loops | FileCheck %s

!u = !gt.storage<[J, I], f64, unit>

// As many columns side by side, a power of two, as hide an addition's latency.
// CHECK-LABEL: @columns(
// CHECK:       gt.loop I step 8 {
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, latency_cycles = 6>} {
  gt.program @columns(%u: !gt.storage<[I, K], f64, unit>, %v: !gt.storage<[I, K], f64, unit>,
                      %i: !gt.range<I>, %k: !gt.range<K>) {
    gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
      %0 = gt.constant 0.0 : f64
      gt.yield %0 : f64
    } do {
    ^bb0(%sum: f64):
      %0 = gt.access %u : !gt.storage<[I, K], f64, unit> -> f64
      %1 = gt.add %sum, %0 : (f64, f64) -> f64
      gt.write %1 to %v : f64, !gt.storage<[I, K], f64, unit>
      gt.yield %1 : f64
    }
  }
}

// -----

!u = !gt.storage<[J, I], f64, unit>

// Nothing is handed on along a row where shifting lanes costs more than all of it, ...
// CHECK-LABEL: @rolled(
// CHECK-NOT:   gt.neighbour
// CHECK:       gt.put
// ... and a store past the caches takes a whole vector at least.
// CHECK-NOT:   streaming
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, shift_cycles = 1000, streamed_bytes = 128>} {
  gt.program @rolled(%u: !u, %v: !u, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u : !u -> f64
      %1 = gt.access %u [I + 1] : !u -> f64
      %2 = gt.access %u [I - 1] : !u -> f64
      %3 = gt.div %1, %0 : (f64, f64) -> f64
      %4 = gt.div %0, %2 : (f64, f64) -> f64
      %5 = gt.sub %3, %4 : (f64, f64) -> f64
      gt.write %5 to %v : f64, !u
    }
  }
}

// -----

// Blocks are as wide as a line has bytes.
// CHECK-LABEL: @staged(
// CHECK:       gt.loop I by 128 {
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 128, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 980304>} {
  gt.program @staged(%u: !gt.storage<[I, J], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                     %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u : !gt.storage<[I, J], f64, unit> -> f64
      gt.write %0 to %v : f64, !gt.storage<[J, I], f64, unit>
    }
  }
}

// -----

!s = !gt.storage<[K, J, I], f64, unit>

// Where points need little work to hide that levels lie apart, and strips are as wide as it says.
// CHECK-LABEL: @strips(
// CHECK:       gt.loop I by 32 {
// CHECK:       gt.prefetch exact ahead 3 %arg0 :
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, points_ahead = 3, memory_strip_bytes = 256, strip_cycles = 1>} {
  gt.program @strips(%u: !s, %v: !s, %a: f64, %k: !gt.range<K>, %j: !gt.range<J>,
                     %i: !gt.range<I>) {
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
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// Rows go together where there are more registers than one row needs.
// CHECK-LABEL: @together(
// CHECK:       gt.loop J step 4 again {
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, registers = 24, memory_cycles = 1>} {
  gt.program @together(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u [J - 1] : !s -> f64
      %1 = gt.access %u : !s -> f64
      %2 = gt.access %u [J + 1] : !s -> f64
      %3 = gt.sub %1, %0 : (f64, f64) -> f64
      %4 = gt.mul %3, %3 : (f64, f64) -> f64
      %5 = gt.mul %4, %3 : (f64, f64) -> f64
      %6 = gt.sub %2, %1 : (f64, f64) -> f64
      %7 = gt.mul %6, %6 : (f64, f64) -> f64
      %8 = gt.mul %7, %6 : (f64, f64) -> f64
      %9 = gt.sub %8, %5 : (f64, f64) -> f64
      gt.write %9 to %v : f64, !s
    }
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// Where there are no more, but hold what two rows keep at once, these go together, ...
// CHECK-LABEL: @two(
// CHECK:       gt.loop J step 2 again {
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, registers = 24, memory_cycles = 1, row_registers = 24>} {
  gt.program @two(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u [J - 1] : !s -> f64
      %1 = gt.access %u : !s -> f64
      %2 = gt.access %u [J + 1] : !s -> f64
      %3 = gt.sub %1, %0 : (f64, f64) -> f64
      %4 = gt.mul %3, %3 : (f64, f64) -> f64
      %5 = gt.mul %4, %3 : (f64, f64) -> f64
      %6 = gt.sub %2, %1 : (f64, f64) -> f64
      %7 = gt.mul %6, %6 : (f64, f64) -> f64
      %8 = gt.mul %7, %6 : (f64, f64) -> f64
      %9 = gt.sub %8, %5 : (f64, f64) -> f64
      gt.write %9 to %v : f64, !s
    }
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// ... and one by one else.
// CHECK-LABEL: @alone(
// CHECK-NOT:   step
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, registers = 3, memory_cycles = 1, row_registers = 3>} {
  gt.program @alone(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u [J - 1] : !s -> f64
      %1 = gt.access %u : !s -> f64
      %2 = gt.access %u [J + 1] : !s -> f64
      %3 = gt.sub %1, %0 : (f64, f64) -> f64
      %4 = gt.mul %3, %3 : (f64, f64) -> f64
      %5 = gt.mul %4, %3 : (f64, f64) -> f64
      %6 = gt.sub %2, %1 : (f64, f64) -> f64
      %7 = gt.mul %6, %6 : (f64, f64) -> f64
      %8 = gt.mul %7, %6 : (f64, f64) -> f64
      %9 = gt.sub %8, %5 : (f64, f64) -> f64
      gt.write %9 to %v : f64, !s
    }
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// Lanes take the place of two loads where one of two is worth it, ...
// CHECK-LABEL: @shifted(
// CHECK:       gt.neighbour
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, streamed_bytes = 128, least_shifted_loads = 2>} {
  gt.program @shifted(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u : !s -> f64
      %1 = gt.access %u [I + 1] : !s -> f64
      %2 = gt.sub %1, %0 : (f64, f64) -> f64
      gt.write %2 to %v : f64, !s
    }
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// ... and not where it takes three.
// CHECK-LABEL: @loaded(
// CHECK-NOT:   gt.neighbour
// CHECK:       gt.put
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, streamed_bytes = 128>} {
  gt.program @loaded(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u : !s -> f64
      %1 = gt.access %u [I + 1] : !s -> f64
      %2 = gt.sub %1, %0 : (f64, f64) -> f64
      gt.write %2 to %v : f64, !s
    }
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// Threads whose instructions move memory's bytes in time run one point each, ...
// CHECK-LABEL: @thread(
// CHECK-NOT:   step
// CHECK:       gt.put
module attributes {gt.machine = #gt.machine<vector_bytes = 0, lane_bytes = 1, has_half = false,
    kept_scalars = 64, line_bytes = 16, ahead_bytes = 8, block_bytes = 1, most_block_bytes = 1,
    registers = 255, threads = <slots_per_byte = 1000>>} {
  gt.program @thread(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u : !s -> f64
      gt.write %0 to %v : f64, !s
    }
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// ... and share what it takes to begin where that takes longer, ...
// CHECK-LABEL: @threads(
// CHECK:       gt.loop J step 8 {
module attributes {gt.machine = #gt.machine<vector_bytes = 0, lane_bytes = 1, has_half = false,
    kept_scalars = 64, line_bytes = 16, ahead_bytes = 8, block_bytes = 1, most_block_bytes = 1,
    registers = 255, threads = <slots_per_byte = 1000, start_slots = 100000>>} {
  gt.program @threads(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u : !s -> f64
      gt.write %0 to %v : f64, !s
    }
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// ... as long as their registers hold the points: those of one byte do not.
// CHECK-LABEL: @registers(
// CHECK-NOT:   step
// CHECK:       gt.put
module attributes {gt.machine = #gt.machine<vector_bytes = 0, lane_bytes = 1, has_half = false,
    kept_scalars = 64, line_bytes = 16, ahead_bytes = 8, block_bytes = 1, most_block_bytes = 1,
    registers = 20, threads = <slots_per_byte = 1000, start_slots = 100000, register_bytes = 1>>} {
  gt.program @registers(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u : !s -> f64
      gt.write %0 to %v : f64, !s
    }
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// What points read at one place alone is left to the processor, ...
// CHECK-LABEL: @left_to_the_processor(
// CHECK-NOT:   gt.prefetch
// CHECK:       gt.put %{{.*}} to %arg1 streaming
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, has_masks = true>} {
  gt.program @left_to_the_processor(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u : !s -> f64
      %1 = gt.sqrt %0 : (f64) -> f64
      gt.write %1 to %v : f64, !s
    }
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// ... unless it does not look far enough ahead.
// CHECK-LABEL: @fetched(
// CHECK:       gt.row I lanes 8 {
// CHECK-NEXT:  gt.prefetch %arg0 : !gt.storage<[J, I], f64, unit>
// CHECK:       gt.put %{{.*}} to %arg1 streaming
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, has_masks = true, fetches_streams = true>} {
  gt.program @fetched(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
      %0 = gt.access %u : !s -> f64
      %1 = gt.sqrt %0 : (f64) -> f64
      gt.write %1 to %v : f64, !s
    }
  }
}

// -----

!s = !gt.storage<[J, I], f64, unit>

// What is reduced likewise.
// CHECK-LABEL: @reduced(
// CHECK:       gt.row I lanes 8
// CHECK-NEXT:  gt.prefetch exact %arg0 [I + 2048] : !gt.storage<[J, I], f64, unit>
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, has_masks = true, fetches_streams = true>} {
  gt.program @reduced(%u: !s, %v: !gt.storage<[J], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
      %0 = gt.access %u : !s -> f64
      gt.yield %0 : f64
    } into %v : !gt.storage<[J], f64, unit>
  }
}

// -----

!s = !gt.storage<[J, I], f32, unit>

// Columns of memory that lies along them ask for their lines, and for those that they write.
// CHECK-LABEL: @along(
// CHECK:       gt.loop J step 4 {
// CHECK:         gt.loop I backward {
// CHECK-COUNT-4:   gt.prefetch exact %arg0 [{{.*}}I + 1536]
// CHECK-COUNT-4:   gt.prefetch exact %arg1 [{{.*}}I + 1536]
// CHECK:       gt.loop J step 4 rest {
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true,
    kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056,
    most_block_bytes = 98304, has_masks = true>} {
  gt.program @along(%u: !s, %v: !s, %j: !gt.range<J>, %i: !gt.range<I>) {
    gt.sweep backward over %j : !gt.range<J> along %i : !gt.range<I> from {
      %0 = gt.constant 0.0 : f32
      gt.yield %0 : f32
    } do {
    ^bb0(%before: f32):
      %0 = gt.access %u : !s -> f32
      %1 = gt.add %before, %0 : (f32, f32) -> f32
      gt.write %1 to %v : f32, !s
      gt.yield %1 : f32
    }
  }
}
