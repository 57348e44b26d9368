// What ran when: --trace writes a file for chrome://tracing and Perfetto, with rows for the
// host, the compiler and the device.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/npy.py write u.npy '<f8' 8 'n'
// RUN: gt-run %s -i u=u.npy --feed v:u -n 3 -o v=v.npy --trace cpu.json
// RUN: %python %S/Inputs/trace.py cpu.json | FileCheck %s --check-prefix=CPU
// CPU: process gt-run
// CPU-DAG: host 1: evaluate x3 at [[LINE:.*trace.mlir:[0-9]+]]
// CPU-DAG: host 1: find code x{{.*}} at [[LINE]]
// CPU-DAG: host 1: bind x{{.*}} at [[LINE]]
// CPU-DAG: host 1: run x3 at [[LINE]]
// CPU-DAG: host 1: trace.mlir:{{[0-9]+}}:stencil_0 x3 at [[LINE]] points 24
// CPU-DAG: compiler 1: compile x1 at [[LINE]]
// CPU-DAG: compiler 1: parse x1 at [[LINE]]
// CPU-DAG: compiler 1: stencils x1 at [[LINE]]
// CPU-DAG: compiler 1: loops x1 at [[LINE]]
// CPU-DAG: compiler 1: llvm x1 at [[LINE]]
// CPU-DAG: compiler 1: translate x1 at [[LINE]]
// CPU-DAG: compiler 1: codegen x1 at [[LINE]]
// CPU-DAG: compiler 1: image x1 at [[LINE]]

// On a device the stream has a row of its own. The values go there once and back once.
// RUN: gt-run %s -i u=u.npy --feed v:u -n 3 -o v=v.npy --backend=emulated --trace device.json
// RUN: %python %S/Inputs/trace.py device.json | FileCheck %s --check-prefix=DEVICE
// DEVICE-DAG: host 1: bind x3 at {{.*}}trace.mlir
// DEVICE-DAG: host 1: run x3 at [[LINE:.*trace.mlir:[0-9]+]]
// DEVICE-DAG: compiler 1: load on device x1 at [[LINE]]
// DEVICE-DAG: device 1: copy to device x1 at [[LINE]] bytes 64
// DEVICE-DAG: device 1: trace.mlir:{{[0-9]+}}:stencil_0 x3 at [[LINE]] points 24
// DEVICE-DAG: device 1: copy from device x1{{.*}} bytes 64

// The reference evaluator has the memory of arrays and evaluations alone. The variable does what the option does, the
// option comes first; %%p is the process's number.
// RUN: env GTJIT_TRACE=%%p.json gt-run %s -i u=u.npy -o v=v.npy --backend=reference
// RUN: %python %S/Inputs/trace.py [0-9]*.json | FileCheck %s --check-prefix=REFERENCE
// REFERENCE: process gt-run
// REFERENCE-NEXT: host 1: allocate x2 at {{.*}} bytes 128
// REFERENCE-NEXT: host 1: evaluate x1 at
// REFERENCE-NOT: {{(host|compiler|device) [0-9]}}
// RUN: env GTJIT_TRACE=lost.json gt-run %s -i u=u.npy -o v=v.npy --trace kept.json
// RUN: test -e kept.json -a ! -e lost.json

// A place where no file can be is told before anything runs.
// RUN: not gt-run %s -i u=u.npy -o v=none.npy --trace no/such.json 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: gt-run: {{.*}}RuntimeOptions::trace: the trace cannot be written to 'no/such.json': No such file
// RUN: not env GTJIT_TRACE=. gt-run %s -i u=u.npy -o v=none.npy 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: gt-run: {{.*}}GTJIT_TRACE: the trace cannot be written to '.': it is a folder
// RUN: test ! -e none.npy
gt.program @step(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
  %1 = gt.add %0, %0 : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
  gt.store %1 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
}
