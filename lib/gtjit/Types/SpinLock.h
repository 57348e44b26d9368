//===- SpinLock.h - A lock for a few instructions ---------------*- C++ -*-===//
//
// For what is looked at on every operation of an expression, and is held for so
// short that nobody is ever put to sleep for it. It costs half of a mutex: letting
// go is a store.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_SPINLOCK_H
#define GTJIT_TYPES_SPINLOCK_H

#include <atomic>
#include <thread>

namespace gtjit::detail {

/// Not recursive. Who holds it calls nothing that could wait.
class SpinLock {
public:
  void lock() noexcept {
    while (isHeld.exchange(true, std::memory_order_acquire))
      std::this_thread::yield(); // its holder may have lost its processor
  }
  void unlock() noexcept { isHeld.store(false, std::memory_order_release); }

private:
  std::atomic<bool> isHeld{false};
};

} // namespace gtjit::detail

#endif // GTJIT_TYPES_SPINLOCK_H
