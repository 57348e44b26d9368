// RUN: gt-opt %s --gt-set-machine=cpu=no-such-cpu --verify-diagnostics

// expected-error @below {{LLVM makes no code for the CPU 'no-such-cpu'}}
module {
}
