//===- Record.cpp - From a traced graph to a recipe -----------------------===//
//
// One iterative walk, operands before users. Memory is copied once a leaf.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/NodeIndex.h"
#include "gtjit/Graph/Operations/Argument.h"
#include "gtjit/Graph/Operations/ArrayCall.h"
#include "gtjit/Graph/Operations/Leaf.h"
#include "gtjit/Graph/Operations/Scan.h"
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
  void checkArgument(const Node &node) const;
  NodeRef captured(const Node &node) const;

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
    settleResult(*const_cast<Node *>(node)); // one of the surroundings
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
  if (node.memory()) {
    step.node = captured(node);
  } else {
    checkArgument(node);
    for (const NodeRef &input : node.inputs)
      step.inputs.push_back(numbers.find(input.get()));
    step.node = node.clone();
    step.node->inputs.clear();
  }
  auto number = static_cast<unsigned>(recipe.steps.size());
  recipe.steps.push_back(std::move(step));
  numbers.insert(&node, number);
  return number;
}

void Recorder::checkArgument(const Node &node) const {
  if (as<ScanValueNode>(node))
    throw ValueError(traced.line, "compile: the callable uses a value in the body of a scan "
                                  "outside of it");
  const auto *argument = as<ArgumentNode>(node);
  if (argument && (argument->number >= traced.argumentNodes.size() ||
                   traced.argumentNodes[argument->number].get() != argument))
    throw ValueError(traced.line, "compile: the callable reads " + describe(node) +
                                      ", which is an argument of another callable");
}

/// The node's values, now, in memory that nothing else refers to.
NodeRef Recorder::captured(const Node &node) const {
  if (node.runtime && node.runtime != &runtime)
    throw ValueError(traced.line, "compile: the callable reads " + describe(node) +
                                      ", which belongs to another runtime");
  NodeRef leaf(new LeafNode);
  leaf->runtime = &runtime;
  leaf->dtype = node.dtype;
  leaf->domain = node.domain;
  leaf->compute = node.compute;
  leaf->line = node.line;
  leaf->name = node.name;
  leaf->leaf = std::make_unique<LeafData>(LeafData{snapshot(*node.memory(), traced.line), 0});
  return leaf;
}

} // namespace

/// Whether a table of the step is anything but memory that the callable captured.
static bool takesTable(const Recipe &recipe, const Step &step) {
  for (std::size_t n = 0; n < step.inputs.size(); ++n) {
    const Step *at = &recipe.steps[step.inputs[n]];
    while (at->node->kind() == NodeKind::View && !at->node->memory())
      at = &recipe.steps[at->inputs[0]];
    if (step.node->isTable(n) && !at->node->memory())
      return true;
  }
  return false;
}

Recipe detail::record(Runtime::State &runtime, TracedGraph traced) {
  Recipe recipe;
  std::lock_guard lock(runtime.graphMutex);
  Recorder recorder(runtime, traced, recipe);
  for (const NodeRef &result : traced.results) {
    recipe.results.push_back(recorder.visit(result.get()));
    recipe.outputs.push_back({result->dtype, result->domain.dims(), result->name, result->line});
  }
  recipe.arguments = std::move(traced.arguments);
  for (const Step &step : recipe.steps) {
    recipe.takesTables |= takesTable(recipe, step);
    recipe.callsArrays |= as<ArrayCallNode>(*step.node) != nullptr;
  }
  return recipe;
}
