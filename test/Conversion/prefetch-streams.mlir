// A row fetches ahead_bytes ahead of itself, but of more than 16 fields no more than the next row.
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-lay-out-scratch --gt-loops-to-llvm | FileCheck %s
!s = !gt.storage<[J, I], f64, unit>

gt.program @p(%u0: !s, %u1: !s, %u2: !s, %u3: !s, %u4: !s, %u5: !s, %u6: !s, %u7: !s, %u8: !s, %u9: !s,
              %u10: !s, %u11: !s, %u12: !s, %u13: !s, %u14: !s, %u15: !s, %u16: !s, %out: !s,
              %j: !gt.range<J>, %i: !gt.range<I>) {
  // CHECK-LABEL:    llvm.func @some
  // CHECK-DAG:      %[[FAR:.*]] = llvm.mlir.constant(16384 : i64)
  // CHECK:          llvm.udiv %[[FAR]],
  // CHECK-COUNT-16: llvm.intr.prefetch
  gt.kernel @some over %j, %i : !gt.range<J>, !gt.range<I> flops 15 {
    gt.loop J {
      gt.row I lanes 8 {
        gt.prefetch %u0 : !s
        gt.prefetch %u1 : !s
        gt.prefetch %u2 : !s
        gt.prefetch %u3 : !s
        gt.prefetch %u4 : !s
        gt.prefetch %u5 : !s
        gt.prefetch %u6 : !s
        gt.prefetch %u7 : !s
        gt.prefetch %u8 : !s
        gt.prefetch %u9 : !s
        gt.prefetch %u10 : !s
        gt.prefetch %u11 : !s
        gt.prefetch %u12 : !s
        gt.prefetch %u13 : !s
        gt.prefetch %u14 : !s
        gt.prefetch %u15 : !s
        %x0 = gt.get %u0 : !s -> f64
        %x1 = gt.get %u1 : !s -> f64
        %x2 = gt.get %u2 : !s -> f64
        %x3 = gt.get %u3 : !s -> f64
        %x4 = gt.get %u4 : !s -> f64
        %x5 = gt.get %u5 : !s -> f64
        %x6 = gt.get %u6 : !s -> f64
        %x7 = gt.get %u7 : !s -> f64
        %x8 = gt.get %u8 : !s -> f64
        %x9 = gt.get %u9 : !s -> f64
        %x10 = gt.get %u10 : !s -> f64
        %x11 = gt.get %u11 : !s -> f64
        %x12 = gt.get %u12 : !s -> f64
        %x13 = gt.get %u13 : !s -> f64
        %x14 = gt.get %u14 : !s -> f64
        %x15 = gt.get %u15 : !s -> f64
        %s1 = gt.add %x0, %x1 : (f64, f64) -> f64
        %s2 = gt.add %s1, %x2 : (f64, f64) -> f64
        %s3 = gt.add %s2, %x3 : (f64, f64) -> f64
        %s4 = gt.add %s3, %x4 : (f64, f64) -> f64
        %s5 = gt.add %s4, %x5 : (f64, f64) -> f64
        %s6 = gt.add %s5, %x6 : (f64, f64) -> f64
        %s7 = gt.add %s6, %x7 : (f64, f64) -> f64
        %s8 = gt.add %s7, %x8 : (f64, f64) -> f64
        %s9 = gt.add %s8, %x9 : (f64, f64) -> f64
        %s10 = gt.add %s9, %x10 : (f64, f64) -> f64
        %s11 = gt.add %s10, %x11 : (f64, f64) -> f64
        %s12 = gt.add %s11, %x12 : (f64, f64) -> f64
        %s13 = gt.add %s12, %x13 : (f64, f64) -> f64
        %s14 = gt.add %s13, %x14 : (f64, f64) -> f64
        %s15 = gt.add %s14, %x15 : (f64, f64) -> f64
        gt.put %s15 to %out streaming : f64, !s
      }
    }
  }
  // CHECK-LABEL:    llvm.func @many
  // CHECK-NOT:      llvm.mlir.constant(16384 : i64)
  // CHECK:          %[[NEXT:.*]] = llvm.mlir.constant(64 : i64)
  // CHECK:          llvm.udiv %[[NEXT]],
  // CHECK-COUNT-17: llvm.intr.prefetch
  gt.kernel @many over %j, %i : !gt.range<J>, !gt.range<I> flops 16 {
    gt.loop J {
      gt.row I lanes 8 {
        gt.prefetch %u0 : !s
        gt.prefetch %u1 : !s
        gt.prefetch %u2 : !s
        gt.prefetch %u3 : !s
        gt.prefetch %u4 : !s
        gt.prefetch %u5 : !s
        gt.prefetch %u6 : !s
        gt.prefetch %u7 : !s
        gt.prefetch %u8 : !s
        gt.prefetch %u9 : !s
        gt.prefetch %u10 : !s
        gt.prefetch %u11 : !s
        gt.prefetch %u12 : !s
        gt.prefetch %u13 : !s
        gt.prefetch %u14 : !s
        gt.prefetch %u15 : !s
        gt.prefetch %u16 : !s
        %x0 = gt.get %u0 : !s -> f64
        %x1 = gt.get %u1 : !s -> f64
        %x2 = gt.get %u2 : !s -> f64
        %x3 = gt.get %u3 : !s -> f64
        %x4 = gt.get %u4 : !s -> f64
        %x5 = gt.get %u5 : !s -> f64
        %x6 = gt.get %u6 : !s -> f64
        %x7 = gt.get %u7 : !s -> f64
        %x8 = gt.get %u8 : !s -> f64
        %x9 = gt.get %u9 : !s -> f64
        %x10 = gt.get %u10 : !s -> f64
        %x11 = gt.get %u11 : !s -> f64
        %x12 = gt.get %u12 : !s -> f64
        %x13 = gt.get %u13 : !s -> f64
        %x14 = gt.get %u14 : !s -> f64
        %x15 = gt.get %u15 : !s -> f64
        %x16 = gt.get %u16 : !s -> f64
        %s1 = gt.add %x0, %x1 : (f64, f64) -> f64
        %s2 = gt.add %s1, %x2 : (f64, f64) -> f64
        %s3 = gt.add %s2, %x3 : (f64, f64) -> f64
        %s4 = gt.add %s3, %x4 : (f64, f64) -> f64
        %s5 = gt.add %s4, %x5 : (f64, f64) -> f64
        %s6 = gt.add %s5, %x6 : (f64, f64) -> f64
        %s7 = gt.add %s6, %x7 : (f64, f64) -> f64
        %s8 = gt.add %s7, %x8 : (f64, f64) -> f64
        %s9 = gt.add %s8, %x9 : (f64, f64) -> f64
        %s10 = gt.add %s9, %x10 : (f64, f64) -> f64
        %s11 = gt.add %s10, %x11 : (f64, f64) -> f64
        %s12 = gt.add %s11, %x12 : (f64, f64) -> f64
        %s13 = gt.add %s12, %x13 : (f64, f64) -> f64
        %s14 = gt.add %s13, %x14 : (f64, f64) -> f64
        %s15 = gt.add %s14, %x15 : (f64, f64) -> f64
        %s16 = gt.add %s15, %x16 : (f64, f64) -> f64
        gt.put %s16 to %out streaming : f64, !s
      }
    }
  }
}
