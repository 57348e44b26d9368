//===- FailedPoints.cpp - Where functions of the host failed --------------===//

#include "gtjit/Types/FailedPoints.h"

#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

void detail::retain(FailedPoints *points) noexcept {
  points->references.fetch_add(1, std::memory_order_relaxed);
}
void detail::release(FailedPoints *points) noexcept {
  if (points->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete points;
}

void FailedPoints::add(std::string_view symbol, int status, SourceLine line, const Domain &points,
                       std::span<const std::int64_t> point) {
  if (++count > CallError::mostListed)
    return;
  std::vector<NamedRange> at;
  for (std::size_t d = 0; d < point.size(); ++d)
    at.push_back(points[d].dim(point[d], point[d] + 1));
  listed.push_back({symbol, status, line, Domain(at)});
}

CallError::CallError(SourceLine line, std::string_view message, Ref<FailedPoints> failed)
    : RuntimeError(line, message), points(std::move(failed)) {}

std::size_t CallError::failedCount() const noexcept { return points ? points->count : 0; }

Items<FailedPoint> CallError::failed() const noexcept {
  return points ? Items<FailedPoint>(points->listed) : Items<FailedPoint>();
}
