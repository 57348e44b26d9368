//===- GTCallOps.td - Functions of the host in programs ----*- tablegen -*-===//
//
// The one operation at a point that the table does not have: what it computes
// stands elsewhere.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTCALLOPS
#define GTCOMPILER_DIALECT_GT_IR_GTCALLOPS

include "gtcompiler/Dialect/GT/IR/GTInterfaces.td"
include "gtcompiler/Dialect/GT/IR/GTTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def GT_CallOp : GT_Op<"call", [
    GT_PointOpInterface, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "function of the host at every point";
  let description = [{
    Calls a C function with the operands' values at the point, on all levels. The
    types are its prototype: `double f(double, int)` is `(f64, i32) -> f64`. It is
    called by C's conventions through `KernelArgs::imports`; who runs the image binds
    the symbol. Nothing else is known of it, so it has one call for each point, also in
    vectors; masked lanes are not called.

    A function that reports, `status`, is `int f(double, int, double *result)`. What it
    returns is 0 where it has written its result; else the value is NaN, 0 or false, and
    the status word of the call tells of it (`gtabi::failedCall`).

    A function without `effects` gives the same result for the same operands, and it
    does not matter how often it is called. One with `effects` is called once for each
    point at which the program needs its value.

    * (C1) Operands and result are of types that C has: i1 (`bool`), integers, f32, f64.
    * (C2) There is an operand.
    * (C3) The symbol is an identifier of C.
    * (C4) A field is the result of a call with effects in a program at the field level
      or a callable.
    * (C5) All calls of one symbol in a program have one prototype.

    See `PointOp` for the constraints on dimensions.

    ```mlir
    gt.program @example(%t: !gt.storage<[J, I], f64, unit>, %p: f64,
                        %w: !gt.storage<[J, I], f64, unit>, %i: !gt.range<I>, %j: !gt.range<J>) {
      %a = gt.load %t : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
      %r = gt.call @saturation_pressure(%a, %p) status : (!gt.field<[I, J], f64>, f64)
          -> !gt.field<[I, J], f64>
      gt.store %r to %w over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64, unit>,
          !gt.range<J>, !gt.range<I>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<GT_PointValue>:$arguments,
                       UnitAttr:$status, UnitAttr:$has_effects);
  let results = (outs GT_PointValue:$result);
  let assemblyFormat = [{
    $callee `(` $arguments `)` (`status` $status^)? (`effects` $has_effects^)? attr-dict
    `:` functional-type($arguments, $result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static ::gtcompiler::TypeRule getTypeRule() { return ::gtcompiler::TypeRule::Declared; }
    static int64_t getFlops() { return 0; }
    /// More than keeping a value costs anywhere: it is a call for each lane.
    static int64_t getCost() { return 100; }
    static bool usesDivider() { return false; }
    static bool isDefinedFor(::gtcompiler::ElementKind kind) {
      return kind != ::gtcompiler::ElementKind::Complex;
    }
    static bool isInvolution() { return false; }
    static bool isIdempotent() { return false; }
    /// The hash of its prototype, as an image has it.
    uint64_t getPrototype();
  }];
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTCALLOPS
