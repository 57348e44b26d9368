//===- Flatten.cpp - From a graph to a list -------------------------------===//
//
// One iterative walk over the pending graph numbers nodes and arguments and
// writes the key. What is in the key decides which evaluations share code: the
// structure and what the compiler may assume of memory, never a value or size.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/EqualEntries.h"
#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/NodeIndex.h"
#include "gtjit/Memory/Layout.h"
#include "gtjit/Memory/Overlap.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// First byte of a record of the key; others start with an operation.
enum Record : unsigned {
  MemoryRecord = 0x20,
  TargetRecord = 0x21,
  LeafRecord = 0x22,
  InPlaceTargetRecord = 0x23
};

/// Equal for arrays that are the same: of one block, with one address for the
/// point with coordinate 0 in every dimension.
std::size_t hashOf(const ArrayView &view) {
  auto size = static_cast<std::int64_t>(itemsize(view.dtype));
  auto origin = static_cast<std::uint64_t>(view.offset);
  for (std::size_t d = 0; d < view.domain.ndim(); ++d)
    origin -= static_cast<std::uint64_t>(view.domain[d].range.lo()) *
              static_cast<std::uint64_t>(view.strides[d] * size);
  return std::hash<const Block *>()(view.block.get()) * 31 + std::hash<std::uint64_t>()(origin);
}
std::size_t hashOf(const NamedRange &range) {
  std::hash<std::int64_t> hash;
  return (hash(range.range.lo()) * 31 + hash(range.range.hi())) * 31 +
         std::hash<std::string_view>()(range.dim.name());
}

/// Makes a view of an array hold another one's points of the same array, too.
void extend(ArrayView &view, const ArrayView &other) {
  if (view.domain.contains(other.domain))
    return;
  Domain both = hullOf(view.domain, other.domain);
  auto size = static_cast<std::int64_t>(itemsize(view.dtype));
  for (std::size_t d = 0; d < both.ndim(); ++d)
    view.offset += (both[d].range.lo() - view.domain[d].range.lo()) * view.strides[d] * size;
  view.domain = both;
}

class Flattener final : public Flattening {
public:
  Flattener(FlatGraph &program, const Substitutes &substitutes)
      : program(program), substitutes(substitutes), writer(program.key) {}

  unsigned visit(const Node *root);
  void addTarget(const StoreRequest &store, unsigned value);
  void endTargets() { writer.flush(); }
  void beginTargets() { firstStoreRange = static_cast<unsigned>(program.arguments.ranges.size()); }
  /// An entry for the node, or, for null, the end of the last one's lists.
  void addEntry(const Node *node);

  KeyWriter &key() override { return writer; }
  void useRange(NamedRange range) override { useRange(range, 0); }
  void useSharedRange(NamedRange range) override {
    useRange(range, 0);
    unsigned number = program.rangeUses[program.rangeUses.size() - 1];
    if (std::find(shared.begin(), shared.end(), number) == shared.end())
      shared.push_back(number);
  }
  void useScalar(DType type, std::uint64_t bits) override {
    program.arguments.scalars.push_back(bits);
    program.arguments.scalarTypes.push_back(type);
  }
  void useImport(const ImportedFunction &function, bool mayFail) override;
  void checkValues() override { program.checksValues = true; }
  bool anyStrides() const override { return program.anyStrides; }

private:
  unsigned append(const Node *node);
  const ArrayView &memoryOf(const Node &node) const;
  Sequence<unsigned, 4> listedOrder(const ArrayView &view) const;
  unsigned storageArgument(const ArrayView &view);
  unsigned rangeArgument(NamedRange range, unsigned from);
  void useRange(NamedRange range, unsigned from) {
    unsigned number = rangeArgument(range, from);
    program.rangeUses.push_back(number);
    writer.number(number);
  }

