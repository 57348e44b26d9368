//===- Layout.cpp - Where the elements of a storage lie -------------------===//
//
// Layouts become orders of dimensions, orders become strides.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/Layout.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/Axes.h"
#include "gtjit/Memory/Presets.h"
#include "gtjit/Types/DenseStrides.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

namespace gtjit::detail {

static Order positions(std::size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

static std::string listText(const Sequence<std::int64_t> &numbers) {
  std::string text;
  for (std::int64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "(" + text + ")";
}

/// The positions of ranks 0, 1, ...; nothing if they are no permutation.
static std::optional<Order> inverted(const Sequence<std::int64_t> &ranks) {
  Order order(ranks.size(), ~0u);
  for (std::size_t d = 0; d < ranks.size(); ++d) {
    std::int64_t rank = ranks[d];
    if (rank < 0 || rank >= static_cast<std::int64_t>(order.size()) || order[rank] != ~0u)
      return std::nullopt;
    order[rank] = static_cast<unsigned>(d);
  }
  return order;
}

static Order orderOfRanks(const Dims &dims, const Sequence<std::int64_t> &ranks, SourceLine line) {
  std::optional<Order> order = inverted(ranks);
  if (order && ranks.size() == dims.size())
    return *order;
  throw LayoutError(
      line, "expected a layout that ranks the strides of the " + std::to_string(dims.size()) +
                " dimensions from 0 (largest), each rank once, got " + listText(ranks));
}

/// Dimensions that are not named come first, being slower.
static Order orderOfNames(const Dims &dims, std::span<const Dimension> slowToFast) {
  Order order;
  for (unsigned d = 0; d < dims.size(); ++d)
    if (std::find(slowToFast.begin(), slowToFast.end(), dims.begin()[d]) == slowToFast.end())
      order.push_back(d);
  for (Dimension dim : slowToFast)
    for (unsigned d = 0; d < dims.size(); ++d)
      if (dims.begin()[d] == dim)
        order.push_back(d);
  return order;
}

static Order orderOfText(const Dims &dims, const Axes &names, SourceLine line) {
  bool isSpace = std::all_of(dims.begin(), dims.end(), isSpaceOrData);
  for (Dimension dim : {gtjit::I, gtjit::J, gtjit::K})
    if (isSpace && std::find(names.begin(), names.end(), dim) == names.end())
      throw LayoutError(line, "expected a layout that names I, J and K, got '" +
                                  axesText(Dims(std::span(names.begin(), names.size()))) + "'");
  return orderOfNames(dims, {names.begin(), names.size()});
}

static Order orderOfMap(const Dims &dims, const Sequence<std::int64_t> &ranks, SourceLine line) {
  std::optional<Order> order = inverted(ranks);
  if (!order || ranks.size() != 3)
    throw LayoutError(line, "expected a layout map that ranks the strides of I, J, K from 0 "
                            "(largest), each rank once, got " +
                                listText(ranks));
  std::vector<Dimension> names;
  for (unsigned place : *order)
    names.push_back(std::array{gtjit::I, gtjit::J, gtjit::K}[place]);
  return orderOfNames(dims, names);
}

Order orderOf(const Dims &dims, const Layout &layout, SourceLine line) {
  Order order = positions(dims.size());
  switch (layout.kind) {
  case Layout::Kind::Preset:
  case Layout::Kind::C:
    break;
  case Layout::Kind::F:
    std::reverse(order.begin(), order.end());
    break;
  case Layout::Kind::Ranks:
    return orderOfRanks(dims, layout.ranks, line);
  case Layout::Kind::Names:
    return orderOfText(dims, layout.names, line);
  case Layout::Kind::Map:
    return orderOfMap(dims, layout.ranks, line);
  case Layout::Kind::Function: {
    Layout result = layout.function ? layout.function(dims) : Layout(layout.kind);
    if (result.kind == Layout::Kind::Function)
      throw LayoutError(line, "expected a layout function that returns ranks or names");
    return orderOf(dims, result, line);
  }
  }
  return order;
}

Order cpuOrder(const Domain &domain) {
  return orderOf(domain.dims(), cpuLayout(domain.dims()), SourceLine{});
}

MemoryPlan planMemory(DType type, const std::vector<std::int64_t> &extents, const Order &slowToFast,
                      std::int64_t alignment, const std::vector<std::int64_t> &alignedIndex,
                      SourceLine line) {
  auto item = static_cast<std::int64_t>(itemsize(type));
  MemoryPlan plan;
  plan.strides.assign(extents.size(), 0);
  std::optional<std::int64_t> elements =
      denseStrides(type, extents, slowToFast, alignment, plan.strides.begin());
  if (!elements)
    throwTooLarge(type, extents, line);
  std::int64_t bytes = *elements * item;

  std::int64_t boundary = std::max<std::int64_t>(alignment, 1) * item;
  std::int64_t alignedBytes = 0;
  for (std::size_t d = 0; d < extents.size(); ++d)
    alignedBytes += alignedIndex[d] * plan.strides[d] * item;
  plan.offset = alignment > 1 ? (boundary - alignedBytes % boundary) % boundary : 0;
  bool none = std::find(extents.begin(), extents.end(), 0) != extents.end();
  plan.bytes = static_cast<std::size_t>(plan.offset + (none ? 0 : bytes));
  if (alignment > 1)
    plan.alignment = static_cast<std::size_t>(std::lcm<std::int64_t>(64, boundary));
  return plan;
}

static constexpr std::int64_t kFarthest = std::int64_t(1) << 62;

[[noreturn]] static void throwFar(const std::string &got, SourceLine line) {
  throw ValueError(line, "expected coordinates from -2^62 to 2^62 for memory, got " + got);
}

void checkCoordinates(const NamedRange &range, SourceLine line) {
  if (range.range.lo() < -kFarthest || range.range.hi() > kFarthest)
    throwFar(toString(range), line);
}

void checkCoordinate(const NamedIndex &index, SourceLine line) {
  if (index.index < -kFarthest || index.index > kFarthest)
    throwFar(toString(index), line);
}

std::vector<std::int64_t> extentsOf(const Domain &domain, SourceLine line) {
  std::vector<std::int64_t> extents;
  for (const NamedRange &range : domain) {
    if (!range.range.isFinite())
      throw ValueError(line, "cannot allocate memory over " + toString(domain) + ": " +
                                 toString(range) + " is infinite");
    checkCoordinates(range, line);
    extents.push_back(range.range.size(line));
  }
  return extents;
}

} // namespace gtjit::detail
