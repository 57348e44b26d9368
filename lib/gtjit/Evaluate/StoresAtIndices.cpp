//===- StoresAtIndices.cpp - Stores to views without an index -------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/StoresAtIndices.h"

#include "gtjit/Evaluate/WriteTransaction.h"
#include "gtjit/Graph/Operations/Leaf.h"
#include "gtjit/Graph/Rewrite.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Overlap.h"
#include "gtjit/Types/DenseStrides.h"
#include "gtjit/Types/Selection.h"

#include <algorithm>
#include <optional>

namespace gtjit::detail {

namespace {

/// Blocks that stores to views write, and the dimensions that the views lack.
class WrittenParts {
public:
  void add(const StoreRequest &store, const Sequence<NamedIndex> &indices) {
    if (!find(*store.target.block))
      parts.push_back({store.target.block.get(), &indices});
  }
  bool has(const Block &block) const { return find(block) != nullptr; }
  /// Whether a field of elements of the block has none of these dimensions.
  bool isPart(const Block &block, const NodeDomain &domain) const {
    const Sequence<NamedIndex> &indices = *find(block)->indices;
    return std::none_of(indices.begin(), indices.end(),
                        [&](NamedIndex index) { return domain.has(index.dim); });
  }

private:
  struct Part {
    const Block *block;
    const Sequence<NamedIndex> *indices;
  };
  const Part *find(const Block &block) const {
    auto found = std::find_if(parts.begin(), parts.end(),
                              [&](const Part &part) { return part.block == &block; });
    return found == parts.end() ? nullptr : found;
  }
  Sequence<Part, 4> parts;
};

/// Expressions once more, which read parts of written blocks as memory of their own.
class PartsRead {
public:
  explicit PartsRead(const WrittenParts &written) : written(written) {}
  NodeRef of(const NodeRef &root) {
    isReadWhole |= seenWhole(*root) != nullptr;
    auto inputCount = [](const Node &node) { return node.memory() ? 0 : node.inputs.size(); };
    return rewrite(root, done, inputCount, [&](const NodeRef &node) { return made(node); });
  }
  /// Whether they read the blocks by parts alone.
  bool areAll() const { return !isReadWhole; }

private:
  const Node *seenWhole(const Node &node) const;
  NodeRef partOf(const Node &memory, const Node &node);
  NodeRef made(const NodeRef &node);

  const WrittenParts &written;
  RewrittenNodes done;
  std::vector<NodeRef> parts; ///< one for all reads of the same elements
  bool isReadWhole = false;
};

/// Whether a node sees its one input, of which it may be a part.
bool isView(const Node &node) {
  return node.kind() == NodeKind::View && !node.memory() && node.inputs.size() == 1;
}

/// The memory that a node is, or sees, if it is written and the node no part of it.
const Node *PartsRead::seenWhole(const Node &node) const {
  const Node *below = &node;
  while (isView(*below))
    below = below->inputs[0].get();
  const ArrayView *memory = below->memory();
  bool isWhole =
      memory && written.has(*memory->block) && !written.isPart(*memory->block, node.domain);
  return isWhole ? below : nullptr;
}

NodeRef PartsRead::partOf(const Node &memory, const Node &node) {
  std::optional<ArrayView> view = viewOfValues(node);
  if (!view)
    return NodeRef();
  for (const NodeRef &part : parts)
    if (part->memory()->domain == view->domain && isSameArray(*part->memory(), *view))
      return part;
  parts.push_back(buildMemoryLeaf(std::move(*view), memory));
  static_cast<LeafNode &>(*parts.back()).reader.set(node.line);
  return parts.back();
}

NodeRef PartsRead::made(const NodeRef &node) {
  if (node->memory())
    return node;
  NodeRef copy;
  for (std::size_t n = 0; n < node->inputs.size(); ++n) {
    const NodeRef &input = node->inputs[n];
    if (const Node *memory = seenWhole(*input)) {
      NodeRef part = isView(*node) && !seenWhole(*node) ? partOf(*memory, *node) : NodeRef();
      if (part)
        return part;
      isReadWhole |= !isView(*node) || !seenWhole(*node);
    }
    NodeRef own = done.at(input.get());
    if (own.get() == input.get())
      continue;
    if (!copy)
      copy = node->clone();
    copy->inputs[n] = std::move(own);
  }
  return copy ? copy : node;
}

/// Whether a store to indices, of whose dimensions the value has none, is one of several to its
/// target or goes across the target's rows. Few points gain nothing by a view.
bool gainsByView(const std::vector<StoreRequest> &stores, std::size_t number,
                 const Sequence<NamedIndex> &indices) {
  constexpr std::int64_t kLeastPoints = 64;
  const StoreRequest &store = stores[number];
  bool isAcross = false;
  for (NamedIndex index : indices) {
    if (store.value->domain.has(index.dim))
      return false;
    isAcross |= store.target.strides[positionOf(store.target.domain, index.dim)] == 1;
  }
  auto isBeside = [&](const StoreRequest &other) {
    return &other != &store && other.target.block == store.target.block;
  };
  return !indices.empty() && store.target.domain.ndim() > indices.size() &&
         finitePoints(store.region) >= kLeastPoints &&
         (isAcross || std::any_of(stores.begin(), stores.end(), isBeside));
}

} // namespace

/// The values of the stores where what they read of written blocks is parts; none if it is not, or
/// the expressions call functions between programs, which others may have results of.
static std::vector<NodeRef> valuesByParts(const std::vector<StoreRequest> &stores,
                                          const WrittenParts &written) {
  PartsRead parts(written);
  std::vector<NodeRef> values;
  if (std::any_of(stores.begin(), stores.end(),
                  [](const StoreRequest &store) { return store.value->awaitsCall; }))
    return values;
  for (const StoreRequest &store : stores)
    values.push_back(parts.of(store.value));
  if (!parts.areAll())
    values.clear();
  return values;
}

void storeToViews(std::vector<StoreRequest> &stores, const std::vector<Assignment> &assignments) {
  Sequence<std::size_t, 8> chosen;
  WrittenParts written;
  bool areRead = false;
  for (std::size_t n = 0; n < stores.size(); ++n) {
    if (!gainsByView(stores, n, assignments[n].indices))
      continue;
    chosen.push_back(n);
    written.add(stores[n], assignments[n].indices);
    areRead |= mayHaveReaders(*stores[n].target.block);
  }
  if (areRead) {
    std::vector<NodeRef> values = valuesByParts(stores, written);
    if (values.empty())
      return;
    for (std::size_t n = 0; n < stores.size(); ++n)
      stores[n].value = std::move(values[n]);
  }
  for (std::size_t n : chosen)
    for (NamedIndex index : assignments[n].indices) {
      ArrayView &target = stores[n].target;
      target = target.pinnedAt(positionOf(target.domain, index.dim), index.index);
      stores[n].region = stores[n].region.without(index.dim);
    }
}

void assignToViews(std::vector<Assignment> &assignments, const std::vector<StoreRequest> &stores) {
  for (std::size_t n = 0; n < stores.size(); ++n) {
    Assignment &assignment = assignments[n];
    const StorageState &whole = *assignment.target.get();
    if (stores[n].target.domain.ndim() == whole.layout.domain.ndim())
      continue;
    Ref<StorageState> view = derived(whole);
    pin(*view, assignment.indices);
    for (const NamedRange &range : view->layout.domain)
      addHalo(*view, range, whole.halo[positionOf(whole.layout.domain, range.dim)]);
    assignment.target = Storage(std::move(view));
    assignment.region = stores[n].region;
  }
}

} // namespace gtjit::detail
