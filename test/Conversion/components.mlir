// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-stencils-to-loops=in-cache=false --split-input-file | FileCheck %s --check-prefix=MEMORY
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s --check-prefix=GATHERS
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v2 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s --check-prefix=SINGLE
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v3 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s --check-prefix=BLOCKS

// Three results that may be components of vectors: where they lie side by side, they are put in
// turn and stored as whole vectors.
// CHECK-LABEL: llvm.func @k0
// CHECK:         %[[XY:.*]] = llvm.shufflevector %[[X:.*]], %[[Y:.*]] [0, 8, 0, 1, 9, 1, 2, 10] : vector<8xf64>
// CHECK-NEXT:    %[[XYZ:.*]] = llvm.shufflevector %[[XY]], %[[Z:.*]] [0, 1, 8, 3, 4, 9, 6, 7] : vector<8xf64>
// CHECK-NEXT:    llvm.store %[[XYZ]]

// Without instructions for any lanes of two vectors those of 16 bytes are put in order, then these.
// BLOCKS-LABEL: llvm.func @k0
// BLOCKS:         %[[XY:.*]] = llvm.shufflevector %[[X:.*]], %[[Y:.*]] [0, 4, 2, 6] : vector<4xf64>
// BLOCKS-NEXT:    %[[ZX:.*]] = llvm.shufflevector %[[Z:.*]], %[[X]] [0, 5, 2, 7] : vector<4xf64>
// BLOCKS-NEXT:    %[[YZ:.*]] = llvm.shufflevector %[[Y]], %[[Z]] [1, 5, 3, 7] : vector<4xf64>
// BLOCKS-NEXT:    %[[V0:.*]] = llvm.shufflevector %[[XY]], %[[ZX]] [0, 1, 4, 5] : vector<4xf64>
// BLOCKS-NEXT:    llvm.store %[[V0]]
// BLOCKS:         llvm.shufflevector %[[YZ]], %[[XY]] [0, 1, 6, 7]
// BLOCKS:         llvm.shufflevector %[[ZX]], %[[YZ]] [2, 3, 6, 7]
// CHECK:         llvm.shufflevector %[[X]], %[[Y]] [2, 3, 11, 3, 4, 12, 4, 5]
// CHECK:         llvm.shufflevector %[[X]], %[[Y]] [13, 5, 6, 14, 6, 7, 15, 7]
gt.program @components(%u: !gt.storage<[I], f64, unit>, %x: !gt.storage<[I], f64>, %y: !gt.storage<[I], f64>,
                       %z: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.mul %0, %0 : (f64, f64) -> f64
    %2 = gt.mul %1, %0 : (f64, f64) -> f64
    gt.write %0 to %x : f64, !gt.storage<[I], f64>
    gt.write %1 to %y : f64, !gt.storage<[I], f64>
    gt.write %2 to %z : f64, !gt.storage<[I], f64>
  }
}

// -----

// Components of what is read are loaded as whole vectors, too, but from memory, where gathers are
// faster if there are any.
// CHECK-LABEL: llvm.func @k0
// CHECK:         %[[AB:.*]] = llvm.shufflevector %[[A:.*]], %[[B:.*]] [0, 3, 6, 9, 12, 15, 6, 7] : vector<8xf64>
// CHECK-NEXT:    llvm.shufflevector %[[AB]], %[[C:.*]] [0, 1, 2, 3, 4, 5, 10, 13] : vector<8xf64>
// CHECK-NEXT:    %[[AB1:.*]] = llvm.shufflevector %[[A]], %[[B]] [1, 4, 7, 10, 13, 5, 6, 7] : vector<8xf64>
// CHECK-NEXT:    llvm.shufflevector %[[AB1]], %[[C]] [0, 1, 2, 3, 4, 8, 11, 14] : vector<8xf64>
// MEMORY-LABEL: gt.program @norms
// MEMORY:       gt.row I lanes 8 strides [-1, 2] {
gt.program @norms(%u: !gt.storage<[I, C], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>,
                  %c: !gt.range<C>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u [C at %c] : !gt.storage<[I, C], f64, unit>, !gt.range<C> -> f64
    %1 = gt.access %u [C at %c + 2] : !gt.storage<[I, C], f64, unit>, !gt.range<C> -> f64
    %2 = gt.access %u [C at %c + 1] : !gt.storage<[I, C], f64, unit>, !gt.range<C> -> f64
    %3 = gt.add %0, %1 : (f64, f64) -> f64
    %4 = gt.add %3, %2 : (f64, f64) -> f64
    gt.write %4 to %v : f64, !gt.storage<[I], f64, unit>
  }
}

