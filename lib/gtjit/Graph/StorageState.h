//===- StorageState.h - What a Storage handle refers to ---------*- C++ -*-===//
//
// A buffer, how its elements are seen, and the graph leaf by which expressions
// read them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_STORAGESTATE_H
#define GTJIT_GRAPH_STORAGESTATE_H

#include "gtjit/Graph/Node.h"
#include "gtjit/Types/SpinLock.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gtjit::detail {

/// One that was never told before.
std::uint64_t nextShapeNumber();

/// What may be written of a storage. Overlap: what has one point an element.
enum class WriteAccess : std::uint8_t { Any, Overlap, ReadOnly };

/// What a Storage handle refers to. Immutable but for halo, name and leaf,
/// which the runtime's graph mutex guards, and of the leaf also `leafLock`: who changes
/// it holds both, who reads it one of them.
struct StorageState {
  std::atomic<long> references{0};
  /// No storage with another layout or compute domain has or had it.
  std::uint64_t shapeNumber = nextShapeNumber();
  Runtime::State *runtime = nullptr; ///< retained
  BufferRef buffer;
  ArrayView layout;            ///< its block is null: the buffer's current block counts
  Domain compute;              ///< in the order of layout.domain
  std::vector<HaloWidth> halo; ///< per dimension of layout.domain
  /// Dimensions that views have dropped, where they are in the buffer, as far as that is known.
  std::vector<NamedIndex> taken;
  /// True if coordinates are not those of the buffer: a view with steps, or that starts elsewhere.
  bool ownCoordinates = false;
  WriteAccess access = WriteAccess::Any;
  std::int64_t alignment = 1; ///< elements
  std::vector<std::int64_t> alignedIndex;
  std::string name;
  SourceLine line; ///< where it was made
  NodeRef leaf;    ///< graph leaf of the current version, or null
  std::uint64_t leafVersion = 0;
  /// The number of the shape of which the last leaf was, and, if it was not the first of these,
  /// its domains.
  std::uint64_t leafShape = 0;
  struct LeafDomains {
    NodeDomain domain, compute;
  };
  std::optional<LeafDomains> leafDomains;
  SpinLock leafLock;

  /// The view of the current block.
  ArrayView view() const;
  /// A part of this storage's domain in the coordinates of the whole buffer;
  /// nothing of it if the storage has its own coordinates.
  Domain bufferRegion(const Domain &region) const;
  /// "'u'", or "the f64 field on (I, J, K) made at model.cpp:30".
  std::string describe() const;
};

/// Throws ValueError if `region` of the storage must not be written: two of
/// its points are one element, or the memory is read-only.
void checkWritable(const StorageState &storage, const Domain &region, SourceLine line);
/// A state on the same buffer with all elements, and no domain decided yet.
Ref<StorageState> derived(const StorageState &state);
/// Takes `indices` away, which lie in the state's domain.
void pin(StorageState &state, const Sequence<NamedIndex> &indices);
/// Appends a dimension's halo, and with it its compute range.
void addHalo(StorageState &state, const NamedRange &range, HaloWidth width);
/// The state of a handle; throws ValueError for an empty one.
StorageState &stateOf(const Storage &storage, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_STORAGESTATE_H
