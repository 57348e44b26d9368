//===- Passes.td - Code and images as passes ---------------*- tablegen -*-===//
//
// What lets gt-opt do all that the compiler library does.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_PASSES
#define GTCOMPILER_TARGET_PASSES

include "mlir/Pass/PassBase.td"

def SetMachinePass : Pass<"gt-set-machine", "::mlir::ModuleOp"> {
  let summary = "Say what is known of the target";
  let description = [{
    *In*: a module. *Out*: the same with the attribute `gt.machine` of a CPU or a GPU,
    which the passes behind read; one that was there is replaced. What LLVM does not
    know is refused.

    ```mlir
    // before
    module {
    }
    // after, for x86-64-v4
    module attributes {gt.machine = #gt.machine<vector_bytes = 64, lane_bytes = 1,
        has_half = true, kept_scalars = 12, line_bytes = 64, ahead_bytes = 16384,
        block_bytes = 45056, most_block_bytes = 98304, registers = 32,
        has_masks = true>} {
    }
    ```
  }];
  let dependentDialects = ["::gtcompiler::GTDialect"];
  let options = [
    Option<"cpu", "cpu", "std::string", "",
           "LLVM CPU name, or a GPU as sm_90; empty: this machine's">,
    Option<"features", "features", "std::string", "", "LLVM features; empty: this machine's">
  ];
}

def EmitImagePass : Pass<"gt-emit-image", "::mlir::ModuleOp"> {
  let summary = "Write the kernels of a module as a closed image";
  let description = [{
    *In*: a module of the LLVM dialect with the attributes `gt.image` and
    `gt.kernel`. *Out*: the same module; `image-file` holds the image that the
    engine runs, `code-file` the bare machine code of it, `object-file` the
    object that both are made of, of a GPU the text of PTX. What is not named is
    not written.

    The bytes are those that the compiler library makes on the same target. It
    refuses code that needs anything from outside, naming it.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"imageFile", "image-file", "std::string", "", "Where the image goes">,
    Option<"codeFile", "code-file", "std::string", "", "Where the machine code goes">,
    Option<"objectFile", "object-file", "std::string", "", "Where the object goes">,
    Option<"cpu", "cpu", "std::string", "",
           "LLVM CPU name, or a GPU as sm_90; empty: this machine's">,
    Option<"features", "features", "std::string", "", "LLVM features; empty: this machine's">,
    Option<"stock", "stock", "bool", "false", "Generate code with LLVM's own list of passes">
  ];
}

#endif // GTCOMPILER_TARGET_PASSES
