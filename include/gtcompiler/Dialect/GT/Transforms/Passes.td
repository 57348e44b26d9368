//===- Passes.td - Passes over the gt dialect --------------*- tablegen -*-===//
//
// Contracts of the passes from fields to stencils. The order in which they run
// stands in Pipelines.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_TRANSFORMS_PASSES
#define GTCOMPILER_DIALECT_GT_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def SimplifyPass : Pass<"gt-simplify", "::gtcompiler::ProgramOp"> {
  let summary = "Fold, share and drop operations without changing a bit of any result";
  let description = [{
    *In*: a program at either level. *Out*: the same program, in which no folder
    applies, no two pure operations of a block do the same on the same values
    (operands of commutative operations in any order), and no pure operation is
    unused. One walk forward and one back over each block. Conversions of a choice
    among scalars are those of the scalars, if nobody else needs the choice.

    It does not reassociate, contract or reorder, and does not touch arguments.

    ```mlir
    // before
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>) {
      %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
      %1 = gt.shift %0 [I + 2] : !gt.field<[I], f64>
      %2 = gt.shift %1 [I - 2] : !gt.field<[I], f64>
      %3 = gt.add %2, %0 : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
      gt.store %3 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
    }
    // after
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>) {
      %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
      %1 = gt.add %0, %0 : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
      gt.store %1 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
    }
    ```
  }];
  let dependentDialects = ["::gtcompiler::GTDialect"];
  let statistics = [
    Statistic<"numFolded", "folded", "operations folded">,
    Statistic<"numShared", "shared", "operations replaced by an equal one">,
    Statistic<"numDropped", "dropped", "operations dropped as unused">
  ];
}

def UnrollReductionsPass : Pass<"gt-unroll-reductions", "::gtcompiler::ProgramOp"> {
  let summary = "Combine few points in the kernel that needs them";
  let description = [{
    *In*: a program at the field level. *Out*: the same program, in which each
    `gt.reduce` with a `width` up to `limit` is a tree of operations on the points
    of its range; those with a larger one are left. So a sum over the neighbours of
    a point of a mesh, or over the components of a vector, is computed where it is
    read, together with what it adds, and nothing with the dimension of the
    neighbours is in memory. One whose operand computes much at each point is left, and
    one along rows of more than four points, if others reduce further what all rows come
    to, and the order is free or a point computes more than joining the lanes takes.

    It does not change a bit: what a reduction starts with is left out where
    nothing comes of it.

    ```mlir
    // before
    gt.program @example(%u: !gt.storage<[I, L], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>, %l: !gt.range<L>) {
      %0 = gt.load %u : !gt.storage<[I, L], f64, unit> -> !gt.field<[I, L], f64>
      %1 = gt.reduce max %0 over %l width 2 : !gt.field<[I, L], f64>, !gt.range<L>
          -> !gt.field<[I], f64>
      gt.store %1 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
    }
    // after
    gt.program @example(%u: !gt.storage<[I, L], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>, %l: !gt.range<L>) {
      %0 = gt.load %u : !gt.storage<[I, L], f64, unit> -> !gt.field<[I, L], f64>
      %1 = gt.pin %0 at %l : !gt.field<[I, L], f64>, !gt.range<L> -> !gt.field<[I], f64>
      %2 = gt.pin %0 at %l + 1 : !gt.field<[I, L], f64>, !gt.range<L> -> !gt.field<[I], f64>
      %3 = gt.max %1, %2 : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
      gt.store %3 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
    }
    ```
  }];
  let dependentDialects = ["::gtcompiler::GTDialect"];
  let options = [
    Option<"limit", "limit", "int64_t", "16", "Points that are combined in the reader's kernel">
  ];
  let statistics = [Statistic<"numUnrolled", "unrolled", "reductions replaced">];
}

def SeparateWindowsPass : Pass<"gt-separate-windows", "::gtcompiler::ProgramOp"> {
  let summary = "Join what is near a point dimension by dimension";
  let description = [{
    *In*: a program at the field level without shifts of shifts. *Out*: the same program, in
    which what one operation joins of a field at several offsets, its *window*, is joined in
    columns first: offsets that differ across rows alone, which several places along a row
    have alike, become one value that is shifted along the row. So a greatest value of 5 x 5
    points is one of 5 shifted columns, of which each point computes one. Fields that have the
    same window are joined first.

    It reassociates what gives the same bits in any order: `gt.min` and `gt.max`, whose NaN
    may be another NaN, bit operations, sums of integers. A `gt.placement` on any of them leaves
    it and what it reads as they are. Where points have threads nothing is done: neighbours hand
    nothing on there.

    ```mlir
    // before
    gt.program @example(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                        %j: !gt.range<J>, %i: !gt.range<I>) {
      %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
      %1 = gt.shift %0 [I + 1] : !gt.field<[I, J], f64>
      %2 = gt.shift %0 [J + 1] : !gt.field<[I, J], f64>
      %3 = gt.shift %0 [I + 1, J + 1] : !gt.field<[I, J], f64>
      %4 = gt.max %0, %1 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
      %5 = gt.max %4, %2 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
      %6 = gt.max %5, %3 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
      gt.store %6 to %v over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64, unit>,
          !gt.range<J>, !gt.range<I>
    }
    // after
    gt.program @example(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                        %j: !gt.range<J>, %i: !gt.range<I>) {
      %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
      %1 = gt.shift %0 [J + 1] : !gt.field<[I, J], f64>
      %2 = gt.max %0, %1 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
      %3 = gt.shift %2 [I + 1] : !gt.field<[I, J], f64>
      %4 = gt.max %2, %3 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
      gt.store %4 to %v over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64, unit>,
          !gt.range<J>, !gt.range<I>
    }
    ```
  }];
  let dependentDialects = ["::gtcompiler::GTDialect"];
  let statistics = [Statistic<"numSeparated", "separated", "joins of windows made again">];
}

