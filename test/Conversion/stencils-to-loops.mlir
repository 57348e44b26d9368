// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --split-input-file | FileCheck %s --check-prefix=CACHED
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --split-input-file --remarks-filter=gt-stencils-to-loops --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Where no call streams, nothing is for that.
// CACHED-NOT: streaming
// CACHED-NOT: gt.prefetch

// The machine stands on the module.
// CHECK: module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1, has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384, block_bytes = 45056, most_block_bytes = 98304, registers = 32, has_masks = true>}

// A stencil: loops in the order of the ranges, a row in vectors.
// CHECK-LABEL: gt.program @stencil
// CHECK:       gt.kernel @k0 over %{{.*}}, %{{.*}} : !gt.range<J>, !gt.range<I> flops 2 {
// CHECK-NEXT:    gt.loop J {
// CHECK-NEXT:      gt.row I lanes 8 {
// CHECK-NEXT:        gt.prefetch %[[U:.*]] : !gt.storage<[J, I], f64, unit>
// CHECK-NEXT:        %[[EAST:.*]] = gt.get %[[U]] [I + 1] :
// CHECK-NEXT:        %[[SOUTH:.*]] = gt.get %[[U]] [J - 1] :
// CHECK-NEXT:        %[[SCALED:.*]] = gt.mul %[[SOUTH]], %{{.*}} : (f64, f64) -> f64
// CHECK-NEXT:        %[[SUM:.*]] = gt.add %[[EAST]], %[[SCALED]] : (f64, f64) -> f64
// CHECK-NEXT:        gt.put %[[SUM]] to %{{.*}} streaming : f64, !gt.storage<[J, I], f64, unit>
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// REMARK: remark: [Analysis] lanes
// REMARK-SAME: rows along I go in vectors of 8
gt.program @stencil(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                    %alpha: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %u [J - 1] : !gt.storage<[J, I], f64, unit> -> f64
    %2 = gt.mul %1, %alpha : (f64, f64) -> f64
    %3 = gt.add %0, %2 : (f64, f64) -> f64
    gt.write %3 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// Few points in the fastest loop: one by one along the loop before it.
// CHECK-LABEL: gt.program @narrow
// CHECK:       gt.kernel @k0 over %{{.*}}, %{{.*}}, %{{.*}} : !gt.range<K>, !gt.range<J>, !gt.range<I>
// CHECK-NEXT:    gt.loop K {
// CHECK-NEXT:      gt.loop I {
// CHECK-NEXT:        gt.row J lanes 1 {
// CHECK-NEXT:          %[[EAST:.*]] = gt.get %{{.*}} [I + 1] :
// CHECK-NEXT:          gt.put %[[EAST]] to %{{.*}} : f64
// REMARK: remark: [Analysis] points
// REMARK-SAME: goes point by point: the fastest loop has few points
gt.program @narrow(%u: !gt.storage<[K, J, I], f64, unit>, %v: !gt.storage<[K, J, I], f64, unit>,
                   %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> narrow {
    %0 = gt.access %u [I + 1] : !gt.storage<[K, J, I], f64, unit> -> f64
    gt.write %0 to %v : f64, !gt.storage<[K, J, I], f64, unit>
  }
}

// -----

// What is written, and not read, can be streamed. What does not change along the row stands in front of it.
// CHECK-LABEL: gt.program @streamed
// CHECK:       gt.loop J {
// CHECK-NEXT:    %[[C:.*]] = gt.get %{{.*}} [J - 1] : !gt.storage<[J], f64> -> f64
// CHECK-NEXT:    %[[ROOT:.*]] = gt.sqrt %[[C]] : (f64) -> f64
// CHECK-NEXT:    gt.row I lanes 8 {
// CHECK-NEXT:      %[[X:.*]] = gt.get %{{.*}} : !gt.storage<[J, I], f64, unit> -> f64
// CHECK-NEXT:      %[[Y:.*]] = gt.mul %[[ROOT]], %[[X]]
// CHECK-NEXT:      gt.put %[[Y]] to %[[V:.*]] streaming :
// REMARK: remark: [Analysis] streamed
// REMARK-SAME: results that calls may stream past the caches: 1
gt.program @streamed(%c: !gt.storage<[J], f64>, %u: !gt.storage<[J, I], f64, unit>,
                     %v: !gt.storage<[J, I], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %c [J - 1] : !gt.storage<[J], f64> -> f64
    %1 = gt.sqrt %0 : (f64) -> f64
    %2 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %3 = gt.mul %1, %2 : (f64, f64) -> f64
    gt.write %3 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// What is contiguous along another loop dimension is staged in blocks, squares
// of it transposed in registers; that dimension stays whole in tiles.
// CHECK-LABEL: gt.program @transposed
// CHECK:       gt.kernel @k0 over %{{.*}} : !gt.range<K>, !gt.range<J>, !gt.range<I> across "J" flops 1 {
// CHECK-NEXT:    %[[BLOCK:.*]] = gt.buffer padding 64 : !gt.buffer<[J: 72, I: 64], f64>
// CHECK-NEXT:    gt.loop K {
// CHECK-NEXT:      gt.loop J by 72 {
// CHECK-NEXT:        gt.loop I by 64 {
// CHECK-NEXT:          gt.stage %{{.*}} [I + 1] : !gt.storage<[K, I, J], f64, unit> into %[[BLOCK]] : !gt.buffer<[J: 72, I: 64], f64> transposed 8
// CHECK-NEXT:          gt.loop J {
// CHECK-NEXT:            gt.row I lanes 8 {
// CHECK-NEXT:              %[[X:.*]] = gt.get %[[BLOCK]] : !gt.buffer<[J: 72, I: 64], f64> -> f64
// CHECK-NEXT:              %[[Y:.*]] = gt.get %[[V:.*]] : !gt.storage<[K, J, I], f64, unit> -> f64
// CHECK-NEXT:              %[[Z:.*]] = gt.add %[[X]], %[[Y]]
// CHECK-NEXT:              gt.put %[[Z]] to %[[V]] :
// REMARK: remark: [Analysis] staged
// REMARK-SAME: not contiguous along the row: 1 accesses, staged in blocks of 72 x 64 points
gt.program @transposed(%u: !gt.storage<[K, I, J], f64, unit>, %v: !gt.storage<[K, J, I], f64, unit>,
                       %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[K, I, J], f64, unit> -> f64
    %1 = gt.access %v : !gt.storage<[K, J, I], f64, unit> -> f64
    %2 = gt.add %0, %1 : (f64, f64) -> f64
    gt.write %2 to %v : f64, !gt.storage<[K, J, I], f64, unit>
  }
}

// -----

// Strided memory is staged for a math function, element by element; a block has
// rows alone.
// CHECK-LABEL: gt.program @staged
// CHECK:         %[[ROW:.*]] = gt.buffer padding 64 : !gt.buffer<[I: 64], f64>
// CHECK-NEXT:    gt.loop I by 64 {
// CHECK-NEXT:      gt.stage %{{.*}} : !gt.storage<[I], f64> into %[[ROW]] : !gt.buffer<[I: 64], f64>{{$}}
// CHECK-NEXT:      gt.row I lanes 8 {
// CHECK-NEXT:        gt.get %[[ROW]]
// CHECK-NEXT:        gt.exp
// CHECK-NEXT:        gt.put %{{.*}} to %{{.*}} streaming :
gt.program @staged(%u: !gt.storage<[I], f64>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64> -> f64
    %1 = gt.exp %0 : (f64) -> f64
    gt.write %1 to %v : f64, !gt.storage<[I], f64, unit>
  }
}

