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
/// nodes of all operations but those with many attributes.
class NodeMemory {
public:
  static constexpr std::size_t pooled = sizeof(Node) + 64;

  ~NodeMemory() {
    closed = true;
    while (first)
      ::operator delete(std::exchange(first, first->next));
  }
  void *take(std::size_t size) {
    if (!first || size > pooled)
      return ::operator new(size > pooled ? size : pooled);
    --count;
    return std::exchange(first, first->next);
  }
  void giveBack(void *memory, std::size_t size) noexcept {
    if (closed || count == limit || size > pooled)
      return ::operator delete(memory);
    first = ::new (memory) Free{first};
    ++count;
  }

private:
  struct Free {
    Free *next;
  };
  static constexpr unsigned limit = 1024;
  Free *first = nullptr;
  unsigned count = 0;
  bool closed = false; ///< nodes may outlive the thread's own objects
};

thread_local constinit NodeMemory nodeMemory;

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
  place = block.leaves.size();
  block.leaves.push_back({&node, &place});
  block.leafCount.store(block.leaves.size(), std::memory_order_relaxed);
}

/// Nodes of this thread whose last reference is gone: dropping one that holds a
/// long chain neither recurses nor needs memory.
struct Graveyard {
  Node *first = nullptr;
  bool isBeingEmptied = false;
};

thread_local constinit Graveyard graveyard;

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
    : dtype(other.dtype), weak(other.weak), fits(other.fits), symbolic(other.symbolic),
      runtime(other.runtime), inputs(other.inputs), domain(other.domain), compute(other.compute),
      line(other.line), name(other.name),
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

void detail::retain(Node *node) noexcept {
  node->references.fetch_add(1, std::memory_order_relaxed);
}

void detail::release(Node *node) noexcept {
  if (node->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
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

NodeRef detail::buildLeaf(StorageState &storage, SourceLine line) {
  std::lock_guard lock(storage.runtime->graphMutex);
  std::uint64_t version = storage.buffer->version.load(std::memory_order_acquire);
  // A leaf that was evaluated has a copy, which a host view does not write.
  if (storage.leaf && storage.leafVersion == version && !storage.leaf->value.load())
    return storage.leaf;
  forgetLeaf(storage);
  NodeRef node(new LeafNode);
  node->runtime = storage.runtime;
  node->leaf = std::make_unique<LeafData>(LeafData{storage.layout, 1});
  node->leaf->view.block = storage.buffer->block;
  node->dtype = node->leaf->view.dtype;
  node->domain = node->leaf->view.domain.canonical();
  node->compute = storage.compute.canonical();
  node->line = storage.line;
  node->name = storage.name;
  registerReader(*node, node->leaf->view, node->leaf->place);
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
  std::swap(leaf, storage.leaf);
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
    }
    NodeRef input = renamed(reader); // has the same values
    if (reader.runtime)
      reader.inputs.clear();
    next = input && !input->memory() ? input : NodeRef();
  }
}

void detail::redirectLeaf(Node &leaf, ArrayView view) {
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

NodeRef Node::refused(const NodeRef &) const { return NodeRef(); }
void Node::check(const reference::Grid &, const Domain &) const {}
std::vector<Domain> Node::pointsReadAt(const Domain &box, const reference::Grid &) const {
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
    result = result.with(range.dim(box.rangeOr(range.dim)));
  return result;
}

Domain detail::hullOf(const Domain &a, const Domain &b) {
  if (a.empty() || b.empty())
    return a.empty() ? b : a;
  Domain result = a;
  for (const NamedRange &range : b)
    result = result.with(range.dim(hull(a.rangeOr(range.dim), range.range)));
  return result;
}
