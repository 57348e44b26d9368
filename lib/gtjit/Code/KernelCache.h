//===- KernelCache.h - Compiled programs by key -----------------*- C++ -*-===//
//
// Each key is compiled once, however many threads ask for it; different keys
// are compiled side by side. What has not been asked for the longest goes when
// there is too much. Knows nothing of graphs or compilers: the caller who is
// told to make a program makes it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_KERNELCACHE_H
#define GTJIT_CODE_KERNELCACHE_H

#include "gtjit/Code/CompiledProgram.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gtjit::detail {

/// Thread-safe.
class KernelCache {
  struct Slot;

public:
  /// What a look-up found. Either `program` is set, or the ticket's holder
  /// makes the program (`mine`) and must call fulfil or fail, or it waits.
  struct Ticket {
    std::shared_ptr<const CompiledProgram> program;
    bool mine = false;

  private:
    friend class KernelCache;
    std::shared_ptr<Slot> slot;
  };
  /// What the cache holds and has let go.
  struct Usage {
    std::int64_t programs = 0;
    std::int64_t bytes = 0;
    std::int64_t evictions = 0; ///< programs that went because there was too much
  };

  /// Holds programs of `limit` bytes at most, and always the last one made.
  explicit KernelCache(std::int64_t limit = INT64_MAX) : limit(limit) {}

  Ticket find(std::string_view key);
  /// The key's program if it is there, else null.
  std::shared_ptr<const CompiledProgram> peek(std::string_view key);
  /// Hands in the program of a ticket that is `mine`; others stop waiting.
  void fulfil(const Ticket &ticket, std::shared_ptr<const CompiledProgram> program) noexcept;
  /// Hands in an error instead: a function that throws it, each time anew, since
  /// whoever catches an error may change it. Everybody who waits gets it; the
  /// key is forgotten, so that the next look-up makes the program again.
  void fail(const Ticket &ticket, std::function<void()> raise) noexcept;
  /// Puts `made` in the place of the key's program if that is still `old`; whether it was.
  bool replace(std::string_view key, const CompiledProgram &old,
               std::shared_ptr<const CompiledProgram> made) noexcept;
  /// Waits for the program of a ticket that is not `mine`; throws what its
  /// maker handed in.
  std::shared_ptr<const CompiledProgram> wait(const Ticket &ticket);

  /// Forgets every program; those in use live on.
  void clear();
  Usage usage() const;

private:
  struct Hash {
    std::size_t operator()(std::string_view key) const;
  };
  struct Slot {
    explicit Slot(std::string_view key) : key(key) {}
    const std::string key;
    std::mutex mutex;
    std::condition_variable done;
    std::shared_ptr<const CompiledProgram> program; ///< set once, under both mutexes
    std::function<void()> raise;
    std::atomic<std::uint64_t> lastUse{0}; ///< number of the look-up
    std::int64_t bytes = 0;                ///< what it counts for, once it has a program
  };
  using Slots = std::vector<std::shared_ptr<Slot>>;

  std::shared_ptr<const CompiledProgram> used(Slot &slot);
  void fill(Slot &slot, std::shared_ptr<const CompiledProgram> program);
  Slots evict(const Slot &made) noexcept;

  const std::int64_t limit;
  std::atomic<std::uint64_t> lookups{0};
  mutable std::shared_mutex mutex;
  std::unordered_map<std::string_view, std::shared_ptr<Slot>, Hash> slots; ///< by their own keys
  Usage held;
};

} // namespace gtjit::detail

#endif // GTJIT_CODE_KERNELCACHE_H
