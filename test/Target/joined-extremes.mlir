// The greatest of several values is found by a comparison each, where IEEE's of two would take more;
// whether some is NaN is asked of two values at once, and once for the least and the greatest of
// the same. What is asked of fewer values than four goes two by two.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=znver3 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v4 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=MASKS

!s = !gt.storage<[J, I], f64, unit>

// CHECK-LABEL:   <k0>:
// CHECK:         vmaxpd
// CHECK-COUNT-2: vcmpordpd
// CHECK-NOT:     vcmp
// CHECK:         vmovupd %ymm{{[0-9]+}}, (
// CHECK:         jl

// Three values.
// CHECK-LABEL:   <k1>:
// CHECK-NOT:     vcmpordpd
// CHECK-COUNT-2: vcmpunordpd

// MASKS-NOT:     vcmpord
gt.program @spread(%u: !s, %v: !s, %w: !s, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [J - 2] : !s -> f64
    %1 = gt.access %u [J - 1] : !s -> f64
    %2 = gt.access %u : !s -> f64
    %3 = gt.access %u [J + 1] : !s -> f64
    %4 = gt.access %u [J + 2] : !s -> f64
    %5 = gt.max %0, %1 : (f64, f64) -> f64
    %6 = gt.max %5, %2 : (f64, f64) -> f64
    %7 = gt.max %6, %3 : (f64, f64) -> f64
    %8 = gt.max %7, %4 : (f64, f64) -> f64
    %9 = gt.min %0, %1 : (f64, f64) -> f64
    %10 = gt.min %9, %2 : (f64, f64) -> f64
    %11 = gt.min %10, %3 : (f64, f64) -> f64
    %12 = gt.min %11, %4 : (f64, f64) -> f64
    %13 = gt.sub %8, %12 : (f64, f64) -> f64
    gt.write %13 to %v : f64, !s
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [J - 1] : !s -> f64
    %1 = gt.access %u : !s -> f64
    %2 = gt.access %u [J + 1] : !s -> f64
    %3 = gt.max %0, %1 : (f64, f64) -> f64
    %4 = gt.max %3, %2 : (f64, f64) -> f64
    gt.write %4 to %w : f64, !s
  }
}
