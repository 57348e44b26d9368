//===- ModelViews.cpp - Domains of views, once more -----------------------===//

#include "ModelViews.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

/// The points of `extent` that a slice takes, as Python's range(extent)[slice].
std::vector<std::int64_t> taken(const Slice &slice, std::int64_t extent) {
  std::int64_t ends[2] = {slice.start, slice.stop};
  bool forward = slice.step > 0;
  std::int64_t least = forward ? 0 : -1, most = forward ? extent : extent - 1;
  for (int n : {0, 1})
    ends[n] = ends[n] == Slice::none
                  ? (forward == (n == 0) ? least : most)
                  : std::clamp(ends[n] < 0 ? ends[n] + extent : ends[n], least, most);
  std::vector<std::int64_t> points;
  for (std::int64_t at = ends[0]; forward ? at < ends[1] : at > ends[1]; at += slice.step)
    points.push_back(at);
  return points;
}

bool viewRegion(StorageInfo &view, const std::vector<Region::Item> &region) {
  for (const Region::Item &item : region) {
    if (!view.domain.has(item.dim) || !view.domain[item.dim].contains(item.range) ||
        (item.range & view.compute[item.dim]).empty())
      return false;
    view.compute = item.isIndex ? view.compute.without(item.dim)
                                : view.compute.with(item.dim(item.range & view.compute[item.dim]));
    view.domain =
        item.isIndex ? view.domain.without(item.dim) : view.domain.with(item.dim(item.range));
  }
  return true;
}

bool viewSlice(StorageInfo &view, Dimension dim, const Slice &slice) {
  Range all = view.domain[dim], inner = view.compute[dim];
  std::vector<std::int64_t> points = taken(slice, all.size());
  auto isInner = [&](std::int64_t at) { return inner.contains(all.lo() + at); };
  auto first = std::find_if(points.begin(), points.end(), isInner);
  if (first == points.end())
    return false;
  std::int64_t start = slice.step == 1 ? all.lo() + points.front() : 0;
  std::int64_t lo = start + (first - points.begin());
  view.domain = view.domain.with(dim(start, start + static_cast<std::int64_t>(points.size())));
  view.compute = view.compute.with(dim(lo, lo + std::count_if(first, points.end(), isInner)));
  return true;
}

bool viewRebased(StorageInfo &view, Dimension dim, std::int64_t origin) {
  std::int64_t offset = origin - view.domain[dim].lo();
  if (view.domain[dim].empty())
    return false;
  view.domain = view.domain.with(dim(view.domain[dim] + offset));
  view.compute = view.compute.with(dim(view.compute[dim] + offset));
  return true;
}

bool viewTransposed(StorageInfo &view, const std::vector<Dimension> &dims) {
  std::vector<NamedRange> domain, compute;
  for (Dimension dim : dims) {
    if (!view.domain.has(dim))
      return false;
    domain.push_back(dim(view.domain[dim]));
    compute.push_back(dim(view.compute[dim]));
  }
  if (domain.size() != view.domain.ndim())
    return false;
  view.domain = Domain(domain);
  view.compute = Domain(compute);
  return true;
}

} // namespace

bool randomgraphs::makeView(StorageInfo &view, const Statement &s) {
  if (s.form == ViewForm::Wrapped && !view.foreign)
    return false;
  if (s.form == ViewForm::Region || s.form == ViewForm::Wrapped)
    return viewRegion(view, s.region);
  if (s.dims.empty() || !view.domain.has(s.dims[0]))
    return false;
  if (s.form == ViewForm::Slice)
    return viewSlice(view, s.dims[0], s.slice);
  return s.form == ViewForm::Rebased ? viewRebased(view, s.dims[0], s.origin)
                                     : viewTransposed(view, s.dims);
}
