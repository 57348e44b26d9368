// Blocks run into those behind them, and loops have one jump: which goes on where it is taken.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v4 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v2 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// CHECK-LABEL: <k0>:
// CHECK-NOT:   jmp
// CHECK:       jl
// CHECK-NOT:   jmp
// CHECK:       jl
// CHECK-NOT:   jmp
// CHECK:       retq
gt.program @scaled(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                   %a: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.mul %a, %0 : (f64, f64) -> f64
    gt.write %1 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}
