//===- Reduction.cpp - One line of points at a time -----------------------===//

#include "gtjit/Reference/Reduction.h"

#include "gtjit/Reference/PointArithmetic.h"

#include <algorithm>
#include <array>

using namespace gtjit;
using namespace gtjit::reference;
using detail::ReduceKind;

namespace {

constexpr std::int64_t laneCount = 64;
constexpr std::int64_t laneBlock = 4096;
constexpr std::int64_t plainBlock = 64;

/// What a reduction of values of the element type `E` computes in: two-byte
/// floats as float (least and greatest values are exact there), signed integers
/// as themselves but for sums and products, which wrap as unsigned ones.
template <class E, ReduceKind kind>
using Accumulated = typename std::conditional_t<
    TwoByteFloat<E>, std::type_identity<float>,
    std::conditional_t<std::signed_integral<E> &&
                           (kind == ReduceKind::Sum || kind == ReduceKind::Prod),
                       std::make_unsigned<E>, std::type_identity<E>>>::type;

/// What a reduction starts with and how it joins two values.
template <class T, ReduceKind kind> struct Joining {
  static T start() {
    using Limits = std::numeric_limits<T>;
    if constexpr (kind == ReduceKind::Sum || kind == ReduceKind::Any)
      return T(0);
    else if constexpr (kind == ReduceKind::Prod || kind == ReduceKind::All)
      return T(1);
    else if constexpr (std::floating_point<T>)
      return kind == ReduceKind::Min ? Limits::infinity() : -Limits::infinity();
    else
      return kind == ReduceKind::Min ? Limits::max() : Limits::min();
  }
  static T join(T a, T b) {
    if constexpr (kind == ReduceKind::Sum)
      return T(a + b);
    else if constexpr (kind == ReduceKind::Prod && std::integral<T>)
      return T(1u * a * b);
    else if constexpr (kind == ReduceKind::Prod)
      return a * b;
    else if constexpr (kind == ReduceKind::Any)
      return T(a || b);
    else if constexpr (kind == ReduceKind::All)
      return T(a && b);
    else if constexpr (std::floating_point<T>)
      return kind == ReduceKind::Min ? ieeeMinimum(a, b) : ieeeMaximum(a, b);
    else
      return kind == ReduceKind::Min ? std::min(a, b) : std::max(a, b);
  }
};

/// Points of a line: `count` values, `step` bytes apart.
struct Line {
  const std::byte *first;
  std::int64_t step;
  std::int64_t count;
};

/// One block of 64 points or fewer, in order.
template <class E, ReduceKind kind> auto plainSum(const Line &block) {
  using T = Accumulated<E, kind>;
  using J = Joining<T, kind>;
  T sum = J::start();
  for (std::int64_t n = 0; n < block.count; ++n)
    sum = J::join(sum, T(loadValue<E>(block.first + n * block.step)));
  return sum;
}

/// One block of 4,096 points or fewer: point n goes to lane n modulo 64, the
/// lanes are joined by halves.
template <class E, ReduceKind kind> auto laneSum(const Line &block) {
  using T = Accumulated<E, kind>;
  using J = Joining<T, kind>;
  std::array<T, laneCount> lanes;
  lanes.fill(J::start());
  for (std::int64_t n = 0; n < block.count; ++n) {
    T &lane = lanes[static_cast<std::size_t>(n % laneCount)];
    lane = J::join(lane, T(loadValue<E>(block.first + n * block.step)));
  }
  for (std::size_t half = laneCount / 2; half > 0; half /= 2)
    for (std::size_t l = 0; l < half; ++l)
      lanes[l] = J::join(lanes[l], lanes[l + half]);
  return lanes[0];
}

/// Joins neighbours until one is left; an odd last one moves up as it is.
template <class T, ReduceKind kind> T foldPairwise(std::vector<T> sums) {
  using J = Joining<T, kind>;
  if (sums.empty())
    return J::start();
  for (std::size_t n = sums.size(); n > 1; n = (n + 1) / 2) {
    for (std::size_t b = 0; b < n / 2; ++b)
      sums[b] = J::join(sums[2 * b], sums[2 * b + 1]);
    if (n % 2 == 1)
      sums[n / 2] = sums[n - 1];
  }
  return sums[0];
}

template <class E, ReduceKind kind> E reduceLine(const Line &line, bool lanes) {
  using T = Accumulated<E, kind>;
  std::vector<T> sums;
  std::int64_t block = lanes ? laneBlock : plainBlock;
  for (std::int64_t from = 0; from < line.count; from += block) {
    Line part{line.first + from * line.step, line.step, std::min(block, line.count - from)};
    sums.push_back(lanes ? laneSum<E, kind>(part) : plainSum<E, kind>(part));
  }
  return E(foldPairwise<T, kind>(std::move(sums)));
}

/// What one reduction reads along its dimension at every point of the result.
struct Along {
  std::int64_t step;
  std::int64_t count;
  bool lanes;
};

template <class E, ReduceKind kind>
void reduceRows(const Domain &box, std::span<const Operand> operands, const Along &along) {
  forEachRow(box, operands, [&](const Row &row) {
    for (std::int64_t n = 0; n < row.count; ++n) {
      Line line{row.first[0] + n * row.step[0], along.step, along.count};
      storeValue<E>(row.first[1] + n * row.step[1], reduceLine<E, kind>(line, along.lanes));
    }
  });
}

template <class E>
void reduceRows(const Domain &box, std::span<const Operand> operands, const Along &along,
                ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Sum:
    return reduceRows<E, ReduceKind::Sum>(box, operands, along);
  case ReduceKind::Min:
    return reduceRows<E, ReduceKind::Min>(box, operands, along);
  case ReduceKind::Max:
    return reduceRows<E, ReduceKind::Max>(box, operands, along);
  case ReduceKind::Prod:
    return reduceRows<E, ReduceKind::Prod>(box, operands, along);
  case ReduceKind::Any:
    return reduceRows<E, ReduceKind::Any>(box, operands, along);
  case ReduceKind::All:
    return reduceRows<E, ReduceKind::All>(box, operands, along);
  }
}

} // namespace

Grid reference::reduceDimension(const Grid &input, const LineReduction &reduction,
                                const Domain &box) {
  Dimension dim = reduction.dim;
  Range range = reduction.range;
  Grid result = makeGrid(input.dtype, box, reduction.line);
  Domain firstPoints = range.empty() ? box : box.with(dim(range.lo(), range.lo() + 1));
  Operand start = operandOver(input, range.empty() ? Domain(I(0, 0)) : firstPoints);
  start.strides.resize(box.ndim()); // `dim` comes last in firstPoints
  Along along{0, range.size(), reduction.lanes};
  for (std::size_t d = 0; d < input.box.ndim(); ++d)
    if (input.box[d].dim == dim)
      along.step = input.strides[d];
  const Operand operands[] = {std::move(start), operandOver(result, box)};
  withType(input.dtype, [&]<class E>(E *) {
    if constexpr (detail::Real<E>)
      reduceRows<E>(box, operands, along, reduction.kind);
  });
  return result;
}
