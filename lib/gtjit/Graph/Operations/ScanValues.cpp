//===- ScanValues.cpp - Scans on the reference evaluator ------------------===//
//
// Level by level; at each, the steps of the body one after the other over all
// lines of points.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Operations/Call.h"
#include "gtjit/Graph/Operations/Scan.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Reference/PointRows.h"

using namespace gtjit;
using namespace gtjit::detail;
using reference::Grid;

namespace {

/// The values of a scan at one level.
class Level {
public:
  Level(const ScanBody &body, const Domain &points, SourceLine line, FailedPoints &failed)
      : body(body), line(line), failed(failed) {
    for (const ScanBody::Step &step : body.steps)
      steps.push_back(reference::makeGrid(step.dtype, points, line));
  }
  /// Computes all steps at `points`; `arguments` hold the values there.
  void compute(const Domain &points, std::vector<Grid> arguments);
  const Grid &value(unsigned number) const {
    return number < arguments.size() ? arguments[number] : steps[number - arguments.size()];
  }

private:
  void compute(std::size_t step, const Domain &points);

  const ScanBody &body;
  SourceLine line;
  FailedPoints &failed;
  std::vector<Grid> arguments, steps;
};

void Level::compute(std::size_t number, const Domain &points) {
  const ScanBody::Step &step = body.steps[number];
  if (step.result > 0) // the first one has
    return;
  for (std::size_t n = 0; n < step.count(); ++n)
    steps[number + n].box = points;
  std::vector<const Grid *> operands;
  for (unsigned operand : step.operands)
    operands.push_back(&value(operand));
  if (step.external)
    return computeCalls(*step.external, operands, std::span(steps).subspan(number, step.count()),
                        points, step.line, failed);
  reference::computePoints(step.op, operands, steps[number], points, line);
}

void Level::compute(const Domain &points, std::vector<Grid> values) {
  arguments = std::move(values);
  for (std::size_t n = 0; n < steps.size(); ++n)
    compute(n, points);
}

} // namespace

std::vector<Grid> ScanNode::evaluate(const reference::Evaluated &on) const {
  Range range = domain[dim];
  Domain all = on.points.with(dim(range));
  std::vector<Grid> results;
  for (unsigned result : body->results)
    results.push_back(reference::makeGrid(body->typeOf(result), all, line));
  std::int64_t step = isBackward ? -1 : 1, first = isBackward ? range.hi() - 1 : range.lo();
  Level level(*body, all.with(dim(first, first + 1)), line, on.failed);
  for (std::int64_t n = 0; n < range.size(); ++n) {
    std::int64_t at = first + n * step;
    Domain points = all.with(dim(at, at + 1));
    std::vector<Grid> arguments;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      arguments.push_back(*on.inputs[k]);
    for (std::size_t k = 0; k < results.size() && n > 0; ++k) { // as if the last level were here
      arguments[k] = results[k];
      arguments[k].box = all.translated(dim, step);
    }
    level.compute(points, std::move(arguments));
    for (std::size_t k = 0; k < results.size(); ++k)
      convertGrid(level.value(body->results[k]), results[k], points);
  }
  return results;
}
