//===- GTDialect.td - The gt dialect -----------------------*- tablegen -*-===//
//
// The dialect itself, and what its operations at both levels have in common.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_DIALECT_GT_IR_GTDIALECT
#define GTCOMPILER_DIALECT_GT_IR_GTDIALECT

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def GT_Dialect : Dialect {
  let name = "gt";
  let cppNamespace = "::gtcompiler";
  let summary = "Field expressions over named dimensions, and the kernels made of them";
  let description = [{
    The text of this dialect is the one door between the engine and the compiler.
    It has three levels, all inside a `gt.program`. A `gt.callable` is above
    them: what the engine keeps of a traced function, and makes programs of.

    At the *field level* a value is a pure function from an unbounded index space
    of named dimensions to numbers. Bounds appear at stores and reductions only.
    Every `gt.load` of a program sees the values from before every `gt.store` of it.

    At the *stencil level* a program is a list of kernels, run in order. A
    `gt.stencil` or `gt.fold` has loops and a region that says what happens at
    one point. Within a kernel, every `gt.access` sees the values from before
    every `gt.write` of it.

    At the *loop level* a kernel is a `gt.kernel`: its loops in order, the rows
    that go in vectors, the buffers that values are staged in. Its operations
    happen one after the other. Nothing is left to decide but instructions.

    The operations on values at a point are the same on all levels and come
    from the table `operations/PointOperations.td`.

    Elements are i1, i8, i16, i32, i64 (signed), ui8, ui16, ui32, ui64, f16,
    bf16, f32, f64, complex<f32> or complex<f64>. In memory an i1 is a byte, of
    which any value but 0 is true, and a complex number its real and then its
    imaginary part.

    The same memory must be passed as the same argument. Storages that are
    different arguments do not overlap where one of them is written.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Name of the attribute that records or prescribes where the result of an
    /// operation lives (`#gt.placement<...>`).
    static constexpr ::llvm::StringLiteral kPlacementAttrName = "gt.placement";
    /// Name of the attribute that holds the function which the user called, "mean",
    /// where the operation is only a part of it.
    static constexpr ::llvm::StringLiteral kCalledAttrName = "gt.called";
    /// Name of the attribute of a module that says what is known of the target
    /// (`#gt.machine<...>`).
    static constexpr ::llvm::StringLiteral kMachineAttrName = "gt.machine";
    /// Name of the attribute of a module of functions that says what its kernels
    /// have in common (`#gt.image<...>`).
    static constexpr ::llvm::StringLiteral kImageAttrName = "gt.image";
    /// Name of the attribute of a function that says how it is run as a kernel
    /// (`#gt.kernel_info<...>`).
    static constexpr ::llvm::StringLiteral kKernelAttrName = "gt.kernel";
  }];
}

class GT_Op<string mnemonic, list<Trait> traits = []> : Op<GT_Dialect, mnemonic, traits>;

#endif // GTCOMPILER_DIALECT_GT_IR_GTDIALECT
