// What a sweep writes at one level is put where the loop comes to it, in strips whose carried values
// are in registers, since nothing of other levels goes to memory.
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-stencils-to-loops=in-cache | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: gt.program @column
// CHECK:         gt.buffer in_registers
// CHECK:         gt.loop K forward {
// CHECK:           gt.put %[[SUM:[^ ]*]] to %{{[^ ]*}} at %{{[^ ]*}} : !gt.range<K> : f64, !gt.storage<[J, I], f64, unit>
// CHECK-NEXT:      gt.keep %[[SUM]] in

// LLVM-LABEL: llvm.func @k0
// LLVM:         llvm.icmp "eq"
// LLVM:         llvm.cond_br
// LLVM:         llvm.store %{{.*}} : vector<8xf64>, !llvm.ptr
gt.program @column(%u: !gt.storage<[K, J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                   %zero: f64, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>,
                   %last: !gt.range<K>) {
  gt.sweep forward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    gt.yield %zero : f64
  } do {
  ^bb0(%sum: f64):
    %0 = gt.access %u : !gt.storage<[K, J, I], f64, unit> -> f64
    %1 = gt.add %sum, %0 : (f64, f64) -> f64
    gt.write %1 to %v at %last : !gt.range<K> : f64, !gt.storage<[J, I], f64, unit>
    gt.yield %1 : f64
  }
}
