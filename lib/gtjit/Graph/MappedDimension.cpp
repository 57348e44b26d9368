//===- MappedDimension.cpp - What all dimensions are ----------------------===//
//
// A list on the stack of each thread.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/MappedDimension.h"

#include "gtjit/Vmap.h"

#include <vector>

namespace gtjit::detail {

static thread_local const MappedDimension *innermost = nullptr;

MappedDimension::MappedDimension(Dimension dim) noexcept : dim(dim), outer(innermost) {
  innermost = this;
}
MappedDimension::~MappedDimension() { innermost = outer; }

bool isMapped(Dimension dim) {
  for (const MappedDimension *mapped = innermost; mapped; mapped = mapped->outer)
    if (mapped->dim == dim)
      return true;
  return false;
}

Dims allDims(const Domain &domain) {
  if (!innermost)
    return domain.dims();
  std::vector<Dimension> dims;
  for (const NamedRange &range : domain)
    if (!isMapped(range.dim))
      dims.push_back(range.dim);
  return Dims(dims);
}

} // namespace gtjit::detail
