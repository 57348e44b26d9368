//===- MatchedStores.cpp - Stores compared with a plan --------------------===//
//
// A graph is compared from its roots down, so that each operand is looked at by the
// number that it has in the plan; nothing is searched. What the operations add to keys
// is compared last. Everything that a plan does not say of a graph a kernel does not see.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/MatchedStores.h"

#include "gtjit/Evaluate/Colouring.h"
#include "gtjit/Evaluate/DeviceChoice.h"
#include "gtjit/Graph/ValueBounds.h"

#include <algorithm>

namespace gtjit::detail {

namespace {

template <class List> bool areEqual(const List &a, const List &b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

/// Sees what a node is another name of as the entry of a number; false if another one is that
/// already. Inlined: it is called for each operand.
[[gnu::always_inline]] inline bool place(Matched &matched, unsigned number, const Node *named) {
  const Node *&known = matched.nodes[number];
  if (known == named) // its own value
    return true;
  const Node *node = valueNode(named);
  if (node != named)
    matched.isShared = matched.isReaderShared = true;
  if (known)
    return known == node;
  known = node;
  return true;
}

bool isEntry(const StorePlan &plan, std::size_t n, Matched &matched) {
  const StorePlan::Entry &entry = plan.entries[n];
  const Node &node = *matched.nodes[n];
  if (const ArrayView *memory = node.memory())
    return !entry.operation && isShapedAs(*memory, plan.plan.arguments.storages[entry.argument]);
  std::size_t count = plan.entries[n + 1].firstInput - entry.firstInput;
  if (entry.operation != &node.operation() || entry.dtype != node.dtype ||
      node.inputs.size() != count || (isPoint(entry) && entry.point != pointOf(node)))
    return false;
  if (node.references.load(std::memory_order_relaxed) != plan.edges[n]) {
    matched.isShared = true;
    matched.isReaderShared |= entry.readsTarget;
  }
  for (std::size_t k = 0; k < count; ++k)
    if (!place(matched, plan.inputs[entry.firstInput + k], node.inputs[k].get()))
      return false;
  return true;
}

bool hasRegions(const StorePlan &plan, const std::vector<StoreRequest> &stores) {
  if (stores.size() != plan.values.size())
    return false;
  for (std::size_t n = 0; n < stores.size(); ++n)
    if (!hasSameRanges(stores[n].region, plan.plan.outputs[n].region))
      return false;
  return true;
}

/// Whether an operand lies in the block of a store's target, where the plan knows it.
bool isBeside(const StorePlan &plan, std::size_t store, unsigned operand) {
  unsigned first = plan.entries[operand].beside;
  return first != StorePlan::none && first == plan.firstsBeside[store];
}

/// Whether a view lies in a block as far behind the target of a store as in the plan.
bool isWhereItWas(const StorePlan &plan, const std::vector<StoreRequest> &stores, unsigned store,
                  const ArrayView &view, std::int64_t plannedOffset) {
  const ArrayView &target = stores[store].target;
  return view.block == target.block &&
         view.offset - target.offset == plannedOffset - plan.plan.outputs[store].shape.offset;
}

/// Whether operands in the blocks of targets, and all that is written there, lie where they lay to
/// each other: that none of them is written before it is read is known of those places.
bool areBesideStill(const StorePlan &plan, const std::vector<StoreRequest> &stores,
                    const Matched &matched) {
  for (unsigned operand : plan.memory) {
    const StorePlan::Entry &entry = plan.entries[operand];
    if (entry.beside != StorePlan::none &&
        !isWhereItWas(plan, stores, entry.beside, *matched.nodes[operand]->memory(),
                      plan.plan.arguments.storages[entry.argument].offset))
      return false;
  }
  for (std::size_t n = 0; n < stores.size(); ++n)
    if (unsigned first = plan.firstsBeside[n];
        first != StorePlan::none &&
        !isWhereItWas(plan, stores, first, stores[n].target, plan.plan.outputs[n].shape.offset))
      return false;
  return true;
}

/// Whether the target of a store has the plan's shape, and of the operands the plan's alone, or
/// none, is in its memory.
bool hasPartner(const StorePlan &plan, std::size_t store, const ArrayView &target,
                const Matched &matched) {
  if (!isShapedAs(target, plan.plan.outputs[store].shape))
    return false;
  unsigned partner = plan.partners[store];
  if (partner != StorePlan::none) {
    const ArrayView &memory = *matched.nodes[partner]->memory();
    if (target.block != memory.block || target.offset != memory.offset)
      return false;
  }
  return matched.memory.allSharing(*target.block, [&](const Block &block, unsigned k) {
    return k == partner || &block != target.block.get() || isBeside(plan, store, k);
  });
}

/// Whether targets that share an argument of the plan are one storage, as they were. Those of
/// different arguments may be one, too.
bool areSharedStill(const StorePlan &plan, const std::vector<StoreRequest> &stores) {
  for (std::size_t n = 1; n < stores.size(); ++n) {
    const ArrayView &target = stores[n].target, &first = stores[plan.firsts[n]].target;
    if (target.block != first.block || target.offset != first.offset)
      return false;
  }
  return true;
}

bool havePartners(const StorePlan &plan, const std::vector<StoreRequest> &stores,
                  const Matched &matched) {
  for (std::size_t n = 0; n < stores.size(); ++n)
    if (!hasPartner(plan, n, stores[n].target, matched))
      return false;
  return areBesideStill(plan, stores, matched);
}

/// Whether the targets are where they were before they came to the plan's memory.
bool areAtOrigins(const StorePlan &plan, const std::vector<StoreRequest> &stores,
                  const Matched &matched) {
  for (std::size_t n = 0; n < plan.detours.size(); ++n) {
    const ArrayView &target = stores[n].target;
    if (plan.detours[n] == Detour::None
            ? !hasPartner(plan, n, target, matched)
            : target.block != matched.nodes[plan.origins[n]]->memory()->block ||
                  !isShapedAs(target, plan.originShapes[n]))
      return false;
  }
  return !plan.detours.empty();
}

/// Whether remaps read by values that may be what they were allowed to be, and whose bounds, which
/// other numbers may have moved, tell so where nobody looks.
bool areIndicesAlike(const StorePlan &plan, const Matched &matched) {
  auto isAllowedAlike = [&](const StorePlan::Index &index) {
    return matched.nodes[index.reader]->allowedValues(index.number) == index.allowed;
  };
  auto isBounded = [&](const StorePlan::Index &index) {
    const Node &values = *matched.nodes[index.reader]->inputs[index.number];
    return isAllowedAlike(index) && boundsOf(values, index.box).isWithin(index.allowed);
  };
  return std::ranges::all_of(plan.bounded, isBounded) &&
         std::ranges::all_of(plan.looked, isAllowedAlike);
}

/// Nobody but the store needs old values of its target; `operand`: the entry that has its memory.
bool isFree(const StorePlan &plan, unsigned operand, const StoreRequest &store,
            const Matched &matched) {
  Block &block = *store.target.block;
  if (operand == StorePlan::none)
    return !isNeeded(block);
  const OwnReader own{matched.nodes[operand], plan.edges[operand]};
  return !matched.isReaderShared && !isNeeded(block, {&own, 1});
}

/// The same of a target whose block others of the plan's operands are in.
bool isFreeBeside(const StorePlan &plan, const StoreRequest &store, const Matched &matched) {
  Sequence<OwnReader, 8> own;
  for (unsigned n : plan.memory)
    if (matched.nodes[n]->memory()->block == store.target.block)
      own.append(matched.nodes[n], plan.edges[n]);
  return !matched.isReaderShared && !isNeeded(*store.target.block, {own.begin(), own.size()});
}

} // namespace

bool matches(const StorePlan &plan, const std::vector<StoreRequest> &stores, Matched &matched) {
  if (!hasRegions(plan, stores) || !areSharedStill(plan, stores))
    return false;
  matched.isShared = matched.isReaderShared = false;
  matched.nodes.clear();
  matched.nodes.assign(plan.nodeCount(), nullptr);
  for (std::size_t n = 0; n < stores.size(); ++n)
    if (!place(matched, plan.values[n], stores[n].value.get()))
      return false;
  for (std::size_t n = plan.nodeCount(); n-- > 0;)
    if (!isEntry(plan, n, matched))
      return false;
  matched.memory.clear();
  for (unsigned n : plan.memory)
    matched.memory.add(*matched.nodes[n]->memory()->block, n);
  matched.memory.sort();
  matched.isAtOrigins = !havePartners(plan, stores, matched);
  if (matched.isAtOrigins && !areAtOrigins(plan, stores, matched))
    return false;
  Attributes own;
  for (unsigned n : plan.others)
    own.add(*matched.nodes[n]);
  own.end();
  matched.scalars = std::move(own.scalars);
  return own.bytes == plan.attributes && areEqual(own.ranges, plan.ranges) &&
         areEqual(own.scalarTypes, plan.plan.arguments.scalarTypes) &&
         own.imports == plan.imports && areIndicesAlike(plan, matched) &&
         std::all_of(plan.byColour.begin(), plan.byColour.end(),
                     [&](unsigned n) { return readsOtherColours(stores[n]); });
}

bool isThere(const StorePlan &plan, const std::vector<StoreRequest> &stores,
             const Matched &matched) {
  if (!plan.plan.device)
    return true;
  StorageKind kind = stores.front().target.block->kind;
  for (const StoreRequest &store : stores)
    if (store.target.block->kind != kind)
      return false;
  bool isCurrent = kind == StorageKind::GPU || (kind == StorageKind::CPU && !plan.memory.empty());
  for (unsigned n : plan.memory) {
    const Block &block = *matched.nodes[n]->memory()->block;
    if (block.kind != kind)
      return false;
    isCurrent |= isCurrentOnDevice(block);
  }
  return isCurrent;
}

bool areApart(const StorePlan &plan, const std::vector<StoreRequest> &stores,
              const Matched &matched) {
  for (std::size_t n = 0; n < stores.size(); ++n)
    if (!matched.memory.allSharing(*stores[n].target.block, [&](const Block &, unsigned k) {
          return k == plan.partners[n] || isBeside(plan, n, k);
        }))
      return false;
  return true;
}

bool areFree(const StorePlan &plan, const std::vector<StoreRequest> &stores,
             const Matched &matched) {
  for (std::size_t n = 0; n < stores.size(); ++n) {
    unsigned first = plan.firstsBeside[n];
    bool isKnown = first != StorePlan::none && first != n; // as the first one
    if (!isKnown && !(first == n ? isFreeBeside(plan, stores[n], matched)
                                 : isFree(plan, plan.partners[n], stores[n], matched)))
      return false;
  }
  return true;
}

Detours detoursOf(const StorePlan &plan, const std::vector<StoreRequest> &stores,
                  const Matched &matched) {
  for (std::size_t n = 0; n < stores.size(); ++n)
    if (plan.detours[n] != Detour::Move && !isFree(plan, plan.origins[n], stores[n], matched))
      return {};
  return plan.detours;
}

} // namespace gtjit::detail
