//===- KeepAlive.h - Owning anything ----------------------------*- C++ -*-===//
//
// A handle that keeps a copy of any object: the owner of foreign memory.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KEEPALIVE_H
#define GTJIT_KEEPALIVE_H

#include <atomic>
#include <type_traits>

namespace [[gnu::visibility("default")]] gtjit {

/// Shares ownership of a copied object and destroys it with the last handle.
/// Handles may be copied and destroyed from any thread.
class KeepAlive {
public:
  KeepAlive() = default;
  template <class T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, KeepAlive>)
  KeepAlive(T &&owner) : holder(new Held<std::decay_t<T>>(static_cast<T &&>(owner))) {}
  KeepAlive(const KeepAlive &other) : holder(other.holder) {
    if (holder)
      holder->count.fetch_add(1, std::memory_order_relaxed);
  }
  KeepAlive &operator=(KeepAlive other) noexcept {
    Holder *mine = holder;
    holder = other.holder;
    other.holder = mine;
    return *this;
  }
  ~KeepAlive() {
    if (holder && holder->count.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete holder;
  }
  explicit operator bool() const { return holder != nullptr; }

private:
  struct Holder {
    std::atomic<long> count{1};
    virtual ~Holder() = default;
  };
  template <class T> struct Held final : Holder {
    template <class U> explicit Held(U &&owner) : owner(static_cast<U &&>(owner)) {}
    T owner;
  };
  Holder *holder = nullptr;
};

} // namespace gtjit

#endif // GTJIT_KEEPALIVE_H
