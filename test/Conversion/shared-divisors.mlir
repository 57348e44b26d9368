// Where a row waits for Intel's divider, what all of its points are divided by divides 1 in front of
// it: products and sums take the place of divisions, but for vectors of numbers that are too small
// or too great.
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=sapphirerapids --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=OTHERS --implicit-check-not=llvm.intr.fma

// CHECK-LABEL: @k0
// CHECK: [[SIZE:%.*]] = llvm.intr.fabs([[B:%.*]]) : (vector<8xf64>) -> vector<8xf64>
// CHECK: [[SIGN:%.*]] = llvm.intr.copysign(%{{.*}}, [[B]])
// CHECK: [[RATIO:%.*]] = llvm.fdiv %{{.*}}, [[SIZE]] : vector<8xf64>
// CHECK: [[INVERSE:%.*]] = llvm.select %{{.*}}, [[RATIO]], %{{.*}}
// CHECK: [[LARGE:%.*]] = llvm.icmp "uge"
// CHECK: [[SIGNED:%.*]] = llvm.fmul [[A:%.*]], [[SIGN]] : vector<8xf64>
// CHECK: [[DIVIDEND:%.*]] = llvm.select [[LARGE]], [[SIGNED]], %{{.*}}
// CHECK: [[ESTIMATE:%.*]] = llvm.fmul [[DIVIDEND]], [[INVERSE]] : vector<8xf64>
// CHECK: [[NEGATIVE:%.*]] = llvm.fneg [[DIVIDEND]]
// CHECK: [[REST:%.*]] = llvm.intr.fma([[ESTIMATE]], [[SIZE]], [[NEGATIVE]])
// CHECK: [[LESS:%.*]] = llvm.fneg [[REST]]
// CHECK: [[QUOTIENT:%.*]] = llvm.intr.fma([[LESS]], [[INVERSE]], [[ESTIMATE]])
// CHECK: llvm.fcmp "uno" [[QUOTIENT]], [[QUOTIENT]]
// CHECK: llvm.cond_br
// CHECK: llvm.fdiv [[A]], [[B]] : vector<8xf64>
// OTHERS-LABEL: @k0
// OTHERS: llvm.fdiv {{.*}} : vector<8xf64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @by_a_number(%u: !s, %v: !s, %by: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.div %0, %by : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
  }
}

// -----

// By a number of each row.
// CHECK-LABEL: @k0
// CHECK: llvm.intr.fma
// OTHERS-LABEL: @k0
!s = !gt.storage<[J, I], f32, unit>
!t = !gt.storage<[J], f32>
gt.program @by_rows(%u: !s, %d: !t, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f32
    %1 = gt.access %d : !t -> f32
    %2 = gt.div %0, %1 : (f32, f32) -> f32
    gt.write %2 to %v : f32, !s
  }
}

// -----

// By what each point has, and beside what takes longer.
// CHECK-LABEL: @k0
// CHECK-NOT: llvm.intr.fma
// OTHERS-LABEL: @k0
!s = !gt.storage<[J, I], f64, unit>
gt.program @by_points(%u: !s, %w: !s, %v: !s, %by: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.access %w : !s -> f64
    %2 = gt.div %0, %1 : (f64, f64) -> f64
    gt.write %2 to %v : f64, !s
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.sin %0 : (f64) -> f64
    %2 = gt.cos %1 : (f64) -> f64
    %3 = gt.div %2, %by : (f64, f64) -> f64
    gt.write %3 to %w : f64, !s
  }
}
