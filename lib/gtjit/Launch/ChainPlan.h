//===- ChainPlan.h - Which kernels run slab by slab, and how ----*- C++ -*-===//
//
// Decides from an image's description and the extents of one call. Changes no result.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_CHAINPLAN_H
#define GTJIT_LAUNCH_CHAINPLAN_H

#include "gtjit/Launch/BoundArguments.h"
#include "gtjit/Launch/KernelChain.h"
#include "gtjit/Runtime.h"

#include <vector>

namespace gtjit::detail {

/// The chains of one call on a runtime's processors, in the order of their kernels, whose `calls`
/// are still to be bound. They live in the arena; the rest must outlive them.
std::vector<KernelChain *> planChains(Runtime::State &runtime, const ImageView &image,
                                      const Arguments &arguments, const BoundArguments &bound,
                                      KernelCall *calls, Arena &arena);

/// Whether only a window is there of a temporary.
bool isWindow(const std::vector<KernelChain *> &chains, std::size_t temporary);

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_CHAINPLAN_H
