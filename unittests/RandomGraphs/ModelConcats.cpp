//===- ModelConcats.cpp - Domains of concatenations, once more ------------===//

#include "ModelConcats.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

/// The cells of some dimensions, none of which a bound of any box divides.
class Cells {
public:
  explicit Cells(std::vector<Dimension> dims) : dims(std::move(dims)) {
    bounds.assign(this->dims.size(), {-unbounded, unbounded});
  }
  void cutAt(const Domain &box) {
    for (std::size_t d = 0; d < dims.size(); ++d)
      if (box.has(dims[d])) {
        bounds[d].push_back(box[dims[d]].lo());
        bounds[d].push_back(box[dims[d]].hi());
      }
  }
  template <class Visit> void forEach(Visit visit) {
    for (auto &list : bounds) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    std::vector<std::size_t> at(dims.size(), 0);
    for (std::size_t d = 0; d < dims.size();) {
      Domain cell;
      for (std::size_t n = 0; n < dims.size(); ++n)
        cell = cell.with(dims[n](bounds[n][at[n]], bounds[n][at[n] + 1]));
      visit(cell);
      for (d = 0; d < dims.size() && ++at[d] + 1 == bounds[d].size(); ++d)
        at[d] = 0;
    }
  }

private:
  std::vector<Dimension> dims;
  std::vector<std::vector<std::int64_t>> bounds;
};

/// Whether a box, not restricted where it lacks a dimension, has all of a cell.
bool has(const Domain &box, const Domain &cell) {
  return std::all_of(cell.begin(), cell.end(), [&](const NamedRange &range) {
    return !box.has(range.dim) || box[range.dim].contains(range.range);
  });
}

Domain hullOfBoth(const Domain &a, const Domain &b) {
  Domain result = b;
  for (const NamedRange &range : a)
    result = result.with(range.dim(hull(range.range, b[range.dim])));
  return result;
}

/// The box that cells are together, if they are one.
std::optional<Domain> boxOf(Cells &cells, const std::vector<Domain> &covered,
                            const std::vector<Dimension> &dims) {
  Domain united;
  for (Dimension dim : dims)
    united = united.with(dim(Range()));
  for (const Domain &cell : covered)
    united = covered.front() == cell ? cell : hullOfBoth(united, cell);
  std::size_t inside = 0;
  cells.forEach([&](const Domain &cell) { inside += has(united, cell); });
  return covered.empty() || inside == covered.size() ? std::optional(united) : std::nullopt;
}

/// Whether all or none of each line of cells beyond the limits is there.
template <class IsThere> bool leavesNoEnd(Cells &cells, const Domain &limits, IsThere isThere) {
  bool isSo = true;
  for (const NamedRange &limit : limits)
    for (Range outside : {Range::below(limit.range.lo()), Range::from(limit.range.hi())})
      cells.forEach([&](const Domain &cell) {
        if (!outside.empty() && outside.contains(cell[limit.dim]))
          cells.forEach([&](const Domain &other) {
            bool isOnLine = outside.contains(other[limit.dim]) &&
                            other.with(limit.dim(cell[limit.dim])) == cell;
            isSo &= !isOnLine || isThere(other) == isThere(cell);
          });
      });
  return isSo;
}

/// Where those of the domains that have ends end.
Domain endsOf(const std::vector<Domain> &domains, const std::vector<Dimension> &dims) {
  Domain limits;
  for (Dimension dim : dims) {
    std::vector<std::int64_t> starts, ends;
    for (const Domain &domain : domains)
      if (domain.has(dim) && !domain[dim].empty()) {
        if (domain[dim].lo() != -unbounded)
          starts.push_back(domain[dim].lo());
        if (domain[dim].hi() != unbounded)
          ends.push_back(domain[dim].hi());
      }
    limits = limits.with(
        dim(starts.empty() ? -unbounded : *std::min_element(starts.begin(), starts.end()),
            ends.empty() ? unbounded : *std::max_element(ends.begin(), ends.end())));
  }
  return limits;
}

std::vector<Dimension> cutDims(const Expression &e, const std::vector<Domain> &operands) {
  std::vector<Dimension> dims;
  auto add = [&](Dimension dim) {
    if (std::find(dims.begin(), dims.end(), dim) == dims.end())
      dims.push_back(dim);
  };
  for (const Domain &box : e.boxes)
    for (const NamedRange &range : box)
      add(range.dim);
  if (e.make == Make::Concat)
    for (const NamedRange &range : operands[0])
      if (std::all_of(operands.begin(), operands.end(),
                      [&](const Domain &domain) { return domain.has(range.dim); }))
        add(range.dim);
  return dims;
}

