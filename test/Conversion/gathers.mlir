// Gathers along a row go in vectors; an index that all points of a row share is read
// in front of it, and the row is contiguous.
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --split-input-file | FileCheck %s --check-prefix=LOOPS
// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-stencils-to-loops=in-cache --gt-lay-out-scratch --gt-loops-to-llvm --split-input-file | FileCheck %s

// LOOPS-LABEL: @along
// LOOPS:      gt.row E lanes 8 {
// LOOPS-NEXT:   %[[N:.*]] = gt.get %{{.*}} : !gt.storage<[E], i32, unit> -> i32
// LOOPS-NEXT:   gt.get %{{.*}} [V by %[[N]] + 1] : !gt.storage<[V], f64, unit>, i32 -> f64
// CHECK-LABEL: llvm.func @k0
// CHECK:   %[[INDICES:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xi32>
// CHECK:   %[[PLACES:.*]] = llvm.getelementptr %{{.*}}[%[[INDICES]]] : (!llvm.ptr, vector<8xi32>) -> vector<8x!llvm.ptr>, f64
// CHECK:   llvm.intr.masked.gather %[[PLACES]], %{{.*}}, %{{.*}} {alignment = 8 : i32}
// CHECK:   %[[REST:.*]] = llvm.intr.masked.load %{{.*}} -> vector<8xi32>
// CHECK:   llvm.intr.masked.gather
gt.program @along(%u: !gt.storage<[V], f64, unit>, %t: !gt.storage<[E], i32, unit>,
                  %w: !gt.storage<[E], f64, unit>, %e: !gt.range<E>) {
  gt.stencil over %e : !gt.range<E> {
    %0 = gt.access %t : !gt.storage<[E], i32, unit> -> i32
    %1 = gt.access %u [V by %0 + 1] : !gt.storage<[V], f64, unit>, i32 -> f64
    gt.write %1 to %w : f64, !gt.storage<[E], f64, unit>
  }
}

// -----

// LOOPS-LABEL: @across
// LOOPS:      gt.loop E {
// LOOPS-NEXT:   %[[N:.*]] = gt.get %{{.*}} : !gt.storage<[E], i32, unit> -> i32
// LOOPS:        gt.row K lanes 8 {
// LOOPS-NEXT:     gt.prefetch exact ahead 4 %{{.*}} [V by %[[N]]] :
// LOOPS-NEXT:     gt.get %{{.*}} [V by %[[N]]] : !gt.storage<[V, K], f64, unit>, i32 -> f64
// CHECK-LABEL: llvm.func @k0
// CHECK:     %[[N:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK:     llvm.sext %[[N]] : i32 to i64
// CHECK-NOT: masked.gather
// CHECK:     llvm.load %{{.*}} : !llvm.ptr -> vector<8xf64>
gt.program @across(%u: !gt.storage<[V, K], f64, unit>, %t: !gt.storage<[E], i32, unit>,
                   %w: !gt.storage<[E, K], f64, unit>, %e: !gt.range<E>, %k: !gt.range<K>) {
  gt.stencil over %e, %k : !gt.range<E>, !gt.range<K> {
    %0 = gt.access %t : !gt.storage<[E], i32, unit> -> i32
    %1 = gt.access %u [V by %0] : !gt.storage<[V, K], f64, unit>, i32 -> f64
    gt.write %1 to %w : f64, !gt.storage<[E, K], f64, unit>
  }
}

// -----

// Elements that no instruction gathers are loaded one by one, in the rest of a row those alone
// that are there.
// LOOPS-LABEL: @small
// CHECK-LABEL: llvm.func @k0
// CHECK-COUNT-16: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr -> i16
// CHECK:     llvm.intr.masked.gather %{{.*}}, %{{.*}}, %{{.*}} {alignment = 2 : i32} : (vector<16x!llvm.ptr>, vector<16xi1>, vector<16xi16>) -> vector<16xi16>
gt.program @small(%u: !gt.storage<[V], i16, unit>, %t: !gt.storage<[E], i32, unit>,
                  %w: !gt.storage<[E], i16, unit>, %e: !gt.range<E>) {
  gt.stencil over %e : !gt.range<E> {
    %0 = gt.access %t : !gt.storage<[E], i32, unit> -> i32
    %1 = gt.access %u [V by %0] : !gt.storage<[V], i16, unit>, i32 -> i16
    gt.write %1 to %w : i16, !gt.storage<[E], i16, unit>
  }
}