  FlatGraph &program;
  const Substitutes &substitutes;
  KeyWriter writer;
  NodeIndex numbers;
  EqualEntries storageNumbers, rangeNumbers;
  Sequence<unsigned, 4> firstOrders; ///< of each storage argument, in its strideOrder
  Sequence<unsigned, 4> shared;      ///< range arguments that stores may be over, too
  unsigned firstStoreRange = 0;
};

/// The name of a function among those of a program: another one may have its symbol.
std::string nameAmong(const std::vector<ImportArgument> &imports, const std::string &symbol) {
  auto isTaken = [&](const std::string &name) {
    return std::any_of(imports.begin(), imports.end(),
                       [&](const ImportArgument &each) { return each.name == name; });
  };
  std::string name = symbol;
  for (int number = 1; isTaken(name); ++number)
    name = symbol + "_" + std::to_string(number);
  return name;
}

/// The key has the name that the image knows it by, and its prototype.
void Flattener::useImport(const ImportedFunction &function, bool mayFail) {
  std::vector<ImportArgument> &imports = program.arguments.imports;
  auto found = std::find_if(imports.begin(), imports.end(),
                            [&](const ImportArgument &each) { return each.function == &function; });
  if (found == imports.end())
    found = imports.insert(found, {nameAmong(imports, function.symbol), &function});
  found->mayFail |= mayFail;
  writer.text(found->name);
  writer.text(function.prototype.text());
}

/// Appends the nodes below `root` that are not there yet; returns the root's
/// position.
unsigned Flattener::visit(const Node *root) {
  struct Frame {
    const Node *node;
    unsigned next;
  };
  Sequence<Frame, 32> path;
  root = valueNode(root);
  if (unsigned known = numbers.find(root); known != NodeIndex::none)
    return known;
  path.push_back({root, 0});
  while (true) {
    Frame &top = path.back();
    if (!top.node->memory() && top.next < top.node->inputs.size()) {
      const Node *input = valueNode(top.node->inputs[top.next++].get());
      if (numbers.find(input) == NodeIndex::none)
        path.push_back({input, 0});
      continue;
    }
    const Node *node = top.node;
    path.erase(path.size() - 1);
    unsigned number = numbers.find(node); // a shared operand may be on the path twice
    if (number == NodeIndex::none)
      number = append(node);
    if (path.empty())
      return number;
  }
}

void Flattener::addEntry(const Node *node) {
  program.order.push_back({node, FlatGraph::none, static_cast<unsigned>(program.inputs.size()),
                           static_cast<unsigned>(program.rangeUses.size()),
                           static_cast<unsigned>(program.arguments.scalars.size()), false});
}

unsigned Flattener::append(const Node *node) {
  auto number = static_cast<unsigned>(program.order.size());
  addEntry(node);
  numbers.insert(node, number);
  if (node->memory()) {
    unsigned argument = storageArgument(memoryOf(*node));
    program.order.back().argument = argument;
    program.order.back().isMemory = true;
    writer.byte(LeafRecord);
    writer.number(argument);
    return number;
  }
  writer.operation(node->operation());
  writer.byte(static_cast<unsigned>(node->dtype));
  writer.number(node->inputs.size());
  for (const NodeRef &input : node->inputs) {
    unsigned position = numbers.find(valueNode(input.get()));
    program.inputs.push_back(position);
    writer.number(position);
  }
  node->flatten(*this);
  return number;
}

const ArrayView &Flattener::memoryOf(const Node &node) const {
  if (substitutes.empty())
    return *node.memory();
  auto found = substitutes.find(&node);
  return found == substitutes.end() ? *node.memory() : found->second;
}

/// The order in which a storage's dimensions are listed, slow to fast.
Sequence<unsigned, 4> Flattener::listedOrder(const ArrayView &view) const {
  if (!program.anyStrides)
    return view.strideOrder();
  Domain canonical = view.domain.canonical();
  Sequence<unsigned, 4> order;
  for (unsigned rank : cpuOrder(canonical))
    for (unsigned position = 0; position < view.domain.ndim(); ++position)
      if (view.domain[position].dim == canonical[rank].dim)
        order.push_back(position);
  return order;
}

