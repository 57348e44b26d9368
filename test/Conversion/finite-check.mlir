// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s

// All lanes of all values are joined to one branch; lanes that are no points
// of the row do not count.
// CHECK:         %[[BITS:.*]] = llvm.bitcast %{{.*}} : vector<8xf64> to vector<8xi64>
// CHECK:         %[[EXPONENT:.*]] = llvm.and %[[BITS]], %[[INF:.*]] : vector<8xi64>
// CHECK:         %[[FIRST:.*]] = llvm.icmp "eq" %[[EXPONENT]], %[[INF]] : vector<8xi64>
// CHECK:         %[[ALL:.*]] = llvm.or %[[FIRST]], %{{.*}} : vector<8xi1>
// CHECK:         %[[LANES:.*]] = llvm.bitcast %[[ALL]] : vector<8xi1> to i8
// CHECK:         %[[ANY:.*]] = llvm.icmp "ne" %[[LANES]]
// CHECK:         llvm.cond_br %[[ANY]], ^[[BAD:.*]], ^[[GOOD:.*]]
// CHECK:       ^[[BAD]]:
// CHECK:         llvm.store %{{.*}} : i64, !llvm.ptr
// CHECK-NEXT:    llvm.br ^[[GOOD]]
// CHECK:       ^[[GOOD]]:
// CHECK:         llvm.store %{{.*}} : vector<8xf64>
// CHECK:       %[[MASK:.*]] = llvm.icmp "slt" %{{.*}} : vector<8xi32>
// CHECK:         llvm.and %{{.*}}, %[[MASK]] : vector<8xi1>
// CHECK:         llvm.intr.masked.store
gt.program @step(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.sqrt %0 : (f64) -> f64
    gt.check_finite %0, %1 : f64, f64
    gt.write %1 to %v : f64, !gt.storage<[I], f64, unit>
  }
}