// -----

// Else vectors of what is not contiguous are put together, by code for usual strides and
// for any.
// CHECK-LABEL: gt.program @strides
// CHECK:       gt.kernel @k0 over %{{.*}} : !gt.range<I> {
// CHECK-NEXT:    gt.row I lanes 8 strides [-1, 2] {
// CHECK-NEXT:      %[[X:.*]] = gt.get %{{.*}} [I + 1] : !gt.storage<[I], f64> -> f64
// CHECK-NEXT:      gt.put %[[X]] to
// REMARK: remark: [Analysis] strides
// REMARK-SAME: not contiguous along the row: code for strides of -1 and of 2 elements, and for any
gt.program @strides(%u: !gt.storage<[I], f64>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[I], f64> -> f64
    gt.write %0 to %v : f64, !gt.storage<[I], f64, unit>
  }
}

// -----

// Where nothing is known to be contiguous it mostly is.
// CHECK-LABEL: gt.program @any_strides
// CHECK:         gt.row I lanes 16 strides [1, 2] {
gt.program @any_strides(%u: !gt.storage<[I], i8>, %v: !gt.storage<[I], i8>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], i8> -> i8
    gt.write %0 to %v : i8, !gt.storage<[I], i8>
  }
}

// -----

// Pairs that are not contiguous go point by point.
// CHECK-LABEL: gt.program @points
// CHECK:         gt.row I lanes 1 {
// REMARK: remark: [Analysis] points
// REMARK-SAME: goes point by point: memory is not contiguous along the row
gt.program @points(%u: !gt.storage<[I], complex<f64>>, %v: !gt.storage<[I], complex<f64>, unit>,
                   %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[I], complex<f64>> -> complex<f64>
    gt.write %0 to %v : complex<f64>, !gt.storage<[I], complex<f64>, unit>
  }
}

