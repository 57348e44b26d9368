//===- BlockPoolTest.cpp - Reuse of freed memory --------------------------===//
//
// Size classes, alignment, reuse, trimming, threads, and the allocator of a
// host application.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/BlockPool.h"

#include "../ExpectError.h"
#include "gtjit/Runtime.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace gtjit;
using gtjit::detail::BlockPool;
using gtjit::detail::PoolMemory;

namespace {

constexpr std::size_t MiB = std::size_t(1) << 20;

TEST(BlockPool, GivesBackTheMemoryThatWasFreed) {
  for (std::size_t bytes : {std::size_t(1), std::size_t(1000), std::size_t(300) << 10, 5 * MiB}) {
    BlockPool pool;
    PoolMemory first = pool.allocate(bytes);
    ASSERT_NE(first.address, nullptr);
    EXPECT_FALSE(first.reused);
    pool.deallocate(first.address, first.bytes);
    EXPECT_EQ(pool.waitingBytes(), first.bytes);
    PoolMemory second = pool.allocate(bytes);
    EXPECT_TRUE(second.reused);
    EXPECT_EQ(second.address, first.address);
    EXPECT_EQ(pool.waitingBytes(), 0u);
    pool.deallocate(second.address, second.bytes);
  }
}

TEST(BlockPool, SizeClassesWasteAtMostAnEighth) {
  std::size_t last = 0;
  for (std::size_t bytes = 1; bytes < 64 * MiB; bytes += bytes / 7 + 1) {
    std::size_t rounded = BlockPool::sizeClass(bytes);
    EXPECT_GE(rounded, bytes);
    EXPECT_LE(rounded, bytes + std::max<std::size_t>(64, bytes / 8));
    EXPECT_EQ(BlockPool::sizeClass(rounded), rounded);
    EXPECT_GE(rounded, last);
    EXPECT_EQ(rounded % 64, 0u);
    last = rounded;
  }
  EXPECT_EQ(BlockPool::sizeClass(SIZE_MAX), 0u);
}

TEST(BlockPool, MemoryIsAlignedWritableAndApart) {
  BlockPool pool;
  std::mt19937 random(3);
  std::vector<PoolMemory> given;
  for (int n = 0; n < 200; ++n) {
    std::size_t bytes = std::size_t(1) << (random() % 20);
    PoolMemory memory = pool.allocate(bytes + random() % 100);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(memory.address) % 64, 0u);
    std::memset(memory.address, n, memory.bytes);
    given.push_back(memory);
    if (random() % 3 == 0) {
      std::size_t victim = random() % given.size();
      pool.deallocate(given[victim].address, given[victim].bytes);
      given.erase(given.begin() + static_cast<std::ptrdiff_t>(victim));
    }
  }
  std::set<std::pair<std::byte *, std::byte *>> intervals;
  for (const PoolMemory &memory : given)
    intervals.insert({memory.address, memory.address + memory.bytes});
  const std::byte *end = nullptr;
  for (const auto &[first, last] : intervals) {
    EXPECT_GE(first, end);
    end = last;
  }
  for (const PoolMemory &memory : given)
    pool.deallocate(memory.address, memory.bytes);
}

TEST(BlockPool, LargeMemoryStartsAtDifferentPlacesInItsPage) {
  BlockPool pool;
  std::set<std::uintptr_t> places;
  std::vector<PoolMemory> given;
  for (int n = 0; n < 8; ++n) {
    given.push_back(pool.allocate(4 * MiB));
    places.insert(reinterpret_cast<std::uintptr_t>(given.back().address) % 4096);
    EXPECT_TRUE(given.back().zeroed);
    EXPECT_EQ(given.back().address[4 * MiB - 1], std::byte(0));
    std::memset(given.back().address, 1, given.back().bytes);
  }
  EXPECT_EQ(places.size(), 8u);
  for (const PoolMemory &memory : given)
    pool.deallocate(memory.address, memory.bytes);
}

/// Whether the page of an address is mapped.
bool isMapped(const std::byte *address) {
  auto page = reinterpret_cast<std::uintptr_t>(address) / 4096 * 4096;
  return msync(reinterpret_cast<void *>(page), 4096, MS_ASYNC) == 0;
}

/// Bytes of the process's address space.
std::size_t mappedBytes() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * 4096;
}

