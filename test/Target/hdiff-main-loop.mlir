// A stencil of 13 points with two limiters: what the points of a row share is computed once
// and shifted; masks choose values in registers, but no load or store of the main loop is
// masked, nothing is gathered, called or spilled.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v4 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// Two are in front of the row.
// CHECK-LABEL: <k0>:
// CHECK-COUNT-3: valignq
// CHECK-NOT:  vmovupd {{.*}}{%k
// CHECK-NOT:  gather
// CHECK-NOT:  call
// CHECK-NOT:  zmm{{.*}}(%rsp)
// CHECK:      valignq
// CHECK-NOT:  vmovupd {{.*}}{%k
// CHECK-NOT:  gather
// CHECK-NOT:  call
// CHECK-NOT:  zmm{{.*}}(%rsp)
// CHECK:      vmovupd %zmm{{[0-9]+}}, (%{{.*}},8)
// CHECK:      jmp
!s = !gt.storage<[J, I], f64, unit>
!f = !gt.field<[I, J], f64>
!b = !gt.field<[I, J], i1>
gt.program @hdiff(%u: !s, %v: !s, %c: f64, %four: f64, %zero: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  %0 = gt.load %u : !s -> !f
  %e = gt.shift %0 [I + 1] : !f
  %w = gt.shift %0 [I - 1] : !f
  %n = gt.shift %0 [J + 1] : !f
  %s = gt.shift %0 [J - 1] : !f
  %1 = gt.add %e, %w : (!f, !f) -> !f
  %2 = gt.add %1, %n : (!f, !f) -> !f
  %3 = gt.add %2, %s : (!f, !f) -> !f
  %4 = gt.mul %0, %four : (!f, f64) -> !f
  %lap = gt.sub %3, %4 : (!f, !f) -> !f
  %lapE = gt.shift %lap [I + 1] : !f
  %lapN = gt.shift %lap [J + 1] : !f
  %dx = gt.sub %lapE, %lap : (!f, !f) -> !f
  %sx = gt.sub %e, %0 : (!f, !f) -> !f
  %px = gt.mul %dx, %sx : (!f, !f) -> !f
  %cx = gt.ogt %px, %zero : (!f, f64) -> !b
  %fx = gt.select %cx, %zero, %dx : (!b, f64, !f) -> !f
  %dy = gt.sub %lapN, %lap : (!f, !f) -> !f
  %sy = gt.sub %n, %0 : (!f, !f) -> !f
  %py = gt.mul %dy, %sy : (!f, !f) -> !f
  %cy = gt.ogt %py, %zero : (!f, f64) -> !b
  %fy = gt.select %cy, %zero, %dy : (!b, f64, !f) -> !f
  %fxW = gt.shift %fx [I - 1] : !f
  %fyS = gt.shift %fy [J - 1] : !f
  %5 = gt.sub %fx, %fxW : (!f, !f) -> !f
  %6 = gt.add %5, %fy : (!f, !f) -> !f
  %7 = gt.sub %6, %fyS : (!f, !f) -> !f
  %8 = gt.mul %7, %c : (!f, f64) -> !f
  %r = gt.sub %0, %8 : (!f, !f) -> !f
  gt.store %r to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}
