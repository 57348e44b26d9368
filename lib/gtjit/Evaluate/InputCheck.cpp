//===- InputCheck.cpp - Values that tell what is read ---------------------===//
//
// One flag a check, by a reduction into which the values are fused. Only if it is set
// the values are stored where they are needed, to find and tell the first bad one.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/InputCheck.h"

#include "gtjit/Error.h"
#include "gtjit/Evaluate/BoundedReads.h"
#include "gtjit/Evaluate/FailedCalls.h"
#include "gtjit/Evaluate/PassedCheck.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Operations/Index.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Graph/ValueBounds.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Reference/Grid.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace gtjit::detail {

static NodeRef sharedOf(const Node *node) {
  return NodeRef(const_cast<Node *>(node)); // the count of references changes alone
}

static NodeRef either(const NodeRef &a, const NodeRef &b, SourceLine line) {
  Operand operands[] = {{a, line}, {b, line}};
  return buildPoint(PointOp::Or, operands);
}

/// The function with effects that a node calls itself; null if there is none.
static const ImportedFunction *effectOf(const FlatGraph &program, std::size_t n) {
  for (const ImportArgument &import : program.arguments.imports)
    if (import.function->prototype.effects && !program.order[n].isMemory &&
        program.order[n].node->callOf(*import.function))
      return import.function;
  return nullptr;
}

/// The check and the kernels would each have values of their own.
static void refuseEffects(const Node &reader, const ImportedFunction *function) {
  if (function)
    throw ValueError(reader.line, "'" + std::string(reader.called()) +
                                      "' reads where a function with effects says, '" +
                                      function->symbol +
                                      "', which would be called twice: evaluate its values first");
}

/// Where values lie outside of a range: so far from its begin, as an unsigned number, which is one
/// comparison.
static NodeRef outside(const NodeRef &values, Range range, SourceLine line) {
  constexpr Range kShort(INT32_MIN, INT32_MAX);
  auto lo = static_cast<std::uint64_t>(range.lo()), hi = static_cast<std::uint64_t>(range.hi());
  bool isShort =
      values->dtype == DType::I32 && kShort.contains(range.lo()) && kShort.contains(range.hi());
  NodeRef signedValues = isShort ? values : buildCast(values, DType::I64, line);
  Operand ends[] = {{signedValues, line}, {buildNumber(DType::I64, lo, line), line}};
  NodeRef distance =
      buildCast(buildPoint(PointOp::Sub, ends), isShort ? DType::U32 : DType::U64, line);
  NodeRef points = buildNumber(hi - lo > INT64_MAX ? DType::U64 : DType::I64, hi - lo, line);
  Operand sides[] = {{distance, line}, {points, line}};
  return buildPoint(PointOp::Ge, sides);
}

/// A float that is truncated to an integer, and the coordinate that is added to it: an index as
/// that of a departure point, `astype(floor(x), I32) + astype(index(I), I32)`.
struct TruncatedFloat {
  NodeRef value;
  NodeRef coordinate; ///< null: none
};

static bool isCoordinate(const Node &node) {
  const auto *point = as<PointNode>(node);
  return as<IndexNode>(node) || (point && point->isCast() && isCoordinate(*point->inputs[0]));
}

static std::optional<TruncatedFloat> truncatedFloat(const NodeRef &values) {
  const auto *point = as<PointNode>(*values);
  auto isSigned = [](DType type) { return type == DType::I32 || type == DType::I64; };
  if (!point || !isSigned(values->dtype))
    return std::nullopt;
  const NodeRef &first = point->inputs[0];
  if (point->isCast() && (first->dtype == DType::F32 || first->dtype == DType::F64))
    return TruncatedFloat{first, {}};
  if (point->isCast() && values->dtype == DType::I64 && first->dtype == DType::I32)
    return truncatedFloat(first); // as it is where it is added to a coordinate
  if (point->op != PointOp::Add)
    return std::nullopt;
  for (std::size_t n = 0; n < 2; ++n)
    if (isCoordinate(*point->inputs[1 - n]))
      if (std::optional<TruncatedFloat> term = truncatedFloat(point->inputs[n]);
          term && !term->coordinate)
        return TruncatedFloat{std::move(term->value), point->inputs[1 - n]};
  return std::nullopt;
}

