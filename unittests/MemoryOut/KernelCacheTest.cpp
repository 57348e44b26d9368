//===- KernelCacheTest.cpp - Kept kernels where an allocation fails -------===//
//
// The cache counts what it holds, and who waits for a program gets it.
//
//===----------------------------------------------------------------------===//
#include "FailingAllocations.h"

#include "../TestImage.h"
#include "gtjit/Code/KernelCache.h"

using namespace gtjit;
using namespace gtjit::detail;

static std::shared_ptr<const CompiledProgram> someProgram() {
  std::string error;
  return std::make_shared<CompiledProgram>(LoadedImage::fromBytes(TestImage{}.bytes(), error));
}

// Which of them stay is up to the next one that has memory to choose.
TEST(MemoryOutKernelCache, CountsWhatItHolds) {
  for (std::int64_t n = 0;; ++n) {
    SCOPED_TRACE("allocation " + std::to_string(n));
    KernelCache cache(1); // holds one program
    cache.fulfil(cache.find("a"), someProgram());
    KernelCache::Ticket mine = cache.find("b"), other = cache.find("b");
    auto program = someProgram(), better = someProgram();
    bool hasFailed = false;
    {
      FailingAllocation failing(n);
      cache.fulfil(mine, program);
      cache.replace("b", *program, better);
      hasFailed = failing.hasFailed();
    }
    EXPECT_EQ(cache.wait(other), better);
    EXPECT_EQ(cache.usage().programs, cache.peek("a") ? 2 : 1);
    cache.fulfil(cache.find("c"), someProgram());
    EXPECT_EQ(cache.usage().programs, 1);
    std::int64_t bytes = cache.usage().bytes;
    cache.clear();
    cache.fulfil(cache.find("c"), someProgram());
    EXPECT_EQ(cache.usage().bytes, bytes);
    if (!hasFailed) {
      EXPECT_GT(n, 0);
      return;
    }
  }
}
