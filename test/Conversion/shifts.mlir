// What a shift has to know of its count is known in front of the loops, if the count is a number:
// once for all bodies of a row. Of signed integers the sign is left beyond the width.

// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func {{.*}}@k0
// CHECK:     %[[INSIDE:.*]] = llvm.icmp "ult" %[[COUNT:.*]], %{{.*}} : vector<16xi32>
// CHECK:     %[[ZERO:.*]] = llvm.mlir.constant(dense<0>
// CHECK:     %[[SAFE:.*]] = llvm.select %[[INSIDE]], %[[COUNT]], %[[ZERO]]
// CHECK-NOT: llvm.icmp "ult"
// CHECK:     %[[MOVED:.*]] = llvm.shl %{{.*}}, %[[SAFE]] : vector<16xi32>
// CHECK:     llvm.select %[[INSIDE]], %[[MOVED]], %{{.*}} : vector<16xi1>, vector<16xi32>
// CHECK-NOT: llvm.icmp "ult"
// CHECK:     llvm.shl %{{.*}}, %[[SAFE]] : vector<16xi32>
// CHECK-NOT: llvm.icmp "ult"
// CHECK:     llvm.return
gt.program @left(%u: !gt.storage<[I], i32, unit>, %v: !gt.storage<[I], i32, unit>, %n: i32,
                 %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], i32, unit> -> i32
    %1 = gt.shift_left %0, %n : (i32, i32) -> i32
    gt.write %1 to %v : i32, !gt.storage<[I], i32, unit>
  }
}

// -----

// CHECK-LABEL: llvm.func {{.*}}@k0
// CHECK-DAG: %[[ZERO:.*]] = llvm.mlir.constant(dense<0> : vector<16xi32>)
// CHECK-DAG: %[[LAST:.*]] = llvm.mlir.constant(dense<31> : vector<16xi32>)
// CHECK-DAG: %[[LEFT:.*]] = llvm.select %{{.*}}, %[[COUNT:.*]], %[[ZERO]] : vector<16xi1>, vector<16xi32>
// CHECK-DAG: %[[RIGHT:.*]] = llvm.select %{{.*}}, %[[COUNT]], %[[LAST]] : vector<16xi1>, vector<16xi32>
// CHECK:     llvm.shl %{{.*}}, %[[LEFT]]
// CHECK:     llvm.ashr %{{.*}}, %[[RIGHT]]
gt.program @both(%u: !gt.storage<[I], i32, unit>, %v: !gt.storage<[I], i32, unit>, %n: i32,
                 %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], i32, unit> -> i32
    %1 = gt.shift_left %0, %n : (i32, i32) -> i32
    %2 = gt.shift_right %0, %n : (i32, i32) -> i32
    %3 = gt.add %1, %2 : (i32, i32) -> i32
    gt.write %3 to %v : i32, !gt.storage<[I], i32, unit>
  }
}
