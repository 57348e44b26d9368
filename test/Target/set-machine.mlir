// What schedules need to know of a CPU or GPU stands in one attribute.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 | FileCheck %s --check-prefix=V4
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v3 | FileCheck %s --check-prefix=V3
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v2 | FileCheck %s --check-prefix=V2
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids | FileCheck %s --check-prefix=INTEL
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 | FileCheck %s --check-prefix=ZEN
// RUN: gt-opt %s --gt-set-machine=cpu=sm_90 | FileCheck %s --check-prefix=GPU

// V4: module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, registers = 32, has_masks = true>}
// V3: vector_bytes = 32, lane_bytes = 4, has_half = true, kept_scalars = 6, line_bytes = 64, {{.*}}cached_cycles = 11, memory_cycles = 15>
// V2: vector_bytes = 16, lane_bytes = 4, has_half = false, kept_scalars = 6, line_bytes = 64
// INTEL: registers = 32, cached_points_ahead = 0, divider_scale = 4, way_bytes = 256, level_bytes = 1048576, has_masks = true, fetches_streams = true, has_gathers = true>
// ZEN: ahead_bytes = 8192, {{.*}}registers = 32, near_bytes = 1536, near_way_bytes = 4096, has_masks = true, fetches_near = true, extracts_lanes = true>
// GPU: vector_bytes = 0, lane_bytes = 1, has_half = false, {{.*}}, cached_points_ahead = 0, threads = <slots_per_byte = 10, double_slots = 2>, cached_cycles = 28, memory_cycles = 44, strip_bytes = 1, memory_strip_bytes = 1, strip_cycles = 1, way_bytes = 1, level_bytes = 1, row_registers = 255>
module {
}
