//===- Lease.h - Memory in use ----------------------------------*- C++ -*-===//
//
// The one way to memory: whoever reads or writes elements holds a lease from
// before the first to after the last, kernels, copies and host views alike.
// Only a lease tells addresses. A writer sees the leases of other work and goes
// to other memory, or waits; that is decided in Evaluate/WriteTransaction.
//
// A lease is of a block, on whatever sides that has memory, and so names no device: work on one
// side is in the way of work on the other, since either may move values of the whole block to
// where it needs them. The host's address comes from the lease; what is on a device, kernels find
// under the same lease (Launch/DeviceCall, Memory/DeviceCopy).
//
// Work takes all of its leases together and never waits for one while it holds
// another, so there is no circle of waiting.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_LEASE_H
#define GTJIT_MEMORY_LEASE_H

#include "gtjit/Memory/Memory.h"
#include "gtjit/Types/SpinLock.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace gtjit::detail {

class LeaseTable;
class Staging;    // Memory/DeviceBlock.h: memory of a device for the host
struct Footprint; // Memory/Overlap.h: elements of a block

/// The leases of one piece of work, taken and given back together. Ends them
/// when it ends. Used by one thread at a time.
class LeaseGroup {
public:
  /// `line`: for errors and logs of copies to and from a device.
  explicit LeaseGroup(Runtime::State &runtime, Holder holder = Holder::Work, SourceLine line = {})
      : runtime(runtime), holder(holder), line(line) {}
  LeaseGroup(const LeaseGroup &) = delete;
  LeaseGroup &operator=(const LeaseGroup &) = delete;
  ~LeaseGroup() { giveBack(); }

  /// Names memory to be taken: what `view` has of `region`, null: all of it.
  /// Both outlive the group, and the view keeps its block. A view without a
  /// block gets it by place().
  void add(const ArrayView &view, Access access, const Domain *region = nullptr);
  /// Where the elements of use number `n` are in this taking: in `block`, the
  /// first point `offset` bytes from its start. The caller keeps the block, or its
  /// storage; should the storage get another one, the table keeps it.
  void place(std::size_t n, Block &block, std::int64_t offset);
  /// Takes all. Under the runtime's graph mutex where graph leaves hold the
  /// memory: else it might be redirected in between.
  void take();
  /// As take(), unless other work uses what this writes; then false, and
  /// nothing is held.
  bool tryTake();
  /// Ends all leases and forgets placed blocks; may take again.
  void giveBack() noexcept;
  bool isHeld() const { return held; }

  std::size_t size() const { return uses.size(); }
  bool hasMemory(std::size_t n) const { return uses[n].block != nullptr; }
  /// Start of the block, and the first point of the view, in the host's memory, which has
  /// the values of the device then; what is written there without a memory on the host goes
  /// to the device when the group ends. While it is held. Throw DeviceError.
  std::byte *base(std::size_t n) const;
  std::byte *first(std::size_t n) const { return base(n) + uses[n].offset; }

private:
  friend class LeaseTable;
  struct Use {
    const ArrayView *view;
    const Domain *region; ///< null: all
    Block *block;         ///< the view's, or a placed one
    std::int64_t offset;
    Access access;
    bool isPlaced = false;
    mutable bool isHandedOut = false;          ///< its address, for the host
    mutable std::shared_ptr<Staging> staged{}; ///< of memory that the host does not reach

    const Domain &part() const; ///< of the view: the region
  };
  void countViews(int change) noexcept;
  void bring(const Use &use) const;
  void endHostWrites() noexcept;

  Runtime::State &runtime;
  Holder holder;
  SourceLine line;
  bool held = false;
  Sequence<Use, 4> uses;
  const void *thread = nullptr; ///< that took it
  LeaseGroup *next = nullptr;   ///< in the table
  LeaseGroup *previous = nullptr;
};

/// The lease of one view, which it keeps.
class Lease {
public:
  /// Of all points of the view.
  Lease(ArrayView view, Access access, Holder holder = Holder::Work, SourceLine line = {});
  /// Of a part of them.
  Lease(ArrayView view, Access access, const Domain &region, Holder holder = Holder::Work,
        SourceLine line = {});
  Lease(const Lease &) = delete;

  const ArrayView &view() const { return whole; }
  std::byte *base() const { return group.base(0); }
  std::byte *first() const { return group.first(0); }
  /// Address of the point with these coordinates, one per dimension.
  std::byte *at(const std::int64_t *coordinates) const {
    return base() + whole.offsetOf(coordinates);
  }

private:
  ArrayView whole;
  Domain region;
  LeaseGroup group;
};

/// The leases that work holds in a runtime. Thread-safe.
class LeaseTable {
public:
  struct Holders {
    bool any = false;
    bool own = false; ///< the calling thread is one
  };
  struct Found {
    Holders readers, writers;
    std::uint64_t returns = 0; ///< for waitAfter()
  };
  /// Who holds leases that overlap the elements.
  Found find(const Footprint &wanted);
  /// Waits until a group has been given back after the number was told.
  void waitAfter(std::uint64_t returns);
  /// Makes room for one block to be kept, so that keep() cannot fail half way through what
  /// must be done as a whole.
  void makeRoom();
  /// Keeps a block that its storage has let go of for those who have placed it; one for
  /// each makeRoom().
  void keep(BlockRef block) noexcept;
  /// What there is at the moment.
  struct Usage {
    int groups = 0;         ///< that are held
    int waiters = 0;        ///< threads
    std::size_t toKeep = 0; ///< blocks that there is room for
  };
  Usage usage();

private:
  friend class LeaseGroup;
  bool isInTheWayOf(const LeaseGroup &group) const;
  bool isUsed(const Block &block) const;
  void link(LeaseGroup &group);
  void unlink(LeaseGroup &group);
  void dropUnused() noexcept;

  SpinLock lock; ///< of what follows, but for looks at `returns`
  LeaseGroup *first = nullptr;
  std::atomic<std::uint64_t> returns{0};
  int waiting = 0;
  std::vector<BlockRef> kept;
  std::size_t toKeep = 0; ///< that there is room for
};

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_LEASE_H