// -----

// Without ranges there is one point. Values come before checks and writes.
// CHECK-LABEL: gt.program @point
// CHECK:       gt.kernel @k0 flops 2 {
// CHECK-NEXT:    %[[U:.*]] = gt.get %{{.*}} : !gt.storage<[], f64> -> f64
// CHECK-NEXT:    %[[S:.*]] = gt.add %[[U]], %[[U]]
// CHECK-NEXT:    %[[N:.*]] = gt.neg %[[S]]
// CHECK-NEXT:    gt.check_finite %[[S]] : f64
// CHECK-NEXT:    gt.put %[[S]] to
// CHECK-NEXT:    gt.put %[[N]] to
// REMARK: goes point by point: there is no loop
gt.program @point(%u: !gt.storage<[], f64>, %v: !gt.storage<[], f64>) {
  gt.stencil {
    %0 = gt.access %u : !gt.storage<[], f64> -> f64
    %1 = gt.add %0, %0 : (f64, f64) -> f64
    gt.check_finite %1 : f64
    gt.write %1 to %u : f64, !gt.storage<[], f64>
    %2 = gt.neg %1 : (f64) -> f64
    gt.write %2 to %v : f64, !gt.storage<[], f64>
  }
}

// -----

// Where neighbours are read, rows that stream fetch ahead: of the lines of a plane the
// foremost, and of planes that the loops go through one after the other.
// CHECK-LABEL: gt.program @neighbours_ahead
// CHECK:        gt.row I lanes 8 {
// CHECK-NEXT:     gt.prefetch %[[U:.*]] [J + 2] : !gt.storage<[K, J, I], f64, unit>
// CHECK-NEXT:     gt.prefetch %[[C:.*]] : !gt.storage<[J, I], f64, unit>
// CHECK-NEXT:     gt.get
// CHECK:          gt.put %{{.*}} streaming
gt.program @neighbours_ahead(%u: !gt.storage<[K, J, I], f64, unit>,
                             %c: !gt.storage<[J, I], f64, unit>,
                             %v: !gt.storage<[K, J, I], f64, unit>, %i: !gt.range<I>,
                             %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[K, J, I], f64, unit> -> f64
    %1 = gt.access %u [J + 2] : !gt.storage<[K, J, I], f64, unit> -> f64
    %2 = gt.access %u [J - 2] : !gt.storage<[K, J, I], f64, unit> -> f64
    %3 = gt.access %u [K - 1] : !gt.storage<[K, J, I], f64, unit> -> f64
    %4 = gt.access %c : !gt.storage<[J, I], f64, unit> -> f64
    %5 = gt.add %0, %1 : (f64, f64) -> f64
    %6 = gt.add %2, %3 : (f64, f64) -> f64
    %7 = gt.add %5, %6 : (f64, f64) -> f64
    %8 = gt.mul %4, %7 : (f64, f64) -> f64
    gt.write %8 to %v : f64, !gt.storage<[K, J, I], f64, unit>
  }
}

// -----

// What is promised stays so; what is read is not streamed past the caches.
// CHECK-LABEL: gt.program @in_place
// CHECK-NOT:   streaming
// CHECK:       %[[U:.*]] = gt.get %{{.*}} [J at %{{.*}}] :
// CHECK:       gt.put %[[U]] to %{{.*}} in_place :
gt.program @in_place(%u: !gt.storage<[J, I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>,
                     %below: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [J at %below] : !gt.storage<[J, I], f64, unit>, !gt.range<J> -> f64
    gt.write %0 to %u in_place : f64, !gt.storage<[J, I], f64, unit>
  }
}

// -----

