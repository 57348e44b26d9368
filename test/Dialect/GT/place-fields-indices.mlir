// Who reads a field at indices reads these, too.
// RUN: gt-opt %s --split-input-file --gt-place-fields | FileCheck %s
// RUN: gt-opt %s --split-input-file --gt-place-fields --gt-fields-to-stencils -o /dev/null

// A reduction reads all parts of a concatenation of indices.
// CHECK-LABEL: @reduced
// CHECK-SAME: concat: materialise: a reduction or scan reads all of its parts
!f = !gt.field<[I, J], f64>
!n = !gt.field<[I, J], i32>
!s = !gt.storage<[I, J], f64, unit>
!m = !gt.storage<[I, J], i32, unit>
gt.program @reduced(%u: !s, %first: !m, %second: !m, %v: !gt.storage<[], f64>, %i: !gt.range<I>,
                    %j: !gt.range<J>, %below: !gt.range<J>, %above: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %first : !m -> !n
  %2 = gt.load %second : !m -> !n
  %3 = gt.concat %1, %2 over %below, %above : (!n, !n), !gt.range<J>, !gt.range<J> -> !n
  %4 = gt.remap %0 by %3 in %i : !f by !n in !gt.range<I> -> !f
  %5 = gt.reduce sum %4 over %i, %j : !f, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
  gt.store %5 to %v : !gt.field<[], f64>, !gt.storage<[], f64>
}

// -----

// Where indices are read at indices, these may lie in any part.
// CHECK-LABEL: @indexed
// CHECK-SAME: concat: materialise: read at indices that may lie in any of its parts
!f = !gt.field<[I, J], f64>
!n = !gt.field<[I, J], i32>
!s = !gt.storage<[I, J], f64, unit>
!m = !gt.storage<[I, J], i32, unit>
gt.program @indexed(%u: !s, %first: !m, %second: !m, %v: !s, %i: !gt.range<I>, %j: !gt.range<J>,
                    %below: !gt.range<J>, %above: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %first : !m -> !n
  %2 = gt.load %second : !m -> !n
  %3 = gt.concat %1, %2 over %below, %above : (!n, !n), !gt.range<J>, !gt.range<J> -> !n
  %4 = gt.remap %0 by %3 in %i : !f by !n in !gt.range<I> -> !f
  %5 = gt.remap %4 by %1 in %j : !f by !n in !gt.range<J> -> !f
  gt.store %5 to %v over %i, %j : !f, !s, !gt.range<I>, !gt.range<J>
}

// -----

// Indices that are dear and lack a dimension of their reader are kept.
// CHECK-LABEL: @dear
// CHECK-SAME: cast: materialise: lacks a dimension of its reader, recomputing would cost
!f = !gt.field<[I, J], f64>
!s = !gt.storage<[I, J], f64, unit>
!g = !gt.field<[I], f64>
!n = !gt.field<[I], i32>
gt.program @dear(%u: !s, %w: !gt.storage<[I], f64, unit>, %v: !s, %i: !gt.range<I>,
                 %j: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %w : !gt.storage<[I], f64, unit> -> !g
  %2 = gt.exp %1 : (!g) -> !g
  %3 = gt.cast %2 : (!g) -> !n
  %4 = gt.remap %0 by %3 in %j : !f by !n in !gt.range<J> -> !g
  %5 = gt.add %0, %4 : (!f, !g) -> !f
  gt.store %5 to %v over %i, %j : !f, !s, !gt.range<I>, !gt.range<J>
}
