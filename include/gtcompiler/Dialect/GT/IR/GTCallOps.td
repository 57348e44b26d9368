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
    the status word of the call tells of it (`gtabi::failedCall`). One of several results
    has a pointer to each behind its operands: it is `status`; `placed`, of which nothing is
    returned; or `status_last`, a `placed` one with a pointer to an `int` behind them, where it puts
    what one with `status` returns. Operands are `references` where the function takes a
    pointer to each, as Fortran does.

    Where its failures are `handled` the last result of the call is the status, as an i8: what
    does not fit is the nearest that does. The status word says nothing of it then.

    A function without `effects` gives the same result for the same operands, and it
    does not matter how often it is called. One with `effects` is called once for each
    point at which the program needs its value.

    * (C1) Operands and results are of types that C has: i1 (`bool`), integers, f32, f64.
    * (C2) There is an operand.
    * (C3) The symbol is an identifier of C.
    * (C4) A field is the result of a call with effects in a program at the field level
      or a callable.
    * (C5) All calls of one symbol in a program have one prototype.
    * (C6) It is at most one of `status`, `placed` and `status_last`, and one of them if it has
      several results beside the status.
    * (C7) One whose failures are `handled` reports, and has a result beside the status.

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
                       UnitAttr:$status, UnitAttr:$placed, UnitAttr:$status_last, UnitAttr:$references,
                       UnitAttr:$handled, UnitAttr:$has_effects);
  let results = (outs Variadic<GT_PointValue>:$results);
  let assemblyFormat = [{
    $callee `(` $arguments `)` (`status` $status^)? (`placed` $placed^)? (`status_last` $status_last^)?
    (`references` $references^)? (`handled` $handled^)? (`effects` $has_effects^)? attr-dict
    `:` functional-type($arguments, $results)
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
    /// Whether the function may fail.
    bool getReports() { return getStatus() || getStatusLast(); }
    /// What the function gives: all but the status.
    ::mlir::ResultRange getGiven() { return getResults().drop_back(getHandled()); }
    /// The hash of its prototype, as an image has it.
    uint64_t getPrototype();
  }];
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTCALLOPS
