//===- Memory.h - Blocks, buffers and views of them -------------*- C++ -*-===//
//
// Memory below the level of storages. A Block is one allocation. A Buffer is
// an identity that writes go to: its views share it, and copy-on-write gives
// it another Block. An ArrayView says where the elements of a domain lie in a
// Block. Nothing here knows of fields, except that a Block knows the graph
// leaves that read it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_MEMORY_H
#define GTJIT_MEMORY_MEMORY_H

#include "gtjit/Memory/Allocation.h"
#include "gtjit/SyncState.h"
#include "gtjit/Types/DenseStrides.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace gtjit::detail {

class Lease;      // Memory/Lease.h: memory in use
class LeaseGroup; // Memory/Lease.h
class DeviceCopy; // Memory/DeviceCopy.h: the values on a device
void passRecord(DeviceCopy *from, DeviceCopy &to, Ref<SyncRecord> &record);

/// What an access to memory is for.
enum class Access : std::uint8_t {
  Read,
  Write,
  Overwrite, ///< of all elements that it names; none of them is read before
};
inline bool writes(Access access) { return access != Access::Read; }
/// When the lease of an access ends.
enum class Holder : std::uint8_t {
  Work, ///< by itself: a writer may wait for it
  View, ///< when the user lets a host view go: nobody waits
};
/// A graph leaf that reads a block, in the block's list of them.
struct LeafEntry {
  static constexpr std::size_t unlisted = ~std::size_t{0};
  Node *leaf;         ///< not owned
  std::size_t *place; ///< where the leaf keeps the number of this entry, or `unlisted`
};

/// One allocation, or foreign memory.
struct Block {
  std::atomic<long> references{0};
  Runtime::State *runtime = nullptr; ///< retained
  StorageKind kind = StorageKind::CPU;
  std::size_t bytes = 0;           ///< from address()
  std::int64_t elements = 0;       ///< of the layout that it was made for; 0: not known
  std::size_t alignment = 64;      ///< in bytes; any number, not only powers of two
  bool foreign = false;            ///< not ours to free
  bool zeroed = false;             ///< fresh memory that reads as zero
  std::atomic<bool> pinned{false}; ///< foreign, or an address was given out: never moved
  std::atomic<int> hostReaders{0}; ///< leases of reading host views: they keep their values
  std::atomic<int> buffers{0};     ///< that refer to it; evaluating a field twice gives two
  std::atomic<int> hostWriters{0}; ///< leases of writing host views: they hold addresses
  KeepAlive owner;                 ///< of foreign memory
  std::mutex mutex;                ///< guards `leaves`
  std::vector<LeafEntry> leaves;   ///< graph leaves that read this block, in any order
  /// Number of `leaves`; it grows under the graph mutex alone.
  std::atomic<std::size_t> leafCount{0};
  /// Null if there is none; made once, in a Use of the device. Of a software-managed block it
  /// is made with the block.
  std::atomic<DeviceCopy *> onDevice{nullptr};

  ~Block();
  explicit Block(Allocation memory) : own(std::move(memory)), base(own.address()) {}
  explicit Block(void *memory) : base(static_cast<std::byte *>(memory)) {}

  /// True if writes must go to this very memory.
  bool isPinned() const { return pinned.load() || hostWriters.load() > 0; }
  /// To be compared and computed with; elements are reached through leases. On the device if
  /// the block has no memory on the host.
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(base); }

private:
  friend class LeaseGroup;
  Allocation own;  ///< empty for foreign memory, and for that of a device
  std::byte *base; ///< what leases tell
};
void retain(Block *block) noexcept;
void release(Block *block) noexcept;
using BlockRef = Ref<Block>;

/// Allocates at least `bytes` at a multiple of `alignment` and of 64; large
/// blocks in huge pages (BlockPool.h). Throws MemoryError.
BlockRef allocateBlock(Runtime::State &runtime, std::size_t bytes, SourceLine line,
                       std::size_t alignment = 64, Purpose purpose = Purpose::Values);
/// Foreign memory as a pinned block.
BlockRef foreignBlock(Runtime::State &runtime, void *base, std::size_t bytes, KeepAlive owner);

