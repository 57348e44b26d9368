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

/// Calls the function on one element of each operand; there is a place for each result. Gives the
/// status that it reports, else 0; after another one results are NaN, 0 or false. An exception ends
/// the process, as it does in a kernel.
int callHost(const detail::ImportedFunction &function, const std::byte *const *operands,
             std::byte *const *results) noexcept;

/// A status as a result of the call: the nearest byte.
std::int8_t statusByte(int status);

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_HOSTCALL_H
