//===- Intersection.cpp - Domains of operations ---------------------------===//
//
// A merge of two sorted lists of named ranges, in place: the builders' hot
// path. Domains of one expression mostly have the same dimensions.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Domain.h"

#include <cstring>
#include <type_traits>

using namespace gtjit;
using namespace gtjit::detail;

void detail::intersectWith(Domain &a, const Domain &b) {
  auto &mine = a.list;
  const auto &other = b.list;
  static_assert(std::has_unique_object_representations_v<NamedRange>);
  if (mine.size() == other.size() &&
      std::memcmp(mine.data(), other.data(), mine.size() * sizeof(NamedRange)) == 0)
    return; // as in most expressions
  std::size_t same = 0;
  for (; same < other.size() && same < mine.size(); ++same) {
    if (!(mine[same].dim == other[same].dim))
      break;
    mine[same].range = mine[same].range & other[same].range;
  }
  if (same == other.size())
    return;
  Sequence<NamedRange, 3> merged;
  std::size_t left = same, right = same;
  while (left < mine.size() || right < other.size()) {
    if (right == other.size() || (left < mine.size() && mine[left].dim < other[right].dim))
      merged.push_back(mine[left++]);
    else if (left == mine.size() || other[right].dim < mine[left].dim)
      merged.push_back(other[right++]);
    else {
      merged.push_back({mine[left].dim, mine[left].range & other[right].range});
      ++left, ++right;
    }
  }
  while (mine.size() > same)
    mine.erase(mine.size() - 1);
  for (const NamedRange &range : merged)
    mine.push_back(range);
}