/// The same of truncated floats by comparisons of floats, which need no conversion. Null where
/// they would say something else: of ends that the float type does not tell from others, of
/// integers that wrap into the range, and where NaN, which becomes 0, lies outside at some point.
static NodeRef outsideTruncated(const NodeRef &values, const Domain &box, Range range,
                                SourceLine line) {
  std::optional<TruncatedFloat> term = values->symbolic ? std::nullopt : truncatedFloat(values);
  if (!term)
    return {};
  // Floats tell differences of such numbers apart, and sums of i32 that wrap are farther away.
  const DType type = term->value->dtype;
  const std::int64_t limit = std::int64_t(1) << (type == DType::F32 ? 22 : 29);
  const Range exact(-limit, limit);
  ValueBounds added = term->coordinate ? boundsOf(*term->coordinate, box) : ValueBounds{0, 0};
  if (!exact.contains(range.lo()) || !exact.contains(range.hi()) || !added.isWithin(exact) ||
      !added.isWithin(range))
    return {};
  // Seen from the coordinate begin <= 0 < end: trunc(x) < begin where x <= begin - 1,
  // floor(x) < begin where x < begin, and either >= end where x >= end.
  const auto *point = as<PointNode>(*term->value);
  bool isFloor = point && point->op == PointOp::Floor;
  NodeRef value = isFloor ? point->inputs[0] : term->value;
  auto fromCoordinate = [&](std::int64_t of) {
    auto number = std::bit_cast<std::uint64_t>(static_cast<double>(of));
    NodeRef from = buildNumber(DType::F64, number, line);
    if (!term->coordinate)
      return from;
    Operand operands[] = {{from, line}, {buildCast(term->coordinate, type, line), line}};
    return buildPoint(PointOp::Sub, operands);
  };
  auto compared = [&](PointOp op, const NodeRef &with) {
    Operand operands[] = {{value, line}, {with, line}};
    return buildPoint(op, operands);
  };
  NodeRef isBelow = isFloor ? compared(PointOp::Lt, fromCoordinate(range.lo()))
                            : compared(PointOp::Le, fromCoordinate(range.lo() - 1));
  return either(isBelow, compared(PointOp::Ge, fromCoordinate(range.hi())), line);
}

/// Whether one of the values is bad. Those that several nodes read in a box are compared once,
/// and there is one reduction for all that lie in a box.
static NodeRef refusedAmong(std::span<const InputCheck::Input> inputs) {
  struct Looked {
    const InputCheck::Input *first;
    Range allowed; ///< by all that read them
  };
  std::vector<Looked> values;
  for (const InputCheck::Input &input : inputs) {
    Range allowed = *input.reader->allowedValues(input.number);
    auto known = std::find_if(values.begin(), values.end(), [&](const Looked &other) {
      return other.first->values.get() == input.values.get() && other.first->box == input.box;
    });
    if (known == values.end())
      values.push_back({&input, allowed});
    else
      known->allowed = known->allowed & allowed;
  }
  std::vector<NodeRef> boxes; // what is bad in each
  for (const Looked &each : values) {
    const InputCheck::Input &input = *each.first;
    SourceLine line = input.reader->line;
    NodeRef bad = outsideTruncated(input.values, input.box, each.allowed, line);
    if (!bad)
      bad = outside(input.values, each.allowed, line);
    if (!bad->symbolic) // else it has no box
      bad = buildSlice(bad, input.box, {}, line);
    auto box = std::find_if(boxes.begin(), boxes.end(), [&](const NodeRef &other) {
      return other->symbolic == bad->symbolic && other->domain == bad->domain;
    });
    if (box == boxes.end())
      boxes.push_back(std::move(bad));
    else
      *box = either(*box, bad, line);
  }
  NodeRef refused;
  for (const NodeRef &bad : boxes) {
    NodeRef any = buildReduce(bad, ReduceKind::Any, nullptr, bad->line);
    refused = refused ? either(refused, any, bad->line) : any;
  }
  return refused;
}

std::vector<InputCheck> inputChecks(const FlatGraph &program) {
  std::vector<InputCheck> checks;
  if (!program.checksValues)
    return checks;
  std::vector<std::optional<Domain>> boxes = boxesComputed(program);
  std::vector<std::size_t> passed(program.nodeCount(), 0); ///< checks that a node's values need
  std::vector<const ImportedFunction *> effects(program.nodeCount()); ///< in a node's values
  for (std::size_t n = 0; n < program.nodeCount(); ++n) {
    effects[n] = effectOf(program, n);
    for (std::size_t k = 0; k < program.inputCount(n); ++k) {
      passed[n] = std::max(passed[n], passed[program.input(n, k)]);
      effects[n] = effects[n] ? effects[n] : effects[program.input(n, k)];
    }
    const Node *node = program.order[n].node;
    if (program.order[n].isMemory || !boxes[n] || boxes[n]->empty())
      continue;
    std::size_t before = passed[n]; // those that its indices need
    for (std::size_t k = 0; k < program.inputCount(n); ++k) {
      if (!node->allowedValues(k))
        continue;
      checks.resize(std::max(checks.size(), before + 1));
      checks[before].isNeeded |= node->isChecked(k);
      checks[before].inputs.push_back({sharedOf(node), k, node->inputs[k],
                                       node->reads(k, *boxes[n]), effects[program.input(n, k)]});
      passed[n] = before + 1;
    }
  }
  std::erase_if(checks, [](const InputCheck &check) { return !check.isNeeded; });
  for (const InputCheck &check : checks)
    for (const InputCheck::Input &input : check.inputs)
      refuseEffects(*input.reader, input.effect);
  return checks;
}

