// Constraints of the stencil level, by the numbers in GTStencilOps.td.
// RUN: gt-opt %s --split-input-file --verify-diagnostics

gt.program @temporary_c1(%i: !gt.range<I>) {
  // expected-error @below {{'gt.temporary' op expected 2 ranges for '!gt.storage<[J, I], f64, unit>', got 1}}
  %t = gt.temporary over %i : !gt.range<I> -> !gt.storage<[J, I], f64, unit>
}

// -----

gt.program @temporary_c1_order(%i: !gt.range<I>, %j: !gt.range<J>) {
  // expected-error @below {{'gt.temporary' op expected range 0 to be of dimension 'J', got 'I'}}
  %t = gt.temporary over %i, %j : !gt.range<I>, !gt.range<J> -> !gt.storage<[J, I], f64, unit>
}

// -----

gt.program @stencil_c1(%i: !gt.range<I>) {
  // expected-error @below {{'gt.stencil' op expected different dimensions, got 'I' twice}}
  gt.stencil over %i, %i : !gt.range<I>, !gt.range<I> {
  }
}

// -----

gt.program @stencil_c3(%i: !gt.range<I>) {
  // expected-error @below {{'gt.stencil' op expected two ranges at least for 'narrow', got 1}}
  gt.stencil over %i : !gt.range<I> narrow {
  }
}

// -----

gt.program @fold_c1(%u: !gt.storage<[I], f64>, %s: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expected different dimensions, got 'I' twice}}
  gt.fold sum over %i : !gt.range<I> along %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64> -> f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[I], f64>
}

// -----

gt.program @fold_c2_values(%u: !gt.storage<[I], f64>, %s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expected 2 values and destinations, got 1 values and 2 destinations}}
  gt.fold sum, max along %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64> -> f64
    gt.yield %0 : f64
  } into %s, %s : !gt.storage<[], f64>, !gt.storage<[], f64>
}

// -----

gt.program @fold_c2_no_yield(%u: !gt.storage<[I], f64>, %s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expected 1 values and destinations, got 0 values and 1 destinations}}
  gt.fold sum along %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64> -> f64
  } into %s : !gt.storage<[], f64>
}

// -----

gt.program @fold_c3(%u: !gt.storage<[I], f64>, %s: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expected destinations with the dimensions of the loops, got '!gt.storage<[I], f64>'}}
  gt.fold sum along %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64> -> f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[I], f64>
}

// -----

gt.program @fold_c4(%u: !gt.storage<[I], f64>, %s: !gt.storage<[], i64>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expected a destination of 'f64', got '!gt.storage<[], i64>'}}
  gt.fold sum along %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64> -> f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[], i64>
}

// -----

gt.program @fold_c4_bool(%u: !gt.storage<[I], i1>, %s: !gt.storage<[], i1>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expected elements that 'max' reduces, got 'i1'}}
  gt.fold max along %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], i1> -> i1
    gt.yield %0 : i1
  } into %s : !gt.storage<[], i1>
}

// -----

gt.program @fold_kind(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  // expected-error @below {{expected sum, prod, min, max, any or all, got 'product'}}
  gt.fold product along %i : !gt.range<I> {
  } into %u : !gt.storage<[I], f64>
}

// -----

// FoldOp C4
gt.program @fold_c4_half(%u: !gt.storage<[I], f16>, %s: !gt.storage<[], f16>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expected elements that 'prod' reduces, got 'f16'}}
  gt.fold prod along %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f16> -> f16
    gt.yield %0 : f16
  } into %s : !gt.storage<[], f16>
}

// -----

// FoldOp C4
gt.program @fold_c4_any(%u: !gt.storage<[I], ui8>, %s: !gt.storage<[], ui8>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expected elements that 'any' reduces, got 'ui8'}}
  gt.fold any along %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], ui8> -> ui8
    gt.yield %0 : ui8
  } into %s : !gt.storage<[], ui8>
}

// -----

gt.program @check_finite_c1(%n: !gt.storage<[I], i64, unit>, %m: !gt.storage<[I], i64, unit>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    %0 = gt.access %n : !gt.storage<[I], i64, unit> -> i64
    // expected-error@+1 {{'gt.check_finite' op operand #0 must be variadic of floating-point, but got 'i64'}}
    gt.check_finite %0 : i64
    gt.write %0 to %m : i64, !gt.storage<[I], i64, unit>
  }
}

// -----

gt.program @grow_c1(%i: !gt.range<I>) {
  // expected-error @below {{'gt.grow' op expected a lower bound that moves at most as far as the upper one, got 2 and 1}}
  %0 = gt.grow %i by 2, 1 : !gt.range<I>
}

// -----

gt.program @when_c1(%i: !gt.range<I>) {
  // expected-error @below {{'gt.when' op expected another range}}
  %0 = "gt.when"(%i) : (!gt.range<I>) -> !gt.range<I>
}

// -----

