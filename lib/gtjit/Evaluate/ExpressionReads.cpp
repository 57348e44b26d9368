//===- ExpressionReads.cpp - What stored expressions read -----------------===//
//
// Counting references and propagating boxes over the graphs of stores.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/ExpressionReads.h"

#include "gtjit/Memory/Overlap.h"

namespace gtjit::detail {

/// Leaves and evaluated nodes are where a walk ends.
static bool isMemory(const Node &node) { return node.memory() != nullptr; }

ExpressionReads::ExpressionReads(const std::vector<StoreRequest> &stores) : stores(stores) {
  for (const StoreRequest &store : stores)
    collect(store.value.get());
  for (std::size_t n = 0; n < order.size(); ++n)
    if (!isMemory(*order[n].node))
      for (const NodeRef &input : order[n].node->inputs)
        ++order[places.at(input.get())].edges;
  for (const StoreRequest &store : stores)
    ++order[places.at(store.value.get())].edges;
  findOutside();
  readings.resize(stores.size());
}

void ExpressionReads::collect(const Node *root) {
  struct Step {
    const Node *node;
    std::size_t next;
  };
  static constexpr std::size_t kUnnumbered = ~std::size_t{0};
  std::vector<Step> path;
  auto enter = [&](const Node *node) {
    if (places.emplace(node, kUnnumbered).second)
      path.push_back({node, 0});
  };
  enter(root);
  while (!path.empty()) {
    Step &step = path.back();
    const Node *node = step.node;
    if (!isMemory(*node) && step.next < node->inputs.size()) {
      enter(node->inputs[step.next++].get());
      continue;
    }
    places[node] = order.size();
    order.push_back({node});
    path.pop_back();
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
        order[places.at(input.get())].outside = true;
  }
}

bool ExpressionReads::neededOutside(const Node &leaf) const {
  return order[places.at(&leaf)].outside;
}

void ExpressionReads::add(Readings &readings, Reading reading) {
  static constexpr std::size_t kMostApart = 8;
  for (const Reading &known : readings)
    if (known.box == reading.box && known.loose == reading.loose)
      return;
  bool isHull = !readings.empty() && readings.front().isHull;
  if (!isHull && readings.size() < kMostApart) {
    readings.push_back(std::move(reading));
    return;
  }
  for (const Reading &known : readings)
    reading.box = hullOf(reading.box, known.box);
  reading.loose.clear();
  for (const NamedRange &range : reading.box)
    reading.loose.push_back(range.dim);
  reading.isHull = true;
  readings.assign(1, std::move(reading));
}

const std::vector<ExpressionReads::Readings> &ExpressionReads::readingsOf(std::size_t store) {
  std::vector<Readings> &result = readings[store];
  if (!result.empty())
    return result;
  result.resize(order.size());
  std::size_t root = places.at(stores[store].value.get());
  result[root].push_back({stores[store].region, {}});
  for (std::size_t n = root + 1; n-- > 0;) {
    const Node &node = *order[n].node;
    if (isMemory(node))
      continue;
    std::span<const Dimension> gathered = node.gathered();
    for (std::size_t k = 0; k < node.inputs.size(); ++k)
      for (const Reading &reading : result[n]) {
        Reading below{node.reads(k, reading.box), reading.loose};
        below.loose.insert(below.loose.end(), gathered.begin(), gathered.end());
        add(result[places.at(node.inputs[k].get())], std::move(below));
      }
  }
  return result;
}

/// Whether each point of the store reads the very element that it writes, as
/// far as kernels see: by another view it would be other memory to them.
bool ExpressionReads::isOwnPoint(const Reading &reading, const ArrayView &view,
                                 const StoreRequest &write) {
  for (Dimension dim : reading.loose)
    if (view.domain.has(dim) && reading.box[dim].size() != 1)
      return false;
  return isSameArray(view, write.target) && reading.box == write.region;
}

bool ExpressionReads::conflicts(const Node &leaf, std::size_t writer) {
  const ArrayView &view = *leaf.memory();
  const StoreRequest &write = stores[writer];
  std::size_t place = places.at(&leaf);
  for (std::size_t store = 0; store < stores.size(); ++store)
    for (const Reading &reading : readingsOf(store)[place])
      if (!(store == writer && isOwnPoint(reading, view, write)) &&
          mayOverlap(view, reading.box, write.target, write.region))
        return true;
  return false;
}

Domain ExpressionReads::boxRead(const Node &leaf) {
  const ArrayView &view = *leaf.memory();
  std::optional<Domain> box;
  for (std::size_t store = 0; store < stores.size(); ++store)
    for (const Reading &reading : readingsOf(store)[places.at(&leaf)])
      box = box ? hullOf(*box, reading.box) : reading.box;
  Domain result;
  for (const NamedRange &range : view.domain)
    result = result.with({range.dim, box ? box->rangeOr(range.dim) & range.range : Range()});
  return result;
}

std::vector<const Node *> ExpressionReads::leaves() const {
  std::vector<const Node *> result;
  for (const Place &place : order)
    if (place.node->memory())
      result.push_back(place.node);
  return result;
}

} // namespace gtjit::detail
