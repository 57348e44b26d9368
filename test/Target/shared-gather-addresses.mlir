// Gathers at neighbouring indices share the lanes' distances: what lies between them moves the
// base, and so does the row.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=icelake-server in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// CHECK-LABEL: <k0>:
// CHECK:     [[LOOP:[0-9a-f]+]]: {{.*}}vpmovsxdq
// CHECK:     vpmullq
// CHECK-NOT: vpmullq
// CHECK:     vgatherqpd
// CHECK-NOT: vpmullq
// CHECK:     vgatherqpd
// CHECK:     jl {{.*}}[[LOOP]]
gt.program @between(%u: !gt.storage<[K, J, I], f64, unit>, %t: !gt.storage<[J, I], i32, unit>,
                    %v: !gt.storage<[J, I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %t : !gt.storage<[J, I], i32, unit> -> i32
    %1 = gt.cast %0 : (i32) -> i64
    %one = gt.constant 1 : i64
    %2 = gt.add %1, %one : (i64, i64) -> i64
    %3 = gt.access %u [K by %1] : !gt.storage<[K, J, I], f64, unit>, i64 -> f64
    %4 = gt.access %u [K by %2] : !gt.storage<[K, J, I], f64, unit>, i64 -> f64
    %5 = gt.add %3, %4 : (f64, f64) -> f64
    gt.write %5 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}
