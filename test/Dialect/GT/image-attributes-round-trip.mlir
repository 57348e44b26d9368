// What describes an image and its kernels is read back as it is printed.
// RUN: gt-opt %s | gt-opt | FileCheck %s

// CHECK:      module attributes {gt.image = #gt.image<storages = [!gt.storage<[J, I], f64, unit>, !gt.storage<[], i1>, !gt.storage<[I], ui8>], scalars = 2, ranges = 3,
// CHECK-SAME:   temporaries = [f32 over [0, hull [1 by (-1, 0), intersect [1, 2] by (0, 2)]], i8 over [below [0, 1], above [0, 1] by (0, 2)], i8 over [when [0, 2]]], tables = [2 in 0 by (0, 1)],
// CHECK-SAME:   imports = ["f" : 18446744073709551615, "g" : 0], remarks = ["m.cpp:3: \22sub\22", "x"]>}
module attributes {gt.image = #gt.image<remarks = ["m.cpp:3: \"sub\"", "x"],
    storages = [!gt.storage<[J, I], f64, unit>, !gt.storage<[], i1>, !gt.storage<[I], ui8>], scalars = 2, ranges = 3,
    imports = ["f" : 18446744073709551615, "g" : 0], tables = [2 in 0 by (0, 1)],
    temporaries = [f32 over [0, hull [1 by (-1, 0), intersect [1, 2] by (0, 2)]], i8 over [below [0, 1], above [0, 1] by (0, 2)], i8 over [when [0, 2]]]>} {
  // CHECK: gt.kernel = #gt.kernel_info<"stencil m.cpp:3", storages = [read 0 reach [1, 0 by (-2, 1)], write temporary 1, read write 1], loops = [forward 0, backward 1 by (-1, 1)],
  // CHECK-SAME: along = 2, pins = [intersect [1, 2]], scalars = [1, 0], across = 1, flops = 3, lanes = 8, scratch = 128 + 8 * [0, 2] + 64 * [], together = [1, 4096, 64], target = "nvptx">
  llvm.func @k0() attributes {gt.kernel = #gt.kernel_info<"stencil m.cpp:3",
      storages = [read 0 reach [1, 0 by (-2, 1)], write temporary 1, read write 1], loops = [forward 0, backward 1 by (-1, 1)], along = 2,
      pins = [intersect [1, 2]], scalars = [1, 0], across = 1, flops = 3, lanes = 8, scratch = 128 + 8 * [0, 2] + 64 * [], together = [1, 4096, 64], target = "nvptx">}
  // CHECK: gt.kernel = #gt.kernel_info<"">
  llvm.func @k1() attributes {gt.kernel = #gt.kernel_info<"", lanes = 1>}
  // CHECK: gt.kernel = #gt.kernel_info<"m", storages = [read merging 0, write 1], loops = [forward 0, 1, 0], merging = 2>
  llvm.func @k8() attributes {gt.kernel = #gt.kernel_info<"m", merging = 2, storages = [read merging 0, write 1], loops = [forward 0, 1, 0]>}
  // CHECK: gt.kernel = #gt.kernel_info<"y", loops = [0, 1], points = [4, 2], target = "nvptx">
  llvm.func @k9() attributes {gt.kernel = #gt.kernel_info<"y", loops = [0, 1], points = [4, 2], target = "nvptx">}
  // CHECK: gt.kernel = #gt.kernel_info<"x", loops = [0, backward 1], scratch = 0 + 8 * [1]>
  llvm.func @k3() attributes {gt.kernel = #gt.kernel_info<"x", target = "host", scratch = 0 + 8 * [1], loops = [0, backward 1]>}
  // CHECK: {a = #gt.bounds<2 by (-9223372036854775808, 0)>, b = #gt.storage_use<read write temporary 3>, c = #gt.image_temporary<f64 over [0]>, d = #gt.image_table<0 in 1>, e = #gt.image_import<"h" : 3>, f = #gt.scratch_term<8 * [0, 1]>}
  llvm.func @k2() attributes {a = #gt.bounds<2 by (-9223372036854775808, 0)>,
      b = #gt.storage_use<read write temporary 3>, c = #gt.image_temporary<f64 over [0]>, d = #gt.image_table<0 in 1>, e = #gt.image_import<"h" : 3>, f = #gt.scratch_term<8 * [0, 1]>}
}
