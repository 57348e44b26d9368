// What kernels of threads cannot do.
// RUN: gt-opt %s --gt-set-machine=cpu=sm_90 --gt-loops-to-llvm --split-input-file --verify-diagnostics

gt.program @rows(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.row' op has lanes, where each point has a thread}}
    gt.row I lanes 8 {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      gt.put %0 to %u : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @ordered(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.loop' op is in order, where each point has a thread}}
    gt.loop I forward {
      %0 = gt.get %u [I - 1] : !gt.storage<[I], f64, unit> -> f64
      gt.put %0 to %u : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @buffers(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    // expected-error @below {{'gt.buffer' op has the extent of a tile, where each point has a thread}}
    %0 = gt.buffer at 0 : !gt.buffer<[I: ?], f64>
  }
}

// -----

gt.program @names(%i: !gt.range<I>) {
  // expected-error @below {{'gt.kernel' op expected a name of letters, digits and '_' that does not begin with a digit or 'gt_', got 'gt_math_exp_f64'}}
  gt.kernel @gt_math_exp_f64 over %i : !gt.range<I> {
  }
}

// -----

gt.program @dots(%i: !gt.range<I>) {
  // expected-error @below {{got 'k.0'}}
  gt.kernel @k.0 over %i : !gt.range<I> {
  }
}

// -----

gt.program @alone(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 along %i : !gt.range<I> {
    %n = gt.buffer at 0 : !gt.buffer<[], i64>
    %p = gt.buffer at 8 : !gt.buffer<[], f64>
    %s = gt.buffer copies 48 at 16 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op is one thread's, where those of a block reduce together}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 on %s : !gt.buffer<[], f64> count %n : !gt.buffer<[], i64> {
    }
  }
}

// -----

gt.program @part(%i: !gt.range<I>, %j: !gt.range<J>) {
  gt.kernel @k0 over %j : !gt.range<J> along %i : !gt.range<I> {
    %p = gt.buffer at 0 : !gt.buffer<[], f64>
    // expected-error @below {{'gt.pairwise' op is not what all loops of the kernel are around and nothing else follows}}
    gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 threads {
    }
  }
}

// -----

gt.program @behind(%r: !gt.storage<[], f64>, %i: !gt.range<I>, %j: !gt.range<J>, %zero: f64) {
  gt.kernel @k0 over %j : !gt.range<J> along %i : !gt.range<I> {
    %p = gt.buffer at 0 : !gt.buffer<[], f64>
    gt.loop J {
      // expected-error @below {{'gt.pairwise' op is not what all loops of the kernel are around and nothing else follows}}
      gt.pairwise sum of %p : !gt.buffer<[], f64> along I by 64 lanes 1 threads {
      }
    }
    gt.put %zero to %r : f64, !gt.storage<[], f64>
  }
}

// -----

gt.program @calls(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
  gt.kernel @k0 over %i : !gt.range<I> {
    gt.loop I {
      %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
      // expected-error @below {{'gt.call' op is a call of the host, which threads of a device cannot make}}
      %1 = gt.call @f(%0) : (f64) -> f64
      gt.put %1 to %u : f64, !gt.storage<[I], f64, unit>
    }
  }
}

// -----

gt.program @calls_of_scalars(%a: f64) {
  // expected-error @below {{'gt.call' op is a call of the host, which threads of a device cannot make}}
  %0 = gt.call @f(%a) : (f64) -> f64
}
