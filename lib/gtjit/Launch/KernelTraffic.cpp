//===- KernelTraffic.cpp - What a kernel moves ----------------------------===//

#include "gtjit/Launch/KernelTraffic.h"

#include "gtjit/Types/DenseStrides.h"

namespace gtjit::detail {

static Range rangeOf(const Arguments &arguments, const ImageView &image,
                     const gtabi::BoundsInfo &info) {
  Range result;
  for (const gtabi::BoundsTerm &term : image.terms(info)) {
    Range range = arguments.ranges[term.range].range;
    if (!range.empty())
      result = hull(result, Range(range.lo() + term.lower, range.hi() + term.upper));
  }
  return result;
}

std::int64_t bytesOf(const Arguments &arguments, const ImageView &image,
                     const gtabi::TemporaryInfo &temporary) {
  std::int64_t elements = 1;
  for (const gtabi::BoundsInfo &bounds : image.bounds(temporary.bounds))
    elements = saturatingProduct(elements, rangeOf(arguments, image, bounds).size());
  std::size_t bytes = itemsize(static_cast<DType>(temporary.type));
  return saturatingProduct(elements, static_cast<std::int64_t>(bytes));
}

/// Bytes of a storage that a kernel over `loops` touches.
static std::int64_t bytesOf(const Arguments &arguments, const ImageView &image,
                            const gtabi::StorageUse &use, const Domain &loops) {
  if (use.isTemporary)
    return bytesOf(arguments, image, image.temporaries()[use.index]);
  const ArrayView &view = arguments.storages[use.index];
  std::int64_t elements = 1;
  for (const NamedRange &range : view.domain)
    elements = saturatingProduct(elements, loops.has(range.dim) ? loops[range.dim].size() : 1);
  return saturatingProduct(elements, static_cast<std::int64_t>(itemsize(view.dtype)));
}

Traffic trafficOf(const Arguments &arguments, const ImageView &image, std::size_t index) {
  const gtabi::KernelInfo &info = image.kernels()[index];
  Traffic traffic;
  for (const gtabi::BoundsInfo &bounds :
       image.bounds(info.bounds).first(info.loopDims + info.hasFold)) {
    Dimension dim = arguments.ranges[image.terms(bounds).front().range].dim;
    traffic.loops = traffic.loops.with({dim, rangeOf(arguments, image, bounds)});
  }
  for (const gtabi::StorageUse &use : image.storages(info.storages)) {
    std::int64_t bytes = bytesOf(arguments, image, use, traffic.loops);
    traffic.bytesRead += use.isRead ? bytes : 0;
    traffic.bytesWritten += use.isWritten ? bytes : 0;
  }
  return traffic;
}

} // namespace gtjit::detail
