//===- Passes.td - Passes from stencils to LLVM ------------*- tablegen -*-===//
//
// Contracts of the conversions. The order in which they run stands in Pipelines.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_PASSES
#define GTCOMPILER_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def StencilsToLoopsPass : Pass<"gt-stencils-to-loops", "::mlir::ModuleOp"> {
  let summary = "Make a function with loops of each kernel";
  let description = [{
    *In*: a module with one `gt.program` at the stencil level. *Out*: a module
    with an `llvm.func` for each kernel, in order, and no operation of the `gt`
    dialect; the attributes `gt.image` and `gt.kernel` say how the functions are
    run (see `Conversion/ImageAttributes.h`). A kernel that differs from one
    before it in storages, ranges and scalars alone is an `llvm.mlir.alias` of
    that one's function, unless `share-code` says that lines of the source count.

    A function runs a range of tiles of its kernel. It reads everything from the
    one argument block, `KernelArgs` of `gtabi/KernelArgs.h`. Everything is of the
    LLVM dialect: loops are blocks with arguments, arithmetic has no fast-math
    flag, and memory is reached through plain pointers, since halo points lie at
    negative offsets, which `memref` declares undefined. What does not change in a
    loop is computed outside of it.

    The row, along the last loop dimension, goes in vectors of `vector-bytes`
    if all its memory is contiguous along it: whole vectors without a mask, then
    one masked vector. What a stencil reads otherwise is copied to rows in
    scratch, block by block: transposed in registers, some cache lines wide,
    where it is contiguous along another loop dimension; without that only if there
    are math functions to call. Where a stencil writes, or a fold reads, what is
    not contiguous, rows go point by point. There is one set of values in any
    case: vectors change no bit of a result.

    Where a kernel reads every storage at one point, calls may ask for results
    that go past the caches (`KernelArgs::streamingCopy`): they are put together
    in scratch, strip by strip, and copied from there.

    Lanes are as many as the widest value at a point leaves; f16 and bf16 are
    computed as f32 and rounded after every operation. Of the program's scalars
    a dozen are kept in registers, the others are read where they are used.

    It shares no values and removes none, does not unroll, and looks at no
    sizes.

    ```mlir
    // before
    gt.program @copy(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                     %i: !gt.range<I>) {
      gt.stencil over %i : !gt.range<I> {
        %0 = gt.access %u [I + 1] : !gt.storage<[I], f64, unit> -> f64
        gt.write %0 to %v : f64, !gt.storage<[I], f64, unit>
      }
    }
    ```

    after, the loop over whole vectors:

    ```
    ^row(%i: i64):
      %p = llvm.getelementptr %u[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %q = llvm.getelementptr %p[8] : (!llvm.ptr) -> !llvm.ptr, i8
      %x = llvm.load %q {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
      %r = llvm.getelementptr %v[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      llvm.store %x, %r {alignment = 8 : i64} : vector<8xf64>, !llvm.ptr
      ...
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"vectorBytes", "vector-bytes", "int64_t", "64",
           "Bytes of a vector: 64, 32 or 16; 0 for no vectors">,
    Option<"hasHalf", "has-half", "bool", "true",
           "Whether the machine has instructions that convert f16">,
    Option<"shareCode", "share-code", "bool", "true",
           "Whether equal kernels from different lines are one function">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "kernels lowered">,
    Statistic<"numShared", "shared", "kernels that have the code of one before">,
    Statistic<"numVectorised", "vectorised", "kernels whose rows go in vectors">
  ];
}

def AddDebugInfoPass : Pass<"gt-add-debug-info", "::mlir::ModuleOp"> {
  let summary = "Give kernels the user's names and lines for debuggers";
  let description = [{
    *In*: kernels as functions of the LLVM dialect with the user's locations.
    *Out*: the same kernels called "file:line:kind_number", each with a
    subprogram of line tables. Operations keep their own file and line.

    A kernel without a location gets a name and no line table. The code does not
    change. Printed with `--mlir-print-debuginfo`, the function below is at
    `loc(fused<#llvm.di_subprogram<...>>["src/hdiff.cpp":41:3])`.

    ```mlir
    // before
    llvm.func @k0(%args: !llvm.ptr) attributes {gt.kernel = {name = "stencil src/hdiff.cpp:41"}} {
      llvm.return
    } loc("src/hdiff.cpp":41:3)
    // after
    llvm.func @"hdiff.cpp:41:stencil_0"(%args: !llvm.ptr) attributes {gt.kernel = {name = "stencil src/hdiff.cpp:41"}} {
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // GTCOMPILER_CONVERSION_PASSES