// Indices of neighbours that all levels share are staged once for many of them, in long rows.
// CHECK-LABEL: gt.program @neighbours
// CHECK:      gt.kernel @k0 {{.*}} across "K"
// CHECK:        gt.loop K by 64 {
// CHECK-NEXT:     gt.loop E by 1024 {
// CHECK-NEXT:       gt.stage %{{.*}} [L at %{{.*}}] {{.*}} into %[[BLOCK:.*]] : !gt.buffer<[E: 1024], i32>
// CHECK-NEXT:       gt.loop K {
// CHECK-NEXT:         gt.row E lanes 8 {
// CHECK-NEXT:           %[[N:.*]] = gt.get %[[BLOCK]]
// CHECK-NEXT:           gt.get %{{.*}} [V by %[[N]]]
!u = !gt.storage<[K, V], f64, unit>
!t = !gt.storage<[E, L], i32, unit>
!w = !gt.storage<[K, E], f64, unit>
gt.program @neighbours(%u: !u, %t: !t, %w: !w, %e: !gt.range<E>, %k: !gt.range<K>,
                       %l: !gt.range<L>) {
  gt.stencil over %k, %e : !gt.range<K>, !gt.range<E> {
    %0 = gt.access %t [L at %l] : !t, !gt.range<L> -> i32
    %1 = gt.access %u [V by %0] : !u, i32 -> f64
    %2 = gt.exp %1 : (f64) -> f64
    gt.write %2 to %w : f64, !w
  }
}

// -----

// Of fewer dimensions than the loops: got in front of the row that it does not have, with what
// is computed of it alone; in the row at the row's points, whatever the loops around it.
// CHECK-LABEL: gt.program @fewer_dimensions
// CHECK:       gt.loop K {
// CHECK-NEXT:    gt.loop J {
// CHECK-NEXT:      %[[Q:.*]] = gt.get %{{.*}} : !gt.storage<[K], f64, unit> -> f64
// CHECK-NEXT:      %[[R:.*]] = gt.get %{{.*}} : !gt.storage<[], f64> -> f64
// CHECK-NEXT:      %[[QR:.*]] = gt.mul %[[Q]], %[[R]]
// CHECK-NEXT:      gt.row I lanes 8 {
// CHECK-NEXT:        %[[P:.*]] = gt.get %{{.*}} [I + 1] : !gt.storage<[I], f64, unit> -> f64
// CHECK-NEXT:        %[[SUM:.*]] = gt.add %[[P]], %[[QR]]
// CHECK-NEXT:        gt.put %[[SUM]] to %{{.*}} streaming :
gt.program @fewer_dimensions(%p: !gt.storage<[I], f64, unit>, %q: !gt.storage<[K], f64, unit>,
                             %r: !gt.storage<[], f64>, %v: !gt.storage<[K, J, I], f64, unit>,
                             %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %0 = gt.access %p [I + 1] : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.access %q : !gt.storage<[K], f64, unit> -> f64
    %2 = gt.access %r : !gt.storage<[], f64> -> f64
    %3 = gt.mul %1, %2 : (f64, f64) -> f64
    %4 = gt.add %0, %3 : (f64, f64) -> f64
    gt.write %4 to %v : f64, !gt.storage<[K, J, I], f64, unit>
  }
}

// -----

// Vectors are as wide as the values that change along the row: not as an index of another loop,
// or a profile, which are computed once in front of it.
// CHECK-LABEL: gt.program @same_along_rows
// CHECK:       gt.loop K {
// CHECK:         gt.index K : i64
// CHECK:         gt.exp %{{.*}} : (f64) -> f64
// CHECK:         gt.cast %{{.*}} : (f64) -> f32
// CHECK:         gt.row I lanes 16 {
// CHECK-LABEL: gt.program @doubles_along_rows
// CHECK:         gt.row I lanes 8 {
!f = !gt.storage<[K, I], f32, unit>
gt.program @same_along_rows(%u: !f, %p: !gt.storage<[K], f64, unit>, %v: !f, %n: i64, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.stencil over %k, %i : !gt.range<K>, !gt.range<I> {
    %0 = gt.access %u : !f -> f32
    %1 = gt.index K : i64
    %2 = gt.ogt %1, %n : (i64, i64) -> i1
    %3 = gt.access %p : !gt.storage<[K], f64, unit> -> f64
    %e = gt.exp %3 : (f64) -> f64
    %4 = gt.cast %e : (f64) -> f32
    %5 = gt.select %2, %0, %4 : (i1, f32, f32) -> f32
    gt.write %5 to %v : f32, !f
  }
}
gt.program @doubles_along_rows(%u: !f, %p: !gt.storage<[K], f64, unit>, %v: !f, %k: !gt.range<K>, %i: !gt.range<I>) {
  gt.stencil over %k, %i : !gt.range<K>, !gt.range<I> {
    %0 = gt.access %u : !f -> f32
    %1 = gt.cast %0 : (f32) -> f64
    %2 = gt.access %p : !gt.storage<[K], f64, unit> -> f64
    %3 = gt.mul %1, %2 : (f64, f64) -> f64
    %4 = gt.cast %3 : (f64) -> f32
    gt.write %4 to %v : f32, !f
  }
}
