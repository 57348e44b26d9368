//===- Coverage.cpp - Stores of values that are not there -----------------===//
//
// Whether a value covers what is to be written is one look at its domain. Only
// if it does not, the ranges that the store needs are propagated backwards
// through the graph to the memory or the slice that lacks them, so that the
// error can name both ends.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/GraphLock.h"
#include "gtjit/Graph/NodeIndex.h"
#include "gtjit/Graph/Operations/ArrayCall.h"
#include "gtjit/Graph/Operations/Shift.h"
#include "gtjit/Graph/Stores.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

constexpr unsigned none = NodeIndex::none;

/// What a store needs of one node in one dimension: the hull over its users,
/// and the users that the ends come from.
struct Need {
  NamedRange range;
  unsigned lowUser;
  unsigned highUser;
};

struct Visited {
  const Node *node;
  std::vector<Need> needs; ///< in the dimensions of the node that the store fixes
  bool isTable = false;    ///< holds indices that something is gathered by

  const Need *need(Dimension dim) const {
    for (const Need &need : needs)
      if (need.range.dim == dim)
        return &need;
    return nullptr;
  }
};

/// A node that lacks values, and the dimensions in which it does.
struct Lack {
  unsigned visited;
  std::vector<Dimension> dims;
};

std::string quantity(std::int64_t count, const char *thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

/// "I[0,256), J[0,64)".
std::string rangesText(const std::vector<NamedRange> &ranges) {
  std::string text;
  for (const NamedRange &range : ranges)
    text += (text.empty() ? "" : ", ") + toString(range);
  return text;
}

/// "u(I + 3)"; "(I + 3)" if the field has no name.
std::string shiftText(const Node &shift) { return shift.shape({{shift.inputs[0]->name}}); }

class CoverageError {
public:
  CoverageError(const Node &value, const Domain &region, std::string_view target, SourceLine line)
      : value(value), region(region), target(target), line(line) {}
  [[noreturn]] void raise();

private:
  void collect();
  void propagate();
  void require(const Node *node, NamedRange range, unsigned user);
  void requireInputs(unsigned user);
  Lack lackOf(unsigned number) const;
  std::vector<NamedRange> needed(const Lack &lack) const;
  std::vector<NamedRange> defined(const Lack &lack) const;
  bool isElsewhere(const Lack &lack, Dimension dim) const;
  std::string subject(const Lack &lack) const;
  std::vector<unsigned> shiftsOnPath(unsigned from, Dimension dim, bool high) const;
  void addPathNotes(Error &error, const Lack &lack) const;
  std::string adviceOf(const Lack &lack) const;
  std::string smallerStore() const;

  const Node &value;
  const Domain &region;
  std::string_view target;
  SourceLine line;
  std::vector<Visited> visited; ///< users before operands
  NodeIndex index;
  std::vector<Lack> lacks;
};

/// All nodes below the value, users before operands, first operands first.
void CoverageError::collect() {
  std::vector<std::pair<const Node *, std::size_t>> path{{&value, 0}};
  std::vector<const Node *> order;
  NodeIndex seen;
  seen.insert(&value, 0);
  while (!path.empty()) {
    auto &[node, next] = path.back();
    if (!node->memory() && next < node->inputs.size()) {
      const Node *input = node->inputs[node->inputs.size() - ++next].get();
      if (seen.find(input) == none) {
        seen.insert(input, 0);
        path.push_back({input, 0});
      }
      continue;
    }
    order.push_back(node);
    path.pop_back();
  }
  for (std::size_t n = order.size(); n-- > 0;) {
    index.insert(order[n], static_cast<unsigned>(visited.size()));
    visited.push_back({order[n], {}});
  }
}

/// Adds a range to what a user needs of a node.
void CoverageError::require(const Node *node, NamedRange range, unsigned user) {
  if (range.range.empty() || !node->domain.has(range.dim))
    return;
  std::vector<Need> &needs = visited[index.find(node)].needs;
  for (Need &need : needs) {
    if (!(need.range.dim == range.dim))
      continue;
    if (range.range.lo() < need.range.range.lo())
      need.lowUser = user;
    if (range.range.hi() > need.range.range.hi())
      need.highUser = user;
    need.range.range = hull(need.range.range, range.range);
    return;
  }
  needs.push_back({range, user, user});
}

/// Nothing is read for a box without points.
void CoverageError::requireInputs(unsigned user) {
  const Node &node = *visited[user].node;
  Domain box;
  for (const Need &need : visited[user].needs)
    box = box.with(need.range);
  if (box.ndim() < node.domain.ndim())
    return;
  for (std::size_t n = 0; n < node.inputs.size(); ++n) {
    visited[index.find(node.inputs[n].get())].isTable |= node.isTable(n);
    for (const NamedRange &range : node.needs(n, box))
      require(node.inputs[n].get(), range, user);
  }
}

/// The dimensions in which a node has not what is needed of it.
Lack CoverageError::lackOf(unsigned number) const {
  Lack lack{number, {}};
  for (const Need &need : visited[number].needs)
    if (!visited[number].node->domain[need.range.dim].contains(need.range.range))
      lack.dims.push_back(need.range.dim);
  return lack;
}

/// Whether no operand tells where there are values: memory, or what a function gives on its
/// arrays.
static bool isEnd(const Node &node) { return node.memory() || arrayCallOf(node); }

/// Ranges flow from the store to the leaves; where they end, what is not there
/// is noted.
void CoverageError::propagate() {
  for (const NamedRange &range : region)
    require(&value, range, none);
  for (unsigned user = 0; user < visited.size(); ++user) {
    const Node &node = *visited[user].node;
    if (isEnd(node) || node.isPart())
      if (Lack lack = lackOf(user); !lack.dims.empty())
        lacks.push_back(lack);
    if (!isEnd(node))
      requireInputs(user);
  }
  // An operation of its own ends, with operands that have all that it reads.
  for (unsigned number = static_cast<unsigned>(visited.size()); lacks.empty() && number-- > 0;)
    if (Lack lack = lackOf(number); !lack.dims.empty())
      lacks.push_back(lack);
}

std::vector<NamedRange> CoverageError::needed(const Lack &lack) const {
  std::vector<NamedRange> ranges;
  for (Dimension dim : lack.dims)
    ranges.push_back(visited[lack.visited].need(dim)->range);
  return ranges;
}

std::vector<NamedRange> CoverageError::defined(const Lack &lack) const {
  std::vector<NamedRange> ranges;
  for (Dimension dim : lack.dims)
    ranges.push_back(dim(visited[lack.visited].node->domain[dim]));
  return ranges;
}

/// What lacks values: a field, or a slice of one.
std::string CoverageError::subject(const Lack &lack) const {
  const Node &node = *visited[lack.visited].node;
  if (isEnd(node) || !node.isPart() || !node.name.empty())
    return describe(node);
  return "the slice of " + describe(*node.inputs[0]);
}

/// Whether nothing of what is needed is there, and the grid of what is stored is another one.
bool CoverageError::isElsewhere(const Lack &lack, Dimension dim) const {
  const Visited &end = visited[lack.visited];
  bool isOfStore = region.has(dim) && !(region[dim] & end.node->compute[dim]).empty();
  return !isOfStore && (end.need(dim)->range.range & end.node->domain[dim]).empty();
}

/// The shifts in `dim` between a node and the store, the node's own first, on
/// the side where its range is needed farthest.
std::vector<unsigned> CoverageError::shiftsOnPath(unsigned from, Dimension dim, bool high) const {
  std::vector<unsigned> shifts;
  for (unsigned at = from; at != none;) {
    const auto *shift = as<ShiftNode>(*visited[at].node);
    if (at != from && shift && shift->dim == dim)
      shifts.push_back(at);
    const Need *need = visited[at].need(dim);
    at = need ? (high ? need->highUser : need->lowUser) : none;
  }
  return shifts;
}

/// For each end that is needed beyond: the read that goes there, and how far
/// it is from the points that are stored.
void CoverageError::addPathNotes(Error &error, const Lack &lack) const {
  for (Dimension dim : lack.dims) {
    const Visited &end = visited[lack.visited];
    Range needs = end.need(dim)->range.range, has = end.node->domain[dim];
    for (bool high : {false, true}) {
      if (high ? needs.hi() <= has.hi() : needs.lo() >= has.lo())
        continue;
      std::vector<unsigned> shifts = shiftsOnPath(lack.visited, dim, high);
      std::int64_t total = 0;
      for (unsigned shift : shifts)
        total += as<ShiftNode>(*visited[shift].node)->offset;
      if (high ? total <= 0 : total >= 0)
        continue; // the store is too large even without shifts
      for (unsigned shift : shifts) {
        const Node &node = *visited[shift].node;
        std::string text = "'" + shiftText(node) + "' ";
        if (shift == shifts.front())
          text += "reads " + quantity(high ? total : -total, "point") + " beyond";
        else
          text += "shifts it on";
        error.addNote(node.line, text);
      }
    }
  }
}

/// What would give the values: a halo, no side of it smaller than it is, or a
/// larger slice.
std::string CoverageError::adviceOf(const Lack &lack) const {
  const Node &node = *visited[lack.visited].node;
  for (Dimension dim : lack.dims)
    if (isElsewhere(lack, dim)) // another place, which a wider halo is not meant for
      return subject(lack) + " has no point there in " + std::string(dim.name());
  if (visited[lack.visited].isTable && node.leaf)
    return "give the table " + describe(node) + " entries for " + rangesText(needed(lack));
  if (!node.leaf)
    return isEnd(node) || !node.isPart()
               ? ""
               : "slice " + describe(*node.inputs[0]) + " over " + rangesText(needed(lack));
  std::string text = "give " + describe(node) + " a halo of ";
  for (std::size_t n = 0; n < lack.dims.size(); ++n) {
    Range needs = visited[lack.visited].need(lack.dims[n])->range.range;
    Range grid = node.compute[lack.dims[n]], has = node.domain[lack.dims[n]];
    std::int64_t low = std::max<std::int64_t>(0, grid.lo() - std::min(needs.lo(), has.lo()));
    std::int64_t high = std::max<std::int64_t>(0, std::max(needs.hi(), has.hi()) - grid.hi());
    text += n ? " and " : "";
    text += "(" + std::to_string(low) + "," + std::to_string(high) + ") in " +
            std::string(lack.dims[n].name());
  }
  return text;
}

/// "store over I[0,255)": the points of the region that the value covers.
std::string CoverageError::smallerStore() const {
  std::vector<NamedRange> ranges;
  for (const NamedRange &range : region) {
    Range covered = range.range & value.domain.rangeOr(range.dim);
    if (covered.empty())
      return "";
    if (!(covered == range.range))
      ranges.push_back(range.dim(covered));
  }
  return "store over " + rangesText(ranges);
}

void CoverageError::raise() {
  collect();
  propagate();
  std::vector<NamedRange> stored;
  for (const NamedRange &range : region)
    if (!value.domain.rangeOr(range.dim).contains(range.range))
      stored.push_back(range);
  std::string start =
      "storing to " + std::string(target) + " over " + rangesText(stored) + " needs ";
  const Lack &first = lacks.front();
  bool isNamed = !visited[first.visited].node->name.empty();
  DomainError error(line, start + subject(first) + " over " + rangesText(needed(first)) + ", but " +
                              (isNamed ? subject(first) : "it") + " is defined over " +
                              rangesText(defined(first)));
  addPathNotes(error, first);
  std::string advice = adviceOf(first);
  for (std::size_t n = 1; n < lacks.size(); ++n) {
    error.addNote(line, subject(lacks[n]) + " is needed over " + rangesText(needed(lacks[n])) +
                            ", too, but is defined over " + rangesText(defined(lacks[n])));
    addPathNotes(error, lacks[n]);
    std::string more = adviceOf(lacks[n]);
    advice += (advice.empty() || more.empty() ? "" : " and ") + more;
  }
  std::string smaller = smallerStore();
  advice += (advice.empty() || smaller.empty() ? "" : ", or ") + smaller;
  if (!advice.empty())
    error.addNote({}, advice);
  throw error;
}

} // namespace

bool detail::covers(const Node &value, const Domain &region) {
  if (region.empty())
    return true;
  for (const NamedRange &range : value.domain)
    if (!range.range.contains(region.rangeOr(range.dim)))
      return false;
  return true;
}

void detail::checkCoverage(const Node &value, const Domain &region, std::string_view target,
                           SourceLine line) {
  if (covers(value, region))
    return;
  auto lock = lockGraph(value);
  CoverageError(value, region, target, line).raise();
}
