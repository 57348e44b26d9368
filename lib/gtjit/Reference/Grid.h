//===- Grid.h - Values at the points of a box -------------------*- C++ -*-===//
//
// What the reference evaluator computes with: memory of one element type with
// a stride per dimension, read by dimension name. Shifts, slices, pins and
// broadcasts are other grids over the same memory.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_REFERENCE_GRID_H
#define GTJIT_REFERENCE_GRID_H

#include "gtjit/Domain.h"
#include "gtjit/Types/Elements.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace gtjit::reference {

using detail::loadValue;
using detail::storeValue;
using detail::withType;

/// Values at the points of a finite box.
struct Grid {
  DType dtype = DType::F64;
  Domain box;
  std::vector<std::int64_t> strides;  ///< bytes, in the order of `box`
  std::byte *first = nullptr;         ///< the value at the box's first point
  std::shared_ptr<std::byte[]> owned; ///< null: the memory is a storage's
};

/// A grid with memory of its own, last dimension contiguous, values undefined.
/// Throws MemoryError.
Grid makeGrid(DType dtype, const Domain &box, SourceLine line);

/// A grid seen from the points of another box: one stride in bytes per
/// dimension of that box, 0 where the grid lacks it.
struct Operand {
  std::byte *first = nullptr;
  std::vector<std::int64_t> strides;
};

/// `grid` over `box`. The dimensions of the grid must be among those of `box`
/// and its values must cover it, unless `box` is empty.
Operand operandOver(const Grid &grid, const Domain &box);

/// Points of a box that differ in the last dimension alone: for each operand
/// the address of the first and the bytes between neighbours.
struct Row {
  std::vector<std::byte *> first;
  std::vector<std::int64_t> step;
  std::int64_t count = 0;
};

/// Calls `visit(row)` for every row of `box`, in order. A box without
/// dimensions has one row of one point, an empty box none.
template <class Visit>
void forEachRow(const Domain &box, std::span<const Operand> operands, Visit visit) {
  if (box.empty())
    return;
  std::size_t outer = box.ndim() ? box.ndim() - 1 : 0;
  Row row;
  row.count = box.ndim() ? box[outer].range.size() : 1;
  for (const Operand &operand : operands) {
    row.first.push_back(operand.first);
    row.step.push_back(box.ndim() ? operand.strides[outer] : 0);
  }
  std::vector<std::int64_t> index(outer, 0);
  while (true) {
    visit(static_cast<const Row &>(row));
    std::size_t d = outer;
    while (d > 0) { // the next row: odometer over the outer dimensions
      --d;
      bool wraps = ++index[d] == box[d].range.size();
      std::int64_t steps = wraps ? 1 - box[d].range.size() : 1;
      if (wraps)
        index[d] = 0;
      for (std::size_t n = 0; n < operands.size(); ++n)
        row.first[n] += steps * operands[n].strides[d];
      if (!wraps)
        break;
      if (d == 0)
        return;
    }
    if (outer == 0)
      return;
  }
}

/// The coordinates of a point of a box by its number in the order of the rows.
std::vector<std::int64_t> coordinatesOf(const Domain &box, std::int64_t number);

/// Writes the values of `from` at the points of `box` to `to`, converted to
/// its type.
void convertGrid(const Grid &from, const Grid &to, const Domain &box);

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_GRID_H
