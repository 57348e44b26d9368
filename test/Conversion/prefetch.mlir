// Prefetches of a place itself are there for whole and for masked vectors, to the second cache.
// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=x86-64-v4 --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s

// RUN: gt-opt %s --split-input-file --gt-set-machine=cpu=znver5 --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=ZEN

// CHECK-LABEL: llvm.func @k0
// CHECK-COUNT-2: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
// CHECK-NOT:     llvm.intr.prefetch
gt.program @p(%u: !gt.storage<[K, I], f64, unit>, %v: !gt.storage<[K, I], f64, unit>,
              %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    gt.loop K forward {
      gt.row I lanes 8 {
        gt.prefetch exact %u [K + 2] : !gt.storage<[K, I], f64, unit>
        %0 = gt.get %u : !gt.storage<[K, I], f64, unit> -> f64
        gt.put %0 to %v : f64, !gt.storage<[K, I], f64, unit>
      }
    }
  }
}

// -----

// Of columns that are put together one is asked for at each of its points, the lane that the point's number says; not where
// they turn out to be neighbours.
// CHECK-LABEL: llvm.func @k0
// CHECK:     %[[SEVEN:.*]] = llvm.mlir.constant(7 : i64) : i64
// CHECK:     %[[LANE:.*]] = llvm.and %{{.*}}, %[[SEVEN]] : i64
// CHECK:     %[[BYTES:.*]] = llvm.mul %[[LANE]], %{{.*}} : i64
// CHECK:     %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[%[[BYTES]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK:     "llvm.intr.prefetch"(%[[PLACE]]) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
// CHECK-NOT: llvm.intr.prefetch
gt.program @columns(%u: !gt.storage<[I, K], f64, unit>, %v: !gt.storage<[I, K], f64, unit>,
                    %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    gt.loop K forward {
      gt.row I lanes 8 strides [1] {
        gt.prefetch exact %u [I + 16] : !gt.storage<[I, K], f64, unit>
        %0 = gt.get %u : !gt.storage<[I, K], f64, unit> -> f64
        gt.put %0 to %v : f64, !gt.storage<[I, K], f64, unit>
      }
    }
  }
}

// -----

// Along a loop in order itself it is asked at one point of each line, the narrower one of two, once
// for all that is asked for.
// CHECK-LABEL: llvm.func @k0
// CHECK:     %[[SEVEN:.*]] = llvm.mlir.constant(7 : i64) : i64
// CHECK:     %[[PLACE:.*]] = llvm.and %{{.*}}, %[[SEVEN]] : i64
// CHECK:     %[[NONE:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK:     %[[IS:.*]] = llvm.icmp "eq" %[[PLACE]], %[[NONE]] : i64
// CHECK:     llvm.cond_br %[[IS]], ^[[ASK:bb[0-9]+]], ^[[AFTER:bb[0-9]+]]
// CHECK:     ^[[ASK]]:
// CHECK:     llvm.intr.prefetch
// CHECK:     llvm.intr.prefetch
// CHECK:     llvm.br ^[[AFTER]]
// CHECK-NOT: llvm.intr.prefetch
gt.program @along(%u: !gt.storage<[I, K], f32, unit>, %v: !gt.storage<[I, K], f64, unit>,
                  %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> {
    gt.loop I {
      gt.loop K forward {
        gt.prefetch exact %u [K + 1536] : !gt.storage<[I, K], f32, unit>
        gt.prefetch exact %v [K + 768] : !gt.storage<[I, K], f64, unit>
        %0 = gt.get %u : !gt.storage<[I, K], f32, unit> -> f32
        %1 = gt.cast %0 : (f32) -> f64
        gt.put %1 to %v : f64, !gt.storage<[I, K], f64, unit>
      }
    }
  }
}

// -----

// What lies behind the last row of a plane's block is the next plane's first ones: so many rows of
// 16 KiB and more, or all of the block. A single row may be all of a plane's, and behind those of
// a single plane lies another tile.
// To the nearest cache where the machine says so.
// ZEN-LABEL:     llvm.func @block
// ZEN-COUNT-2:   "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CHECK-LABEL: llvm.func @block
// CHECK:       %[[DIVIDED:.*]] = llvm.udiv %{{.*}}, %{{.*}} : i64
// CHECK:       %[[LINES:.*]] = llvm.add %[[DIVIDED]], %{{.*}} : i64
// CHECK:       %[[COUNT:.*]] = llvm.sub %[[LAST:.*]], %{{.*}} : i64
// CHECK:       %[[PLANES:.*]] = llvm.sub %{{.*}}, %{{.*}} : i64
// CHECK:       %[[BOTH:.*]] = llvm.intr.smin(%[[COUNT]], %[[PLANES]])
// CHECK:       %[[SINGLE:.*]] = llvm.icmp "slt" %[[BOTH]], %{{.*}} : i64
// CHECK:       %[[FEWER:.*]] = llvm.intr.smin(%[[LINES]], %[[COUNT]])
// CHECK:       %[[AHEAD:.*]] = llvm.select %[[SINGLE]], %[[LINES]], %[[FEWER]]
// CHECK:       %[[LATE:.*]] = llvm.sub %[[LAST]], %[[AHEAD]] : i64
// CHECK:       %[[END:.*]] = llvm.select %[[SINGLE]], %[[LAST]], %[[LATE]]
// CHECK:       %[[IN:.*]] = llvm.icmp "slt" %{{.*}}, %[[END]] : i64
// CHECK:       %[[BYTES:.*]] = llvm.select %[[IN]], %{{.*}}, %{{.*}} : i1, i64
// CHECK:       llvm.getelementptr %{{.*}}[%[[BYTES]]]
// CHECK:       llvm.intr.prefetch
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @blocks(%u: !s, %v: !s, %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.kernel @block over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> flops 0 {
    gt.loop K {
      gt.loop J {
        gt.row I lanes 8 {
          gt.prefetch %u [K + 1] : !s
          %0 = gt.get %u [K + 1] : !s -> f64
          gt.put %0 to %v streaming : f64, !s
        }
      }
    }
  }
}
