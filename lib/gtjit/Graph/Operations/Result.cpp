//===- Result.cpp - One result of an operation that has several -----------===//

#include "gtjit/Graph/Operations/Result.h"

#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Reference/Evaluated.h"

using namespace gtjit;
using namespace gtjit::detail;

ResultNode::ResultNode(const NodeRef &several, unsigned number, DType type)
    : number(number), spelled(several->spelling()) {
  dtype = type;
  symbolic = several->symbolic;
  runtime = several->runtime;
  domain = several->domainOf(number);
  compute = several->computeOf(number);
  addInput(several);
  line = several->line;
}

void ResultNode::flatten(Flattening &to) const { to.key().number(number); }

void ResultNode::print(OperationText &text) const { text.setResult(text.resultOfInput(number)); }

std::vector<reference::Grid> ResultNode::evaluate(const reference::Evaluated &on) const {
  return {on.inputs[0][number]};
}

std::string ResultNode::shape(std::span<const std::string> operands) const {
  return "result " + std::to_string(number) + " of " + operands[0];
}

std::string ResultNode::computation(std::span<const std::string> operands) const {
  return inputs[0]->computation(operands);
}

NodeRef ResultNode::rebuild(const Rebuilding &on) const {
  return NodeRef(new ResultNode(on.inputs[0], number, dtype));
}
