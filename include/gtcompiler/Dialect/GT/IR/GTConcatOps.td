//===- GTConcatOps.td - Concatenations of the gt dialect ---*- tablegen -*-===//
//
// Fields put together from parts: in a program by ranges, in a callable by what
// the user wrote, from which a call finds the ranges.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTCONCATOPS
#define GTCOMPILER_DIALECT_GT_IR_GTCONCATOPS

include "gtcompiler/Dialect/GT/IR/GTCallableOps.td"
include "gtcompiler/Dialect/GT/IR/GTFieldOps.td"

def GT_ConcatOp : GT_FieldOp<"concat", [Pure, AttrSizedOperandSegments]> {
  let summary = "field put together from parts";
  let description = [{
    The value at a point is that of the part whose ranges hold the point. Every
    part has one range of each of the same dimensions; they are listed part by
    part. No point lies in the ranges of two parts, and nobody asks for one that
    lies in none. A part is needed within its ranges alone. Scalars, and
    dimensions that a part lacks, are broadcast.

    * (C1) There is a part, and as many ranges for each part as for the first, one
      at least.
    * (C2) The ranges of each part are of the same dimensions in the same order,
      none of them listed twice.
    * (C3) The result has the dimensions of the ranges and of all parts.
    * (C4) The parts have the result's element type.

    ```mlir
    gt.program @example(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                        %zero: f64, %i: !gt.range<I>, %west: !gt.range<I>, %rest: !gt.range<I>) {
      %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f64>
      %1 = gt.concat %zero, %0 over %west, %rest : (f64, !gt.field<[I], f64>), !gt.range<I>,
          !gt.range<I> -> !gt.field<[I], f64>
      gt.store %1 to %v over %i : !gt.field<[I], f64>, !gt.storage<[I], f64, unit>, !gt.range<I>
    }
    ```
  }];
  let arguments = (ins Variadic<GT_PointValue>:$parts, Variadic<GT_RangeType>:$ranges);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    $parts `over` $ranges attr-dict
    `:` `(` qualified(type($parts)) `)` `,` qualified(type($ranges)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Dimensions that have ranges.
    ::llvm::SmallVector<::mlir::StringAttr> getCutDims();
    /// The ranges of a part.
    ::mlir::OperandRange getRangesOf(unsigned part) {
      unsigned count = getRanges().size() / getParts().size();
      return getRanges().slice(part * count, count);
    }
  }];
}

class GT_InCallableConcatOp<string mnemonic> : GT_InCallableOp<mnemonic, [Pure]> {
  let results = (outs GT_FieldType:$result);
  let hasVerifier = 1;
}

def GT_ConcatWhereOp : GT_InCallableConcatOp<"concat_where"> {
  let summary = "field put together from parts, by coordinates";
  let description = [{
    As `gt.concat`, with the ranges as numbers: an entry for each dimension, part
    by part. An end that is left out is that of the part's domain.

    * (C1) There is a part, and as many entries for each part as for the first, one
      at least, each with a number of each kind.
    * (C2) The entries of each part are of the same dimensions in the same order,
      none of them listed twice.
    * (C3) The result has the dimensions of the entries and of all parts.
    * (C4) The parts have the result's element type.
    * (C5) No entry is one point, `at`: a part keeps its dimensions.

    ```mlir
    gt.callable @example(%u: !gt.field<[I], f64>, %zero: f64) {
      %0 = gt.concat_where %zero, %u, %zero [I to 1, I from 1 to 255, I from 255]
          : (f64, !gt.field<[I], f64>, f64) -> !gt.field<[I], f64>
      gt.return %0 : !gt.field<[I], f64>
    }
    ```
  }];
  let arguments = (ins Variadic<GT_PointValue>:$parts, StrArrayAttr:$dims,
                       DenseI64ArrayAttr:$begins, DenseI64ArrayAttr:$ends,
                       DenseBoolArrayAttr:$points);
  let assemblyFormat = [{
    $parts custom<Selection>($dims, $begins, $ends, $points) attr-dict
    `:` `(` qualified(type($parts)) `)` `->` qualified(type($result))
  }];
}

