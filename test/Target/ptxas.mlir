// NVIDIA's assembler takes the PTX of kernels of every kind for every chip, math functions
// included. But for math functions, no kernel needs memory of the thread's own: stencils (also
// of several points a thread), scans, folds, boundaries and values gathered by tables.
// REQUIRES: ptxas
// RUN: %python %S/Inputs/assemble.py %ptxas %t "" %S/ptx-stencil.mlir %S/ptx-scan.mlir %S/ptx-fold.mlir %S/main-loop.mlir %S/hdiff-main-loop.mlir %S/concat-main-loop.mlir %S/../GtRun/neighbours.mlir > %t.one
// RUN: %python %S/Inputs/assemble.py %ptxas %t "thread-points=4,2" %S/ptx-stencil.mlir %S/main-loop.mlir %S/hdiff-main-loop.mlir > %t.several
// RUN: cat %t.one %t.several | FileCheck %s --implicit-check-not="{{[1-9][0-9]* bytes (stack|spill)}}"
// RUN: %python %S/Inputs/assemble.py %ptxas %t "" %s | FileCheck %s --check-prefix=MATH

// CHECK-COUNT-5: ptx-stencil.sm_{{[0-9]+}}: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK-COUNT-5: ptx-scan.sm_{{[0-9]+}}: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: ptx-fold.sm_75: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: ptx-fold.sm_120: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK-COUNT-5: {{^}}main-loop.sm_{{[0-9]+}}: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK-COUNT-5: hdiff-main-loop.sm_{{[0-9]+}}: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: concat-main-loop.sm_75: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: concat-main-loop.sm_120: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: neighbours.sm_75: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: neighbours.sm_120: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK-COUNT-5: {{^}}main-loop.sm_{{[0-9]+}}: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK-COUNT-5: hdiff-main-loop.sm_{{[0-9]+}}: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads

// MATH-COUNT-5: ptxas.sm_{{[0-9]+}}: {{.*}} 0 bytes spill stores, 0 bytes spill loads
!s = !gt.storage<[J, I], f64, unit>
!f = !gt.storage<[J, I], f32, unit>
gt.program @math(%u: !s, %v: !s, %w: !f, %x: !f, %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u : !s -> f64
    %1 = gt.exp %0 : (f64) -> f64
    %2 = gt.pow %1, %0 : (f64, f64) -> f64
    %3 = gt.atan2 %2, %0 : (f64, f64) -> f64
    gt.write %3 to %v : f64, !s
    %4 = gt.access %w : !f -> f32
    %5 = gt.log %4 : (f32) -> f32
    %6 = gt.tanh %5 : (f32) -> f32
    gt.write %6 to %x : f32, !f
  }
}
