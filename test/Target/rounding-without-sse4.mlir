// CPUs of the first level have no instruction that rounds, but every machine that runs kernels
// has: no function of a library is called.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64 object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// CHECK-DAG: roundpd $0x9
// CHECK-DAG: roundpd $0xa
gt.program @round(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    %1 = gt.floor %0 : (f64) -> f64
    %2 = gt.ceil %0 : (f64) -> f64
    %3 = gt.round %2 : (f64) -> f64
    %4 = gt.trunc %3 : (f64) -> f64
    %5 = gt.add %1, %4 : (f64, f64) -> f64
    gt.write %5 to %v : f64, !gt.storage<[I], f64, unit>
  }
}
