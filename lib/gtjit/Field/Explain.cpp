//===- Explain.cpp - What evaluating a field does -------------------------===//
//
// Text for people: kernels, where intermediates live and why, traffic, where
// the compiler's time went, and the copies that writes forced.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Code/DiskCache.h"
#include "gtjit/Error.h"
#include "gtjit/Evaluate/DeviceChoice.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Evaluate/InputCheck.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/CallCut.h"
#include "gtjit/Graph/Ends.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Launch/ChainPlan.h"
#include "gtjit/Launch/GridShape.h"
#include "gtjit/Launch/KernelTraffic.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <atomic>
#include <optional>

namespace gtjit {

using namespace detail;

namespace {

/// Describes the kernels of a compiled program for one set of ranges.
class KernelText {
public:
  /// `onDevice`: the program is for the runtime's device.
  KernelText(Runtime::State &runtime, const Arguments &arguments, const CompiledProgram &compiled,
             bool onDevice)
      : line(arguments.line), image(compiled.image()), traffic(arguments, image),
        bound(image, arguments, arena), device(onDevice ? &runtime : nullptr) {
    if (!device) {
      chains = planChains(runtime, image, arguments, bound,
                          arena.take<KernelCall>(image.kernels().size()), arena);
      return;
    }
    use.emplace(*device->device, line);
    module = compiled.deviceModule(*device, line);
  }

  std::string all() const {
    std::string text;
    for (std::size_t n = 0; n < image.kernels().size(); ++n)
      text += kernel(n);
    for (const KernelChain *one : chains)
      text += chain(*one);
    for (std::size_t n = 0; n < image.temporaries().size(); ++n)
      text += "  temporary of " + std::to_string(traffic.bytesOf(image.temporaries()[n])) +
              (isWindow(chains, n) ? " bytes, in windows\n" : " bytes\n");
    for (const gtabi::RemarkInfo &remark : image.remarks())
      text += "  " + std::string(image.text(remark.text)) + "\n";
    return text;
  }

private:
  std::string kernel(std::size_t index) const {
    const gtabi::KernelInfo &info = image.kernels()[index];
    Traffic moved = traffic.of(index);
    std::string text = "  kernel '" + std::string(image.text(info.name)) + "' over " +
                       toString(moved.loops) + (info.hasFold ? ", folding" : "");
    text += filled(": reads %.3f MB, writes %.3f MB, %.3f Mflop, ", 1e-6 * moved.bytesRead,
                   1e-6 * moved.bytesWritten, 1e-6 * info.flopsPerPoint * moved.loops.size());
    return text + (device ? useOf(info) : filled("%u lanes", info.vectorLanes)) + "\n";
  }

  std::string chain(const KernelChain &chain) const {
    Dimension dim = traffic.of(chain.first).loops[chain.slabLoop].dim;
    return filled("  kernels %zu to %zu run slab by slab, %lld points of %s at a time: %.3f MB for "
                  "each thread\n",
                  chain.first + 1, chain.end, static_cast<long long>(chain.slab),
                  std::string(dim.name()).c_str(), 1e-6 * double(chain.windowBytes));
  }

  std::string useOf(const gtabi::KernelInfo &info) const {
    auto shape = launchShapeOf(image, info, traffic.bounds());
    return shape
               ? device->device->useOf(module->function(image.ptxEntry(info), line), *shape).text()
               : "never started";
  }

