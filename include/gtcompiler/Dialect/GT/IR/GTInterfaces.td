//===- GTInterfaces.td - What point operations share -------*- tablegen -*-===//
//
// The interface of the operations that come from the table of point operations.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTINTERFACES
#define GTCOMPILER_DIALECT_GT_IR_GTINTERFACES

include "mlir/IR/OpBase.td"

def GT_PointOpInterface : OpInterface<"PointOp"> {
  let cppNamespace = "::gtcompiler";
  let description = [{
    An operation on the values at one point: on scalars, or on fields point by
    point with scalars and fields of fewer dimensions broadcast by name.

    * (C1) A result is a field if an operand is one, else a scalar. All but `gt.call` have one.
    * (C2) The dimensions of a result are those of all operands together.
    * (C3) The element types follow the type rule of the operation.
    * (C4) The table has a lowering for the operands' element type.
    * (C5) A complex number is converted to a complex type only.
  }];
  let methods = [
    StaticInterfaceMethod<"How the result type follows from the operand types.",
        "::gtcompiler::TypeRule", "getTypeRule">,
    StaticInterfaceMethod<"Floating-point operations at one point.", "int64_t", "getFlops">,
    StaticInterfaceMethod<"Cycles of a core's busiest port for a vector, an addition taking "
        "one; see MachineAttr::getCycles().",
        "int64_t", "getCost">,
    StaticInterfaceMethod<"Whether the divider does it.", "bool", "usesDivider">,
    StaticInterfaceMethod<"Whether the table has a lowering for a kind of element types.",
        "bool", "isDefinedFor", (ins "::gtcompiler::ElementKind":$kind)>,
    StaticInterfaceMethod<"Whether f(f(x)) is x, bit for bit.", "bool", "isInvolution">,
    StaticInterfaceMethod<"Whether f(x, x) is x, or f(f(x)) is f(x), bit for bit.",
        "bool", "isIdempotent">
  ];
  let verify = [{ return ::gtcompiler::detail::verifyPointOp($_op); }];
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTINTERFACES
