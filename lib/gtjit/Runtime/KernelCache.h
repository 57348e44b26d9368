//===- KernelCache.h - Compiled programs by key -----------------*- C++ -*-===//
//
// Each key is compiled once, however many threads ask for it; different keys
// are compiled side by side. Knows nothing of graphs or compilers: the caller
// who is told to make a program makes it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RUNTIME_KERNELCACHE_H
#define GTJIT_RUNTIME_KERNELCACHE_H

#include "gtjit/Runtime/CompiledProgram.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>

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

  Ticket find(const std::string &key);
  /// The key's program if it is there, else null.
  std::shared_ptr<const CompiledProgram> peek(const std::string &key);
  /// Hands in the program of a ticket that is `mine`; others stop waiting.
  void fulfil(const Ticket &ticket, std::shared_ptr<const CompiledProgram> program);
  /// Hands in an error instead. Everybody who waits gets it; the key is
  /// forgotten, so that the next look-up makes the program again.
  void fail(const Ticket &ticket, std::exception_ptr error);
  /// Waits for the program of a ticket that is not `mine`; throws what its
  /// maker handed in.
  std::shared_ptr<const CompiledProgram> wait(const Ticket &ticket);

  /// Forgets every program; those in use live on.
  void clear();

private:
  struct Hash {
    std::size_t operator()(const std::string &key) const;
  };
  struct Slot {
    explicit Slot(const std::string &key) : key(key) {}
    std::string key;
    std::mutex mutex;
    std::condition_variable done;
    std::shared_ptr<const CompiledProgram> program; ///< set once, under both mutexes
    std::exception_ptr error;
  };

  std::shared_mutex mutex;
  std::unordered_map<std::string, std::shared_ptr<Slot>, Hash> slots;
};

} // namespace gtjit::detail

#endif // GTJIT_RUNTIME_KERNELCACHE_H
