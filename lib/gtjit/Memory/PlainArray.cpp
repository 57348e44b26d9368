//===- PlainArray.cpp - Arrays in C order as views ------------------------===//
//
// Strides from extents.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Memory/PlainArray.h"

#include "gtjit/Memory/RuntimeState.h"

namespace gtjit::detail {

ArrayView plainArray(Runtime::State &runtime, const Domain &domain, DType type, std::byte *values) {
  ArrayView view;
  auto bytes = static_cast<std::size_t>(domain.size()) * itemsize(type);
  view.block = foreignBlock(runtime, values, bytes, {});
  view.dtype = type;
  view.domain = domain;
  view.strides.assign(domain.ndim(), 1);
  for (std::size_t d = domain.ndim(); d-- > 1;)
    view.strides[d - 1] = view.strides[d] * domain[d].range.size();
  return view;
}

} // namespace gtjit::detail
