//===- SelfOverlap.cpp - Points that are one element ----------------------===//
//
// Two points have one address if distances d, not all zero and each below its
// extent, have a sum of d * stride of zero. Sorted by stride, no such distances
// exist where each stride is larger than all that smaller ones reach together;
// elsewhere they are searched for, from the largest stride down.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage/SelfOverlap.h"

#include "gtjit/Error.h"

#include <algorithm>
#include <cstdlib>

namespace gtjit::detail {

namespace {

struct Axis {
  std::int64_t stride;   ///< positive
  std::int64_t farthest; ///< extent - 1, positive
};

/// Searches for distances; gives up, and says yes, after a number of steps.
class Search {
public:
  explicit Search(std::vector<Axis> slowToFast)
      : axes(std::move(slowToFast)), reach(axes.size() + 1) {
    for (std::size_t n = axes.size(); n-- > 0;)
      reach[n] = reach[n + 1] + axes[n].stride * axes[n].farthest;
  }

  /// True if distances from axis `n` on make up for `distance`; `moved`: an
  /// axis before has a distance other than zero.
  bool finds(std::size_t n, std::int64_t distance, bool moved) {
    if (n == axes.size())
      return distance == 0 && moved;
    if (std::abs(distance) > reach[n])
      return false;
    if (++steps > kSteps)
      return true;
    // The other axes reach reach[n + 1]: few multiples of this stride are left.
    const Axis &axis = axes[n];
    std::int64_t least = (-distance - reach[n + 1]) / axis.stride - 1;
    std::int64_t most = (-distance + reach[n + 1]) / axis.stride + 1;
    least = std::max(least, moved ? -axis.farthest : 0); // the mirrored half is the same
    most = std::min(most, axis.farthest);
    for (std::int64_t d = least; d <= most; ++d)
      if (finds(n + 1, distance + d * axis.stride, moved || d != 0))
        return true;
    return false;
  }

private:
  static constexpr int kSteps = 100000;
  std::vector<Axis> axes;
  std::vector<std::int64_t> reach; ///< of the axes from a number on
  int steps = 0;
};

} // namespace

bool overlapsItself(const ArrayView &view) {
  std::vector<Axis> axes;
  for (std::size_t d = 0; d < view.strides.size(); ++d) {
    std::int64_t extent = view.domain[d].range.size();
    if (extent == 0)
      return false;
    if (extent > 1)
      axes.push_back({std::abs(view.strides[d]), extent - 1});
  }
  std::sort(axes.begin(), axes.end(),
            [](const Axis &a, const Axis &b) { return a.stride < b.stride; });
  std::int64_t reach = 0;
  bool nested = true;
  for (const Axis &axis : axes) {
    if (axis.stride == 0)
      return true;
    nested &= axis.stride > reach;
    reach += axis.stride * axis.farthest;
  }
  std::reverse(axes.begin(), axes.end());
  return !nested && Search(std::move(axes)).finds(0, 0, false);
}

void checkWritable(const StorageState &storage, const Domain &region, SourceLine line) {
  if (storage.access == WriteAccess::Any)
    return;
  if (storage.access == WriteAccess::ReadOnly)
    throw ValueError(line, "cannot write " + storage.describe() + ": its memory is read-only");
  if (region.empty() || !overlapsItself(storage.layout.restricted(region)))
    return;
  std::string strides;
  for (std::int64_t stride : storage.layout.strides)
    strides += (strides.empty() ? "" : ", ") +
               std::to_string(stride * static_cast<std::int64_t>(itemsize(storage.layout.dtype)));
  throw ValueError(line, "cannot write " + storage.describe() +
                             ": several of its points are one element (byte strides " + strides +
                             ")");
}

} // namespace gtjit::detail
