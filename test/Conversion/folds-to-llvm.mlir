// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

// With lanes: blocks of 4,096 points, groups of 64, partial results in scratch.
// CHECK-LABEL: llvm.func @k0
// CHECK-SAME:    loops = [1], along = 0, flops = 1, lanes = 8
// CHECK-DAG:   llvm.mlir.constant(4096 : i64)
// CHECK-DAG:   llvm.mlir.constant(64 : i64)
// CHECK:             %[[X:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK:             %[[SUM:.*]] = llvm.load %[[PLACE:.*]] {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK-NEXT:        %[[NEXT:.*]] = llvm.fadd %[[SUM]], %[[X]] : vector<8xf64>
// CHECK-NEXT:        llvm.store %[[NEXT]], %[[PLACE]]
gt.program @rows(%u: !gt.storage<[J, I], f64, unit>, %s: !gt.storage<[J], f64, unit>,
                 %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[J], f64, unit>
}

// -----

// Along another dimension: strips of results along the row, blocks of 64.
// CHECK-LABEL: llvm.func @k0
// CHECK-SAME:    loops = [0], along = 1, flops = 1, lanes = 16
// CHECK:       llvm.mlir.constant(512 : i64)
// CHECK:       llvm.mlir.constant(64 : i64)
// CHECK:       llvm.intr.maximum(%{{.*}}) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
gt.program @columns(%u: !gt.storage<[J, I], f32, unit>, %s: !gt.storage<[I], f32, unit>,
                    %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.fold max over %i : !gt.range<I> along %j : !gt.range<J> {
    %0 = gt.access %u : !gt.storage<[J, I], f32, unit> -> f32
    gt.yield %0 : f32
  } into %s : !gt.storage<[I], f32, unit>
}
