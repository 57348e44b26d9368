// An index is widened once, and storages share how far it moves their points where strides agree.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s

!o = !gt.storage<[V, K], f64, unit>
!t = !gt.storage<[E, N], i32>
!w = !gt.storage<[E], f64, unit>

// CHECK-LABEL: llvm.func @k0
// CHECK:       llvm.intr.smin
// CHECK-COUNT-3: llvm.sext %{{.*}} : i32 to i64
// CHECK:       %[[WIDE:.*]] = llvm.sext %{{.*}} : i32 to i64
// CHECK-NEXT:  llvm.getelementptr %{{.*}}[%[[WIDE]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT:  llvm.load
// CHECK-NEXT:  llvm.getelementptr %{{.*}}[%[[WIDE]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT:  llvm.load
// CHECK-NEXT:  %[[FAR:.*]] = llvm.mul %[[WIDE]], %{{.*}} : i64
// CHECK-NEXT:  llvm.getelementptr %{{.*}}[%[[FAR]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:  llvm.load
// CHECK-NEXT:  llvm.getelementptr %{{.*}}[%[[FAR]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
gt.program @weighted(%e: !gt.storage<[V], i32, unit>, %a: !w, %b: !w, %t: !t, %u: !o, %o: !o,
                     %n: !gt.range<N>, %m: !gt.range<N>, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.stencil over %v, %k : !gt.range<V>, !gt.range<K> {
    %0 = gt.access %e : !gt.storage<[V], i32, unit> -> i32
    %1 = gt.access %a [E by %0] : !w, i32 -> f64
    %2 = gt.access %b [E by %0] : !w, i32 -> f64
    %3 = gt.access %t [N at %n, E by %0] : !t, !gt.range<N>, i32 -> i32
    %4 = gt.access %t [N at %m, E by %0] : !t, !gt.range<N>, i32 -> i32
    %5 = gt.access %u [V by %3] : !o, i32 -> f64
    %6 = gt.access %u [V by %4] : !o, i32 -> f64
    %7 = gt.mul %1, %5 : (f64, f64) -> f64
    %8 = gt.mul %2, %6 : (f64, f64) -> f64
    %9 = gt.add %7, %8 : (f64, f64) -> f64
    gt.write %9 to %o : f64, !o
  }
}