// -----

// LOOPS-LABEL: @pairs
// LOOPS: gt.row E lanes 1
// CHECK-LABEL: llvm.func @k0
gt.program @pairs(%u: !gt.storage<[V], complex<f64>, unit>, %t: !gt.storage<[E], i64, unit>,
                  %w: !gt.storage<[E], complex<f64>, unit>, %e: !gt.range<E>) {
  gt.stencil over %e : !gt.range<E> {
    %0 = gt.access %t : !gt.storage<[E], i64, unit> -> i64
    %1 = gt.access %u [V by %0] : !gt.storage<[V], complex<f64>, unit>, i64 -> complex<f64>
    gt.write %1 to %w : complex<f64>, !gt.storage<[E], complex<f64>, unit>
  }
}

// -----

// An index that goes with the row is no gather.
// CHECK-LABEL: llvm.func @k0
// CHECK-NOT: masked.gather
// CHECK:     llvm.load %{{.*}} : !llvm.ptr -> vector<8xf64>
// CHECK-NOT: masked.gather
gt.program @renamed(%u: !gt.storage<[H, V], f64, unit>, %w: !gt.storage<[H, E], f64, unit>,
                    %e: !gt.range<E>, %h: !gt.range<H>) {
  gt.stencil over %h, %e : !gt.range<H>, !gt.range<E> {
    %0 = gt.index E : i64
    %1 = gt.constant 1 : i64
    %2 = gt.add %0, %1 : (i64, i64) -> i64
    %3 = gt.access %u [V by %2] : !gt.storage<[H, V], f64, unit>, i64 -> f64
    gt.write %3 to %w : f64, !gt.storage<[H, E], f64, unit>
  }
}

// -----

// The neighbours of a point lie side by side: one address each for indices and weights
// serves them all.
// LOOPS-LABEL: @neighbours
// LOOPS:      gt.row E lanes 1 {
// CHECK-LABEL: llvm.func @k0
// CHECK:     ^bb3(%[[N:[0-9]+]]: i64):
// CHECK-NEXT:  %[[STEP:.*]] = llvm.mul %[[N]], %{{.*}} : i64
// CHECK-NEXT:  %[[T:.*]] = llvm.getelementptr %{{.*}}[%[[STEP]]]
// CHECK-NEXT:  %[[FIRST:.*]] = llvm.load %[[T]] {{.*}} -> i32
// CHECK-NEXT:  %[[A:.*]] = llvm.sext %[[FIRST]] : i32 to i64
// CHECK-NEXT:  llvm.getelementptr %{{.*}}[%[[A]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK:       llvm.mul %[[N]], %{{.*}} : i64
// CHECK-NOT:   llvm.mul
// CHECK:       llvm.getelementptr %[[T]][4] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NOT:   llvm.mul
// CHECK:       llvm.fadd
// CHECK-NOT:   llvm.mul
// CHECK:       llvm.store
!t = !gt.storage<[E, L], i32, unit>
!w = !gt.storage<[E, L], f64, unit>
gt.program @neighbours(%u: !gt.storage<[V], f64, unit>, %t: !t, %w: !w,
                       %x: !gt.storage<[E], f64, unit>, %e: !gt.range<E>, %l: !gt.range<L>) {
  gt.stencil over %e : !gt.range<E> {
    %0 = gt.access %t [L at %l] : !t, !gt.range<L> -> i32
    %1 = gt.access %u [V by %0] : !gt.storage<[V], f64, unit>, i32 -> f64
    %2 = gt.access %w [L at %l] : !w, !gt.range<L> -> f64
    %3 = gt.mul %1, %2 : (f64, f64) -> f64
    %4 = gt.access %t [L at %l + 1] : !t, !gt.range<L> -> i32
    %5 = gt.access %u [V by %4] : !gt.storage<[V], f64, unit>, i32 -> f64
    %6 = gt.access %w [L at %l + 1] : !w, !gt.range<L> -> f64
    %7 = gt.mul %5, %6 : (f64, f64) -> f64
    %8 = gt.add %3, %7 : (f64, f64) -> f64
    gt.write %8 to %x : f64, !gt.storage<[E], f64, unit>
  }
}

