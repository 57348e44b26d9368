//===- Node.cpp - Lifetime of nodes ---------------------------------------===//
//
// Counting, destruction without recursion, and memory for nodes: building an
// expression makes and drops dozens of them, so each thread keeps some.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/GraphLock.h"

#include <algorithm>
#include <new>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Memory of dropped nodes of this thread, at most `limit` of them, so that a
/// thread that only drops what another builds holds little.
class NodeMemory {
public:
  ~NodeMemory() {
    closed = true;
    while (first)
      ::operator delete(std::exchange(first, first->next));
  }
  void *take(std::size_t size) {
    if (!first)
      return ::operator new(size);
    --count;
    return std::exchange(first, first->next);
  }
  void giveBack(void *memory) noexcept {
    if (closed || count == limit)
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

/// Removes a node from those that read a block.
void unregister(Node &node, const ArrayView &view) {
  Block *block = view.block.get();
  if (!block)
    return;
  std::lock_guard lock(block->mutex);
  auto found = std::find(block->leaves.rbegin(), block->leaves.rend(), &node);
  if (found == block->leaves.rend())
    return;
  *found = block->leaves.back();
  block->leaves.pop_back();
}

void registerReader(Node &node, const ArrayView &view) {
  std::lock_guard lock(view.block->mutex);
  view.block->leaves.push_back(&node);
}

/// Nodes of this thread whose last reference is gone, linked through
/// `scalarBits`: dropping one that holds a long chain neither recurses nor
/// needs memory.
struct Graveyard {
  Node *first = nullptr;
  bool isBeingEmptied = false;
};

thread_local constinit Graveyard graveyard;

/// Whether a node differs from its input by its name alone.
bool isRenamed(const Node &node) {
  return node.op == OpCode::Broadcast && !node.inputs.empty() &&
         node.domain.ndim() == node.inputs[0]->domain.ndim();
}

} // namespace

void *Node::operator new(std::size_t size) { return nodeMemory.take(size); }
void Node::operator delete(void *memory) noexcept { nodeMemory.giveBack(memory); }

Node::~Node() {
  if (const ArrayView *result = value.load(std::memory_order_acquire)) {
    unregister(*this, *result);
    delete result;
  }
  if (leaf)
    unregister(*this, leaf->view);
}

void detail::retain(Node *node) noexcept {
  node->references.fetch_add(1, std::memory_order_relaxed);
}

void detail::release(Node *node) noexcept {
  if (node->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  Graveyard &dead = graveyard;
  node->scalarBits = reinterpret_cast<std::uintptr_t>(std::exchange(dead.first, node));
  if (dead.isBeingEmptied)
    return;
  dead.isBeingEmptied = true;
  while (Node *next = dead.first) {
    dead.first = reinterpret_cast<Node *>(static_cast<std::uintptr_t>(next->scalarBits));
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
  NodeRef node(new Node);
  node->op = OpCode::Leaf;
  node->runtime = storage.runtime;
  node->leaf = std::make_unique<LeafData>(LeafData{storage.view(), 1});
  node->dtype = node->leaf->view.dtype;
  node->domain = node->leaf->view.domain.canonical();
  node->compute = storage.compute.canonical();
  node->line = storage.line;
  node->name = storage.name;
  registerReader(*node, node->leaf->view);
  storage.leaf = node;
  storage.leafVersion = version;
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
      auto result = std::make_unique<ArrayView>(value);
      registerReader(reader, *result);
      reader.value.store(result.release(), std::memory_order_release);
    }
    // What only has another name has the same value.
    NodeRef input = isRenamed(reader) ? reader.inputs[0] : NodeRef();
    if (reader.runtime)
      reader.inputs.clear();
    next = input && !input->memory() ? input : NodeRef();
  }
}

void detail::redirectLeaf(Node &leaf, ArrayView view) {
  unregister(leaf, leaf.leaf->view);
  registerReader(leaf, view);
  leaf.leaf->view = static_cast<ArrayView &&>(view);
}
