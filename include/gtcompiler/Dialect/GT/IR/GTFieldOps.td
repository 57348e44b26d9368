//===- GTFieldOps.td - Field level of the gt dialect -------*- tablegen -*-===//
//
// Programs, and pure functions over an unbounded index space. Bounds appear at
// stores and reductions only.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTFIELDOPS
#define GTCOMPILER_DIALECT_GT_IR_GTFIELDOPS

include "gtcompiler/Dialect/GT/IR/GTAttributes.td"
include "gtcompiler/Dialect/GT/IR/GTTypes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class GT_FieldOp<string mnemonic, list<Trait> traits = []>
    : GT_Op<mnemonic, !listconcat([HasParent<"ProgramOp">], traits)>;

def GT_ProgramOp : GT_Op<"program", [
    HasParent<"::mlir::ModuleOp">, IsolatedFromAbove, Symbol, SingleBlock, NoTerminator]> {
  let summary = "one evaluation";
  let description = [{
    Storages, scalars and ranges come in; results go to storages. A program is
    at the field level, at the stencil level after `gt-fields-to-stencils`, which
    leaves in `remarks` what became of each intermediate ("source line: operation:
    placement: reason"), or at the loop level after `gt-stencils-to-loops`.

    * (C1) An argument is a storage, a range, or a scalar of an element type.
    * (C2) Operations are of this dialect.
    * (C3) All of them are of one level: fields, or kernels with their ranges and
      temporaries. Constants and operations on scalars are of both.
    * (C4) It has a name.

    ```mlir
    gt.program @copy(%u: !gt.storage<[K, J, I], f64, unit>, %v: !gt.storage<[K, J, I], f64, unit>,
                     %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
      %0 = gt.load %u : !gt.storage<[K, J, I], f64, unit> -> !gt.field<[I, J, K], f64>
      gt.store %0 to %v over %k, %j, %i : !gt.field<[I, J, K], f64>,
          !gt.storage<[K, J, I], f64, unit>, !gt.range<K>, !gt.range<J>, !gt.range<I>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrArrayAttr>:$remarks);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::mlir::TypeRange":$argumentTypes)>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    ::mlir::Block::BlockArgListType getArguments() { return getBody().getArguments(); }
  }];
}

def GT_ConstantOp : GT_Op<"constant", [Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "number in the text";
  let description = [{
    A scalar that is the same in every run. Another number is another kernel:
    what changes from call to call is an argument of the program. In a
    `gt.callable` it is such an argument's value.

    * (C1) The value is a bool, an integer or a float of an element type.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %i: !gt.range<I>) {
      %half = gt.constant 5.0e-01 : f64
      %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
      %1 = gt.mul %half, %0 : (f64, !gt.field<[I], f64>) -> !gt.field<[I], f64>
      gt.store %1 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
    }
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs GT_Scalar:$result);
  let assemblyFormat = "$value attr-dict";
  let hasVerifier = 1;
}

def GT_LoadOp : GT_FieldOp<"load", [Pure]> {
  let summary = "storage as a field";
  let description = [{
    The values of a storage from before every store of the program.

    * (C1) The field has the storage's dimensions, in any order.
    * (C2) The field has the storage's element type.

    ```mlir
    gt.program @example(%u: !gt.storage<[J, I], f32, unit>, %v: !gt.storage<[J, I], f32, unit>,
                        %i: !gt.range<I>, %j: !gt.range<J>) {
      %0 = gt.load %u : !gt.storage<[J, I], f32, unit> -> !gt.field<[I, J], f32>
      gt.store %0 to %v over %j, %i : !gt.field<[I, J], f32>, !gt.storage<[J, I], f32, unit>,
          !gt.range<J>, !gt.range<I>
    }
    ```
  }];
  let arguments = (ins GT_StorageType:$storage);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    $storage attr-dict `:` qualified(type($storage)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def GT_ShiftOp : GT_Op<"shift", [
    Pure, SameOperandsAndResultType, ParentOneOf<["ProgramOp", "CallableOp"]>]> {
  let summary = "field moved by whole points";
  let description = [{
    The value at a point is the operand's at that point plus the offsets.
    `offsets` has a number for each of the field's dimensions, in their order;
    the text names those that are not 0.

    * (C1) There is one offset for each dimension of the field.

    ```mlir
    gt.program @example(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                        %i: !gt.range<I>, %j: !gt.range<J>) {
      %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
      %1 = gt.shift %0 [I + 1, J - 2] : !gt.field<[I, J], f64>
      gt.store %1 to %v over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64, unit>,
          !gt.range<J>, !gt.range<I>
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field, DenseI64ArrayAttr:$offsets);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = "$field custom<Shift>($offsets, type($field)) attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def GT_PinOp : GT_FieldOp<"pin", [Pure]> {
  let summary = "field at one index of a dimension";
  let description = [{
    The operand at the lower bound of a range plus an offset, which must lie in
    the range when the program runs. The range's dimension disappears.

    * (C1) The field has the range's dimension.
    * (C2) The result has the field's other dimensions.
    * (C3) The result has the field's element type.
    * (C4) The offset is not negative.

    ```mlir
    gt.program @example(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J], f64, unit>,
                        %j: !gt.range<J>, %west: !gt.range<I>) {
      %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
      %1 = gt.pin %0 at %west : !gt.field<[I, J], f64>, !gt.range<I> -> !gt.field<[J], f64>
      gt.store %1 to %v over %j : !gt.field<[J], f64>, !gt.storage<[J], f64, unit>, !gt.range<J>
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field, GT_RangeType:$position,
                       DefaultValuedAttr<I64Attr, "0">:$offset);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    $field `at` $position (`+` $offset^)? attr-dict
    `:` qualified(type($field)) `,` qualified(type($position)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def GT_RemapOp : GT_FieldOp<"remap", [Pure, SameVariadicOperandSize]> {
  let summary = "field at the indices of tables";
  let description = [{
    The value at a point is the operand's where its coordinate in the dimension
    of each range is the value of the table for that range at the point. All of
    these dimensions are replaced at once. What a table holds where the result is
    read must lie in its range; the operand is read nowhere else in that dimension.

    * (C1) There is a table, and no dimension is replaced twice.
    * (C2) The field has every dimension that is replaced.
    * (C3) Tables hold i32 or i64.
    * (C4) The result has the field's other dimensions and those of the tables.
    * (C5) The result has the field's element type.

    ```mlir
    gt.program @example(%u: !gt.storage<[K, V], f64, unit>, %e2v: !gt.storage<[E], i32, unit>,
                        %w: !gt.storage<[K, E], f64, unit>, %e: !gt.range<E>, %v: !gt.range<V>,
                        %k: !gt.range<K>) {
      %0 = gt.load %u : !gt.storage<[K, V], f64, unit> -> !gt.field<[V, K], f64>
      %1 = gt.load %e2v : !gt.storage<[E], i32, unit> -> !gt.field<[E], i32>
      %2 = gt.remap %0 by %1 in %v : !gt.field<[V, K], f64> by !gt.field<[E], i32> in !gt.range<V>
          -> !gt.field<[E, K], f64>
      gt.store %2 to %w over %k, %e : !gt.field<[E, K], f64>, !gt.storage<[K, E], f64, unit>,
          !gt.range<K>, !gt.range<E>
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field, Variadic<GT_FieldType>:$tables,
                       Variadic<GT_RangeType>:$ranges);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    $field `by` $tables `in` $ranges attr-dict `:` qualified(type($field))
    `by` qualified(type($tables)) `in` qualified(type($ranges)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def GT_BroadcastOp : GT_Op<"broadcast", [Pure, ParentOneOf<["ProgramOp", "CallableOp"]>]> {
  let summary = "scalar or field with more dimensions";
  let description = [{
    The same value at every index of the dimensions that the operand lacks.

    * (C1) The result has every dimension of the operand.
    * (C2) The result has the operand's element type.

    ```mlir
    gt.program @example(%alpha: f64, %v: !gt.storage<[J, I], f64, unit>,
                        %i: !gt.range<I>, %j: !gt.range<J>) {
      %0 = gt.broadcast %alpha : f64 -> !gt.field<[I, J], f64>
      gt.store %0 to %v over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64, unit>,
          !gt.range<J>, !gt.range<I>
    }
    ```
  }];
  let arguments = (ins GT_PointValue:$operand);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` qualified(type($operand)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def GT_ReduceOp : GT_FieldOp<"reduce", [Pure]> {
  let summary = "reduction over dimensions";
  let description = [{
    Reduces dimension after dimension in the order in which the ranges are
    listed; each step's result is an ordinary value of the next. Sums start at
    zero, products at one; minima at +inf or the greatest integer; maxima at -inf
    or the least; `any` at false, `all` at true. Any kind is combined in the order
    of a sum, which is this:

    `lanes` says that the first listed dimension is the operand's fastest. It is
    reduced in blocks of 4,096 points counted from the range's lower bound: lane
    l of 64 sums points l, l + 64, ... in order; then the lanes are added
    pairwise (l with l + 32, 16, 8, 4, 2, 1), then the blocks. Every other
    dimension is reduced in blocks of 64 points, each in order, then the blocks.
    Blocks are added pairwise: 0 and 1, 2 and 3, ..., an odd one out goes on as
    it is, until one is left.

    `width` promises that the only range has so many points, at most 64, when the
    program runs.

    * (C1) No dimension is listed twice.
    * (C2) The field has every listed dimension.
    * (C3) The result has the field's other dimensions.
    * (C4) The result has the field's element type: i1 for `any` and `all`; an
      integer or float for `min` and `max`, and for `sum` and `prod` none of 16
      bits, whose partial results would be rounded.
    * (C5) There is a range.
    * (C6) A width is from 0 to 64, and stands with one range.

    ```mlir
    gt.program @example(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[], f64>,
                        %i: !gt.range<I>, %j: !gt.range<J>) {
      %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
      %1 = gt.reduce sum %0 over %i, %j lanes : !gt.field<[I, J], f64>, !gt.range<I>, !gt.range<J>
          -> !gt.field<[], f64>
      gt.store %1 to %v : !gt.field<[], f64>, !gt.storage<[], f64>
    }
    ```
  }];
  let arguments = (ins GT_ReduceKindAttr:$kind, GT_FieldType:$field,
                       Variadic<GT_RangeType>:$ranges, UnitAttr:$lanes,
                       OptionalAttr<I64Attr>:$width);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    $kind $field `over` $ranges (`lanes` $lanes^)? (`width` $width^)? attr-dict
    `:` qualified(type($field)) `,` qualified(type($ranges)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def GT_IndexOp : GT_Op<"index", [Pure, ParentOneOf<[
    "ProgramOp", "CallableOp", "StencilOp", "FoldOp", "SweepOp", "KernelOp", "LoopOp", "PairwiseOp", "RowOp"]>]> {
  let summary = "coordinate as a value";
  let description = [{
    At the field level the coordinate of the point in a dimension, as a field.
    In a kernel the loop's index or, pinned, the lower bound of a range; plus an
    offset.

    * (C1) At the field level the result is an i64 field with the dimension
      alone, and there is neither a pin nor an offset.
    * (C2) In a kernel the result is an i64.
    * (C3) A dimension that is not pinned is a loop dimension or the reduced one,
      and at the loop level one that has an index.
    * (C4) The pin is a range of the dimension.

    ```mlir
    gt.program @example(%u: !gt.storage<[J, I], i64, unit>, %v: !gt.storage<[I], i64, unit>,
                        %i: !gt.range<I>, %j: !gt.range<J>, %west: !gt.range<I>) {
      gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
        %0 = gt.index J - 1 : i64
        %1 = gt.index I at %west : i64
        %2 = gt.add %0, %1 : (i64, i64) -> i64
        gt.write %2 to %u : i64, !gt.storage<[J, I], i64, unit>
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$dim, Optional<GT_RangeType>:$pin,
                       I64Attr:$offset);
  let results = (outs GT_PointValue:$result);
  let assemblyFormat = [{
    custom<IndexPosition>($dim, $pin, type($pin), $offset) `:` qualified(type($result)) attr-dict
  }];
  let hasVerifier = 1;
}

def GT_StoreOp : GT_FieldOp<"store", []> {
  let summary = "writes a field over ranges";
  let description = [{
    Writes the field's values to the points that the ranges span, one range for
    each of the storage's dimensions in their order. Dimensions that the field
    lacks are broadcast. Stores of one program write different points.

    The program reads old values, whatever is written. `in_place` promises what
    only a caller knows that has the ranges: the values that the program loads of
    the storage, and uses, are at points that this store does not change, but for
    those that the field at a point takes from this very point. Nothing is kept for
    later readers then.

    * (C1) There is one range for each dimension of the storage, in its order.
    * (C2) The storage has every dimension of the field.
    * (C3) The field has the storage's element type.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                        %i: !gt.range<I>, %j: !gt.range<J>) {
      %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
      gt.store %0 to %v over %j, %i : !gt.field<[I], f64>, !gt.storage<[J, I], f64, unit>,
          !gt.range<J>, !gt.range<I>
    }
    ```
  }];
  let arguments = (ins GT_PointValue:$value, Arg<GT_StorageType, "", [MemWrite]>:$storage,
                       UnitAttr:$in_place, Variadic<GT_RangeType>:$ranges);
  let assemblyFormat = [{
    $value `to` $storage (`in_place` $in_place^)? (`over` $ranges^)? attr-dict
    `:` qualified(type($value)) `,` qualified(type($storage)) (`,` qualified(type($ranges))^)?
  }];
  let hasVerifier = 1;
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTFIELDOPS
