//===- Count.cpp - The number of points of a field ------------------------===//
//
// Of a field whose domain is known it is a number here and now; of an argument
// of a callable it is found in a call.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Count.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Ends.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Written.h"

using namespace gtjit;
using namespace gtjit::detail;

NodeRef detail::buildCount(const NodeRef &operand, const Dims &dims, SourceLine line) {
  NodeRef input = withEnds(operand, dims);
  std::int64_t points = 1;
  for (Dimension dim : dims) {
    if (!input->domain.has(dim))
      throw ValueError(line, "the number of points of " + describe(*input) + " in " +
                                 std::string(dim.name()) + ": it has no such dimension");
    if (input->symbolic)
      continue;
    if (__builtin_mul_overflow(points, input->domain[dim].size(line), &points))
      throw ValueError(line, "the number of points of " + describe(*input) + " is above 2^63");
  }
  if (!input->symbolic)
    return makeScalar(points, line);
  auto *count = new CountNode({dims.begin(), dims.end()});
  NodeRef node(count);
  node->symbolic = true;
  node->dtype = DType::I64;
  node->weak = true;
  node->runtime = input->runtime;
  node->addInput(input);
  node->line = line;
  return node;
}

NodeRef CountNode::rebuild(const Rebuilding &on) const {
  if (on.inputs[0]->symbolic)
    return makeScalar(std::int64_t{1}, line); // an argument of the kernel
  Dims counted(dims);
  return buildCount(on.inputs[0], counted, line);
}

void CountNode::printRecorded(OperationText &text) const {
  text.define(text.result(), "count " + text.inputs()[0].name + " over " +
                                 dimensionList(text, dims) + " : " + text.inputs()[0].type);
}

Nodes detail::readCount(const Written &written) {
  return {buildCount(written.operand(), Dims(written.dims()), written.line())};
}