def GT_ConcatFieldsOp : GT_InCallableConcatOp<"concat_fields"> {
  let summary = "fields on disjoint domains as one";
  let description = [{
    The value at a point is that of the field which is defined there. The domains
    are disjoint and a box together, which is found in a call.

    * (C1) There is a part.
    * (C2) The result has the dimensions of all parts.
    * (C3) The parts have the result's element type.

    ```mlir
    gt.callable @example(%west: !gt.field<[I], f64>, %east: !gt.field<[I], f64>) {
      %0 = gt.concat_fields %west, %east
          : (!gt.field<[I], f64>, !gt.field<[I], f64>) -> !gt.field<[I], f64>
      gt.return %0 : !gt.field<[I], f64>
    }
    ```
  }];
  let arguments = (ins Variadic<GT_PointValue>:$parts);
  let assemblyFormat = [{
    $parts attr-dict `:` `(` qualified(type($parts)) `)` `->` qualified(type($result))
  }];
}

def GT_SetOp : GT_InCallableConcatOp<"set"> {
  let summary = "field with other values in a part";
  let description = [{
    The second operand where the third one, a part of the first, is defined in the
    listed dimensions; the first one elsewhere. No value of the third is read.

    * (C1) There is a dimension, and none is listed twice.
    * (C2) The field and the part have every listed dimension.
    * (C3) The result has the field's dimensions.
    * (C4) Field, value and result have the same element type.

    ```mlir
    gt.callable @example(%u: !gt.field<[I, J], f64>, %zero: f64) {
      %0 = gt.slice %u [I from -1] : !gt.field<[I, J], f64> -> !gt.field<[I, J], f64>
      %1 = gt.set %u, %zero, %0 over [I] : (!gt.field<[I, J], f64>, f64, !gt.field<[I, J], f64>)
          -> !gt.field<[I, J], f64>
      gt.return %1 : !gt.field<[I, J], f64>
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field, GT_PointValue:$value, GT_FieldType:$part,
                       StrArrayAttr:$dims);
  let assemblyFormat = [{
    $field `,` $value `,` $part `over` custom<DimList>($dims) attr-dict
    `:` `(` qualified(type($field)) `,` qualified(type($value)) `,` qualified(type($part)) `)`
    `->` qualified(type($result))
  }];
}

def GT_HaloOp : GT_InCallableConcatOp<"halo"> {
  let summary = "field with a filled halo in one dimension";
  let description = [{
    The first operand on its grid, with values around it in one dimension, as many
    points below and above as the entry says, `from -2 to 1`: those from the
    opposite end ("periodic"), those mirrored at the edge ("mirror"), those of the
    nearest point ("extend"), or the second operand ("constant").

    * (C1) There is one entry, of a dimension that the field has, and both of its
      ends are given: not above 0, and not below.
    * (C2) There is a field, and for "constant" one more operand without dimensions.
    * (C3) The result has the field's dimensions.
    * (C4) The operands have the result's element type.
    * (C5) The kind is one of the four.

    ```mlir
    gt.callable @example(%u: !gt.field<[I, J], f64>, %zero: f64) {
      %0 = gt.halo "mirror" %u [I from -1 to 1] : (!gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
      %1 = gt.halo "constant" %0, %zero [J from -2 to 0]
          : (!gt.field<[I, J], f64>, f64) -> !gt.field<[I, J], f64>
      gt.return %1 : !gt.field<[I, J], f64>
    }
    ```
  }];
  let arguments = (ins StrAttr:$kind, Variadic<GT_PointValue>:$parts, StrArrayAttr:$dims,
                       DenseI64ArrayAttr:$begins, DenseI64ArrayAttr:$ends,
                       DenseBoolArrayAttr:$points);
  let assemblyFormat = [{
    $kind $parts custom<Selection>($dims, $begins, $ends, $points) attr-dict
    `:` `(` qualified(type($parts)) `)` `->` qualified(type($result))
  }];
}

def GT_RollOp : GT_Op<"roll", [
    Pure, SameOperandsAndResultType, ParentOneOf<["CallableOp"]>]> {
  let summary = "field moved around its domain";
  let description = [{
    The operand moved by an offset in each dimension: at a point is what the operand
    has as many points before, and what leaves its domain at one end comes back at
    the other. The offsets stand in the order of the field's
    dimensions; the text names those that are not 0.

    * (C1) There is one offset for each dimension of the field.

    ```mlir
    gt.callable @example(%u: !gt.field<[I, J], f64>) {
      %0 = gt.roll %u [I + 1, J - 2] : !gt.field<[I, J], f64>
      gt.return %0 : !gt.field<[I, J], f64>
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field, DenseI64ArrayAttr:$offsets);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = "$field custom<Shift>($offsets, type($field)) attr-dict";
  let hasVerifier = 1;
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTCONCATOPS
