// Elements that lie side by side where an index says are loaded together where lanes are loaded one
// by one: a pair a lane, whichever of the two comes first. Lanes behind a row's end are moved to a
// zero. A third one is alone.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=znver5 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=PAIRS
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=znver3 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=AVX2
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=icelake-server in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=GATHERS

// PAIRS-LABEL: <k0>:
// PAIRS-NOT:     gather
// PAIRS:         vmovupd (%{{.*}}), %xmm
// PAIRS:         vinsertf{{.*}} $0x1, (%{{.*}}), %ymm
// PAIRS:         vunpck{{[lh]}}pd
// PAIRS:         vunpck{{[lh]}}pd
// PAIRS-NOT:     vmovhpd
// PAIRS:         vmovupd %zmm{{[0-9]+}}, (
// PAIRS:         jl
// PAIRS-NOT:     gather
// PAIRS:         vunpck{{[lh]}}pd
// PAIRS-NOT:     gather
// PAIRS-LABEL: <k1>:
// PAIRS-NOT:     gather
// PAIRS:         vmovhpd
// PAIRS:         vshufps
// PAIRS:         vshufps
// PAIRS-NOT:     vinsertps
// PAIRS:         vmovups %zmm{{[0-9]+}}, (
// PAIRS:         jl
// PAIRS-LABEL: <k2>:
// PAIRS:         vunpck{{[lh]}}pd
// PAIRS:         vmovhpd
// PAIRS:         vmovupd %zmm{{[0-9]+}}, (

// AVX2-LABEL: <k0>:
// AVX2-NOT:     gather
// AVX2:         vinsertf128 $0x1, (%{{.*}}), %ymm
// AVX2:         vunpcklpd
// AVX2:         vunpckhpd
// AVX2:         vmovupd %ymm{{[0-9]+}}, (

// GATHERS-LABEL: <k0>:
// GATHERS:       vgatherqpd
// GATHERS:       vgatherqpd
// GATHERS:       vmovupd %zmm{{[0-9]+}}, (
gt.program @between(%u: !gt.storage<[J, I], f64, unit>, %t: !gt.storage<[J, I], i32, unit>,
                    %v: !gt.storage<[J, I], f64, unit>, %f: !gt.storage<[J, I], f32, unit>,
                    %g: !gt.storage<[J, I], f32, unit>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %t : !gt.storage<[J, I], i32, unit> -> i32
    %1 = gt.access %u [J by %0, I by %0] : !gt.storage<[J, I], f64, unit>, i32, i32 -> f64
    %2 = gt.access %u [J by %0, I by %0 + 1] : !gt.storage<[J, I], f64, unit>, i32, i32 -> f64
    %3 = gt.sub %1, %2 : (f64, f64) -> f64
    gt.write %3 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %t : !gt.storage<[J, I], i32, unit> -> i32
    %1 = gt.access %f [J by %0, I by %0 + 1] : !gt.storage<[J, I], f32, unit>, i32, i32 -> f32
    %2 = gt.access %f [J by %0, I by %0] : !gt.storage<[J, I], f32, unit>, i32, i32 -> f32
    %3 = gt.sub %1, %2 : (f32, f32) -> f32
    gt.write %3 to %g : f32, !gt.storage<[J, I], f32, unit>
  }
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %t : !gt.storage<[J, I], i32, unit> -> i32
    %1 = gt.access %u [J by %0, I by %0 + 1] : !gt.storage<[J, I], f64, unit>, i32, i32 -> f64
    %2 = gt.access %u [J by %0, I by %0] : !gt.storage<[J, I], f64, unit>, i32, i32 -> f64
    %3 = gt.access %u [J by %0, I by %0 - 1] : !gt.storage<[J, I], f64, unit>, i32, i32 -> f64
    %4 = gt.sub %1, %2 : (f64, f64) -> f64
    %5 = gt.mul %4, %3 : (f64, f64) -> f64
    gt.write %5 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}
