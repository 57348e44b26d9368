//===- Arena.h - Memory for the length of one call --------------*- C++ -*-===//
//
// Arguments of kernels are many small arrays that live as long as one
// evaluation. They come from the stack, and from the heap where it is too
// small.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_ARENA_H
#define GTJIT_LAUNCH_ARENA_H

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace gtjit::detail {

/// Hands out memory for plain data of at most 8-byte alignment; frees it all
/// at its end.
class Arena {
public:
  Arena() = default;
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  /// `count` objects without initial values.
  template <class T> T *take(std::size_t count) {
    static_assert(std::is_trivial_v<T> && alignof(T) <= 8);
    return static_cast<T *>(bytes(count * sizeof(T)));
  }
  void *bytes(std::size_t count) {
    count = (count + 7) & ~std::size_t{7};
    if (count <= left) {
      void *result = next;
      next += count;
      left -= count;
      return result;
    }
    return overflow.emplace_back(std::make_unique_for_overwrite<std::byte[]>(count)).get();
  }

private:
  static constexpr std::size_t kOnStack = 4096;
  alignas(8) std::byte stack[kOnStack];
  std::byte *next = stack;
  std::size_t left = kOnStack;
  std::vector<std::unique_ptr<std::byte[]>> overflow;
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_ARENA_H
