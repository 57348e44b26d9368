//===- KernelCacheTest.cpp - One maker a key, errors for all --------------===//
//
// The cache alone: programs without kernels stand for compiled ones.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/KernelCache.h"
#include "gtjit/Error.h"

#include "../TestImage.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace gtjit::detail;

static std::shared_ptr<const CompiledProgram> someProgram() {
  std::string error;
  return std::make_shared<CompiledProgram>(
      LoadedImage::fromBytes(gtjit::TestImage{}.bytes(), error));
}

static void put(KernelCache &cache, const std::string &key) {
  KernelCache::Ticket ticket = cache.find(key);
  ASSERT_TRUE(ticket.mine);
  cache.fulfil(ticket, someProgram());
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
  cache.fail(mine, [] { throw std::runtime_error("no compiler"); });
  for (std::thread &waiter : waiters)
    waiter.join();
  EXPECT_EQ(errors, 4);
  EXPECT_TRUE(cache.find("key").mine);
}

TEST(KernelCacheTest, whatOneWaiterAddsToItsErrorNoOtherSees) {
  KernelCache cache;
  KernelCache::Ticket mine = cache.find("key");
  KernelCache::Ticket first = cache.find("key"), second = cache.find("key");
  gtjit::CompileError made({}, "no compiler");
  cache.fail(mine, [made] { throw made; });
  for (const KernelCache::Ticket &ticket : {first, second})
    try {
      cache.wait(ticket);
      ADD_FAILURE() << "no error";
    } catch (gtjit::Error &error) {
      EXPECT_STREQ(error.what(), "error: no compiler");
      error.addNote({}, "seen");
    }
}

TEST(KernelCacheTest, whatWasNotUsedForLongestGoesFirst) {
  std::int64_t size = 0;
  {
    KernelCache one;
    put(one, "a");
    size = one.usage().bytes;
    EXPECT_GE(size, 8192) << "description and code have pages of their own";
  }
  KernelCache cache(4 * size);
  for (const char *key : {"a", "b", "c", "d"})
    put(cache, key);
  EXPECT_TRUE(cache.peek("a"));
  EXPECT_EQ(cache.usage().evictions, 0);
  put(cache, "e");
  EXPECT_LE(cache.usage().bytes, 4 * size);
  EXPECT_FALSE(cache.peek("b"));
  EXPECT_TRUE(cache.peek("a"));
  EXPECT_TRUE(cache.peek("d"));
  EXPECT_TRUE(cache.peek("e"));
  EXPECT_EQ(cache.usage().programs + cache.usage().evictions, 5);
}

TEST(KernelCacheTest, theLastProgramStaysHoweverLargeItIs) {
  KernelCache cache(1);
  put(cache, "a");
  EXPECT_TRUE(cache.peek("a"));
  auto inUse = cache.peek("a");
  put(cache, "b");
  EXPECT_FALSE(cache.peek("a"));
  EXPECT_TRUE(cache.peek("b"));
  EXPECT_EQ(inUse->image().kernels().size(), 0u) << "what is in use lives on";
}

TEST(KernelCacheTest, threadsThatFillASmallCacheGetWhatTheyAskFor) {
  KernelCache cache(20000);
  inThreads(4, [&](int thread) {
    for (int n = 0; n < 200; ++n) {
      KernelCache::Ticket ticket = cache.find("key " + std::to_string((n * (thread + 1)) % 17));
      std::shared_ptr<const CompiledProgram> program = ticket.program;
      if (ticket.mine) {
        program = someProgram();
        cache.fulfil(ticket, program);
      } else if (!program) {
        program = cache.wait(ticket);
      }
      EXPECT_EQ(program->image().kernels().size(), 0u);
    }
  });
  EXPECT_LE(cache.usage().bytes, 20000);
  EXPECT_GT(cache.usage().evictions, 0);
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

TEST(KernelCacheTest, aProgramIsReplacedWhileItIsThere) {
  KernelCache cache;
  put(cache, "key");
  auto first = cache.peek("key"), second = someProgram();
  std::int64_t bytes = cache.usage().bytes;
  EXPECT_FALSE(cache.replace("other", *first, second));
  EXPECT_FALSE(cache.replace("key", *second, second));
  EXPECT_TRUE(cache.replace("key", *first, second));
  EXPECT_EQ(cache.peek("key"), second);
  EXPECT_EQ(cache.usage().bytes, bytes);
  EXPECT_EQ(cache.usage().programs, 1);
  cache.clear();
  EXPECT_FALSE(cache.replace("key", *second, first));
  EXPECT_FALSE(cache.peek("key"));
}
