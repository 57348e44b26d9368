//===- HostCall.h - Calling a function by its prototype ---------*- C++ -*-===//
//
// What compiled kernels do by code that is made for the prototype, for the
// reference evaluator.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_REFERENCE_HOSTCALL_H
#define GTJIT_REFERENCE_HOSTCALL_H

#include "gtjit/Kernel/Imports.h"

#include <cstddef>

namespace gtjit::reference {

/// Calls the function on one element of each operand. Gives the status that it
/// reports, else 0; after another one `result` is NaN, 0 or false.
int callHost(const detail::ImportedFunction &function, const std::byte *const *operands,
             std::byte *result);

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_HOSTCALL_H
