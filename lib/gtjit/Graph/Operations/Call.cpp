//===- Call.cpp - A function of the host at every point -------------------===//
//
// Operands become what the prototype says where nothing is lost; then it is an
// operation at a point like those of the table.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Call.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/DomainCheck.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/ModuleText.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Graph/Operations/Result.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Reference/HostCall.h"
#include "gtjit/Types/Elements.h"
#include "gtjit/Types/FailedPoints.h"

using namespace gtjit;
using namespace gtjit::detail;

/// Whether a value becomes one of `type` without an astype: what its own type holds.
static bool becomes(const Node &value, DType type) {
  DType own = value.dtype;
  if (own == type)
    return true;
  if (own == DType::Bool || type == DType::Bool || isComplex(own))
    return false;
  if (value.weak)
    return isInteger(own) || isFloat(type);
  bool isMixed = isUnsigned(own) != isUnsigned(type) && (own == DType::U64 || type == DType::U64);
  return isFloat(own) == isFloat(type) && !isMixed && widened(own, type) == type;
}

NodeRef detail::operandOfCall(const ImportedFunction &function, std::size_t n, Operand &operand) {
  DType type = function.prototype.operands[n];
  if (!becomes(*operand.node, type))
    throw DTypeError(operand.line,
                     "operand " + std::to_string(n) + " of '" + function.symbol + "', " +
                         function.prototype.text() + ", is " + std::string(name(type)) + ", got " +
                         describe(*operand.node) + " of " + std::string(name(operand.node->dtype)) +
                         "; convert it with astype");
  return converted(std::move(operand.node), type, operand.line);
}

void detail::checkOperandCount(const ImportedFunction &function,
                               std::span<const Operand> operands) {
  std::size_t wanted = function.prototype.operands.size();
  if (operands.size() != wanted)
    throw ValueError(operands.empty() ? SourceLine{} : operands.back().line,
                     "'" + function.symbol + "', " + function.prototype.text() + ", takes " +
                         std::to_string(wanted) + " operands, got " +
                         std::to_string(operands.size()));
}

NodeRef detail::buildCall(const ImportedFunction &function, std::span<Operand> operands,
                          bool handled) {
  checkOperandCount(function, operands);
  for (std::size_t n = 0; n < operands.size(); ++n)
    operands[n].node = operandOfCall(function, n, operands[n]);
  NodeRef node(new CallNode(function, handled, *operands[0].node));
  node->dtype = function.prototype.results[0];
  takeOperands(*node, operands);
  checkOperandDomains(*node);
  return node;
}

std::vector<NodeRef> detail::resultsOfCall(const NodeRef &node) {
  if (node->resultCount() == 1)
    return {node};
  const auto &call = static_cast<const CallNode &>(*node);
  return resultsOf(node, [&](unsigned n) { return call.typeOf(n); });
}

void CallNode::flatten(Flattening &to) const {
  to.key().byte(static_cast<unsigned>(placing));
  to.key().byte(handled);
  to.useImport(*function, prototype().reports() && !handled);
}

/// Scalars that are no operands of a scalar become a field without dimensions.
void CallNode::print(OperationText &text) const {
  std::vector<TextValue> operands(text.inputs().begin(), text.inputs().end());
  if (domain.ndim() == 0 && (resultCount() > 1 || text.result().type != elementText(dtype))) {
    std::string type = text.fieldType(domain, prototype().operands[0]);
    if (operands[0].type != type) {
      TextValue field = text.fresh(function->symbol, type);
      text.define(field,
                  "broadcast " + operands[0].name + " : " + operands[0].type + " -> " + type);
      operands[0] = field;
    }
  }
  TextValue own = text.result();
  std::vector<TextValue> results;
  for (unsigned n = 0; n < resultCount() && resultCount() > 1; ++n)
    results.push_back({own.name + "#" + std::to_string(n), text.fieldType(domain, typeOf(n))});
  if (!results.empty())
    own = {own.name + ":" + std::to_string(resultCount()), "(" + typesOf(results) + ")"};
  std::string placed = placementText(placing);
  text.define(own, "call @" + text.importName(*function) + "(" + namesOf(operands) + ")" +
                       prototype().flags(handled) + (placed.empty() ? "" : " {" + placed + "}") +
                       " : (" + typesOf(operands) + ") -> " + own.type);
  if (!results.empty())
    text.setResults(std::move(results));
}

void detail::computeCalls(const ImportedFunction &function,
                          std::span<const reference::Grid *const> operands,
                          std::span<const reference::Grid> results, const Domain &points,
                          SourceLine line, FailedPoints &failed) {
  using namespace reference;
  bool isHandled = results.size() > function.prototype.results.size();
  std::vector<reference::Operand> over;
  for (const Grid *operand : operands)
    over.push_back(operandOver(*operand, points));
  for (const Grid &result : results)
    over.push_back(operandOver(result, points));
  std::int64_t seen = 0;
  forEachRow(points, over, [&](const Row &row) {
    std::vector<std::byte *> at = row.first;
    for (std::int64_t n = 0; n < row.count; ++n, ++seen) {
      int status = callHost(function, at.data(), at.data() + operands.size());
      if (isHandled)
        storeValue(at.back(), statusByte(status));
      else if (status != 0)
        failed.add(function.symbol, status, line, points, coordinatesOf(points, seen));
      for (std::size_t k = 0; k < at.size(); ++k)
        at[k] += row.step[k];
    }
  });
}

std::vector<reference::Grid> CallNode::evaluate(const reference::Evaluated &on) const {
  std::vector<reference::Grid> results;
  for (unsigned n = 0; n < resultCount(); ++n)
    results.push_back(reference::makeGrid(typeOf(n), on.points, line));
  computeCalls(*function, on.inputs, results, on.points, line, on.failed);
  return results;
}

NodeRef CallNode::rebuild(const Rebuilding &on) const {
  std::vector<detail::Operand> operands;
  for (const NodeRef &input : on.inputs)
    operands.push_back({input, line});
  NodeRef node = buildCall(*function, operands, handled);
  return placing == Placing::Chosen ? node : buildPlaced(node, placing);
}

/// The prototype is that of the text's types.
Nodes detail::readCall(const Written &written) {
  Prototype prototype = written.text.prototype;
  std::span<const DType> results = written.text.types;
  if (written.text.handled && (results.size() < 2 || !prototype.reports()))
    written.refuse("is handled, but has no status behind a result");
  for (DType type : results.first(results.size() - written.text.handled))
    prototype.results.push_back(type);
  for (const NodeRef &operand : written.operands)
    prototype.operands.push_back(operand->dtype);
  const ImportedFunction &function =
      Imports::process().find(written.text.symbol, prototype, written.line());
  std::vector<Operand> operands = written.operandsWithLines();
  NodeRef node = buildCall(function, operands, written.text.handled);
  Placing placing = placingOf(written.text.placement);
  return resultsOfCall(placing == Placing::Chosen ? node : buildPlaced(node, placing));
}