/// A node's values over a box.
struct Stored {
  ArrayView memory; ///< of their own
  FlatGraph program;
};

/// Where a function of the host fails the value is 0: the stores, which call it again, tell.
static Stored stored(Runtime::State &runtime, const NodeRef &node, const Domain &box,
                     const Evaluation &work, GraphLock &lock) {
  std::vector<Dimension> order;
  for (const NamedRange &range : box)
    order.push_back(range.dim);
  SourceLine line = node->line;
  ArrayView target = allocateView(runtime, node->dtype, box, order,
                                  box.ndim() ? box[box.ndim() - 1].range.lo() : 0, line);
  StageClock clock;
  Stored result{target, flatten({{node, target, box, line}}, work.substitutes)};
  if (work.onDevice)
    result.program.forDevice();
  try {
    runCode(runtime, result.program, work, lock, clock);
  } catch (const CallFailure &) {
  }
  if (!lock)
    lock.lock();
  return result;
}

/// Such as the indices of a restriction, `2 * index(I)`.
bool InputCheck::isPassed() const {
  return std::all_of(inputs.begin(), inputs.end(), [](const Input &input) {
    return boundsOf(*input.values, input.box).isWithin(*input.reader->allowedValues(input.number));
  });
}

NodeRef InputCheck::refused() const { return refusedAmong(inputs); }

/// All that is read by index at points that the stores need, looked at in the order of the
/// program. What is computed from them reads within bounds, whatever they are: so it does in the
/// stores' values if none is bad.
static void checkNeeded(Runtime::State &runtime, std::vector<StoreRequest> &stores,
                        const Evaluation &work, GraphLock &lock) {
  struct Looked {
    NodeRef reader; // that keeps its inputs, for the message
    std::size_t number;
    NodeRef values;
    Domain box;
  };
  std::vector<Looked> inputs;
  BoundedReads bounded;
  FlatGraph program = flatten(stores, work.substitutes); // others may have evaluated some of it
  std::vector<std::optional<Domain>> boxes = boxesNeeded(program);
  for (std::size_t n = 0; n < program.nodeCount(); ++n) {
    const Node &node = *program.order[n].node;
    for (std::size_t k = 0; boxes[n] && !node.memory() && k < node.inputs.size(); ++k)
      if (node.isChecked(k))
        inputs.push_back({node.clone(), k, bounded.of(node.inputs[k]), node.reads(k, *boxes[n])});
  }
  for (StoreRequest &store : stores)
    store.value = bounded.of(store.value);
  for (const Looked &input : inputs) {
    ArrayView values = stored(runtime, input.values, input.box, work, lock).memory;
    Lease lease(values, Access::Read, Holder::Work, input.reader->line);
    input.reader->check(input.number, reference::gridOf(values, lease.first()), input.box);
  }
}

static std::vector<PassedCheck::Input> passedInputs(const InputCheck &check) {
  std::vector<PassedCheck::Input> inputs;
  for (const InputCheck::Input &input : check.inputs)
    inputs.push_back(
        {input.reader, input.number, *input.reader->allowedValues(input.number), input.box});
  return inputs;
}

bool checkInputs(Runtime::State &runtime, FlatGraph &program, Evaluation &work, GraphLock &lock) {
  bool isKnown = true;
  std::vector<PassedCheck> passed;
  for (const InputCheck &check : inputChecks(program)) {
    passed.push_back({passedInputs(check), std::nullopt});
    if (check.isPassed())
      continue;
    isKnown = false;
    Stored flag = stored(runtime, check.refused(), Domain(), work, lock);
    SourceLine line = program.arguments.line;
    if (*Lease(flag.memory, Access::Read, Holder::Work, line).first() != std::byte{0}) {
      checkNeeded(runtime, program.stores, work, lock);
      return false;
    }
    passed.back().program = std::move(flag.program);
  }
  work.passed = std::move(passed);
  return isKnown;
}

} // namespace gtjit::detail
