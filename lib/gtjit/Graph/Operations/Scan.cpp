//===- Scan.cpp - Values carried along a dimension ------------------------===//
//
// What a scan is in keys and texts. Its lines have a region, whose values only it
// knows.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Scan.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/ModuleText.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Call.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

bool ScanBody::uses(unsigned value) const {
  bool isUsed = std::find(results.begin(), results.end(), value) != results.end();
  for (const Step &step : steps)
    isUsed = isUsed ||
             std::find(step.operands.begin(), step.operands.end(), value) != step.operands.end();
  return isUsed;
}

/// Nothing of what the body does not use.
Domain ScanNode::reads(std::size_t n, const Domain &box) const {
  Domain result = projected(box.with(dim(domain[dim])), inputs[n]->domain);
  if (!body->uses(static_cast<unsigned>(n)))
    for (const NamedRange &range : inputs[n]->domain)
      result = result.with(range.dim(Range()));
  return result;
}

std::vector<Domain> ScanNode::pointsRead(std::size_t n, const Domain &box) const {
  if (!body->uses(static_cast<unsigned>(n))) // nor the one point of an input without dimensions
    return {};
  return {reads(n, box)};
}

Domain ScanNode::needs(std::size_t n, const Domain &box) const {
  if (!body->uses(static_cast<unsigned>(n)))
    return reads(n, box);
  Range whole = hull(domain[dim], box.rangeOr(dim) & points);
  return projected(box.with(dim(whole)), inputs[n]->domain);
}

std::optional<SourceLine> ScanNode::callOf(const ImportedFunction &function) const {
  for (const ScanBody::Step &step : body->steps)
    if (step.external == &function)
      return step.line;
  return std::nullopt;
}

/// In keys, in the place of an operation of the table.
static constexpr unsigned kCallStep = 0xffff;

