// Two values that lie in turn are loaded together: each line is read once.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=icelake-server in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// CHECK-LABEL: <k0>:
// CHECK:      vmovupd (%[[BASE:[a-z0-9]+]],%[[AT:[a-z0-9]+]]), %zmm
// CHECK-NEXT: vmovupd 0x40(%[[BASE]],%[[AT]]), %zmm
// CHECK:      vpermt2pd
// CHECK-NEXT: vpermt2pd
// CHECK-NEXT: vaddpd
// CHECK-NEXT: vmovupd
gt.program @joined(%u: !gt.storage<[J, I], f64>, %v: !gt.storage<[J, I], f64>,
                   %w: !gt.storage<[J, I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[J, I], f64> -> f64
    %1 = gt.access %v : !gt.storage<[J, I], f64> -> f64
    %2 = gt.add %0, %1 : (f64, f64) -> f64
    gt.write %2 to %w : f64, !gt.storage<[J, I], f64, unit>
  }
}
