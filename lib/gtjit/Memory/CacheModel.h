//===- CacheModel.h - What the caches are likely to hold --------*- C++ -*-===//
//
// A kernel's data may fit the caches and yet come from memory, since a model has many
// fields: by the time a kernel is back at one, all the others have been there. So the
// runtime keeps count of what kernels bring into the last-level cache, and for each piece
// of memory of what the count was when it was used last.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MEMORY_CACHEMODEL_H
#define GTJIT_MEMORY_CACHEMODEL_H

#include <array>
#include <atomic>
#include <cstdint>

namespace gtjit::detail {

/// Thread-safe; what threads note at the same time may be lost, which makes a guess worse and no
/// result wrong.
class CacheModel {
public:
  /// How a kernel uses memory.
  struct Use {
    std::uintptr_t first; ///< address, of the same memory always the same
    std::int64_t bytes;
    bool isRead, isWritten;
    bool mayStream; ///< the kernel can write it past the caches
  };
  enum class Place { Unknown, Caches, Memory };
  struct Found {
    Place place;  ///< where the memory's values are before the use
    bool streams; ///< its new values had better go past the caches
  };

  /// `capacity`: bytes that the caches hold.
  explicit CacheModel(std::int64_t capacity) : capacity(capacity) {}

  /// What a call moves for the model to be worth its time.
  std::int64_t leastBytes() const { return capacity / 128; }

  /// Notes a use that begins now.
  Found use(const Use &use);

private:
  /// Of memory. Bits of `state`: from kStampBit on the count at the last use.
  struct Entry {
    std::atomic<std::uintptr_t> first{0};
    std::atomic<std::uint64_t> state{0};
  };
  static constexpr std::uint64_t kUnread = 1;   ///< nothing has read what was written last
  static constexpr std::uint64_t kStreamed = 2; ///< which went past the caches
  static constexpr std::uint64_t kLate = 4;     ///< what was written before had left the caches
                                                ///< when it was read, or written over
  static constexpr int kStampBit = 3;
  static constexpr std::size_t kSets = 512, kWays = 4;
  using Set = std::array<Entry, kWays>;

  static Entry *find(Set &set, std::uintptr_t first);
  Set &setOf(std::uintptr_t first);

  const std::int64_t capacity;
  std::atomic<std::int64_t> brought{0}; ///< bytes that came into the caches
  std::array<Set, kSets> sets;
};

/// Where the calls of one program have found their data: code for data in the caches neither
/// fetches ahead nor writes past them. Made with the code for data in the caches, and shared by
/// that for data in memory, should it come to that. Thread-safe, as the model is.
class CacheFit {
public:
  /// `patience`: bytes that come from memory until code for that is worth making; back it goes
  /// after as many times kFarther from the caches. Of both, the difference counts.
  explicit CacheFit(std::int64_t patience) : patience(patience) {}

  /// Notes the data of a call.
  void note(std::int64_t fromCaches, std::int64_t fromMemory);
  /// Whether code for data in memory serves better.
  bool isFar() const { return far.load(std::memory_order_relaxed); }

  /// How many times longer memory takes than the caches.
  static constexpr std::int64_t kFarther = 4;

private:
  const std::int64_t patience;
  std::atomic<std::int64_t> balance{0}; ///< from 0 to `patience`
  std::atomic<bool> far{false};
};

} // namespace gtjit::detail

#endif // GTJIT_MEMORY_CACHEMODEL_H
