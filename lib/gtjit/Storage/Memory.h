//===- Memory.h - Blocks, buffers and views of them -------------*- C++ -*-===//
//
// Memory below the level of storages. A Block is one allocation. A Buffer is
// an identity that writes go to: its views share it, and copy-on-write gives
// it another Block. An ArrayView says where the elements of a domain lie in a
// Block. Nothing here knows of fields, except that a Block knows the graph
// leaves that read it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_MEMORY_H
#define GTJIT_STORAGE_MEMORY_H

#include "gtjit/Runtime.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace gtjit::detail {

/// What an access to memory is for.
enum class Access : std::uint8_t { Read, Write };
/// Where memory is accessed. The host is the one device of this library; sync
/// states of others have their place in Buffer::acquire.
enum class Device : std::uint8_t { Host };

/// One allocation, or foreign memory.
struct Block {
  std::atomic<long> references{0};
  Runtime::State *runtime = nullptr; ///< retained; its allocator takes the memory back
  std::byte *base = nullptr;
  std::size_t bytes = 0;           ///< from base
  std::size_t alignment = 64;      ///< of base, in bytes; any number, not only powers of two
  std::byte *allocation = nullptr; ///< what the pool gave; base lies in it
  std::size_t allocated = 0;       ///< bytes of the allocation
  bool foreign = false;            ///< not ours to free
  bool zeroed = false;             ///< fresh memory that reads as zero
  std::atomic<bool> pinned{false}; ///< foreign, or an address was given out: never moved
  std::atomic<int> hostReaders{0}; ///< reading host views alive; they must keep their values
  std::atomic<int> buffers{0};     ///< that refer to it; evaluating a field twice gives two
  std::atomic<int> hostWriters{0}; ///< writing host views alive; they hold addresses
  KeepAlive owner;                 ///< of foreign memory
  std::mutex mutex;                ///< guards `leaves`
  std::vector<Node *> leaves;      ///< graph leaves that read this block (not owned)

  /// True if writes must go to this very memory.
  bool isPinned() const { return pinned.load() || hostWriters.load() > 0; }
};
void retain(Block *block) noexcept;
void release(Block *block) noexcept;
using BlockRef = Ref<Block>;

/// Allocates at least `bytes` at a multiple of `alignment` and of 64; large
/// blocks ask for huge pages. Throws MemoryError.
BlockRef allocateBlock(Runtime::State &runtime, std::size_t bytes, SourceLine line,
                       std::size_t alignment = 64);
/// Foreign memory as a pinned block.
BlockRef foreignBlock(Runtime::State &runtime, void *base, std::size_t bytes, KeepAlive owner);

/// Elements of a domain in a block: a strided memref with named dimensions.
struct ArrayView {
  BlockRef block;
  DType dtype = DType::F64;
  Domain domain;                     ///< finite; order of dimensions = order of `strides`
  std::vector<std::int64_t> strides; ///< in elements
  std::int64_t offset = 0;           ///< bytes from block->base to the domain's first point

  std::byte *first() const { return block->base + offset; }
  /// Address of the point with these coordinates, one per dimension.
  std::byte *at(const std::int64_t *coordinates) const;
  /// The part over `part`, which must lie in `domain`; same dimensions.
  ArrayView restricted(const Domain &part) const;
  /// The view without the dimension at `position`, at one of its coordinates.
  ArrayView pinnedAt(std::size_t position, std::int64_t coordinate) const;
  /// Dimensions by decreasing stride: positions in `domain`. Of equal strides
  /// that of more points is the slower one: in memory without gaps a dimension
  /// of one point has the stride of the next slower.
  std::vector<unsigned> strideOrder() const;
};

/// The identity of a storage's memory.
struct Buffer {
  std::atomic<long> references{0};
  BlockRef block;
  ArrayView layout;                      ///< all elements; its block is null
  std::atomic<std::uint64_t> version{0}; ///< grows with every write
  mutable std::mutex mutex;              ///< guards `block`

