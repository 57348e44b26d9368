//===- GTStencilOps.td - Stencil level of the gt dialect ---*- tablegen -*-===//
//
// Kernels with loops and a region for one point, and the temporaries and ranges
// between them.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTSTENCILOPS
#define GTCOMPILER_DIALECT_GT_IR_GTSTENCILOPS

include "gtcompiler/Dialect/GT/IR/GTFieldOps.td"

def GT_GrowOp : GT_FieldOp<"grow", [Pure, SameOperandsAndResultType]> {
  let summary = "range with moved bounds";
  let description = [{
    [lo + lower, hi + upper) of the operand's [lo, hi); an empty range stays
    empty.

    * (C1) The lower bound moves no further up than the upper one: no range loses
      points.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
      %i1 = gt.grow %i by -1, 2 : !gt.range<I>
      gt.stencil over %i1 : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.neg %0 : (f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```
  }];
  let arguments = (ins GT_RangeType:$range, I64Attr:$lower, I64Attr:$upper);
  let results = (outs GT_RangeType:$result);
  let assemblyFormat = "$range `by` $lower `,` $upper attr-dict `:` qualified(type($range))";
  let hasVerifier = 1;
}

def GT_HullOp : GT_FieldOp<"hull", [Pure, SameOperandsAndResultType]> {
  let summary = "smallest range that holds others";
  let description = [{
    The smallest range that holds every operand; empty ones are ignored.

    * (C1) There is an operand.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %a: !gt.range<I>, %b: !gt.range<I>) {
      %i = gt.hull %a, %b : !gt.range<I>
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.neg %0 : (f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```
  }];
  let arguments = (ins Variadic<GT_RangeType>:$ranges);
  let results = (outs GT_RangeType:$result);
  let assemblyFormat = "$ranges attr-dict `:` qualified(type($result))";
}

def GT_IntersectOp : GT_FieldOp<"intersect", [Pure, SameOperandsAndResultType]> {
  let summary = "what ranges have in common";
  let description = [{
    The coordinates that every operand holds; empty if there are none.

    * (C1) There is an operand.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %a: !gt.range<I>, %b: !gt.range<I>) {
      %b1 = gt.grow %b by -1, 1 : !gt.range<I>
      %i = gt.intersect %a, %b1 : !gt.range<I>
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.neg %0 : (f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```
  }];
  let arguments = (ins Variadic<GT_RangeType>:$ranges);
  let results = (outs GT_RangeType:$result);
  let assemblyFormat = "$ranges attr-dict `:` qualified(type($result))";
}

class GT_BesideOp<string mnemonic> : GT_FieldOp<mnemonic, [Pure, SameOperandsAndResultType]> {
  let arguments = (ins GT_RangeType:$range, GT_RangeType:$other);
  let results = (outs GT_RangeType:$result);
  let assemblyFormat = "$range `,` $other attr-dict `:` qualified(type($range))";
}

def GT_BelowOp : GT_BesideOp<"below"> {
  let summary = "what of a range lies below another one";
  let description = [{
    The coordinates of the first operand that are less than all of the second;
    all of the first if the second is empty. With what the two have in common and
    with `gt.above` they are the first operand, each coordinate once.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>, %a: !gt.range<I>) {
      %i1 = gt.below %i, %a : !gt.range<I>
      gt.stencil over %i1 : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.neg %0 : (f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```
  }];
}

def GT_AboveOp : GT_BesideOp<"above"> {
  let summary = "what of a range lies above another one";
  let description = [{
    The coordinates of the first operand that are greater than all of the second;
    none if the second is empty, see `gt.below`.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>, %a: !gt.range<I>) {
      %i1 = gt.above %i, %a : !gt.range<I>
      gt.stencil over %i1 : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.neg %0 : (f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```
  }];
}

def GT_WhenOp : GT_FieldOp<"when", [Pure, AllTypesMatch<["range", "result"]>]> {
  let summary = "a range when others have points";
  let description = [{
    The first operand when none of the others is empty, else an empty range. Ranges
    of a box go through it where they are joined with those of other boxes: a box
    that is empty in one dimension has no points, however long it is in another.

    * (C1) There is another operand.

    ```mlir
    gt.program @example(%u: !gt.storage<[J, I], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
      %i1 = gt.grow %i by -1, 1 : !gt.range<I>
      %i2 = gt.when %i1, %j : !gt.range<I>, !gt.range<J>
      gt.stencil over %j, %i2 : !gt.range<J>, !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
        %1 = gt.neg %0 : (f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[J, I], f64, unit>
      }
    }
    ```
  }];
  let arguments = (ins GT_RangeType:$range, Variadic<GT_RangeType>:$others);
  let results = (outs GT_RangeType:$result);
  let assemblyFormat = [{
    $range `,` $others attr-dict `:` qualified(type($range)) `,` qualified(type($others))
  }];
  let hasVerifier = 1;
}

def GT_TemporaryOp : GT_FieldOp<"temporary", []> {
  let summary = "memory between kernels";
  let description = [{
    Memory over the ranges, one for each dimension of the storage in its order,
    that lives until the end of the program.

    * (C1) There is one range for each dimension of the storage, in its order.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>) {
      %i1 = gt.grow %i by 0, 1 : !gt.range<I>
      %t = gt.temporary over %i1 : !gt.range<I> -> !gt.storage<[I], f64, unit>
      gt.stencil over %i1 : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.exp %0 : (f64) -> f64
        gt.write %1 to %t : f64, !gt.storage<[I], f64, unit>
      }
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %t : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.access %t [I + 1] : !gt.storage<[I], f64, unit> -> f64
        %2 = gt.add %0, %1 : (f64, f64) -> f64
        gt.write %2 to %v : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```
  }];
  let arguments = (ins Variadic<GT_RangeType>:$ranges);
  let results = (outs Res<GT_StorageType, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    (`over` $ranges^ `:` qualified(type($ranges)))? attr-dict `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

/// Nothing that may be missing stands behind the region in the text: an
/// operation that fails to parse there leaves others with uses of its values.
/// The rules that look into the region are checked when its operations have been.
class GT_PointKernelOp<string mnemonic, list<Trait> traits>
    : GT_FieldOp<mnemonic, !listconcat([SingleBlock, RecursiveMemoryEffects], traits)> {
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  code loopQueries = [{
    /// Loop dimensions, slow to fast.
    ::llvm::SmallVector<::mlir::StringAttr> getLoopDims() {
      ::llvm::SmallVector<::mlir::StringAttr> dims;
      for (::mlir::Value range : getRanges())
        dims.push_back(::mlir::cast<RangeType>(range.getType()).getDim());
      return dims;
    }
    ::mlir::Block *getPoint() { return &getBody().front(); }
  }];
}

def GT_StencilOp : GT_PointKernelOp<"stencil", [NoTerminator]> {
  let summary = "kernel that writes values at every point";
  let description = [{
    Loops over the ranges, slow to fast; the region is what happens at a point.
    The fastest range is the one that vectors go along. Without ranges there is
    one point. `narrow` says that the fastest range has a point or two, for many
    of the one before it: points go one by one along that one.

    * (C1) No dimension is listed twice.
    * (C2) The region holds accesses, indices, constants, point operations on
      scalars, `gt.check_finite` and writes.
    * (C3) With `narrow` there are two ranges at least.

    ```mlir
    gt.program @lap(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                    %i: !gt.range<I>, %j: !gt.range<J>) {
      gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
        %0 = gt.access %u [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
        %1 = gt.access %u [I - 1] : !gt.storage<[J, I], f64, unit> -> f64
        %2 = gt.add %0, %1 : (f64, f64) -> f64
        gt.write %2 to %v : f64, !gt.storage<[J, I], f64, unit>
      }
    }
    ```
  }];
  let arguments = (ins Variadic<GT_RangeType>:$ranges, UnitAttr:$narrow);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`over` $ranges^ `:` qualified(type($ranges)))? (`narrow` $narrow^)?
    attr-dict-with-keyword custom<Body>($body)
  }];
  let extraClassDeclaration = loopQueries;
}

def GT_FoldOp : GT_PointKernelOp<"fold", [
    AttrSizedOperandSegments, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "kernel that reduces one dimension";
  let description = [{
    For each point of the loops over the ranges, slow to fast, the values that
    the region yields along one more range are reduced and written to the
    destinations: the first kind goes with the first value and destination. The
    order of the reduction, and `lanes`, are those of `gt.reduce`. With `lanes` the
    region may write values at every point, too: what is reduced is written, or what
    goes over the same points, in one pass over the data.

    * (C1) No dimension is listed twice, the reduced one included.
    * (C2) There are as many kinds, yielded values and destinations, one at least.
    * (C3) A destination has the loops' dimensions, in any order.
    * (C4) A destination has the type of its value, which is one that its kind
      reduces (see `gt.reduce`).
    * (C5) The region holds accesses, indices, constants, point operations on
      scalars, `gt.check_finite` and, with `lanes`, writes.
    * (C6) The kernel reads a destination at the point itself only, if at all, and
      no storage is a destination twice.

    ```mlir
    gt.program @example(%u: !gt.storage<[J, I], f64, unit>, %s: !gt.storage<[J], f64, unit>,
                        %m: !gt.storage<[J], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
      gt.fold sum, max over %j : !gt.range<J> along %i : !gt.range<I> lanes {
        %0 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
        %1 = gt.abs %0 : (f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[J, I], f64, unit>
        gt.yield %0, %1 : f64, f64
      } into %s, %m : !gt.storage<[J], f64, unit>, !gt.storage<[J], f64, unit>
    }
    ```
  }];
  let arguments = (ins GT_ReduceKindArrayAttr:$kinds, Variadic<GT_RangeType>:$ranges,
                       GT_RangeType:$along, UnitAttr:$lanes,
                       Arg<Variadic<GT_StorageType>, "", [MemWrite]>:$destinations);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    custom<Kinds>($kinds) (`over` $ranges^ `:` qualified(type($ranges)))?
    `along` $along `:` qualified(type($along)) (`lanes` $lanes^)? attr-dict-with-keyword
    custom<FoldBody>($body, $destinations, type($destinations))
  }];
  let extraClassDeclaration = loopQueries # [{
    /// How the yielded value number `index` is reduced.
    ReduceKind getKind(unsigned index) {
      return ::mlir::cast<ReduceKindAttr>(getKinds()[index]).getValue();
    }
  }];
}

def GT_AccessOp : GT_Op<"access", [
    Pure, AttrSizedOperandSegments, ParentOneOf<["StencilOp", "FoldOp", "SweepOp"]>]> {
  let summary = "value of a storage near the point";
  let description = [{
    Reads the storage from before the kernel's writes, in each of its dimensions
    at the loop's index or, pinned, at the lower bound of a range or, indexed, at
    a value; plus an offset. `offsets` has a number for each of the storage's
    dimensions, in their order; `indexDims` names those of the `indices`. The text
    names the dimensions that are pinned, indexed or moved.

    * (C1) There is one offset for each dimension of the storage.
    * (C2) The storage has the dimension of each pin, and no dimension is pinned twice.
    * (C3) A dimension that is neither pinned nor indexed is a loop dimension or the
      one of `along`.
    * (C4) The result has the storage's element type.
    * (C5) There is a dimension of the storage for each index; none is pinned, or
      indexed twice.

    ```mlir
    gt.program @example(%u: !gt.storage<[J, I], f64, unit>, %t: !gt.storage<[I], i32, unit>,
                        %v: !gt.storage<[J, I], f64, unit>,
                        %i: !gt.range<I>, %j: !gt.range<J>, %west: !gt.range<I>) {
      gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
        %0 = gt.access %u [J - 1, I + 2] : !gt.storage<[J, I], f64, unit> -> f64
        %1 = gt.access %u [I at %west + 1] : !gt.storage<[J, I], f64, unit>, !gt.range<I> -> f64
        %2 = gt.sub %0, %1 : (f64, f64) -> f64
        %3 = gt.access %t : !gt.storage<[I], i32, unit> -> i32
        %4 = gt.access %u [J by %3] : !gt.storage<[J, I], f64, unit>, i32 -> f64
        %5 = gt.add %2, %4 : (f64, f64) -> f64
        gt.write %5 to %v : f64, !gt.storage<[J, I], f64, unit>
      }
    }
    ```
  }];
  let arguments = (ins GT_StorageType:$storage, Variadic<GT_RangeType>:$pins,
                       Variadic<GT_IndexValue>:$indices, DenseI64ArrayAttr:$offsets,
                       OptionalAttr<StrArrayAttr>:$indexDims);
  let results = (outs GT_Scalar:$result);
  let assemblyFormat = [{
    $storage custom<Position>($pins, $indices, $offsets, $indexDims, type($storage), type($pins),
                              type($indices))
    `->` qualified(type($result)) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The range that pins `dim`, or null.
    ::mlir::Value getPin(::mlir::StringAttr dim);
    /// The value at which `dim` is read, or null.
    ::mlir::Value getIndex(::mlir::StringAttr dim) {
      return ::gtcompiler::findIndex(getIndices(), getIndexDimsAttr(), dim);
    }
  }];
}

def GT_WriteOp : GT_Op<"write", [ParentOneOf<["StencilOp", "FoldOp", "SweepOp"]>]> {
  let summary = "writes the value at the point";
  let description = [{
    Writes a value to a storage at the loops' indices. `in_place` promises that
    what the kernel reads of the storage elsewhere than at the point, and uses, it
    does not change, or only where the point read is the point itself when the
    kernel runs. In a `gt.sweep`, `at` a range of its dimension, only at the points of that range,
    or, to a storage that lacks the dimension, at the first of them.

    * (C1) The storage has the loops' dimensions, that of `along` included, in any order; `at` a
      range it may lack that of `along`.
    * (C2) The value has the storage's element type.
    * (C3) The kernel writes the storage once, and, unless `in_place`, reads it at
      the point itself only, if at all; what is written `at` a range it does not read.
    * (C4) `at` is a range of the dimension of `along` of the `gt.sweep` around it.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %u : !gt.storage<[I], f64, unit> -> f64
        %1 = gt.sqrt %0 : (f64) -> f64
        gt.write %1 to %u : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```
  }];
  let arguments = (ins GT_Scalar:$value, Arg<GT_StorageType, "", [MemWrite]>:$storage,
                       Optional<GT_RangeType>:$at, UnitAttr:$in_place);
  let assemblyFormat = [{
    $value `to` $storage (`in_place` $in_place^)? (`at` $at^ `:` qualified(type($at)))? attr-dict
    `:` qualified(type($value)) `,` qualified(type($storage))
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$storage,
                                 "bool":$inPlace), [{
    build($_builder, $_state, value, storage, ::mlir::Value(), inPlace);
  }]>];
  let hasVerifier = 1;
}

def GT_CheckFiniteOp : GT_Op<"check_finite", [
    ParentOneOf<["StencilOp", "FoldOp", "SweepOp", "KernelOp", "LoopOp", "PairwiseOp", "RowOp"]>,
    MemoryEffects<[MemWrite]>]> {
  let summary = "reports values that are NaN or infinite";
  let description = [{
    Sets the status word of the call (`KernelArgs::status`) to 1 if one of the
    values is NaN or infinite at the point. In a `gt.fold` the results of the
    reduction are looked at, too. Which value it was, and where, is not told.

    * (C1) Every value is of a float type.

    ```mlir
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
  let arguments = (ins Variadic<AnyFloat>:$values);
  let assemblyFormat = "$values attr-dict `:` qualified(type($values))";
}

def GT_YieldOp : GT_Op<"yield", [
    Pure, Terminator, ParentOneOf<["FoldOp", "ScanOp", "ScanDimOp", "SweepOp"]>]> {
  let summary = "values of a region";
  let description = [{
    Ends the region of a `gt.fold`: the values at one point to reduce; of a scan: those
    to carry on.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f32, unit>, %s: !gt.storage<[], f32>,
                        %i: !gt.range<I>) {
      gt.fold max along %i : !gt.range<I> lanes {
        %0 = gt.access %u : !gt.storage<[I], f32, unit> -> f32
        gt.yield %0 : f32
      } into %s : !gt.storage<[], f32>
    }
    ```
  }];
  let arguments = (ins Variadic<GT_Scalar>:$values);
  let assemblyFormat = "($values^ `:` qualified(type($values)))? attr-dict";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTSTENCILOPS
