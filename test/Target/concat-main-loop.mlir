// The machine code of an interior whose boundary is written by a concatenation: the
// loop over whole vectors looks at no point which part it is of (S4-073).
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v4 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// Backwards to the head of the loop; between the two neither a mask nor a choice.
// CHECK-LABEL: <k1>:
// CHECK:      [[HEAD:[0-9a-f]+]]: vmovupd {{.*}}), %zmm{{[0-9]+ *$}}
// CHECK-NOT:  %k{{[0-7]}}
// CHECK-NOT:  blend
// CHECK-NOT:  vpcmp
// CHECK-NOT:  vcmp
// CHECK:      vmovupd %zmm{{[0-9]+}}, (
// CHECK:      jl 0x[[HEAD]]
!f = !gt.field<[I, J], f64>
!s = !gt.storage<[J, I], f64, unit>
gt.program @lap(%u: !s, %v: !s, %edge: f64, %i: !gt.range<I>, %j: !gt.range<J>, %west: !gt.range<I>,
                %middle: !gt.range<I>, %east: !gt.range<I>) {
  %0 = gt.load %u : !s -> !f
  %1 = gt.shift %0 [I + 1] : !f
  %2 = gt.shift %0 [I - 1] : !f
  %3 = gt.shift %0 [J + 1] : !f
  %4 = gt.add %1, %2 : (!f, !f) -> !f
  %5 = gt.add %4, %3 : (!f, !f) -> !f
  %6 = gt.concat %edge, %5, %edge over %west, %middle, %east : (f64, !f, f64), !gt.range<I>, !gt.range<I>, !gt.range<I> -> !f
  gt.store %6 to %v over %j, %i : !f, !s, !gt.range<J>, !gt.range<I>
}
