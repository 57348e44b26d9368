//===- Ref.h - Counted references without <memory> --------------*- C++ -*-===//
//
// Intrusive reference counting for the handles of the public headers. The
// counted types are complete in the library alone.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DETAIL_REF_H
#define GTJIT_DETAIL_REF_H

namespace [[gnu::visibility("default")]] gtjit {
namespace detail {

/// A counted pointer. `retain(T *)` and `release(T *)` are found by argument
/// lookup and are defined in the library.
template <class T> class Ref {
public:
  Ref() = default;
  explicit Ref(T *counted) : object(counted) {
    if (counted)
      retain(counted);
  }
  Ref(const Ref &other) : Ref(other.object) {}
  Ref(Ref &&other) noexcept : object(other.object) { other.object = nullptr; }
  Ref &operator=(Ref other) noexcept {
    T *mine = object;
    object = other.object;
    other.object = mine;
    return *this;
  }
  ~Ref() {
    if (object)
      release(object);
  }

  T *get() const { return object; }
  T *operator->() const { return object; }
  T &operator*() const { return *object; }
  explicit operator bool() const { return object != nullptr; }
  friend bool operator==(const Ref &a, const Ref &b) { return a.object == b.object; }

private:
  T *object = nullptr;
};

} // namespace detail
} // namespace gtjit

#endif // GTJIT_DETAIL_REF_H