void ScanNode::flatten(Flattening &to) const {
  KeyWriter &key = to.key();
  key.byte(isBackward);
  key.dimension(dim);
  key.number(body->results.size());
  key.number(body->steps.size());
  for (const ScanBody::Step &step : body->steps) {
    if (step.external) {
      key.number(kCallStep);
      key.byte(step.handled);
      key.number(step.result);
      to.useImport(*step.external, step.external->prototype.reports() && !step.handled);
    } else {
      key.number(static_cast<unsigned>(step.op));
    }
    key.byte(static_cast<unsigned>(step.dtype));
    for (unsigned operand : step.operands)
      key.number(operand);
  }
  for (unsigned result : body->results)
    key.number(result);
  to.useSharedRange(dim(domain[dim]));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string valueName(const ScanBody &body, unsigned value) {
  auto arguments = static_cast<unsigned>(body.arguments.size());
  return value < arguments ? "%a" + std::to_string(value)
                           : "%p" + std::to_string(value - arguments);
}

/// "%a0, %p1" and "f64, i1" of some values.
static std::pair<std::string, std::string> listed(const ScanBody &body,
                                                  std::span<const unsigned> values) {
  std::string names, types;
  for (unsigned value : values) {
    names += (names.empty() ? "" : ", ") + valueName(body, value);
    types += (types.empty() ? "" : ", ") + elementText(body.typeOf(value));
  }
  return {names, types};
}

static std::string stepText(OperationText &text, const ScanBody &body, unsigned number) {
  const ScanBody::Step &step = body.steps[number];
  auto [names, types] = listed(body, {step.operands.data(), step.operands.size()});
  auto value = static_cast<unsigned>(body.arguments.size()) + number;
  if (step.external) {
    std::vector<unsigned> results;
    for (unsigned n = 0; n < step.count(); ++n)
      results.push_back(value + n);
    auto [resultNames, resultTypes] = listed(body, results);
    return "    " + resultNames + " = gt.call @" + text.importName(*step.external) + "(" + names +
           ")" + step.external->prototype.flags(step.handled) + " : (" + types + ") -> " +
           (results.size() == 1 ? resultTypes : "(" + resultTypes + ")") +
           text.location(step.line) + "\n";
  }
  std::string called = step.function ? " {gt.called = \"" + std::string(step.function) + "\"}" : "";
  return "    " + valueName(body, value) + " = gt." + std::string(pointOpInfo(step.op).mnemonic) +
         " " + names + called + " : (" + types + ") -> " + elementText(step.dtype) +
         text.location(step.line) + "\n";
}

static std::string bodyText(OperationText &text, const ScanBody &body, SourceLine line) {
  std::string lines = " {\n  ^bb0(";
  for (unsigned n = 0; n < body.arguments.size(); ++n)
    lines += (n ? ", " : "") + valueName(body, n) + ": " + elementText(body.arguments[n]);
  lines += "):\n";
  for (unsigned n = 0; n < body.steps.size(); ++n)
    if (body.steps[n].result == 0)
      lines += stepText(text, body, n);
  auto [names, types] = listed(body, body.results);
  return lines + "    gt.yield " + names + " : " + types + text.location(line) + "\n  }";
}

void ScanNode::write(OperationText &text, const std::string &head) const {
  std::span<const TextValue> all = text.inputs();
  std::span<const TextValue> initials = all.first(initialCount()),
                             fields = all.subspan(initialCount());
  TextValue own = text.result();
  std::vector<TextValue> results;
  for (unsigned n = 0; n < resultCount(); ++n)
    results.push_back({own.name + "#" + std::to_string(n),
                       text.fieldType(domain, body->typeOf(body->results[n]))});
  own.name += ":" + std::to_string(resultCount());
  text.define(own,
              head + " from " + namesOf(initials) + " : " + typesOf(initials) +
                  (fields.empty() ? "" : " over " + namesOf(fields) + " : " + typesOf(fields)) +
                  " -> " + typesOf(results) + bodyText(text, *body, line));
  text.setResults(std::move(results));
}

static const char *directionText(bool isBackward) { return isBackward ? "backward" : "forward"; }

void ScanNode::print(OperationText &text) const {
  const TextValue &range = text.ranges()[0];
  write(text, std::string("scan ") + directionText(isBackward) + " along " + range.name + " : " +
                  range.type);
}

void ScanNode::printRecorded(OperationText &text) const {
  std::string part = text.dimension(dim);
  if (points.lo() != -unbounded)
    part += " from " + std::to_string(points.lo());
  if (points.hi() != unbounded)
    part += " to " + std::to_string(points.hi());
  write(text, std::string("scan_dim ") + directionText(isBackward) + " [" + part + "]");
}

/// "scan forward along K from #0 over #1, #2: p0 = a0 + a1; p0".
std::string ScanNode::shape(std::span<const std::string> operands) const {
  std::string text = std::string("scan ") + directionText(isBackward) + " along " +
                     std::string(dim.name()) + " from ";
  for (std::size_t n = 0; n < operands.size(); ++n)
    text += (n == 0 ? "" : n == initialCount() ? " over " : ", ") + operands[n];
  text += ":";
  for (std::size_t n = 0; n < body->steps.size(); ++n) {
    const ScanBody::Step &step = body->steps[n];
    text += " p" + std::to_string(n) + " = " + (step.result ? "and " : "") +
            std::string(step.external ? step.external->symbol : pointOpInfo(step.op).spelling) +
            "(" + listed(*body, {step.operands.data(), step.operands.size()}).first + ");";
  }
  return text + " " + listed(*body, body->results).first;
}

std::string ScanNode::computation(std::span<const std::string>) const {
  return std::string("scan ") + directionText(isBackward) + " along " + toString(dim(domain[dim]));
}

//===----------------------------------------------------------------------===//
// Once more
//===----------------------------------------------------------------------===//

NodeRef ScanNode::rebuild(const Rebuilding &on) const {
  return finishScan(clone(), {on.inputs.begin(), on.inputs.end()});
}

/// Appends a step; gives the number of its value.
static unsigned add(ScanBody &body, ScanBody::Step step) {
  body.steps.push_back(std::move(step));
  return static_cast<unsigned>(body.arguments.size() + body.steps.size() - 1);
}

/// A function keeps its types: what goes in and what comes out is converted. Appends to `numbers`
/// those of its results.
static void addCall(ScanBody &body, std::span<const ScanBody::Step> results,
                    std::vector<unsigned> &numbers, DType precision) {
  const ScanBody::Step &call = results[0];
  ScanBody::Step own = call;
  for (std::size_t n = 0; n < own.operands.size(); ++n) {
    unsigned operand = numbers[call.operands[n]];
    DType type = call.external->prototype.operands[n];
    if (body.typeOf(operand) != type)
      operand = add(body, {PointOp::Cast, type, nullptr, call.line, {operand}});
    own.operands[n] = operand;
  }
  unsigned first = add(body, own);
  for (const ScanBody::Step &other : results.subspan(1))
    (void)add(body, other);
  for (const ScanBody::Step &result : results) {
    unsigned number = first + result.result;
    bool isConverted = isFloat(result.dtype) && result.dtype != precision;
    numbers.push_back(
        isConverted ? add(body, {PointOp::Cast, precision, nullptr, call.line, {number}}) : number);
  }
}

/// Conversions between float types become the value that they convert.
void ScanNode::setPrecision(DType precision) {
  auto changed = std::make_shared<ScanBody>();
  auto typed = [&](DType type) { return isFloat(type) ? precision : type; };
  std::vector<unsigned> numbers;
  for (DType type : body->arguments) {
    numbers.push_back(static_cast<unsigned>(numbers.size()));
    changed->arguments.push_back(typed(type));
  }
  for (const ScanBody::Step &step : body->steps) {
    if (step.op == PointOp::Cast && isFloat(step.dtype) &&
        isFloat(body->typeOf(step.operands[0]))) {
      numbers.push_back(numbers[step.operands[0]]);
      continue;
    }
    if (step.external) {
      if (step.result == 0)
        addCall(*changed, std::span(&step, step.count()), numbers, precision);
      continue;
    }
    numbers.push_back(static_cast<unsigned>(changed->arguments.size() + changed->steps.size()));
    changed->steps.push_back(step);
    changed->steps.back().dtype = typed(step.dtype);
    for (unsigned &operand : changed->steps.back().operands)
      operand = numbers[operand];
  }
  for (unsigned result : body->results)
    changed->results.push_back(numbers[result]);
  body = std::move(changed);
}

/// The operations of the region on the values at a point.
static Nodes readBody(const Written &scan, std::span<const NodeRef> arguments) {
  Nodes values(arguments.begin(), arguments.end());
  auto valuesAt = [&](std::span<const unsigned> numbers) {
    Nodes chosen;
    for (unsigned number : numbers) {
      if (number >= values.size())
        scan.refuse("has a region that uses a value which it lacks");
      chosen.push_back(values[number]);
    }
    return chosen;
  };
  for (const WrittenOperation &step : scan.text.body)
    for (NodeRef &value : readOperation(step, valuesAt(step.operands)))
      values.push_back(std::move(value));
  return valuesAt(scan.text.yields);
}

Nodes detail::readScan(const Written &written) {
  const WrittenOperation &text = written.text;
  if (text.entries.size() != 1 || text.initials == 0 || text.initials > written.operands.size() ||
      text.yields.size() != text.initials)
    written.refuse("has one dimension and a value for each of its initial ones");
  std::vector<Operand> inputs = written.operandsWithLines();
  auto fields = inputs.begin() + static_cast<std::ptrdiff_t>(text.initials);
  const WrittenEntry &along = text.entries[0];
  ScanRequest request{along.dim,
                      along.range(),
                      text.word == directionText(true),
                      {inputs.begin(), fields},
                      {fields, inputs.end()},
                      written.line()};
  return buildScan(std::move(request), [&](const std::vector<NodeRef> &arguments) {
    return readBody(written, arguments);
  });
}
