//===- EvaluationTest.cpp - Evaluating fields -----------------------------===//
//
// Values, one compilation for all sizes and numbers, threads, tiles, errors.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"
#include "Stencils.h"

#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <latch>
#include <thread>
#include <unistd.h>

using namespace gtjit;
using testing::HasSubstr;

namespace {
class EvaluationTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(EvaluationTest);
} // namespace

static Storage noise(const Domain &domain) {
  Storage u = zeros<double>(domain, {.halo = {{I, 2}, {J, 2}}});
  counting(u);
  Field wild = u * u * 0.37 - 11.0 * u;
  u[whole] = wild - where(wild > 5000.0, 5000.0, 0.0);
  return u;
}

TEST_P(EvaluationTest, aLaplacian) {
  Storage u = counting(zeros<double>({I(0, 2), J(0, 2)}, {.halo = {{I, 1}, {J, 1}}}));
  Storage v = zeros<double>({I(0, 2), J(0, 2)});
  v[interior] = laplacian(u * u);
  EXPECT_EQ(valuesOf(v), (Values{34, 34, 34, 34}));
}

// M-001, S3-055 (open: gufuncs)
TEST_P(EvaluationTest, arithmeticOnStoragesIsOneKernelWithoutTemporaries) {
  Storage a = counting(zeros<double>({I(0, 4)})), b = full<double>({I(0, 4)}, 2.0), c = like(b);
  c[whole] = 3.0;
  counted();
  EXPECT_THROW((a + b)(J + 1), ValueError) << "where it is written";
  EXPECT_EQ(counted().evaluations, 0);
  Storage d = eval((a + b) * c - a);
  RuntimeCounters seen = counted();
  EXPECT_EQ(seen.allocations + seen.reuses, 1);
  EXPECT_EQ(seen.kernels, compiles() ? 1 : 0);
  EXPECT_EQ(seen.compiles, compiles() ? 1 : 0);
  EXPECT_EQ(valuesOf(d), (Values{6, 8, 10, 12}));
}

// M-001
TEST(EvaluationText, arithmeticOnStoragesIsOneLoopNest) {
  std::filesystem::path folder = testing::TempDir() + "gtjit-loops-" + std::to_string(::getpid());
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  {
    std::string name = folder.string();
    Runtime runtime{{.dump = name}};
    Runtime::Scope scope(runtime);
    Storage a = zeros<double>({I(0, 4), J(0, 4)}), b = like(a), c = like(a);
    eval((a + b) * c - a);
  }
  int texts = 0, stencils = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    texts += entry.path().string().ends_with("-text.mlir");
    std::ifstream file(entry.path());
    if (entry.path().string().ends_with("-stencils.mlir"))
      for (std::string line; std::getline(file, line);)
        stencils += line.find("gt.stencil over") != std::string::npos;
  }
  EXPECT_EQ(texts, 1);
  EXPECT_EQ(stencils, 1);
  std::filesystem::remove_all(folder);
}

// S4-001
TEST_P(EvaluationTest, whatTheHostDoesDoesNotDependOnTheSize) {
  auto counts = [&](std::int64_t n) {
    Storage u = full<double>({I(0, n), J(0, n)}, 1.0, {.halo = {{I, 1}, {J, 1}}}), v = like(u);
    counted();
    v[interior] = laplacian(u * u);
    RuntimeCounters seen = counted();
    return std::array{seen.evaluations, seen.kernels, seen.allocations + seen.reuses, seen.copies};
  };
  EXPECT_EQ(counts(10), counts(compiles() ? 1000 : 100));
}

// S1-070
TEST_P(EvaluationTest, anotherAlignedPointComputesTheSamePoints) {
  StorageOptions options{.halo = {1, 1}, .alignment = 8};
  auto run = [&] {
    Storage u = counting(empty({10, 20}, F64, options)), v = zeros({10, 20}, F64, options);
    EXPECT_EQ(laplacian(u).compute_domain(), Domain({I(0, 8), J(0, 18)}));
    v[interior] = laplacian(u * u);
    return valuesOf(v);
  };
  Values plain = run();
  options.aligned_index = {4, 5};
  EXPECT_EQ(run(), plain);
}

