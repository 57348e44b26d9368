//===- EqualEntries.h - Finding an entry of a list again --------*- C++ -*-===//
//
// Arguments of a program are listed once. Most programs have so few that looking
// at each is fastest; for the others there is a hash table.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_EQUALENTRIES_H
#define GTJIT_GRAPH_EQUALENTRIES_H

#include <cstddef>
#include <unordered_map>

namespace gtjit::detail {

/// Looks up entries of one list that only grows.
class EqualEntries {
public:
  static constexpr unsigned none = ~0u;

  /// The number of one of the first `count` entries that `isEqual` accepts, or
  /// none. `hashOf` gives the hash of an entry, `wanted` that of the one looked
  /// for; entries that are accepted have equal hashes.
  template <class HashOf, class Wanted, class IsEqual>
  unsigned find(unsigned count, HashOf hashOf, Wanted wanted, IsEqual isEqual) {
    if (count <= kFew) {
      for (unsigned n = 0; n < count; ++n)
        if (isEqual(n))
          return n;
      return none;
    }
    while (indexed < count) {
      numbers.emplace(hashOf(indexed), indexed);
      ++indexed;
    }
    auto [first, last] = numbers.equal_range(wanted());
    for (; first != last; ++first)
      if (isEqual(first->second))
        return first->second;
    return none;
  }

private:
  static constexpr unsigned kFew = 16;
  std::unordered_multimap<std::size_t, unsigned> numbers; ///< by hash
  unsigned indexed = 0;                                   ///< entries in the table
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_EQUALENTRIES_H
