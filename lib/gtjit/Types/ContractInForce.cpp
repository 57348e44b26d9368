//===- ContractInForce.cpp - Whether sums of products are fused -----------===//
//
// What a scope of the thread says, else what the runtime says.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Types/ContractInForce.h"

namespace gtjit {

/// -1: there is no scope.
[[gnu::tls_model("initial-exec")]] static thread_local signed char scopedContract = -1;

ContractScope::ContractScope(bool contract) : previous(scopedContract) {
  scopedContract = static_cast<signed char>(contract);
}
ContractScope::~ContractScope() { scopedContract = previous; }

bool detail::contractInForce(bool ofRuntime) {
  return scopedContract < 0 ? ofRuntime : scopedContract != 0;
}

} // namespace gtjit