def PlaceFieldsPass : Pass<"gt-place-fields", "::gtcompiler::ProgramOp"> {
  let summary = "Decide where each intermediate lives";
  let description = [{
    *In*: a program at the field level, with `gt.placement` on operations where
    the user prescribes one. *Out*: the same program with `gt.placement` on every
    point operation and reduction, and the program's `remarks` saying for each
    value that is read more than once, or not inlined, where it lives and why.

    An intermediate is *inlined*, that is recomputed where it is read, unless

    * it is a reduction, whose result the next kernel reads, or a scan, of which
      `gt-fields-to-stencils` computes in one kernel what it can;
    * recomputing it costs more than keeping it, on the machine that the module's
      `gt.machine` tells of, or else one with vectors of 64 bytes: the positions at which
      its readers read it (those that all read it at the point may be computed at different ones
      themselves), or the kernels that need it, beyond the first, times
      the cost of the operations that it inlines (see the table of point
      operations for their costs), what neighbours share once; a cycle for each
      load more, 2 for one beside the point in a row; and a gather for each load
      but one where the points of a row read it at indices of their own. The limit is
      `cached_cycles` of the machine if all is `in-cache`, as the pass takes it by itself,
      else `memory_cycles`; but `cached_cycles` as well where stencils alone read the value, at
      offsets, so that the engine keeps a window of it in a cache; `recompute-limit` sets another
      one;
    * it lacks a dimension of its reader, so that it would be recomputed for
      every index of that dimension, and costs more than `repeated_cycles` of the machine;
      values without dimensions are computed once a kernel and stay inlined;
    * a kernel that reads it would exceed `kernel-limit` operations;
    * a `gt.placement` prescribes otherwise.

    Then it is *materialised*. Who reads a value at indices reads these, too.

    What reads a concatenation becomes a kernel for each of its parts. Where there
    would be more than 16, or 27 of a concatenation itself, a concatenation is a
    *rim*, if computing its first part costs no more than the limit: kernels that
    read nothing else compute it, the others read it from memory. Where it is read
    whole, by a reduction or a scan, or at indices that may lie in any part, it is
    materialised.

    ```mlir
    // before
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>) {
      %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
      %1 = gt.exp %0 {gt.placement = #gt.placement<materialise>}
          : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
      gt.store %1 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
    }
    // after
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>)
        attributes {remarks = ["example.mlir:5: exp: materialise: prescribed"]} {
      %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
      %1 = gt.exp %0 {gt.placement = #gt.placement<materialise>}
          : (!gt.field<[I], f64>) -> !gt.field<[I], f64>
      gt.store %1 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
    }
    ```
  }];
  let dependentDialects = ["::gtcompiler::GTDialect"];
  let options = [
    Option<"inCache", "in-cache", "bool", "true", "Caches hold what is kept">,
    Option<"recomputeLimit", "recompute-limit", "int64_t", "-1",
           "Cycles per vector of results that recomputation may cost; below 0: what keeping it "
           "costs on the machine">,
    Option<"kernelLimit", "kernel-limit", "int64_t", "300",
           "Operations at a point that a kernel may have">
  ];
  let statistics = [
    Statistic<"numInline", "inline", "intermediates inlined">,
    Statistic<"numMaterialised", "materialised", "intermediates materialised">
  ];
}

