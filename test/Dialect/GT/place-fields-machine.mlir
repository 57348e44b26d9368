// What recomputing costs depends on the machine: a division takes more additions where dividers
// are narrower than vectors, and keeping a value takes more cycles through memory than in caches.
// RUN: gt-opt %s --gt-place-fields | FileCheck %s --check-prefix=ZEN
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-place-fields | FileCheck %s --check-prefix=ZEN
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v3 --gt-place-fields | FileCheck %s --check-prefix=ZEN
// RUN: gt-opt %s --gt-set-machine=cpu=znver4 --gt-place-fields | FileCheck %s --check-prefix=ZEN
// RUN: gt-opt %s --gt-set-machine=cpu=skylake --gt-place-fields | FileCheck %s --check-prefix=AVX2
// RUN: gt-opt %s --gt-set-machine=cpu=skylake --gt-place-fields=in-cache=false | FileCheck %s --check-prefix=MEMORY
// RUN: gt-opt %s --gt-set-machine=cpu=sapphirerapids --gt-place-fields=in-cache=false | FileCheck %s --check-prefix=AVX512

// ZEN: div: inline: read at 2 positions, recomputing costs 9 cycles
// AVX2: div: materialise: read at 2 positions, recomputing would cost 18 cycles, more than 11
// MEMORY: div: materialise: read at 2 positions, recomputing would cost 18 cycles, more than 15
// AVX512: div: materialise: read at 2 positions, recomputing would cost 36 cycles, more than 22
!f = !gt.field<[J, I], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @quotients(%u: !s, %v: !s, %c: f64, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.div %c, %0 : (f64, !f) -> !f
  %3 = gt.shift %1 [J + 1] : !f
  %4 = gt.sub %3, %1 : (!f, !f) -> !f
  gt.store %4 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}