/// Whether the memory around an address asks for huge pages.
bool asksForHugePages(const std::byte *address) {
  std::ifstream maps("/proc/self/smaps");
  auto place = reinterpret_cast<std::uintptr_t>(address);
  bool isIn = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0, last = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &first, &last) == 2)
      isIn = first <= place && place < last;
    else if (isIn && line.starts_with("VmFlags:"))
      return line.find(" hg") != std::string::npos;
  }
  return false;
}

/// Whether the system has them.
bool hasHugePages() { return bool(std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled")); }

// None has whole huge pages of its own.
TEST(BlockPool, MemoryOfSomeHundredKiBSharesHugePages) {
  std::vector<PoolMemory> given;
  given.reserve(300);
  std::vector<std::byte *> places;
  places.reserve(300);
  std::size_t before = mappedBytes();
  {
    BlockPool pool;
    for (std::size_t n = 0; n < 300; ++n)
      given.push_back(pool.allocate((n % 2 ? 1300 : 700) << 10));
    std::size_t beside = 0;
    for (std::size_t n = 1; n < given.size(); ++n) {
      std::byte *end = given[n - 1].address + given[n - 1].bytes;
      beside += given[n].address >= end && given[n].address < end + (std::size_t(48) << 10);
    }
    EXPECT_GT(beside, 280u);
    EXPECT_EQ(asksForHugePages(given[200].address), hasHugePages());
    EXPECT_LT(mappedBytes(), before + 400 * MiB);
    pool.deallocate(given[201].address, given[201].bytes);
    pool.trim(0);
    EXPECT_FALSE(isMapped(given[201].address + MiB));
    EXPECT_TRUE(isMapped(given[200].address) && isMapped(given[202].address + MiB / 2));
    given.erase(given.begin() + 201);
    for (const PoolMemory &memory : given) {
      places.push_back(memory.address);
      pool.deallocate(memory.address, memory.bytes);
    }
  }
  for (std::byte *place : places)
    EXPECT_FALSE(isMapped(place));
  EXPECT_LT(mappedBytes(), before + MiB / 2);
}

TEST(BlockPool, SmallProgramsHaveNoMoreThanTheyNeed) {
  std::size_t before = mappedBytes();
  BlockPool pool;
  PoolMemory memory = pool.allocate(300 << 10);
  EXPECT_FALSE(asksForHugePages(memory.address));
  EXPECT_LT(mappedBytes(), before + MiB / 2);
  pool.deallocate(memory.address, memory.bytes);
}

TEST(BlockPool, MemoryOfManyMiBHasNoMoreThanItNeeds) {
  std::size_t before = mappedBytes();
  {
    BlockPool pool;
    PoolMemory large = pool.allocate(65 * MiB);
    EXPECT_LT(mappedBytes(), before + large.bytes + MiB / 2);
    EXPECT_EQ(asksForHugePages(large.address + 64 * MiB), hasHugePages());
    std::byte *end = large.address + large.bytes;
    EXPECT_TRUE(isMapped(end - 1));
    pool.deallocate(large.address, large.bytes);
    pool.trim(0);
    EXPECT_FALSE(isMapped(end - 1));
    EXPECT_FALSE(isMapped(large.address));
  }
  EXPECT_LT(mappedBytes(), before + MiB / 2);
}

/// What a process of its own gives back that may map so many bytes more.
int resultWithin(std::size_t bytes, bool (*succeeds)(BlockPool &pool)) {
  const pid_t child = fork();
  if (child == 0) {
    auto *pool = new BlockPool;
    for (int n = 0; n < 20; ++n)
      pool->allocate(400 << 10); // has huge pages for others
    rlimit limit = {mappedBytes() + bytes, mappedBytes() + bytes};
    _exit(setrlimit(RLIMIT_AS, &limit) == 0 && succeeds(*pool) ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

// What was mapped for others is not kept from what needs it, and nothing is mapped beside that.
TEST(BlockPool, MapsWhatItNeedsWhereThereIsNoMore) {
  EXPECT_EQ(
      resultWithin(11 * MiB, [](BlockPool &pool) { return bool(pool.allocate(10 * MiB).address); }),
      0);
  EXPECT_EQ(
      resultWithin(65 * MiB, [](BlockPool &pool) { return bool(pool.allocate(64 * MiB).address); }),
      0);
  auto takesSome = [](BlockPool &pool) { // all that is left of the last huge pages, and more
    for (int n = 0; n < 8; ++n)
      if (!pool.allocate(400 << 10).address)
        return false;
    return true;
  };
  EXPECT_EQ(resultWithin(MiB / 2, takesSome), 0);
  EXPECT_NE(
      resultWithin(MiB, [](BlockPool &pool) { return bool(pool.allocate(40 * MiB).address); }), 0);
}

TEST(BlockPool, TrimsTheLongestWaitingFirst) {
  BlockPool pool;
  PoolMemory old = pool.allocate(MiB), recent = pool.allocate(2 * MiB);
  pool.deallocate(old.address, old.bytes);
  pool.deallocate(recent.address, recent.bytes);
  pool.trim(2 * MiB);
  EXPECT_EQ(pool.waitingBytes(), recent.bytes);
  PoolMemory small = pool.allocate(MiB), large = pool.allocate(2 * MiB);
  EXPECT_FALSE(small.reused);
  EXPECT_TRUE(large.reused);
  pool.deallocate(small.address, small.bytes);
  pool.deallocate(large.address, large.bytes);
  pool.trim(0);
  EXPECT_EQ(pool.waitingBytes(), 0u);
}

TEST(BlockPool, KeepsWhatALoopUsesAndGivesUpTheRestLater) {
  BlockPool pool;
  auto step = [&](int count) {
    std::vector<PoolMemory> temporaries;
    int fresh = 0;
    for (int n = 0; n < count; ++n) {
      temporaries.push_back(pool.allocate(20 * MiB));
      fresh += !temporaries.back().reused;
    }
    for (const PoolMemory &memory : temporaries)
      pool.deallocate(memory.address, memory.bytes);
    return fresh;
  };
  EXPECT_EQ(step(10), 10);
  for (int n = 0; n < 1100; ++n)
    ASSERT_EQ(step(10) + step(1), 0);
  EXPECT_GE(pool.waitingBytes(), 200 * MiB);
  for (int n = 0; n < 2100; ++n)
    step(1);
  EXPECT_LE(pool.waitingBytes(), 64 * MiB);
}

TEST(BlockPool, ServesThreads) {
  BlockPool pool;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&pool, t] {
      std::mt19937 random(static_cast<unsigned>(t));
      for (int n = 0; n < 2000; ++n) {
        PoolMemory memory = pool.allocate(64u << (random() % 6));
        std::memset(memory.address, t, memory.bytes);
        for (std::size_t i = 0; i < memory.bytes; i += 64)
          ASSERT_EQ(memory.address[i], std::byte(t));
        pool.deallocate(memory.address, memory.bytes);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// Counts what is asked of it; gives nothing above a limit.
class CountingAllocator : public Allocator {
public:
  void *allocate(std::size_t bytes) override {
    if (bytes > limit)
      return nullptr;
    ++live;
    ++calls;
    return std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  }
  void deallocate(void *pointer, std::size_t) override {
    --live;
    std::free(pointer);
  }
  int live = 0;
  int calls = 0;
  std::size_t limit = 1 << 20;
};

TEST(HostAllocator, GivesAndTakesAllMemory) {
  CountingAllocator allocator;
  {
    Runtime runtime{{.allocator = &allocator}};
    Storage u = zeros({100}, F64, {.runtime = &runtime});
    EXPECT_EQ(allocator.live, 1);
    EXPECT_EQ(runtime.counters().allocations, 1);
    u = zeros({100}, F64, {.runtime = &runtime});
    EXPECT_EQ(allocator.live, 1);
    EXPECT_EQ(allocator.calls, 2);
    EXPECT_ERROR(MemoryError, zeros({1 << 20}, F64, {.runtime = &runtime}),
                 "cannot allocate 8388608 bytes");
  }
  EXPECT_EQ(allocator.live, 0);
}

TEST(HostAllocator, IsUsedByStoragesThatOutliveTheRuntime) {
  CountingAllocator allocator;
  Storage u;
  {
    Runtime runtime{{.allocator = &allocator}};
    u = zeros({100}, F64, {.runtime = &runtime});
  }
  EXPECT_EQ(allocator.live, 1);
  u = Storage();
  EXPECT_EQ(allocator.live, 0);
}

TEST(RuntimeCounters, TellAllocationsAndReuses) {
  Runtime runtime;
  for (int n = 0; n < 10; ++n)
    (void)zeros({1000}, F64, {.runtime = &runtime});
  EXPECT_EQ(runtime.counters().allocations, 1);
  EXPECT_EQ(runtime.counters().reuses, 9);
  EXPECT_GE(runtime.counters().bytesAllocated, 8000);
}

} // namespace
