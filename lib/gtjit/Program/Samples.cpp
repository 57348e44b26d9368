//===- Samples.cpp - Graphs of calls that have not been made --------------===//
//
// The recipe on memory that does not exist. What kernels are compiled for
// depends on types, dimensions and stride orders alone, so no storage is
// needed to compile for a call to come.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Evaluate/InputCheck.h"
#include "gtjit/Graph/CallCut.h"
#include "gtjit/Graph/Operations/Leaf.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Memory/Layout.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Program/ProgramState.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Dimensions from the largest to the smallest stride.
using DimOrder = std::vector<Dimension>;

/// Programs of more dimensions are saved for one order alone.
constexpr std::size_t kMostDimsForAllOrders = 4;
/// Ranges of sample arguments, and the part that is stored: room for shifts
/// and slices.
constexpr Range kArgumentRange(-4096, 4096), kStoredRange(0, 64);

Domain domainOf(const Dims &dims, Range range) {
  Domain domain;
  for (Dimension dim : dims)
    domain = domain.with(dim(range));
  return domain.canonical();
}

class Sample {
public:
  /// Strides in `order`; with `symbolic` none of them is 1, and the domains
  /// are not known.
  Sample(const ProgramState &program, const DimOrder &order, bool symbolic)
      : program(program), order(order), symbolic(symbolic) {}
  /// Stores of all results; none if the sample's domains do not fit.
  std::vector<StoreRequest> stores();
  /// The store of a value without dimensions.
  StoreRequest flag(const NodeRef &value);
  /// What kernels store for functions on whole arrays, which a call of the program calls before
  /// `stores`: a list for each. These read what stands for the functions' results then.
  std::vector<std::vector<StoreRequest>> cut(std::vector<StoreRequest> &stores);
  /// Stores of the tables that a call evaluates first, one by one: what stores() came
  /// upon.
  std::vector<StoreRequest> tables;

private:
  ArrayView view(const Variable &variable, Range range);
  NodeRef argument(const Variable &variable);
  NodeRef table(const NodeRef &computed);
  StoreRequest storeOf(const NodeRef &computed);

  const ProgramState &program;
  const DimOrder &order;
  bool symbolic;
  std::uintptr_t nextAddress = std::uintptr_t{1} << 40;
};

ArrayView Sample::view(const Variable &variable, Range range) {
  nextAddress += std::uintptr_t{1} << 32; // no two views share memory
  ArrayView view{foreignBlock(*program.runtime, reinterpret_cast<void *>(nextAddress), 64, {}),
                 variable.dtype,
                 domainOf(variable.dims, range),
                 {},
                 0};
  view.strides.assign(view.domain.ndim(), 0);
  std::int64_t stride = symbolic ? 2 : 1;
  for (std::size_t n = order.size(); n-- > 0;)
    for (std::size_t d = 0; d < view.domain.ndim(); ++d)
      if (view.domain[d].dim == order[n]) {
        view.strides[d] = stride++;
      }
  return view;
}

NodeRef Sample::argument(const Variable &variable) {
  bool isNumber = variable.dims.size() == 0 && !isComplex(variable.dtype);
  NodeRef node =
      isNumber ? NodeRef(new NumberNode(variable.dtype, 0, variable.line)) : NodeRef(new LeafNode);
  node->dtype = variable.dtype;
  node->name = variable.name;
  node->line = variable.line;
  if (isNumber)
    return node;
  node->symbolic = symbolic;
  node->runtime = program.runtime;
  node->domain = node->compute = domainOf(variable.dims, symbolic ? Range::all() : kArgumentRange);
  node->leaf = std::make_unique<LeafData>(LeafData{view(variable, Range(0, 1)), 0});
  return node;
}

/// The variable that takes the values of a node.
Variable variableOf(const Node &computed) {
  return {computed.dtype, computed.domain.dims(), computed.name, computed.line};
}

StoreRequest Sample::storeOf(const NodeRef &computed) {
  ArrayView target = view(variableOf(*computed), kStoredRange);
  Domain region = target.domain;
  return {computed, std::move(target), region, computed->line, computed->name};
}

NodeRef Sample::table(const NodeRef &computed) {
  tables.push_back(storeOf(computed));
  return argument(variableOf(*computed));
}

std::vector<std::vector<StoreRequest>> Sample::cut(std::vector<StoreRequest> &stores) {
  std::vector<NodeRef> values;
  for (const StoreRequest &store : stores)
    values.push_back(store.value);
  CallCut parts =
      cutCalls(values, [&](const NodeRef &result) { return argument(variableOf(*result)); });
  for (std::size_t n = 0; n < stores.size(); ++n)
    stores[n].value = parts.values[n];
  std::vector<std::vector<StoreRequest>> before;
  for (const CallCut::Call &call : parts.calls) {
    std::vector<StoreRequest> operands;
    for (const NodeRef &operand : call.operands)
      if (!viewOfValues(*operand) && !as<NumberNode>(*operand))
        operands.push_back(storeOf(operand));
    if (!operands.empty())
      before.push_back(std::move(operands));
  }
  return before;
}

