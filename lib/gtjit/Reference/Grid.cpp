//===- Grid.cpp - Memory and addresses of grids ---------------------------===//

#include "gtjit/Reference/Grid.h"

#include "gtjit/Types/DenseStrides.h"

using namespace gtjit;
using namespace gtjit::reference;

Grid reference::makeGrid(DType dtype, const Domain &box, SourceLine line) {
  Grid grid{dtype, box, std::vector<std::int64_t>(box.ndim()), nullptr, nullptr};
  std::vector<std::int64_t> extents;
  for (const NamedRange &range : box)
    extents.push_back(range.range.size());
  std::optional<std::int64_t> elements =
      detail::denseStrides(dtype, extents, {}, 1, grid.strides.data());
  if (!elements)
    detail::throwTooLarge(dtype, extents, line);
  std::size_t item = itemsize(dtype), bytes = static_cast<std::size_t>(*elements) * item;
  for (std::int64_t &stride : grid.strides)
    stride *= static_cast<std::int64_t>(item);
  auto *memory = new (std::nothrow) std::byte[bytes];
  if (!memory)
    detail::throwTooLarge(dtype, extents, line);
  grid.owned = std::shared_ptr<std::byte[]>(memory);
  grid.first = memory;
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

std::vector<std::int64_t> reference::coordinatesOf(const Domain &box, std::int64_t number) {
  std::vector<std::int64_t> point(box.ndim());
  for (std::size_t d = box.ndim(); d-- > 0;) {
    std::int64_t size = box[d].range.size();
    point[d] = box[d].range.lo() + number % size;
    number /= size;
  }
  return point;
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
