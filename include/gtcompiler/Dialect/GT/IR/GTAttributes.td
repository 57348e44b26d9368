//===- GTAttributes.td - Attributes of the gt dialect ------*- tablegen -*-===//
//
// Kinds of reductions, and where intermediates live.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTATTRIBUTES
#define GTCOMPILER_DIALECT_GT_IR_GTATTRIBUTES

include "gtcompiler/Dialect/GT/IR/GTDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class GT_EnumAttr<EnumAttrInfo info, string attrMnemonic>
    : EnumAttr<GT_Dialect, info, attrMnemonic>;

def GT_ReduceKind : I32EnumAttr<"ReduceKind", "how values are combined", [
    I32EnumAttrCase<"Sum", 0, "sum">,
    I32EnumAttrCase<"Min", 1, "min">,
    I32EnumAttrCase<"Max", 2, "max">,
    I32EnumAttrCase<"Prod", 3, "prod">,
    I32EnumAttrCase<"Any", 4, "any">,
    I32EnumAttrCase<"All", 5, "all">]> {
  let cppNamespace = "::gtcompiler";
  let genSpecializedAttr = 0;
}
def GT_ReduceKindAttr : GT_EnumAttr<GT_ReduceKind, "reduce_kind">;
def GT_ReduceKindArrayAttr : TypedArrayAttrBase<GT_ReduceKindAttr, "kinds of reductions">;

def GT_Placement : I32EnumAttr<"Placement", "where an intermediate lives", [
    I32EnumAttrCase<"Inline", 0, "inline">,
    I32EnumAttrCase<"Window", 1, "window">,
    I32EnumAttrCase<"Tile", 2, "tile">,
    I32EnumAttrCase<"Materialise", 3, "materialise">]> {
  let cppNamespace = "::gtcompiler";
  let genSpecializedAttr = 0;
}
def GT_PlacementAttr : GT_EnumAttr<GT_Placement, "placement"> {
  let description = [{
    Where the result of an operation lives: `inline`, recomputed at every point
    that reads it; `window`, in rows that roll with the loops; `tile`, in a
    buffer as large as a tile; `materialise`, in a temporary.

    As the attribute `gt.placement` of an operation of the field level it is a
    prescription before `gt-place-fields` and a record after it.
  }];
  let assemblyFormat = "`<` $value `>`";
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTATTRIBUTES
