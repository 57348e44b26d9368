//===- SavedProgramTest.cpp - Programs in files ---------------------------===//
//
// What is written comes back; what is damaged does not. Running without a
// compiler is tested by a process of its own, see Loaded.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/SavedProgram.h"
#include "../Backends.h"
#include "../Evaluate/Stencils.h"
#include "../ExpectError.h"
#include "gtjit/Kernel/CpuFeatures.h"

#include <gmock/gmock.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

using namespace gtjit;
using testing::HasSubstr;

namespace {

class SavedProgramTest : public BackendTest {
protected:
  SavedProgramTest()
      : folder(std::filesystem::temp_directory_path() /
               ("gtjit-programs-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder);
  }
  ~SavedProgramTest() override { std::filesystem::remove_all(folder); }

  std::string path(const char *name) const { return (folder / name).string(); }
  /// The program after a way through a file.
  Program reloaded(const Program &program) const {
    program.save(path("p"));
    return Program::load(path("p"));
  }

  std::filesystem::path folder;
};
GTJIT_ON_ALL_BACKENDS(SavedProgramTest);

} // namespace

TEST_P(SavedProgramTest, aLoadedProgramComputesTheSame) {
  Storage c = full<double>({I(0, 20), J(0, 20)}, 0.25, {.layout = fortran});
  auto callable = [&](Field u, Field a) {
    Field named = (hdiff(u, a) * c).named("limited");
    return std::vector<Field>{named, sum(u.rel({{1, -1}}), J), u[{I(3)}]};
  };
  Program saved = runtime.compile(callable, arg(F64, {I, J}, "u"), arg(F64, {}, "a"));
  Program loaded = reloaded(saved);
  EXPECT_EQ(loaded.argument(0).name, "u");
  EXPECT_EQ(loaded.argument(1).kind, ProgramVariable::Kind::Scalar);
  EXPECT_EQ(loaded.output(0).name, "limited");
  EXPECT_EQ(loaded.outputCount(), 3u);
  for (const Layout &layout : {cOrder, fortran}) {
    Storage u = counting(zeros<double>({I(0, 20), J(0, 20)}, {.layout = layout}));
    std::vector<Values> results;
    for (const Program &program : {saved, loaded}) {
      Storage a = zeros<double>({I(2, 18), J(2, 18)}), b = zeros<double>(I(0, 20)),
              d = zeros<double>(J(0, 20));
      program(out(a), out(b[{I(1, 19)}]), out(d), u, 0.1);
      for (const Storage &result : {a, b, d})
        results.push_back(valuesOf(result));
    }
    for (int n = 0; n < 3; ++n)
      EXPECT_EQ(results[n], results[n + 3]);
  }
}

TEST_P(SavedProgramTest, dimensionsOfOneNameComeBackAsTheyWere) {
  Dimension across("K", DimensionKind::Horizontal), zero("K_0");
  auto callable = [&](Field u) { return u(K + 1) + 2.0 * u(across + 1) + 4.0 * u(zero + 1); };
  Program loaded = reloaded(runtime.compile(callable, arg(F64, {K, across, zero})));
  Storage u = zeros<double>({K(0, 4), across(0, 5), zero(0, 6)});
  u[whole] = astype(index(K) + 10 * index(across) + 100 * index(zero), F64);
  const Domain part{K(0, 3), across(0, 4), zero(0, 5)};
  Storage v = zeros<double>(part), expected = zeros<double>(part);
  loaded(out(v), u);
  expected[whole] = 7.0 * Field(u)[part] + 421.0;
  EXPECT_EQ(valuesOf(v), valuesOf(expected));
}

TEST_P(SavedProgramTest, anOperationWithSeveralResultsComesBack) {
  auto callable = [](Field u) {
    auto [i, j] = argmax(u, I, J);
    return std::vector<Field>{j, i + j};
  };
  Program program = runtime.compile(callable, arg(F64, {I, J}));
  Storage u = counting(zeros<double>({I(2, 5), J(-1, 3)}));
  for (const Program &each : {program, reloaded(program)}) {
    Storage j = zeros<std::int64_t>(Domain()), sum = like(j);
    each(out(j), out(sum), u);
    EXPECT_EQ(j.item<std::int64_t>(), 2);
    EXPECT_EQ(sum.item<std::int64_t>(), 6);
  }
}

TEST_P(SavedProgramTest, errorsOfALoadedProgramNameTheCallablesLines) {
  Program loaded =
      reloaded(runtime.compile([](Field u) { return u(I + 3); }, arg(F64, I))); // the line
  unsigned line = __LINE__ - 1;
  Storage u = zeros<double>({I(0, 8)}).named("u"), v = like(u);
  try {
    loaded(out(v), u);
    FAIL();
  } catch (const DomainError &error) {
    EXPECT_THAT(error.what(), HasSubstr("SavedProgramTest.cpp:" + std::to_string(line) +
                                        ": note: 'u(I + 3)' reads 3 points beyond"));
  }
}

TEST_P(SavedProgramTest, usualStorageOrdersCompileNothing) {
  Program loaded = reloaded(runtime.compile(hdiff, arg(F64, {I, J, K}), arg(F64)));
  counted();
  for (const Layout &layout : {Layout(), cOrder, fortran}) {
    const StorageOptions options{.halo = {{I, 2}, {J, 2}}, .layout = layout};
    Storage u = counting(zeros<double>({I(0, 9), J(0, 9), K(0, 3)}, options)), v = like(u);
    loaded(out(v), u, 0.5);
  }
  EXPECT_EQ(counted().compiles, 0);
}

TEST_P(SavedProgramTest, aStrideOrderNotSeenBeforeCompilesOnce) {
  Program loaded = reloaded(runtime.compile(hdiff, arg(F64, {I, J, K}), arg(F64)));
  const StorageOptions options{.halo = {{I, 2}, {J, 2}}, .layout = {1, 2, 0}};
  Storage u = counting(zeros<double>({I(0, 9), J(0, 9), K(0, 3)}, options)), v = like(u);
  counted();
  loaded(out(v), u, 0.5);
  loaded(out(u), v, 0.5);
  EXPECT_EQ(counted().compiles, compiles() ? 1 : 0);
}

// Every byte counts.
TEST_P(SavedProgramTest, everyFlippedByteIsRefused) {
  runtime.compile([](Field u) { return u * 2.0; }, arg(F64, I)).save(path("p"));
  std::vector<std::uint8_t> bytes = detail::readFile(path("p"), {});
  ASSERT_GT(bytes.size(), 4096u);
  for (std::size_t n = 0; n < bytes.size(); n += bytes.size() > 8192 && n > 2048 ? 7 : 1) {
    bytes[n] ^= 0x10;
    EXPECT_THROW((void)detail::decode(bytes, runtime.get(), "p", {}), RuntimeError) << n;
    bytes[n] ^= 0x10;
  }
  EXPECT_NO_THROW((void)detail::decode(bytes, runtime.get(), "p", {}));
  bytes.back() ^= 0x10;
  EXPECT_ERROR(RuntimeError, detail::decode(bytes, runtime.get(), "p", {}),
               "load 'p': it is damaged: its checksum is wrong");
  bytes.back() ^= 0x10;
  for (std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{40}, bytes.size() - 1})
    EXPECT_THROW((void)detail::decode(std::span(bytes).first(size), runtime.get(), "p", {}),
                 RuntimeError);
}

