// The constraints of the attributes that describe images, by their numbers.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

// bounds (C1)
// expected-error @below {{expected the number of a range, got -1}}
#a = #gt.bounds<-1>

// -----

// bounds (C1)
// expected-error @below {{expected a range or parts}}
#a = #gt.bounds<hull []>

// -----

// bounds (C1)
// expected-error @below {{expected two parts of 'below', got 1}}
#a = #gt.bounds<below [0]>

// -----

// bounds (C1)
// expected-error @below {{expected two parts of 'above', got 3}}
#a = #gt.bounds<above [0, 1, 2]>

// -----

// bounds (C2)
// expected-error @below {{expected a lower bound that moves at most as far as the upper one, got 2 and 1}}
#a = #gt.bounds<intersect [0, 1] by (2, 1)>

// -----

// storage_use (C1)
// expected-error @below {{expected the number of a storage, got -2}}
#a = #gt.storage_use<read -2>

// -----

// storage_use (C2)
// expected-error @below {{expected a storage that is read or written}}
#a = #gt.storage_use<temporary 0>

// -----

// image_temporary (C1)
// expected-error @below {{expected element type i1, i8 to i64, ui8 to ui64, f16, bf16, f32, f64, complex<f32> or complex<f64>, got 'index'}}
#a = #gt.image_temporary<index over [0]>

// -----

// image (C1)
// expected-error @below {{expected a count of 32 bits, got 4294967296}}
#a = #gt.image<ranges = 4294967296>

// -----

// image (C1)
// expected-error @below {{expected a count of 32 bits, got -1}}
#a = #gt.image<scalars = -1>

// -----

// image (C2)
// expected-error @below {{expected one of 1 ranges, got number 1}}
#a = #gt.image<ranges = 1, temporaries = [f64 over [0, intersect [0, 1]]]>

// -----

// image (C2)
// expected-error @below {{expected one of 1 ranges, got number 3}}
#a = #gt.image<storages = [!gt.storage<[I], i32>], ranges = 1, tables = [0 in 3]>

// -----

// image (C3)
// expected-error @below {{expected one of 1 storages, got number 1}}
#a = #gt.image<storages = [!gt.storage<[I], i32>], ranges = 1, tables = [1 in 0]>

// -----

// image (C3)
// expected-error @below {{expected a table of integers, got 'f32'}}
#a = #gt.image<storages = [!gt.storage<[I], f32>], ranges = 1, tables = [0 in 0]>

// -----

// image_table (C1)
// expected-error @below {{expected the number of a storage, got -1}}
#a = #gt.image_table<-1 in 0>

// -----

// image_import (C1)
// expected-error @below {{expected a symbol, got an empty one}}
#a = #gt.image_import<"" : 1>

// -----

// scratch_term (C1)
// expected-error @below {{expected a positive number of bytes, got 0}}
#a = #gt.scratch_term<0 * [0]>

// -----

// scratch_term (C1)
// expected-error @below {{expected the number of a loop, got -1}}
#a = #gt.scratch_term<1 * [-1]>

// -----

// expected-error @below {{has no field 'loops'}}
#a = #gt.image<loops = [0]>

// -----

// expected-error @below {{expected the field 'ranges' once}}
#a = #gt.image<ranges = 1, ranges = 1>

// -----

// kernel_info (C1)
// expected-error @below {{expected one of its 1 loops, got number 1}}
#a = #gt.kernel_info<"k", loops = [0], across = 1>

// -----

// kernel_info (C1)
// expected-error @below {{expected the extent of one of its 2 loops and reduced ranges, got number 2}}
#a = #gt.kernel_info<"k", loops = [0], along = 1, scratch = 0 + 8 * [0, 1] + 8 * [2]>

// -----

// kernel_info (C2)
// expected-error @below {{expected the number of a scalar, got -1}}
#a = #gt.kernel_info<"k", scalars = [-1]>

// -----

// kernel_info (C2)
// expected-error @below {{expected flops and bytes of scratch, got 1 and -1}}
#a = #gt.kernel_info<"k", flops = 1, scratch = -1>

