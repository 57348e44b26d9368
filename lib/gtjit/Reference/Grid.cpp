//===- Grid.cpp - Memory and addresses of grids ---------------------------===//

#include "gtjit/Reference/Grid.h"

using namespace gtjit;
using namespace gtjit::reference;

Grid reference::makeGrid(DType dtype, const Domain &box) {
  Grid grid{dtype, box, std::vector<std::int64_t>(box.ndim()), nullptr, nullptr};
  std::int64_t bytes = static_cast<std::int64_t>(itemsize(dtype));
  for (std::size_t d = box.ndim(); d-- > 0;) {
    grid.strides[d] = bytes;
    bytes *= box[d].range.size();
  }
  grid.owned = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(bytes));
  grid.first = grid.owned.get();
  return grid;
}

Operand reference::operandOver(const Grid &grid, const Domain &box) {
  Operand operand{grid.first, std::vector<std::int64_t>(box.ndim(), 0)};
  if (box.empty())
    return operand;
  for (std::size_t d = 0; d < box.ndim(); ++d)
    for (std::size_t own = 0; own < grid.box.ndim(); ++own)
      if (grid.box[own].dim == box[d].dim) {
        operand.strides[d] = grid.strides[own];
        operand.first += (box[d].range.lo() - grid.box[own].range.lo()) * grid.strides[own];
      }
  return operand;
}

namespace {
template <class From, class To> void convertRow(const Row &row) {
  for (std::int64_t n = 0; n < row.count; ++n)
    storeValue<To>(row.first[1] + n * row.step[1],
                   detail::convertValue<To>(loadValue<From>(row.first[0] + n * row.step[0])));
}
} // namespace

void reference::convertGrid(const Grid &from, const Grid &to, const Domain &box) {
  const Operand operands[] = {operandOver(from, box), operandOver(to, box)};
  withType(from.dtype, [&]<class From>(From *) {
    withType(to.dtype, [&]<class To>(To *) {
      if constexpr (detail::Real<From> || !detail::Real<To>) // complex does not become real
        forEachRow(box, operands, convertRow<From, To>);
    });
  });
}