/// Makes the checksum of changed bytes right: XXH3 of the file with zeros in
/// bytes 24 to 31, the header's own as seed.
static void seal(std::vector<std::uint8_t> &bytes) {
  std::uint64_t sum = 0;
  std::memcpy(bytes.data() + 24, &sum, sizeof(sum));
  sum = XXH3_64bits_withSeed(bytes.data() + 32, bytes.size() - 32, XXH3_64bits(bytes.data(), 32));
  std::memcpy(bytes.data() + 24, &sum, sizeof(sum));
}

// What the checksum lets through is read without leaving the bytes.
TEST_P(SavedProgramTest, wrongContentsWithARightChecksumAreReadSafely) {
  Storage c = full<double>({I(0, 4)}, 2.0);
  runtime.compile([&](Field u) { return sum(u.rel({{1, -1}}) * c, I) + u[{I(2)}]; }, arg(F64, I))
      .save(path("p"));
  const std::vector<std::uint8_t> sound = detail::readFile(path("p"), {});
  std::mt19937 random(7);
  int refused = 0;
  for (int n = 0; n < 1500; ++n) {
    std::vector<std::uint8_t> bytes = sound;
    for (int changes = 1 + n % 3; changes > 0; --changes)
      bytes[32 + random() % (n % 2 ? 2500 : bytes.size() - 32)] =
          static_cast<std::uint8_t>(random());
    seal(bytes);
    try {
      (void)detail::decode(bytes, runtime.get(), "p", {});
    } catch (const RuntimeError &) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 500);
}

