//===- FailureTest.cpp - Evaluations that fail half way -------------------===//
//
// What storages hold after an executor has thrown, and that missing memory is
// told before anything is written.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Memory.h"

#include <cstdlib>
#include <stdexcept>

using namespace gtjit;

namespace {

/// Runs all tiles on the caller, but throws instead of its n-th run.
class FailingExecutor : public Executor {
public:
  void run(std::int64_t count, Body body, void *context) override {
    if (++runs == failing)
      throw std::runtime_error("the host's threads are gone");
    body(context, 0, count);
  }
  int threads() const override { return 2; }
  int runs = 0;
  int failing = 0;
};

/// The system's memory, until it is refused.
class RefusingAllocator : public Allocator {
public:
  void *allocate(std::size_t bytes) override {
    ++asked;
    return refuses ? nullptr : std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  }
  void deallocate(void *pointer, std::size_t) override { std::free(pointer); }
  bool refuses = false;
  int asked = 0;
};

class FailureTest : public testing::Test {
protected:
  FailingExecutor executor;
  RefusingAllocator allocator;
  Runtime runtime{{.executor = &executor, .allocator = &allocator, .smallDomain = 1}};
  Runtime::Scope scope{runtime};

  std::uint64_t versionOf(const Storage &storage) { return storage.get()->buffer->version; }
};

} // namespace

TEST_F(FailureTest, theExecutorsExceptionComesThroughAndInPlaceTargetsMayBeWrittenInPart) {
  Storage u = counting(zeros<double>({I(0, 40), J(0, 40)})), v = counting(like(u));
  std::uint64_t before = versionOf(u);
  executor.failing = executor.runs + 2;
  auto failing = [&] { update({{u[whole], u * 2.0}, {v[{I(0, 20)}], v - 1.0}}); };
  EXPECT_THROW(failing(), std::runtime_error);
  EXPECT_GT(versionOf(u), before);
  Values now = valuesOf(u);
  for (std::size_t n = 0; n < now.size(); ++n)
    EXPECT_TRUE(now[n] == double(n) || now[n] == 2.0 * double(n));
  EXPECT_EQ(valuesOf(eval(u + 0.0)), now); // fields see what is there
  Values rest = valuesOf(v);
  for (std::size_t n = 800; n < rest.size(); ++n)
    EXPECT_EQ(rest[n], double(n)); // points that were not to be written
  update({{u[whole], 3.0}, {v[{I(0, 20)}], 4.0}});
  EXPECT_EQ(valuesOf(u), Values(1600, 3.0));
}

TEST_F(FailureTest, aStorageThatWasToGetOtherMemoryKeepsItsValues) {
  Storage u = counting(zeros<double>({I(0, 40), J(0, 40)}));
  Values old = valuesOf(u);
  executor.failing = executor.runs + 1;
  EXPECT_THROW((u[{I(1, 40)}] = u(I - 1)), std::runtime_error);
  EXPECT_EQ(valuesOf(u), old);
  executor.failing = executor.runs + 1;
  Field f = u + 1.0;
  EXPECT_THROW(eval(f), std::runtime_error);
  EXPECT_EQ(eval(f).item<double>({0, 1}), 2.0); // it is computed when asked again
}

TEST_F(FailureTest, scratchMemoryIsTakenBeforeAnythingIsWritten) {
  Storage u = counting(zeros<double>({I(0, 70), J(0, 70)}, {.preset = "C"}));
  Storage v = zeros<double>({I(0, 70), J(0, 70)}, {.preset = "F"});
  v[whole] = u + 1.0; // lines of `u` are staged in scratch memory
  Values old = valuesOf(v);
  int before = allocator.asked;
  allocator.refuses = true;
  EXPECT_THROW((v[whole] = u + 2.0), MemoryError);
  EXPECT_GT(allocator.asked, before);
  allocator.refuses = false;
  EXPECT_EQ(valuesOf(v), old);
  v[whole] = u + 2.0;
  EXPECT_EQ(v.item<double>({69, 69}), u.item<double>({69, 69}) + 2.0);
}
