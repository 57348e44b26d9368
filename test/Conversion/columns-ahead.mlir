// What rows read at indices that change from row to row is fetched some points ahead, at the
// indices that the point there has.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops --split-input-file | FileCheck %s
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=quick --split-input-file | FileCheck %s --check-prefix=QUICK
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s --check-prefix=LLVM
// RUN: gt-opt %s --gt-set-machine=cpu=znver5 --gt-stencils-to-loops=in-cache=false --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s --check-prefix=NEAR
// Vectors of half a line would ask for each twice, which costs more in the caches than it brings.
// RUN: gt-opt %s --gt-set-machine=cpu=znver3 --gt-stencils-to-loops=in-cache --split-input-file | FileCheck %s --check-prefix=QUICK
// RUN: gt-opt %s --gt-set-machine=cpu=znver3 --gt-stencils-to-loops --split-input-file | FileCheck %s --check-prefix=HALF
// QUICK-NOT: gt.prefetch
// HALF: gt.prefetch

!f = !gt.storage<[E, K], f64, unit>
!o = !gt.storage<[V, K], f64, unit>
!t = !gt.storage<[V, N], i32, unit>

// Neighbours along the column share a line and a prefetch.
// CHECK-LABEL: @sum
// CHECK:       gt.loop V {
// CHECK-NEXT:    %[[FIRST:.*]] = gt.get %arg1 [N at %arg3] :
// CHECK-NEXT:    %[[SECOND:.*]] = gt.get %arg1 [N at %arg3 + 1] :
// CHECK-NEXT:    gt.row K lanes 8 {
// CHECK-NEXT:      gt.prefetch exact ahead 4 %arg0 [E by %[[FIRST]]] :
// CHECK-NEXT:      gt.prefetch exact ahead 4 %arg0 [E by %[[SECOND]]] :
// CHECK-NEXT:      gt.get

// The table is read at a point that is there: at the last one near the end.
// LLVM-LABEL: llvm.func @k0
// LLVM:       ^bb1:
// LLVM-NEXT:    %[[FOUR:.*]] = llvm.mlir.constant(4 : i64) : i64
// LLVM:         llvm.cond_br
// LLVM:         %[[LAST:.*]] = llvm.sub %{{.*}}, %{{.*}} : i64
// LLVM-NEXT:    %[[LATER:.*]] = llvm.add %{{.*}}, %[[FOUR]] : i64
// LLVM-NEXT:    llvm.intr.smin(%[[LATER]], %[[LAST]])
// LLVM-COUNT-4: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
// LLVM-NOT:     llvm.intr.prefetch

// To the nearest cache, as many points as 192 numbers along the row make, one to eight.
// NEAR-LABEL: llvm.func @k0
// NEAR:         %[[BYTES:.*]] = llvm.mlir.constant(192 : i64) : i64
// NEAR-NEXT:    %[[ROWS:.*]] = llvm.udiv %[[BYTES]], %{{.*}} : i64
// NEAR-NEXT:    %[[MOST:.*]] = llvm.mlir.constant(8 : i64) : i64
// NEAR-NEXT:    %[[FEW:.*]] = llvm.intr.smin(%[[ROWS]], %[[MOST]])
// NEAR-NEXT:    %[[AHEAD:.*]] = llvm.intr.smax(%[[FEW]], %{{.*}})
// NEAR:         %[[LATER:.*]] = llvm.add %{{.*}}, %[[AHEAD]] : i64
// NEAR-NEXT:    llvm.intr.smin(%[[LATER]], %{{.*}})
// NEAR:         "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
gt.program @sum(%f: !f, %t: !t, %o: !o, %n: !gt.range<N>, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.stencil over %v, %k : !gt.range<V>, !gt.range<K> {
    %0 = gt.access %t [N at %n] : !t, !gt.range<N> -> i32
    %1 = gt.access %t [N at %n + 1] : !t, !gt.range<N> -> i32
    %2 = gt.access %f [E by %0] : !f, i32 -> f64
    %3 = gt.access %f [E by %1] : !f, i32 -> f64
    %4 = gt.access %f [E by %0, K + 1] : !f, i32 -> f64
    %5 = gt.add %2, %3 : (f64, f64) -> f64
    %6 = gt.sub %5, %4 : (f64, f64) -> f64
    gt.write %6 to %o : f64, !o
  }
}

// -----

!f = !gt.storage<[E, K], f64, unit>
!o = !gt.storage<[V, K], f64, unit>
!t = !gt.storage<[], i32>