/// The number of the argument that the view is; its layout goes into the key
/// when it is new.
unsigned Flattener::storageArgument(const ArrayView &view) {
  auto count = static_cast<unsigned>(program.arguments.storages.size());
  if (!program.anyStrides)
    if (unsigned known = storageNumbers.find(
            count, [&](unsigned n) { return hashOf(program.arguments.storages[n]); },
            [&] { return hashOf(view); },
            [&](unsigned n) { return isSameArray(program.arguments.storages[n], view); });
        known != EqualEntries::none) {
      extend(program.arguments.storages[known], view);
      return known;
    }
  Sequence<unsigned, 16> &strideOrder = program.arguments.strideOrder;
  firstOrders.push_back(static_cast<unsigned>(strideOrder.size()));
  program.arguments.storages.append(view);
  writer.byte(MemoryRecord);
  writer.byte(static_cast<unsigned>(view.dtype));
  writer.number(view.domain.ndim());
  bool isUnit = false;
  for (unsigned position : listedOrder(view)) {
    strideOrder.push_back(position);
    writer.dimension(view.domain[position].dim);
    isUnit = view.strides[position] == 1 && !program.anyStrides;
  }
  writer.byte(isUnit);
  return count;
}

/// The number of the argument that is this range; only arguments from `from`
/// on, and ranges of scans and reductions, are shared.
unsigned Flattener::rangeArgument(NamedRange range, unsigned from) {
  auto count = static_cast<unsigned>(program.arguments.ranges.size());
  if (!program.anyStrides)
    if (unsigned known = rangeNumbers.find(
            count, [&](unsigned n) { return hashOf(program.arguments.ranges[n]); },
            [&] { return hashOf(range); },
            [&](unsigned n) {
              bool isFree = n >= from || std::find(shared.begin(), shared.end(), n) != shared.end();
              return isFree && program.arguments.ranges[n] == range;
            });
        known != EqualEntries::none)
      return known;
  program.arguments.ranges.push_back(range);
  return count;
}

void Flattener::addTarget(const StoreRequest &store, unsigned value) {
  unsigned argument = storageArgument(store.target);
  bool isInPlace = store.inPlace != InPlace::No && !program.anyStrides;
  program.targets.push_back(
      {value, argument, static_cast<unsigned>(program.rangeUses.size()), isInPlace});
  writer.byte(isInPlace ? InPlaceTargetRecord : TargetRecord);
  writer.number(value);
  writer.number(argument);
  const unsigned *order = program.arguments.strideOrder.begin() + firstOrders[argument];
  for (std::size_t d = 0; d < store.target.domain.ndim(); ++d) {
    Dimension dim = store.target.domain[std::size_t{order[d]}].dim;
    useRange(dim(store.region[dim]), firstStoreRange);
  }
}

FlatGraph flattened(std::vector<StoreRequest> stores, bool anyStrides,
                    const Substitutes &substitutes) {
  FlatGraph program;
  program.anyStrides = anyStrides;
  Flattener flattener(program, substitutes);
  Sequence<unsigned, 8> values;
  for (const StoreRequest &store : stores)
    values.push_back(flattener.visit(store.value.get()));
  flattener.addEntry(nullptr);
  flattener.beginTargets();
  for (std::size_t n = 0; n < stores.size(); ++n)
    flattener.addTarget(stores[n], values[n]);
  flattener.endTargets();
  program.arguments.line = stores.empty() ? SourceLine() : stores.front().line;
  program.stores = std::move(stores);
  return program;
}

} // namespace

void FlatGraph::forDevice() {
  for (std::size_t n = 0; n < nodeCount() && !arguments.imports.empty(); ++n)
    if (order[n].isMemory)
      continue;
    else if (auto line = order[n].node->callOf(*arguments.imports[0].function))
      throw NotImplementedError(
          *line, "'" + arguments.imports[0].function->symbol +
                     "' is a function of the host, which kernels on a device do not call: "
                     "compute it on processors, from storages on the host or in a program "
                     "after setDevice(nullptr), and copy its values");
  key = deviceKey();
  isForDevice = true;
}

