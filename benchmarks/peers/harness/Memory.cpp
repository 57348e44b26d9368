//===- Memory.cpp - Arrays that peers share -------------------------------===//

#include "Memory.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

namespace bench {

Memory::Memory(std::size_t bytes) {
  static std::size_t made = 0;
  constexpr std::size_t page = std::size_t(2) << 20, stagger = 1024 + 64;
  size = (bytes + 13 * stagger + 2 * page) / page * page;
  base = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) {
    std::perror("mmap");
    std::exit(1);
  }
  madvise(base, size, MADV_HUGEPAGE);
  auto address = (reinterpret_cast<std::uintptr_t>(base) + page - 1) / page * page;
  if (address + bytes + 13 * stagger > reinterpret_cast<std::uintptr_t>(base) + size)
    address = reinterpret_cast<std::uintptr_t>(base);
  first = reinterpret_cast<void *>(address + made++ % 13 * stagger);
}

Memory::~Memory() { munmap(base, size); }

static double uniform(std::uint64_t i) { // splitmix64
  i += 0x9e3779b97f4a7c15ull;
  i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9ull;
  i = (i ^ (i >> 27)) * 0x94d049bb133111ebull;
  return double((i ^ (i >> 31)) >> 11) * 0x1p-53;
}

template <class T> void fill(T *field, long elements, int number) {
#pragma omp parallel for
  for (long p = 0; p < elements; ++p)
    field[p] = T(uniform(std::uint64_t(p) + (std::uint64_t(number + 1) << 40)));
}

template void fill(double *, long, int);
template void fill(float *, long, int);

} // namespace bench