/// The operand that gives the values of a cell; -1 for none, -2 for several.
int ownerOf(const Domain &cell, const Expression &e, const std::vector<Domain> &operands) {
  int owner = -1;
  if (e.make == Make::ConcatWhere)
    return !std::any_of(e.boxes.begin(), e.boxes.end(),
                        [&](const Domain &box) { return !box.empty() && has(box, cell); });
  for (std::size_t n = 0; n < operands.size(); ++n)
    if (!operands[n].empty() && has(operands[n], cell))
      owner = owner == -1 ? static_cast<int>(n) : -2;
  return owner;
}

/// A set keeps the field's domain, if the value is defined on the region.
std::optional<Domain> setDomain(const Expression &e, const std::vector<Domain> &operands) {
  Domain part = operands[0];
  for (const Region::Item &item : e.region) {
    if (!part.has(item.dim) || !part[item.dim].contains(item.range))
      return std::nullopt;
    part = part.with(item.dim(item.range));
  }
  bool isEmpty = std::any_of(e.region.begin(), e.region.end(),
                             [](const Region::Item &item) { return item.range.empty(); });
  for (const NamedRange &range : operands[1])
    if (!part.has(range.dim) || (!isEmpty && !range.range.contains(part[range.dim])))
      return std::nullopt;
  return part.ndim() ? std::optional(operands[0]) : std::nullopt;
}

} // namespace

std::optional<Domain> randomgraphs::concatDomain(const Expression &e,
                                                 const std::vector<Domain> &operands) {
  if (e.make == Make::Set)
    return setDomain(e, operands);
  if (operands.size() == 1)
    return operands[0];
  std::vector<Dimension> dims = cutDims(e, operands);
  bool hasDims = std::any_of(operands.begin(), operands.end(),
                             [](const Domain &domain) { return domain.ndim() != 0; });
  for (Dimension dim : dims)
    if (hasDims && std::none_of(operands.begin(), operands.end(),
                                [&](const Domain &domain) { return domain.has(dim); }))
      return std::nullopt;
  if (dims.empty())
    return std::nullopt;
  Cells cells(dims);
  for (const std::vector<Domain> *boxes : {&e.boxes, &operands})
    for (const Domain &box : *boxes)
      cells.cutAt(box);
  std::vector<bool> isUsed(operands.size(), e.make == Make::Concat);
  bool overlaps = false;
  cells.forEach([&](const Domain &cell) {
    int owner = ownerOf(cell, e, operands);
    overlaps |= owner == -2;
    if (owner >= 0)
      isUsed[static_cast<std::size_t>(owner)] = true;
  });
  std::vector<Domain> used;
  for (std::size_t n = 0; n < operands.size(); ++n)
    if (isUsed[n])
      used.push_back(operands[n]);
  auto isThere = [&](const Domain &cell) {
    int owner = ownerOf(cell, e, operands);
    return owner >= 0 && has(operands[static_cast<std::size_t>(owner)], cell);
  };
  auto within = [&](const Domain &limits) {
    std::vector<Domain> covered;
    cells.forEach([&](const Domain &cell) {
      if (isThere(cell) && has(limits, cell))
        covered.push_back(cell);
    });
    return boxOf(cells, covered, dims);
  };
  std::optional<Domain> united = within(Domain());
  if (!united) {
    Domain limits = endsOf(used, dims);
    std::sort(dims.begin(), dims.end(), [](Dimension a, Dimension b) { return b < a; });
    for (Dimension dim : dims)
      for (bool isLower : {true, false}) {
        Domain wider = limits.with(isLower ? dim(-unbounded, limits[dim].hi())
                                           : dim(limits[dim].lo(), unbounded));
        std::optional<Domain> box = within(wider);
        if (box && (isLower ? (*box)[dim].lo() == -unbounded : (*box)[dim].hi() == unbounded))
          limits = wider;
      }
    united = leavesNoEnd(cells, limits, isThere) ? within(limits) : std::nullopt;
  }
  if (overlaps || !united)
    return std::nullopt;
  Domain result;
  for (const Domain &domain : used)
    result = result & domain;
  for (const NamedRange &range : *united)
    result = result.with(range);
  return result.canonical();
}
