//===- Instantiate.cpp - A recipe on the memory of a call -----------------===//
//
// Every step goes through the builder that the user's operator goes through. Those
// look at tables, so what a table is made of has been evaluated by then.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/InverseImage.h"
#include "gtjit/Graph/Operations/Argument.h"
#include "gtjit/Program/Recipe.h"

using namespace gtjit;
using namespace gtjit::detail;

/// A step on the nodes of those before it. What a call gives keeps its name.
static NodeRef made(const Recipe &recipe, const Step &step, std::vector<NodeRef> &nodes,
                    const std::vector<NodeRef> &arguments, const TableInMemory &inMemory) {
  std::vector<NodeRef> inputs;
  std::vector<const Node *> recorded;
  for (unsigned input : step.inputs) {
    if (step.node->isTable(inputs.size()) && !isInMemory(*nodes[input]))
      nodes[input] = inMemory(nodes[input]);
    inputs.push_back(nodes[input]);
    recorded.push_back(recipe.steps[input].node.get());
  }
  NodeRef node = step.node->rebuild({inputs, recorded, arguments});
  inputs.clear(); // a node that nothing else names takes a name itself
  const std::string &name = step.node->name;
  bool isGiven = as<ArgumentNode>(*step.node);
  return name.empty() || isGiven || node->name == name ? node : buildNamed(std::move(node), name);
}

std::vector<NodeRef> detail::instantiate(const Recipe &recipe,
                                         const std::vector<NodeRef> &arguments,
                                         const TableInMemory &inMemory) {
  std::vector<NodeRef> nodes;
  nodes.reserve(recipe.steps.size());
  for (const Step &step : recipe.steps)
    nodes.push_back(made(recipe, step, nodes, arguments, inMemory));
  std::vector<NodeRef> results;
  for (unsigned step : recipe.results)
    results.push_back(nodes[step]);
  return results;
}
