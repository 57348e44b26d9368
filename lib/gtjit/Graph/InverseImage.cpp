//===- InverseImage.cpp - Where a table's indices lie in a range ----------===//
//
// A walk over the table in the order of its memory finds the least and greatest index; that is
// all where no index lies elsewhere and none is missing. Else two walks in the order of positions:
// one finds the box, the other, only if indices outside of the range were seen, looks for one in
// the box. What was found stays with the memory that was searched; other memory, or a write, starts
// anew.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/InverseImage.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Memory/ElementRange.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Reference/Grid.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>
#include <limits>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Entries that are kept for one piece of memory.
constexpr std::size_t kMostKept = 16;

/// What one walk over a table finds out.
struct Survey {
  Domain box;                                                    ///< of the indices in the range
  std::int64_t least = std::numeric_limits<std::int64_t>::max(); ///< of them
  std::int64_t greatest = std::numeric_limits<std::int64_t>::min();
  bool isFound = false; ///< there is one
  bool hasOthers = false;
  bool hasSkips = false;
};

/// The indices of a table, position by position.
class Table {
public:
  Table(const ArrayView &view, const std::byte *first, std::optional<std::int64_t> skip)
      : view(view), first(first), skip(skip) {}

  /// Calls `visit(index, position, isSkip)` for each position in `part` until it
  /// says false.
  template <class Visit> void walk(const Domain &part, Visit visit) const {
    if (view.dtype == DType::I32)
      walkAs<std::int32_t>(part, visit);
    else
      walkAs<std::int64_t>(part, visit);
  }

  /// The smallest range that holds the indices in `part`, missing neighbours left out.
  Range indicesIn(const Domain &part) const {
    Range found;
    walk(part, [&](std::int64_t index, const std::vector<std::int64_t> &, bool isSkip) {
      if (!isSkip)
        found = hull(found, Range(index, saturatingAdd(index, 1)));
      return true;
    });
    return found;
  }
  /// The same of all indices, missing neighbours too.
  Range indices() const { return rangeOfElements(view, first); }

private:
  template <class T, class Visit> void walkAs(const Domain &part, Visit visit) const;

  const ArrayView &view;
  const std::byte *first;
  std::optional<std::int64_t> skip;
};

template <class T, class Visit> void Table::walkAs(const Domain &part, Visit visit) const {
  if (part.empty())
    return;
  std::size_t rank = part.ndim();
  std::vector<std::int64_t> at;
  for (const NamedRange &range : part)
    at.push_back(range.range.lo());
  const std::byte *place = first;
  std::vector<std::int64_t> steps;
  for (std::size_t d = 0; d < rank; ++d) {
    steps.push_back(view.strides[d] * static_cast<std::int64_t>(sizeof(T)));
    place += (at[d] - view.domain[d].range.lo()) * steps[d];
  }
  while (true) {
    auto index = static_cast<std::int64_t>(loadValue<T>(place));
    if (!visit(index, at, skip && index == *skip))
      return;
    std::size_t d = rank;
    while (d > 0) {
      --d;
      place += steps[d];
      if (++at[d] < part[d].range.hi())
        break;
      place -= part[d].range.size() * steps[d];
      at[d] = part[d].range.lo();
      if (d == 0)
        return;
    }
    if (rank == 0)
      return;
  }
}

Survey survey(const Table &table, const Domain &whole, Range range) {
  Survey found;
  std::vector<std::int64_t> lo, hi;
  table.walk(whole, [&](std::int64_t index, const std::vector<std::int64_t> &at, bool isSkip) {
    if (isSkip) {
      found.hasSkips = true;
      return true;
    }
    if (!range.contains(index)) {
      found.hasOthers = true;
      return true;
    }
    found.least = std::min(found.least, index);
    found.greatest = std::max(found.greatest, index);
    if (!found.isFound)
      lo = hi = at;
    found.isFound = true;
    for (std::size_t d = 0; d < at.size(); ++d) {
      lo[d] = std::min(lo[d], at[d]);
      hi[d] = std::max(hi[d], at[d]);
    }
    return true;
  });
  for (std::size_t d = 0; d < lo.size(); ++d)
    found.box = found.box.with(whole[d].dim(lo[d], hi[d] + 1));
  return found;
}

/// "the table 'e2v' of indices of V".
std::string tableText(const TableQuery &query) {
  return "the table " + describe(query.table) + " of indices of " + std::string(query.to.name());
}

/// Throws for the first index in the box that is not in the range; whether a
/// neighbour is missing there.
bool checkBox(const Table &table, const Domain &box, const TableQuery &query,
              const std::string &reader, SourceLine line) {
  bool hasSkips = false;
  table.walk(box, [&](std::int64_t index, const std::vector<std::int64_t> &at, bool isSkip) {
    hasSkips |= isSkip;
    if (isSkip || query.range.contains(index))
      return true;
    NonContiguousDomain error(line, reader + " by " + tableText(query) + ": its index at " +
                                        positionText(box, at) + " is " + std::to_string(index) +
                                        ", not in " + toString(query.to(query.range)) +
                                        ", though others around it in " + toString(box) + " are");
    if (!query.skip && index == -1)
      error.addNote(line, "if -1 stands for a missing neighbour, say Skip{-1} where the "
                          "connectivity is made");
    else
      error.addNote({}, "the indices there lie in " + toString(query.to(table.indicesIn(box))) +
                            ", where a field has to be defined that is read by them");
    throw error;
  });
  return hasSkips;
}

