// RUN: gt-opt %s --gt-emit-image --split-input-file --verify-diagnostics

// expected-error @below {{'builtin.module' op expected the attribute 'gt.image'}}
module {
}

// -----

// expected-error @below {{kernels may not call 'out'}}
module attributes {gt.image = #gt.image<>} {
  llvm.func @out()
}

// -----

// expected-error @below {{kernels may not use the global variable 'state'}}
module attributes {gt.image = #gt.image<>} {
  llvm.mlir.global external @state(1 : i64) : i64
}

// -----

// expected-error @below {{the code calls 'fmod', which no image may}}
module attributes {gt.image = #gt.image<>} {
  llvm.func @rest(%a: f64, %b: f64) -> f64 {
    %0 = llvm.frem %a, %b : f64
    llvm.return %0 : f64
  }
}

// -----

// expected-error @below {{kernels may not have inline assembly}}
module attributes {gt.image = #gt.image<>} {
  llvm.func @k0() {
    llvm.inline_asm has_side_effects "bogus", "" : () -> ()
    llvm.return
  }
}
// -----

module attributes {gt.image = #gt.image<>} {
  // expected-error @below {{'llvm.comdat' op expected a definition}}
  "llvm.comdat"() <{sym_name = "k0"}> ({
  ^bb0:
  }) {gt.kernel = #gt.kernel_info<"k0">} : () -> ()
}
