//===- KeepAlive.h - Owning anything ----------------------------*- C++ -*-===//
//
// A handle that keeps a copy of any object: the owner of foreign memory.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KEEPALIVE_H
#define GTJIT_KEEPALIVE_H

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
      __atomic_add_fetch(&holder->count, 1, __ATOMIC_RELAXED);
  }
  KeepAlive &operator=(KeepAlive other) noexcept {
    Holder *mine = holder;
    holder = other.holder;
    other.holder = mine;
    return *this;
  }
  ~KeepAlive() {
    if (holder && __atomic_sub_fetch(&holder->count, 1, __ATOMIC_ACQ_REL) == 0)
      delete holder;
  }
  explicit operator bool() const { return holder != nullptr; }

private:
  struct Holder {
    long count = 1; // by __atomic builtins: the header <atomic> costs 0.18 s
    virtual ~Holder() = default;
  };
  template <class T> struct Held final : Holder {
    template <class U> explicit Held(U &&object) : owner(static_cast<U &&>(object)) {}
    T owner;
  };
  Holder *holder = nullptr;
};

} // namespace gtjit

#endif // GTJIT_KEEPALIVE_H