  SourceLine line;
  const ImageView &image;
  KernelTraffic traffic;
  Arena arena;
  BoundArguments bound;
  std::vector<KernelChain *> chains;
  const Runtime::State *device;
  std::optional<DeviceContext::Use> use;
  std::shared_ptr<const DeviceModule> module; ///< on the device
};

} // namespace

/// The tables of a program that were computed, and so had to be evaluated first.
static std::string evaluatedTables(const FlatGraph &program) {
  std::string text;
  for (std::size_t n = 0; n < program.nodeCount(); ++n) {
    const Node &node = *program.order[n].node;
    for (std::size_t input = 0; !node.memory() && input < node.inputs.size(); ++input) {
      const Node &table = *node.inputs[input];
      if (node.isTable(input) && table.value.load() && !table.leaf)
        text += "  table of indices evaluated first: " + describe(table) + "\n";
    }
  }
  return text;
}

/// What an evaluation looks at before it stores anything.
static std::string checkedValues(const FlatGraph &program) {
  std::string text;
  for (const InputCheck &check : inputChecks(program))
    for (const InputCheck::Input &input : check.inputs) {
      if (check.isPassed())
        break;
      std::string line = "  checked first, by a kernel of their own: " + describe(*input.values) +
                         " over " + toString(input.box) + "\n";
      if (text.find(line) == std::string::npos) // several nodes may read them
        text += line;
    }
  return text;
}

template <class Lines> static std::string linesUnder(const char *title, const Lines &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += "  " + line + "\n";
  return text.empty() ? text : std::string(title) + "\n" + text;
}

/// What compiling, or finding, the program of stores gives.
static std::string explainStores(Runtime::State &runtime, std::vector<StoreRequest> stores) {
  StageClock clock;
  std::unique_lock lock(runtime.graphMutex);
  bool onDevice = runsOnDevice(runtime, stores, nullptr);
  FlatGraph program = flatten(std::move(stores));
  if (onDevice)
    program.forDevice();
  std::string checked = checkedValues(program);
  std::uint32_t flags = chooseFlags(runtime, program, nullptr);
  auto compiled = findCode(runtime, program, nullptr, lock, clock, flags);
  std::size_t count = compiled->image().kernels().size();
  std::string text = filled("%zu kernel%s, ", count, count == 1 ? "" : "s");
  text += clock.fromDisk   ? "found on disk, which"
          : clock.compiled ? "compiled, compilation"
                           : "found in the cache, compilation";
  text += filled(" took %.3f ms:\n", totalOf(compiled->stages()));
  text += linesOf(compiled->stages());
  if (compiled->isProvisional())
    text += "  quick code, in whose place optimised code comes, made in the background\n";
  if (compiled->fit() && !compiled->isForCaches())
    text += "  for data in memory, which has left the caches when it is used\n";
  std::string kernels = KernelText(runtime, program.arguments, *compiled, onDevice).all();
  return text + kernels + evaluatedTables(program) + checked;
}

/// The same of nodes that are evaluated together.
static std::string explainTogether(Runtime::State &runtime, const std::vector<NodeRef> &nodes,
                                   SourceLine line) {
  std::vector<StoreRequest> stores;
  for (const NodeRef &node : nodes) {
    ArrayView target = plannedView(*node);
    stores.push_back({node, target, target.domain, line});
  }
  return explainStores(runtime, std::move(stores));
}

/// Stands for what a call gives.
static NodeRef planned(Runtime::State &runtime, const NodeRef &result) {
  ArrayView view = plannedView(*result);
  static std::atomic<std::uintptr_t> nextAddress{std::uintptr_t{1} << 44}; // nobody looks there
  view.block = foreignBlock(
      runtime, reinterpret_cast<void *>(nextAddress.fetch_add(std::uintptr_t{1} << 32)), 64, {});
  return buildMemoryLeaf(std::move(view), *result);
}

/// A call of a function on whole arrays, with the kernels that compute what it reads.
static std::string explainCall(Runtime::State &runtime, const CallCut::Call &call) {
  const Node &node = *call.node;
  const ImportedFunction &function = *as<ArrayCallNode>(node)->function;
  std::vector<NodeRef> pending;
  for (const NodeRef &operand : call.operands)
    if (!viewOfValues(*operand) && !as<NumberNode>(*operand))
      pending.push_back(operand);
  std::string text = pending.empty() ? "" : explainTogether(runtime, pending, node.line);
  std::string place = toString(node.line);
  return text + "then '" + function.symbol + "' is called" +
         (place.empty() ? "" : " for " + place) + ", " + function.prototype.text() + "\n";
}

/// The calls of functions on whole arrays that come first. In place of what awaits them nodes
/// become what is computed of their results.
static std::string explainCalls(Runtime::State &runtime, std::vector<NodeRef> &nodes) {
  if (std::none_of(nodes.begin(), nodes.end(), [](const auto &node) { return node->awaitsCall; }))
    return "";
  CallCut cut;
  {
    std::lock_guard lock(runtime.graphMutex);
    cut = cutCalls(nodes, [&](const NodeRef &result) { return planned(runtime, result); });
  }
  nodes = cut.values;
  std::size_t count = cut.calls.size();
  std::string text =
      filled("%zu call%s of functions on whole arrays:\n", count, count == 1 ? "" : "s");
  for (const CallCut::Call &call : cut.calls)
    text += explainCall(runtime, call);
  return text;
}

/// What evaluating a pending node does, in order.
static std::string explainPending(Runtime::State &runtime, const NodeRef &field, SourceLine line) {
  NodeRef node = withEnds(field, field->domain.dims());
  for (const NamedRange &range : node->domain)
    if (!range.range.isFinite())
      throw ValueError(line, "cannot explain " + describe(*node) + ": it is infinite in " +
                                 toString(range));
  std::vector<NodeRef> nodes{node};
  std::string text = explainCalls(runtime, nodes);
  if (nodes[0]->memory()) // the result of a call
    return text;
  return text + (text.empty() ? "" : "then ") + explainTogether(runtime, nodes, line);
}

/// What has happened so far.
static std::string historyOf(Runtime::State &runtime) {
  std::lock_guard lock(runtime.graphMutex);
  std::string text;
  if (!runtime.lastStages.empty())
    text += filled("last evaluation that compiled, %.3f ms:\n", totalOf(runtime.lastStages)) +
            linesOf(runtime.lastStages);
  std::lock_guard copiesLock(runtime.copiesMutex);
  text += linesUnder("copies forced by writes:", runtime.copyLog) +
          linesUnder("copies to and from the device:", runtime.transferLog);
  if (runtime.device)
    text += "since the runtime was made: " + transferText(runtime) + "\n";
  if (runtime.disk)
    text += "kernels on disk: " + runtime.disk->describe() + "\n";
  return text;
}

static constexpr const char *kByReference =
    "evaluated point by point by the reference evaluator, no kernel is compiled\n";

Text explain(Arg field) {
  const NodeRef &node = field.field.ref();
  if (!node)
    throw ValueError(field.line, "explain: the field is empty");
  requireConcrete(*node, "explain()", field.line);
  Runtime::State &runtime = node->runtime ? *node->runtime : Runtime::current().get();
  std::string text = describe(*node) + ", " + toString(node->domain) + ": ";
  if (node->memory() || as<NumberNode>(*node))
    text += "its values are in memory, no kernel is needed\n";
  else if (runtime.options.reference)
    text += kByReference;
  else
    text += explainPending(runtime, node, field.line);
  return Text(text + historyOf(runtime));
}

Text explain(detail::Items<Update> updates) {
  PlannedAssignments planned = planAssignments(takeAssignments(updates));
  if (planned.stores.empty())
    return Text("nothing is written\n");
  Runtime::State &runtime = *planned.runtime;
  std::string text;
  for (const std::string &way : planned.ways)
    text += way + "\n";
  if (runtime.options.reference)
    return Text(text + kByReference + historyOf(runtime));
  std::vector<NodeRef> values;
  for (const StoreRequest &store : planned.stores)
    values.push_back(store.value);
  std::string calls = explainCalls(runtime, values);
  for (std::size_t n = 0; n < values.size(); ++n)
    planned.stores[n].value = values[n];
  return Text(text + calls + explainStores(runtime, std::move(planned.stores)) +
              historyOf(runtime));
}

} // namespace gtjit
