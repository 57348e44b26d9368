//===- Passes.td - Passes from stencils to LLVM ------------*- tablegen -*-===//
//
// Contracts of the conversions. The order in which they run stands in Pipelines.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_PASSES
#define GTCOMPILER_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def StencilsToLoopsPass : Pass<"gt-stencils-to-loops", "::gtcompiler::ProgramOp"> {
  let summary = "Decide on each kernel's loops";
  let description = [{
    *In*: a program at the stencil level in a module with `gt.machine`. *Out*:
    the program at the loop level: a `gt.kernel` for each `gt.stencil` and
    `gt.fold`, and for each `gt.sweep`, or for some that follow each other, in order.
    Remarks say for each how its rows go and why.

    Loops follow the order of the ranges. The row, along the last loop dimension,
    goes in vectors of the machine's width if all its memory is contiguous along
    it. What a stencil reads otherwise is staged in rows of a buffer, block by
    block: transposed in registers, some cache lines wide, where it is contiguous
    along another loop dimension; without that only if there are math functions to
    call. Other vectors of a stencil are put together, and what is not contiguous where
    it writes is taken apart: by code for usual strides, every second and reversed
    elements, which is whole vectors in another order, and for any. Where a fold or a
    sweep reads or writes what is not contiguous, or elements are pairs or gathered,
    rows go point by point. Lanes are as many as the widest value at a point leaves. There
    is one set of values in any case: vectors change no bit of a result.

    What does not change along the row is computed in front of it. All loads of a
    point come before its stores, so a kernel may write where it reads.

    Calls may ask for results that go past the caches (`KernelArgs::streams`), unless
    all are `in-cache`: what a stencil or sweep writes in vectors, and does not read, is put so.
    Where neighbours are read by a stencil, the lines that none of its rows has been at are fetched
    ahead in such calls.

    Columns that rows go along at indices which change from row to row are fetched four points
    ahead, in any call, where a point computes little with each. Not in `quick` code.

    What several points of a row in vectors compute in the same way from different
    places along it, and costs more than shifting lanes, the foremost of them computes;
    the others take it from there (`gt.neighbour`). Not in `quick` code: it is more code, and
    fewer operations.

    Two or four neighbouring rows of a stencil go together, in a loop with steps, where much of what
    they read and compute is the same and nothing streams: each value is read and computed once. The
    machine needs more than 16 registers for it. Not in `quick` code either.

    A sweep goes through its dimension around parts of rows; what it carries is kept in
    rows of buffers, or in registers where there is one column. Where its memory is contiguous
    along it and a point is little work, it goes column by column, four side by side. A sweep that reads what the one before it writes, each line of
    points its own, follows in the same kernel, part by part; temporaries between such
    sweeps become buffers. What lies in memory is fetched two points of the dimension ahead.

    A fold with `lanes` has rows of its operand in the nearest cache when their results are there.
    Stencils and folds behind it that read these rows again, and the results, are done in its loops
    then, row by row, together with what stencils compute of the results alone; temporaries between
    them are values. Not where a stencil may stream what it writes.

    Where the machine has threads for points there are loops instead of rows, no parts and
    no staging; what sweeps carry is in registers, temporaries between them stay in memory,
    and a fold of the results of a fold is a kernel of its own. A thread runs one point of a
    stencil, or, in loops with steps, some neighbours, where they share so much that memory is
    the limit, and not arithmetic, or nearly so.

    It looks at no sizes.

    ```mlir
    // before
    module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1,
        has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384,
        block_bytes = 45056, most_block_bytes = 98304>} {
      gt.program @smooth(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                         %i: !gt.range<I>, %j: !gt.range<J>) {
        gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
          %0 = gt.access %u [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
          %1 = gt.access %u [I - 1] : !gt.storage<[J, I], f64, unit> -> f64
          %2 = gt.add %0, %1 : (f64, f64) -> f64
          gt.write %2 to %v : f64, !gt.storage<[J, I], f64, unit>
        }
      }
    }
    // after
    module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1,
        has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384,
        block_bytes = 45056, most_block_bytes = 98304>} {
      gt.program @smooth(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>,
                         %i: !gt.range<I>, %j: !gt.range<J>) {
        gt.kernel @k0 over %j, %i : !gt.range<J>, !gt.range<I> flops 1 {
          gt.loop J {
            gt.row I lanes 8 {
              gt.prefetch %u : !gt.storage<[J, I], f64, unit>
              %0 = gt.get %u [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
              %1 = gt.get %u [I - 1] : !gt.storage<[J, I], f64, unit> -> f64
              %2 = gt.add %0, %1 : (f64, f64) -> f64
              gt.put %2 to %v streaming : f64, !gt.storage<[J, I], f64, unit>
            }
          }
        }
      }
    }
    ```
  }];
  let dependentDialects = ["::gtcompiler::GTDialect"];
  let options = [
    Option<"inCache", "in-cache", "bool", "false", "No call streams its results">,
    Option<"quick", "quick", "bool", "false", "Little code instead of fast code">,
    ListOption<"threadPoints", "thread-points", "int64_t",
               "Points of the last loop but one, and of the last, that a thread runs; not given: "
               "chosen for each stencil">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "kernels scheduled">,
    Statistic<"numVectorised", "vectorised", "kernels whose rows go in vectors">
  ];
}