TEST_P(EvaluationTest, aResultThatNobodyAsksForIsNotComputed) {
  Storage u = counting(zeros<double>({I(0, 4), J(0, 3)}));
  counted();
  auto [i, j] = argmax(u, I, J);
  EXPECT_EQ(i.item<std::int64_t>(), 3);
  std::int64_t alone = counted().kernels;
  auto [row, col] = argmax(u, I, J);
  eval(row, col);
  EXPECT_EQ(col.item<std::int64_t>(), 2);
  if (compiles()) {
    EXPECT_EQ(alone, 4) << "the extreme, the first in each row, one coordinate";
    EXPECT_EQ(counted().kernels, 5);
  }
}

TEST_P(EvaluationTest, dimensionsOfOneNameAndDifferentKinds) {
  Dimension across("K", DimensionKind::Horizontal), zero("K_0");
  Storage u = counting(zeros<double>({K(0, 3), across(0, 2), zero(0, 2)}));
  Field shifted = 100.0 * u(K + 1) + 10.0 * u(across + 1) + u(zero + 1);
  for (std::int64_t k : {0, 1}) {
    double at = u.field().at({K(k), across(0), zero(0)}).item<double>();
    double expected = 100.0 * u.field().at({K(k + 1), across(0), zero(0)}).item<double>() +
                      10.0 * u.field().at({K(k), across(1), zero(0)}).item<double>() +
                      u.field().at({K(k), across(0), zero(1)}).item<double>();
    EXPECT_NE(at, expected);
    EXPECT_EQ(shifted.at({K(k), across(0), zero(0)}).item<double>(), expected);
  }
  EXPECT_EQ(sum(u, {across, zero}).at({K(0)}).item<double>() +
                sum(u, {across, zero}).at({K(1)}).item<double>() +
                sum(u, {across, zero}).at({K(2)}).item<double>(),
            sum(u).item<double>());
}

// M-003
TEST_P(EvaluationTest, haloAndGridOfAStorageReadAsAField) {
  Storage u = counting(zeros<double>({10}, {.halo = {{1, 2}}})), v = zeros<double>({I(0, 7)});
  EXPECT_EQ(u.field().compute_domain(), Domain(I(0, 7)));
  EXPECT_EQ(u.field().domain(), Domain(I(-1, 9)));
  v[whole] = u(I + 1);
  EXPECT_EQ(valuesOf(v), (Values{2, 3, 4, 5, 6, 7, 8}));
  EXPECT_THROW(v[whole] = u(I + 3), DomainError);
}

// M-004
TEST_P(EvaluationTest, otherSizesAndNumbersCompileNothing) {
  Storage first = noise({I(0, 12), J(0, 9), K(0, 2)});
  eval(hdiff(first, 0.1));
  counted();
  for (int n = 0; n < 100; ++n)
    eval(hdiff(first, 0.001 * n));
  for (std::int64_t extent : {1, 7, 8, 33}) {
    Storage u = noise({I(0, extent), J(-3, extent), K(5, 6)});
    counted();
    eval(hdiff(u, 0.1));
    EXPECT_EQ(counted().compiles, 0);
  }
}

// M-004
TEST_P(EvaluationTest, otherStridesAndOffsetsCompileNothing) {
  auto view = [](const StorageOptions &options, const Region &part) {
    return counting(zeros<double>({I(-3, 20), J(-2, 12)}, options)).view(part);
  };
  const Region part = {I(1, 7), J(0, 9)};
  std::vector<double> memory(40 * 30);
  std::vector<Storage> all = {
      view({}, part), // every one with rows of another length, or at another place in memory
      view({}, {I(3, 9), J(2, 11)}),
      view({.alignment = 1}, part),
      view({.alignment = 32}, part),
      view({.halo = {{I, 5}}}, part),
      wrap(memory.data() + 7, {I(1, 7), J(0, 9)}, {.strides = {8, 40 * 8}})};
  counting(all.back());
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Storage &u = all[n];
    Range i = u.domain()[I], j = u.domain()[J];
    const Region inner = {I(i.lo() + 1, i.hi() - 1), J(j.lo() + 1, j.hi() - 1)};
    Storage v = zeros<double>(u.domain()), dense = empty<double>(u.domain()),
            w = zeros<double>(u.domain());
    dense[whole] = u + 0.0;
    counted();
    v[inner] = laplacian(u);
    EXPECT_EQ(counted().compiles, n == 0 && compiles() ? 1 : 0) << n;
    w[inner] = laplacian(dense);
    EXPECT_EQ(valuesOf(v), valuesOf(w)) << n;
  }
}

