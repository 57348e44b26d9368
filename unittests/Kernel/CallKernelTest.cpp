//===- CallKernelTest.cpp - The call of a kernel --------------------------===//
//
// The stack is at a cache line whatever the caller's is.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Kernel/CallKernel.h"

#include <gtest/gtest.h>

#include <alloca.h>

using namespace gtjit::detail;

/// A kernel that tells what it was called with: `status` holds how far the
/// stack was from its alignment, the sum of the tiles otherwise.
static void observe(const gtabi::KernelArgs *args, std::int64_t first, std::int64_t last) {
  // The frame address is where the caller's frame pointer is kept; below what
  // the caller had is the return address.
  auto stack = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) + 16;
  args->status[0] = static_cast<std::int64_t>(stack % gtabi::kStackAlignment);
  args->status[1] = 10 * first + last;
}

TEST(CallKernel, AlignsTheStackToALine) {
  for (std::size_t taken = 0; taken <= 128; taken += 16) {
    volatile char *stack = static_cast<char *>(alloca(taken + 1));
    stack[taken] = 1;
    std::int64_t status[] = {-1, -1};
    gtabi::KernelArgs args{};
    args.status = status;
    callKernel(observe, &args, 4, 7);
    EXPECT_EQ(status[0], 0) << taken;
    EXPECT_EQ(status[1], 47);
  }
}
