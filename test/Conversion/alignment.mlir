// M-005, S0-154b (open: annotations)
// Code relies on the alignment of elements, which wrapping foreign memory checks, and on no other,
// whatever storages were declared with; but for stores past the caches, behind a test of where
// the row's whole lines begin.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=CACHE
// RUN: gt-opt %s --gt-set-machine=cpu=sm_90 --gt-stencils-to-loops --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s --check-prefix=GPU

// CHECK: %[[MISALIGNED:.+]] = llvm.mlir.constant(63 : i64)
// CHECK: %[[INLINE:.+]] = llvm.mlir.constant(63 : i64)
// CHECK: llvm.and %{{.+}}, %[[INLINE]]
// CHECK: %[[REST:.+]] = llvm.and %{{.+}}, %[[MISALIGNED]]
// CHECK: %[[ALIGNED:.+]] = llvm.icmp "slt" %[[REST]]
// CHECK: %[[STREAMS:.+]] = llvm.and %{{.+}}, %[[ALIGNED]]
// CHECK: %[[FIRST:.+]] = llvm.select %[[STREAMS]], %{{.+}}, %[[WHOLE:.+]] : i1, i64
// CHECK: %[[LINES:.+]] = llvm.select %[[STREAMS]], %{{.+}}, %[[FIRST]] : i1, i64
// CHECK: llvm.br ^[[PART:bb[0-9]+]](%{{.+}}, %[[FIRST]], %[[LINES]] : i64, i64, i64)
// CHECK: ^[[PART]](%{{.+}}: i64, %[[PLAIN:.+]]: i64, %[[END:.+]]: i64):
// CHECK-NOT: alignment = {{[0-9][0-9]}}
// CHECK: llvm.load %{{.+}} {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK-NOT: alignment = {{[0-9][0-9]}}
// CHECK: llvm.store %{{.+}} {alignment = 8 : i64} : vector<8xf64>
// CHECK-NOT: alignment = {{[0-9][0-9]}}
// CHECK: llvm.icmp "slt" %[[PLAIN]], %[[END]] : i64
// CHECK: llvm.load %{{.+}} {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK: llvm.store %{{.+}} {alignment = 64 : i64, nontemporal} : vector<8xf64>
// CHECK-NOT: alignment = {{[0-9][0-9]}}

// CACHE: llvm.store %{{.+}} {alignment = 8 : i64} : vector<8xf64>
// CACHE-NOT: alignment = {{[0-9][0-9]}}

// GPU: llvm.load %{{.+}} {alignment = 8 : i64} : !llvm.ptr -> f64
// GPU: llvm.fmul
// GPU: llvm.store %{{.+}} {alignment = 8 : i64} : f64
// GPU-NOT: alignment = {{[0-9][0-9]}}
!s = !gt.storage<[J, I], f64, unit>
gt.program @scale(%u: !s, %v: !s, %a: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.mul %0, %a : (f64, f64) -> f64
    gt.write %1 to %v : f64, !s
  }
}
