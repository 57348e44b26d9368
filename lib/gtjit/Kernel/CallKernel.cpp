//===- CallKernel.cpp - The call of a kernel ------------------------------===//
//
// In assembly, since a C++ compiler would need an option to align the stack at
// a call. The frame pointer keeps the caller's stack, for the way back and for
// debuggers.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Kernel/CallKernel.h"

namespace gtjit::detail {

static_assert(gtabi::kStackAlignment == 64, "stands in the assembly, too");

// void gtjitCallAligned(args, tile, kernel)
asm(R"(
        .pushsection .text
        .hidden gtjitCallAligned
        .globl  gtjitCallAligned
        .type   gtjitCallAligned, @function
gtjitCallAligned:
        .cfi_startproc
        endbr64
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        andq    $-64, %rsp
        callq   *%rdx
        leave
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   gtjitCallAligned, .-gtjitCallAligned
        .popsection
)");
extern "C" [[gnu::visibility("hidden")]] void
gtjitCallAligned(const gtabi::KernelArgs *args, const gtabi::Bounds *tile, gtabi::Kernel kernel);

void callKernel(gtabi::Kernel kernel, const gtabi::KernelArgs *args, const gtabi::Bounds *tile) {
  gtjitCallAligned(args, tile, kernel);
}

} // namespace gtjit::detail
