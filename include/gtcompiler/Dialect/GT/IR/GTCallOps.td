//===- GTCallOps.td - Functions of the host in programs ----*- tablegen -*-===//
//
// The one operation at a point that the table does not have, and the one on whole
// fields that no kernel is: what they compute stands elsewhere.
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

def GT_CallArraysOp : GT_Op<"call_arrays", [
    ParentOneOf<["ProgramOp", "CallableOp"]>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "function of the host on whole arrays";
  let description = [{
    Calls a C function, `int f(const MemRef *arrays)`, once: with an array for each that is
    declared, in this order and with the dimensions in the order of its list. It
    `reads` an operand, `writes` all elements of a result, or `updates` an operand, which
    becomes a result. What it does is not known, so it is neither moved nor left out nor called
    twice. It returns 0, or why it has failed.

    A range in a list, `E from 0 to 5`, is the one that the array has; else it is that of the
    operands. The elements of a `dense` array lie one behind the other, the last dimension of the
    list fastest. The engine cuts programs at these operations: operands are computed into
    memory by programs of their own, then it calls the function, and results are storages of the
    programs behind. So no program that is compiled has one.

    * (C1) The symbol is an identifier of C.
    * (C2) Operands are those that are read and updated, results those that are
      written and updated, in the order of the list, and there is one of each. The list has
      the dimensions of each array, and of each of these a beginning and an end.
    * (C3) An array is on the dimensions that are declared.
    * (C4) What is updated has one type as operand and as result.
    * (C5) A list names no dimension twice; a range has both ends, the first not behind the last.
    * (C6) A dimension that is written has a range, or an operand has it.

    ```mlir
    gt.callable @solved(%a: !gt.field<[I, K], f64>, %b: !gt.field<[K, J], f64>) {
      %0 = gt.call_arrays @product(%a, %b) reads [I, K] dense, reads [K, J] dense, writes [I, J]
          : (!gt.field<[I, K], f64>, !gt.field<[K, J], f64>) -> !gt.field<[I, J], f64>
      %1:2 = gt.call_arrays @spectrum(%0) updates [I, J], writes [E from 0 to 5]
          : (!gt.field<[I, J], f64>) -> (!gt.field<[I, J], f64>, !gt.field<[E], f64>)
      gt.return %1#0, %1#1 : !gt.field<[I, J], f64>, !gt.field<[E], f64>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<GT_PointValue>:$arguments,
                       StrArrayAttr:$uses, ArrayAttr:$dims, ArrayAttr:$begins, ArrayAttr:$ends,
                       DenseBoolArrayAttr:$dense);
  let results = (outs Variadic<GT_FieldType>:$results);
  let assemblyFormat = [{
    $callee `(` $arguments `)` custom<ArrayUses>($uses, $dims, $begins, $ends, $dense) attr-dict
    `:` functional-type($arguments, $results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Array number `n`: what is done with it, and its dimensions.
    ::llvm::StringRef getUse(unsigned n) {
      return ::mlir::cast<::mlir::StringAttr>(getUses()[n]).getValue();
    }
    bool isOperand(unsigned n) { return getUse(n) != "writes"; }
    bool isResult(unsigned n) { return getUse(n) != "reads"; }
    ::llvm::SmallVector<::mlir::StringAttr> getDimsOf(unsigned n) {
      return ::llvm::to_vector(
          ::mlir::cast<::mlir::ArrayAttr>(getDims()[n]).getAsRange<::mlir::StringAttr>());
    }
    /// Ends of the ranges, INT64_MIN where there are none.
    ::llvm::ArrayRef<int64_t> getBeginsOf(unsigned n) {
      return ::mlir::cast<::mlir::DenseI64ArrayAttr>(getBegins()[n]).asArrayRef();
    }
    ::llvm::ArrayRef<int64_t> getEndsOf(unsigned n) {
      return ::mlir::cast<::mlir::DenseI64ArrayAttr>(getEnds()[n]).asArrayRef();
    }
  }];
}

#endif // GTCOMPILER_DIALECT_GT_IR_GTCALLOPS
