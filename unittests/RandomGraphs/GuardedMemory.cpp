//===- GuardedMemory.cpp - Memory whose neighbours fault ------------------===//

#include "GuardedMemory.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace gtjit::randomgraphs;

static constexpr std::size_t kPage = 4096;
static constexpr std::size_t kAlignment = 64; // what an allocator owes
static constexpr std::uint8_t kPattern = 0x2b;

static volatile std::int64_t playing = 0;

/// Ends the program, from a signal handler too.
[[noreturn]] static void tellAndEnd(const char *what, const void *address) {
  char text[120];
  int size = std::snprintf(text, sizeof(text), "scenario %lld %s at %p\n",
                           static_cast<long long>(playing), what, address);
  (void)!write(STDERR_FILENO, text, static_cast<std::size_t>(size));
  _exit(1);
}

static std::size_t roundedUp(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

static void expectPattern(const std::uint8_t *first, const std::uint8_t *end) {
  auto isWritten = [](std::uint8_t byte) { return byte != kPattern; };
  const std::uint8_t *found = std::find_if(first, end, isWritten);
  if (found != end)
    tellAndEnd("wrote beside its memory", found);
}

void *GuardedMemory::allocate(std::size_t bytes) {
  std::size_t used = roundedUp(bytes, kPage);
  void *mapping = mmap(nullptr, used + 2 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED)
    return nullptr;
  auto *first = static_cast<std::uint8_t *>(mapping) + kPage;
  mprotect(first, used, PROT_READ | PROT_WRITE);
  std::memset(first, kPattern, used);
  bool isAtEnd = allocations.fetch_add(1) % 2 == 0;
  return isAtEnd ? first + used - roundedUp(bytes, kAlignment) : first;
}

void GuardedMemory::deallocate(void *pointer, std::size_t bytes) {
  auto *memory = static_cast<std::uint8_t *>(pointer);
  std::uint8_t *first = memory - reinterpret_cast<std::uintptr_t>(memory) % kPage;
  std::size_t used = roundedUp(bytes, kPage);
  expectPattern(first, memory);
  expectPattern(memory + bytes, first + used);
  munmap(first - kPage, used + 2 * kPage);
}

void gtjit::randomgraphs::nameScenarioOfFaults(std::int64_t number) {
  playing = number;
  struct sigaction action = {};
  action.sa_sigaction = [](int, siginfo_t *info, void *) { tellAndEnd("faulted", info->si_addr); };
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
}
