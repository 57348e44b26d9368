// RUN: gt-opt %s --gt-set-machine=cpu=no-such-cpu --verify-diagnostics
// RUN: not gt-opt %s --gt-set-machine=cpu=sm_1 2>&1 | FileCheck %s

// CHECK: LLVM makes no code for the GPU 'sm_1'

// expected-error @below {{LLVM makes no code for the CPU 'no-such-cpu'}}
module {
}
