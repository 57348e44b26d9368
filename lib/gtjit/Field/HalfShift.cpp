//===- HalfShift.cpp - Staggered dimensions -------------------------------===//
//
// A dimension and its twin, whose points lie half way between: point h of the twin
// at h - 1/2.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Connectivity.h"

#include "gtjit/Error.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Types/Staggered.h"

#include <cmath>
#include <string>

using namespace gtjit;
using namespace gtjit::detail;

Dimension gtjit::half(Dimension dim, SourceLine line) {
  if (isStaggered(dim))
    throw ValueError(line, std::string(dim.name()) + " is a staggered dimension itself");
  return twinOf(dim, line);
}

Field Field::operator()(const HalfShift &shift, SourceLine line) const {
  const NodeRef &input = nodeOf(*this, line);
  Dimension from = twinOf(shift.dim, line);
  double halves = 2 * shift.offset;
  if (halves != std::floor(halves) || std::fmod(halves, 2) == 0 || std::fabs(halves) > 1e15)
    throw ValueError(line, "a shift to " + std::string(shift.dim.name()) + " by " +
                               std::to_string(shift.offset) + ": expected an odd number of halves");
  if (!input->domain.has(from))
    throw ValueError(line, "a shift to " + std::string(shift.dim.name()) + " of " +
                               describe(*input) + ", which lacks " + std::string(from.name()));
  double offset = isStaggered(shift.dim) ? shift.offset - 0.5 : shift.offset + 0.5;
  return Field(buildRename(input, from, shift.dim, static_cast<std::int64_t>(offset), line));
}

NeighborList::NeighborList(const Field &field, Items<HalfShift> shifts, SourceLine line) {
  for (const HalfShift &shift : shifts)
    fields.push_back(field(shift, line));
}

NeighborList Field::operator()(std::initializer_list<HalfShift> shifts, SourceLine line) const {
  return NeighborList(*this, Items<HalfShift>(shifts), line);
}
