// What recomputing costs depends on the machine: a division takes more additions where dividers
// are narrower than vectors, and keeping a value takes more cycles through memory than in caches.
// RUN: gt-opt %s --gt-place-fields | FileCheck %s --check-prefix=ZEN
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-place-fields | FileCheck %s --check-prefix=ZEN
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v3 --gt-place-fields | FileCheck %s --check-prefix=ZEN
// RUN: gt-opt %s --gt-set-machine=cpu=znver4 --gt-place-fields | FileCheck %s --check-prefix=ZEN
// RUN: gt-opt %s --gt-set-machine=cpu=skylake --gt-place-fields | FileCheck %s --check-prefix=AVX2
// RUN: gt-opt %s --gt-set-machine=cpu=skylake --gt-place-fields=in-cache=false | FileCheck %s --check-prefix=MEMORY
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-place-fields=in-cache=false | FileCheck %s --check-prefix=AVX512

// ZEN: div: inline: read at 2 positions, recomputing costs 18 cycles
// AVX2: div: materialise: read at 2 positions, recomputing would cost 36 cycles, more than 28
// MEMORY: div: inline: read at 2 positions, recomputing costs 36 cycles
// AVX512: div: materialise: read at 2 positions, recomputing would cost 72 cycles, more than 44
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @quotients(%u: !s, %v: !s, %c: f64, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.div %c, %0 : (f64, !f) -> !f
  %2 = gt.div %c, %1 : (f64, !f) -> !f
  %3 = gt.shift %2 [I + 1] : !f
  %4 = gt.sub %3, %2 : (!f, !f) -> !f
  gt.store %4 to %v over %i : !f, !s, !gt.range<I>
}
