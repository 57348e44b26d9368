// Results that a function puts go to slots lane by lane, as do the operands that it takes by
// reference and its status.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-loops-to-llvm | FileCheck %s

// CHECK:       llvm.func @k0(
// CHECK-DAG:     %[[STATUS:.*]] = llvm.alloca %{{.*}} x i32
// CHECK-DAG:     %[[BYTES:.*]] = llvm.alloca %{{.*}} x vector<8xi8>

// A status that is put begins as success. Operands are places.
// CHECK:         %[[OPERAND:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK:         llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}, %[[STATUS]]) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK:         %[[PUT:.*]] = llvm.load %[[STATUS]]
// CHECK:         llvm.icmp "ne" %[[PUT]]

// A failure that is handled is the nearest byte, and no word of the call tells of it.
// CHECK:         %[[LEAST:.*]] = llvm.intr.smax(%[[PUT]]
// CHECK:         %[[NEAREST:.*]] = llvm.intr.smin(%[[LEAST]]
// CHECK:         %[[BYTE:.*]] = llvm.trunc %[[NEAREST]] : i32 to i8
// CHECK:         llvm.store %[[BYTE]]
// CHECK-NOT:     llvm.or
gt.program @p(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
              %w: !gt.storage<[I], f32, unit>, %s: !gt.storage<[I], i8, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> flops 0 {
    gt.row I lanes 8 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      %1, %2, %3 = gt.call @routine(%0) status_last references handled : (f64) -> (f64, f32, i8)
      gt.put %1 to %v : f64, !gt.storage<[I], f64, unit>
      gt.put %2 to %w : f32, !gt.storage<[I], f32, unit>
      gt.put %3 to %s : i8, !gt.storage<[I], i8, unit>
    }
  }
}
