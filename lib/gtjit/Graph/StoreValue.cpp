//===- StoreValue.cpp - What may be stored where --------------------------===//
//
// All checks of an assignment, before any effect: dimensions, element types,
// runtimes, coverage.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Advice.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Graph/Stores.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// True if the second integer type has all values of the first.
bool holds(DType from, DType to) {
  bool isWider = itemsize(to) > itemsize(from), sameSize = itemsize(to) == itemsize(from);
  if (isUnsigned(from) == isUnsigned(to))
    return isWider || sameSize;
  return isUnsigned(from) && isWider;
}

/// Why a node's values do not become those of a type by a store, or null.
const char *conflict(const Node &value, DType to) {
  DType from = value.dtype;
  if (from == to)
    return nullptr;
  if (from == DType::Bool || to == DType::Bool)
    return "bools and numbers do not mix; convert it with astype";
  if (isComplex(from) && !isComplex(to))
    return "complex values do not become real";
  if (isFloat(from) && isInteger(to))
    return "floats do not become integers by themselves; convert it with astype";
  if (isInteger(from) && isInteger(to) && !value.weak && !holds(from, to))
    return "not all of its values are among the target's; convert it with astype";
  return nullptr;
}

} // namespace

void detail::checkPart(const StorageState &storage, const Domain &region, const char *access,
                       SourceLine line) {
  const Domain &whole = storage.layout.domain;
  if (std::equal(region.begin(), region.end(), whole.begin(), whole.end(),
                 [](const NamedRange &part, const NamedRange &all) {
                   return part.dim == all.dim && all.range.contains(part.range);
                 }))
    return;
  auto text = [&] {
    return std::string(access) + ' ' + storage.describe() + " over " + toString(region) + ": ";
  };
  bool sameDims = region.ndim() == whole.ndim() &&
                  std::all_of(region.begin(), region.end(),
                              [&](const NamedRange &range) { return whole.has(range.dim); });
  if (!sameDims)
    throw IndexError(line, text() + "expected a part in the dimensions " + toString(whole.dims()));
  if (!whole.contains(region))
    throw IndexOutOfBounds(line, text() + "it is defined over " + toString(whole));
}

NodeRef detail::buildStoreValue(const NodeRef &value, const StorageState &target,
                                const Domain &region, SourceLine line) {
  checkPart(target, region, "storing to", line);
  auto start = [&] { return "storing to " + target.describe() + ": "; };
  if (value->runtime && value->runtime != target.runtime)
    throw ValueError(line, start() + describe(*value) + " belongs to another runtime");
  std::vector<Dimension> more;
  for (const NamedRange &range : value->domain)
    if (!target.layout.domain.has(range.dim))
      more.push_back(range.dim);
  if (!more.empty()) {
    ValueError error(line, start() + describe(*value) + " has the dimension " +
                               std::string(more.front().name()) + ", which the target lacks");
    error.addNote({}, dimensionsAdvice(*value, more));
    throw error;
  }
  DType type = target.layout.dtype;
  if (const char *reason = conflict(*value, type)) {
    DTypeError error(line, start() + describe(*value) + " is " + std::string(name(value->dtype)) +
                               ", the target is " + std::string(name(type)) + ": " + reason);
    if (isInteger(type))
      adviseDivision(error, *value);
    if (isComplex(value->dtype))
      adviseComplex(error);
    throw error;
  }
  if (!covers(*value, region))
    checkCoverage(*value, region, target.describe(), line);
  return converted(value, type, line);
}
