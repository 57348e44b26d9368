// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

// What happens around blocks is one function for all partial results that are
// alike, with a name that no kernel has.
// CHECK-LABEL: llvm.func @push_sum_f64_64x8(
// CHECK:         llvm.call preserve_mostcc @push_sum_f64_64x8_(%[[ROW:.*]], %[[STACK:.*]], %{{.*}}, %[[ONE:.*]]) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
// CHECK:         llvm.call preserve_mostcc @finish_sum_f64_64x8(%[[ROW]], %[[STACK]], %{{.*}}, %[[ONE]])
// CHECK:       llvm.func internal preserve_mostcc @push_sum_f64_64x8_(
// Eight vectors of eight are combined pairwise, then the lanes of one.
// CHECK:         llvm.fadd %{{.*}}, %{{.*}} : vector<8xf64>
// CHECK-COUNT-6: llvm.fadd %{{.*}}, %{{.*}} : vector<8xf64>
// CHECK-NOT:     llvm.fadd %{{.*}}, %{{.*}} : vector<8xf64>
// CHECK:         llvm.fadd %{{.*}}, %{{.*}} : vector<4xf64>
// CHECK-NEXT:    llvm.shufflevector
// CHECK-NEXT:    llvm.shufflevector
// CHECK-NEXT:    llvm.fadd %{{.*}}, %{{.*}} : vector<2xf64>
// CHECK:         llvm.fadd %{{.*}}, %{{.*}} : f64
// CHECK:       llvm.func internal preserve_mostcc @finish_sum_f64_64x8(
// CHECK:       llvm.func @k1(
// CHECK:         llvm.call preserve_mostcc @push_sum_f64_64x8_(
// CHECK-NOT:   llvm.func internal
gt.program @sums(%u: !gt.storage<[I], f64, unit>, %s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  gt.kernel @push_sum_f64_64x8 along %i : !gt.range<I> flops 1 {
    %count = gt.buffer : !gt.buffer<[], i64>
    %sum = gt.buffer : !gt.buffer<[I: 64], f64>
    %stack = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.pairwise sum of %sum : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8
        on %stack : !gt.buffer<[], f64> count %count : !gt.buffer<[], i64> {
      gt.loop I by 64 {
        gt.row I lanes 8 {
          %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
          gt.accumulate %0 to %sum : f64, !gt.buffer<[I: 64], f64>
        }
      }
    }
    %1 = gt.get %sum : !gt.buffer<[I: 64], f64> -> f64
    gt.put %1 to %s : f64, !gt.storage<[], f64>
  }
  gt.kernel @k1 along %i : !gt.range<I> flops 2 {
    %count = gt.buffer : !gt.buffer<[], i64>
    %sum = gt.buffer : !gt.buffer<[I: 64], f64>
    %stack = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.pairwise sum of %sum : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8
        on %stack : !gt.buffer<[], f64> count %count : !gt.buffer<[], i64> {
      gt.loop I by 64 {
        gt.row I lanes 8 {
          %0 = gt.get %u [I + 1] : !gt.storage<[I], f64, unit> -> f64
          %1 = gt.neg %0 : (f64) -> f64
          gt.accumulate %1 to %sum : f64, !gt.buffer<[I: 64], f64>
        }
      }
    }
    %1 = gt.get %sum : !gt.buffer<[I: 64], f64> -> f64
    gt.put %1 to %s : f64, !gt.storage<[], f64>
  }
}

// -----

// A reduction of nothing.
// CHECK-LABEL: llvm.func @nothing(
// CHECK:         llvm.call preserve_mostcc @finish_sum_f64_64x8(
gt.program @of_nothing(%s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  gt.kernel @nothing along %i : !gt.range<I> flops 1 {
    %count = gt.buffer : !gt.buffer<[], i64>
    %sum = gt.buffer : !gt.buffer<[I: 64], f64>
    %stack = gt.buffer copies 48 : !gt.buffer<[], f64>
    gt.pairwise sum of %sum : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8
        on %stack : !gt.buffer<[], f64> count %count : !gt.buffer<[], i64> {
    }
    %1 = gt.get %sum : !gt.buffer<[I: 64], f64> -> f64
    gt.put %1 to %s : f64, !gt.storage<[], f64>
  }
}