// -----

// kernel_info (C2)
// expected-error @below {{expected a lane or more, got 0}}
#a = #gt.kernel_info<"k", lanes = 0>

// -----

// kernel_info (C5)
module attributes {gt.image = #gt.image<storages = [!gt.storage<[I], f64>, !gt.storage<[], i8>]>} {
  // expected-error @below {{'llvm.func' op expected one of 2 storages, got number 2}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", storages = [read 0, read 2]>}
}

// -----

// kernel_info (C5)
module attributes {gt.image = #gt.image<storages = [!gt.storage<[I], f64>]>} {
  // expected-error @below {{'llvm.func' op expected one of 0 temporaries, got number 0}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", storages = [write temporary 0]>}
}

// -----

// kernel_info (C5)
module attributes {gt.image = #gt.image<scalars = 1>} {
  // expected-error @below {{'llvm.func' op expected one of 1 scalars, got number 1}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", scalars = [0, 1]>}
}

// -----

// kernel_info (C5)
module attributes {gt.image = #gt.image<ranges = 1>} {
  // expected-error @below {{'llvm.func' op expected one of 1 ranges, got number 1}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", loops = [0, hull [0, 1]]>}
}

// -----

// kernel_info (C5)
module attributes {gt.image = #gt.image<ranges = 1>} {
  // expected-error @below {{'llvm.func' op expected one of 1 ranges, got number 2}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", loops = [0], along = 2>}
}

// -----

// kernel_info (C5)
module attributes {gt.image = #gt.image<ranges = 1>} {
  // expected-error @below {{'llvm.func' op expected one of 1 ranges, got number 3}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", pins = [0, 3]>}
}

// -----

// expected-error @below {{'llvm.func' op expected the attribute 'gt.image' on the module around it}}
llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k">}

// -----

// expected-error @below {{'llvm.func' op expected 'gt.kernel' to describe a kernel and on a function, got 1}}
llvm.func @k0() attributes {gt.kernel = 1}

// -----

// expected-error @below {{'builtin.module' op expected 'gt.image' to be an image and on a module, got 1}}
module attributes {gt.image = 1} {
}

// -----

// expected-error @below {{'llvm.func' op expected 'gt.image' to be an image and on a module, got #gt.image<>}}
llvm.func @k0() attributes {gt.image = #gt.image<>}

// -----

// kernel_info (C3)
module attributes {gt.image = #gt.image<ranges = 1>} {
  // expected-error @below {{expected partial results, points and lanes of a reduction, got 1, 4096}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", along = 0, together = [1, 4096]>}
}

// -----

// kernel_info (C3)
module attributes {gt.image = #gt.image<ranges = 1>} {
  // expected-error @below {{expected partial results, points and lanes of a reduction, got 0, 4096, 64}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", along = 0, together = [0, 4096, 64]>}
}

// -----

// kernel_info (C3)
module attributes {gt.image = #gt.image<ranges = 1>} {
  // expected-error @below {{expected partial results, points and lanes of a reduction, got 1, 4096, 48}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", along = 0, together = [1, 4096, 48]>}
}

// -----

// kernel_info (C3)
module attributes {gt.image = #gt.image<ranges = 1>} {
  // expected-error @below {{expected partial results, points and lanes of a reduction, got 1, 96, 64}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", along = 0, together = [1, 96, 64]>}
}

// -----

// kernel_info (C3)
module attributes {gt.image = #gt.image<ranges = 1>} {
  // expected-error @below {{expected partial results, points and lanes of a reduction, got 1, 4096, 128}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", along = 0, together = [1, 4096, 128]>}
}

// -----

// kernel_info (C3)
module attributes {gt.image = #gt.image<ranges = 1>} {
  // expected-error @below {{expected partial results, points and lanes of a reduction, got 1, 64, 1}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", loops = [0], together = [1, 64, 1]>}
}

// -----

// kernel_info (C4)
module attributes {gt.image = #gt.image<ranges = 2>} {
  // expected-error @below {{expected points of a thread for each of its 2 loops, 1 but for the last two, got 2}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", loops = [0, 1], points = [2]>}
}

// -----

// kernel_info (C4)
module attributes {gt.image = #gt.image<ranges = 3>} {
  // expected-error @below {{expected points of a thread for each of its 3 loops, 1 but for the last two, got 2, 1, 1}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", loops = [0, 1, 2], points = [2, 1, 1]>}
}

// -----

// kernel_info (C4)
module attributes {gt.image = #gt.image<ranges = 1>} {
  // expected-error @below {{expected points of a thread for each of its 1 loops, 1 but for the last two, got 0}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", loops = [0], points = [0]>}
}

// -----

// kernel_info (C4)
module attributes {gt.image = #gt.image<ranges = 2>} {
  // expected-error @below {{expected points of a thread for each of its 1 loops, 1 but for the last two, got 2}}
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"k", loops = [0], along = 1, points = [2], together = [1, 64, 1]>}
}

