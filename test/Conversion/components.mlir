// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s

// Three results that may be components of vectors: where they lie side by side, they are put in
// turn and stored as whole vectors.
// CHECK-LABEL: llvm.func @k0
// CHECK:         %[[XY:.*]] = llvm.shufflevector %[[X:.*]], %[[Y:.*]] [0, 8, 0, 1, 9, 1, 2, 10] : vector<8xf64>
// CHECK-NEXT:    %[[XYZ:.*]] = llvm.shufflevector %[[XY]], %[[Z:.*]] [0, 1, 8, 3, 4, 9, 6, 7] : vector<8xf64>
// CHECK-NEXT:    llvm.store %[[XYZ]]
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
