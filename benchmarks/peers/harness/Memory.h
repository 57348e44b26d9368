//===- Memory.h - Arrays that peers share -----------------------*- C++ -*-===//
//
// Memory in huge pages and the values in it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstddef>

namespace bench {

/// An anonymous mapping in huge pages. Successive ones start at different
/// offsets, so that their elements do not collide in the cache's sets.
class Memory {
public:
  explicit Memory(std::size_t bytes);
  ~Memory();
  Memory(const Memory &) = delete;
  void *start() const { return first; }

private:
  void *base;
  std::size_t size;
  void *first;
};

/// Random values in [0, 1), other ones for each number: copying zeros is faster
/// than copying data.
template <class T> void fill(T *field, long elements, int number);

} // namespace bench
