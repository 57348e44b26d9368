//===- ContractInForce.h - Whether sums of products are fused ---*- C++ -*-===//
//
// For those who build what users write.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_CONTRACTINFORCE_H
#define GTJIT_TYPES_CONTRACTINFORCE_H

#include "gtjit/Contract.h"

namespace gtjit::detail {

/// What the innermost ContractScope of this thread says, or what the runtime says.
bool contractInForce(bool ofRuntime);

} // namespace gtjit::detail

#endif // GTJIT_TYPES_CONTRACTINFORCE_H