std::string FlatGraph::deviceKey() const { return key + kDeviceRecord; }

void FlatGraph::hold() {
  if (!held.empty())
    return;
  held.reserve(nodeCount());
  for (std::size_t n = 0; n < nodeCount(); ++n)
    held.emplace_back(const_cast<Node *>(order[n].node)); // the count of references changes alone
}

/// Adds a box to what is needed of a node.
static void need(std::optional<Domain> &needed, const Domain &box) {
  needed = needed ? hullOf(*needed, box) : box;
}

std::vector<std::optional<Domain>> detail::boxesNeeded(const FlatGraph &program) {
  std::vector<std::optional<Domain>> nodes(program.nodeCount());
  for (std::size_t n = 0; n < program.targets.size(); ++n)
    if (const Domain &region = program.stores[n].region; !region.empty())
      need(nodes[program.targets[n].value], region);
  for (std::size_t n = program.nodeCount(); n-- > 0;) {
    const FlatGraph::Entry &entry = program.order[n];
    for (std::size_t k = 0; nodes[n] && !entry.isMemory && k < program.inputCount(n); ++k)
      if (Domain read = entry.node->reads(k, *nodes[n]); !read.empty())
        need(nodes[program.input(n, k)], read);
  }
  return nodes;
}

void detail::computeAlso(std::optional<Domain> &computed, const Domain &box) {
  if (!computed) {
    computed = box;
    return;
  }
  for (const NamedRange &range : box)
    computed = computed->with(range.dim(hull(computed->rangeOr(range.dim), range.range)));
}

Domain detail::readByKernel(const Node &node, std::size_t n, const Domain &box) {
  Domain read = node.reads(n, box);
  if (box.empty())
    for (const NamedRange &range : node.inputs[n]->domain)
      if (read[range.dim].empty() && !box.has(range.dim))
        read = read.with(range);
  return read;
}

std::vector<std::optional<Domain>> detail::boxesComputed(const FlatGraph &program) {
  std::vector<std::optional<Domain>> nodes(program.nodeCount());
  for (std::size_t n = 0; n < program.targets.size(); ++n)
    computeAlso(nodes[program.targets[n].value], program.stores[n].region);
  for (std::size_t n = program.nodeCount(); n-- > 0;) {
    const FlatGraph::Entry &entry = program.order[n];
    for (std::size_t k = 0; nodes[n] && !entry.isMemory && k < program.inputCount(n); ++k)
      computeAlso(nodes[program.input(n, k)], readByKernel(*entry.node, k, *nodes[n]));
  }
  return nodes;
}

std::vector<Domain> detail::boxesRead(const FlatGraph &program) {
  std::vector<std::optional<Domain>> nodes = boxesComputed(program);
  std::vector<std::optional<Domain>> arguments(program.arguments.storages.size());
  for (std::size_t n = program.nodeCount(); n-- > 0;)
    if (const FlatGraph::Entry &entry = program.order[n]; entry.isMemory && nodes[n])
      need(arguments[entry.argument], projected(*nodes[n], entry.node->domain));
  std::vector<Domain> boxes;
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    Domain box;
    for (const NamedRange &range : program.arguments.storages[n].domain)
      box = box.with(range.dim(arguments[n] ? arguments[n]->rangeOr(range.dim) : Range()));
    boxes.push_back(std::move(box));
  }
  return boxes;
}

FlatGraph detail::flatten(std::vector<StoreRequest> stores, const Substitutes &substitutes) {
  return flattened(std::move(stores), false, substitutes);
}
FlatGraph detail::flattenForAnyStrides(std::vector<StoreRequest> stores,
                                       const Substitutes &substitutes) {
  return flattened(std::move(stores), true, substitutes);
}
