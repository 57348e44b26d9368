//===- PlainArray.cpp - Arrays in C order as views ------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/PlainArray.h"

#include "gtjit/Memory/RuntimeState.h"

namespace gtjit::detail {

ArrayView plainArray(Runtime::State &runtime, const Domain &domain, DType type, std::byte *values) {
  ArrayView view;
  view.dtype = type;
  view.domain = domain;
  std::vector<std::int64_t> extents, strides(domain.ndim());
  for (const NamedRange &range : domain)
    extents.push_back(range.range.size());
  if (!denseStrides(type, extents, {}, 1, strides.data()))
    throwTooLarge(type, extents, {});
  for (std::int64_t stride : strides)
    view.strides.push_back(stride);
  auto bytes = static_cast<std::size_t>(domain.size()) * itemsize(type);
  view.block = foreignBlock(runtime, values, bytes, {});
  return view;
}

} // namespace gtjit::detail
