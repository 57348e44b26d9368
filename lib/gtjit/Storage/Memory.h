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
  std::size_t bytes = 0;
  bool foreign = false;             ///< not ours to free
  std::atomic<bool> pinned{false};  ///< foreign, or an address was given out: never moved
  KeepAlive owner;                  ///< of foreign memory
  std::mutex mutex;                 ///< guards `leaves`
  std::vector<Node *> leaves;       ///< graph leaves that read this block (not owned)
};
using BlockRef = Ref<Block>;

/// Allocates at least `bytes`, 64-byte aligned, huge pages asked for; throws
/// MemoryError.
BlockRef allocateBlock(Runtime::State &runtime, std::size_t bytes, SourceLine line);
/// Foreign memory as a pinned block.
BlockRef foreignBlock(Runtime::State &runtime, void *base, std::size_t bytes, KeepAlive owner);

/// The identity of a storage's memory.
struct Buffer {
  std::atomic<long> references{0};
  BlockRef block;
  std::atomic<std::uint64_t> version{0}; ///< grows with every write
  std::mutex mutex;

  /// The one way to memory: brings `device`'s copy up to date for `access`
  /// and returns its address; a write starts a new version.
  std::byte *acquire(Device device, Access access);
};
void retain(Buffer *buffer) noexcept;
void release(Buffer *buffer) noexcept;
using BufferRef = Ref<Buffer>;

/// Elements of a domain in a block: a strided memref with named dimensions.
struct ArrayView {
  BlockRef block;
  DType dtype = DType::F64;
  Domain domain;                      ///< finite; order of dimensions = order of `strides`
  std::vector<std::int64_t> strides;  ///< in elements
  std::int64_t offset = 0;            ///< bytes from block->base to the domain's first point

  std::byte *first() const { return block->base + offset; }
  /// Address of the point with these coordinates, one per dimension.
  std::byte *at(const std::int64_t *coordinates) const;
  /// The part over `part`, which must lie in `domain`; same dimensions.
  ArrayView restricted(const Domain &part) const;
  /// Dimensions by decreasing stride: positions in `domain`.
  std::vector<unsigned> strideOrder() const;
};

/// What a Storage handle refers to. Immutable but for halo, name and leaf.
struct StorageState {
  std::atomic<long> references{0};
  Runtime::State *runtime = nullptr; ///< retained
  BufferRef buffer;
  ArrayView layout;                  ///< its block is null: the buffer's current block counts
  Domain compute;
  std::int64_t alignment = 1;        ///< elements
  std::vector<std::int64_t> alignedIndex;
  std::string name;
  SourceLine line;                   ///< where it was made
  NodeRef leaf;                      ///< graph leaf of the current version, or null
  std::uint64_t leafVersion = 0;

  /// The view of the current block.
  ArrayView view() const;
  /// "'u'", or "the f64 field on (I, J, K) made at model.cpp:30".
  std::string describe() const;
};

/// A view of fresh memory over `domain`, dimensions of `slowToFast` from the
/// largest to the smallest stride, rows padded to 64 bytes, `aligned` (a
/// coordinate of the fastest dimension) at a 64-byte boundary.
ArrayView allocateView(Runtime::State &runtime, DType type, const Domain &domain,
                       const std::vector<Dimension> &slowToFast, std::int64_t aligned,
                       SourceLine line);
/// A storage over an existing view, for results.
Storage makeStorage(Runtime::State &runtime, ArrayView view, const Domain &compute,
                    SourceLine line);

/// Copies the points of `region` from one view to another of the same type;
/// counts the bytes.
void copyElements(const ArrayView &from, const ArrayView &to, const Domain &region);
/// The parts of `whole` outside `hole`, disjoint.
std::vector<Domain> difference(const Domain &whole, const Domain &hole);

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_MEMORY_H