// -----

module attributes {gt.image = #gt.image<storages = [!gt.storage<[J, I], f64>], ranges = 2>} {
  // expected-error @below {{expected 2 or more of its last parallel loops that merge, got 3}}
  llvm.func @k() attributes {gt.kernel = #gt.kernel_info<"k", storages = [write merging 0], loops = [0, 1], merging = 3>}
}

// -----

module attributes {gt.image = #gt.image<storages = [!gt.storage<[J, I], f64>], ranges = 2>} {
  // expected-error @below {{expected 2 or more of its last parallel loops that merge, got 2}}
  llvm.func @k() attributes {gt.kernel = #gt.kernel_info<"k", storages = [write 0], loops = [forward 0, 1], merging = 2>}
}

// -----

module attributes {gt.image = #gt.image<storages = [!gt.storage<[J, I], f64>], ranges = 2>} {
  // expected-error @below {{expected merging loops for a storage that merges}}
  llvm.func @k() attributes {gt.kernel = #gt.kernel_info<"k", storages = [write merging 0], loops = [0, 1]>}
}

// -----

// reach (C1)
module attributes {gt.image = #gt.image<storages = [!gt.storage<[I], f64>], ranges = 1>} {
  // expected-error @below {{expected the number of a loop, got -1}}
  llvm.func @k() attributes {gt.kernel = #gt.kernel_info<"k", storages = [write 0 reach [-1]], loops = [0]>}
}

// -----

// reach (C2)
module attributes {gt.image = #gt.image<storages = [!gt.storage<[I], f64>], ranges = 1>} {
  // expected-error @below {{expected points from a lower to an upper one, got 1 and 0}}
  llvm.func @k() attributes {gt.kernel = #gt.kernel_info<"k", storages = [write 0 reach [0 by (1, 0)]], loops = [0]>}
}

// -----

// kernel_info (C7)
module attributes {gt.image = #gt.image<storages = [!gt.storage<[J, I], f64>], ranges = 2>} {
  // expected-error @below {{expected a reach in one of its 2 loops, got number 2}}
  llvm.func @k() attributes {gt.kernel = #gt.kernel_info<"k", storages = [write 0 reach [0, 2]], loops = [0], along = 1>}
}

// -----

// kernel_info (C7)
module attributes {gt.image = #gt.image<storages = [!gt.storage<[J, I], f64>], ranges = 2>} {
  // expected-error @below {{expected a reach in one of its 2 loops, got number 2}}
  llvm.func @k() attributes {gt.kernel = #gt.kernel_info<"k", storages = [write 0 reach [0, 2]], loops = [0, 1]>}
}

// -----

// kernel_info (C7)
module attributes {gt.image = #gt.image<storages = [!gt.storage<[J, I], f64>], ranges = 2>} {
  // expected-error @below {{expected a reach in each of 2 dimensions, got 1}}
  llvm.func @k() attributes {gt.kernel = #gt.kernel_info<"k", storages = [write 0 reach [0]], loops = [0, 1]>}
}