TEST_P(EvaluationTest, fieldsEvaluatedTogetherShareOnePass) {
  Storage u = noise({I(0, 40), J(0, 30)});
  counted();
  auto [total, largest] = eval(sum(u), max(abs(u)));
  EXPECT_EQ(counted().evaluations, 1);
  EXPECT_EQ(total.ndim(), 0u);
  EXPECT_EQ(Field(largest).item<double>(), max(abs(u)).item<double>());
}

TEST_P(EvaluationTest, anEvaluatedFieldIsALeafOfItsValues) {
  Storage u = noise({I(0, 10), J(0, 10)});
  Field f = laplacian(u);
  eval(f);
  counted();
  eval(f);
  EXPECT_EQ(counted().evaluations, 0);
  Storage g = eval(f + 1.0);
  EXPECT_EQ(valuesOf(g), valuesOf(eval(laplacian(u) + 1.0)));
}

TEST_P(EvaluationTest, emptyDomainsAreEvaluatedToNothing) {
  Storage u = zeros<double>({I(0, 4), J(0, 0)});
  counted();
  Storage v = eval(u + 1.0);
  EXPECT_TRUE(v.domain().empty());
  u[whole] = 3.0;
  EXPECT_EQ(counted().kernels, 0);
  EXPECT_EQ(sum(u).item<double>(), 0.0);
}

TEST_P(EvaluationTest, anInfiniteDomainIsAnError) {
  Field f = broadcast(zeros<double>({I(0, 4)}), {I, J}).named("f");
  try {
    eval(f + 1.0);
    FAIL() << "evaluated";
  } catch (const ValueError &error) {
    EXPECT_THAT(std::string(error.message()), HasSubstr("infinite in J"));
  }
}

// S4-025
TEST_P(EvaluationTest, valuesOfALazyFieldAreForced) {
  Storage u = counting(zeros<double>({I(0, 4)}));
  Field f = u * 2.0;
  EXPECT_EQ(valuesOf(f.storage()), (Values{0, 2, 4, 6}));
}

// S3-050 (open: gufuncs)
TEST_P(EvaluationTest, threadsAndTilesDoNotChangeBits) {
  auto run = [&](RuntimeOptions options) {
    options.reference = !compiles();
    options.smallDomain = 1;
    Runtime other{options};
    Runtime::Scope scope(other);
    Storage u = noise({I(0, 37), J(0, 29), K(0, 5)}), v = like(u);
    v[interior] = hdiff(u, 0.1);
    Storage s = eval(sum(exp(u * 1e-4), {I, K}));
    Values values = valuesOf(eval(v.domain_view() + 0.0));
    Values sums = valuesOf(s);
    values.insert(values.end(), sums.begin(), sums.end());
    return values;
  };
  Values one = run({.threads = 1});
  EXPECT_EQ(run({.threads = 2}), one);
  EXPECT_EQ(run({.threads = 8}), one);
  EXPECT_EQ(run({.threads = 3, .tile = {1, 1, 1}}), one);
  EXPECT_EQ(run({.threads = 2, .tile = {5, 3}}), one);
}

TEST_P(EvaluationTest, theCallersFloatingPointStateIsKeptAndIgnored) {
  Storage u = counting(zeros<double>({I(0, 9)}), 1.0);
  Values expected = valuesOf(eval(1.0 / u));
  unsigned before = __builtin_ia32_stmxcsr();
  unsigned rounding = 0xdf80; // towards zero, denormals flushed
  __builtin_ia32_ldmxcsr(rounding);
  Storage v = eval(1.0 / u);
  Storage tiny = eval(u * 4.9406564584124654e-324);
  unsigned after = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before);
  EXPECT_EQ(after & 0xffc0, rounding & 0xffc0);
  EXPECT_EQ(valuesOf(v), expected);
  EXPECT_GT(valuesOf(tiny)[0], 0.0);
}

namespace {
/// A host's threads: runs every tile on its own, and counts.
class CountingExecutor final : public Executor {
public:
  void run(std::int64_t count, Body body, void *context) override {
    ++runs;
    std::thread half([&] { body(context, 0, count / 2); });
    body(context, count / 2, count);
    half.join();
  }
  int threads() const override { return 2; }
  std::atomic<int> runs{0};
};
} // namespace

TEST(HostExecutorTest, theHostsThreadsRunLargeKernelsOnly) {
  CountingExecutor executor;
  Runtime other{{.executor = &executor, .smallDomain = 1000}};
  Runtime::Scope scope(other);
  Storage small = zeros<double>({I(0, 10), J(0, 10)}), large = zeros<double>({I(0, 50), J(0, 50)});
  eval(small + 1.0);
  EXPECT_EQ(executor.runs, 0);
  Storage result = eval(large + 1.0);
  EXPECT_EQ(executor.runs, 1);
  EXPECT_EQ(valuesOf(result), Values(2500, 1.0));
}

TEST(HostExecutorTest, fieldsThatOutliveTheRuntimeDoNotRunOnTheHostsThreads) {
  auto executor = std::make_unique<CountingExecutor>();
  Storage large;
  Field pending;
  {
    Runtime other{{.executor = executor.get(), .threads = 2, .smallDomain = 1}};
    Runtime::Scope scope(other);
    large = zeros<double>({I(0, 50), J(0, 50)});
    eval(large - 1.0);
    pending = large + 1.0;
  }
  EXPECT_EQ(executor->runs, 1);
  executor.reset();
  EXPECT_EQ(valuesOf(eval(pending)), Values(2500, 1.0));
}