TEST_P(SavedProgramTest, itIsToldWhichContentsAreWrong) {
  runtime.compile([](Field u) { return u * 2.0; }, arg(F64, I)).save(path("p"));
  const std::vector<std::uint8_t> sound = detail::readFile(path("p"), {});
  auto refusalOf = [&](std::vector<std::uint8_t> bytes) {
    seal(bytes);
    return messageOf<RuntimeError>([&] { (void)detail::decode(bytes, runtime.get(), "p", {}); });
  };
  auto with = [&](std::string_view from, std::string_view to) {
    std::vector<std::uint8_t> bytes = sound;
    auto found = std::search(bytes.begin(), bytes.end(), from.begin(), from.end());
    EXPECT_NE(found, bytes.end()) << from;
    std::copy(to.begin(), to.end(), found);
    return bytes;
  };
  std::vector<std::uint8_t> other = sound, longer = sound;
  other[8] ^= 1; // the seal's fingerprint
  EXPECT_EQ(refusalOf(other),
            "load 'p': it was saved by another version of gtjit; save it again with this one");
  std::fill(other.begin() + 32, other.begin() + 40, 0xff);
  other[8] ^= 1;
  EXPECT_EQ(refusalOf(other), "load 'p': its contents are not those of a program");
  EXPECT_THAT(refusalOf(with("gt.callable", "gt.collable")),
              testing::StartsWith("load 'p': its text cannot be read: line "));
  if (compiles()) {
    EXPECT_EQ(refusalOf(with("gtimage", "gtimago")),
              "load 'p': an image cannot be used: not an image");
  }
}

TEST_P(SavedProgramTest, filesThatAreNoProgramsAreRefused) {
  auto load = [&](const char *name) {
    return messageOf<RuntimeError>([&] { (void)Program::load(path(name)); });
  };
  EXPECT_EQ(load("none"), "load '" + path("none") + "': No such file or directory");
  std::ofstream(path("text")) << "a text that is long enough to hold a header of some kind";
  EXPECT_EQ(load("text"), "load '" + path("text") + "': it is no saved program");
  EXPECT_EQ(load("."), "load '" + path(".") + "': it is no regular file");
  Program twice = runtime.compile([](Field u) { return u * 2.0; }, arg(F64, I));
  twice.save(path("p"));
  std::filesystem::resize_file(path("p"), 5000);
  EXPECT_EQ(load("p"), "load '" + path("p") + "': it is not whole");
  EXPECT_ERROR(RuntimeError, twice.save(path("no/p")),
               "save '" + path("no/p") + "': No such file or directory");
}

TEST_P(SavedProgramTest, aFailingSaveLeavesTheOldFile) {
  Program twice = runtime.compile([](Field u) { return u * 2.0; }, arg(F64, I));
  std::filesystem::create_directories(path("taken/by"));
  EXPECT_THROW(twice.save(path("taken")), RuntimeError); // a folder that is not empty
  EXPECT_TRUE(std::filesystem::is_directory(path("taken")));
  int files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 0);
}

