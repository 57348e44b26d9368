// Every load sees the values from before every store, whatever the kernels.
// RUN: gt-opt %s --gt-fields-to-stencils --split-input-file | FileCheck %s

// Read at the point by the kernel that writes it: in place.
// CHECK-LABEL: @in_place
// CHECK-NOT: gt.temporary
// CHECK: gt.access %[[P:.+]] :
// CHECK: gt.access %[[Q:.+]] :
// CHECK: gt.write %{{.+}} to %[[P]]
// CHECK: gt.write %{{.+}} to %[[Q]]
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @in_place(%p: !s, %q: !s, %i: !gt.range<I>) {
  %0 = gt.load %p : !s -> !f
  %1 = gt.load %q : !s -> !f
  %2 = gt.add %0, %1 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  %3 = gt.sub %0, %1 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  gt.store %2 to %p over %i : !f, !s, !gt.range<I>
  gt.store %3 to %q over %i : !f, !s, !gt.range<I>
}

// -----

// Read elsewhere by the kernel that writes it.
// CHECK-LABEL: @moved(
// CHECK-SAME: %[[U:.+]]: !gt.storage<[I], f64, unit>, %[[I:.+]]: !gt.range<I>
// CHECK-NEXT: %[[T:.+]] = gt.temporary over %[[I]]
// CHECK-NEXT: gt.stencil
// CHECK-NEXT: %[[X:.+]] = gt.access %[[U]] [I + 1]
// CHECK-NEXT: gt.write %[[X]] to %[[T]]
// CHECK: gt.stencil
// CHECK-NEXT: %[[Y:.+]] = gt.access %[[T]]
// CHECK-NEXT: gt.write %[[Y]] to %[[U]]
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @moved(%u: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I + 1] : !f
  gt.store %1 to %u over %i : !f, !s, !gt.range<I>
}

// -----

// Read by a later kernel: only the first store waits.
// CHECK-LABEL: @later(
// CHECK-SAME: %[[P:[^:]+]]: {{.+}}, %[[Q:[^:]+]]: {{.+}}, %[[I:[^:]+]]: !gt.range<I>, %[[R:[^:]+]]: !gt.range<I>)
// CHECK-NEXT: %[[T:.+]] = gt.temporary over %[[I]]
// CHECK-NEXT: gt.stencil over %[[I]]
// CHECK: gt.write %{{.+}} to %[[T]]
// CHECK: gt.stencil over %[[R]]
// CHECK: gt.write %{{.+}} to %[[Q]]
// CHECK: gt.stencil over %[[I]]
// CHECK: gt.access %[[T]]
// CHECK: gt.write %{{.+}} to %[[P]]
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @later(%p: !s, %q: !s, %i: !gt.range<I>, %r: !gt.range<I>) {
  %0 = gt.load %p : !s -> !f
  %1 = gt.load %q : !s -> !f
  %2 = gt.add %0, %1 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  %3 = gt.sub %0, %1 {gt.placement = #gt.placement<inline>} : (!f, !f) -> !f
  gt.store %2 to %p over %i : !f, !s, !gt.range<I>
  gt.store %3 to %q over %r : !f, !s, !gt.range<I>
}

// -----

// What is promised not to be written is read where it is, by this kernel and a
// later one.
// CHECK-LABEL: @promised(
// CHECK-SAME: %[[P:[^:]+]]: {{.+}}, %[[Q:[^:]+]]: {{.+}}, %[[I:[^:]+]]: !gt.range<I>,
// CHECK-NOT: gt.temporary
// CHECK: %[[X:.+]] = gt.access %[[P]] [I at
// CHECK: gt.write %[[X]] to %[[P]] in_place :
// CHECK: %[[Y:.+]] = gt.access %[[P]] :
// CHECK: gt.write %[[Y]] to %[[Q]] :
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @promised(%p: !s, %q: !s, %i: !gt.range<I>, %r: !gt.range<I>) {
  %0 = gt.load %p : !s -> !f
  %1 = gt.pin %0 at %r : !f, !gt.range<I> -> !gt.field<[], f64>
  gt.store %1 to %p in_place over %i : !gt.field<[], f64>, !s, !gt.range<I>
  gt.store %0 to %q over %r : !f, !s, !gt.range<I>
}

// -----

// A materialised value is not put where the program still reads.
// CHECK-LABEL: @not_direct(
// CHECK-SAME: %[[S:[^:]+]]: !gt.storage<[], f64>, %[[U:[^:]+]]:
// CHECK: gt.fold
// CHECK: } into %[[T:.+]] : !gt.storage<[], f64>
// CHECK: gt.stencil {
// CHECK: gt.access %[[T]]
// CHECK: gt.write %{{.+}} to %[[S]]
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
!z = !gt.storage<[], f64>
gt.program @not_direct(%s: !z, %u: !s, %v: !s, %i: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.load %s : !z -> !gt.field<[], f64>
  %2 = gt.mul %0, %1 {gt.placement = #gt.placement<inline>} : (!f, !gt.field<[], f64>) -> !f
  %3 = gt.reduce sum %0 over %i lanes {gt.placement = #gt.placement<materialise>} : !f, !gt.range<I> -> !gt.field<[], f64>
  gt.store %3 to %s : !gt.field<[], f64>, !z
  gt.store %2 to %v over %i : !f, !s, !gt.range<I>
}

// -----

// A part of a storage is not all that is read.
// CHECK-LABEL: @not_covered(
// CHECK: gt.temporary
// CHECK: gt.stencil
// CHECK: gt.exp
// CHECK: gt.stencil
// CHECK: gt.stencil
!f = !gt.field<[I], f64>
!s = !gt.storage<[I], f64, unit>
gt.program @not_covered(%u: !s, %v: !s, %w: !s, %i: !gt.range<I>, %r: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.exp %0 {gt.placement = #gt.placement<materialise>} : (!f) -> !f
  gt.store %1 to %v over %i : !f, !s, !gt.range<I>
  gt.store %1 to %w over %r : !f, !s, !gt.range<I>
}