  /// The one way to memory: brings `device`'s copy up to date for `access`
  /// and returns its address; a write starts a new version.
  std::byte *acquire(Device device, Access access);
  /// The view of all elements in the current block.
  ArrayView view() const;
  /// Makes `memory` the block.
  void setBlock(BlockRef memory);

  Buffer() = default;
  Buffer(const Buffer &) = delete;
  ~Buffer() { setBlock(BlockRef()); }
};
void retain(Buffer *buffer) noexcept;
void release(Buffer *buffer) noexcept;
using BufferRef = Ref<Buffer>;

/// What may be written of a storage. Overlap: what has one point an element.
enum class WriteAccess : std::uint8_t { Any, Overlap, ReadOnly };

/// What a Storage handle refers to. Immutable but for halo, name and leaf,
/// which the runtime's graph mutex guards.
struct StorageState {
  std::atomic<long> references{0};
  Runtime::State *runtime = nullptr; ///< retained
  BufferRef buffer;
  ArrayView layout;              ///< its block is null: the buffer's current block counts
  Domain compute;                ///< in the order of layout.domain
  std::vector<HaloWidth> halo;   ///< per dimension of layout.domain
  std::vector<NamedIndex> taken; ///< dimensions that views have dropped, where they are
  /// True if coordinates are not those of the buffer: a view with steps.
  bool ownCoordinates = false;
  WriteAccess access = WriteAccess::Any;
  std::int64_t alignment = 1; ///< elements
  std::vector<std::int64_t> alignedIndex;
  std::string name;
  SourceLine line; ///< where it was made
  NodeRef leaf;    ///< graph leaf of the current version, or null
  std::uint64_t leafVersion = 0;

  /// The view of the current block.
  ArrayView view() const;
  /// A part of this storage's domain in the coordinates of the whole buffer;
  /// nothing of it if the storage has its own coordinates.
  Domain bufferRegion(const Domain &region) const;
  /// "'u'", or "the f64 field on (I, J, K) made at model.cpp:30".
  std::string describe() const;
};

/// The state of a handle; throws ValueError for an empty one.
StorageState &stateOf(const Storage &storage, SourceLine line);

/// A view of fresh memory over `domain`, dimensions of `slowToFast` from the
/// largest to the smallest stride, rows padded to 64 bytes, `aligned` (a
/// coordinate of the fastest dimension) at a 64-byte boundary. Throws
/// ValueError for an infinite domain, MemoryError.
ArrayView allocateView(Runtime::State &runtime, DType type, const Domain &domain,
                       const std::vector<Dimension> &slowToFast, std::int64_t aligned,
                       SourceLine line);
/// A storage over an existing view, for results.
Storage makeStorage(Runtime::State &runtime, ArrayView view, const Domain &compute,
                    SourceLine line);

/// Copies the points of `region` from one view to another of the same type
/// and dimensions; counts the bytes. The views may not overlap.
void copyElements(const ArrayView &from, const ArrayView &to, const Domain &region);
/// The parts of `whole` outside `hole`, disjoint, in the order of `whole`.
std::vector<Domain> difference(const Domain &whole, const Domain &hole);

/// Gives the buffer a fresh block of the same layout and alignment, copies
/// what lies outside of `overwritten` (null: everything) and starts a version.
/// Counts a copy and its bytes. Throws MemoryError, with the buffer unchanged.
void renewBlock(Buffer &buffer, const Domain *overwritten, SourceLine line);
/// A copy of the view in fresh memory of the same dimension order; counted.
ArrayView snapshot(const ArrayView &view, SourceLine line);

/// Makes `region` of a storage ready to be written by the caller: whoever
/// still reads it keeps its values, in the old block or in a snapshot. With
/// `keep` the values inside of `region` survive too. Starts a version; the
/// storage's view() may have moved. Defined by the runtime, which knows who
/// reads.
void prepareWrite(StorageState &target, const Domain &region, bool keep, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_MEMORY_H