// The same column for all rows is in the caches.
// CHECK-LABEL: @column
// CHECK-NOT:   gt.prefetch exact
// LLVM-LABEL:  llvm.func @k0
// LLVM-NOT:    llvm.intr.prefetch
gt.program @column(%f: !f, %t: !t, %o: !o, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.stencil over %v, %k : !gt.range<V>, !gt.range<K> {
    %0 = gt.access %t : !t -> i32
    %1 = gt.access %f [E by %0] : !f, i32 -> f64
    gt.write %1 to %o : f64, !o
  }
}

// -----

!f = !gt.storage<[E, K], f64, unit>
!o = !gt.storage<[V, K], f64, unit>
!t = !gt.storage<[V], i32, unit>

// Arithmetic takes longer than a column from the caches, but not than one from memory.
// CHECK-LABEL: @much
// CHECK:       gt.prefetch exact ahead 4
// LLVM-LABEL:  llvm.func @k0
// LLVM-NOT:    llvm.intr.prefetch
// NEAR-LABEL:  llvm.func @k0
// NEAR-NOT:    hint = 3
// NEAR:        hint = 2
gt.program @much(%f: !f, %t: !t, %o: !o, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.stencil over %v, %k : !gt.range<V>, !gt.range<K> {
    %0 = gt.access %t : !t -> i32
    %1 = gt.access %f [E by %0] : !f, i32 -> f64
    %2 = gt.div %1, %1 : (f64, f64) -> f64
    gt.write %2 to %o : f64, !o
  }
}

// -----

!f = !gt.storage<[V, K], f64, unit>
!t = !gt.storage<[V, N], i32, unit>
!u = !gt.storage<[E, M], i32, unit>

// Of an edge's ends the one that is not the loop's point; other pairs are fetched both.
// CHECK-LABEL: @ends
// CHECK:         %[[ONE:.*]] = gt.get %arg2 [M at %arg5, E by %{{.*}}] :
// CHECK:         %[[OTHER:.*]] = gt.get %arg2 [M at %arg6, E by %{{.*}}] :
// CHECK:         %[[POINT:.*]] = gt.index V : i64
// CHECK-NEXT:    %[[END:.*]] = gt.cast %[[ONE]] :
// CHECK-NEXT:    %[[IS:.*]] = gt.eq %[[END]], %[[POINT]] :
// CHECK-NEXT:    %[[NEIGHBOUR:.*]] = gt.select %[[IS]], %[[OTHER]], %[[ONE]] :
// CHECK-NEXT:    gt.row K lanes 8 {
// CHECK-NEXT:      gt.prefetch exact ahead 4 %arg0 [V by %[[NEIGHBOUR]]] :
// CHECK-NEXT:      gt.get
// CHECK:         %[[FIRST:.*]] = gt.get %arg1 [N at %arg4] :
// CHECK:         %[[SECOND:.*]] = gt.get %arg1 [N at %arg4 + 1] :
// CHECK:           gt.prefetch exact ahead 4 %arg0 [V by %[[FIRST]]] :
// CHECK-NEXT:      gt.prefetch exact ahead 4 %arg0 [V by %[[SECOND]]] :
// LLVM-LABEL:  llvm.func @k0
gt.program @ends(%f: !f, %t: !t, %e: !u, %o: !f, %n: !gt.range<N>, %a: !gt.range<M>, %b: !gt.range<M>, %v: !gt.range<V>,
                 %k: !gt.range<K>) {
  gt.stencil over %v, %k : !gt.range<V>, !gt.range<K> {
    %0 = gt.access %t [N at %n] : !t, !gt.range<N> -> i32
    %1 = gt.access %e [M at %a, E by %0] : !u, !gt.range<M>, i32 -> i32
    %2 = gt.access %e [M at %b, E by %0] : !u, !gt.range<M>, i32 -> i32
    %3 = gt.access %f [V by %1] : !f, i32 -> f64
    %4 = gt.access %f [V by %2] : !f, i32 -> f64
    %5 = gt.add %3, %4 : (f64, f64) -> f64
    gt.write %5 to %o : f64, !f
  }
  gt.stencil over %v, %k : !gt.range<V>, !gt.range<K> {
    %0 = gt.access %t [N at %n] : !t, !gt.range<N> -> i32
    %1 = gt.access %t [N at %n + 1] : !t, !gt.range<N> -> i32
    %2 = gt.access %f [V by %0] : !f, i32 -> f64
    %3 = gt.access %f [V by %1] : !f, i32 -> f64
    %4 = gt.add %2, %3 : (f64, f64) -> f64
    gt.write %4 to %o : f64, !f
  }
}

// -----

