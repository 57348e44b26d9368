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
// MEMORY: div: materialise: read at 2 positions, recomputing would cost 18 cycles, more than 11
// AVX512: div: materialise: read at 2 positions, recomputing would cost 36 cycles, more than 16
!f = !gt.field<[J, I], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @quotients(%u: !s, %v: !s, %c: f64, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.div %c, %0 : (f64, !f) -> !f
  %3 = gt.shift %1 [J + 1] : !f
  %4 = gt.sub %3, %1 : (!f, !f) -> !f
  gt.store %4 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}

// A reduction has no use of a window: it goes through all of what it reads.
// ZEN: div: inline: read at 2 positions, recomputing costs 9 cycles
// MEMORY: div: materialise: read at 2 positions, recomputing would cost 18 cycles, more than 15
// AVX512: div: materialise: read at 2 positions, recomputing would cost 36 cycles, more than 22
gt.program @reduced(%u: !s, %v: !gt.storage<[], f64>, %c: f64, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.div %c, %0 : (f64, !f) -> !f
  %2 = gt.shift %1 [J + 1] : !f
  %3 = gt.sub %2, %1 : (!f, !f) -> !f
  %4 = gt.reduce sum %3 over %j, %i : !f, !gt.range<J>, !gt.range<I> -> !gt.field<[], f64>
  gt.store %4 to %v : !gt.field<[], f64>, !gt.storage<[], f64>
}

// Of kept values, too.
// ZEN: mul: inline: read at 2 positions, recomputing costs 8 cycles
// MEMORY: mul: inline: read at 2 positions, recomputing costs 8 cycles, keeping it 11
// AVX512: mul: inline: read at 2 positions, recomputing costs 8 cycles, keeping it 16
gt.program @between(%u: !s, %v: !s, %c: f64, %j: !gt.range<J>, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.sqrt %0 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  %2 = gt.add %1, %c : (!f, f64) -> !f
  %3 = gt.mul %2, %2 : (!f, !f) -> !f
  %4 = gt.mul %3, %3 : (!f, !f) -> !f
  %5 = gt.mul %4, %4 : (!f, !f) -> !f
  %6 = gt.mul %5, %5 : (!f, !f) -> !f
  %7 = gt.mul %6, %6 : (!f, !f) -> !f
  %8 = gt.mul %7, %7 : (!f, !f) -> !f
  %9 = gt.mul %8, %8 : (!f, !f) -> !f
  %10 = gt.shift %9 [J + 1] : !f
  %11 = gt.sub %10, %9 : (!f, !f) -> !f
  gt.store %11 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}
