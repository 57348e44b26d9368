//===- CheckScope.h - The check that is in force ----------------*- C++ -*-===//
//
// For those who check: which values, or which operands, stop what is done here.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_CHECKSCOPE_H
#define GTJIT_TYPES_CHECKSCOPE_H

#include "gtjit/Check.h"

namespace gtjit::detail {

/// What the innermost CheckScope of this thread says, or what the runtime says.
Check checkInForce(Check ofRuntime);

} // namespace gtjit::detail

#endif // GTJIT_TYPES_CHECKSCOPE_H
