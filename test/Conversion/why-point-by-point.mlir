// Why the rows of a kernel are no vectors, and how wide they are without wide registers.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --split-input-file --remarks-filter=gt-stencils-to-loops --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=V4
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v2 --gt-stencils-to-loops --split-input-file | FileCheck %s --check-prefix=V2
// RUN: gt-opt %s --gt-set-machine=cpu=sm_90 --gt-stencils-to-loops --split-input-file --remarks-filter=gt-stencils-to-loops --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=GPU

// Squares of two vectors of two are not transposed in registers: a block is staged element by element.
// V2-LABEL: gt.program @across
// V2:         gt.stage %{{.*}} : !gt.storage<[I, J], f64, unit> into %{{.*}} : !gt.buffer<[J: 72, I: 64], f64>{{$}}
// V2-NEXT:    gt.loop J {
// V2-NEXT:      gt.row I lanes 2 {
// V4:         Function=across | Remark="rows along I go in vectors of 8"
// GPU:        Function=across | Remark="goes point by point: threads run them"
gt.program @across(%u: !gt.storage<[I, J], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                   %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I, J], f64, unit> -> f64
    gt.write %0 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// Memory is contiguous, but for the pairs that a table finds.
// V2-LABEL: gt.program @gathered_pairs
// V2:         gt.row E lanes 1 {
// V4:         Function=gathered_pairs | Remark="goes point by point: complex numbers are gathered"
!u = !gt.storage<[V], complex<f64>, unit>
!t = !gt.storage<[L, E], i32, unit>
!w = !gt.storage<[E], complex<f64>, unit>
gt.program @gathered_pairs(%u: !u, %t: !t, %w: !w, %e: !gt.range<E>, %l: !gt.range<L>) {
  gt.stencil over %e : !gt.range<E> {
    %0 = gt.access %t [L at %l] : !t, !gt.range<L> -> i32
    %1 = gt.access %u [V by %0] : !u, i32 -> complex<f64>
    gt.write %1 to %w : complex<f64>, !w
  }
}

// -----

// A sum along columns, which are contiguous.
// V2-LABEL: gt.program @columns
// V4:         Function=columns | Remark="goes point by point: its columns are contiguous and cost little"
// GPU:        Function=columns | Remark="goes point by point: threads run them"
!s = !gt.storage<[J, I, K], f64, unit>
gt.program @columns(%u: !s, %t: !gt.storage<[I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>, %k: !gt.range<K>) {
  gt.sweep backward over %j, %i : !gt.range<J>, !gt.range<I> along %k : !gt.range<K> from {
    %0 = gt.access %t : !gt.storage<[I], f64, unit> -> f64
    gt.yield %0 : f64
  } do {
  ^bb0(%c: f64):
    %0 = gt.access %u : !s -> f64
    %1 = gt.add %c, %0 : (f64, f64) -> f64
    gt.write %1 to %u : f64, !s
    gt.yield %1 : f64
  }
}