// -----

// Where lanes are loaded one by one those of four bytes have one number each that moves them, which
// all gathers of a storage at the same indices share.
// CHECK-LABEL: llvm.func @k0
// CHECK:       %[[WIDE:.*]] = llvm.sext %{{.*}} : vector<16xi32> to vector<16xi64>
// CHECK:       %[[ROWS:.*]] = llvm.mul %[[WIDE]], %{{.*}} : vector<16xi64>
// CHECK:       %[[PLACES:.*]] = llvm.shl %{{.*}}, %{{.*}} : vector<16xi64>
// CHECK-NEXT:  %[[BYTES:.*]] = llvm.add %[[ROWS]], %[[PLACES]] : vector<16xi64>
// CHECK-NEXT:  llvm.getelementptr %{{.*}}[%[[BYTES]]] : (!llvm.ptr, vector<16xi64>) -> vector<16x!llvm.ptr>, i8
// CHECK:       llvm.intr.masked.gather
// CHECK-NOT:   llvm.shl
// CHECK:       llvm.getelementptr %{{.*}}[%[[BYTES]]] : (!llvm.ptr, vector<16xi64>) -> vector<16x!llvm.ptr>, i8
gt.program @both(%u: !gt.storage<[J, I], f32, unit>, %a: !gt.storage<[E], i32, unit>,
                 %b: !gt.storage<[E], i32, unit>, %w: !gt.storage<[E], f32, unit>, %e: !gt.range<E>) {
  gt.stencil over %e : !gt.range<E> {
    %0 = gt.access %a : !gt.storage<[E], i32, unit> -> i32
    %1 = gt.access %b : !gt.storage<[E], i32, unit> -> i32
    %2 = gt.access %u [J by %1, I by %0] : !gt.storage<[J, I], f32, unit>, i32, i32 -> f32
    %3 = gt.access %u [J by %1, I by %0 + 1] : !gt.storage<[J, I], f32, unit>, i32, i32 -> f32
    %4 = gt.add %2, %3 : (f32, f32) -> f32
    gt.write %4 to %w : f32, !gt.storage<[E], f32, unit>
  }
}

// -----

// Levels that each point finds by itself: tiles leave the loop over them whole, so that its rows
// of all planes stay in a cache.
// LOOPS-LABEL: @between
// LOOPS: gt.kernel @k0 over %{{.*}}, %{{.*}}, %{{.*}} : !gt.range<K>, !gt.range<J>, !gt.range<I> across "K"
// LOOPS: gt.row I
// LOOPS: gt.kernel @k1 over
// LOOPS-NOT: across
// LOOPS: gt.row I
// LOOPS: gt.kernel @k2 over
// LOOPS-NOT: across
// LOOPS: gt.row I
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @between(%u: !s, %n: !gt.storage<[K, J, I], i32, unit>, %t: !gt.storage<[K], i32, unit>,
                    %v: !s, %w: !s, %x: !s,
                    %k: !gt.range<K>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %0 = gt.access %n : !gt.storage<[K, J, I], i32, unit> -> i32
    %1 = gt.access %u [K by %0] : !s, i32 -> f64
    gt.write %1 to %v : f64, !s
  }
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %0 = gt.access %n : !gt.storage<[K, J, I], i32, unit> -> i32
    %1 = gt.access %u [J by %0] : !s, i32 -> f64
    gt.write %1 to %w : f64, !s
  }
  gt.stencil over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %0 = gt.access %t : !gt.storage<[K], i32, unit> -> i32
    %1 = gt.access %u [K by %0] : !s, i32 -> f64
    gt.write %1 to %x : f64, !s
  }
}
