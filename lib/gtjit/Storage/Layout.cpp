//===- Layout.cpp - Where the elements of a storage lie -------------------===//
//
// Presets and the computation of strides.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Storage/Layout.h"

#include "gtjit/Error.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace gtjit::detail {

static constexpr std::array presets = {
    Preset{"cpu", Layout::Kind::Preset, 64},
    Preset{"C", Layout::Kind::C, 0},
    Preset{"F", Layout::Kind::F, 0},
};

const Preset &presetNamed(std::string_view name, SourceLine line) {
  std::string known;
  for (const Preset &preset : presets) {
    if (preset.name == name)
      return preset;
    known += (known.empty() ? "'" : ", '") + std::string(preset.name) + "'";
  }
  throw ValueError(line,
                   "expected a layout preset of " + known + ", got '" + std::string(name) + "'");
}

static Order positions(std::size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

Order cpuOrder(const Domain &domain) {
  Order order = positions(domain.ndim());
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return domain[a].dim.kind() < domain[b].dim.kind();
  });
  std::reverse(order.begin(), order.end());
  return order;
}

static Order orderOfRanks(const Domain &domain, const Sequence<std::int64_t> &ranks,
                          SourceLine line) {
  Order order(domain.ndim(), ~0u);
  bool valid = ranks.size() == domain.ndim();
  for (std::size_t d = 0; valid && d < ranks.size(); ++d) {
    std::int64_t rank = ranks[d];
    valid = rank >= 0 && rank < static_cast<std::int64_t>(order.size()) && order[rank] == ~0u;
    if (valid)
      order[rank] = static_cast<unsigned>(d);
  }
  if (valid)
    return order;
  std::string got;
  for (std::int64_t rank : ranks)
    got += (got.empty() ? "" : ", ") + std::to_string(rank);
  throw LayoutError(line, "expected a layout that ranks the strides of the " +
                              std::to_string(domain.ndim()) +
                              " dimensions from 0 (largest), each rank once, got (" + got + ")");
}

Order orderOf(const Domain &domain, const Layout &layout, const Preset &preset, SourceLine line) {
  Layout::Kind kind = layout.kind == Layout::Kind::Preset ? preset.order : layout.kind;
  if (kind == Layout::Kind::Ranks)
    return orderOfRanks(domain, layout.ranks, line);
  if (kind == Layout::Kind::Preset)
    return cpuOrder(domain);
  Order order = positions(domain.ndim());
  if (kind == Layout::Kind::F)
    std::reverse(order.begin(), order.end());
  return order;
}

[[noreturn]] static void throwTooLarge(DType type, const std::vector<std::int64_t> &extents,
                                       SourceLine line) {
  std::string text;
  for (std::int64_t extent : extents)
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  throw MemoryError(line, "cannot allocate " + text + " elements of " + std::string(name(type)));
}

MemoryPlan planMemory(DType type, const std::vector<std::int64_t> &extents, const Order &slowToFast,
                      std::int64_t alignment, const std::vector<std::int64_t> &alignedIndex,
                      SourceLine line) {
  constexpr std::int64_t largest = std::int64_t(1) << 60;
  auto item = static_cast<std::int64_t>(itemsize(type));
  MemoryPlan plan;
  plan.strides.resize(extents.size());
  std::int64_t stride = 1;
  bool fits = alignment <= largest / item;
  for (std::size_t n = slowToFast.size(); n-- > 0 && fits;) {
    unsigned d = slowToFast[n];
    plan.strides[d] = stride;
    std::int64_t extent = std::max<std::int64_t>(extents[d], 1);
    bool fastest = n + 1 == slowToFast.size();
    if (fastest && alignment > 1) {
      fits = extent <= largest - alignment;
      extent = fits ? (extent + alignment - 1) / alignment * alignment : extent;
    }
    fits = fits && !__builtin_mul_overflow(stride, extent, &stride);
  }
  std::int64_t bytes = 0;
  if (!fits || __builtin_mul_overflow(stride, item, &bytes) || bytes > largest)
    throwTooLarge(type, extents, line);

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

std::vector<std::int64_t> extentsOf(const Domain &domain, SourceLine line) {
  std::vector<std::int64_t> extents;
  for (const NamedRange &range : domain) {
    if (!range.range.isFinite())
      throw ValueError(line, "cannot allocate memory over " + toString(domain) + ": " +
                                 toString(range) + " is infinite");
    extents.push_back(range.range.size(line));
  }
  return extents;
}

} // namespace gtjit::detail
