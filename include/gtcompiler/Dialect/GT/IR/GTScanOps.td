//===- GTScanOps.td - Scans of the gt dialect --------------*- tablegen -*-===//
//
// What goes through a dimension in order and carries values along: as fields,
// as a callable says it, and as a kernel. At the loop level a scan is a
// gt.loop in order.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTSCANOPS
#define GTCOMPILER_DIALECT_GT_IR_GTSCANOPS

include "gtcompiler/Dialect/GT/IR/GTStencilOps.td"
include "gtcompiler/Dialect/GT/IR/GTCallableOps.td"

/// Nothing that may be missing stands behind the region in the text.
class GT_AnyScanOp<string mnemonic, list<Trait> traits>
    : GT_Op<mnemonic, !listconcat([Pure, SingleBlock, IsolatedFromAbove,
                                   AttrSizedOperandSegments], traits)> {
  let results = (outs Variadic<GT_FieldType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  code bodyQuery = [{
    /// What happens at a point: arguments are the values carried and those of the fields.
    ::mlir::Block *getPoint() { return &getBody().front(); }
  }];
  let extraClassDeclaration = bodyQuery;
}

def GT_ScanOp : GT_AnyScanOp<"scan", [HasParent<"ProgramOp">]> {
  let summary = "values carried along a dimension";
  let description = [{
    Goes through a range in order and carries values along: at each point the
    region is given the values carried and those of the fields, and yields the
    values to carry on, which are the results at that point. The values carried to
    the first point, the range's lower bound or `backward` the last index, are the
    initial ones. Every line of points along the range is one of its own. Results
    have values in the range alone.

    * (C1) There is an initial value, and a result for each of them.
    * (C2) Initial values lack the range's dimension.
    * (C3) Results have the range's dimension and those of all operands together.
    * (C4) A result has the element type of its initial value.
    * (C5) The region has an argument for each initial value, then for each field,
      of their element types.
    * (C6) The region yields a value for each initial value, of its element type.
    * (C7) The region holds constants and point operations on scalars.

    ```mlir
    gt.program @cumsum(%u: !gt.storage<[K, I], f64, unit>, %v: !gt.storage<[K, I], f64, unit>,
                       %zero: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
      %0 = gt.load %u : !gt.storage<[K, I], f64, unit> -> !gt.field<[I, K], f64>
      %1 = gt.scan forward along %k : !gt.range<K> from %zero : f64
          over %0 : !gt.field<[I, K], f64> -> !gt.field<[I, K], f64> {
      ^bb0(%sum: f64, %x: f64):
        %2 = gt.add %sum, %x : (f64, f64) -> f64
        gt.yield %2 : f64
      }
      gt.store %1 to %v over %k, %i : !gt.field<[I, K], f64>, !gt.storage<[K, I], f64, unit>,
          !gt.range<K>, !gt.range<I>
    }
    ```
  }];
  let arguments = (ins GT_DirectionAttr:$direction, GT_RangeType:$along,
                       Variadic<GT_PointValue>:$initials, Variadic<GT_PointValue>:$fields);
  let assemblyFormat = [{
    $direction `along` $along `:` qualified(type($along))
    (`from` $initials^ `:` qualified(type($initials)))?
    (`over` $fields^ `:` qualified(type($fields)))? (`->` qualified(type($results))^)?
    attr-dict-with-keyword custom<Body>($body)
  }];
}

def GT_ScanDimOp : GT_AnyScanOp<"scan_dim", [HasParent<"CallableOp">]> {
  let summary = "values carried along a whole dimension";
  let description = [{
    A `gt.scan` along all points of a dimension that the fields have in a call, or
    of those among some coordinates. An end that is left out is that of the domain.

    * (C1) to (C7) are those of `gt.scan`, for the dimension.
    * (C8) There is one dimension, with one number of each kind, and it is not
      `at` a point.

    ```mlir
    gt.callable @cumsum(%u: !gt.field<[I, K], f64>) {
      %zero = gt.constant 0.0 : f64
      %0 = gt.scan_dim forward [K from 0 to 8] from %zero : f64
          over %u : !gt.field<[I, K], f64> -> !gt.field<[I, K], f64> {
      ^bb0(%sum: f64, %x: f64):
        %1 = gt.add %sum, %x : (f64, f64) -> f64
        gt.yield %1 : f64
      }
      gt.return %0 : !gt.field<[I, K], f64>
    }
    ```
  }];
  let arguments = (ins GT_DirectionAttr:$direction, StrArrayAttr:$dims,
                       DenseI64ArrayAttr:$begins, DenseI64ArrayAttr:$ends,
                       DenseBoolArrayAttr:$points, Variadic<GT_PointValue>:$initials,
                       Variadic<GT_PointValue>:$fields);
  let assemblyFormat = [{
    $direction custom<Selection>($dims, $begins, $ends, $points)
    (`from` $initials^ `:` qualified(type($initials)))?
    (`over` $fields^ `:` qualified(type($fields)))? (`->` qualified(type($results))^)?
    attr-dict-with-keyword custom<Body>($body)
  }];
}

def GT_SweepOp : GT_FieldOp<"sweep", [SingleBlock, RecursiveMemoryEffects]> {
  let summary = "kernel that carries values along one dimension";
  let description = [{
    For each point of the loops over the ranges, slow to fast, goes through one
    more range in order. The first region yields the values that are carried to
    the first point; the second one, which has them as arguments, those that are
    carried on. It writes what it does at each point.

    * (C1) No dimension is listed twice, the one of `along` included.
    * (C2) The regions hold accesses, indices, constants, point operations on scalars
      and `gt.check_finite`, the second one writes, too; `gt.yield` ends them.
    * (C3) The second region has an argument for each value that the first one yields
      and yields as many, of their types.
    * (C4) What the first region reads does not move along the dimension of `along`.
    * (C5) A storage is written once, and, unless that is `in_place`, read at the
      point itself only, if at all.

    ```mlir
    gt.program @cumsum(%u: !gt.storage<[K, I], f64, unit>, %v: !gt.storage<[K, I], f64, unit>,
                       %zero: f64, %k: !gt.range<K>, %i: !gt.range<I>) {
      gt.sweep forward over %i : !gt.range<I> along %k : !gt.range<K> from {
        gt.yield %zero : f64
      } do {
      ^bb0(%sum: f64):
        %0 = gt.access %u : !gt.storage<[K, I], f64, unit> -> f64
        %1 = gt.add %sum, %0 : (f64, f64) -> f64
        gt.write %1 to %v : f64, !gt.storage<[K, I], f64, unit>
        gt.yield %1 : f64
      }
    }
    ```
  }];
  let arguments = (ins GT_DirectionAttr:$direction, Variadic<GT_RangeType>:$ranges,
                       GT_RangeType:$along);
  let regions = (region SizedRegion<1>:$initial, SizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let assemblyFormat = [{
    $direction (`over` $ranges^ `:` qualified(type($ranges)))?
    `along` $along `:` qualified(type($along)) attr-dict-with-keyword
    `from` custom<SweepBodies>($initial, $body)
  }];
  let extraClassDeclaration = [{
    /// Loop dimensions, slow to fast.
    ::llvm::SmallVector<::mlir::StringAttr> getLoopDims() {
      ::llvm::SmallVector<::mlir::StringAttr> dims;
      for (::mlir::Value range : getRanges())
        dims.push_back(::mlir::cast<RangeType>(range.getType()).getDim());
      return dims;
    }
    /// What happens in front of the first point, and at each.
    ::mlir::Block *getStart() { return &getInitial().front(); }
    ::mlir::Block *getPoint() { return &getBody().front(); }
  }];
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTSCANOPS
