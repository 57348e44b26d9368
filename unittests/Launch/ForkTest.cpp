//===- ForkTest.cpp - Children of processes that compute ------------------===//
//
// A child has none of its parent's threads, and computes on several all the
// same.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include "gtjit/Launch/OpenMPExecutor.h"

#include <functional>
#include <latch>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace gtjit;

namespace {

/// True if `run`, in a child, says so within a minute.
bool holdsInChild(const std::function<bool()> &run) {
  pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60); // the end of one that waits for ever
    ::_exit(run() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Both parts run at the same time, or none returns.
bool runsTwoPartsAtATime(Executor &executor) {
  std::latch both(2);
  executor.run(
      2,
      [](void *both, std::int64_t, std::int64_t) {
        static_cast<std::latch *>(both)->arrive_and_wait();
      },
      &both);
  return true;
}

} // namespace

TEST(ForkTest, theExecutorHasThreadsInAChildAndInItsChild) {
  detail::OpenMPExecutor executor(2);
  EXPECT_TRUE(runsTwoPartsAtATime(executor));
  EXPECT_TRUE(holdsInChild([&] {
    return runsTwoPartsAtATime(executor) && runsTwoPartsAtATime(executor) &&
           holdsInChild([&] { return runsTwoPartsAtATime(executor); });
  }));
  // On a host with other work the first one may have lost too much to share again.
  detail::OpenMPExecutor another(2);
  EXPECT_TRUE(runsTwoPartsAtATime(another));
}

TEST(ForkTest, aChildEvaluatesOnSeveralThreads) {
  Runtime runtime{{.threads = 2, .smallDomain = 1}};
  Runtime::Scope scope(runtime);
  Storage u = counting(zeros<double>({I(0, 60), J(0, 60)}));
  Values known = valuesOf(eval(u * 2.0 + u(I + 0)));
  EXPECT_TRUE(holdsInChild([&] {
    bool same = valuesOf(eval(u * 2.0 + u(I + 0))) == known; // kernels of the parent
    Values fresh = valuesOf(eval(u * 3.0 - u * u));          // compiled here
    for (std::size_t n = 0; n < fresh.size(); ++n)
      same &= fresh[n] == 3.0 * double(n) - double(n) * double(n);
    return same;
  }));
}
