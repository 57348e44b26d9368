// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

// Rows of a part of a field may be few points wide: then all of them are one masked vector, whose
// mask is computed in front of the loop over rows.
// CHECK-LABEL: llvm.func @k0
// CHECK:       %[[MOST:.*]] = llvm.mlir.constant(9 : i64)
// CHECK:       %[[FEW:.*]] = llvm.icmp "slt" %{{.*}}, %[[MOST]] : i64
// CHECK:       llvm.cond_br %[[FEW]], ^[[ONE:bb[0-9]+]], ^{{bb[0-9]+}}
// CHECK:     ^[[ONE]]:
// CHECK:       %[[MASK:.*]] = llvm.icmp "slt" %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK:       llvm.br ^[[TEST:bb[0-9]+]]
// CHECK:     ^[[TEST]](
// CHECK-NOT:   vector<8xi32>
// CHECK:       llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[MASK]]
// CHECK-NEXT:  llvm.add
// CHECK:       llvm.store %{{.*}} : vector<8xf64>, !llvm.ptr
// CHECK:       llvm.return
gt.program @rim(%v: !gt.storage<[J, I], f64, unit>, %c: f64, %i: !gt.range<I>, %part: !gt.range<I>,
                %j: !gt.range<J>) {
  %side = gt.intersect %i, %part : !gt.range<I>
  gt.stencil over %j, %side : !gt.range<J>, !gt.range<I> {
    gt.write %c to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// Rows of whole fields are not, whose code would be twice as long.
// CHECK-LABEL: llvm.func @k0
// CHECK-NOT:   llvm.mlir.constant(9 : i64)
// CHECK:       llvm.return
gt.program @whole(%v: !gt.storage<[J, I], f64, unit>, %c: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    gt.write %c to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}
