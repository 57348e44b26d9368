//===- Node.cpp - Lifetime of nodes ---------------------------------------===//
//
// Counting, destruction without recursion, and memory for nodes: building an
// expression makes and drops dozens of them, so each thread keeps some. What
// operations do unless their class says otherwise stands here, too.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/Operations/Leaf.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Reference/Evaluated.h"

#include <algorithm>
#include <new>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Memory of dropped nodes of this thread, at most `limit` of them, so that a
/// thread that only drops what another builds holds little. One size serves the
/// nodes of all operations but those with many attributes. Has no destructor, which
/// every use would have to see registered.
class NodeMemory {
public:
  static constexpr std::size_t pooled = sizeof(Node) + 32;

  void *take(std::size_t size) {
    if (!first || size > pooled)
      return ::operator new(size > pooled ? size : pooled);
    --count;
    return std::exchange(first, first->next);
  }
  void giveBack(void *memory, std::size_t size) noexcept {
    if (size > pooled || (count == limit && !open()))
      return ::operator delete(memory);
    first = ::new (memory) Free{first};
    ++count;
  }

private:
  struct Free {
    Free *next;
  };
  bool open() noexcept;
  void close() noexcept;

  static constexpr unsigned most = 1024;
  Free *first = nullptr;
  unsigned count = 0;
  unsigned limit = 0;    ///< `most` once the thread's end is known to empty it
  bool isClosed = false; ///< nodes may outlive the thread's own objects
};

/// Nodes of this thread whose last reference is gone: dropping one that holds a
/// long chain neither recurses nor needs memory.
struct Graveyard {
  Node *first = nullptr;
  bool isBeingEmptied = false;
};

// Each operation of an expression comes here: at a fixed place of the thread's memory,
// without a call that looks for it.
[[gnu::tls_model("initial-exec")]] thread_local constinit NodeMemory nodeMemory;
[[gnu::tls_model("initial-exec")]] thread_local constinit Graveyard graveyard;

/// Whether there is room, which there is none of before the first node is dropped.
bool NodeMemory::open() noexcept {
  struct AtThreadEnd {
    ~AtThreadEnd() { nodeMemory.close(); }
    void note() {}
  };
  if (isClosed || limit == most)
    return false;
  static thread_local AtThreadEnd end;
  end.note();
  limit = most;
  return true;
}

void NodeMemory::close() noexcept {
  isClosed = true;
  limit = count = 0;
  while (first)
    ::operator delete(std::exchange(first, first->next));
}

/// Removes a node from those that read the block of a view. The last entry of
/// the list takes its place.
void unregister(const ArrayView &view, std::size_t &place) {
  if (!view.block)
    return;
  Block &block = *view.block;
  std::lock_guard lock(block.mutex);
  if (place == LeafEntry::unlisted)
    return;
  block.leaves[place] = block.leaves.back();
  *block.leaves[place].place = place;
  place = LeafEntry::unlisted;
  block.leaves.pop_back();
  block.leafCount.store(block.leaves.size(), std::memory_order_relaxed);
}

void registerReader(Node &node, const ArrayView &view, std::size_t &place) {
  Block &block = *view.block;
  std::lock_guard lock(block.mutex);
  block.leaves.push_back({&node, &place});
  place = block.leaves.size() - 1;
  block.leafCount.store(block.leaves.size(), std::memory_order_relaxed);
}

/// registerReader() does not fail then, while the graph mutex is held.
void makeRoomForReader(Block &block) {
  std::lock_guard lock(block.mutex);
  if (block.leaves.size() == block.leaves.capacity())
    block.leaves.reserve(2 * block.leaves.size() + 1);
}

/// The node that has the same values at the same points under another name, or
/// null.
NodeRef renamed(const Node &node) {
  if (node.inputs.empty() || !node.isItsInput() || !(node.domain == node.inputs[0]->domain))
    return NodeRef();
  return node.inputs[0];
}

} // namespace

void *Node::operator new(std::size_t size) { return nodeMemory.take(size); }
void Node::operator delete(void *memory, std::size_t size) noexcept {
  nodeMemory.giveBack(memory, size);
}

