// What one point may take from memory is read as wide as it is: LLVM would let an instruction on
// whole vectors read it.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v3 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// CHECK-LABEL: <k0>:
// CHECK-NOT:   vblendvps %xmm{{[0-9]+}}, (
// CHECK:       vblendvps %ymm
// CHECK-NOT:   vblendvps %xmm{{[0-9]+}}, (
// CHECK:       vblendvps %xmm{{[0-9]+}}, %xmm
// CHECK-NOT:   vblendvps %xmm{{[0-9]+}}, (
!c = !gt.storage<[I], f16>
!u = !gt.storage<[I], f32, unit>
gt.program @choose(%c: !c, %u: !u, %v: !u, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.constant 0.0 : f16
    %1 = gt.constant 0.5 : f32
    %2 = gt.access %c : !c -> f16
    %3 = gt.ne %2, %0 : (f16, f16) -> i1
    %4 = gt.access %u : !u -> f32
    %5 = gt.select %3, %4, %1 : (i1, f32, f32) -> f32
    gt.write %5 to %v : f32, !u
  }
}
