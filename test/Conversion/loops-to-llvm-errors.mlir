// RUN: gt-opt %s --gt-set-machine=cpu=x86-64-v4 --gt-loops-to-llvm --split-input-file --verify-diagnostics

// expected-error @below {{'builtin.module' op expected one 'gt.program', got 0}}
module {
}

// -----

// expected-error @below {{'builtin.module' op expected one 'gt.program', got 2}}
module {
  gt.program @a() {
  }
  gt.program @b() {
  }
}

// -----

gt.program @stencils(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.stencil' op has no schedule, expected the loop level}}
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
    gt.write %0 to %u : f64, !gt.storage<[I], f64, unit>
  }
}

// -----

gt.program @nowhere(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.buffer' op has no place in scratch, expected gt-lay-out-scratch}}
    %0 = gt.buffer : !gt.buffer<[], f64>
  }
}

// -----

// A kernel could have the function's name.
gt.program @p() {
}
// expected-error @below {{'llvm.func' op stands beside a 'gt.program', expected nothing there}}
llvm.func @k0() {
  llvm.return
}

// -----

gt.program @twice() {
  gt.kernel @k0 {
  }
  // expected-error @below {{'gt.kernel' op expected kernels with different names, got 'k0' twice}}
  gt.kernel @k0 {
  }
}

// -----

gt.program @lanes(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.row I lanes 16 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      // expected-error @below {{'gt.exp' op cannot be computed in 16 lanes}}
      %1 = gt.exp %0 : (f64) -> f64
      gt.put %1 to %u : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @together(%i: !gt.range<I>) {
  gt.kernel @k0 along %i : !gt.range<I> {
    %p = gt.buffer at 0 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op is by threads, which the machine lacks}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 threads {
    }
  }
}
