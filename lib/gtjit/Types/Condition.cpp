//===- Condition.cpp - Sets of points by their coordinates ----------------===//
//
// The normal form: the first dimension is cut at all bounds of the boxes, each
// slab is what the same rule makes of the other dimensions, and neighbours with
// the same content are joined. It depends on the set alone, not on how it was
// written. The slowest dimension comes first, so that boxes have whole rows.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Condition.h"

#include <algorithm>
#include <vector>

using namespace gtjit;

namespace {

using Ranges = std::vector<Range>; ///< of a box, in the dimensions from some place on
using Boxes = std::vector<const Domain *>;

/// Points that lie in a box of each list, combined from the dimension at
/// `place` on.
class Combination {
public:
  Combination(const std::vector<Dimension> &dims, bool (*holds)(bool, bool))
      : dims(dims), holds(holds) {}
  std::vector<Ranges> run(const Boxes &a, const Boxes &b, std::size_t place = 0) const;

private:
  std::vector<std::int64_t> cuts(const Boxes &a, const Boxes &b, Dimension dim) const;

  const std::vector<Dimension> &dims;
  bool (*holds)(bool, bool);
};

Boxes across(const Boxes &boxes, Dimension dim, Range part) {
  Boxes found;
  for (const Domain *box : boxes)
    if (box->rangeOr(dim).contains(part))
      found.push_back(box);
  return found;
}

std::vector<std::int64_t> Combination::cuts(const Boxes &a, const Boxes &b, Dimension dim) const {
  std::vector<std::int64_t> bounds{-unbounded, unbounded};
  for (const Boxes *boxes : {&a, &b})
    for (const Domain *box : *boxes) {
      bounds.push_back(box->rangeOr(dim).lo());
      bounds.push_back(box->rangeOr(dim).hi());
    }
  std::sort(bounds.begin(), bounds.end());
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  return bounds;
}

std::vector<Ranges> Combination::run(const Boxes &a, const Boxes &b, std::size_t place) const {
  if (place == dims.size())
    return holds(!a.empty(), !b.empty()) ? std::vector<Ranges>{{}} : std::vector<Ranges>();
  Dimension dim = dims[place];
  struct Slab {
    Range range;
    std::vector<Ranges> inner;
  };
  std::vector<Slab> slabs;
  std::vector<std::int64_t> bounds = cuts(a, b, dim);
  for (std::size_t n = 0; n + 1 < bounds.size(); ++n) {
    Range part(bounds[n], bounds[n + 1]);
    std::vector<Ranges> inner = run(across(a, dim, part), across(b, dim, part), place + 1);
    if (inner.empty())
      continue;
    if (!slabs.empty() && slabs.back().range.hi() == part.lo() && slabs.back().inner == inner)
      slabs.back().range = hull(slabs.back().range, part);
    else
      slabs.push_back({part, std::move(inner)});
  }
  std::vector<Ranges> boxes;
  for (const Slab &slab : slabs)
    for (const Ranges &inner : slab.inner) {
      boxes.push_back({slab.range});
      boxes.back().insert(boxes.back().end(), inner.begin(), inner.end());
    }
  return boxes;
}

Boxes pointersTo(detail::Items<Domain> boxes) {
  Boxes pointers;
  for (const Domain &box : boxes)
    pointers.push_back(&box);
  return pointers;
}

} // namespace

Condition::Condition(const Domain &box) {
  Domain canonical = box.canonical();
  detail::Sequence<Dimension> slowFirst;
  Domain ordered;
  for (std::size_t n = canonical.ndim(); n-- > 0;) {
    slowFirst.push_back(canonical[n].dim);
    ordered = ordered.with(canonical[n]);
  }
  named = Dims(detail::Items<Dimension>(slowFirst));
  if (!ordered.empty())
    list.push_back(ordered);
}

Condition Condition::combined(const Condition &a, const Condition &b, bool (*holds)(bool, bool)) {
  std::vector<Dimension> dims(a.named.begin(), a.named.end());
  for (Dimension dim : b.named)
    if (!a.named.contains(dim))
      dims.push_back(dim);
  std::sort(dims.begin(), dims.end(), [](Dimension x, Dimension y) { return y < x; });
  Condition result;
  result.named = Dims(detail::Items<Dimension>(dims));
  for (const Ranges &ranges :
       Combination(dims, holds).run(pointersTo(a.list), pointersTo(b.list))) {
    Domain box;
    for (std::size_t d = 0; d < dims.size(); ++d)
      box = box.with(dims[d](ranges[d]));
    result.list.push_back(box);
  }
  return result;
}

Condition gtjit::operator&(const Condition &a, const Condition &b) {
  return Condition::combined(a, b, [](bool inA, bool inB) { return inA && inB; });
}
Condition gtjit::operator|(const Condition &a, const Condition &b) {
  return Condition::combined(a, b, [](bool inA, bool inB) { return inA || inB; });
}
Condition gtjit::operator~(const Condition &a) {
  return Condition::combined(a, a, [](bool in, bool) { return !in; });
}

bool gtjit::operator==(const Condition &a, const Condition &b) {
  return std::equal(a.named.begin(), a.named.end(), b.named.begin(), b.named.end()) &&
         a.list == b.list;
}
