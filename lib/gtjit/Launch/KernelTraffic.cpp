//===- KernelTraffic.cpp - What a kernel moves ----------------------------===//

#include "gtjit/Launch/KernelTraffic.h"

#include "gtjit/Code/DebugObject.h"
#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Types/DenseStrides.h"

namespace gtjit::detail {

TimelineEvent eventOf(const ImageView &image, std::size_t index, const gtabi::Bounds *bounds,
                      SourceLine line) {
  const gtabi::KernelInfo &info = image.kernels()[index];
  TimelineEvent event{kernelSymbol(image, index), line};
  event.points = 1;
  for (std::uint32_t loop : image.boundsUses(info.bounds).first(info.loopDims + info.hasFold))
    event.points = saturatingProduct(event.points, extentOf(bounds[loop]));
  return event;
}

KernelTraffic::KernelTraffic(const Arguments &given, const ImageView &view)
    : arguments(given), image(view), values(view.bounds().size()) {
  std::vector<gtabi::Bounds> ranges;
  for (const NamedRange &range : arguments.ranges)
    ranges.push_back({range.range.lo(), range.range.hi()});
  evaluateBounds(image, ranges.data(), values.data());
}

std::int64_t KernelTraffic::bytesOf(const gtabi::TemporaryInfo &temporary) const {
  std::int64_t elements = 1;
  for (std::uint32_t bounds : image.boundsUses(temporary.bounds))
    elements = saturatingProduct(elements, extentOf(values[bounds]));
  std::size_t bytes = itemsize(static_cast<DType>(temporary.type));
  return saturatingProduct(elements, static_cast<std::int64_t>(bytes));
}

/// Bytes of a storage that a kernel over `loops` touches.
std::int64_t KernelTraffic::bytesOf(const gtabi::StorageUse &use, const Domain &loops) const {
  if (use.isTemporary)
    return bytesOf(image.temporaries()[use.index]);
  const ArrayView &view = arguments.storages[use.index];
  std::int64_t elements = 1;
  for (const NamedRange &range : view.domain)
    elements = saturatingProduct(elements, loops.has(range.dim) ? loops[range.dim].size() : 1);
  return saturatingProduct(elements, static_cast<std::int64_t>(itemsize(view.dtype)));
}

Traffic KernelTraffic::of(std::size_t index) const {
  const gtabi::KernelInfo &info = image.kernels()[index];
  Traffic traffic;
  for (std::uint32_t bounds : image.boundsUses(info.bounds).first(info.loopDims + info.hasFold)) {
    Dimension dim = arguments.ranges[rangeOf(image, bounds)].dim;
    traffic.loops = traffic.loops.with({dim, Range(values[bounds].lo, values[bounds].hi)});
  }
  for (const gtabi::StorageUse &use : image.storages(info.storages)) {
    std::int64_t bytes = bytesOf(use, traffic.loops);
    traffic.bytesRead += use.isRead ? bytes : 0;
    traffic.bytesWritten += use.isWritten ? bytes : 0;
  }
  return traffic;
}

} // namespace gtjit::detail
