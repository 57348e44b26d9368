// Vectors that no register is left for lie on the stack, which the caller has
// aligned to a cache line: they are moved whole, and no kernel aligns the stack
// itself or keeps a register for its frame.
// RUN: %python %S/Inputs/many_vectors.py 48 > %t.mlir
// RUN: gt-opt %t.mlir --gt-cpu-pipeline="cpu=x86-64-v4 object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --implicit-check-not="%rsp, %rbp" --implicit-check-not="andq{{.*}}%rsp"
// RUN: gt-opt %t.mlir --gt-cpu-pipeline="cpu=x86-64-v3 object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=AVX2 --implicit-check-not="%rsp, %rbp" --implicit-check-not="andq{{.*}}%rsp"

// CHECK-LABEL: <k0>:
// CHECK-NOT:  vmovup{{[sd]}} %zmm{{[0-9]+}}, {{.*}}(%rsp)
// CHECK:      vmovap{{[sd]}} %zmm{{[0-9]+}}, {{.*}}(%rsp)
// CHECK-NOT:  vmovup{{[sd]}} %zmm{{[0-9]+}}, {{.*}}(%rsp)
// CHECK:      jl

// AVX2-LABEL: <k0>:
// AVX2-NOT:   vmovup{{[sd]}} %ymm{{[0-9]+}}, {{.*}}(%rsp)
// AVX2:       vmovap{{[sd]}} %ymm{{[0-9]+}}, {{.*}}(%rsp)
// AVX2-NOT:   vmovup{{[sd]}} %ymm{{[0-9]+}}, {{.*}}(%rsp)
// AVX2:       jl
