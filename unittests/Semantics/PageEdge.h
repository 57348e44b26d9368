//===- PageEdge.h - Elements beside pages that fault ------------*- C++ -*-===//
//
// Memory of which no byte beside the elements can be touched on one side, however few they
// are: GuardedMemory of the random graphs gives the alignment of an allocator, with bytes
// behind the elements that can be read.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_SEMANTICS_PAGEEDGE_H
#define GTJIT_UNITTESTS_SEMANTICS_PAGEEDGE_H

#include <cstddef>
#include <sys/mman.h>
#include <unistd.h>

namespace gtjit {

/// Elements between two pages that cannot be touched, next to the one before or behind.
template <class T> class Guarded {
public:
  Guarded(std::size_t count, bool atEnd) : page(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    const std::size_t bytes = count * sizeof(T);
    inner = (bytes + page - 1) / page * page;
    base = static_cast<std::byte *>(mmap(nullptr, inner + 2 * page, PROT_NONE,
                                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    mprotect(base + page, inner, PROT_READ | PROT_WRITE);
    first = reinterpret_cast<T *>(base + page + (atEnd ? inner - bytes : 0));
    for (std::size_t n = 0; n < count; ++n)
      first[n] = static_cast<T>(n % 113 + 1);
  }
  ~Guarded() { munmap(base, inner + 2 * page); }
  Guarded(const Guarded &) = delete;

  T *first;

private:
  std::size_t page, inner;
  std::byte *base;
};

} // namespace gtjit

#endif // GTJIT_UNITTESTS_SEMANTICS_PAGEEDGE_H
