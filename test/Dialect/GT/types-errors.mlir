// Constraints of the types and attributes, by the numbers in their TableGen files.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

// FieldType C1
// expected-error @below {{expected element type i1, i8 to i64, ui8 to ui64, f16, bf16, f32, f64, complex<f32> or complex<f64>, got 'i24'}}
gt.program @element(%a: !gt.field<[I], i24>) {}

// -----

// FieldType C1
// expected-error @below {{expected element type i1, i8 to i64, ui8 to ui64, f16, bf16, f32, f64, complex<f32> or complex<f64>, got 'complex<f16>'}}
gt.program @element(%a: !gt.field<[I], complex<f16>>) {}

// -----

// FieldType C1
// expected-error @below {{expected element type i1, i8 to i64, ui8 to ui64, f16, bf16, f32, f64, complex<f32> or complex<f64>, got 'ui1'}}
gt.program @element(%a: !gt.field<[I], ui1>) {}

// -----

// FieldType C2
// expected-error @below {{expected different dimensions, got 'I' twice}}
gt.program @twice(%a: !gt.field<[I, J, I], f64>) {}

// -----

// StorageType C1
// expected-error @below {{expected element type i1, i8 to i64, ui8 to ui64, f16, bf16, f32, f64, complex<f32> or complex<f64>, got 'index'}}
gt.program @element(%a: !gt.storage<[I], index>) {}

// -----

// StorageType C2
// expected-error @below {{expected different dimensions, got 'K' twice}}
gt.program @twice(%a: !gt.storage<[K, K], f64>) {}

// -----

// StorageType C3
// expected-error @below {{expected a dimension with unit stride, got no dimension}}
gt.program @unit(%a: !gt.storage<[], f64, unit>) {}

// -----

// expected-error @below {{expected the name of a dimension}}
gt.program @name(%a: !gt.range<3>) {}

// -----

// expected-error @below {{expected 'unit'}}
gt.program @unit(%a: !gt.storage<[I], f64, dense>) {}

// -----

// ProgramOp C1
// expected-error @below {{'gt.program' op expected argument 1 to be a storage, a range or a scalar, got 'index'}}
gt.program @argument(%a: f64, %b: index) {}

// -----

// ProgramOp C1
// expected-error @below {{'gt.program' op expected argument 0 to be a storage, a range or a scalar, got '!gt.field<[I], f64>'}}
gt.program @argument(%a: !gt.field<[I], f64>) {}

// -----

// BufferType C2
gt.program @buffer() {
  gt.kernel @k0 {
    // expected-error @below {{expected different dimensions, got 'I' twice}}
    %0 = gt.buffer : !gt.buffer<[I: 4, I: 4], f64>
  }
}

// -----

// BufferType C3
gt.program @buffer() {
  gt.kernel @k0 {
    // expected-error @below {{expected a positive extent, got 0}}
    %0 = gt.buffer : !gt.buffer<[I: 0], f64>
  }
}

// -----

// MachineAttr C1
// expected-error @below {{expected lines of a power of two, got 60 bytes}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 60, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304>} {
}

// -----

// MachineAttr C1
// expected-error @below {{expected vectors of 0 bytes or a power of two, got 24}}
module attributes {gt.machine = #gt.machine<vector_bytes = 24, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304>} {
}

// -----

// MachineAttr C1
// expected-error @below {{expected lanes of a power of two, got 3 bytes}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 3, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304>} {
}

// -----

// MachineAttr C1
// expected-error @below {{expected strips of a power of two, got 96 bytes}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, strip_bytes = 96>} {
}

// -----

// MachineAttr C1
// expected-error @below {{expected strips of a power of two, got 0 bytes}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, memory_strip_bytes = 0>} {
}

// -----

// MachineAttr C1
// expected-error @below {{expected a way of a power of two, got 100000 bytes}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, way_bytes = 100000>} {
}

// -----

// MachineAttr C1
// expected-error @below {{expected a way of the nearest cache of 0 bytes or a power of two, got 5000}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, near_way_bytes = 5000>} {
}

// -----

// MachineAttr C2
// expected-error @below {{expected a positive number, got 0}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 0, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304>} {
}

// -----

// MachineAttr C2
// expected-error @below {{expected levels ahead from 0 on, got -1}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, cached_points_ahead = -1>} {
}

// -----

// MachineAttr C2
// expected-error @below {{expected bytes of columns from 0 to 2147483647, got -1}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, near_bytes = -1>} {
}

// -----

// MachineAttr C2
// expected-error @below {{expected bytes of columns from 0 to 2147483647, got 2147483648}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, near_bytes = 2147483648>} {
}

// -----

// MachineAttr C2
// expected-error @below {{expected columns at most 1073741823 points ahead, got 1073741824}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, columns_ahead = 1073741824>} {
}

// -----

// MachineAttr C3
// expected-error @below {{expected no vectors beside threads, got 64 bytes}}
module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, threads = <slots_per_byte = 4>>} {
}

// -----

// ThreadsAttr C1
// expected-error @+2 {{failed to parse GT_MachineAttr parameter 'threads'}}
// expected-error @below {{expected slots of threads, got -1}}
module attributes {gt.machine = #gt.machine<vector_bytes = 0, lane_bytes = 1, has_half = false, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16, block_bytes = 1, most_block_bytes = 1, threads = <slots_per_byte = -1>>} {
}

// -----

// ThreadsAttr C1
// expected-error @+2 {{failed to parse GT_MachineAttr parameter 'threads'}}
// expected-error @below {{expected a positive number, got 0}}
module attributes {gt.machine = #gt.machine<vector_bytes = 0, lane_bytes = 1, has_half = false, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16, block_bytes = 1, most_block_bytes = 1, threads = <slots_per_byte = 10, register_bytes = 0>>} {
}

// -----

// expected-error @below {{'gt.program' op expected 'gt.machine' to be a machine and on a module, got 64 : i64}}
gt.program @machine() attributes {gt.machine = 64 : i64} {
}