Node::Node(const Node &other)
    : NodeType(other), awaitsCall(other.awaitsCall),
      depth(other.depth.load(std::memory_order_relaxed)), inputs(other.inputs), line(other.line),
      name(other.name),
      unslicedDomain(other.unslicedDomain ? new Domain(*other.unslicedDomain) : nullptr),
      validity(other.validity) {}

Node::~Node() {
  if (EvaluatedView *result = value.load(std::memory_order_acquire)) {
    unregister(*result, result->place);
    delete result;
  }
  if (leaf)
    unregister(leaf->view, leaf->place);
}

/// A node without references is one that was just made: nobody else knows it.
void detail::retain(Node *node) noexcept {
  if (node->references.load(std::memory_order_relaxed) == 0)
    node->references.store(1, std::memory_order_relaxed);
  else
    node->references.fetch_add(1, std::memory_order_relaxed);
}

/// Whether a block's list has the node: then others find it without a reference.
static bool isListed(const Node &node) {
  return node.leaf || node.value.load(std::memory_order_relaxed);
}

void detail::release(Node *node) noexcept {
  bool isLast = node->references.load(std::memory_order_acquire) == 1 && !isListed(*node);
  if (!isLast && node->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  Graveyard &dead = graveyard;
  node->nextDead = std::exchange(dead.first, node);
  if (dead.isBeingEmptied)
    return;
  dead.isBeingEmptied = true;
  while (Node *next = dead.first) {
    dead.first = next->nextDead;
    delete next; // buries inputs that nothing else holds
  }
  dead.isBeingEmptied = false;
}

bool detail::retainIfAlive(Node *node) noexcept {
  long seen = node->references.load(std::memory_order_relaxed);
  while (seen != 0)
    if (node->references.compare_exchange_weak(seen, seen + 1, std::memory_order_acq_rel))
      return true;
  return false;
}

/// The leaf that the storage has, if it is of the version; else null. Who reads it after
/// all others are gone is its first reader.
static NodeRef knownLeaf(StorageState &storage, std::uint64_t version, SourceLine line) {
  std::lock_guard lock(storage.leafLock);
  // A leaf that was evaluated has a copy, which a host view does not write.
  if (!storage.leaf || storage.leafVersion != version || storage.leaf->value.load())
    return NodeRef();
  if (storage.leaf->references.load(std::memory_order_relaxed) == 1)
    static_cast<LeafNode &>(*storage.leaf).reader.set(line);
  return storage.leaf;
}

/// Gives a leaf its domains. The first leaf has its own: a view is read once, mostly.
static void setDomains(Node &leaf, StorageState &storage) {
  bool isFirst = storage.leafShape != storage.shapeNumber;
  if (!isFirst && storage.leafDomains) {
    leaf.domain = storage.leafDomains->domain;
    leaf.compute = storage.leafDomains->compute;
    return;
  }
  leaf.domain = storage.layout.domain.canonical();
  leaf.compute = storage.compute.canonical();
  storage.leafShape = storage.shapeNumber;
  storage.leafDomains.reset();
  if (isFirst)
    return;
  leaf.domain.share();
  leaf.compute.share();
  storage.leafDomains = {leaf.domain, leaf.compute};
}

NodeRef detail::buildLeaf(StorageState &storage, SourceLine line) {
  std::uint64_t version = storage.buffer->version.load(std::memory_order_acquire);
  if (NodeRef known = knownLeaf(storage, version, line))
    return known;
  std::lock_guard lock(storage.runtime->graphMutex);
  version = storage.buffer->version.load(std::memory_order_acquire);
  if (NodeRef known = knownLeaf(storage, version, line))
    return known;
  forgetLeaf(storage);
  auto *leaf = new LeafNode;
  NodeRef node(leaf);
  leaf->reader.set(line);
  node->runtime = storage.runtime;
  node->leaf = std::make_unique<LeafData>(LeafData{storage.layout, 1});
  node->leaf->view.block = storage.buffer->block;
  node->dtype = node->leaf->view.dtype;
  setDomains(*node, storage);
  node->line = storage.line;
  node->name = storage.name;
  registerReader(*node, node->leaf->view, node->leaf->place);
  std::lock_guard change(storage.leafLock);
  storage.leaf = node;
  storage.leafVersion = version;
  return node;
}

NodeRef detail::buildMemoryLeaf(ArrayView view, const Node &holder) {
  NodeRef node(new LeafNode);
  node->runtime = holder.runtime;
  node->dtype = view.dtype;
  node->domain = node->compute = view.domain.canonical();
  node->leaf = std::make_unique<LeafData>(LeafData{std::move(view), 0});
  node->line = holder.line;
  node->name = holder.name;
  registerReader(*node, node->leaf->view, node->leaf->place);
  return node;
}

void detail::forgetLeaf(StorageState &storage) noexcept {
  NodeRef leaf; // released after the lock
  std::lock_guard lock(storage.runtime->graphMutex);
  {
    std::lock_guard change(storage.leafLock);
    std::swap(leaf, storage.leaf);
  }
  if (leaf)
    --leaf->leaf->cached;
}

void detail::setValue(Node &node, ArrayView value) {
  NodeRef next(&node);
  while (next) {
    Node &reader = *next;
    if (!reader.value.load(std::memory_order_acquire)) {
      auto result = std::make_unique<EvaluatedView>(EvaluatedView{value});
      registerReader(reader, *result, result->place);
      reader.value.store(result.release(), std::memory_order_release);
      reader.depth.store(0, std::memory_order_relaxed);
    }
    NodeRef input = renamed(reader); // has the same values
    if (reader.runtime)
      reader.inputs.clear();
    next = input && !input->memory() ? input : NodeRef();
  }
}

void detail::redirectLeaf(Node &leaf, ArrayView view) {
  makeRoomForReader(*view.block); // else the leaf might be in no list
  unregister(leaf.leaf->view, leaf.leaf->place);
  registerReader(leaf, view, leaf.leaf->place);
  leaf.leaf->view = std::move(view);
}

//===----------------------------------------------------------------------===//
// What most operations are
//===----------------------------------------------------------------------===//

Domain Node::reads(std::size_t n, const Domain &box) const {
  return projected(box, inputs[n]->domain);
}

std::vector<Domain> Node::pointsRead(std::size_t n, const Domain &box) const {
  return {reads(n, box)};
}

void Node::check(std::size_t, const reference::Grid &, const Domain &) const {}
std::vector<Domain> Node::pointsReadAt(const Domain &box, std::span<const reference::Grid>) const {
  return pointsRead(0, box);
}

std::optional<ArrayView> Node::partOf(const ArrayView &) const { return std::nullopt; }

std::vector<reference::Grid> Node::evaluate(const reference::Evaluated &) const {
  throw RuntimeError(line, "'" + std::string(operation()) + "' has no values of its own");
}

/// "pin(#3, #4)".
std::string Node::shape(std::span<const std::string> operands) const {
  std::string text(spelling());
  for (std::size_t n = 0; n < operands.size(); ++n)
    text += (n ? ", " : "(") + operands[n];
  return operands.empty() ? text : text + ")";
}

std::string Node::computation(std::span<const std::string> operands) const {
  return shape(operands);
}

Domain detail::projected(const Domain &box, const Domain &domain) {
  Domain result = domain;
  for (const NamedRange &range : domain)
    result = std::move(result).with(range.dim(box.rangeOr(range.dim)));
  return result;
}

Domain detail::hullOf(const Domain &a, const Domain &b) {
  if (a.empty() || b.empty())
    return a.empty() ? b : a;
  Domain result = a;
  for (const NamedRange &range : b)
    result = std::move(result).with(range.dim(hull(a.rangeOr(range.dim), range.range)));
  return result;
}

std::optional<ArrayView> detail::viewOfValues(const Node &node) {
  std::vector<const Node *> parts;
  const Node *below = &node;
  for (; !below->memory(); below = below->inputs[0].get()) {
    if (below->kind() != NodeKind::View)
      return std::nullopt;
    parts.push_back(below);
  }
  std::optional<ArrayView> view = *below->memory();
  for (std::size_t n = parts.size(); n-- > 0 && view;)
    view = parts[n]->partOf(*view);
  return view;
}
