// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v3 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s --check-prefix=AVX2

// With lanes: blocks of 4,096 points in eight registers, which are stored nowhere. Single
// vectors, for which the registers turn, groups of eight, and one vector that is masked.
// CHECK-LABEL: llvm.func @k0
// CHECK-SAME:    loops = [1], along = 0, flops = 1, lanes = 8
// CHECK:         llvm.mlir.constant(4096 : i64)
// CHECK-NOT:     llvm.store %{{.*}} : vector<8xf64>
// CHECK:         ^[[SINGLE:bb[0-9]+]](%{{[0-9]+}}: i64, %[[P0:[0-9]+]]: vector<8xf64>, %[[P1:[0-9]+]]: vector<8xf64>, {{.*}}, %[[P7:[0-9]+]]: vector<8xf64>):
// CHECK:         %[[X:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK-NEXT:    %[[LAST:.*]] = llvm.fadd %[[P0]], %[[X]] : vector<8xf64>
// CHECK:         llvm.br ^[[SINGLE]](%{{[0-9]+}}, %[[P1]], {{.*}}, %[[P7]], %[[LAST]]
// CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr -> vector<8xf64>
// CHECK-NOT:     llvm.store %{{.*}} : vector<8xf64>
// CHECK:         %[[REST:.*]] = llvm.intr.masked.load %{{.*}}, %[[MASK:.*]], %{{.*}}
// CHECK-NEXT:    %[[BOTH:.*]] = llvm.fadd %{{.*}}, %[[REST]] : vector<8xf64>
// CHECK-NEXT:    llvm.select %[[MASK]], %[[BOTH]], %{{.*}} : vector<8xi1>, vector<8xf64>
// CHECK-NOT:     llvm.intr.masked.load

// Sixteen registers would be too many to turn, and a group of masks takes long without registers
// for them: what is behind whole groups joins partial results in memory, vector by vector.
// AVX2-LABEL: llvm.func @k0
// AVX2:          llvm.mlir.constant(4096 : i64)
// AVX2-NOT:      llvm.store %{{.*}} : vector<4xf64>
// AVX2-COUNT-16: llvm.fadd %{{.*}} : vector<4xf64>
// AVX2-COUNT-16: llvm.store %{{.*}} : vector<4xf64>
// AVX2:          ^[[SINGLE:bb[0-9]+]](%[[I:[0-9]+]]: i64):
// AVX2:          %[[PLACE:.*]] = llvm.getelementptr
// AVX2-NEXT:     %[[P:.*]] = llvm.load %[[PLACE]] {{.*}} -> vector<4xf64>
// AVX2:          %[[X:.*]] = llvm.load %{{.*}} -> vector<4xf64>
// AVX2-NEXT:     %[[BOTH:.*]] = llvm.fadd %[[P]], %[[X]] : vector<4xf64>
// AVX2:          llvm.store %[[BOTH]], %{{.*}} : vector<4xf64>
// AVX2:          llvm.br ^[[SINGLE]]
// AVX2:          llvm.intr.masked.load
// AVX2-NOT:      llvm.intr.masked.load
// AVX2:          llvm.store %{{.*}} : vector<4xf64>
// AVX2-COUNT-16: llvm.load %{{.*}} -> vector<4xf64>
gt.program @rows(%u: !gt.storage<[J, I], f64, unit>, %s: !gt.storage<[J], f64, unit>,
                 %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[J], f64, unit>
}

// -----

// Partial results of three sums would turn in memory: groups go first, the last one is masked.
// CHECK-LABEL: llvm.func @k0
// CHECK-NOT:       llvm.intr.masked.load
// CHECK-COUNT-8:   llvm.load %{{.*}} : !llvm.ptr -> vector<8xf64>
// CHECK-NOT:       llvm.load %{{.*}} : !llvm.ptr -> vector<8xf64>
// CHECK-COUNT-8:   llvm.intr.masked.load
gt.program @sums(%u: !gt.storage<[I], f64, unit>, %s: !gt.storage<[], f64>, %t: !gt.storage<[], f64>,
                 %v: !gt.storage<[], f64>, %i: !gt.range<I>) {
  gt.fold sum, prod, sum along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.neg %0 : (f64) -> f64
    gt.yield %0, %0, %1 : f64, f64, f64
  } into %s, %t, %v : !gt.storage<[], f64>, !gt.storage<[], f64>, !gt.storage<[], f64>
}

// -----