TEST_P(SavedProgramTest, saveFollowsLinksAndLeavesThem) {
  Program twice = runtime.compile([](Field u) { return u * 2.0; }, arg(F64, I));
  std::filesystem::create_directories(path("far"));
  std::ofstream(path("far/old")) << "an old file";
  std::filesystem::create_symlink("far/old", path("toOld"));
  std::filesystem::create_symlink("toOld", path("toLink"));
  std::filesystem::create_symlink("far/fresh", path("toFresh"));
  for (const char *name : {"toLink", "toFresh"}) {
    twice.save(path(name));
    EXPECT_TRUE(std::filesystem::is_symlink(path(name))) << name;
    EXPECT_NO_THROW((void)Program::load(path(name))) << name;
  }
  EXPECT_TRUE(std::filesystem::is_symlink(path("toOld")));
  EXPECT_NO_THROW((void)Program::load(path("far/old")));
  EXPECT_NO_THROW((void)Program::load(path("far/fresh")));
}

TEST_P(SavedProgramTest, saveRefusesWhatIsNoRegularFileBeforeCompiling) {
  Program twice = runtime.compile([](Field u) { return u * 2.0; }, arg(F64, I));
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("pipe", path("toPipe"));
  std::filesystem::create_symlink("loop", path("loop"));
  counted();
  for (const char *name : {"pipe", "toPipe"})
    EXPECT_ERROR(RuntimeError, twice.save(path(name)),
                 "save '" + path(name) + "': it is no regular file");
  EXPECT_ERROR(RuntimeError, twice.save(path(".")), "save '" + path(".") + "': it is a folder");
  EXPECT_ERROR(RuntimeError, twice.save(path("loop")),
               "save '" + path("loop") + "': Too many levels of symbolic links");
  EXPECT_EQ(counted().compiles, 0);
  EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));
}

TEST_P(SavedProgramTest, aCpuWithoutTheFeaturesIsRefused) {
  runtime.compile([](Field u) { return u * 2.0; }, arg(F64, I)).save(path("p"));
  detail::SavedProgram saved =
      detail::decode(detail::readFile(path("p"), {}), runtime.get(), "p", {});
  ASSERT_FALSE(saved.codes.empty());
  EXPECT_THAT(saved.codes[0].features, testing::Contains("sse3"));
  saved.codes = {{"native", {"sse3", "avx1024"}, {}}, {"x86-64-v9", {"avx2048"}, {}}};
  EXPECT_ERROR(
      RuntimeError, detail::decode(detail::encode(saved), runtime.get(), "p", {}),
      "load 'p': it has no kernels that this CPU runs: 'native' needs avx1024, 'x86-64-v9' "
      "needs avx2048; SaveOptions::targets can name this one");
}

TEST_P(SavedProgramTest, aFileMayHaveKernelsForGpus) {
  Program halves = runtime.compile([](Field u) { return u / 2.0; }, arg(F64, I));
  RuntimeOptions options;
  options.device = "emulated"; // an sm_90
  Runtime device(options);
  auto targetsOf = [&](const SaveOptions &save, Runtime &on) {
    halves.save(path("p"), save);
    std::vector<std::string> targets;
    for (const detail::TargetCode &code :
         detail::decode(detail::readFile(path("p"), {}), on.get(), "p", {}).codes)
      targets.push_back(code.target);
    return targets;
  };
  using testing::ElementsAre;
  const SaveOptions all{.targets = {"x86-64", "sm_75", "sm_90", "sm_80", "sm_100"}};
  EXPECT_THAT(targetsOf(all, device), ElementsAre("x86-64", "sm_90")) << "the latest that it runs";
  EXPECT_THAT(targetsOf({.targets = {"sm_100", "x86-64"}}, device), ElementsAre("x86-64"));
  EXPECT_THAT(targetsOf({.targets = {"sm_80"}}, device), ElementsAre("sm_80"));
  if (!runtime.get().device) {
    EXPECT_THAT(targetsOf(all, runtime), ElementsAre("x86-64"));
    EXPECT_ERROR(
        RuntimeError, (void)targetsOf({.targets = {"sm_80"}}, runtime),
        "load 'p': it has no kernels that this CPU runs; SaveOptions::targets can name this one");
  }
  Runtime::Scope scope(device);
  halves.save(path("p"), {.targets = {"sm_80"}});
  Storage u = full<double>({I(0, 9)}, 16.0), v = zeros<double>(u.domain());
  Program loaded = Program::load(path("p"), device);
  loaded(out(v), u);
  EXPECT_EQ(device.counters().compiles, 0);
  EXPECT_EQ(v[{I(7)}].item<double>(), 8.0);
  loaded.save(path("q")); // native: for its CPU and its device
  std::vector<detail::TargetCode> codes =
      detail::decode(detail::readFile(path("q"), {}), device.get(), "q", {}).codes;
  ASSERT_EQ(codes.size(), 2u);
  EXPECT_EQ(codes[0].target, "native");
  EXPECT_EQ(codes[1].target, "sm_90");
}

