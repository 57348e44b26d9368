//===- Scan.cpp - Scans of fields ------------------------------------------===//
//
// From bodies in C++ to the builder; and what is written with scans.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Scan.h"

#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/Operations/Reduce.h"

#include <iterator>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

void detail::scan(const ScanRange &along, Direction direction, Items<Field> initials,
                  Items<Field> inputs, ScanCall body, Field *results) {
  ScanRequest request{along.range.dim, along.range.range, direction == Backward, {}, {},
                      along.line};
  request.initials.reserve(initials.size());
  request.inputs.reserve(inputs.size());
  for (const Field &initial : initials)
    request.initials.push_back({nodeOf(initial, along.line), along.line});
  for (const Field &input : inputs)
    request.inputs.push_back({nodeOf(input, along.line), along.line});
  auto point = [&](std::vector<NodeRef> values) {
    std::vector<Field> arguments(std::make_move_iterator(values.begin()),
                                 std::make_move_iterator(values.end())),
        given(initials.size());
    body.run(body.context, arguments.data(), given.data());
    values.clear();
    for (Field &value : given) {
      nodeOf(value, along.line);
      values.push_back(std::move(value).ref());
    }
    return values;
  };
  std::vector<NodeRef> nodes = buildScan(std::move(request), point);
  if (isDeep(*nodes.front()))
    evaluateDeep(nodes);
  for (NodeRef &node : nodes)
    *results++ = Field(std::move(node));
}

namespace {

/// The field in the type that sums and products of it have, and are made in.
Field accumulated(const Arg &field, ReduceKind kind, const char *called) {
  const Node &node = *nodeOf(field.field, field.line);
  checkReducedType(node, called, kind, field.line);
  return astype(field, accumulatedType(kind, node.dtype));
}
Field startOf(ReduceKind kind, const Arg &field) {
  return Field(buildStart(kind, nodeOf(field.field, field.line)->dtype, field.line));
}

/// Two-byte floats are added and multiplied as f32, and rounded at the end.
Field rounded(Field result, const Arg &field) {
  DType type = field.field.dtype();
  return isFloat(type) ? astype(Arg(std::move(result), field.line), type) : result;
}

} // namespace

Field gtjit::cumsum(Arg field, ScanRange along, Direction direction) {
  auto add = [](Value sum, Value x) { return sum + x; };
  return rounded(scan(along, direction, 0, add, accumulated(field, ReduceKind::Sum, "cumsum")),
                 field);
}

Field gtjit::cumprod(Arg field, ScanRange along, Direction direction) {
  auto multiply = [](Value product, Value x) { return product * x; };
  return rounded(
      scan(along, direction, 1, multiply, accumulated(field, ReduceKind::Prod, "cumprod")), field);
}

Field gtjit::cummin(Arg field, ScanRange along, Direction direction) {
  auto least = [](Value so_far, Value x) { return min(so_far, x); };
  return scan(along, direction, startOf(ReduceKind::Min, field), least, field.field);
}

Field gtjit::cummax(Arg field, ScanRange along, Direction direction) {
  auto greatest = [](Value so_far, Value x) { return max(so_far, x); };
  return scan(along, direction, startOf(ReduceKind::Max, field), greatest, field.field);
}

Field gtjit::first_match(Arg condition, Arg field, Arg otherwise, ScanRange along,
                         Direction direction) {
  auto search = [](std::pair<Value, Value> found, Value matches, Value x) {
    auto [isFound, value] = found;
    return std::pair(isFound | matches, where(isFound | !matches, value, x));
  };
  return scan(along, direction, std::pair(Value(false), otherwise.field), search, condition.field,
              field.field)
      .second;
}