// Along another dimension: strips of results along the row, blocks of 64. Eight points at a time
// are compared one by one, whether they are ordered is asked for two of them, and their signs are
// those of all. Single points, which are left over, are compared both ways.
// CHECK-LABEL: llvm.func @k0
// CHECK-SAME:    loops = [0], along = 1, flops = 1, lanes = 16
// CHECK:       llvm.mlir.constant(512 : i64)
// CHECK:       llvm.mlir.constant(64 : i64)
// CHECK:       %[[X0:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<16xf32>
// CHECK:       %[[X1:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<16xf32>
// CHECK:       %[[IS0:.*]] = llvm.fcmp "ogt" %[[X0]], %[[BEFORE:[0-9]+]] : vector<16xf32>
// CHECK-NEXT:  %[[FIRST:.*]] = llvm.select %[[IS0]], %[[X0]], %[[BEFORE]]
// CHECK:       %[[IS1:.*]] = llvm.fcmp "ogt" %[[X1]], %[[FIRST]] : vector<16xf32>
// CHECK-NEXT:  llvm.select %[[IS1]], %[[X1]], %[[FIRST]]
// CHECK:       llvm.fcmp "ord" %[[X0]], %[[X1]] : vector<16xf32>
// CHECK-COUNT-3: llvm.fcmp "ord"
// CHECK-NOT:   llvm.fcmp "ord"
// CHECK:       llvm.store %{{.*}} : vector<16xf32>
// CHECK:       llvm.intr.masked.store
// CHECK:       %[[GREATER:.*]] = llvm.fcmp "ogt" %[[A:.*]], %[[B:.*]] : vector<16xf32>
// CHECK-NEXT:  llvm.select %[[GREATER]], %[[A]], %[[B]]
// CHECK:       %[[LESS:.*]] = llvm.fcmp "ogt" %[[B]], %[[A]] : vector<16xf32>
// CHECK-NEXT:  llvm.select %[[LESS]], %[[B]], %[[A]]
// CHECK:       llvm.store
gt.program @columns(%u: !gt.storage<[J, I], f32, unit>, %s: !gt.storage<[I], f32, unit>,
                    %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.fold max over %i : !gt.range<I> along %j : !gt.range<J> {
    %0 = gt.access %u : !gt.storage<[J, I], f32, unit> -> f32
    gt.yield %0 : f32
  } into %s : !gt.storage<[I], f32, unit>
}

// -----

// A greatest float in registers: comparing, and aside whether two vectors are ordered
// and the signs of both. Four vectors hide the latency; the others of the row join them.
// Single ones in front join the first.
// CHECK-LABEL: llvm.func @k0
// CHECK-NOT:     llvm.intr.maximum
// CHECK:         %[[X:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xf64>
// CHECK:         llvm.fcmp "ord" %[[X]], %[[X]] : vector<8xf64>
// CHECK:         %[[X0:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xf64>
// CHECK-NEXT:    %[[IS0:.*]] = llvm.fcmp "ogt" %[[X0]], %[[M0:.*]] : vector<8xf64>
// CHECK-NEXT:    %[[FIRST:.*]] = llvm.select %[[IS0]], %[[X0]], %[[M0]]
// CHECK:         %[[X1:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xf64>
// CHECK:         %[[ORDERED:.*]] = llvm.fcmp "ord" %[[X0]], %[[X1]] : vector<8xf64>
// CHECK-NEXT:    llvm.and %{{.*}}, %[[ORDERED]] : vector<8xi1>
// CHECK:         llvm.bitcast %[[X0]] : vector<8xf64> to vector<8xi64>
// CHECK:         llvm.bitcast %[[X1]] : vector<8xf64> to vector<8xi64>
// CHECK:         llvm.fcmp "ogt" %{{.*}}, %[[FIRST]] : vector<8xf64>
gt.program @greatest(%u: !gt.storage<[I], f64, unit>, %s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  gt.fold max along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[], f64>
}

// -----

// Of absolute values no signs are collected: the start of a greatest one, and what is ordered.
// CHECK-LABEL: llvm.func @k0
// CHECK:         llvm.intr.fabs
// CHECK-NOT:     llvm.and %{{.*}} : vector<8xi64>
// CHECK-NOT:     llvm.fcmp "oeq"
// CHECK:         llvm.return
gt.program @greatest_size(%u: !gt.storage<[J, I], f64, unit>, %s: !gt.storage<[J], f64, unit>,
                          %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.fold max over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.abs %0 : (f64) -> f64
    gt.yield %1 : f64
  } into %s : !gt.storage<[J], f64, unit>
}
