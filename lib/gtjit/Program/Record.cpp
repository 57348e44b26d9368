//===- Record.cpp - From a traced graph to a recipe -----------------------===//
//
// One iterative walk, operands before users. Memory is copied once a leaf.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/NodeIndex.h"
#include "gtjit/Program/Recipe.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class Recorder {
public:
  Recorder(Runtime::State &runtime, const TracedGraph &traced, Recipe &recipe)
      : runtime(runtime), traced(traced), recipe(recipe) {}
  unsigned visit(const Node *root);

private:
  unsigned append(const Node &node);
  void describeStep(const Node &node, Step &step);
  void capture(const Node &node, Step &step);

  Runtime::State &runtime;
  const TracedGraph &traced;
  Recipe &recipe;
  NodeIndex numbers;
};

unsigned Recorder::visit(const Node *root) {
  if (unsigned known = numbers.find(root); known != NodeIndex::none)
    return known;
  std::vector<std::pair<const Node *, unsigned>> path{{root, 0}};
  while (true) {
    auto &[node, next] = path.back();
    if (!node->memory() && next < node->inputs.size()) {
      const Node *input = node->inputs[next++].get();
      if (numbers.find(input) == NodeIndex::none)
        path.push_back({input, 0});
      continue;
    }
    unsigned number = numbers.find(node); // a shared operand may be on the path twice
    if (number == NodeIndex::none)
      number = append(*node);
    path.pop_back();
    if (path.empty())
      return number;
  }
}

unsigned Recorder::append(const Node &node) {
  Step step;
  step.op = node.op;
  step.dtype = node.dtype;
  step.weak = node.weak;
  step.line = node.line;
  step.name = node.name;
  if (node.memory()) {
    capture(node, step);
  } else {
    for (const NodeRef &input : node.inputs)
      step.inputs.push_back(numbers.find(input.get()));
    describeStep(node, step);
  }
  auto number = static_cast<unsigned>(recipe.steps.size());
  recipe.steps.push_back(std::move(step));
  numbers.insert(&node, number);
  return number;
}

void Recorder::describeStep(const Node &node, Step &step) {
  switch (node.op) {
  case OpCode::Scalar:
    step.scalarBits = node.scalarBits;
    break;
  case OpCode::Point:
    step.point = node.point;
    break;
  case OpCode::Index:
  case OpCode::Shift:
  case OpCode::Pin:
    step.dim = node.dim;
    step.offset = node.offset;
    break;
  case OpCode::Slice:
    if (node.slice)
      step.slice = *node.slice;
    else
      step.ranges.assign(node.domain.begin(), node.domain.end());
    break;
  case OpCode::Broadcast:
    step.ranges.assign(node.domain.begin(), node.domain.end());
    break;
  case OpCode::Reduce:
    step.reduce = node.reduce;
    step.use = node.use;
    [[fallthrough]];
  case OpCode::Count:
    for (Dimension dim : node.reduced)
      step.ranges.push_back(dim(Range::all()));
    break;
  case OpCode::Argument:
    step.offset = node.offset;
    if (static_cast<std::size_t>(node.offset) >= traced.argumentNodes.size() ||
        traced.argumentNodes[static_cast<std::size_t>(node.offset)].get() != &node)
      throw ValueError(traced.line, "compile: the callable reads " + describe(node) +
                                        ", which is an argument of another callable");
    break;
  case OpCode::Leaf:
    break;
  }
}

/// The node's values, now, in memory that nothing else refers to.
void Recorder::capture(const Node &node, Step &step) {
  if (node.runtime && node.runtime != &runtime)
    throw ValueError(traced.line, "compile: the callable reads " + describe(node) +
                                      ", which belongs to another runtime");
  step.op = OpCode::Leaf;
  step.offset = static_cast<std::int64_t>(recipe.captures.size());
  NodeRef leaf(new Node);
  leaf->op = OpCode::Leaf;
  leaf->runtime = &runtime;
  leaf->dtype = node.dtype;
  leaf->domain = node.domain;
  leaf->compute = node.compute;
  leaf->line = node.line;
  leaf->name = node.name;
  leaf->leaf = std::make_unique<LeafData>(LeafData{snapshot(*node.memory(), traced.line), 0});
  recipe.captures.push_back(std::move(leaf));
}

} // namespace

Recipe detail::record(Runtime::State &runtime, TracedGraph traced) {
  Recipe recipe;
  std::lock_guard lock(runtime.graphMutex);
  Recorder recorder(runtime, traced, recipe);
  for (const NodeRef &result : traced.results) {
    recipe.results.push_back(recorder.visit(result.get()));
    recipe.outputs.push_back({result->dtype, result->domain.dims(), result->name, result->line});
  }
  recipe.arguments = std::move(traced.arguments);
  return recipe;
}
