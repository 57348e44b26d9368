//===- FieldScans.cpp - Scans of a scenario's expressions -----------------===//
//
// By the builder, or as users write them: with tuples, and by name.
//
//===----------------------------------------------------------------------===//
#include "Fields.h"

#include "Random.h"

#include "gtjit/Functions.h"
#include "gtjit/Scan.h"

#include <tuple>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

/// A value at a point computed of two others of a type. Oracle/scans.py has the same ways.
Field combined(std::size_t choice, const Field &a, const Field &b) {
  if (a.dtype() == DType::Bool)
    return choice == 0 ? a ^ b : choice == 1 ? a & b : a | !b;
  switch (choice) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return min(a, b);
  case 4:
    return where(a < b, b, a + 1);
  case 5:
    return max(a, 2 * b);
  case 6:
    return sqrt(abs(a)) / b;
  default:
    return a * 0.5 + b;
  }
}

Field ofType(const Field &field, DType dtype) {
  return field.dtype() == dtype ? field : astype(field, dtype);
}

/// What is carried on: computed of the values of a point, as the seed says.
std::vector<Field> bodyOf(const Expression &e, std::vector<Field> values) {
  std::vector<DType> types;
  for (const Field &value : values)
    types.push_back(value.dtype());
  for (const ScanStep &step : scanSteps(e, types))
    values.push_back(combined(step.choice, values[step.left],
                              ofType(values[step.right], values[step.left].dtype())));
  std::vector<Field> results;
  for (unsigned n = 0; n < e.carried; ++n)
    results.push_back(ofType(values[values.size() - 1 - n], types[n]));
  return results;
}

struct ScanParts {
  ScanRange along;
  Direction direction;
  std::vector<Field> initials, inputs;
};

ScanParts partsOf(const Expression &e, const std::vector<Field> &fields) {
  Range points = e.region.empty() ? Range::all() : e.region[0].range;
  ScanParts parts{e.dims[0](points), e.backward ? Backward : Forward, {}, {}};
  for (std::size_t n = 0; n + 1 < e.operands.size(); ++n)
    parts.inputs.push_back(argument(e.operands[n], fields).field);
  Field start = argument(e.operands.back(), fields).field;
  for (unsigned n = 0; n < e.carried; ++n) {
    DType type = e.types.empty() ? parts.inputs[0].dtype() : e.types[n];
    parts.initials.push_back(e.operands.back().variable < 0 ? astype(start, type)
                                                            : ofType(start, type));
  }
  return parts;
}

std::vector<Field> builtScan(const Expression &e, const ScanParts &parts) {
  SourceLine line = SourceLine::here();
  detail::ScanRequest request{
      parts.along.range.dim, parts.along.range.range, e.backward, {}, {}, line};
  for (const Field &initial : parts.initials)
    request.initials.push_back({initial.ref(), line});
  for (const Field &input : parts.inputs)
    request.inputs.push_back({input.ref(), line});
  auto results = detail::buildScan(request, [&](std::span<const detail::NodeRef> given) {
    std::vector<detail::NodeRef> nodes;
    for (const Field &value : bodyOf(e, {given.begin(), given.end()}))
      nodes.push_back(value.ref());
    return nodes;
  });
  return {results.begin(), results.end()};
}

/// The scan over what `initial` is, fields alone, with one input or two.
template <class Initial, class Body>
auto scanOver(const ScanParts &parts, const Initial &initial, Body body) {
  if (parts.inputs.size() == 1)
    return scan(
        parts.along, parts.direction, initial,
        [&](const Initial &carried, Value x) { return body(carried, {x}); }, parts.inputs[0]);
  return scan(
      parts.along, parts.direction, initial,
      [&](const Initial &carried, Value x, Value y) { return body(carried, {x, y}); },
      parts.inputs[0], parts.inputs[1]);
}

/// One value, a pair, or a tuple with a pair in it.
std::vector<Field> scanOfTuples(const Expression &e, const ScanParts &parts) {
  const std::vector<Field> &start = parts.initials;
  auto next = [&](std::vector<Field> values, const std::vector<Field> &inputs) {
    values.insert(values.end(), inputs.begin(), inputs.end());
    return bodyOf(e, values);
  };
  if (e.carried == 1)
    return {scanOver(parts, start[0], [&](const Value &a, const std::vector<Field> &inputs) {
      return next({a}, inputs)[0];
    })};
  if (e.carried == 2) {
    auto [a, b] = scanOver(parts, std::pair(start[0], start[1]),
                           [&](const std::pair<Value, Value> &v, const std::vector<Field> &inputs) {
                             auto values = next({v.first, v.second}, inputs);
                             return std::pair(values[0], values[1]);
                           });
    return {a, b};
  }
  using Nested = std::tuple<Value, std::pair<Value, Value>>;
  auto [a, rest] = scanOver(parts, Nested(start[0], std::pair(start[1], start[2])),
                            [&](const Nested &v, const std::vector<Field> &inputs) {
                              auto [one, others] = v;
                              auto values = next({one, others.first, others.second}, inputs);
                              return Nested(values[0], std::pair(values[1], values[2]));
                            });
  return {a, rest.first, rest.second};
}

} // namespace

std::vector<ScanStep> randomgraphs::scanSteps(const Expression &e, std::vector<DType> types) {
  Random random(e.body);
  std::vector<ScanStep> steps;
  std::size_t count = random.between(static_cast<std::int64_t>(e.carried), 5);
  for (std::size_t n = 0; n < count; ++n) {
    std::size_t left = random.below(types.size()), right = random.below(types.size());
    DType type = types[left];
    std::size_t choice = type != DType::Bool ? random.below(isFloat(type) ? 8 : 6)
                         : random.chance(40) ? 0
                         : random.chance(50) ? 1
                                             : 2;
    steps.push_back({left, right, choice});
    types.push_back(type);
  }
  return steps;
}

Field randomgraphs::scanned(const Expression &e, const std::vector<Field> &fields) {
  ScanParts parts = partsOf(e, fields);
  std::vector<Field> results = e.inTuple ? scanOfTuples(e, parts) : builtScan(e, parts);
  Field first = results.front();
  if (e.carried == 1)
    return first;
  Field last = ofType(results.back(), first.dtype());
  return first.dtype() == DType::Bool ? first ^ last : max(first, last);
}

Field randomgraphs::running(const Expression &e, const std::vector<Field> &fields) {
  Arg field = argument(e.operands[0], fields);
  ScanRange along =
      e.region.empty() ? ScanRange(e.dims[0]) : ScanRange(e.dims[0](e.region[0].range));
  Direction direction = e.backward ? Backward : Forward;
  if (e.make == Make::FirstMatch)
    return first_match(field, argument(e.operands[1], fields), argument(e.operands[2], fields),
                       along, direction);
  switch (e.reduce) {
  case Reduction::Sum:
    return cumsum(field, along, direction);
  case Reduction::Prod:
    return cumprod(field, along, direction);
  case Reduction::Min:
    return cummin(field, along, direction);
  default:
    return cummax(field, along, direction);
  }
}
