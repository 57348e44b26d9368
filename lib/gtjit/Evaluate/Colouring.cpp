//===- Colouring.cpp - Points that are written by colour ------------------===//
//
// Takes the colour from the condition, then follows the expression down to what it
// reads of the target, with the distance to the point.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/Colouring.h"

#include "gtjit/Graph/Operations/Index.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Graph/Operations/Shift.h"
#include "gtjit/Graph/ValueBounds.h"
#include "gtjit/Memory/Overlap.h"

#include <algorithm>
#include <optional>

namespace gtjit::detail {

namespace {

/// How many nodes are looked at, one again for each path to it.
constexpr unsigned kMostSteps = 256;

/// A number for each of a few dimensions, 0 for others.
class PerDimension {
public:
  void add(Dimension dim, std::int64_t number) {
    auto known = std::find_if(list.begin(), list.end(),
                              [&](const Entry &entry) { return entry.dim == dim; });
    if (known == list.end())
      list.push_back({dim, number});
    else
      known->number = wrappingSum(known->number, number);
  }
  bool isZero() const {
    return std::all_of(list.begin(), list.end(), [](const Entry &entry) { return !entry.number; });
  }
  /// The sum of products, modulo `modulus`.
  std::int64_t times(const PerDimension &other, std::int64_t modulus) const {
    std::int64_t sum = 0;
    for (const Entry &a : list)
      for (const Entry &b : other.list)
        if (a.dim == b.dim)
          sum = (sum + (a.number % modulus) * (b.number % modulus)) % modulus;
    return sum;
  }

private:
  struct Entry {
    Dimension dim;
    std::int64_t number;
  };
  static std::int64_t wrappingSum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }

  Sequence<Entry, 4> list;
};

/// Points whose sum of coordinates, each times its factor, leaves one remainder.
struct Colour {
  PerDimension factors;
  std::int64_t modulus;
};

/// Past views that show the point itself.
const Node &seenThrough(const Node &node) {
  const Node *seen = &node;
  while (!seen->memory() && seen->inputs.size() == 1 && seen->readsOwnPoint() &&
         (seen->kind() == NodeKind::View || seen->isItsInput()))
    seen = seen->inputs[0].get();
  return *seen;
}

const PointNode *asPoint(const Node &node, PointOp op) {
  const auto *point = node.memory() ? nullptr : as<PointNode>(node);
  return point && point->op == op ? point : nullptr;
}

bool isNumber(const Node &node) { return as<NumberNode>(node) != nullptr; }

/// Adds what a sum of coordinates is made of; false if it is anything else.
bool addFactors(const Node &sum, std::int64_t factor, PerDimension &factors, unsigned depth) {
  const Node &node = seenThrough(sum);
  if (depth == 0 || node.memory())
    return false;
  if (isNumber(node))
    return true; // moves all points alike
  if (const auto *index = as<IndexNode>(node)) {
    factors.add(index->dim, factor);
    return true;
  }
  const auto *point = as<PointNode>(node);
  if (!point || (point->op != PointOp::Add && point->op != PointOp::Sub))
    return false;
  return addFactors(*point->inputs[0], factor, factors, depth - 1) &&
         addFactors(*point->inputs[1], point->op == PointOp::Sub ? -factor : factor, factors,
                    depth - 1);
}

/// The colour of the points where `condition` holds: `sum % modulus == number`.
std::optional<Colour> colourOf(const PointNode &condition, const Domain &region) {
  constexpr unsigned kDeepest = 8;
  constexpr std::int64_t kMost = 1 << 30; // of a modulus: products stay small
  constexpr std::int64_t kFarthest = INT64_C(1) << 62;
  for (unsigned side : {0u, 1u}) {
    const auto *remainder = asPoint(seenThrough(*condition.inputs[side]), PointOp::Mod);
    if (!remainder || !isNumber(seenThrough(*condition.inputs[1 - side])))
      continue;
    const Node &modulus = seenThrough(*remainder->inputs[1]);
    ValueBounds value = boundsOf(modulus, region);
    Colour colour;
    // Where integers may wrap the sum may be any.
    if (!isNumber(modulus) || !value.isWithin(Range(2, kMost)) ||
        !boundsOf(*remainder->inputs[0], region).isWithin(Range(-kFarthest, kFarthest)) ||
        !addFactors(*remainder->inputs[0], 1, colour.factors, kDeepest))
      continue;
    colour.modulus = value.least;
    return colour;
  }
  return std::nullopt;
}

class TargetReads {
public:
  TargetReads(const StoreRequest &request, const Colour &written)
      : store(request), colour(written) {}
  /// Whether what `node` reads of the target, seen from that far, is what may be read.
  bool areApart(const Node &node, const PerDimension &distance) {
    if (++steps > kMostSteps)
      return false;
    if (const ArrayView *memory = node.memory())
      return !shareMemory(*memory->block, *store.target.block) ||
             (isSameArray(*memory, store.target) &&
              (distance.isZero() || distance.times(colour.factors, colour.modulus) != 0));
    PerDimension below = distance;
    if (const auto *shift = as<ShiftNode>(node))
      below.add(shift->dim, shift->offset);
    else if (!node.inputs.empty() && !node.readsOwnPoint())
      return false;
    return std::all_of(node.inputs.begin(), node.inputs.end(),
                       [&](const NodeRef &input) { return areApart(*input, below); });
  }

private:
  const StoreRequest &store;
  const Colour &colour;
  unsigned steps = 0;
};

} // namespace

bool readsOtherColours(const StoreRequest &store) {
  const PointNode *choice = asPoint(seenThrough(*store.value), PointOp::Where);
  if (!choice)
    return false;
  const Node &condition = seenThrough(*choice->inputs[0]);
  const PointNode *test = asPoint(condition, PointOp::Eq);
  unsigned written = 1;
  if (!test) {
    test = asPoint(condition, PointOp::Ne);
    written = 2;
  }
  const ArrayView *kept = seenThrough(*choice->inputs[3 - written]).memory();
  if (!test || !kept || !isSameArray(*kept, store.target))
    return false;
  std::optional<Colour> colour = colourOf(*test, store.region);
  return colour && TargetReads(store, *colour).areApart(*choice->inputs[written], {});
}

} // namespace gtjit::detail
