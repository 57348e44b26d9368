// Of many run-time scalars some stay in registers; the others are operands in
// memory that arithmetic itself spreads over a vector, but for the one that is
// read last: nothing is spilled.
// RUN: %python %S/Inputs/many_scalars.py 40 > %t.mlir
// RUN: gt-opt %t.mlir --gt-cpu-pipeline="cpu=x86-64-v4 object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// CHECK-LABEL: <k0>:
// CHECK:      [[HEAD:[0-9a-f]+]]: vmulpd (%{{.*}},8), %zmm
// CHECK-NOT:  zmm{{.*}}(%rsp)
// CHECK-COUNT-27: {1to8}
// CHECK-NOT:  zmm{{.*}}(%rsp)
// CHECK:      jl 0x[[HEAD]]
