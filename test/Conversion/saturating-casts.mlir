// Lanes of floats become integers by instructions for vectors: brought into the range, NaN replaced
// by 0 where the type is signed, converted. Types of less than 32 bits go by way of those. What
// lies beyond the greatest float in the range becomes the greatest integer. On GPUs conversions
// saturate themselves.
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --implicit-check-not=fptosi.sat --implicit-check-not=fptoui.sat
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=sm_90 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=GPU --implicit-check-not=llvm.fcmp

// CHECK-LABEL: @k0
// CHECK:     %[[U:.+]] = llvm.intr.masked.load
// CHECK-DAG: %[[LEAST:.+]] = llvm.mlir.constant(dense<0xC1E0000000000000> : vector<8xf64>)
// CHECK-DAG: %[[MOST:.+]] = llvm.mlir.constant(dense<0x41DFFFFFFFC00000> : vector<8xf64>)
// CHECK:     %[[ABOVE:.+]] = llvm.fcmp "ogt" %[[U]], %[[LEAST]]
// CHECK:     %[[RAISED:.+]] = llvm.select %[[ABOVE]], %[[U]], %[[LEAST]]
// CHECK:     %[[BELOW:.+]] = llvm.fcmp "olt" %[[RAISED]], %[[MOST]]
// CHECK:     %[[INSIDE:.+]] = llvm.select %[[BELOW]], %[[RAISED]], %[[MOST]]
// CHECK:     %[[NUMBER:.+]] = llvm.fcmp "ord" %[[U]], %[[U]]
// CHECK:     %[[ZERO:.+]] = llvm.mlir.constant(dense<0.000000e+00> : vector<8xf64>)
// CHECK:     %[[KNOWN:.+]] = llvm.select %[[NUMBER]], %[[INSIDE]], %[[ZERO]]
// CHECK:     %[[RESULT:.+]] = llvm.fptosi %[[KNOWN]] : vector<8xf64> to vector<8xi32>
// CHECK:     llvm.intr.masked.store %[[RESULT]]
// GPU-LABEL: @k0
// GPU:       llvm.call_intrinsic "llvm.fptosi.sat"
!d = !gt.storage<[I], f64, unit>
!o = !gt.storage<[I], i32, unit>
gt.program @signed(%u: !d, %v: !o, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !d -> f64
    %1 = gt.cast %0 : (f64) -> i32
    gt.write %1 to %v : i32, !o
  }
}

// -----

// CHECK-LABEL: @k0
// CHECK:     %[[U:.+]] = llvm.intr.masked.load
// CHECK:     %[[RESULT:.+]] = llvm.fptosi %{{.+}} : vector<8xf64> to vector<8xi64>
// CHECK:     %[[BEYOND:.+]] = llvm.fcmp "ogt" %[[U]]
// CHECK:     llvm.select %[[BEYOND]], %{{.+}}, %[[RESULT]]
// GPU-LABEL: @k0
// GPU:       llvm.call_intrinsic "llvm.fptosi.sat"
!d = !gt.storage<[I], f64, unit>
!o = !gt.storage<[I], i64, unit>
gt.program @wide(%u: !d, %v: !o, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !d -> f64
    %1 = gt.cast %0 : (f64) -> i64
    gt.write %1 to %v : i64, !o
  }
}

// -----

// CHECK-LABEL: @k0
// CHECK-NOT: llvm.fcmp "ord"
// CHECK:     %[[WORDS:.+]] = llvm.fptosi %{{.+}} : vector<[[N:[0-9]+]]xf32> to vector<[[N]]xi32>
// CHECK:     llvm.trunc %[[WORDS]] : vector<[[N]]xi32> to vector<[[N]]xi8>
// GPU-LABEL: @k0
// GPU:       llvm.call_intrinsic "llvm.fptoui.sat"
!f = !gt.storage<[I], f32, unit>
!o = !gt.storage<[I], ui8, unit>
gt.program @narrow(%u: !f, %v: !o, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !f -> f32
    %1 = gt.cast %0 : (f32) -> ui8
    gt.write %1 to %v : ui8, !o
  }
}
