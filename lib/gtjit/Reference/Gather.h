//===- Gather.h - Values at the indices of grids ----------------*- C++ -*-===//
#ifndef GTJIT_REFERENCE_GATHER_H
#define GTJIT_REFERENCE_GATHER_H

#include "gtjit/Reference/Grid.h"

#include <optional>

namespace gtjit::reference {

/// What replaces a dimension.
struct Replacement {
  Dimension dim;
  const Grid *indices; ///< i32 or i64
  /// Among them what stands for none, and the one that is taken then.
  std::optional<std::int64_t> skip{};
  std::int64_t instead = 0;
};

/// At each of the points the value of `field` at its indices, which nobody checks.
Grid gather(const Grid &field, std::span<const Replacement> by, const Domain &points,
            SourceLine line);

/// The integer, an i32 or i64.
inline std::int64_t loadIndex(DType type, const std::byte *from) {
  return type == DType::I32 ? loadValue<std::int32_t>(from) : loadValue<std::int64_t>(from);
}

/// Calls `visit(number, index)` for the points of a box in their order, until it says false.
template <class Visit> void forEachIndex(const Grid &indices, const Domain &box, Visit visit) {
  const Operand operands[] = {operandOver(indices, box)};
  std::int64_t number = 0;
  bool goesOn = true;
  forEachRow(box, operands, [&](const Row &row) {
    for (std::int64_t p = 0; goesOn && p < row.count; ++p)
      goesOn = visit(number++, loadIndex(indices.dtype, row.first[0] + p * row.step[0]));
  });
}

/// A box of one point, by its number in the order of the rows.
Domain pointOf(const Domain &box, std::int64_t number);

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_GATHER_H