!f = !gt.storage<[V, K], f64, unit>
!t = !gt.storage<[V, N], i32, unit>
!u = !gt.storage<[E, M], i32, unit>

// Three of a cell, or the ends of an edge of another point, may all be neighbours.
// LLVM-LABEL:  llvm.func @k0
// CHECK-LABEL: @three
// CHECK-NOT:     gt.select
// CHECK-COUNT-3: gt.prefetch exact
// CHECK-NOT:     gt.select
// CHECK-COUNT-2: gt.prefetch exact
// CHECK-NOT:     gt.prefetch
gt.program @three(%f: !f, %t: !t, %e: !u, %o: !f, %n: !gt.range<N>, %a: !gt.range<M>, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.stencil over %v, %k : !gt.range<V>, !gt.range<K> {
    %0 = gt.access %t [N at %n] : !t, !gt.range<N> -> i32
    %1 = gt.access %e [M at %a, E by %0] : !u, !gt.range<M>, i32 -> i32
    %2 = gt.access %e [M at %a + 1, E by %0] : !u, !gt.range<M>, i32 -> i32
    %3 = gt.access %e [M at %a + 2, E by %0] : !u, !gt.range<M>, i32 -> i32
    %4 = gt.access %f [V by %1] : !f, i32 -> f64
    %5 = gt.access %f [V by %2] : !f, i32 -> f64
    %6 = gt.access %f [V by %3] : !f, i32 -> f64
    %7 = gt.add %4, %5 : (f64, f64) -> f64
    %8 = gt.add %7, %6 : (f64, f64) -> f64
    gt.write %8 to %o : f64, !f
  }
  gt.stencil over %v, %k : !gt.range<V>, !gt.range<K> {
    %0 = gt.access %t [N at %n, V + 1] : !t, !gt.range<N> -> i32
    %1 = gt.access %e [M at %a, E by %0] : !u, !gt.range<M>, i32 -> i32
    %2 = gt.access %e [M at %a + 1, E by %0] : !u, !gt.range<M>, i32 -> i32
    %3 = gt.access %f [V by %1] : !f, i32 -> f64
    %4 = gt.access %f [V by %2] : !f, i32 -> f64
    %5 = gt.add %3, %4 : (f64, f64) -> f64
    gt.write %5 to %o : f64, !f
  }
}

// -----

!f = !gt.storage<[E, K], f64, unit>
!o = !gt.storage<[V, K], f64, unit>
!t = !gt.storage<[V, N], i32, unit>

// More addresses than registers hold are not fetched from the caches.
// CHECK-LABEL: @seven
// CHECK-COUNT-7: gt.prefetch exact
// CHECK-NOT:     gt.prefetch
// LLVM-LABEL:  llvm.func @k0
// LLVM-NOT:    llvm.intr.prefetch
gt.program @seven(%f: !f, %t: !t, %o: !o, %n: !gt.range<N>, %v: !gt.range<V>, %k: !gt.range<K>) {
  gt.stencil over %v, %k : !gt.range<V>, !gt.range<K> {
    %a = gt.access %t [N at %n] : !t, !gt.range<N> -> i32
    %b = gt.access %t [N at %n + 1] : !t, !gt.range<N> -> i32
    %c = gt.access %t [N at %n + 2] : !t, !gt.range<N> -> i32
    %d = gt.access %t [N at %n + 3] : !t, !gt.range<N> -> i32
    %e = gt.access %t [N at %n + 4] : !t, !gt.range<N> -> i32
    %g = gt.access %t [N at %n + 5] : !t, !gt.range<N> -> i32
    %h = gt.access %t [N at %n + 6] : !t, !gt.range<N> -> i32
    %0 = gt.access %f [E by %a] : !f, i32 -> f64
    %1 = gt.access %f [E by %b] : !f, i32 -> f64
    %2 = gt.access %f [E by %c] : !f, i32 -> f64
    %3 = gt.access %f [E by %d] : !f, i32 -> f64
    %4 = gt.access %f [E by %e] : !f, i32 -> f64
    %5 = gt.access %f [E by %g] : !f, i32 -> f64
    %6 = gt.access %f [E by %h] : !f, i32 -> f64
    %7 = gt.add %0, %1 : (f64, f64) -> f64
    %8 = gt.add %7, %2 : (f64, f64) -> f64
    %9 = gt.add %8, %3 : (f64, f64) -> f64
    %10 = gt.add %9, %4 : (f64, f64) -> f64
    %11 = gt.add %10, %5 : (f64, f64) -> f64
    %12 = gt.add %11, %6 : (f64, f64) -> f64
    gt.write %12 to %o : f64, !o
  }
}
