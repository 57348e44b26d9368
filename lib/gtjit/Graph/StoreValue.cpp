//===- StoreValue.cpp - What may be stored where --------------------------===//
//
// All checks of an assignment, before any effect: dimensions, element types,
// runtimes, coverage.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Node.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Types/DomainText.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Why values of one type do not become those of another by a store, or null.
const char *conflict(DType from, DType to) {
  if (from == to)
    return nullptr;
  if (from == DType::Bool || to == DType::Bool)
    return "bools and numbers do not mix; convert it with astype";
  if (isFloat(from) && isInteger(to))
    return "floats do not become integers by themselves; convert it with astype";
  return nullptr;
}

} // namespace

NodeRef detail::buildStoreValue(const NodeRef &value, const StoreTarget &target, SourceLine line) {
  std::string start = "storing to " + std::string(target.text) + ": ";
  if (value->runtime && target.runtime && value->runtime != target.runtime)
    throw ValueError(line, start + describe(*value) + " belongs to another runtime");
  for (const NamedRange &range : value->domain)
    if (!target.domain.has(range.dim))
      throw ValueError(line, start + describe(*value) + " has the dimension " +
                                 std::string(range.dim.name()) + ", which the target lacks");
  if (const char *reason = conflict(value->dtype, target.dtype))
    throw DTypeError(line, start + describe(*value) + " is " + std::string(name(value->dtype)) +
                               ", the target is " + std::string(name(target.dtype)) + ": " +
                               reason);
  checkCoverage(*value, target.region, target.text, line);
  return converted(value, target.dtype, line);
}
