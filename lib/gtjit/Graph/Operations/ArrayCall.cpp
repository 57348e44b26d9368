//===- ArrayCall.cpp - A function of the host on whole arrays -------------===//
//
// Operands have the types, dimensions and ranges that the function declares, which
// also say where its results are defined.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/ArrayCall.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Call.h"
#include "gtjit/Graph/Operations/Scan.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Operand `n` of a function, as messages show it.
std::string subject(const ImportedFunction &function, std::size_t n) {
  return "operand " + std::to_string(n) + " of '" + function.symbol + "', " +
         function.prototype.text() + ", ";
}

/// What the operands of a call have in common.
class Shapes {
public:
  explicit Shapes(const ImportedFunction &function) : function(function) {}
  /// Checks operand `n` against what is declared and the operands before.
  void add(const ArrayParameter &array, std::size_t n, const Operand &operand);
  Domain domainOf(const ArrayParameter &array) const { return complete(array, domain); }
  Domain computeOf(const ArrayParameter &array) const { return complete(array, compute); }

private:
  void checkDims(const ArrayParameter &array, std::size_t n, const Operand &operand) const;
  static Domain complete(const ArrayParameter &array, const Domain &known);

  const ImportedFunction &function;
  Domain domain, compute;
};

void Shapes::checkDims(const ArrayParameter &array, std::size_t n, const Operand &operand) const {
  const Domain &own = operand.node->domain;
  bool isSame = own.ndim() == array.dims.size() &&
                std::all_of(array.dims.begin(), array.dims.end(),
                            [&](const NamedRange &range) { return own.has(range.dim); });
  if (isSame)
    return;
  Sequence<Dimension> dims;
  for (const NamedRange &range : array.dims)
    dims.push_back(range.dim);
  throw ValueError(operand.line, subject(function, n) + "has the dimensions " +
                                     toString(Dims(Items<Dimension>(dims))) + ", got " +
                                     describe(*operand.node) + " on " + toString(own.dims()));
}

void Shapes::add(const ArrayParameter &array, std::size_t n, const Operand &operand) {
  checkDims(array, n, operand);
  const Node &node = *operand.node;
  for (const NamedRange &wanted : array.dims) {
    Range own = node.domain[wanted.dim];
    auto refuse = [&](const std::string &what) {
      throw DomainError(operand.line, subject(function, n) + what + ", got " + describe(node) +
                                          " over " + toString(wanted.dim(own)));
    };
    if (!node.symbolic && !own.isFinite())
      refuse("is finite");
    if (!node.symbolic && wanted.range.isFinite() && !(own == wanted.range))
      refuse("is over " + toString(wanted));
    bool isKnown = domain.has(wanted.dim);
    Range before = isKnown ? domain[wanted.dim] : Range::all();
    if (!node.symbolic && before.isFinite() && !(own == before))
      refuse("is over " + toString(wanted.dim(before)) + " as the operands before");
    if (isKnown && before.isFinite())
      continue;
    domain = domain.with(wanted.dim(own));
    compute = compute.with(wanted.dim(node.compute.rangeOr(wanted.dim)));
  }
}

Domain Shapes::complete(const ArrayParameter &array, const Domain &known) {
  Domain whole;
  for (const NamedRange &range : array.dims)
    whole = whole.with(range.range.isFinite() ? range : range.dim(known[range.dim]));
  return whole.canonical();
}

/// What tells where neighbours are missing of a result on `domain`, if it has them.
std::shared_ptr<const std::vector<NodeRef>> validityWithin(const Node &call, const Domain &domain) {
  if (!call.validity)
    return nullptr;
  auto own = std::make_shared<std::vector<NodeRef>>();
  for (const NodeRef &field : *call.validity)
    if (std::all_of(field->domain.begin(), field->domain.end(),
                    [&](const NamedRange &range) { return domain.has(range.dim); }))
      own->push_back(field);
  return own->empty() ? nullptr : own;
}

} // namespace

