//===- GTCallableOps.td - Callables of the gt dialect ------*- tablegen -*-===//
//
// What a traced program is as text: fields whose domains nobody knows yet. The
// engine reads it and makes a gt.program of each call; no pass lowers it.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTCALLABLEOPS
#define GTCOMPILER_DIALECT_GT_IR_GTCALLABLEOPS

include "gtcompiler/Dialect/GT/IR/GTAttributes.td"
include "gtcompiler/Dialect/GT/IR/GTTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class GT_InCallableOp<string mnemonic, list<Trait> traits = []>
    : GT_Op<mnemonic, !listconcat([HasParent<"CallableOp">], traits)>;

def GT_CallableOp : GT_Op<"callable", [
    HasParent<"::mlir::ModuleOp">, IsolatedFromAbove, Symbol, SingleBlock]> {
  let summary = "computation without its data";
  let description = [{
    Fields and scalars come in, fields and scalars go out. A call gives the
    fields their domains and their order in memory; what depends on those, the
    points of a slice, the number of points and the order of a reduction, is
    found then. Where a location has a name, `loc("flux"("model.cpp":12:3))`, it
    is the user's name of the argument or of the value.

    * (C1) An argument is a field, or a scalar of an element type.
    * (C2) Operations are constants, indices, shifts, broadcasts, operations on
      points and those whose parent must be a `gt.callable`.
    * (C3) It has a name.

    ```mlir
    gt.callable @diffuse(%t: !gt.field<[I, J], f64>, %alpha: f64) {
      %0 = gt.shift %t [I + 1] : !gt.field<[I, J], f64>
      %1 = gt.sub %0, %t : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
      %2 = gt.mul %alpha, %1 : (f64, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64>
      gt.return %2 : !gt.field<[I, J], f64>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block::BlockArgListType getArguments() { return getBody().getArguments(); }
  }];
}

def GT_ReturnOp : GT_InCallableOp<"return", [Pure, Terminator]> {
  let summary = "results of a callable";
  let description = [{
    Ends a `gt.callable`: its results, one at least.

    * (C1) There is a result.

    ```mlir
    gt.callable @same(%u: !gt.field<[I], f32>) {
      gt.return %u : !gt.field<[I], f32>
    }
    ```
  }];
  let arguments = (ins Variadic<GT_PointValue>:$results);
  let assemblyFormat = "($results^ `:` qualified(type($results)))? attr-dict";
  let hasVerifier = 1;
}

class GT_SelectionOp<string mnemonic> : GT_InCallableOp<mnemonic, [Pure]> {
  let arguments = (ins GT_FieldType:$field, StrArrayAttr:$dims, DenseI64ArrayAttr:$begins,
                       DenseI64ArrayAttr:$ends, DenseBoolArrayAttr:$points);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    $field custom<Selection>($dims, $begins, $ends, $points) attr-dict
    `:` qualified(type($field)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def GT_SliceOp : GT_SelectionOp<"slice"> {
  let summary = "part of a field, counted from its ends";
  let description = [{
    The operand from one position to another in some of its dimensions, which
    count from the start of the domain, or from its end if they are negative. An
    end that is left out is that of the domain. `at` takes one point and with it
    the dimension away. Without `at`, the dimension stays.

    * (C1) No dimension is listed twice, and there is one number of each kind for
      each of them.
    * (C2) The field has every listed dimension.
    * (C3) The result has the field's dimensions but those that are taken away.
    * (C4) The result has the field's element type.

    ```mlir
    gt.callable @inner(%u: !gt.field<[I, J, K], f64>) {
      %0 = gt.slice %u [I from 1 to -1, J to 8, K at 3]
          : !gt.field<[I, J, K], f64> -> !gt.field<[I, J], f64>
      gt.return %0 : !gt.field<[I, J], f64>
    }
    ```
  }];
}

def GT_PartOp : GT_SelectionOp<"part"> {
  let summary = "part of a field, by coordinates";
  let description = [{
    The operand at some coordinates. An end that is left out is that of the
    domain. `at` takes one point and with it the dimension away.

    * (C1) to (C4) are those of `gt.slice`.

    ```mlir
    gt.callable @west(%u: !gt.field<[I, J, K], f64>) {
      %0 = gt.part %u [I from 0 to 10, K at -3]
          : !gt.field<[I, J, K], f64> -> !gt.field<[I, J], f64>
      gt.return %0 : !gt.field<[I, J], f64>
    }
    ```
  }];
}

def GT_InteriorOp : GT_InCallableOp<"interior", [Pure, SameOperandsAndResultType]> {
  let summary = "field without its halo";
  let description = [{
    The operand on its compute domain, which is that of the fields of a call.

    ```mlir
    gt.callable @mass(%u: !gt.field<[I, J], f64>) {
      %0 = gt.interior %u : !gt.field<[I, J], f64>
      %1 = gt.reduce_dims sum %0 over [I, J] : !gt.field<[I, J], f64> -> !gt.field<[], f64>
      gt.return %1 : !gt.field<[], f64>
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = "$field attr-dict `:` qualified(type($field))";
}

def GT_CountOp : GT_InCallableOp<"count", [Pure]> {
  let summary = "number of points of a field";
  let description = [{
    How many points a field has in some dimensions.

    * (C1) No dimension is listed twice.
    * (C2) The field has every listed dimension.

    ```mlir
    gt.callable @points(%u: !gt.field<[I, J], f32>) {
      %0 = gt.count %u over [I, J] : !gt.field<[I, J], f32>
      gt.return %0 : i64
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field, StrArrayAttr:$dims);
  let results = (outs I64:$result);
  let assemblyFormat = [{
    $field `over` custom<DimList>($dims) attr-dict `:` qualified(type($field))
  }];
  let hasVerifier = 1;
}

def GT_ReduceDimsOp : GT_InCallableOp<"reduce_dims", [Pure]> {
  let summary = "reduction over whole dimensions";
  let description = [{
    Reduces all points of some dimensions. The order is found in a call: that of
    the operand's strides, fastest first (see `gt.reduce`).

    * (C1) There is a dimension, and none is listed twice.
    * (C2) The field has every listed dimension.
    * (C3) The result has the field's other dimensions.
    * (C4) The result has the field's element type, which is one that the kind
      reduces (see `gt.reduce`).

    ```mlir
    gt.callable @total(%u: !gt.field<[I, J, K], f64>) {
      %0 = gt.reduce_dims sum %u over [I, J] : !gt.field<[I, J, K], f64> -> !gt.field<[K], f64>
      gt.return %0 : !gt.field<[K], f64>
    }
    ```
  }];
  let arguments = (ins GT_ReduceKindAttr:$kind, GT_FieldType:$field, StrArrayAttr:$dims);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    $kind $field `over` custom<DimList>($dims) attr-dict
    `:` qualified(type($field)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def GT_RenameOp : GT_InCallableOp<"rename", [Pure]> {
  let summary = "dimension under another name";
  let description = [{
    The operand with one dimension called otherwise and counted from elsewhere: at t
    of the new one is what the operand has at t plus the offset.

    * (C1) The field has the old dimension, and lacks the new one.
    * (C2) The result has the new dimension and the field's others.
    * (C3) The result has the field's element type.

    ```mlir
    gt.callable @levels(%u: !gt.field<[I, K_half], f64>) {
      %0 = gt.rename %u [K_half as K + 1] : !gt.field<[I, K_half], f64> -> !gt.field<[I, K], f64>
      gt.return %0 : !gt.field<[I, K], f64>
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field, StrAttr:$from, StrAttr:$to, I64Attr:$offset);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    $field custom<Rename>($from, $to, $offset) attr-dict
    `:` qualified(type($field)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def GT_GatherOp : GT_InCallableOp<"gather", [Pure]> {
  let summary = "field at the indices of tables";
  let description = [{
    The value at a point is the operand's where its coordinates in the listed
    dimensions are what the tables, in that order, hold for the point. `skip` is the
    index that stands for no neighbour: there the result has no value. Where the
    result is defined the indices tell, in a call.

    * (C1) There is a table for each listed dimension, and one at least; none is
      listed twice.
    * (C2) The field has every listed dimension.
    * (C3) Tables hold i32 or i64.
    * (C4) The result has the field's other dimensions and those of the tables.
    * (C5) The result has the field's element type.

    ```mlir
    gt.callable @differences(%u: !gt.field<[V, K], f64>, %e2v: !gt.field<[E, N], i32>) {
      %0 = gt.gather %u, %e2v [V skip -1]
          : (!gt.field<[V, K], f64>, !gt.field<[E, N], i32>) -> !gt.field<[E, N, K], f64>
      gt.return %0 : !gt.field<[E, N, K], f64>
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field, Variadic<GT_FieldType>:$tables, StrArrayAttr:$dims,
                       DenseI64ArrayAttr:$skips);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    operands custom<TableDims>($dims, $skips) attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Of a table without missing neighbours.
    static constexpr int64_t kNoSkip = INT64_MIN;
  }];
}

def GT_ShiftByOp : GT_InCallableOp<"shift_by", [Pure]> {
  let summary = "field some points away, point by point";
  let description = [{
    The value at a point is the operand's as far away in the dimension as the offsets
    say for the point. They must lie between two bounds, both included, which a call
    looks at; where the result is defined the bounds tell.

    * (C1) The field and the offsets have the dimension.
    * (C2) The offsets are i64.
    * (C3) The first bound is not above the second.
    * (C4) The result has the dimensions of the field and those of the offsets.
    * (C5) The result has the field's element type.

    ```mlir
    gt.callable @upwind(%u: !gt.field<[I, K], f64>, %n: !gt.field<[I], i64>) {
      %0 = gt.shift_by %u, %n [I from -1 to 1]
          : (!gt.field<[I, K], f64>, !gt.field<[I], i64>) -> !gt.field<[I, K], f64>
      gt.return %0 : !gt.field<[I, K], f64>
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field, GT_FieldType:$offsets, StrAttr:$dim, I64Attr:$least,
                       I64Attr:$greatest);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    operands ` ` `[` custom<LoopDim>($dim) `from` $least `to` $greatest `]` attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def GT_AtOp : GT_InCallableOp<"at", [Pure]> {
  let summary = "field at indices that are computed";
  let description = [{
    The value at a point is the operand's where its coordinates in the listed
    dimensions are what the other operands, in that order, hold for the point. That
    they lie in the field a call looks at; the result is defined where they are.

    * (C1) There are indices for each listed dimension, and for one at least; none is
      listed twice.
    * (C2) The field has every listed dimension.
    * (C3) Indices are i32 or i64.
    * (C4) The result has the field's other dimensions and those of the indices.
    * (C5) The result has the field's element type.

    ```mlir
    gt.callable @departure(%u: !gt.field<[I, J, K], f64>, %i: !gt.field<[I, J], i32>,
                           %j: !gt.field<[I, J], i32>) {
      %0 = gt.at %u, %i, %j [I, J]
          : (!gt.field<[I, J, K], f64>, !gt.field<[I, J], i32>, !gt.field<[I, J], i32>) -> !gt.field<[I, J, K], f64>
      gt.return %0 : !gt.field<[I, J, K], f64>
    }
    ```
  }];
  let arguments = (ins GT_FieldType:$field, Variadic<GT_FieldType>:$indices, StrArrayAttr:$dims);
  let results = (outs GT_FieldType:$result);
  let assemblyFormat = [{
    operands ` ` custom<DimList>($dims) attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def GT_FindExtremeOp : GT_InCallableOp<"find_extreme", [Pure]> {
  let summary = "where the least or greatest value is";
  let description = [{
    For each listed dimension the coordinate of the first least (`min`) or
    greatest (`max`) value over all of them, NaN before any other. The first
    dimension is the slowest.

    * (C1) There is a dimension, and none is listed twice.
    * (C2) The field has every listed dimension.
    * (C3) There is an i64 result for each listed dimension, with the field's other
      dimensions.
    * (C4) The kind is `min` or `max`, and reduces the field's element type.

    ```mlir
    gt.callable @peak(%u: !gt.field<[I, J, K], f64>) {
      %0:2 = gt.find_extreme max %u over [I, J]
          : !gt.field<[I, J, K], f64> -> !gt.field<[K], i64>, !gt.field<[K], i64>
      gt.return %0#0, %0#1 : !gt.field<[K], i64>, !gt.field<[K], i64>
    }
    ```
  }];
  let arguments = (ins GT_ReduceKindAttr:$kind, GT_FieldType:$field, StrArrayAttr:$dims);
  let results = (outs Variadic<GT_FieldType>:$coordinates);
  let assemblyFormat = [{
    $kind $field `over` custom<DimList>($dims) attr-dict
    `:` qualified(type($field)) `->` qualified(type($coordinates))
  }];
  let hasVerifier = 1;
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTCALLABLEOPS
