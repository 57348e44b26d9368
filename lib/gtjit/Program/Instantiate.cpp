//===- Instantiate.cpp - A recipe on the memory of a call -----------------===//
//
// Every step goes through the builder that the user's operator goes through.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Program/Recipe.h"
#include "gtjit/Types/DomainText.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

Dims dimsOf(const std::vector<NamedRange> &ranges) {
  std::vector<Dimension> dims;
  for (const NamedRange &range : ranges)
    dims.push_back(range.dim);
  return Dims(dims);
}

NodeRef numberOf(const Step &step) {
  NodeRef node(new Node);
  node->dtype = step.dtype;
  node->weak = step.weak;
  node->scalarBits = step.scalarBits;
  node->line = step.line;
  return node;
}

/// What a slice of a symbolic input leaves, at any coordinates: for kernels,
/// which have them as arguments.
NodeRef withoutPinned(const NodeRef &input, const Step &step) {
  Sequence<NamedIndex> indices;
  Domain part = input->domain;
  for (Dimension dim : droppedDims(input->domain, step.slice, step.line)) {
    indices.push_back(dim(0));
    part = part.without(dim);
  }
  return buildSlice(input, part, indices, step.line);
}

/// A slice of an argument's value as the user wrote it, of a capture's value
/// as it was found at the trace.
NodeRef sliced(const NodeRef &input, const Step &step) {
  if (input->symbolic)
    return withoutPinned(input, step);
  if (!step.slice.relative.empty())
    return buildRelative(input, step.slice.relative, step.line);
  if (!step.slice.absolute.empty())
    return buildAbsolute(input, Region(step.slice.absolute), step.line);
  return buildSlice(input, Domain(step.ranges), {}, step.line);
}

/// A conversion; a count of points is a number still.
NodeRef convertedTo(const NodeRef &input, const Step &step, const Recipe &recipe) {
  if (recipe.steps[step.inputs[0]].op == OpCode::Count)
    return converted(input, step.dtype, step.line);
  return buildCast(input, step.dtype, step.line);
}

class Instance {
public:
  Instance(const Recipe &recipe, const std::vector<NodeRef> &arguments)
      : recipe(recipe), arguments(arguments) {}
  std::vector<NodeRef> results();

private:
  NodeRef build(const Step &step) const;
  const NodeRef &input(const Step &step, unsigned n = 0) const { return nodes[step.inputs[n]]; }

  const Recipe &recipe;
  const std::vector<NodeRef> &arguments;
  std::vector<NodeRef> nodes;
};

NodeRef Instance::build(const Step &step) const {
  switch (step.op) {
  case OpCode::Leaf:
    return recipe.captures[static_cast<std::size_t>(step.offset)];
  case OpCode::Argument:
    return arguments[static_cast<std::size_t>(step.offset)];
  case OpCode::Scalar:
    return numberOf(step);
  case OpCode::Point: {
    if (step.point == PointOp::Cast)
      return convertedTo(input(step), step, recipe);
    Operand operands[NodeInputs::capacity];
    for (unsigned n = 0; n < step.inputs.size(); ++n)
      operands[n] = {input(step, n), step.line};
    return buildPoint(step.point, {operands, step.inputs.size()});
  }
  case OpCode::Index:
    return buildIndex(step.dim, step.line);
  case OpCode::Shift:
    return buildShift(input(step), {step.dim, step.offset}, step.line);
  case OpCode::Pin:
    return buildAbsolute(input(step), Region(step.dim(step.offset)), step.line);
  case OpCode::Slice:
    return sliced(input(step), step);
  case OpCode::Broadcast: // also another name for the same value
    return buildBroadcast(input(step), dimsOf(step.ranges), step.line);
  case OpCode::Reduce: {
    Dims dims = dimsOf(step.ranges);
    if (step.use != ReduceUse::Itself)
      return buildReduceFor(step.use, input(step), step.reduce, dims, step.line);
    return buildReduce(input(step), step.reduce, &dims, step.line);
  }
  case OpCode::Count: {
    if (input(step)->symbolic)
      return makeScalar(std::int64_t{1}, step.line); // an argument of the kernel
    Dims dims = dimsOf(step.ranges);
    return buildCount(input(step), &dims, step.line);
  }
  }
  return NodeRef();
}

std::vector<NodeRef> Instance::results() {
  nodes.reserve(recipe.steps.size());
  for (const Step &step : recipe.steps) {
    nodes.push_back(build(step));
    bool isGiven = step.op == OpCode::Argument || step.op == OpCode::Leaf;
    if (!step.name.empty() && !isGiven)
      nodes.back() = buildNamed(std::move(nodes.back()), step.name);
  }
  std::vector<NodeRef> results;
  for (unsigned step : recipe.results)
    results.push_back(nodes[step]);
  return results;
}

} // namespace

std::vector<NodeRef> detail::instantiate(const Recipe &recipe,
                                         const std::vector<NodeRef> &arguments) {
  return Instance(recipe, arguments).results();
}
