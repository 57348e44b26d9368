//===- GTLoopOps.td - Loop level of the gt dialect ---------*- tablegen -*-===//
//
// The schedule of a kernel: its loops in order and what its points share. What
// gt-stencils-to-loops decides stands here; the emission of functions decides
// nothing more. What points read and write stands in GTLoopMemoryOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTLOOPOPS
#define GTCOMPILER_DIALECT_GT_IR_GTLOOPOPS

include "gtcompiler/Dialect/GT/IR/GTStencilOps.td"

/// Stands between the loops of a kernel, or also in a row.
defvar GT_AmongLoops = ParentOneOf<["KernelOp", "LoopOp", "PairwiseOp"]>;
defvar GT_InKernel = ParentOneOf<["KernelOp", "LoopOp", "PairwiseOp", "RowOp"]>;

/// An operation with a region of a kernel's code.
class GT_NestOp<string mnemonic, list<Trait> traits>
    : GT_Op<mnemonic,
            !listconcat([SingleBlock, NoTerminator, RecursiveMemoryEffects], traits)> {
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  code blockQuery = [{
    /// What happens inside, in order.
    ::mlir::Block *getBlock() { return &getBody().front(); }
  }];
  let extraClassDeclaration = blockQuery;
}

def GT_KernelOp : GT_NestOp<"kernel", [HasParent<"ProgramOp">, AttrSizedOperandSegments]> {
  let summary = "one kernel's schedule";
  let description = [{
    A function that runs one tile of the loop dimensions after the other. The
    region is what happens in a tile, in order. In it a dimension has a *span*,
    the tile's at first and for `along` the whole range; a loop over parts
    narrows the span, and a loop point by point or a row gives the dimension an
    *index*. Memory is reached at the indices of its dimensions, by name.

    `across` names the loop dimension that tiles leave whole. `flops` are
    floating-point operations at one point. `scratch` is the bytes of all
    buffers, known after `gt-lay-out-scratch`.

    * (C1) No dimension is listed twice, the one of `along` included.
    * (C2) `across` is one of the loop dimensions.
    * (C3) The regions of `gt.kernel`, `gt.loop` and `gt.pairwise` have no
      arguments and hold operations of the loop level, point operations on
      scalars, `gt.index`, `gt.check_finite` and constants.
    * (C4) Loops over a loop dimension that are in order have the same order.
    * (C5) It has a name; `flops` and `scratch` are not negative.

    ```mlir
    gt.program @lap(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                    %i: !gt.range<I>, %j: !gt.range<J>) {
      gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> flops 1 {
        gt.loop J {
          gt.row I lanes 8 {
            %0 = gt.get %u [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
            %1 = gt.get %u [I - 1] : !gt.storage<[J, I], f64, unit> -> f64
            %2 = gt.add %0, %1 : (f64, f64) -> f64
            gt.put %2 to %v : f64, !gt.storage<[J, I], f64, unit>
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Variadic<GT_RangeType>:$ranges,
                       Optional<GT_RangeType>:$along, OptionalAttr<StrAttr>:$across,
                       DefaultValuedAttr<I64Attr, "0">:$flops,
                       DefaultValuedAttr<I64Attr, "0">:$scratch);
  let assemblyFormat = [{
    $sym_name (`over` $ranges^ `:` qualified(type($ranges)))?
    (`along` $along^ `:` qualified(type($along)))? (`across` $across^)?
    (`flops` $flops^)? (`scratch` $scratch^)? attr-dict-with-keyword custom<Body>($body)
  }];
  let extraClassDeclaration = blockQuery # [{
    /// Loop dimensions in the order of the ranges.
    ::llvm::SmallVector<::mlir::StringAttr> getLoopDims();
    /// The range of `dim`, `along` included; null if there is none.
    ::mlir::Value getRangeOf(::mlir::StringAttr dim);
    /// In which order the points of each loop dimension run.
    ::llvm::SmallVector<LoopOrder> getOrders();
    /// The most points that a thread which runs points has of each loop dimension: the steps of
    /// loops over the last two.
    ::llvm::SmallVector<int64_t> getSteps();
  }];
}

def GT_LoopOp : GT_NestOp<"loop", [GT_AmongLoops]> {
  let summary = "loop over a dimension";
  let description = [{
    Goes through the span of a dimension: point by point, so that the dimension has
    an index inside; or in parts of at most `by` points, so that inside the part is
    the span. The points of a loop dimension may run in any order, and on several
    threads, unless a loop over it is `forward`, in ascending order, or `backward`:
    then a point sees what those before it have put. With `step` the index is that of
    every so many points, and the region does what is done at all of them; it leaves out
    the last points, fewer than `step`, which a loop with `rest` goes through one by one.
    With `again` it leaves none out: the last step ends with the last point, and does some
    points again, as the last vector of each row inside does instead of being masked. Where
    there are fewer points than a step has, or than a row has lanes, nothing is done there;
    all points are those of the loop with `rest again` then, whose rows mask each vector.
    Where threads run the points, a thread has a step of each of the kernel's last two loops.

    Parts whose rows keep values in registers are strips: their rows are vectors in straight line.
    Behind such a loop there may be one over the same dimension in other parts that does the same
    with values in memory. It takes the place of the first one where the points of some storage
    along the loops in order are a multiple of `way` bytes apart, and share few places of a cache,
    unless all points are one part of the first loop, or results go past the caches and not all of
    their rows begin alike in a line. If it says no `way`, it is the machine's `way_bytes`, however
    few the points are, and points `level_bytes` or more apart count as well, which have a page each.

    * (C1) The dimension is one of the kernel's and has no index around the loop.
    * (C2) `by` is positive. `way` is a power of two and stands behind strips of the dimension.
      Parts behind strips of the same dimension are no strips.
    * (C3) A loop in order has one and goes point by point.
    * (C4) `step` is a power of two, 2 at least, of a loop without parts and order;
      `rest` stands with it.
    * (C5) `again` stands with `step`. The region ends with a row of more than one lane, without
      `vectors` and `strides`, which puts what the kernel does not get, and keeps and
      accumulates nothing.

    ```mlir
    gt.program @negate(%u: !gt.storage<[J, I], f64, unit>, %j: !gt.range<J>, %i: !gt.range<I>) {
      gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> flops 1 {
        gt.loop I by 64 {
          gt.loop J {
            gt.row I lanes 8 {
              %0 = gt.get %u : !gt.storage<[J, I], f64, unit> -> f64
              %1 = gt.neg %0 : (f64) -> f64
              gt.put %1 to %u : f64, !gt.storage<[J, I], f64, unit>
            }
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$dim, OptionalAttr<I64Attr>:$by, OptionalAttr<I64Attr>:$way,
                       UnitAttr:$forward, UnitAttr:$backward, OptionalAttr<I64Attr>:$step,
                       UnitAttr:$rest, UnitAttr:$again);
  let assemblyFormat = [{
    custom<LoopDim>($dim) (`by` $by^)? (`way` $way^)?
    (`step` $step^ (`rest` $rest^)? (`again` $again^)?)?
    (`forward` $forward^)? (`backward` $backward^)? attr-dict-with-keyword custom<Body>($body)
  }];
  let extraClassDeclaration = blockQuery # [{
    /// In which order its points run.
    LoopOrder getOrder() {
      return getForward() ? LoopOrder::Forward
                          : getBackward() ? LoopOrder::Backward : LoopOrder::Parallel;
    }
    /// The row that a loop with `again` ends with.
    RowOp getLastRow();
    /// Whether its rows are vectors in straight line: some keep values in registers.
    bool isStrips();
  }];
}

def GT_RowOp : GT_NestOp<"row", [GT_AmongLoops]> {
  let summary = "innermost loop";
  let description = [{
    Goes through the span of a dimension, `lanes` neighbours at once; the region
    is what happens at one of them. Points of a row do not depend on each other:
    what one puts, no other gets. The last points, fewer than `lanes`, are
    masked. Values from outside are the same for all points.

    With `vectors` so many times `lanes` neighbours go at once, which accumulate to
    partial results that are in registers for the whole row, and for all rows of a loop
    around it: the elements of the buffers hold nothing meanwhile, and their first one
    holds the block's result at its end.

    * (C1) The dimension is one of the kernel's and has no index around the row.
    * (C2) `lanes` is a power of two up to 64.
    * (C3) The region has no arguments and holds `gt.get`, `gt.put`, `gt.keep`, `gt.accumulate`,
      `gt.index`, `gt.check_finite`, `gt.prefetch`, `gt.neighbour`, point operations on scalars
      and constants.
    * (C4) A buffer that the row keeps values in is got in front of that. A storage that
      the row puts is got in front of the put, or moved along
      loops in order to where they have been; and, unless the put is `in_place`,
      not moved in other dimensions but to where the row puts.
    * (C5) Where there is more than one lane and no `strides`, storages that change along the
      row are contiguous along it, but for gets that an index of the row's points moves.
    * (C6) `vectors` is a power of two; the row is all that a `gt.pairwise` along its
      dimension does, or, with gets in front, all that a loop point by point does which
      is all of it; the partial results have the dimension, with `lanes` times `vectors`
      elements, and the row keeps, checks and streams nothing and fetches what is `exact` alone.
    * (C7) `strides` are for more than one lane and no `vectors`, different from each other
      and not 0.

    With `strides`, storages that change along the row may have any stride. Code is made for
    each of the numbers, where all those that are not contiguous go on by so many elements
    from point to point, and for all other strides; for more than 2 where as many puts, one after
    the other, lie side by side, as components do, or, if nothing is put so, gets of one storage,
    or where gets are at linear indices: those of loops, times numbers that no loop changes, and
    added. The last points, fewer than `lanes`, go one by one.

    ```mlir
    gt.program @scale(%u: !gt.storage<[I], f64, unit>, %a: f64, %i: !gt.range<I>) {
      gt.kernel @k0 over %i : !gt.range<I> flops 1 {
        gt.row I lanes 8 {
          %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
          %1 = gt.mul %0, %a : (f64, f64) -> f64
          gt.put %1 to %u : f64, !gt.storage<[I], f64, unit>
        }
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$dim, I64Attr:$lanes, OptionalAttr<I64Attr>:$vectors,
                       OptionalAttr<DenseI64ArrayAttr>:$strides);
  let assemblyFormat = [{
    custom<LoopDim>($dim) `lanes` $lanes (`vectors` $vectors^)? (`strides` $strides^)?
    attr-dict-with-keyword custom<Body>($body)
  }];
}

def GT_NeighbourOp : GT_Op<"neighbour", [HasParent<"RowOp">, Pure,
                                         AllTypesMatch<["value", "result"]>]> {
  let summary = "value of another point of the row";
  let description = [{
    What an operation of the row gives at the point that is so far behind, where it has
    been computed already: a vector's lanes and those of the vector before are taken, and
    nothing is computed twice. In front of the first point the operation, and what it is
    computed of, happen for as many points as are needed.

    * (C1) The value is the result of an operation of the row.
    * (C2) The offset is negative; it is no more points than the row has lanes.
    * (C3) The row has more than one lane, no `vectors` and no `strides`.
    * (C4) The value is an integer or float, but no `i1`.
    * (C5) What the value is computed of may be evaluated at any point: it is no buffer, no
      storage that the row puts, and no storage at an index of the row's points.

    ```mlir
    gt.program @smooth(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                       %i: !gt.range<I>) {
      gt.kernel @k0 over %i : !gt.range<I> flops 2 {
        gt.row I lanes 8 {
          %0 = gt.get %u [I + 1] : !gt.storage<[I], f64, unit> -> f64
          %1 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
          %2 = gt.add %0, %1 : (f64, f64) -> f64
          %3 = gt.neighbour %2 [-1] : f64
          %4 = gt.sub %2, %3 : (f64, f64) -> f64
          gt.put %4 to %v : f64, !gt.storage<[I], f64, unit>
        }
      }
    }
    ```
  }];
  let arguments = (ins GT_Scalar:$value, I64Attr:$offset);
  let results = (outs GT_Scalar:$result);
  let assemblyFormat = "$value `[` $offset `]` attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

def GT_PairwiseOp : GT_NestOp<"pairwise", [GT_AmongLoops, AttrSizedOperandSegments]> {
  let summary = "reduction of blocks, combined pairwise";
  let description = [{
    Goes through the span of a dimension in blocks of at most `by` points. For
    each block the partial results start as their kinds say (see `gt.reduce`),
    and the region accumulates the block's points to them. Where a partial result
    has the dimension itself, its elements are combined pairwise to the first
    one: l with l + n/2, n/4, ..., 1. Then the block's result is combined with
    those of other blocks, pairwise as well: at level l of its stack stands the
    result of 2^l neighbouring blocks, as the digits of a binary counter of
    blocks, in `count`. In the end the partial results are those of the whole
    span. `lanes` neighbours are combined at once.

    With `threads` the threads of a block have the span together: of a block of points
    each of `lanes` threads accumulates those that are `lanes` apart to a partial result
    of its own. These are combined to the first one as above, and block with block,
    neighbours first, in shared memory and by further launches (`gtabi/ThreadArgs.h`).
    What stands behind the operation happens on one thread.

    * (C1) The dimension is one of the kernel's and has no index around the
      operation.
    * (C2) There are as many kinds, partial results and, without `threads`, stacks; `by`
      is positive and `lanes` a power of two up to 64.
    * (C3) The partial results have the same dimensions and extents, which are
      numbers: none; the reduced one, in a power of two; or another of the kernel's
      without an index, in a multiple of `lanes`.
    * (C4) A partial result has a type that its kind reduces (see `gt.reduce`).
    * (C5) A stack has copies of the type of its partial result, without the
      reduced dimension: 48 at least, for as many blocks as can be run through.
      `count` is an i64 without dimensions. With `threads` there is neither, and the
      partial results have no dimensions.
    * (C6) Another dimension of the partial results is gone through, around the
      operation, in parts of at most as many points as they have.

    ```mlir
    gt.program @sum(%u: !gt.storage<[I], f64, unit>, %s: !gt.storage<[], f64>, %i: !gt.range<I>) {
      gt.kernel @k0 along %i : !gt.range<I> flops 1 {
        %count = gt.buffer : !gt.buffer<[], i64>
        %sum = gt.buffer : !gt.buffer<[I: 64], f64>
        %stack = gt.buffer copies 48 : !gt.buffer<[], f64>
        gt.pairwise sum of %sum : !gt.buffer<[I: 64], f64> along I by 4096 lanes 8
            on %stack : !gt.buffer<[], f64> count %count : !gt.buffer<[], i64> {
          gt.row I lanes 8 vectors 8 {
            %0 = gt.get %u : !gt.storage<[I], f64, unit> -> f64
            gt.accumulate %0 to %sum : f64, !gt.buffer<[I: 64], f64>
          }
        }
        %1 = gt.get %sum : !gt.buffer<[I: 64], f64> -> f64
        gt.put %1 to %s : f64, !gt.storage<[], f64>
      }
    }
    ```
  }];
  let arguments = (ins GT_ReduceKindArrayAttr:$kinds,
                       Arg<Variadic<GT_BufferType>, "", [MemRead, MemWrite]>:$partials,
                       StrAttr:$dim, I64Attr:$by, I64Attr:$lanes, UnitAttr:$threads,
                       Arg<Variadic<GT_BufferType>, "", [MemRead, MemWrite]>:$stacks,
                       Arg<Optional<GT_BufferType>, "", [MemRead, MemWrite]>:$count);
  let assemblyFormat = [{
    custom<Kinds>($kinds) `of` $partials `:` qualified(type($partials))
    `along` custom<LoopDim>($dim) `by` $by `lanes` $lanes (`threads` $threads^)?
    (`on` $stacks^ `:` qualified(type($stacks)))? (`count` $count^ `:` qualified(type($count)))?
    attr-dict-with-keyword custom<Body>($body)
  }];
  let extraClassDeclaration = blockQuery # [{
    /// Levels of a stack: enough for 2^48 blocks, more than can be run through.
    static constexpr int64_t kLevels = 48;
    /// How the partial result number `index` is combined.
    ReduceKind getKind(unsigned index) {
      return ::mlir::cast<ReduceKindAttr>(getKinds()[index]).getValue();
    }
    /// What all partial results have in common: dimensions and extents.
    BufferType getPartialType() {
      return ::mlir::cast<BufferType>(getPartials().front().getType());
    }
  }];
}

def GT_AccumulateOp : GT_Op<"accumulate", [GT_InKernel]> {
  let summary = "combines a value with a partial result";
  let description = [{
    Combines the element of a partial result at the indices with a value, as the
    kind of the `gt.pairwise` around it says; the element comes first.

    * (C1) The buffer is a partial result of a `gt.pairwise` around the
      operation.
    * (C2) The value has the buffer's element type.
    * (C3) In a row the buffer has the row's dimension.
    * (C4) A dimension of the buffer that has an index is gone through, around the
      operation, in parts of at most as many points as the buffer has, unless a row
      with `vectors` has it in registers.

    ```mlir
    gt.program @columns(%u: !gt.storage<[K, I], f32, unit>, %m: !gt.storage<[I], f32, unit>,
                        %k: !gt.range<K>, %i: !gt.range<I>) {
      gt.kernel @k0 over %i : !gt.range<I> along %k : !gt.range<K> flops 1 {
        %count = gt.buffer : !gt.buffer<[], i64>
        %max = gt.buffer : !gt.buffer<[I: 512], f32>
        %stack = gt.buffer copies 48 : !gt.buffer<[I: 512], f32>
        gt.loop I by 512 {
          gt.pairwise max of %max : !gt.buffer<[I: 512], f32> along K by 64 lanes 16
              on %stack : !gt.buffer<[I: 512], f32> count %count : !gt.buffer<[], i64> {
            gt.loop K step 2 {
              gt.row I lanes 16 {
                %0 = gt.get %u : !gt.storage<[K, I], f32, unit> -> f32
                %1 = gt.get %u [K + 1] : !gt.storage<[K, I], f32, unit> -> f32
                gt.accumulate %0 to %max : f32, !gt.buffer<[I: 512], f32>
                gt.accumulate %1 to %max : f32, !gt.buffer<[I: 512], f32>
              }
            }
            gt.loop K step 2 rest {
              gt.row I lanes 16 {
                %0 = gt.get %u : !gt.storage<[K, I], f32, unit> -> f32
                gt.accumulate %0 to %max : f32, !gt.buffer<[I: 512], f32>
              }
            }
          }
          gt.row I lanes 1 {
            %1 = gt.get %max : !gt.buffer<[I: 512], f32> -> f32
            gt.put %1 to %m : f32, !gt.storage<[I], f32, unit>
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins GT_Scalar:$value, Arg<GT_BufferType, "", [MemRead, MemWrite]>:$buffer);
  let assemblyFormat = [{
    $value `to` $buffer attr-dict `:` qualified(type($value)) `,` qualified(type($buffer))
  }];
  let hasVerifier = 1;
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTLOOPOPS
