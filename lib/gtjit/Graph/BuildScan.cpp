//===- BuildScan.cpp - Scans from what users write ------------------------===//
//
// The body runs on values that stand for those at a point, which are fields
// without dimensions to the builders of operations. What it makes of them is
// recorded; what it takes from elsewhere, numbers and other fields, becomes an
// input.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Advice.h"
#include "gtjit/Graph/DomainCheck.h"
#include "gtjit/Graph/Ends.h"
#include "gtjit/Graph/NodeIndex.h"
#include "gtjit/Graph/Operations/Call.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Result.h"
#include "gtjit/Graph/Operations/Scan.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Staggered.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <unordered_map>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

bool isName(const Node &node) {
  return !node.memory() && !node.inputs.empty() && node.isItsInput() &&
         node.domain == node.inputs[0]->domain;
}

/// Writes down what the body of one scan has computed.
class Recorder {
public:
  Recorder(ScanRun run, std::vector<DType> arguments, std::vector<NodeRef> &inputs)
      : run(run), inputs(inputs) {
    body.arguments = std::move(arguments);
  }
  void addResult(const NodeRef &result) { results.push_back(visit(result)); }
  ScanBody finish();

private:
  /// An argument, a step, or, from `inputs`, an input that the body took.
  struct Value {
    enum class Kind { Argument, Step, Taken, Outside } kind;
    unsigned number;
  };
  /// What a node is known as; null if it is not.
  const Value *find(const NodeRef &node) const {
    unsigned number = numbers.find(node.get());
    return number == NodeIndex::none ? nullptr : &known[number];
  }
  Value visit(const NodeRef &root);
  Value record(const NodeRef &node);
  Value taken(const NodeRef &node);
  unsigned numberOf(const Value &value) const;

  ScanRun run;
  std::vector<NodeRef> &inputs; ///< of the scan, those behind its initial values
  ScanBody body;
  std::vector<std::vector<Value>> operands; ///< of each step
  std::vector<Value> results;
  NodeIndex numbers; ///< in `known`
  std::vector<Value> known;
};

Recorder::Value Recorder::taken(const NodeRef &node) {
  auto found = std::find(inputs.begin(), inputs.end(), node);
  auto number = static_cast<unsigned>(found - inputs.begin());
  if (found == inputs.end())
    inputs.push_back(node);
  return {Value::Kind::Taken, number};
}

/// A node whose inputs are known.
Recorder::Value Recorder::record(const NodeRef &node) {
  if (const auto *value = as<ScanValueNode>(*node)) {
    if (value->run != run)
      throw ValueError(node->line, "the body of a scan uses a value of the body of another one");
    return {Value::Kind::Argument, value->number};
  }
  if (isName(*node))
    return *find(node->inputs[0]);
  bool isOutside = true;
  for (const NodeRef &input : node->inputs)
    if (const Value *found = find(input))
      isOutside = isOutside && found->kind == Value::Kind::Outside;
  if (isOutside)
    return {Value::Kind::Outside, 0};
  if (const auto *result = as<ResultNode>(*node); result && as<CallNode>(*node->inputs[0])) {
    return {Value::Kind::Step, find(node->inputs[0])->number + result->number};
  }
  const auto *point = as<PointNode>(*node);
  const auto *call = as<CallNode>(*node);
  if (!point && !call)
    throw ValueError(node->line, "'" + std::string(node->called()) +
                                     "' in the body of a scan: only operations at a point can "
                                     "stand there");
  std::vector<Value> values;
  values.reserve(node->inputs.size());
  for (const NodeRef &input : node->inputs) {
    const Value *found = find(input);
    bool isInside = found && found->kind != Value::Kind::Outside;
    values.push_back(isInside ? *found : taken(input));
  }
  auto first = static_cast<unsigned>(body.steps.size());
  operands.push_back(std::move(values));
  operands.resize(first + node->resultCount()); // the other results take nothing
  if (point)
    body.steps.push_back({point->op, node->dtype, point->function, node->line, {}});
  for (unsigned n = 0; call && n < node->resultCount(); ++n)
    body.steps.push_back(
        {PointOp{}, call->typeOf(n), nullptr, node->line, {}, call->function, call->handled, n});
  return {Value::Kind::Step, first};
}

/// What is not symbolic holds no value of the body.
Recorder::Value Recorder::visit(const NodeRef &root) {
  if (!root->symbolic)
    return taken(root);
  std::vector<std::pair<const NodeRef *, std::size_t>> path{{&root, 0}};
  while (!path.empty()) {
    auto &[at, next] = path.back();
    const NodeRef &node = *at;
    if (next < node->inputs.size() && !find(node)) {
      const NodeRef &input = node->inputs[next++];
      if (input->symbolic && !find(input))
        path.push_back({&input, 0});
      continue;
    }
    if (!find(node)) {
      Value value = record(node);
      numbers.insert(node.get(), static_cast<unsigned>(known.size()));
      known.push_back(value);
    }
    path.pop_back();
  }
  Value value = *find(root);
  return value.kind == Value::Kind::Outside ? taken(root) : value;
}

unsigned Recorder::numberOf(const Value &value) const {
  auto carried = static_cast<unsigned>(results.size());
  auto arguments = carried + static_cast<unsigned>(inputs.size());
  return value.kind == Value::Kind::Step    ? arguments + value.number
         : value.kind == Value::Kind::Taken ? carried + value.number
                                            : value.number;
}

ScanBody Recorder::finish() {
  for (std::size_t n = body.arguments.size() - results.size(); n < inputs.size(); ++n)
    body.arguments.push_back(inputs[n]->dtype);
  for (std::size_t n = 0; n < operands.size(); ++n)
    for (const Value &value : operands[n])
      body.steps[n].operands.push_back(numberOf(value));
  for (const Value &value : results)
    body.results.push_back(numberOf(value));
  return std::move(body);
}

/// One scan from its request.
class Builder {
public:
  Builder(ScanRequest &request, const ScanPoint &point) : request(request), point(point) {}
  NodeRef build();

private:
  void checkOperands() const;
  std::vector<NodeRef> argumentsOf() const;
  std::vector<NodeRef> runBody();
  struct Change {
    bool any = false, ofTypes = false;
  };
  Change settleTypes(const std::vector<NodeRef> &results);
  bool computesDoubles(const std::vector<NodeRef> &results) const;
  NodeRef carriedOn(NodeRef result, std::size_t n) const;

  ScanRequest &request;
  const ScanPoint &point;
  std::vector<NodeRef> carried; ///< initial values; types and weakness of what is carried
  ScanRun run = 0;              ///< the last one
};

void Builder::checkOperands() const {
  for (const auto *operands : {&request.initials, &request.inputs})
    for (const Operand &operand : *operands)
      if (isComplex(operand.node->dtype)) {
        DTypeError error(operand.line, "'scan' of " + describe(*operand.node) +
                                           ": complex values are only stored, moved and converted "
                                           "to each other");
        adviseComplex(error);
        throw error;
      }
  for (const Operand &initial : request.initials)
    if (initial.node->domain.has(request.dim))
      throw ValueError(initial.line, "'scan' along " + std::string(request.dim.name()) +
                                         " starts with " + describe(*initial.node) +
                                         ", which has this dimension; give one value of each line");
}

bool isNumber(const Node &node) { return as<NumberNode>(node) && node.weak; }

/// Values for those carried, then for the inputs; numbers stand for themselves.
std::vector<NodeRef> Builder::argumentsOf() const {
  std::vector<NodeRef> arguments;
  arguments.reserve(carried.size() + request.inputs.size());
  unsigned number = 0;
  auto add = [&](const Node &like, SourceLine line) {
    NodeRef value(new ScanValueNode(run, number++));
    value->dtype = like.dtype;
    value->weak = like.weak;
    value->fits = like.fits;
    value->symbolic = true;
    value->line = line;
    arguments.push_back(std::move(value));
  };
  for (std::size_t n = 0; n < carried.size(); ++n)
    add(*carried[n], request.initials[n].line);
  for (const Operand &input : request.inputs)
    if (isNumber(*input.node))
      arguments.push_back(input.node);
    else
      add(*input.node, input.line);
  return arguments;
}

std::vector<NodeRef> Builder::runBody() {
  static std::atomic<ScanRun> runs{0};
  run = runs.fetch_add(1, std::memory_order_relaxed);
  std::vector<NodeRef> results = point(argumentsOf());
  if (results.size() != carried.size())
    throw ValueError(request.line, "the body of 'scan' gives " + std::to_string(results.size()) +
                                       " values, expected one for each of " +
                                       std::to_string(carried.size()) + " initial ones");
  return results;
}

/// Initial numbers take the types that the body gives for them, or their own. Whether something
/// changes, and some type.
Builder::Change Builder::settleTypes(const std::vector<NodeRef> &results) {
  Change change;
  for (std::size_t n = 0; n < carried.size(); ++n)
    if (carried[n]->weak && !results[n]->weak) {
      DType before = carried[n]->dtype;
      carried[n] = converted(carried[n], results[n]->dtype, request.initials[n].line);
      if (carried[n]->weak) // of this type already
        carried[n] = buildCast(carried[n], results[n]->dtype, request.initials[n].line);
      change = {true, change.ofTypes || carried[n]->dtype != before};
    }
  if (change.any)
    return change;
  for (std::size_t n = 0; n < carried.size(); ++n)
    if (carried[n]->weak) {
      carried[n] = buildCast(carried[n], carried[n]->dtype, request.initials[n].line);
      change.any = true;
    }
  return change;
}

/// Whether all that the body computes with are f64 and conditions, and what it gives has the types
/// of what is carried. Then it computes the same whether that are numbers of C++ or not.
bool Builder::computesDoubles(const std::vector<NodeRef> &results) const {
  for (std::size_t n = 0; n < carried.size(); ++n)
    if (results[n]->dtype != carried[n]->dtype)
      return false;
  std::vector<const Node *> open;
  NodeIndex seen;
  auto isDouble = [&](const Node &node) {
    if (node.symbolic && seen.find(&node) == NodeIndex::none) {
      seen.insert(&node, 0);
      open.push_back(&node);
    }
    return node.dtype == DType::F64 || node.dtype == DType::Bool;
  };
  bool areDoubles =
      std::ranges::all_of(results, [&](const NodeRef &node) { return isDouble(*node); });
  while (areDoubles && !open.empty()) {
    const Node &node = *open.back();
    open.pop_back();
    areDoubles =
        std::ranges::all_of(node.inputs, [&](const NodeRef &input) { return isDouble(*input); });
  }
  return areDoubles;
}

/// What the body gives for a value, in the type of that.
NodeRef Builder::carriedOn(NodeRef result, std::size_t n) const {
  if (result->weak)
    result = converted(std::move(result), carried[n]->dtype, request.line);
  if (result->dtype == carried[n]->dtype)
    return result;
  std::string which = carried.size() == 1 ? "" : " number " + std::to_string(n);
  throw DTypeError(request.line, "the body of 'scan' gives " + std::string(name(result->dtype)) +
                                     " for the value carried" + which + ", which starts as " +
                                     std::string(name(carried[n]->dtype)) +
                                     "; convert one with astype");
}

NodeRef Builder::build() {
  checkOperands();
  for (Operand &initial : request.initials)
    carried.push_back(std::move(initial.node));
  std::vector<NodeRef> results = runBody();
  for (std::size_t tries = 0; tries <= carried.size() + 1; ++tries) {
    Change change = settleTypes(results);
    if (!change.any)
      break;
    if (change.ofTypes || !computesDoubles(results))
      results = runBody();
  }
  std::vector<NodeRef> inputs;
  std::vector<DType> types;
  types.reserve(carried.size() + request.inputs.size());
  for (const NodeRef &value : carried)
    types.push_back(value->dtype);
  for (Operand &input : request.inputs)
    if (!isNumber(*input.node)) {
      types.push_back(input.node->dtype);
      inputs.push_back(std::move(input.node));
    }
  Recorder recorder(run, std::move(types), inputs);
  for (std::size_t n = 0; n < results.size(); ++n) {
    results[n] = carriedOn(std::move(results[n]), n); // the recorder knows nodes by where they are
    recorder.addResult(results[n]);
  }
  auto *node = new ScanNode(request.dim, request.isBackward, request.points);
  NodeRef several(node);
  node->body = std::make_shared<const ScanBody>(recorder.finish());
  node->line = request.line;
  inputs.insert(inputs.begin(), std::make_move_iterator(carried.begin()),
                std::make_move_iterator(carried.end()));
  return finishScan(std::move(several), std::move(inputs));
}

} // namespace

bool detail::isInScanBody(const Node &node) {
  std::vector<const Node *> open{&node};
  std::unordered_map<const Node *, bool> seen;
  while (!open.empty()) {
    const Node *next = open.back();
    open.pop_back();
    if (as<ScanValueNode>(*next))
      return true;
    for (const NodeRef &input : next->inputs)
      if (input->symbolic && seen.emplace(input.get(), true).second)
        open.push_back(input.get());
  }
  return false;
}

/// Throws for points that the user asks for and an input lacks.
static void checkPoints(const ScanNode &scan, const Node &input) {
  Range has = input.domain[scan.dim], wants = scan.points;
  bool isWithin = (wants.lo() == -unbounded || wants.lo() >= has.lo()) &&
                  (wants.hi() == unbounded || wants.hi() <= has.hi());
  if (isWithin || wants.empty() || input.symbolic)
    return;
  throw IndexOutOfBounds(scan.line, "'scan' over " + toString(scan.dim(wants)) + " of " +
                                        describe(input) + ", which is defined over " +
                                        toString(scan.dim(has)));
}

/// If none of the inputs has an end in the dimension scanned, they end where their grids do.
static void addEnds(const ScanNode &scan, std::vector<NodeRef> &inputs) {
  Range points = scan.points;
  for (const NodeRef &input : inputs)
    points = points & input->domain.rangeOr(scan.dim);
  if (!points.isFinite())
    for (NodeRef &input : inputs)
      input = withEnds(input, {scan.dim});
}

NodeRef detail::finishScan(NodeRef scan, std::vector<NodeRef> inputs) {
  auto &node = static_cast<ScanNode &>(*scan);
  addEnds(node, inputs);
  Domain domain(node.dim(node.points)), compute = domain;
  node.dtype = node.body->typeOf(node.body->results[0]);
  node.symbolic = false;
  node.runtime = nullptr;
  node.inputs.clear();
  for (NodeRef &input : inputs) {
    if (input->domain.has(node.dim))
      checkPoints(node, *input);
    intersectWith(domain, input->domain);
    intersectWith(compute, input->compute);
    node.symbolic |= input->symbolic;
    if (input->runtime && node.runtime && input->runtime != node.runtime)
      throw ValueError(node.line, "the operands of 'scan' belong to different runtimes");
    if (input->runtime)
      node.runtime = input->runtime;
    checkTwins(domain, node.line);
    node.addInput(std::move(input));
  }
  node.domain = std::move(domain);
  node.compute = std::move(compute);
  if (Range range = node.domain[node.dim]; !node.symbolic && !range.isFinite())
    throw ValueError(node.line, "'scan' along " + std::string(node.dim.name()) +
                                    ", in which its operands are infinite; name the points, "
                                    "scan(" +
                                    std::string(node.dim.name()) + "(0, n), ...)");
  bool namesPoints = node.points.isFinite();
  checkOperandDomains(node, std::span(&node.dim, namesPoints ? 1 : 0));
  return scan;
}

std::vector<NodeRef> detail::buildScan(ScanRequest request, const ScanPoint &point) {
  NodeRef scan = Builder(request, point).build();
  const ScanBody &body = *as<ScanNode>(*scan)->body;
  return resultsOf(scan, [&](unsigned n) { return body.typeOf(body.results[n]); });
}