InverseImage search(const Table &table, const Domain &whole, const TableQuery &query,
                    const std::string &reader, SourceLine line) {
  if (whole.empty())
    return {whole.canonical(), Range(), false};
  Survey found = survey(table, whole, query.range);
  if (!found.isFound && !(found.hasSkips && !found.hasOthers))
    throw NonContiguousDomain(line, reader + " by " + tableText(query) +
                                        ": none of its indices is in " +
                                        toString(query.to(query.range)));
  if (!found.isFound) // no neighbours at all, wherever
    throw NonContiguousDomain(line, reader + " by " + tableText(query) +
                                        ": all of its neighbours are missing");
  bool hasSkips = found.hasSkips;
  if (found.hasOthers || (hasSkips && !(found.box == whole)))
    hasSkips = checkBox(table, found.box, query, reader, line);
  return {found.box.canonical(), Range(found.least, found.greatest + 1), hasSkips};
}

/// The whole table, if all of its indices are in the range and none is missing.
std::optional<InverseImage> wholeOf(const ArrayView &view, Range indices, const TableQuery &query) {
  bool mayMiss = query.skip && indices.contains(*query.skip);
  if (indices.empty() || mayMiss || !query.range.contains(indices))
    return std::nullopt;
  return InverseImage{view.domain.canonical(), indices, false};
}

bool isSameTable(const ArrayView &a, const ArrayView &b) {
  return a.dtype == b.dtype && a.domain == b.domain && a.offset == b.offset &&
         std::equal(a.strides.begin(), a.strides.end(), b.strides.begin(), b.strides.end());
}

/// The node whose memory a table is a part of.
const Node &holderOf(const Node &node) {
  const Node *holder = &node;
  while (!holder->memory())
    holder = holder->inputs[0].get();
  return *holder;
}

} // namespace

std::optional<ArrayView> detail::memoryOf(const Node &node) {
  std::vector<const Node *> parts;
  const Node *at = &node;
  while (!at->memory()) {
    if (at->inputs.size() != 1)
      return std::nullopt;
    parts.push_back(at);
    at = at->inputs[0].get();
  }
  std::optional<ArrayView> view = *at->memory();
  for (std::size_t n = parts.size(); view && n-- > 0;)
    view = parts[n]->partOf(*view);
  return view;
}

bool detail::isInMemory(const Node &node) {
  if (node.symbolic) {
    const Node *at = &node;
    while (!at->memory() && at->kind() == NodeKind::View)
      at = at->inputs[0].get();
    return at->memory() != nullptr;
  }
  auto lock = lockGraph(node);
  return memoryOf(node).has_value();
}

Range detail::indicesIn(const Node &node, const Domain &box, std::optional<std::int64_t> skip) {
  ArrayView view = *memoryOf(node);
  Lease lease(view, Access::Read, Holder::Work);
  Domain part;
  for (const NamedRange &range : view.domain)
    part = part.with(range.dim(range.range & box.rangeOr(range.dim)));
  return Table(view, lease.first(), skip).indicesIn(part);
}

InverseImage detail::inverseImage(const TableQuery &query, const std::string &reader,
                                  SourceLine line) {
  auto lock = lockGraph(query.table);
  ArrayView view = *memoryOf(query.table);
  Node &holder = const_cast<Node &>(holderOf(query.table));
  if (!holder.images)
    holder.images = std::make_shared<TableImages>();
  for (const TableImages::Entry &entry : holder.images->entries) {
    if (!isSameTable(entry.table, view))
      continue;
    if (entry.skip == query.skip && entry.range == query.range)
      return entry.found;
    if (auto whole = wholeOf(view, entry.indices, query))
      return *whole;
  }
  std::shared_ptr<TableImages> images = holder.images;
  Lease lease(view, Access::Read, Holder::Work, line);
  if (lock)
    lock.unlock();
  view.block->runtime->counters.tableScans.fetch_add(1, std::memory_order_relaxed);
  Table table(view, lease.first(), query.skip);
  Range indices = table.indices();
  auto whole = wholeOf(view, indices, query);
  InverseImage found = whole ? *whole : search(table, view.domain, query, reader, line);
  if (lock.mutex())
    lock.lock();
  if (images->entries.size() == kMostKept)
    images->entries.erase(images->entries.begin());
  ArrayView known = view;
  known.block = BlockRef();
  images->entries.push_back({std::move(known), indices, query.skip, query.range, found});
  return found;
}
