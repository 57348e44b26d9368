//===- FiniteSearch.cpp - The first NaN or infinity -----------------------===//
//
// A scan of each operation's values, and the message, whose operands come from
// a trace of the one bad point.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/FiniteSearch.h"

#include "gtjit/Error.h"
#include "gtjit/Evaluate/PointTrace.h"
#include "gtjit/Observe/ValueText.h"
#include "gtjit/Types/DomainText.h"

#include <cmath>
#include <optional>
#include <unordered_set>

using namespace gtjit;
using namespace gtjit::detail;
using reference::Grid;
using reference::Row;

namespace {

/// Position in a row of the first value that is not finite, or the row's count.
template <class T> std::int64_t firstBad(const Row &row) {
  for (std::int64_t n = 0; n < row.count; ++n) {
    T value = reference::loadValue<T>(row.first[0] + n * row.step[0]);
    bool isGood;
    if constexpr (std::is_arithmetic_v<T>)
      isGood = std::isfinite(value);
    else
      isGood = std::isfinite(static_cast<float>(value));
    if (!isGood)
      return n;
  }
  return row.count;
}

/// The first point of the box with a bad value.
std::optional<std::vector<std::int64_t>> firstBadPoint(const Grid &values, const Domain &points) {
  const reference::Operand operands[] = {operandOver(values, points)};
  std::int64_t seen = 0, found = -1;
  reference::withType(values.dtype, [&]<class T>(T *) {
    if constexpr (std::is_convertible_v<T, float> || std::is_constructible_v<float, T>)
      reference::forEachRow(points, operands, [&](const Row &row) {
        if (found >= 0)
          return;
        std::int64_t bad = firstBad<T>(row);
        if (bad < row.count)
          found = seen + bad;
        seen += row.count;
      });
  });
  if (found < 0)
    return std::nullopt;
  return reference::coordinatesOf(points, found);
}

/// Whether the node's values come from operands.
bool isComputed(const Node &node) {
  return node.kind() == NodeKind::Computed || node.kind() == NodeKind::Several;
}

/// The operation that reads `memory` first, or null if it is stored as it is.
const Node *readerOf(const Node &memory, const std::vector<StoreRequest> &stores) {
  struct Visit {
    const Node *node;
    const Node *user;
  };
  std::vector<Visit> open;
  for (auto store = stores.rbegin(); store != stores.rend(); ++store)
    open.push_back({store->value.get(), nullptr});
  std::unordered_set<const Node *> seen;
  while (!open.empty()) {
    auto [node, user] = open.back();
    open.pop_back();
    if (node == &memory)
      return user;
    if (node->memory() || !seen.insert(node).second)
      continue;
    bool computes = isComputed(*node);
    for (std::size_t n = node->inputs.size(); n-- > 0;)
      open.push_back({node->inputs[n].get(), computes ? node : user});
  }
  return nullptr;
}

[[noreturn]] void throwInput(const Node &node, const PointTrace &trace,
                             const std::vector<StoreRequest> &stores) {
  const TraceStep &step = trace.steps.back();
  const Node *reader = readerOf(node, stores);
  std::string user = reader ? " of '" + std::string(reader->called()) + "'" : " of the assignment";
  std::string place = pointText(node.domain, step.point);
  FloatingPointError error(reader ? reader->line : stores.front().line,
                           "the input " + describe(node) + user + " is " + step.value +
                               (place.empty() ? "" : " at " + place));
  if (!node.name.empty())
    error.addNote(node.line, describe(node) + " was made here");
  bool inHalo = false;
  for (std::size_t d = 0; d < node.domain.ndim(); ++d)
    inHalo |= !node.compute.rangeOr(node.domain[d].dim).contains(step.point[d]);
  if (inHalo)
    error.addNote(SourceLine{}, "the point lies in the halo; the compute domain is " +
                                    toString(node.compute & node.domain));
  throw error;
}

[[noreturn]] void throwOperation(const Node &node, const PointTrace &trace) {
  const TraceStep &step = trace.steps.back();
  std::string message = "'" + std::string(node.called()) + "' gave " + step.value;
  if (std::string place = pointText(node.domain, step.point); !place.empty())
    message += " at " + place;
  std::vector<std::string> values;
  for (unsigned number : step.operands)
    values.push_back(trace.steps[number].value);
  if (!values.empty())
    message += ": " + node.computation(values);
  FloatingPointError error(node.line, message);
  for (unsigned number : step.operands) {
    const TraceStep &operand = trace.steps[number];
    error.addNote(operand.node->line, stepName(operand) + " is " + operand.value);
  }
  throw error;
}

} // namespace

std::optional<std::string> detail::firstNotFinite(const Grid &values, const Domain &box) {
  if (!isFloat(values.dtype) || box.empty())
    return std::nullopt;
  std::optional<std::vector<std::int64_t>> point = firstBadPoint(values, box);
  if (!point)
    return std::nullopt;
  const std::byte *at = values.first;
  for (std::size_t d = 0; d < values.box.ndim(); ++d)
    at += ((*point)[d] - values.box[d].range.lo()) * values.strides[d];
  std::string place = pointText(box, *point);
  return valueText(values.dtype, at) + (place.empty() ? "" : " at " + place);
}

void FiniteSearch::computed(const Node &node, const Grid &values, std::span<const Domain> boxes) {
  if (!isFloat(values.dtype) || (!node.memory() && !isComputed(node)))
    return;
  std::optional<std::vector<std::int64_t>> first;
  for (const Domain &box : boxes) {
    auto point = firstBadPoint(values, box);
    if (point && (!first || *point < *first))
      first = std::move(point);
  }
  if (!first)
    return;
  auto *shared = const_cast<Node *>(&node);
  PointTrace trace = traceValue(NodeRef(shared), std::move(*first));
  if (node.memory())
    throwInput(node, trace, stores);
  throwOperation(node, trace);
}
