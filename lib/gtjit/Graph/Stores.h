//===- Stores.h - What is stored where --------------------------*- C++ -*-===//
//
// Assignments as the runtime sees them, and the checks before any effect.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_STORES_H
#define GTJIT_GRAPH_STORES_H

#include "gtjit/Graph/Node.h"

#include <unordered_map>

namespace gtjit::detail {

/// Whether stores read elements of a target elsewhere than at the point, and none that the store to
/// it changes, but for the point's own.
enum class InPlace : std::uint8_t {
  No,
  Always,
  ForNumbers, ///< for those that the value has now: see Evaluate/Colouring.h
};

/// One assignment: the value of `node` over `region` into `target`. The
/// node's type is the target's; region lies in the target's domain and, in
/// the node's dimensions, in the node's domain.
struct StoreRequest {
  NodeRef value;
  ArrayView target;
  Domain region; ///< has the target's dimensions
  SourceLine line;
  std::string_view targetName = {}; ///< for the text; outlived by the storage
  InPlace inPlace = InPlace::No;
};

/// Memory with the values that an evaluation reads of leaves and evaluated nodes,
/// instead of their own: copies, since those are written meanwhile.
using Substitutes = std::unordered_map<const Node *, ArrayView>;

/// True if the value is defined at all points of `region`.
bool covers(const Node &value, const Domain &region);
/// Throws DomainError with both ends if `value` does not cover `region`.
/// `target` is described as messages show it, "'v'".
void checkCoverage(const Node &value, const Domain &region, std::string_view target,
                   SourceLine line);

/// Throws IndexError unless the region has the storage's dimensions and
/// IndexOutOfBounds unless it lies in its domain: "storing to 'v' over ...".
void checkPart(const StorageState &storage, const Domain &region, const char *access,
               SourceLine line);

/// The value converted to the target's type, after all checks of a store.
/// Throws as checkPart, TypeError for a float into an integer, ValueError for a
/// dimension that the target lacks or another runtime, DomainError for values
/// that are not there.
NodeRef buildStoreValue(const NodeRef &value, const StorageState &target, const Domain &region,
                        SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_STORES_H
