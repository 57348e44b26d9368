// What LLVM itself refuses is an error of the module, and not the end of the
// process.
// RUN: gt-opt %s --gt-emit-image --verify-diagnostics

// expected-error @below {{LLVM cannot compile the kernels: call to k1 marked "dontcall-error": nobody may}}
module attributes {gt.image = #gt.image<>} {
  llvm.func @k1() attributes {passthrough = [["dontcall-error", "nobody may"]]} {
    llvm.return
  }
  llvm.func @k0() {
    llvm.call @k1() : () -> ()
    llvm.return
  }
}
