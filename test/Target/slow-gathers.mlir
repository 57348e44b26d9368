// Whether the lanes of a vector are gathered or loaded one by one is up to the CPU. The
// indices are read again from the table, or from the stack if they are computed; the
// rest of a row is gathered under its mask, or loaded without a branch where masks have no
// registers.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=icelake-server in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=FAST
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=znver4 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=SLOW

// RUN: gt-opt %s --gt-cpu-pipeline="cpu=znver3 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=AVX2

// FAST-LABEL: <k0>:
// FAST:         vgatherdpd
// FAST:         vgatherdpd

// SLOW-LABEL: <k0>:
// SLOW-COUNT-8: movslq
// SLOW-NOT:     vgatherdpd
// SLOW:         vmovupd %zmm{{[0-9]+}}, (
// SLOW:         jl
// SLOW:         vgatherdpd {{.*}} {%k

// AVX2-LABEL: <k0>:
// AVX2-NOT:     gather
// AVX2:         vmovupd %ymm{{[0-9]+}}, (
// AVX2-COUNT-4: cmov
// AVX2-NOT:     j
// AVX2:         vmaskmovpd
// AVX2-NOT:     gather
gt.program @gather(%u: !gt.storage<[V], f64, unit>, %t: !gt.storage<[E], i32, unit>,
                   %w: !gt.storage<[E], f64, unit>, %e: !gt.range<E>) {
  gt.stencil over %e : !gt.range<E> {
    %0 = gt.access %t : !gt.storage<[E], i32, unit> -> i32
    %1 = gt.access %u [V by %0] : !gt.storage<[V], f64, unit>, i32 -> f64
    gt.write %1 to %w : f64, !gt.storage<[E], f64, unit>
  }
}
