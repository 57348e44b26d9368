// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v3 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s --check-prefix=AVX2
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s --check-prefix=GATHERS

// Rows that are not contiguous: reversed elements and every second one by whole vectors, which
// reach no further than the last point; any others one by one, or gathered where that is faster. So is the rest of the row, but for
// every second element, where it is a masked vector.
// CHECK-LABEL: llvm.func @k0
// AVX2-LABEL: llvm.func @k0
// GATHERS-LABEL: llvm.func @k0
// GATHERS:       %[[DISTANCES:.*]] = llvm.mul %{{.*}}, %{{.*}} : vector<8xi64>
// GATHERS:       %[[PLACES:.*]] = llvm.getelementptr %{{.*}}[%[[DISTANCES]]] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, i8
// GATHERS:       llvm.intr.masked.gather %[[PLACES]]
// CHECK-SAME:    loops = [0], lanes = 8>}
// CHECK:       llvm.icmp "eq" %[[STRIDE:.*]], %{{.*}} : i64
// CHECK:       llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK-NEXT:  llvm.shufflevector %{{.*}}, %{{.*}} [7, 6, 5, 4, 3, 2, 1, 0]
// CHECK:       %[[LOW:.*]] = llvm.load %[[P:.*]] {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK-NEXT:  %[[LAST:.*]] = llvm.getelementptr %[[P]][56] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT:  %[[HIGH:.*]] = llvm.load %[[LAST]] {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK-NEXT:  llvm.shufflevector %[[LOW]], %[[HIGH]] [0, 2, 4, 6, 9, 11, 13, 15]
// CHECK-COUNT-8: llvm.insertelement
// CHECK:       llvm.store %{{.*}} : vector<8xf64>
// CHECK:       %[[M:.*]] = llvm.icmp "slt" %{{.*}}, %[[LEFT:.*]] : vector<8xi32>
// CHECK:       %[[LANES:.*]] = llvm.mlir.constant(dense<[0, 2147483647, 1, 2147483647, 2, 2147483647, 3, 2147483647]>
// CHECK-NEXT:  %[[HERE:.*]] = llvm.icmp "slt" %[[LANES]], %[[LEFT]] : vector<8xi32>
// CHECK:       llvm.intr.masked.load %{{.*}}, %[[HERE]]
// CHECK:       llvm.mlir.constant(dense<[2147483647, 4, 2147483647, 5, 2147483647, 6, 2147483647, 7]>
// CHECK:       llvm.intr.masked.load
// CHECK:       llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[M]] {{.*}} into !llvm.ptr
// CHECK-NOT:   vector
// CHECK:       ^{{.*}}(%[[I:.*]]: i64):
// CHECK-NEXT:    %[[BYTES:.*]] = llvm.mul %[[I]], %[[STRIDE]] : i64
// CHECK-NEXT:    %[[Q:.*]] = llvm.getelementptr %{{.*}}[%[[BYTES]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:    llvm.load %[[Q]] {alignment = 8 : i64} : !llvm.ptr -> f64
gt.program @strided(%u: !gt.storage<[I], f64>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[I], f64> -> f64
    gt.write %0 to %v : f64, !gt.storage<[I], f64, unit>
  }
}

// -----

// Two parts that lie between each other are stored in turn, where they are so; else each by
// vectors that leave out what lies between its elements.
// CHECK-LABEL: llvm.func @k0
// CHECK:       llvm.ptrtoint
// CHECK:       llvm.shufflevector %{{.*}}, %{{.*}} [0, 8, 1, 9, 2, 10, 3, 11] : vector<8xf64>
// CHECK:       llvm.store %{{.*}} : vector<8xf64>
// CHECK:       llvm.shufflevector %{{.*}}, %{{.*}} [4, 12, 5, 13, 6, 14, 7, 15] : vector<8xf64>
// CHECK:       llvm.store %{{.*}} : vector<8xf64>
// CHECK:       dense<[true, false, true, false, true, false, true, false]>
// CHECK:       llvm.intr.masked.store
// CHECK:       dense<[false, true, false, true, false, true, false, true]>
// CHECK:       llvm.intr.masked.store
// AVX2-LABEL: llvm.func @k0
// AVX2-NOT:   masked
// AVX2:       llvm.shufflevector %{{.*}}, %{{.*}} [0, 4, 2, 6] : vector<4xf64>
// AVX2-NOT:   masked
// AVX2:       llvm.return
gt.program @between(%u: !gt.storage<[I], f64, unit>, %even: !gt.storage<[I], f64>,
                    %odd: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.neg %0 : (f64) -> f64
    gt.write %0 to %even : f64, !gt.storage<[I], f64>
    gt.write %1 to %odd : f64, !gt.storage<[I], f64>
  }
}

// -----

// A transposed copy: the loop in which what is read is contiguous is named, so
// that tiles leave it whole.
// CHECK-LABEL: llvm.func @k0
// CHECK-SAME:    loops = [1, 0], across = 0
gt.program @transposed(%u: !gt.storage<[I, J], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                       %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I, J], f64, unit> -> f64
    gt.write %0 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// What does not change along the row is loaded and computed outside of it, as