def FieldsToStencilsPass : Pass<"gt-fields-to-stencils", "::gtcompiler::ProgramOp"> {
  let summary = "Make kernels and temporaries of fields";
  let description = [{
    *In*: a program at the field level with a placement on every point operation,
    reduction and scan. *Out*: the same program at the stencil level.

    A materialised value gets a temporary over the ranges where it is read, and
    a `gt.stencil` or, for each dimension of a reduction, a `gt.fold` that fills
    it. Stores over the same ranges become one `gt.stencil`, as do materialised
    values, and reductions one `gt.fold`, that read a storage in common; more than one where
    it would exceed `kernel-limit` operations, those that stores share counted once. A store
    goes through a temporary where a later kernel reads its storage, or its own
    kernel reads it elsewhere than at the point, unless it is `in_place`.

    A store over the points that a `gt.fold` with `lanes` goes through is a `gt.write` in
    it, where both read something in common, the fold has loops, no later kernel reads what
    the storage had, all rows are contiguous, and neighbours have little to share.

    A `gt.scan` becomes a `gt.sweep`. Scans over the same points in the same direction
    share one, and so do stores and materialised values that are computed over exactly
    these points of what it has at the point: values that nothing else reads are not
    written to memory.

    What reads inlined concatenations becomes a kernel for each combination of parts
    over the points that have it. What reads a rim becomes one kernel for the points
    that read its first part alone, the core; one for each row of points right beside
    it whose outermost neighbours are in the next parts, and for their corners, nine
    together at most, the fastest dimensions first; and one for each side of what is
    left, which reads a temporary that is filled where it does. The parts below the
    first one are expected in front of those above it: where they do not stand so,
    more is left.

    It decides nothing about placement, and keeps each value's operations as
    they are.

    ```mlir
    // before
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>) {
      %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
      %1 = gt.shift %0 [I + 1] : !gt.field<[I], f64>
      %2 = gt.sub %1, %0 {gt.placement = #gt.placement<inline>}
          : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
      gt.store %2 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
    }
    // after
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>) {
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %u [I + 1] : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %2 = gt.sub %0, %1 : (f64, f64) -> f64
        gt.write %2 to %v : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```
  }];
  let dependentDialects = ["::gtcompiler::GTDialect"];
  let options = [
    Option<"kernelLimit", "kernel-limit", "int64_t", "300",
           "Operations at a point that a kernel of several results may have">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "kernels made">,
    Statistic<"numTemporaries", "temporaries", "temporaries made">
  ];
}

def WriteAtPinsPass : Pass<"gt-write-at-pins", "::gtcompiler::ProgramOp"> {
  let summary = "Write of a sweep the one level that is read";
  let description = [{
    *In*: a program at the stencil level. *Out*: the same, where a temporary that a `gt.sweep`
    writes, and that other kernels read at the first point of one range of the sweep's dimension
    alone, lacks that dimension: it is written `at` the range.

    ```mlir
    // before
    gt.program @example(%u: !gt.storage<[K, I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %zero: f64, %k: !gt.range<K>, %i: !gt.range<I>, %last: !gt.range<K>) {
      %t = gt.temporary over %k, %i : !gt.range<K>, !gt.range<I> -> !gt.storage<[K, I], f64, unit>
      gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
        gt.yield %zero : f64
      } do {
      ^bb0(%sum: f64):
        %0 = gt.access %u : !gt.storage<[K, I], f64, unit> -> f64
        %1 = gt.add %sum, %0 : (f64, f64) -> f64
        gt.write %1 to %t : f64, !gt.storage<[K, I], f64, unit>
        gt.yield %1 : f64
      }
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %t [K at %last] : !gt.storage<[K, I], f64, unit>, !gt.range<K> -> f64
        gt.write %0 to %v : f64, !gt.storage<[I], f64, unit>
      }
    }
    // after
    gt.program @example(%u: !gt.storage<[K, I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %zero: f64, %k: !gt.range<K>, %i: !gt.range<I>, %last: !gt.range<K>) {
      %t = gt.temporary over %i : !gt.range<I> -> !gt.storage<[I], f64, unit>
      gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
        gt.yield %zero : f64
      } do {
      ^bb0(%sum: f64):
        %0 = gt.access %u : !gt.storage<[K, I], f64, unit> -> f64
        %1 = gt.add %sum, %0 : (f64, f64) -> f64
        gt.write %1 to %t at %last : !gt.range<K> : f64, !gt.storage<[I], f64, unit>
        gt.yield %1 : f64
      }
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %t : !gt.storage<[I], f64, unit> -> f64
        gt.write %0 to %v : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```
  }];
  let dependentDialects = ["::gtcompiler::GTDialect"];
  let statistics = [
    Statistic<"numPinned", "pinned", "temporaries that have one level left">
  ];
}

def CheckFinitePass : Pass<"gt-check-finite", "::gtcompiler::ProgramOp"> {
  let summary = "Let kernels report values that are NaN or infinite";
  let description = [{
    *In*: a program at the stencil level. *Out*: the same program, in which every
    kernel ends in a `gt.check_finite` of all float values that it reads or
    computes. Kernels without any stay as they are.

    It does not change a value, and does not tell where a bad one came from: who
    asked for the check evaluates again to find out.

    ```mlir
    // before
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>) {
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.log %0 : (f64) -> f64
        gt.write %1 to %v : f64, !gt.storage<[I], f64, unit>
      }
    }
    // after
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>) {
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.log %0 : (f64) -> f64
        gt.check_finite %0, %1 : f64, f64
        gt.write %1 to %v : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```
  }];
  let dependentDialects = ["::gtcompiler::GTDialect"];
  let statistics = [Statistic<"numChecked", "checked", "values looked at">];
}

#endif // GTCOMPILER_DIALECT_GT_TRANSFORMS_PASSES
