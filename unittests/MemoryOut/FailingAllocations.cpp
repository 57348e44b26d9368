//===- FailingAllocations.cpp - When an allocation fails ------------------===//

#include "FailingAllocations.h"

#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"

#include <cstddef>
#include <cstdlib>
#include <new>

using namespace gtjit;

/// Allocations of the thread up to the one that fails; negative: none does.
static thread_local std::int64_t allocationsLeft = -1;
/// What no work of a test takes.
static constexpr std::int64_t kMostAllocations = 20000;

/// Null if it is the one that fails.
static void *allocateIf(std::size_t size, std::size_t alignment) noexcept {
  if (allocationsLeft >= 0 && allocationsLeft-- == 0)
    return nullptr;
  return std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
}

static void *allocate(std::size_t size, std::size_t alignment) {
  void *memory = allocateIf(size, alignment);
  return memory ? memory : throw std::bad_alloc();
}

// All that a library may replace: a sanitizer has some of its own.
void *operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void *operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  return allocateIf(size, alignof(std::max_align_t));
}
void *operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return allocateIf(size, static_cast<std::size_t>(alignment));
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

FailingAllocation::FailingAllocation(std::int64_t n) { allocationsLeft = n; }
FailingAllocation::~FailingAllocation() { allocationsLeft = -1; }
bool FailingAllocation::hasFailed() const { return allocationsLeft < 0; }

void MemoryOut::failInTurn(const std::function<Scene()> &make) {
  Values before, after;
  {
    Scene scene = make();
    before = scene.values();
    scene.work(); // compiles
    after = scene.values();
  }
  for (std::int64_t n = 0; n < kMostAllocations; ++n) {
    SCOPED_TRACE("allocation " + std::to_string(n));
    Scene scene = make();
    bool isDone = false, hasFailed = false;
    {
      FailingAllocation failing(n);
      try {
        scene.work();
        isDone = !failing.hasFailed();
      } catch (const std::bad_alloc &) {
      }
      hasFailed = failing.hasFailed();
    }
    if (isDone) {
      EXPECT_EQ(scene.values(), after);
      EXPECT_GT(n, 0);
      return;
    }
    ASSERT_TRUE(hasFailed);
    Values now = scene.values();
    ASSERT_TRUE(now == before || now == after);
    scene.work();
    ASSERT_EQ(scene.values(), after);
  }
  FAIL() << "more allocations than expected";
}

void MemoryOut::failCallsInTurn(const std::function<bool()> &call,
                                const std::function<void(bool)> &check) {
  for (std::int64_t n = 0; n < kMostAllocations; ++n) {
    SCOPED_TRACE("allocation " + std::to_string(n));
    bool isDone = false, hasFailed = false;
    {
      FailingAllocation failing(n);
      isDone = call();
      hasFailed = failing.hasFailed();
    }
    check(isDone);
    if (HasFatalFailure())
      return;
    if (!hasFailed) {
      EXPECT_TRUE(isDone);
      EXPECT_GT(n, 0);
      return;
    }
  }
  FAIL() << "more allocations than expected";
}

MemoryOut::MemoryOut() : holders(runtime.get().references.load()) {}

void MemoryOut::TearDown() {
  EXPECT_EQ(runtime.get().references.load(), holders);
  detail::LeaseTable::Usage leases = runtime.get().leases->usage();
  EXPECT_EQ(leases.groups, 0);
  EXPECT_EQ(leases.toKeep, 0u);
}