// a scalar, and spread once.
// CHECK-LABEL: llvm.func @k0
// CHECK-SAME:    lanes = 8
// CHECK:         %[[C:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> f64
// CHECK:         %[[ROOT:.*]] = llvm.intr.sqrt(%[[C]]) : (f64) -> f64
// CHECK:         llvm.insertelement %[[ROOT]]
// CHECK-NEXT:    llvm.shufflevector {{.*}} : vector<8xf64>
// CHECK-NOT:     llvm.intr.sqrt
// CHECK:         llvm.fmul %{{.*}} : vector<8xf64>
// CHECK-NOT:     llvm.intr.sqrt
// AVX2:        loops = [1, 0], flops = 2, lanes = 4
gt.program @invariant(%c: !gt.storage<[J], f64>, %u: !gt.storage<[J, I], f64, unit>,
                      %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %c [J - 1] : !gt.storage<[J], f64> -> f64
    %1 = gt.sqrt %0 : (f64) -> f64
    %2 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %3 = gt.mul %1, %2 : (f64, f64) -> f64
    gt.write %3 to %u : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// Lanes are counted by the widest type; bool is a byte in memory.
// CHECK-LABEL: llvm.func @k0
// CHECK-SAME:    lanes = 8
// CHECK:         llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK:         llvm.fpext %{{.*}} : vector<8xf32> to vector<8xf64>
// CHECK:         %[[M:.*]] = llvm.fcmp "ogt"
// CHECK:         %[[BYTES:.*]] = llvm.zext %[[M]] : vector<8xi1> to vector<8xi8>
// CHECK:         llvm.store %[[BYTES]], %{{.*}} {alignment = 1 : i64} : vector<8xi8>, !llvm.ptr
gt.program @mixed(%u: !gt.storage<[I], f32, unit>, %w: !gt.storage<[I], f64, unit>,
                  %m: !gt.storage<[I], i1, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f32, unit> -> f32
    %1 = gt.cast %0 : (f32) -> f64
    %2 = gt.access %w : !gt.storage<[I], f64, unit> -> f64
    %3 = gt.ogt %1, %2 : (f64, f64) -> i1
    gt.write %3 to %m : i1, !gt.storage<[I], i1, unit>
  }
}

// -----

// Math functions are called through the table, whole vectors at once.
// CHECK-LABEL: llvm.func @k0
// CHECK:       llvm.getelementptr %arg0[40]
// CHECK-NEXT:  %[[TABLE:.*]] = llvm.load
// CHECK-NEXT:  %[[ENTRY:.*]] = llvm.getelementptr %[[TABLE]][88]
// CHECK:       %[[LOG:.*]] = llvm.load %[[ENTRY]]
// CHECK:         llvm.call %[[LOG]](%{{.*}}) : !llvm.ptr, (vector<8xf64>) -> vector<8xf64>
gt.program @math(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.log %0 : (f64) -> f64
    gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
  }
}

// -----

// Without ranges there is one point.
// CHECK-LABEL: llvm.func @k0
// CHECK-SAME:    #gt.kernel_info<"stencil {{.*}}", storages = [read write 0], flops = 1>
// CHECK-NOT:   llvm.cond_br
// CHECK:         llvm.fadd %{{.*}} : f64
// CHECK-NOT:   llvm.cond_br
gt.program @point(%u: !gt.storage<[], f64>) {
  gt.stencil {
    %0 = gt.access %u : !gt.storage<[], f64> -> f64
    %1 = gt.add %0, %0 : (f64, f64) -> f64
    gt.write %1 to %u : f64, !gt.storage<[], f64>
  }
}

// -----

// A temporary is described, over the hull of its terms.
// CHECK:       gt.image = #gt.image<{{.*}} temporaries = [f32 over [hull [0 by (-1, 0), 0 by (0, 2)]]]>
// CHECK:       storages = [read 0, write temporary 0 reach [0]], loops = [hull [0 by (-1, 0), 0 by (0, 2)]]
// CHECK:       storages = [read temporary 0 reach [0 by (-1, -1)], write 1], loops = [0]
gt.program @temporary(%u: !gt.storage<[I], f32, unit>, %v: !gt.storage<[I], f32, unit>, %i: !gt.range<I>) {
  %a = gt.grow %i by -1, 0 : !gt.range<I>
  %b = gt.grow %i by 0, 2 : !gt.range<I>
  %h = gt.hull %a, %b : !gt.range<I>
  %t = gt.temporary over %h : !gt.range<I> -> !gt.storage<[I], f32, unit>
  gt.stencil over %h : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f32, unit> -> f32
    gt.write %0 to %t : f32, !gt.storage<[I], f32, unit>
  }
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %t [I - 1] : !gt.storage<[I], f32, unit> -> f32
    gt.write %0 to %v : f32, !gt.storage<[I], f32, unit>
  }
}

// -----

// What ranges have in common may be empty, and stays so when it grows: it is not
// spread over its parts as the growth of a hull is.
// CHECK: llvm.func @k0
// CHECK-SAME: loops = [hull [0 by (-3, 1), intersect [0, 1] by (-1, 1)]]
// CHECK: llvm.func @k1
// CHECK-SAME: loops = [intersect [0, 1, 2]]
gt.program @ranges(%u: !gt.storage<[I], f32, unit>, %i: !gt.range<I>, %j: !gt.range<I>, %k: !gt.range<I>) {
  %a = gt.grow %i by -2, 0 : !gt.range<I>
  %b = gt.intersect %i, %j : !gt.range<I>
  %c = gt.hull %a, %b, %a : !gt.range<I>
  %d = gt.grow %c by -1, 1 : !gt.range<I>
  gt.stencil over %d : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f32, unit> -> f32
    gt.write %0 to %u : f32, !gt.storage<[I], f32, unit>
  }
  %e = gt.intersect %b, %k : !gt.range<I>
  gt.stencil over %e : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f32, unit> -> f32
    %1 = gt.neg %0 : (f32) -> f32
    gt.write %1 to %u : f32, !gt.storage<[I], f32, unit>
  }
}
