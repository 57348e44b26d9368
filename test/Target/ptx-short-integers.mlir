// Integers of 8 and 16 bits are computed in whole registers: assemblers get halves wrong.
// RUN: gt-opt %s --gt-gpu-pipeline="chip=sm_90 ptx-file=%t.ptx thread-points=1,1" -o /dev/null
// RUN: FileCheck %s < %t.ptx
// RUN: FileCheck %s --check-prefix=SHORT --allow-empty < %t.ptx

// SHORT-NOT: %rs
// SHORT-NOT: neg.s

// CHECK-LABEL: .entry k0(
// CHECK: ld.global.s8 [[A:%r[0-9]+]],
// CHECK: max.s32 [[LEAST:%r[0-9]+]], [[A]], -1;
// CHECK: min.s32 %r{{[0-9]+}}, [[LEAST]], 1;
// CHECK: st.global.b8
gt.program @signs(%u: !gt.storage<[I], i8, unit>, %v: !gt.storage<[I], i8, unit>,
                  %w: !gt.storage<[I], ui16, unit>, %x: !gt.storage<[I], ui16, unit>,
                  %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], i8, unit> -> i8
    %1 = gt.sign %0 : (i8) -> i8
    %2 = gt.access %u [I + 1] : !gt.storage<[I], i8, unit> -> i8
    %3 = gt.pow %1, %2 : (i8, i8) -> i8
    gt.write %3 to %v : i8, !gt.storage<[I], i8, unit>
  }
  // CHECK-LABEL: .entry k1(
  // CHECK: abs.s32
  // CHECK: st.global.b8
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], i8, unit> -> i8
    %1 = gt.abs %0 : (i8) -> i8
    gt.write %1 to %v : i8, !gt.storage<[I], i8, unit>
  }
  // CHECK-LABEL: .entry k2(
  // CHECK: ld.global.b16 [[A:%r[0-9]+]],
  // CHECK: ld.global.b16 [[B:%r[0-9]+]],
  // CHECK: max.u32 %r{{[0-9]+}}, [[A]], [[B]];
  // CHECK: st.global.b16
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %w : !gt.storage<[I], ui16, unit> -> ui16
    %1 = gt.access %w [I + 1] : !gt.storage<[I], ui16, unit> -> ui16
    %2 = gt.max %0, %1 : (ui16, ui16) -> ui16
    gt.write %2 to %x : ui16, !gt.storage<[I], ui16, unit>
  }
}
