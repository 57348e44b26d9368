// PTX of folds: threads accumulate, then wait for each other and combine what they have in
// shared memory; equal kernels have one entry.
// RUN: gt-opt %s --gt-gpu-pipeline="chip=sm_75 ptx-file=%t.ptx image-file=%t.image" | FileCheck %s --check-prefix=IMAGE
// RUN: FileCheck %s < %t.ptx
// RUN: tail -c 7 %t.image | tr '\000' '.' | FileCheck %s --check-prefix=NAMES

// IMAGE: llvm.mlir.alias external @k1
// CHECK: .shared .align 16 .b8 gt_shared[4096];
// CHECK-NOT: .func
// CHECK: .visible .entry k0(
// CHECK-NOT: .local
// CHECK: ld.global.b64
// CHECK-NEXT: add.rn.f64
// CHECK: st.shared.b64
// CHECK-NEXT: bar.sync
// CHECK: setp.gt.s64 {{.*}}, 31;
// CHECK: ld.shared.b64
// CHECK: ld.shared.b64
// CHECK: add.rn.f64
// CHECK-NEXT: st.shared.b64
// CHECK: bar.sync
// CHECK: setp.gt.s64 {{.*}}, 15;
// CHECK: ld.shared.b64
// CHECK: ld.shared.b64
// CHECK: add.rn.f64
// CHECK-NEXT: st.shared.b64
// CHECK: bar.sync
// CHECK: setp.gt.s64 {{.*}}, 7;
// CHECK: ld.shared.b64
// CHECK: ld.shared.b64
// CHECK: add.rn.f64
// CHECK-NEXT: st.shared.b64
// CHECK: bar.sync
// CHECK: setp.gt.s64 {{.*}}, 3;
// CHECK: ld.shared.b64
// CHECK: ld.shared.b64
// CHECK: add.rn.f64
// CHECK-NEXT: st.shared.b64
// CHECK: bar.sync
// CHECK: setp.gt.s64 {{.*}}, 1;
// CHECK: ld.shared.b64
// CHECK: ld.shared.b64
// CHECK: add.rn.f64
// CHECK-NEXT: st.shared.b64
// CHECK: bar.sync
// CHECK: setp.gt.s64 {{.*}}, 0;
// CHECK: ld.shared.b64
// CHECK: ld.shared.b64
// CHECK: add.rn.f64
// CHECK-NEXT: st.shared.b64
// CHECK: bar.sync
// CHECK-NOT: call
// CHECK-NOT: .entry
// NAMES: .k0.k0.
!s = !gt.storage<[J, I], f64, unit>
!r = !gt.storage<[J], f64, unit>
gt.program @sums(%u: !s, %v: !s, %a: !r, %b: !r, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %u : !s -> f64
    gt.yield %0 : f64
  } into %a : !r
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %v : !s -> f64
    gt.yield %0 : f64
  } into %b : !r
}
