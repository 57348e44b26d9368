// IEEE's minimum and maximum are three instructions of vectors with AVX-512.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v4 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// With AVX2 those of a greatest value are five, of which three compare.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=znver3 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=AVX2

// AVX2-LABEL: <k0>:
// AVX2:         vminpd
// AVX2-NEXT:    vminpd
// AVX2-NEXT:    vorpd
// AVX2-NOT:     vblendv
// AVX2:         vmaxpd
// AVX2-NEXT:    vmaxpd
// AVX2-NEXT:    vandpd
// AVX2-NEXT:    vcmpunordpd
// AVX2-NEXT:    vorpd

// CHECK-LABEL: <k0>:
// CHECK:      vminpd [[B:%zmm[0-9]+]], [[A:%zmm[0-9]+]], [[ONE:%zmm[0-9]+]]
// CHECK-NEXT: vminpd [[A]], [[B]], [[OTHER:%zmm[0-9]+]]
// CHECK:      vporq [[OTHER]], [[ONE]], %zmm
// CHECK:      vmaxpd
// CHECK:      vmaxpd
// CHECK:      vpternlogq $0xe8,
// Of a greatest value one instruction collects the signs of two vectors.
// CHECK-LABEL: <k1>:
// CHECK:      vpternlogq $0x80,
// CHECK:      retq
// With a number that all points share they are two.
// CHECK-LABEL: <k2>:
// CHECK:      vminpd
// CHECK-NEXT: vporq
// CHECK:      vmaxpd
// CHECK-NEXT: vaddpd
gt.program @clipped(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                    %w: !gt.storage<[J, I], f64, unit>, %s: !gt.storage<[J], f64, unit>,
                    %low: f64, %high: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %u [J + 1] : !gt.storage<[J, I], f64, unit> -> f64
    %2 = gt.access %u [J - 1] : !gt.storage<[J, I], f64, unit> -> f64
    %3 = gt.min %0, %1 : (f64, f64) -> f64
    %4 = gt.max %3, %2 : (f64, f64) -> f64
    gt.write %4 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
  gt.fold max over %j : !gt.range<J> along %i : !gt.range<I> lanes {
    %0 = gt.access %v : !gt.storage<[J, I], f64, unit> -> f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[J], f64, unit>
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.min %0, %high : (f64, f64) -> f64
    %2 = gt.max %low, %1 : (f64, f64) -> f64
    gt.write %2 to %w : f64, !gt.storage<[J, I], f64, unit>
  }
}
