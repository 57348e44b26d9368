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
/// stack was from its alignment, and what the tile is.
static void observe(const gtabi::KernelArgs *args, const gtabi::Bounds *tile) {
  // The frame address is where the caller's frame pointer is kept; below what
  // the caller had is the return address.
  auto stack = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) + 16;
  args->status[0] = static_cast<std::int64_t>(stack % gtabi::kStackAlignment);
  args->status[1] = 10 * tile->lo + tile->hi;
}

TEST(CallKernel, AlignsTheStackToALine) {
  for (std::size_t taken = 0; taken <= 128; taken += 16) {
    volatile char *stack = static_cast<char *>(alloca(taken + 1));
    stack[taken] = 1;
    std::int64_t status[] = {-1, -1};
    gtabi::KernelArgs args{};
    args.status = status;
    gtabi::Bounds tile{4, 7};
    callKernel(observe, &args, &tile);
    EXPECT_EQ(status[0], 0) << taken;
    EXPECT_EQ(status[1], 47);
  }
}
