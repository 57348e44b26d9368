//===- CheckScope.cpp - The check that is in force ------------------------===//
//
// What a scope of the thread says, else what the runtime says.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Types/CheckScope.h"

namespace gtjit {

[[gnu::tls_model("initial-exec")]] static thread_local Check scopedCheck = Check::Default;

CheckScope::CheckScope(Check check) : previous(scopedCheck) { scopedCheck = check; }
CheckScope::~CheckScope() { scopedCheck = previous; }

Check detail::checkInForce(Check ofRuntime) {
  return scopedCheck == Check::Default ? ofRuntime : scopedCheck;
}

} // namespace gtjit