gt.program @when_types(%i: !gt.range<I>, %j: !gt.range<J>) {
  // expected-error @below {{'gt.when' op failed to verify that all of {range, result} have same type}}
  %0 = "gt.when"(%i, %j) : (!gt.range<I>, !gt.range<J>) -> !gt.range<J>
}

// -----

gt.program @below_types(%i: !gt.range<I>, %j: !gt.range<J>) {
  // expected-error @below {{'gt.below' op requires the same type for all operands and results}}
  %0 = "gt.below"(%i, %j) : (!gt.range<I>, !gt.range<J>) -> !gt.range<I>
}

// -----

gt.program @above_types(%i: !gt.range<I>, %j: !gt.range<J>) {
  // expected-error @below {{'gt.above' op requires the same type for all operands and results}}
  %0 = "gt.above"(%i, %j) : (!gt.range<I>, !gt.range<J>) -> !gt.range<I>
}

// -----

gt.program @hull_c1(%i: !gt.range<I>) {
  // expected-error @below {{'gt.hull' op expected 1 or more operands, but found 0}}
  %0 = "gt.hull"() : () -> !gt.range<I>
}

// -----

gt.program @intersect_c1(%i: !gt.range<I>) {
  // expected-error @below {{'gt.intersect' op expected 1 or more operands, but found 0}}
  %0 = "gt.intersect"() : () -> !gt.range<I>
}

// -----

gt.program @stencil_c2(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  // expected-note @below {{the kernel is here}}
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'llvm.mlir.zero' op cannot stand at a point of a kernel}}
    %0 = llvm.mlir.zero : f64
    gt.write %0 to %u : f64, !gt.storage<[I], f64>
  }
}

// -----

gt.program @stencil_c2_program(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.temporary' op expects parent op 'gt.program'}}
    %0 = gt.temporary over %i : !gt.range<I> -> !gt.storage<[I], f64>
  }
}

// -----

gt.program @stencil_c2_field(%i: !gt.range<I>) {
  // expected-note @below {{the kernel is here}}
  gt.stencil over %i : !gt.range<I> {
    // expected-error @below {{'gt.neg' op cannot stand at a point of a kernel}}
    %0 = "gt.neg"(%0) : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
  }
}

// -----

gt.program @stencil_c2_arguments(%u: !gt.storage<[I], f64>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.stencil' op expected a region without arguments}}
  "gt.stencil"(%i) ({
  ^bb0(%a: f64):
    gt.write %a to %u : f64, !gt.storage<[I], f64>
  }) : (!gt.range<I>) -> ()
}

// -----

gt.program @fold_c2_kinds(%i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expected a kind of reduction, got none}}
  "gt.fold"(%i) <{kinds = [], operandSegmentSizes = array<i32: 0, 1, 0>}> ({
    gt.yield
  }) : (!gt.range<I>) -> ()
}

// -----

gt.program @fold_c5(%u: !gt.storage<[I], f64>, %s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  // expected-note @below {{the kernel is here}}
  gt.fold sum along %i : !gt.range<I> {
    // expected-error @below {{'llvm.mlir.zero' op cannot stand at a point of a kernel}}
    %0 = llvm.mlir.zero : f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[], f64>
}

// -----

// A terminator of another kind is found before anybody looks for a yield.
gt.program @fold_c5_terminator(%s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expects regions to end with 'gt.yield', found 'llvm.unreachable'}}
  // expected-note @below {{in custom textual format, the absence of terminator implies 'gt.yield'}}
  "gt.fold"(%i, %s) <{kinds = [#gt<reduce_kind sum>], operandSegmentSizes = array<i32: 0, 1, 1>}> ({
    llvm.unreachable
  }) : (!gt.range<I>, !gt.storage<[], f64>) -> ()
}

// -----

gt.program @fold_c6(%u: !gt.storage<[I], f64>, %s: !gt.storage<[], f64>, %i: !gt.range<I>) {
  // expected-error @below {{'gt.fold' op expected different destinations, got one twice}}
  gt.fold sum, max along %i : !gt.range<I> {
    %0 = gt.access %u : !gt.storage<[I], f64> -> f64
    gt.yield %0, %0 : f64, f64
  } into %s, %s : !gt.storage<[], f64>, !gt.storage<[], f64>
}

// -----

gt.program @fold_c6_neighbour(%s: !gt.storage<[J], f64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  // expected-error @below {{'gt.fold' op expected the storage to be read at the point only, got an access elsewhere}}
  gt.fold sum over %j : !gt.range<J> along %i : !gt.range<I> {
    // expected-note @below {{the access is here}}
    %0 = gt.access %s [J + 1] : !gt.storage<[J], f64> -> f64
    gt.yield %0 : f64
  } into %s : !gt.storage<[J], f64>
}

// -----

gt.program @yield_parent(%a: f64) {
  gt.stencil {
    // expected-error @below {{'gt.yield' op expects parent op to be one of 'gt.fold, gt.scan, gt.scan_dim, gt.sweep'}}
    gt.yield %a : f64
  }
}