StoreRequest Sample::flag(const NodeRef &value) {
  return {value, view({value->dtype, {}, {}, value->line}, Range(0, 1)), Domain(), value->line};
}

std::vector<StoreRequest> Sample::stores() {
  std::vector<NodeRef> arguments;
  for (const Variable &variable : program.recipe.arguments)
    arguments.push_back(argument(variable));
  std::vector<NodeRef> results =
      instantiate(program.recipe, arguments, [&](const NodeRef &made) { return table(made); });
  std::vector<StoreRequest> stores;
  for (std::size_t n = 0; n < results.size(); ++n) {
    const Variable &output = program.recipe.outputs[n];
    ArrayView target = view(output, kStoredRange);
    if (!symbolic && !covers(*results[n], target.domain))
      return {};
    Domain region = target.domain;
    stores.push_back({results[n], std::move(target), region, output.line, output.name});
  }
  return stores;
}

/// All dimensions of arguments and outputs in canonical order.
DimOrder dimsOf(const Recipe &recipe) {
  DimOrder dims;
  for (const std::vector<Variable> *variables : {&recipe.arguments, &recipe.outputs})
    for (const Variable &variable : *variables)
      for (Dimension dim : variable.dims)
        if (std::find(dims.begin(), dims.end(), dim) == dims.end())
          dims.push_back(dim);
  std::sort(dims.begin(), dims.end());
  return dims;
}

DimOrder cpuOrderOf(const DimOrder &dims) {
  Domain domain = domainOf(Dims(dims), Range(0, 1));
  DimOrder order;
  for (unsigned position : cpuOrder(domain))
    order.push_back(domain[position].dim);
  return order;
}

/// Whether values depend on the order of the arguments' strides.
bool dependsOnOrder(const Recipe &recipe) {
  return std::any_of(recipe.steps.begin(), recipe.steps.end(),
                     [](const Step &step) { return step.node->dependsOnStrides(); });
}

void addOnce(std::vector<FlatGraph> &graphs, FlatGraph graph) {
  bool isThere = std::any_of(graphs.begin(), graphs.end(),
                             [&](const FlatGraph &other) { return other.key == graph.key; });
  if (!isThere)
    graphs.push_back(std::move(graph));
}

using Flatten = FlatGraph (*)(std::vector<StoreRequest>, const Substitutes &);

/// The graph of some stores, and what an evaluation of it runs before.
void addWithChecks(std::vector<FlatGraph> &graphs, Sample &sample, std::vector<StoreRequest> stores,
                   Flatten flatten) {
  for (std::vector<StoreRequest> &before : sample.cut(stores))
    addOnce(graphs, flatten(std::move(before), {}));
  FlatGraph graph = flatten(std::move(stores), {});
  for (const InputCheck &check : inputChecks(graph))
    addOnce(graphs, flatten({sample.flag(check.refused())}, {}));
  addOnce(graphs, std::move(graph));
}

/// The sample's stores, and those of the tables that they look at.
void addForAnyStrides(std::vector<FlatGraph> &graphs, Sample sample) {
  addWithChecks(graphs, sample, sample.stores(), flattenForAnyStrides);
  for (const StoreRequest &table : sample.tables)
    addWithChecks(graphs, sample, {table}, flattenForAnyStrides);
}

void addUsual(std::vector<FlatGraph> &graphs, const ProgramState &program, const DimOrder &order) {
  if (program.recipe.takesTables) // a sample has no indices
    return;
  try {
    Sample sample(program, order, false);
    if (auto stores = sample.stores(); !stores.empty())
      addWithChecks(graphs, sample, std::move(stores), flatten);
  } catch (const Error &) {
    // The callable's slices do not fit the sample: calls use other kernels.
  }
}

} // namespace

std::vector<FlatGraph> detail::graphsToSave(const ProgramState &program, bool forDevice) {
  std::vector<FlatGraph> graphs;
  DimOrder dims = dimsOf(program.recipe), order = cpuOrderOf(dims);
  addForAnyStrides(graphs, Sample(program, order, true));
  addUsual(graphs, program, order);
  addUsual(graphs, program, dims);
  addUsual(graphs, program, DimOrder(dims.rbegin(), dims.rend()));
  if (dependsOnOrder(program.recipe) && dims.size() <= kMostDimsForAllOrders)
    for (order = dims; std::next_permutation(order.begin(), order.end());)
      addForAnyStrides(graphs, Sample(program, order, true));
  if (forDevice)
    for (FlatGraph &graph : graphs)
      graph.forDevice();
  return graphs;
}
