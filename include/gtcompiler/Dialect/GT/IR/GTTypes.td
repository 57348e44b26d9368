//===- GTTypes.td - Types of the gt dialect ----------------*- tablegen -*-===//
//
// Fields, storages, buffers and ranges. Dimensions are names: identifiers, or quoted
// strings where they are none.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTTYPES
#define GTCOMPILER_DIALECT_GT_IR_GTTYPES

include "gtcompiler/Dialect/GT/IR/GTDialect.td"
include "mlir/IR/AttrTypeBase.td"

class GT_Type<string name, string typeMnemonic> : TypeDef<GT_Dialect, name> {
  let mnemonic = typeMnemonic;
}

/// What a type with a list of named dimensions offers.
class GT_DimensionedType<string name, string typeMnemonic> : GT_Type<name, typeMnemonic> {
  let genVerifyDecl = 1;
  code dimensionQueries = [{
    /// Number of dimensions.
    int64_t getRank() const { return getDims().size(); }
    /// Position of `dim` in the list of dimensions, or -1.
    int64_t getDimIndex(::mlir::StringAttr dim) const {
      for (auto [index, candidate] : ::llvm::enumerate(getDims()))
        if (candidate == dim)
          return index;
      return -1;
    }
    /// Whether `dim` is one of the dimensions.
    bool hasDim(::mlir::StringAttr dim) const { return getDimIndex(dim) >= 0; }
  }];
}

def GT_FieldType : GT_DimensionedType<"Field", "field"> {
  let summary = "function from named dimensions to values";
  let description = [{
    A value at every point of the unbounded index space that the dimensions
    span; `[]` is a field with no dimensions, one value. The order of the
    dimensions has no meaning beyond the identity of the type.

    * (C1) The element type is one of those that the dialect's description lists.
    * (C2) No dimension is listed twice.

    Example: `!gt.field<[I, J, K], f64>`
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$dims,
                        "::mlir::Type":$elementType);
  let assemblyFormat = "`<` custom<Dims>($dims) `,` $elementType `>`";
  let extraClassDeclaration = dimensionQueries;
}

def GT_StorageType : GT_DimensionedType<"Storage", "storage"> {
  let summary = "memory with named dimensions";
  let description = [{
    A strided block of memory. Dimensions are listed from the largest stride to
    the smallest. `unit` says that neighbours in the last dimension are
    neighbours in memory.

    * (C1) The element type is one of those that the dialect's description lists.
    * (C2) No dimension is listed twice.
    * (C3) A storage with `unit` has a dimension.

    Example: `!gt.storage<[K, J, I], f64, unit>`
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$dims,
                        "::mlir::Type":$elementType, "bool":$unit);
  let assemblyFormat = "`<` custom<Dims>($dims) `,` $elementType `` custom<Unit>($unit) `>`";
  let extraClassDeclaration = dimensionQueries;
}

def GT_BufferType : GT_DimensionedType<"Buffer", "buffer"> {
  let summary = "scratch memory with named dimensions";
  let description = [{
    Memory of a kernel, as many elements along each dimension as the number behind
    its name, or, for `?`, as the tile has points, or the range that is reduced.
    Dimensions are listed from the largest stride to the smallest; neighbours in
    the last one are neighbours in memory.

    * (C1) The element type is one of those that the dialect's description lists.
    * (C2) No dimension is listed twice.
    * (C3) There is one extent for each dimension; extents are positive.

    Examples: `!gt.buffer<[J: 88, I: 64], f64>`, `!gt.buffer<[I: ?], f32>`
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$dims,
                        ArrayRefParameter<"int64_t">:$extents, "::mlir::Type":$elementType);
  let assemblyFormat = "`<` custom<Extents>($dims, $extents) `,` $elementType `>`";
  let extraClassDeclaration = dimensionQueries # [{
    /// The extent that a tile gives.
    static constexpr int64_t kOfTile = -1;
    /// Whether all extents are numbers.
    bool hasFixedSize() const { return !::llvm::is_contained(getExtents(), kOfTile); }
  }];
}

def GT_RangeType : GT_Type<"Range", "range"> {
  let summary = "run-time range of one dimension";
  let description = [{
    A half-open range [lo, hi) of coordinates of one dimension, known when the
    program runs. It is empty if hi <= lo.

    Example: `!gt.range<I>`
  }];
  let parameters = (ins "::mlir::StringAttr":$dim);
  let assemblyFormat = "`<` custom<Dim>($dim) `>`";
}

def GT_Scalar : Type<CPred<"::gtcompiler::isElementType($_self)">, "scalar">;
def GT_IndexValue : AnyTypeOf<[I32, I64], "index, i32 or i64">;
def GT_PointValue : AnyTypeOf<[GT_Scalar, GT_FieldType], "field or scalar">;

#endif // GTCOMPILER_DIALECT_GT_IR_GTTYPES
