//===- HaloWidths.cpp - Halos by position ---------------------------------===//
//
// Normal form of halos, and their checks.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage/HaloWidths.h"

#include "gtjit/Error.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <array>

namespace gtjit::detail {

Dimension spaceDimension(std::size_t n) { return std::array{gtjit::I, gtjit::J, gtjit::K}[n]; }

bool isGivenForSpace(std::size_t count, const Dims &dims) {
  return count == 3 && dims.size() < 3 &&
         std::all_of(
             dims.begin(), dims.end(),
             [](Dimension dim) { return dim == gtjit::I || dim == gtjit::J || dim == gtjit::K; });
}

static std::string widthText(HaloWidth width) {
  return "(" + std::to_string(width.lo) + "," + std::to_string(width.hi) + ")";
}

/// The position that an entry is for, which is past the end if it is for one
/// of I, J, K that the domain lacks.
static std::size_t positionOf(const Halo &halo, std::size_t n, const Domain &domain,
                              SourceLine line) {
  const Halo::Entry &entry = halo.entries()[n];
  if (!entry.dim) {
    if (halo.entries().size() == domain.ndim())
      return n;
    std::size_t d = 0;
    while (d < domain.ndim() && domain[d].dim != spaceDimension(n))
      ++d;
    return d;
  }
  for (std::size_t d = 0; d < domain.ndim(); ++d)
    if (domain[d].dim == entry.dimension())
      return d;
  throw ValueError(line, "a halo is given in " + std::string(entry.dimension().name()) +
                             ", but the storage has the dimensions " + toString(domain.dims()));
}

static void checkForm(const Halo &halo, const Domain &domain, SourceLine line) {
  std::size_t named = 0;
  for (const Halo::Entry &entry : halo.entries())
    named += entry.dim != nullptr;
  std::size_t given = halo.entries().size();
  if (named != 0 && named != given)
    throw ValueError(line, "expected a halo by name or by position, got both");
  if (named == 0 && given != 0 && given != domain.ndim() && !isGivenForSpace(given, domain.dims()))
    throw ValueError(line, "expected a halo for each of " + std::to_string(domain.ndim()) +
                               " dimensions, got " + std::to_string(given));
}

std::vector<HaloWidth> haloWidths(const Halo &halo, const Domain &domain, SourceLine line) {
  checkForm(halo, domain, line);
  std::vector<HaloWidth> widths(domain.ndim());
  std::vector<bool> given(domain.ndim());
  for (std::size_t n = 0; n < halo.entries().size(); ++n) {
    const Halo::Entry &entry = halo.entries()[n];
    std::size_t d = positionOf(halo, n, domain, line);
    if (d == domain.ndim())
      continue;
    std::string dim(domain[d].dim.name());
    if (given[d])
      throw ValueError(line, "a halo is given twice in " + dim);
    if (entry.width.lo < 0 || entry.width.hi < 0)
      throw ValueError(line, "expected a halo of at least 0 in " + dim + ", got " +
                                 widthText(entry.width));
    given[d] = true;
    widths[d] = entry.width;
  }
  return widths;
}

Domain withoutHalo(const Domain &whole, const std::vector<HaloWidth> &halo, SourceLine line) {
  Domain inner;
  for (std::size_t d = 0; d < whole.ndim(); ++d) {
    const NamedRange &range = whole[d];
    std::int64_t extent = range.size(line);
    if (halo[d].lo > extent || halo[d].hi > extent - halo[d].lo)
      throw ValueError(line, "the halo " + widthText(halo[d]) + " in " +
                                 std::string(range.dim.name()) + " does not fit into " +
                                 std::to_string(extent) + " points");
    inner = inner.with(
        {range.dim, Range(range.range.lo() + halo[d].lo, range.range.hi() - halo[d].hi)});
  }
  return inner;
}

} // namespace gtjit::detail
