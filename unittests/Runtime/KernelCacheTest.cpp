//===- KernelCacheTest.cpp - One maker a key, errors for all --------------===//
//
// The cache alone: programs without kernels stand for compiled ones.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/KernelCache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace gtjit::detail;

static std::shared_ptr<const CompiledProgram> someProgram() {
  return std::make_shared<CompiledProgram>();
}

static void inThreads(int count, const std::function<void(int)> &body) {
  std::vector<std::thread> threads;
  for (int n = 0; n < count; ++n)
    threads.emplace_back(body, n);
  for (std::thread &thread : threads)
    thread.join();
}

TEST(KernelCacheTest, oneOfManyThreadsMakesTheProgramAndAllGetIt) {
  KernelCache cache;
  std::atomic<int> made{0};
  std::vector<std::shared_ptr<const CompiledProgram>> got(8);
  std::latch start(8), waiting(7);
  inThreads(8, [&](int n) {
    start.arrive_and_wait();
    KernelCache::Ticket ticket = cache.find("key");
    if (ticket.mine) {
      ++made;
      waiting.wait(); // every other thread has looked it up
      got[n] = someProgram();
      cache.fulfil(ticket, got[n]);
    } else {
      EXPECT_FALSE(ticket.program);
      waiting.count_down();
      got[n] = cache.wait(ticket);
    }
  });
  EXPECT_EQ(made, 1);
  for (auto &program : got)
    EXPECT_EQ(program, got[0]);
}

TEST(KernelCacheTest, differentKeysAreMadeSideBySide) {
  KernelCache cache;
  std::latch bothMaking(2); // Reached only if neither maker waits for the other.
  inThreads(2, [&](int n) {
    KernelCache::Ticket ticket = cache.find("key " + std::to_string(n));
    ASSERT_TRUE(ticket.mine);
    bothMaking.arrive_and_wait();
    cache.fulfil(ticket, someProgram());
  });
}

TEST(KernelCacheTest, everyWaiterGetsTheErrorAndTheNextLookUpMakesAgain) {
  KernelCache cache;
  KernelCache::Ticket mine = cache.find("key");
  ASSERT_TRUE(mine.mine);
  std::atomic<int> errors{0};
  std::latch waiting(4);
  std::vector<std::thread> waiters;
  for (int n = 0; n < 4; ++n)
    waiters.emplace_back([&] {
      KernelCache::Ticket ticket = cache.find("key");
      EXPECT_FALSE(ticket.mine);
      waiting.count_down();
      try {
        cache.wait(ticket);
      } catch (const std::runtime_error &error) {
        EXPECT_STREQ(error.what(), "no compiler");
        ++errors;
      }
    });
  waiting.wait();
  cache.fail(mine, std::make_exception_ptr(std::runtime_error("no compiler")));
  for (std::thread &waiter : waiters)
    waiter.join();
  EXPECT_EQ(errors, 4);
  EXPECT_TRUE(cache.find("key").mine);
}

TEST(KernelCacheTest, clearForgetsProgramsButKeepsThoseInUse) {
  KernelCache cache;
  KernelCache::Ticket ticket = cache.find("key");
  cache.fulfil(ticket, someProgram());
  std::shared_ptr<const CompiledProgram> inUse = cache.find("key").program;
  cache.clear();
  EXPECT_TRUE(inUse);
  EXPECT_TRUE(cache.find("key").mine);
}
