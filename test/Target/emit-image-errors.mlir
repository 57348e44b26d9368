// RUN: gt-opt %s --gt-emit-image --split-input-file --verify-diagnostics

// expected-error @below {{'builtin.module' op expected the attribute 'gt.image'}}
module {
}

// -----

// expected-error @below {{kernels may not call 'out'}}
module attributes {gt.image = {}} {
  llvm.func @out()
}

// -----

// expected-error @below {{the code calls 'fmod', which no image may}}
module attributes {gt.image = {}} {
  llvm.func @rest(%a: f64, %b: f64) -> f64 {
    %0 = llvm.frem %a, %b : f64
    llvm.return %0 : f64
  }
}

// -----

module attributes {gt.image = {ranges = 1 : i64}} {
  // expected-error @below {{'llvm.func' op expected one of 1 ranges, got number 1}}
  llvm.func @k0(%a: !llvm.ptr, %f: i64, %l: i64)
      attributes {gt.kernel = {storages = [], bounds = [array<i64: 1, 0, 0>]}} {
    llvm.return
  }
}

// -----

module attributes {gt.image = {storages = 2 : i64}} {
  // expected-error @below {{'llvm.func' op expected one of 2 storages, got number 2}}
  llvm.func @k0(%a: !llvm.ptr, %f: i64, %l: i64)
      attributes {gt.kernel = {storages = [{argument = 2 : i64}], bounds = []}} {
    llvm.return
  }
}

// -----

module attributes {gt.image = {scalars = 1 : i64}} {
  // expected-error @below {{'llvm.func' op expected one of 1 scalars, got number 1}}
  llvm.func @k0(%a: !llvm.ptr, %f: i64, %l: i64)
      attributes {gt.kernel = {storages = [], bounds = [], scalars = array<i64: 0, 1>}} {
    llvm.return
  }
}

// -----

module attributes {gt.image = {}} {
  // expected-error @below {{'llvm.func' op expected a list of scalars}}
  llvm.func @k0(%a: !llvm.ptr, %f: i64, %l: i64)
      attributes {gt.kernel = {storages = [], bounds = [], scalars = 1 : i64}} {
    llvm.return
  }
}

// -----

module attributes {gt.image = {}} {
  // expected-error @below {{'llvm.func' op expected a range for each of its loops}}
  llvm.func @k0(%a: !llvm.ptr, %f: i64, %l: i64)
      attributes {gt.kernel = {storages = [], bounds = [], loop_dims = 1 : i64}} {
    llvm.return
  }
}

// -----

module attributes {gt.image = {ranges = 1 : i64}} {
  // expected-error @below {{'llvm.func' op expected one of its loops, got number 2 of 1}}
  llvm.func @k0(%a: !llvm.ptr, %f: i64, %l: i64)
      attributes {gt.kernel = {storages = [], bounds = [array<i64: 0, 0, 0>], loop_dims = 1 : i64, across = 2 : i64}} {
    llvm.return
  }
}

// -----

// expected-error @below {{'builtin.module' op expected a temporary with an element type, got {bounds = []}}}
module attributes {gt.image = {temporaries = [{bounds = []}]}} {
}

// -----

// expected-error @below {{kernels may not have inline assembly}}
module attributes {gt.image = {}} {
  llvm.func @k0() {
    llvm.inline_asm has_side_effects "bogus", "" : () -> ()
    llvm.return
  }
}