std::vector<NodeRef> detail::buildArrayCall(const ImportedFunction &function,
                                            std::span<Operand> operands) {
  checkOperandCount(function, operands);
  Shapes shapes(function);
  std::size_t n = 0;
  for (const ArrayParameter &array : function.prototype.arrays) {
    if (array.use == ArrayUse::Write)
      continue;
    Operand &operand = operands[n];
    if (isInScanBody(*operand.node))
      throw ValueError(operand.line, "'" + function.symbol +
                                         "' is called on whole arrays, which the values in the "
                                         "body of a scan are not");
    operand.node = operandOfCall(function, n, operand);
    shapes.add(array, n++, operand);
  }
  auto *call = new ArrayCallNode(function, *operands[0].node);
  NodeRef node(call);
  call->dtype = function.prototype.results[0];
  takeOperands(*call, operands);
  for (const ArrayParameter &array : function.prototype.arrays)
    if (array.use != ArrayUse::Read) {
      call->domains.push_back(shapes.domainOf(array));
      call->computes.push_back(shapes.computeOf(array));
    }
  std::vector<NodeRef> results =
      resultsOf(node, [&](unsigned result) { return function.prototype.results[result]; });
  for (NodeRef &result : results)
    result->validity = validityWithin(*call, result->domain);
  return results;
}

Domain ArrayCallNode::reads(std::size_t n, const Domain &box) const {
  const Domain &all = inputs[n]->domain;
  if (!box.empty())
    return all;
  return all.ndim() == 0 ? Domain(I(0, 0)) : all.with(all[0].dim(0, 0));
}

void ArrayCallNode::flatten(Flattening &to) const { to.useImport(*function, /*mayFail=*/false); }

/// "call_arrays @smooth(%u) reads [I, J], writes [I, J] : (!t0) -> !t0".
void ArrayCallNode::print(OperationText &text) const {
  std::string arrays;
  for (const ArrayParameter &array : prototype().arrays) {
    arrays += (arrays.empty() ? "" : ", ") + std::string(wordOf(array.use)) + " [";
    for (const NamedRange &range : array.dims)
      arrays +=
          (arrays.back() == '[' ? "" : ", ") + rangeEntry(text.dimension(range.dim), range.range);
    arrays += array.isDense ? "] dense" : "]";
  }
  TextValue own = text.result();
  std::vector<TextValue> results;
  for (unsigned n = 0; n < resultCount(); ++n)
    results.push_back({resultCount() == 1 ? own.name : own.name + "#" + std::to_string(n),
                       text.fieldType(domains[n], prototype().results[n])});
  own.type = typesOf(results);
  if (resultCount() > 1)
    own = {own.name + ":" + std::to_string(resultCount()), "(" + own.type + ")"};
  text.define(own, "call_arrays @" + text.importName(*function) + "(" + namesOf(text.inputs()) +
                       ") " + arrays + " : (" + typesOf(text.inputs()) + ") -> " + own.type);
  text.setResults(std::move(results));
}

NodeRef ArrayCallNode::rebuild(const Rebuilding &on) const {
  std::vector<Operand> operands;
  for (const NodeRef &input : on.inputs)
    operands.push_back({input, line});
  return buildArrayCall(*function, operands)[0]->inputs[0];
}

void detail::settleResult(Node &node) {
  if (const ArrayCallNode *call = arrayCallOf(node); call && call->isDone())
    setValue(node, call->values[as<ResultNode>(node)->number]);
}

/// The prototype is that of the text's types.
Nodes detail::readArrayCall(const Written &written) {
  Sequence<ArrayParameter> arrays = written.text.prototype.arrays;
  std::size_t operand = 0, result = 0;
  for (ArrayParameter &array : arrays) {
    bool isRead = array.use != ArrayUse::Write, isWritten = array.use != ArrayUse::Read;
    if ((isRead && operand == written.operands.size()) ||
        (isWritten && result == written.text.types.size()))
      written.refuse("declares more arrays than it has operands and results");
    array.dtype = isRead ? written.operands[operand]->dtype : written.text.types[result];
    operand += isRead;
    result += isWritten;
  }
  if (operand != written.operands.size() || result != written.text.types.size())
    written.refuse("has operands or results that it does not declare");
  const ImportedFunction &function =
      Imports::process().find(written.text.symbol, prototypeOf(arrays), written.line());
  std::vector<Operand> operands = written.operandsWithLines();
  return buildArrayCall(function, operands);
}
