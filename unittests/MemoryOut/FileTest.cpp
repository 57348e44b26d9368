//===- FileTest.cpp - Files where an allocation fails ---------------------===//
//
// Programs that are saved and loaded, kernels on disk.
//
//===----------------------------------------------------------------------===//
#include "FailingAllocations.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <unistd.h>

using namespace gtjit;

namespace {
/// Each test has a folder of its own.
class MemoryOutFile : public MemoryOut {
protected:
  void SetUp() override {
    folder = testing::TempDir() + "gtjit-memory-XXXXXX";
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    cache = folder + "/cache";
  }
  void TearDown() override {
    std::filesystem::remove_all(folder);
    MemoryOut::TearDown();
  }
  static std::string contentOf(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static Field step(Field u, Field alpha) { return u - alpha * (u(I - 1) + u(I + 1)); }
  Program traced() { return runtime.compile(step, arg(F64, I), arg(F64)); }

  std::string folder, cache;
};
GTJIT_ON_ALL_BACKENDS(MemoryOutFile);
} // namespace

TEST_P(MemoryOutFile, OfAProgramIsWholeOrTheOldOne) {
  Program program = traced();
  std::string path = folder + "/p", whole, old = "what was there";
  program.save(path); // compiles
  whole = contentOf(path);
  failInTurn([&] {
    std::ofstream(path, std::ios::trunc) << old;
    return Scene{[&] { program.save(path); },
                 [&] {
                   std::string now = contentOf(path);
                   EXPECT_TRUE(now == old || now == whole);
                   auto files = std::filesystem::directory_iterator(folder);
                   EXPECT_EQ(std::distance(begin(files), end(files)), 1);
                   return Values{now == whole ? 1.0 : 0.0};
                 }};
  });
}

TEST_P(MemoryOutFile, OfAProgramIsLoadedAndCalled) {
  std::string path = folder + "/p";
  traced().save(path);
  failInTurn([&] {
    Storage u = counting(zeros<double>({I(0, 10)})), v = zeros<double>({I(1, 9)});
    Field pending = v + 1.0;
    return Scene{[=]() mutable {
                   Program loaded = Program::load(path);
                   loaded(out(v), u, 0.5);
                 },
                 [=] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[3], 1.0);
                   return valuesOf(v);
                 }};
  });
}

TEST_P(MemoryOutFile, OfAKernelOnDisk) {
  ::setenv("GTJIT_CACHE", "1", 1);
  RuntimeOptions options;
  options.reference = !compiles();
  options.diskCacheFolder = cache;
  std::optional<Runtime> fresh;
  failInTurn([&] {
    fresh.emplace(options); // finds on disk what the first one has compiled
    Runtime::Scope scope(*fresh);
    Storage u = counting(zeros<double>({I(0, 10)})), v = zeros<double>({I(1, 9)});
    return Scene{[=]() mutable { v[whole] = u(I - 1) * 3.0 + u(I + 1); },
                 [=] { return valuesOf(v); }};
  });
  ::setenv("GTJIT_CACHE", "0", 1);
  if (compiles()) {
    EXPECT_EQ(fresh->counters().compiles, 0);
    EXPECT_EQ(fresh->counters().diskHits, 1);
  }
}

// Whichever allocation fails, what a runtime forgets are all kernels, those of plans, too.
TEST_P(MemoryOutFile, OfAKernelThatIsForgotten) {
  if (!compiles())
    return;
  ::setenv("GTJIT_CACHE", "1", 1);
  RuntimeOptions options;
  options.diskCacheFolder = cache;
  auto store = [](Storage &v, const Storage &u) { v[whole] = u * 3.0 + 1.0; };
  {
    Runtime first(options);
    Runtime::Scope scope(first);
    Storage u = zeros<double>({I(0, 8)}), v = like(u);
    store(v, u); // compiles
  }
  std::optional<Runtime> fresh;
  std::optional<Runtime::Scope> scope;
  Storage u, v;
  auto makeFresh = [&] {
    u = v = Storage();
    scope.reset();
    fresh.emplace(options);
    scope.emplace(*fresh);
    u = zeros<double>({I(0, 8)});
    v = like(u);
  };
  makeFresh();
  failCallsInTurn(
      [&] {
        try {
          store(v, u);
          return true;
        } catch (const std::bad_alloc &) {
          return false;
        }
      },
      [&](bool) {
        for (int n = 0; n < 3; ++n)
          store(v, u); // the last ones by the line's plan
        std::int64_t before = fresh->counters().diskHits;
        fresh->clearCache();
        store(v, u);
        EXPECT_EQ(fresh->counters().diskHits, before + 1);
        EXPECT_EQ(fresh->counters().compiles, 0);
        makeFresh();
      });
  ::setenv("GTJIT_CACHE", "0", 1);
}
