//===- ExpressionReads.cpp - What stored expressions read -----------------===//
//
// Counting references and propagating boxes over the graphs of stores.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/ExpressionReads.h"

#include "gtjit/Evaluate/Colouring.h"
#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Memory/Overlap.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

namespace gtjit::detail {

/// Leaves and evaluated nodes are where a walk ends.
static bool isMemory(const Node &node) { return node.memory() != nullptr; }

ExpressionReads::ExpressionReads(const std::vector<StoreRequest> &stores, bool areNumbersKnown)
    : stores(stores), byColour(stores.size(), areNumbersKnown ? ByColour::Unknown : ByColour::No) {
  for (const StoreRequest &store : stores)
    collect(store.value.get());
  for (std::size_t n = 0; n < order.size(); ++n)
    if (!isMemory(*order[n].node))
      for (const NodeRef &input : order[n].node->inputs)
        ++order[places.find(input.get())].edges;
  for (const StoreRequest &store : stores)
    ++order[places.find(store.value.get())].edges;
  findOutside();
}

void ExpressionReads::collect(const Node *root) {
  struct Step {
    const Node *node;
    std::size_t next;
  };
  Sequence<Step, 32> path;
  if (places.find(root) == NodeIndex::none)
    path.push_back({root, 0});
  while (!path.empty()) {
    Step &step = path.back();
    const Node *node = step.node;
    if (!isMemory(*node) && step.next < node->inputs.size()) {
      const Node *input = node->inputs[step.next++].get();
      if (places.find(input) == NodeIndex::none)
        path.push_back({input, 0});
      continue;
    }
    path.erase(path.size() - 1);
    if (places.find(node) != NodeIndex::none)
      continue; // a shared operand may be on the path twice
    places.insert(node, static_cast<unsigned>(order.size()));
    order.push_back({node});
    callsFunctions |= node->mayCallFunctions();
  }
}

void ExpressionReads::findOutside() {
  for (std::size_t n = order.size(); n-- > 0;) {
    Place &place = order[n];
    const Node &node = *place.node;
    long cached = node.leaf ? node.leaf->cached : 0;
    if (node.references.load() > cached + place.edges)
      place.outside = true;
    if (place.outside && !isMemory(node))
      for (const NodeRef &input : node.inputs)
        order[places.find(input.get())].outside = true;
  }
}

bool ExpressionReads::neededOutside(const Node &leaf) const {
  return order[places.find(&leaf)].outside;
}

void ExpressionReads::add(Readings &readings, Reading reading) {
  static constexpr std::size_t kMostApart = 8;
  for (const Reading &known : readings)
    if (known.box == reading.box && known.loose == reading.loose &&
        known.isMoved == reading.isMoved && known.isEarly == reading.isEarly)
      return;
  bool isHull = !readings.empty() && readings.front().isHull;
  if (!isHull && readings.size() < kMostApart) {
    readings.push_back(std::move(reading));
    return;
  }
  for (const Reading &known : readings) {
    reading.box = hullOf(reading.box, known.box);
    reading.isEarly &= known.isEarly;
  }
  reading.loose.clear();
  for (const NamedRange &range : reading.box)
    reading.loose.push_back(range.dim);
  reading.isMoved = reading.isHull = true;
  readings.assign(1, std::move(reading));
}

/// Goes from a store's root to what it reads, users before operands. `reached`:
/// by place, empty before and after.
void ExpressionReads::findReadings(std::size_t store, std::vector<Readings> &reached) {
  const StoreRequest &request = stores[store];
  std::vector<unsigned> pending{places.find(request.value.get())}; // a heap: the last place first
  reached[pending.front()].push_back({store, request.region, {}});
  while (!pending.empty()) {
    std::pop_heap(pending.begin(), pending.end());
    unsigned place = pending.back();
    pending.pop_back();
    Readings users = std::move(reached[place]);
    reached[place].clear();
    const Node &node = *order[place].node;
    if (isMemory(node)) {
      Readings &list = readings[place].list;
      list.insert(list.end(), users.begin(), users.end());
      continue;
    }
    for (std::size_t k = 0; k < node.inputs.size(); ++k) {
      unsigned input = places.find(node.inputs[k].get());
      if (reached[input].empty() && !users.empty()) {
        pending.push_back(input);
        std::push_heap(pending.begin(), pending.end());
      }
      for (const Reading &reading : users) {
        Reading below{store, node.reads(k, reading.box), reading.loose,
                      reading.isMoved || !node.readsOwnPoint(),
                      reading.isEarly || (node.isComputedApart() && !callsFunctions)};
        for (Dimension dim : node.gathered())
          below.loose.push_back(dim);
        add(reached[input], std::move(below));
      }
    }
  }
}

void ExpressionReads::LeafReadings::sort() {
  static constexpr std::size_t kFew = 8;
  if (list.size() <= kFew)
    return;
  std::size_t most = 1;
  std::vector<std::int64_t> begins(list.size());
  for (const NamedRange &range : list.front().box) {
    for (std::size_t n = 0; n < list.size(); ++n)
      begins[n] = list[n].box.rangeOr(range.dim).lo();
    std::sort(begins.begin(), begins.end());
    std::size_t different =
        static_cast<std::size_t>(std::unique(begins.begin(), begins.end()) - begins.begin());
    begins.resize(list.size());
    if (different > most) {
      most = different;
      along = range.dim;
    }
  }
  if (!along)
    return;
  auto rangeOf = [&](const Reading &reading) { return reading.box.rangeOr(*along); };
  std::sort(list.begin(), list.end(),
            [&](const Reading &a, const Reading &b) { return rangeOf(a).lo() < rangeOf(b).lo(); });
  for (const Reading &reading : list)
    ends.push_back(std::max(rangeOf(reading).hi(), ends.empty() ? INT64_MIN : ends.back()));
}

std::span<const ExpressionReads::Reading>
ExpressionReads::LeafReadings::near(const Domain &box) const {
  if (!along)
    return list;
  Range range = box.rangeOr(*along);
  auto first = std::upper_bound(ends.begin(), ends.end(), range.lo()) - ends.begin();
  auto last = std::partition_point(list.begin() + first, list.end(), [&](const Reading &reading) {
    return reading.box.rangeOr(*along).lo() < range.hi();
  });
  return {list.begin() + first, last};
}

const ExpressionReads::LeafReadings &ExpressionReads::readingsOf(const Node &leaf) {
  if (readings.empty()) {
    readings.resize(order.size());
    std::vector<Readings> reached(order.size());
    for (std::size_t store = 0; store < stores.size(); ++store)
      findReadings(store, reached);
    for (LeafReadings &leafReadings : readings)
      leafReadings.sort();
  }
  return readings[places.find(&leaf)];
}

/// Whether each point of the store reads the very element that it writes, as
/// far as kernels see: by another view it would be other memory to them.
bool ExpressionReads::isOwnPoint(const Reading &reading, const ArrayView &view,
                                 const StoreRequest &write) {
  for (Dimension dim : reading.loose)
    if (view.domain.has(dim) && reading.box[dim].size() != 1)
      return false;
  return isSameArray(view, write.target) && (!reading.isMoved || reading.box == write.region);
}

/// The same of the store whose reading that is, where both are over the same points: the kernel of
/// both reads before it writes, and what one reads behind the other's kernel the compiler keeps.
/// Not where a function of the host may fail: its points are found in old values.
bool ExpressionReads::isPairedPoint(const Reading &reading, const ArrayView &view,
                                    const StoreRequest &write) const {
  const StoreRequest &reader = stores[reading.store];
  return (&reader == &write || !callsFunctions) && reader.region == write.region &&
         isOwnPoint(reading, view, write);
}

/// Whether the boxes have no point in common.
static bool isApart(const Domain &a, const Domain &b) {
  for (const NamedRange &range : a)
    if ((range.range & b.rangeOr(range.dim)).empty())
      return true;
  return false;
}

/// Whether the store reads points of other colours.
bool ExpressionReads::isByColour(std::size_t writer) {
  ByColour &known = byColour[writer];
  if (known == ByColour::Unknown)
    known = readsOtherColours(stores[writer]) ? ByColour::Yes : ByColour::No;
  return known == ByColour::Yes;
}

bool ExpressionReads::conflicts(const Node &leaf, std::size_t writer) {
  const ArrayView &view = *leaf.memory();
  const StoreRequest &write = stores[writer];
  bool isByCoordinates = isSameArray(view, write.target) && !overlapsItself(view);
  const LeafReadings &all = readingsOf(leaf);
  for (const Reading &reading : isByCoordinates ? all.near(write.region) : std::span(all.list)) {
    if (isByCoordinates && (reading.isEarly || isApart(reading.box, write.region)))
      continue;
    if (!isPairedPoint(reading, view, write) &&
        mayOverlap(view, reading.box, write.target, write.region) &&
        !(reading.store == writer && isByCoordinates && isByColour(writer)))
      return true;
  }
  return false;
}

/// What is in memory of the target's block.
std::span<const Node *const> ExpressionReads::leavesOf(const ArrayView &target) {
  auto isBefore = [](const Block *a, const Block *b) { return std::less<>()(a, b); };
  if (byBlock.empty()) {
    byBlock = leaves();
    std::sort(byBlock.begin(), byBlock.end(), [&](const Node *a, const Node *b) {
      return isBefore(a->memory()->block.get(), b->memory()->block.get());
    });
  }
  const Block *block = target.block.get();
  auto first = std::partition_point(byBlock.begin(), byBlock.end(), [&](const Node *leaf) {
    return isBefore(leaf->memory()->block.get(), block);
  });
  auto last = std::find_if(first, byBlock.end(),
                           [&](const Node *leaf) { return leaf->memory()->block.get() != block; });
  return {first, last};
}

InPlace ExpressionReads::inPlace(std::size_t writer) {
  const StoreRequest &write = stores[writer];
  bool isReadApart = false;
  for (const Node *leaf : leavesOf(write.target)) {
    if (!isSameArray(*leaf->memory(), write.target))
      continue;
    if (conflicts(*leaf, writer))
      return InPlace::No;
    for (const Reading &reading : readingsOf(*leaf).list) {
      if (reading.isEarly)
        continue;
      bool isOther = reading.store != writer;
      if (isOther && isPairedPoint(reading, *leaf->memory(), write))
        return InPlace::No; // another kernel may read it later
      isReadApart |=
          isOther || !reading.loose.empty() || (reading.isMoved && reading.box != write.region);
    }
  }
  if (!isReadApart)
    return InPlace::No;
  return byColour[writer] == ByColour::Yes ? InPlace::ForNumbers : InPlace::Always;
}

const Domain &ExpressionReads::boxRead(const Node &leaf) {
  if (!std::exchange(haveBoxes, true))
    findBoxes();
  Place &place = order[places.find(&leaf)];
  if (!place.boxRead) {
    Domain &points = place.boxRead.emplace();
    for (const NamedRange &range : leaf.memory()->domain)
      points = points.with(
          {range.dim, place.box ? place.box->rangeOr(range.dim) & range.range : Range()});
  }
  return *place.boxRead;
}

/// One box a node, not one a reading: an intermediate in memory is computed at all
/// points of its box, also where no reader looks.
void ExpressionReads::findBoxes() {
  auto add = [&](const Node *node, const Domain &box) {
    computeAlso(order[places.find(node)].box, box);
  };
  for (const StoreRequest &store : stores)
    add(store.value.get(), projected(store.region, store.value->domain));
  for (std::size_t n = order.size(); n-- > 0;) {
    const Node &node = *order[n].node;
    for (std::size_t k = 0; order[n].box && !isMemory(node) && k < node.inputs.size(); ++k)
      add(node.inputs[k].get(), readByKernel(node, k, *order[n].box));
  }
}

std::vector<const Node *> ExpressionReads::leaves() const {
  std::vector<const Node *> result;
  for (const Place &place : order)
    if (place.node->memory())
      result.push_back(place.node);
  return result;
}

} // namespace gtjit::detail
