// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s

// The engine is told in which order the points of a loop run, and what grows with
// the tile: J rows of 8 * I + 64 bytes, and three of 8 * K, each from the
// start of a line.
// CHECK: #gt.kernel_info<{{.*}} loops = [backward 2, forward 1, 0]
// CHECK-SAME: scratch = 256 + 8 * [1, 2] + 64 * [1] + 24 * [0]>

// A backward loop counts up, and goes down: its index is as far from the last point
// as the count is from the first. Pointers go along, by a negative number of bytes.
// CHECK: %[[BACK:.*]] = llvm.mlir.constant(-1 : i64) : i64
// CHECK: %[[STEP:.*]] = llvm.mul %{{.*}}, %[[BACK]] : i64
// CHECK: ^[[LEVELS:.*]](%[[COUNT:.*]]: i64, %[[LEVEL:.*]]: !llvm.ptr):
// CHECK: %[[END:.*]] = llvm.add %{{.*}}, %{{.*}} : i64
// CHECK: %[[MOST:.*]] = llvm.sub %[[END]], %{{.*}} : i64
// CHECK: %[[AT:.*]] = llvm.sub %[[MOST]], %[[COUNT]] : i64
// CHECK: %[[NEXT:.*]] = llvm.getelementptr %[[LEVEL]][%[[STEP]]]
// CHECK: llvm.br ^[[LEVELS]](%{{.*}}, %[[NEXT]] : i64, !llvm.ptr)
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @sweep(%u: !s, %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.kernel @k0 over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %rows = gt.buffer padding 64 : !gt.buffer<[J: ?, I: ?], f64>
    %line = gt.buffer : !gt.buffer<[I: 10], f64>
    %pair = gt.buffer copies 3 : !gt.buffer<[K: ?], i64>
    gt.loop K backward {
      gt.loop J forward {
        gt.row I lanes 8 {
          %0 = gt.get %u [K + 1, J - 1] : !s -> f64
          gt.put %0 to %u : f64, !s
        }
      }
    }
  }
}