// -----

// Three components at places that the call says are loaded together, too, from the one in front on,
// also where there are gathers. Masks say which of them each one is.
// CHECK-LABEL: llvm.func @k0
// CHECK-COUNT-6: llvm.icmp "slt" %{{.*}} : vector<8xi32>
// CHECK:         %[[AB:.*]] = llvm.shufflevector %[[A:.*]], %[[B:.*]] [0, 3, 6, 9, 12, 15, 6, 7] : vector<8xf64>
// CHECK-NEXT:    %[[FIRST:.*]] = llvm.shufflevector %[[AB]], %[[C:.*]] [0, 1, 2, 3, 4, 5, 10, 13] : vector<8xf64>
// CHECK-COUNT-6: llvm.select %{{.*}} : vector<8xi1>, vector<8xf64>
// CHECK:         llvm.shufflevector %{{.*}} [0, 8, 0, 1, 9, 1, 2, 10]
// GATHERS-LABEL:   storages = [!gt.storage<[I, C], f64, unit>, !gt.storage<[I], f64>
// GATHERS-COUNT-6: llvm.icmp "slt" %{{.*}} : vector<8xi32>
// GATHERS:         llvm.shufflevector %{{.*}} [0, 3, 6, 9, 12, 15, 6, 7] : vector<8xf64>
gt.program @turned(%u: !gt.storage<[I, C], f64, unit>, %x: !gt.storage<[I], f64>, %y: !gt.storage<[I], f64>,
                   %z: !gt.storage<[I], f64>, %i: !gt.range<I>, %a: !gt.range<C>, %b: !gt.range<C>, %c: !gt.range<C>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u [C at %a] : !gt.storage<[I, C], f64, unit>, !gt.range<C> -> f64
    %1 = gt.access %u [C at %b] : !gt.storage<[I, C], f64, unit>, !gt.range<C> -> f64
    %2 = gt.access %u [C at %c] : !gt.storage<[I, C], f64, unit>, !gt.range<C> -> f64
    gt.write %0 to %x : f64, !gt.storage<[I], f64>
    gt.write %1 to %y : f64, !gt.storage<[I], f64>
    gt.write %2 to %z : f64, !gt.storage<[I], f64>
  }
}

// -----

// Where lanes are loaded one by one a step of three that is known is no help: vectors have code for
// neighbours backwards, every second one and any others.
// CHECK-LABEL:   llvm.func @k0
// SINGLE-LABEL:  pins = [1, 2, 3], flops = 2
// SINGLE-COUNT-6:  llvm.fadd {{.*}} : vector<2xf64>
// SINGLE-NOT:      llvm.fadd {{.*}} : vector<2xf64>
gt.program @sum_of_turned(%u: !gt.storage<[I, C], f64, unit>, %x: !gt.storage<[I], f64, unit>, %i: !gt.range<I>,
                          %a: !gt.range<C>, %b: !gt.range<C>, %c: !gt.range<C>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u [C at %a] : !gt.storage<[I, C], f64, unit>, !gt.range<C> -> f64
    %1 = gt.access %u [C at %b] : !gt.storage<[I, C], f64, unit>, !gt.range<C> -> f64
    %2 = gt.access %u [C at %c] : !gt.storage<[I, C], f64, unit>, !gt.range<C> -> f64
    %3 = gt.add %0, %1 : (f64, f64) -> f64
    %4 = gt.add %3, %2 : (f64, f64) -> f64
    gt.write %4 to %x : f64, !gt.storage<[I], f64, unit>
  }
}
