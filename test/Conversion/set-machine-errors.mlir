// RUN: gt-opt %s --gt-set-machine=vector-bytes=24 --verify-diagnostics

// expected-error @below {{'builtin.module' op expected vectors of 0 bytes or a power of two, got 24}}
module {
}
