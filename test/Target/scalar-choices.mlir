// The first bit of a mask chooses between two scalars: a condition becomes one as it is.
// RUN: gt-opt %s --gt-cpu-pipeline="cpu=x86-64-v4 in-cache object-file=%t.o" -o /dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// CHECK-LABEL: <k0>:
// CHECK:      setne
// CHECK:      movzbl %{{[a-z0-9]+}}, %[[FLAG:[a-z0-9]+]]
// CHECK-NEXT: kmovw %[[FLAG]], %[[MASK:k[1-7]]]
// CHECK-NEXT: vblendmpd %{{.*}} {%[[MASK]]}
gt.program @lengths(%mask: !gt.storage<[J, I], i1, unit>, %out: !gt.storage<[J, I], f64, unit>,
                    %start: f64, %one: f64, %none: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.sweep forward over %j : !gt.range<J> along %i : !gt.range<I> from {
    gt.yield %start : f64
  } do {
  ^bb0(%before: f64):
    %0 = gt.access %mask : !gt.storage<[J, I], i1, unit> -> i1
    %1 = gt.add %before, %one : (f64, f64) -> f64
    %2 = gt.select %0, %none, %1 : (i1, f64, f64) -> f64
    gt.write %2 to %out : f64, !gt.storage<[J, I], f64, unit>
    gt.yield %2 : f64
  }
}