def LayOutScratchPass : Pass<"gt-lay-out-scratch", "::gtcompiler::ProgramOp"> {
  let summary = "Place the buffers of each kernel";
  let description = [{
    *In*: a program at the loop level in a module with `gt.machine`. *Out*: the
    same, in which every `gt.buffer` has its place, at the start of a cache line,
    and every `gt.kernel` the bytes of scratch that a thread needs for it, without
    the buffers whose extents the tile gives. Remarks say for each what has a place there.

    It does not let buffers share memory.

    ```mlir
    // before
    module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1,
        has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384,
        block_bytes = 45056, most_block_bytes = 98304>} {
      gt.program @example(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
        gt.kernel @k0 over %i : !gt.range<I> {
          %count = gt.buffer : !gt.buffer<[], i64>
          %stack = gt.buffer copies 48 : !gt.buffer<[], f64>
        }
      }
    }
    // after
    module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1,
        has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384,
        block_bytes = 45056, most_block_bytes = 98304>} {
      gt.program @example(%u: !gt.storage<[I], f64, unit>, %i: !gt.range<I>) {
        gt.kernel @k0 over %i : !gt.range<I> scratch 448 {
          %count = gt.buffer at 0 : !gt.buffer<[], i64>
          %stack = gt.buffer copies 48 at 64 : !gt.buffer<[], f64>
        }
      }
    }
    ```
  }];
  let dependentDialects = ["::gtcompiler::GTDialect"];
}

def LoopsToLLVMPass : Pass<"gt-loops-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Make a function of each kernel";
  let description = [{
    *In*: a module with `gt.machine` and one `gt.program` at the loop level,
    whose buffers have places. *Out*: a module with an `llvm.func` for each
    kernel, in order, and no operation of the `gt` dialect; the attributes
    `gt.image` and `gt.kernel` say how the functions are run (`#gt.image`,
    `#gt.kernel_info`). A kernel that differs from one before it in storages,
    ranges and scalars alone is an `llvm.mlir.alias` of that one's function,
    unless `share-code` says that lines of the source count.

    A function runs one tile of its kernel, whose spans are its second argument.
    It reads everything else from the first one, the block `KernelArgs` of
    `gtabi/KernelArgs.h`. Where the machine has threads for points it is an entry
    instead whose threads run one point of the parallel loops each, with the block of
    `gtabi/ThreadArgs.h`. Everything is of the
    LLVM dialect: loops are blocks with arguments, arithmetic has no fast-math
    flag, and memory is reached through plain pointers, since halo points lie at
    negative offsets, which `memref` declares undefined. What is known of an
    address in a loop is computed there, once. A row is a loop over whole vectors
    without a mask, and one masked vector behind it.

    What happens around the blocks of a `gt.pairwise` stands in internal functions
    behind the kernel that calls them first: `start`, `push` and `finish`, each
    once for all partial results of the same kind, type and form.

    f16 and bf16 are computed as f32 and rounded after every operation. Of the
    program's scalars as many are kept in registers as leave enough for the
    point's values; the others are read where they are used.

    For threads it refuses rows of several lanes, loops in order that threads have the points
    of, buffers with the extent of a tile, and kernels whose names no entry may have.

    It decides nothing of the schedule, shares no values and removes none.

    ```mlir
    module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1,
        has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384,
        block_bytes = 45056, most_block_bytes = 98304>} {
      gt.program @copy(%u: !gt.storage<[I], f64, unit>, %v: !gt.storage<[I], f64, unit>,
                       %i: !gt.range<I>) {
        gt.kernel @k0 over %i : !gt.range<I> {
          gt.row I lanes 8 {
            %0 = gt.get %u [I + 1] : !gt.storage<[I], f64, unit> -> f64
            gt.put %0 to %v : f64, !gt.storage<[I], f64, unit>
          }
        }
      }
    }
    ```

    The loop over whole vectors is then

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
    Option<"shareCode", "share-code", "bool", "true",
           "Whether equal kernels from different lines are one function">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "kernels emitted">,
    Statistic<"numShared", "shared", "kernels that have the code of one before">
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
    module attributes {gt.image = #gt.image<>} {
      llvm.func @k0(%args: !llvm.ptr, %tile: !llvm.ptr)
          attributes {gt.kernel = #gt.kernel_info<"stencil src/hdiff.cpp:41">} {
        llvm.return
      } loc("src/hdiff.cpp":41:3)
    }
    // after
    module attributes {gt.image = #gt.image<>} {
      llvm.func @"hdiff.cpp:41:stencil_0"(%args: !llvm.ptr, %tile: !llvm.ptr)
          attributes {gt.kernel = #gt.kernel_info<"stencil src/hdiff.cpp:41">} {
        llvm.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // GTCOMPILER_CONVERSION_PASSES