TEST_P(EvaluationTest, aPartOutsideOfAStorageIsAnError) {
  Storage u = counting(zeros<double>({I(0, 4), J(0, 2)}).named("u"));
  Program copy = runtime.compile([](Field f) { return f; }, arg(F64, {I, J}));
  StorageRegion beyond(u, {I(0, 5), J(0, 2)}, {}, SourceLine::here());
  const std::string place = "'u' over {I[0,5), J[0,2)}: it is defined over {I[0,4), J[0,2)}";
  EXPECT_ERROR(IndexOutOfBounds, beyond = 1.0, "storing to " + place);
  EXPECT_ERROR(IndexOutOfBounds, update({{beyond, 1.0}}), "storing to " + place);
  EXPECT_ERROR(IndexOutOfBounds, copy(out(beyond), zeros<double>({I(0, 5), J(0, 2)})),
               "storing to " + place);
  EXPECT_ERROR(IndexOutOfBounds, Field(beyond), "reading " + place);
  StorageRegion line(u, {I(0, 4)}, {}, SourceLine::here());
  EXPECT_ERROR(IndexError, line = 1.0,
               "storing to 'u' over {I[0,4)}: expected a part in the dimensions (I, J)");
  StorageRegion index(u, {I(0, 4)}, {J(2)}, SourceLine::here());
  EXPECT_THROW(index = 1.0, IndexOutOfBounds);
  EXPECT_EQ(valuesOf(u), (Values{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_P(EvaluationTest, aNodeIsEvaluatedOnceByManyThreads) {
  Storage u = noise({I(0, 60), J(0, 60)});
  Field f = hdiff(u, 0.1);
  counted();
  std::latch start(8);
  std::vector<std::thread> threads;
  for (int n = 0; n < 8; ++n)
    threads.emplace_back([&] {
      start.arrive_and_wait();
      f.storage();
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(counted().evaluations, 1);
}

TEST_P(EvaluationTest, equalKernelsOfManyThreadsAreCompiledOnce) {
  Storage u = noise({I(0, 30), J(0, 30)});
  counted();
  std::latch start(8);
  std::vector<std::thread> threads;
  std::vector<Values> values(8);
  for (int n = 0; n < 8; ++n)
    threads.emplace_back([&, n] {
      start.arrive_and_wait();
      values[n] = valuesOf(eval(hdiff(u, 0.1) * 3.0));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(counted().compiles, compiles() ? 1 : 0);
  for (const Values &each : values)
    EXPECT_EQ(each, values[0]);
}

TEST_P(EvaluationTest, fieldsMayBeBuiltAndDestroyedByManyThreads) {
  Storage u = noise({I(0, 20), J(0, 20)});
  Field shared = hdiff(u, 0.1);
  Values expected = valuesOf(eval(hdiff(u, 0.1) + 1.0));
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; ++n)
    threads.emplace_back([&] {
      for (int step = 0; step < 25; ++step) {
        Field mine = shared + 1.0;
        Field copy = mine;
        mine = laplacian(shared);
        if (step % 8 == 0) {
          EXPECT_EQ(valuesOf(eval(copy)), expected);
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_P(EvaluationTest, foreignMemoryLivesAsLongAsAFieldReadsIt) {
  struct Owner {
    std::vector<double> memory = {1, 2, 3};
    std::atomic<bool> *gone;
    ~Owner() { *gone = true; }
  };
  std::atomic<bool> gone{false};
  Field f;
  {
    auto owner = std::make_shared<Owner>();
    owner->gone = &gone;
    Storage s = runtime.wrap(owner->memory.data(), {I(0, 3)}, {.keepAlive = owner});
    f = s + 1.0;
  }
  EXPECT_FALSE(gone);
  EXPECT_EQ(valuesOf(eval(f)), (Values{2, 3, 4}));
  EXPECT_TRUE(gone);
}

TEST_P(EvaluationTest, storagesAndFieldsOutliveTheirRuntime) {
  Storage s;
  Field f;
  {
    Runtime other{{.reference = !compiles()}};
    Runtime::Scope scope(other);
    s = counting(zeros<double>({I(0, 3)}));
    f = s + 1.0;
  }
  EXPECT_EQ(valuesOf(eval(f)), (Values{1, 2, 3}));
  s[whole] = f;
  EXPECT_EQ(valuesOf(s), (Values{1, 2, 3}));
  EXPECT_THROW(s.runtime(), ValueError);
}

TEST_P(EvaluationTest, explainTellsKernelsTrafficAndCompilation) {
  Storage u = noise({I(0, 16), J(0, 8)});
  Field f = hdiff(u, 0.1);
  std::string text(std::string_view(explain(f)));
  if (!compiles()) {
    EXPECT_THAT(text, HasSubstr("evaluated point by point by the reference evaluator"));
    return;
  }
  EXPECT_THAT(text, HasSubstr("1 kernel, compiled"));
  EXPECT_THAT(text, HasSubstr("EvaluationTest.cpp"));
  EXPECT_THAT(text, HasSubstr("Mflop"));
  counted();
  eval(f);
  EXPECT_EQ(counted().cacheHits, 1);
  EXPECT_THAT(std::string(std::string_view(explain(f))), HasSubstr("its values are in memory"));
}

TEST_P(EvaluationTest, aClearedCacheCompilesAgain) {
  Storage u = noise({I(0, 16), J(0, 8)});
  eval(laplacian(u));
  runtime.clearCache();
  counted();
  eval(laplacian(u));
  EXPECT_EQ(counted().compiles, compiles() ? 1 : 0);
}

TEST(DumpTest, theDumpFolderReceivesTheTextOfEveryCompilation) {
  std::filesystem::path folder = testing::TempDir() + "gtjit-dump-" + std::to_string(::getpid());
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  {
    std::string name = folder.string();
    Runtime runtime{{.dump = name}};
    Runtime::Scope scope(runtime);
    Storage u = zeros<double>({I(0, 4)}).named("u");
    eval(u + 1.0);
    eval(u + 2.0);
  }
  int texts = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    texts += entry.path().string().ends_with("0-text.mlir");
  EXPECT_EQ(texts, 1);
  std::filesystem::remove_all(folder);
}
