// A fused loop of math functions: vectors go through every call, whether its
// rows are contiguous, strided or contiguous along another dimension, and of
// every kind of float.
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --implicit-check-not="(f64) -> f64" --implicit-check-not="(f64, f64) -> f64" --implicit-check-not="(f32) -> f32"

// CHECK-LABEL: @k0
// CHECK: llvm.call {{.*}} (vector<8xf64>) -> vector<8xf64>
// CHECK: llvm.call {{.*}} (vector<8xf64>, vector<8xf64>) -> vector<8xf64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @contiguous(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.tanh %0 : (f64) -> f64
    %2 = gt.access %u [I + 1] : !s -> f64
    %3 = gt.pow %1, %2 : (f64, f64) -> f64
    gt.write %3 to %v : f64, !s
  }
}

// -----

// CHECK-LABEL: @k0
// CHECK: llvm.call {{.*}} (vector<8xf64>) -> vector<8xf64>
!s = !gt.storage<[J, I], f64>
!t = !gt.storage<[J, I], f64, unit>
gt.program @strided(%u: !s, %v: !t, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.log %0 : (f64) -> f64
    gt.write %1 to %v : f64, !t
  }
}

// -----

// CHECK-LABEL: @k0
// CHECK: llvm.call {{.*}} (vector<16xf32>) -> vector<16xf32>
!s = !gt.storage<[J, I], f16, unit>
!t = !gt.storage<[I, J], f16, unit>
gt.program @transposed(%u: !s, %v: !t, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %i, %j : !gt.range<I>, !gt.range<J> {
    %0 = gt.access %u : !s -> f16
    %1 = gt.sin %0 : (f16) -> f16
    gt.write %1 to %v : f16, !t
  }
}

// -----

// The exponential is so short that a call would take longer.
// CHECK-LABEL: @k0
// CHECK-NOT: llvm.call %
// CHECK: "llvm.x86.avx512.max.ps.512"
// CHECK: llvm.intr.fma{{.*}} : (vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK: "llvm.x86.avx512.mask.scalef.ps.512"
// CHECK-NOT: llvm.call %
// CHECK: llvm.return
!s = !gt.storage<[J, I], f32, unit>
gt.program @emitted(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f32
    %1 = gt.exp %0 : (f32) -> f32
    gt.write %1 to %v : f32, !s
  }
}

// -----

// CHECK-LABEL: @k0
// CHECK-NOT: llvm.call %
// CHECK: "llvm.x86.avx512.vpermi2var.pd.512"
// CHECK: "llvm.x86.avx512.mask.scalef.pd.512"
// CHECK-NOT: llvm.call %
// CHECK: llvm.return
!s = !gt.storage<[J, I], f64, unit>
gt.program @of_doubles(%u: !s, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.exp %0 : (f64) -> f64
    gt.write %1 to %v : f64, !s
  }
}
