//===- Gather.cpp - Values at the indices of grids ------------------------===//

#include "gtjit/Reference/Gather.h"

#include "gtjit/Types/Selection.h"

#include <cstring>

using namespace gtjit;
using namespace gtjit::reference;

Domain reference::pointOf(const Domain &box, std::int64_t number) {
  std::vector<std::int64_t> at = coordinatesOf(box, number);
  Domain point = box;
  for (std::size_t d = 0; d < at.size(); ++d)
    point = point.with(box[d].dim(at[d], at[d] + 1));
  return point;
}

Grid reference::gather(const Grid &field, std::span<const Replacement> by, const Domain &points,
                       SourceLine line) {
  Grid kept = field; // at the first point of what is replaced
  // Along what the field is broadcast to, all points have one value.
  std::vector<std::int64_t> steps, starts;
  for (const Replacement &own : by) {
    bool isThere = field.box.has(own.dim);
    steps.push_back(isThere ? field.strides[detail::positionOf(field.box, own.dim)] : 0);
    starts.push_back(isThere ? field.box[own.dim].lo() : 0);
  }
  for (const Replacement &own : by) {
    if (!field.box.has(own.dim))
      continue;
    std::size_t position = detail::positionOf(kept.box, own.dim);
    kept.strides.erase(kept.strides.begin() + static_cast<std::ptrdiff_t>(position));
    kept.box = kept.box.without(own.dim);
  }
  Grid result = makeGrid(field.dtype, points, line);
  std::vector<Operand> operands{operandOver(kept, points), operandOver(result, points)};
  for (const Replacement &own : by)
    operands.push_back(operandOver(*own.indices, points));
  std::size_t bytes = itemsize(field.dtype);
  forEachRow(points, operands, [&](const Row &row) {
    for (std::int64_t p = 0; p < row.count; ++p) {
      const std::byte *from = row.first[0] + p * row.step[0];
      for (std::size_t n = 0; n < by.size(); ++n) {
        std::int64_t index =
            loadIndex(by[n].indices->dtype, row.first[n + 2] + p * row.step[n + 2]);
        if (by[n].skip && index == *by[n].skip)
          index = by[n].instead;
        from += (index - starts[n]) * steps[n];
      }
      std::memcpy(row.first[1] + p * row.step[1], from, bytes);
    }
  });
  return result;
}
