//===- MakePlan.cpp - From a call to a plan -------------------------------===//
//
// What the call's arguments look like to kernels, without their memory.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/ExpressionReads.h"
#include "gtjit/Evaluate/InputCheck.h"
#include "gtjit/Evaluate/PassedCheck.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Launch/Plan.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Program/Call.h"

#include <algorithm>
#include <mutex>

using namespace gtjit;
using namespace gtjit::detail;

/// They pass all checks.
std::vector<StoreRequest> detail::storesOf(const Call &call, const std::vector<NodeRef> &results) {
  std::vector<StoreRequest> stores;
  for (std::size_t n = 0; n < results.size(); ++n) {
    const Assignment &output = call.assignments()[n];
    const StorageState &target = *output.target.get();
    NodeRef value = buildStoreValue(results[n], target, output.region, output.line);
    if (output.region.empty())
      return {};
    stores.push_back({value, target.view(), output.region, output.line, target.name});
  }
  return stores;
}

namespace {

bool isScalar(const Variable &variable) { return variable.dims.size() == 0; }

/// Kernels for the plan's graph, which becomes one for any strides if there is
/// no compiler for its own. `lock` holds the graph mutex when called. Null if
/// there are none.
std::shared_ptr<const CompiledProgram> codeOf(ProgramState &program, FlatGraph &graph,
                                              GraphLock &lock) {
  StageClock clock;
  std::uint32_t flags = chooseFlags(*program.runtime, graph, &program.code);
  if (auto compiled = findCode(*program.runtime, graph, &program.code, lock, clock, flags))
    return compiled;
  lock.lock();
  bool forDevice = graph.isForDevice;
  graph = flattenForAnyStrides(std::move(graph.stores));
  auto compiled = findForAnyStrides(program.code, graph, forDevice);
  return graph.isForDevice == forDevice ? compiled : nullptr;
}

/// The same, again with the mutex; null also if it is code for the first evaluations alone.
std::shared_ptr<const CompiledProgram> finalCodeOf(ProgramState &program, FlatGraph &graph,
                                                   GraphLock &lock) {
  std::shared_ptr<const CompiledProgram> compiled = codeOf(program, graph, lock);
  if (!lock)
    lock.lock();
  return compiled && !compiled->isProvisional() ? compiled : nullptr;
}

/// What a call like this one has to look at: with other numbers, if it takes any, other values.
std::vector<FlatGraph> checksOf(const ProgramState &program, const FlatGraph &graph) {
  std::vector<FlatGraph> checks;
  for (const InputCheck &check : inputChecks(graph)) {
    if (check.isPassed() && std::ranges::none_of(program.recipe.arguments, isScalar))
      continue;
    NodeRef refused = check.refused();
    ArrayView flag = allocateView(*program.runtime, refused->dtype, {}, {}, 0, refused->line);
    checks.push_back(flatten({{refused, flag, {}, refused->line}}));
  }
  return checks;
}

/// The graph's argument that a node of the call is, a storage or a scalar, or
/// unused.
unsigned argumentOf(const FlatGraph &graph, const Node *node) {
  for (std::size_t n = 0; n < graph.nodeCount(); ++n)
    if (const FlatGraph::Entry &entry = graph.order[n]; entry.node == node)
      return entry.isMemory ? entry.argument : entry.firstScalar;
  return PlannedStorage::unused;
}

bool isSameMemory(const ArrayView &a, const ArrayView &b) {
  return a.block.get() == b.block.get() && a.offset == b.offset && isShapedAs(a, b);
}

/// Finds the outputs that are inputs, too, and whether their kernels may write in place. False if
/// memory is shared in any other way.
bool findInPlace(Plan &plan, std::vector<StoreRequest> &stores, const ProgramState &program,
                 const Call &call) {
  for (unsigned n = 0; n < stores.size(); ++n)
    for (unsigned k = 0; k < call.argumentNodes().size(); ++k) {
      const Node &input = *call.argumentNodes()[k];
      if (isScalar(program.recipe.arguments[k]) ||
          !shareMemory(*stores[n].target.block, *input.memory()->block))
        continue;
      if (!isSameMemory(stores[n].target, *input.memory()))
        return false;
      plan.inPlace.push_back({n, k});
    }
  if (plan.inPlace.empty())
    return true;
  if (program.runtime->device)
    return false;
  ExpressionReads reads(stores, /*areNumbersKnown=*/false);
  for (std::size_t n = 0; n < stores.size(); ++n)
    for (const Node *leaf : reads.leaves())
      if (reads.conflicts(*leaf, n))
        return false;
  for (std::size_t n = 0; n < stores.size(); ++n)
    stores[n].inPlace = reads.inPlace(n);
  return true;
}

/// Whether an output and an input of a plan are one argument of its kernels.
bool isShared(const Plan &plan, std::size_t output, std::size_t input) {
  return plan.outputs[output].argument == plan.inputs[input].argument;
}

/// Tells where the arguments of a call go. False if two of them are one
/// argument of the graph, but for those in place: others may be two.
bool mapArguments(Plan &plan, const FlatGraph &graph, const ProgramState &program,
                  const Call &call) {
  std::vector<Domain> boxes = boxesRead(graph);
  std::vector<unsigned> used;
  for (std::size_t n = 0; n < call.argumentNodes().size(); ++n) {
    const Node *node = call.argumentNodes()[n].get();
    unsigned argument = argumentOf(graph, node);
    bool scalar = isScalar(program.recipe.arguments[n]);
    plan.scalars.push_back(scalar ? argument : PlannedStorage::unused);
    PlannedStorage input;
    if (!scalar) {
      input.shape = *node->memory();
      input.argument = argument;
      if (argument != PlannedStorage::unused) {
        input.region = boxes[argument];
        used.push_back(argument);
      }
    }
    plan.inputs.push_back(std::move(input));
  }
  for (std::size_t n = 0; n < graph.targets.size(); ++n) {
    const StoreRequest &store = graph.stores[n];
    plan.outputs.push_back({store.target, store.region, graph.targets[n].storage});
    used.push_back(plan.outputs.back().argument);
  }
  for (auto [output, input] : plan.inPlace) {
    if (plan.inputs[input].argument == PlannedStorage::unused)
      continue;
    if (!isShared(plan, output, input)) // of code for any strides
      return false;
    auto found = std::find(used.begin(), used.end(), plan.inputs[input].argument);
    if (found == used.end()) // two outputs are one storage, which evaluations refuse
      return false;
    used.erase(found);
  }
  std::sort(used.begin(), used.end());
  return std::adjacent_find(used.begin(), used.end()) == used.end();
}

/// Takes the arguments, without memory but that of captures, which the recipe
/// owns.
void takeArguments(Plan &plan, FlatGraph &graph, SourceLine line) {
  plan.arguments = std::move(graph.arguments);
  plan.arguments.line = line;
  for (std::vector<PlannedStorage> *storages : {&plan.inputs, &plan.outputs})
    for (PlannedStorage &storage : *storages) {
      storage.shape.block = BlockRef();
      if (storage.argument != PlannedStorage::unused)
        plan.arguments.storages[storage.argument].block = BlockRef();
    }
}

} // namespace

bool detail::addPlan(ProgramState &program, const Call &call, const std::vector<NodeRef> &results) {
  if (program.recipe.takesTables)
    return false; // what is read other values tell
  if (program.recipe.callsArrays)
    return false; // a plan is one evaluation
  GraphLock lock(program.runtime->graphMutex);
  std::vector<StoreRequest> stores = storesOf(call, results);
  if (stores.empty())
    return false;
  auto plan = std::make_shared<Plan>();
  if (!findInPlace(*plan, stores, program, call))
    return false;
  FlatGraph graph = flatten(std::move(stores));
  if (!plan->inPlace.empty() && graph.arguments.mayFail())
    return false; // where it fails would be found in values that have been written
  if (program.runtime->device)
    graph.forDevice();
  std::vector<FlatGraph> checks = checksOf(program, graph);
  if (program.runtime->device && !checks.empty())
    return false;
  plan->compiled = finalCodeOf(program, graph, lock);
  if (!plan->compiled || !mapArguments(*plan, graph, program, call))
    return false;
  NodePlaces places = checks.empty() ? NodePlaces() : placesOf(graph);
  for (FlatGraph &check : checks) {
    std::shared_ptr<const CompiledProgram> compiled = finalCodeOf(program, check, lock);
    auto planned =
        compiled ? plannedCheck(graph, places, check, std::move(compiled)) : std::nullopt;
    if (!planned)
      return false;
    plan->checks.push_back(std::move(*planned));
  }
  takeArguments(*plan, graph, call.sourceLine());
  if (graph.isForDevice)
    plan->setDevice();
  if (program.plans.size() == kPlansKept)
    program.plans.pop_back();
  if (!program.plans.empty())
    program.plans.front()->rest();
  program.plans.insert(program.plans.begin(), std::move(plan));
  return true;
}