TEST_P(SavedProgramTest, aFileMayHaveKernelsForOtherCpus) {
  Program halves = runtime.compile([](Field u) { return u / 2.0 + sqrt(u); }, arg(F64, I));
  auto cpuOf = [&](const SaveOptions &options) {
    halves.save(path("p"), options);
    detail::SavedProgram saved =
        detail::decode(detail::readFile(path("p"), {}), runtime.get(), "p", {});
    EXPECT_EQ(saved.codes.size(), 1u);
    std::uint32_t lanes = 0;
    for (const auto &[key, image] : saved.codes.front().images)
      for (const gtabi::KernelInfo &kernel : image->image().kernels())
        lanes = std::max(lanes, kernel.vectorLanes);
    return saved.codes.front().target + ", " + std::to_string(lanes) + " lanes";
  };
  EXPECT_EQ(cpuOf({.targets = {"x86-64-v2"}}), "x86-64-v2, 2 lanes");
  EXPECT_EQ(cpuOf({.targets = {"x86-64-v2", "x86-64"}}), "x86-64-v2, 2 lanes") << "the best";
  if (detail::missingFeatures(*detail::featuresOfLevel("x86-64-v3")).empty()) {
    EXPECT_EQ(cpuOf({.targets = {"x86-64-v2", "x86-64-v3"}}), "x86-64-v3, 4 lanes");
  }
  Program loaded = Program::load(path("p"));
  Storage u = full<double>({I(0, 9)}, 16.0), v = zeros<double>(u.domain());
  loaded(out(v), u);
  EXPECT_EQ(v[{I(7)}].item<double>(), 12.0);
  EXPECT_ERROR(
      ValueError, halves.save(path("q"), {.targets = {"x86-64-v3", "abacus"}}),
      "SaveOptions::targets: expected native, a GPU as sm_90, x86-64, x86-64-v2, x86-64-v3 "
      "or x86-64-v4, got 'abacus'");
  EXPECT_FALSE(std::filesystem::exists(path("q")));
}

TEST_P(SavedProgramTest, theInteriorIsFoundInEachCall) {
  auto residual = [](Field u) { return sum(u[interior]) + u(I + 1) - u[whole](I - 1); };
  Program program = runtime.compile(residual, arg(F64, {I, J}, "u"));
  for (const Program &each : {program, reloaded(program)})
    for (std::int64_t size : {4, 5}) {
      Storage u = zeros<double>({I(0, size), J(0, 3)}, {.halo = {{I, 1}, {J, 1}}});
      u[whole] = coordinate(I, 0.0, 10.0) + coordinate(J);
      Storage v = zeros<double>({I(0, size), J(0, 3)});
      each(out(v), u);
      double inside = 3.0 * static_cast<double>(size + 5 * size * (size - 1));
      EXPECT_EQ(valuesOf(v), Values(static_cast<std::size_t>(3 * size), inside + 20.0));
      EXPECT_EQ(sum(u[interior]).item<double>(), 0.0 + inside) << "as without a program";
      EXPECT_EQ(Field(u)[interior].domain(), u.compute_domain());
      EXPECT_EQ((u(I + 1) * 2.0)[interior].domain(), u.compute_domain()) << "the same points";
    }
}