/// The same for memory of any kind (Memory/DeviceBlock.h). Throws DeviceError, too.
BlockRef allocateBlock(Runtime::State &runtime, StorageKind kind, std::size_t bytes,
                       SourceLine line, std::size_t alignment = 64);

/// Elements of a domain in a block: a strided memref with named dimensions.
struct ArrayView {
  BlockRef block;
  DType dtype = DType::F64;
  Domain domain; ///< finite; order of dimensions = order of `strides`
  Strides strides;
  std::int64_t offset = 0;  ///< bytes from block->base to the domain's first point
  bool nontemporal = false; ///< as StorageOptions has it

  /// Of the first point; as Block::address().
  std::uintptr_t address() const { return block->address() + static_cast<std::uintptr_t>(offset); }
  /// Bytes from the block's start to the point with these coordinates, one per
  /// dimension.
  std::int64_t offsetOf(const std::int64_t *coordinates) const;
  /// Bytes from the first point to that of what it has of `part`.
  std::int64_t bytesTo(const Domain &part) const;
  /// What it has of `part`, in the same dimensions; one that `part` lacks is whole.
  ArrayView restricted(const Domain &part) const;
  /// The view without the dimension at `position`, at one of its coordinates.
  ArrayView pinnedAt(std::size_t position, std::int64_t coordinate) const;
  /// Dimensions by decreasing stride: positions in `domain`. Of equal strides
  /// that of more points is the slower one: in memory without gaps a dimension
  /// of one point has the stride of the next slower.
  Sequence<unsigned, 4> strideOrder() const;
};

/// The identity of a storage's memory.
struct Buffer {
  std::atomic<long> references{0};
  BlockRef block;
  ArrayView layout;                      ///< all elements; its block is null
  std::atomic<std::uint64_t> version{0}; ///< grows with every write
  /// Of software-managed memory; stays the same when the block does not. Null for others.
  Ref<SyncRecord> sync;
  /// With the graph mutex it guards `block`: who changes it holds both, who
  /// reads it one of them.
  mutable std::mutex mutex;

  /// The one way to a storage's memory: a lease of `part`, a view of this
  /// buffer, in the current block. A write starts a version; who still needs
  /// the old values is seen to before, by prepareWrite.
  Lease acquire(Access access, const ArrayView &part, Holder holder = Holder::Work,
                SourceLine line = {});
  /// Starts a version: the memory was written by other means.
  void touch() { version.fetch_add(1, std::memory_order_release); }
  /// The view of all elements in the current block, and that of some.
  ArrayView view() const { return view(layout); }
  ArrayView view(const ArrayView &part) const;
  /// Makes `memory` the block.
  void setBlock(BlockRef memory);

  Buffer() = default;
  Buffer(const Buffer &) = delete;
  ~Buffer() {
    if (block)
      --block->buffers;
  }
};
void retain(Buffer *buffer) noexcept;
void release(Buffer *buffer) noexcept;
using BufferRef = Ref<Buffer>;

/// A view of fresh memory over `domain`, dimensions of `slowToFast` from the
/// largest to the smallest stride, rows padded to 64 bytes, `aligned` (a
/// coordinate of the fastest dimension) at a 64-byte boundary. Throws
/// ValueError for an infinite domain, MemoryError.
ArrayView allocateView(Runtime::State &runtime, DType type, const Domain &domain,
                       const std::vector<Dimension> &slowToFast, std::int64_t aligned,
                       SourceLine line, StorageKind kind = StorageKind::CPU);
/// Copies the points of `region` from one view to another of the same type
/// and dimensions; counts the bytes. The views may not overlap. `line`: whom it is for.
void copyElements(const ArrayView &from, const ArrayView &to, const Domain &region,
                  SourceLine line = {});
/// The parts of `whole` outside `hole`, disjoint, in the order of `whole`.
std::vector<Domain> difference(const Domain &whole, const Domain &hole);

/// Gives the buffer a fresh block of the same layout and alignment, copies
/// what lies outside of `overwritten` (null: everything) and starts a version.
/// Counts a copy and its bytes. Throws MemoryError, with the buffer unchanged.
void renewBlock(Buffer &buffer, const Domain *overwritten, SourceLine line);
/// A copy of the view in fresh memory of the same dimension order; counted.
ArrayView snapshot(const ArrayView &view, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_MEMORY_H
