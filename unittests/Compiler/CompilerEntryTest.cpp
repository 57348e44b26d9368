//===- CompilerEntryTest.cpp - The compiler library's door ----------------===//
//
// Bad text, times, dumps, and many callers at once.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

#include "gtabi/CompilerEntry.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <pthread.h>
#include <random>
#include <sstream>
#include <thread>
#include <unistd.h>

using ::testing::HasSubstr;

namespace {
/// A request and its result, released in the end.
class Call {
public:
  explicit Call(const std::string &text, const std::string &folder = "", const char *cpu = "",
                std::uint32_t flags = 0) {
    gtabi::CompileRequest request = {gtabi::kAbiVersion, 0,      text.data(), text.size(), cpu, "",
                                     folder.c_str(),     "step", flags,       {}};
    gtcCompile(&request, &result);
  }
  ~Call() { gtcRelease(&result); }
  std::vector<std::uint8_t> image() const {
    return {result.image, result.image + result.imageSize};
  }

  gtabi::CompileResult result;
};
} // namespace

/// A sum of `terms` neighbours: a kernel of its own for each number.
static std::string textOf(int terms) {
  const std::string storage = "!gt.storage<[J, I], f64, unit>", field = "!gt.field<[I, J], f64>";
  std::ostringstream text;
  text << "gt.program @p(%u: " << storage << ", %v: " << storage
       << ", %i: !gt.range<I>, %j: !gt.range<J>) {\n"
       << "%s0 = gt.load %u : " << storage << " -> " << field << "\n";
  for (int term = 1; term <= terms; ++term)
    text << "%t" << term << " = gt.shift %s0 [I + " << term << "] : " << field << "\n"
         << "%s" << term << " = gt.add %s" << term - 1 << ", %t" << term << " : (" << field << ", "
         << field << ") -> " << field << "\n";
  text << "gt.store %s" << terms << " to %v over %j, %i : " << field << ", " << storage
       << ", !gt.range<J>, !gt.range<I>\n}\n";
  return text.str();
}

TEST(CompilerEntry, CompilesTextToKernelsAndAnImage) {
  Call call(textOf(2));
  ASSERT_TRUE(call.result.ok) << call.result.message;
  EXPECT_EQ(call.result.reproducer, nullptr);
  std::string error;
  auto image = gtjit::detail::LoadedImage::fromBytes(call.image(), error);
  ASSERT_TRUE(image) << error;
  EXPECT_EQ(image->view().kernels().size(), 1u);
}

TEST(CompilerEntry, RefusesTheEngineOfAnotherVersion) {
  gtabi::CompileRequest request = {};
  request.abiVersion = gtabi::kAbiVersion + 1;
  gtabi::CompileResult result;
  gtcCompile(&request, &result);
  EXPECT_FALSE(result.ok);
  EXPECT_STREQ(result.message,
               "error: the engine and the compiler library are of different versions\n");
  gtcRelease(&result);
}

TEST(CompilerEntry, ChecksCostNoByteWhenTheyAreOff) {
  std::vector<std::uint8_t> before = Call(textOf(5)).image();
  Call checked(textOf(5), "", "", gtabi::kCheckFinite);
  ASSERT_TRUE(checked.result.ok) << checked.result.message;
  EXPECT_NE(checked.image(), before);
  EXPECT_EQ(Call(textOf(5)).image(), before);
}

TEST(CompilerEntry, TellsEveryStageAndItsTime) {
  Call warm(textOf(3)), call(textOf(4));
  std::vector<std::string> names;
  for (std::size_t stage = 0; stage < call.result.stageCount; ++stage) {
    names.push_back(call.result.stages[stage].name);
    EXPECT_GE(call.result.stages[stage].milliseconds, 0);
  }
  EXPECT_THAT(names, ::testing::IsSupersetOf({"parse", "stencils", "loops", "codegen"}));
}

TEST(CompilerEntry, AnswersAnyTextWithAMessage) {
  const std::string good = textOf(2);
  std::vector<std::string> texts = {"",
                                    " ",
                                    "gt.program",
                                    "gt.program @p(",
                                    "%0 = gt.load",
                                    "module {}",
                                    "foo.bar",
                                    "gt.program @p() {} gt.program @q() {}",
                                    std::string(100, '('),
                                    std::string("\0\xff\xfe", 3),
                                    good + good,
                                    good + "}"};
  for (std::size_t size = 0; size < good.size(); size += 11)
    texts.push_back(good.substr(0, size));
  for (const std::string &text : texts) {
    Call call(text);
    EXPECT_FALSE(call.result.ok) << text;
    EXPECT_THAT(call.result.message, HasSubstr("error: ")) << text;
    ASSERT_NE(call.result.reproducer, nullptr);
    EXPECT_THAT(call.result.reproducer, HasSubstr("gt-opt --gt-cpu-pipeline"));
    EXPECT_EQ(call.result.image, nullptr);
  }
}

TEST(CompilerEntry, SurvivesTextWithAnyPiecesExchanged) {
  const std::string good = textOf(3);
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    std::string text = good;
    for (unsigned change = 0; change <= seed % 3; ++change) {
      std::size_t from = random() % text.size(), to = random() % text.size();
      text.replace(to, random() % 12, text.substr(from, random() % 12));
    }
    Call call(text);
    EXPECT_EQ(call.result.ok, call.result.message[0] == '\0') << "seed " << seed << "\n" << text;
  }
}

TEST(CompilerEntry, NamesTheUsersLine) {
  Call call("gt.program @p(%u: !gt.storage<[I], f64, unit>) {\n"
            "  %0 = gt.load %u : !gt.storage<[I], f64, unit> -> !gt.field<[I], f32> "
            "loc(\"model.cpp\":41:3)\n}");
  EXPECT_FALSE(call.result.ok);
  EXPECT_THAT(call.result.message, HasSubstr("model.cpp:41:3: error: "));
}

TEST(CompilerEntry, RefusesAnotherVersion) {
  gtabi::CompileRequest request = {gtabi::kAbiVersion + 1, 0, "", 0, "", "", "", "", 0, {}};
  gtabi::CompileResult result;
  gtcCompile(&request, &result);
  EXPECT_FALSE(result.ok);
  EXPECT_THAT(result.message, HasSubstr("different versions"));
  gtcRelease(&result);
}

TEST(CompilerEntry, NamesACPUThatIsNone) {
  Call call(textOf(1), "", "abacus");
  EXPECT_FALSE(call.result.ok);
  EXPECT_STREQ(call.result.message, "error: LLVM makes no code for the CPU 'abacus'\n");
}

/// Runs `body` on a thread with a megabyte of stack.
static void onSmallStack(void (*body)()) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  auto run = [](void *function) -> void * {
    reinterpret_cast<void (*)()>(function)();
    return nullptr;
  };
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, run, reinterpret_cast<void *>(body)), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

/// Nor time that grows faster than they do: to look at all of one again for each of its operations
/// takes longer than a test may.
TEST(CompilerEntry, LongChainsBetweenKernelsNeedNoDeepStack) {
  onSmallStack([] {
    const std::string storage = "!gt.storage<[I], f64, unit>";
    std::ostringstream text;
    text << "gt.program @p(%u: " << storage << ", %s0: f64, %i: !gt.range<I>) {\n";
    for (int n = 0; n < 200000; ++n) {
      text << "%s" << n + 1 << " = gt." << (n % 2 ? "neg" : "floor") << " %s" << n
           << " : (f64) -> f64\n";
      if (n % 100000 == 99999)
        text << "gt.stencil over %i : !gt.range<I> {\ngt.write %s" << n + 1 << " to %u : f64, "
             << storage << "\n}\n";
    }
    text << "}\n";
    Call call(text.str());
    EXPECT_TRUE(call.result.ok) << call.result.message;
  });
}

TEST(CompilerEntry, NestedLocationsNeedNoDeepStack) {
  onSmallStack([] {
    const std::string storage = "!gt.storage<[I], f64, unit>";
    std::ostringstream text;
    text << "#l0 = loc(\"model.cpp\":3:1)\n";
    for (int n = 0; n < 10000; ++n)
      text << "#l" << n + 1 << " = loc(" << (n % 2 ? "callsite(#l" : "\"name\"(#l") << n
           << (n % 2 ? " at #l0" : "") << "))\n";
    text << "gt.program @p(%u: " << storage << ", %i: !gt.range<I>) {\n"
         << "gt.stencil over %i : !gt.range<I> {\n%x = gt.access %u : " << storage
         << " -> f64 loc(#l10000)\n%y = gt.sqrt %x : (f64) -> f64 loc(#l10000)\ngt.write %y to %u"
         << " : f64, " << storage << " loc(#l10000)\n} loc(#l10000)\n}\n";
    Call call(text.str(), "", "", gtabi::kDebugInfo);
    EXPECT_TRUE(call.result.ok) << call.result.message;
    std::vector<std::uint8_t> bytes = call.image();
    std::string image(bytes.begin(), bytes.end());
    EXPECT_THAT(image, HasSubstr("stencil model.cpp:3"));
  });
}

TEST(CompilerEntry, ManyThreadsCompileSideBySideToTheSameBytes) {
  std::vector<std::vector<std::uint8_t>> expected;
  for (int terms = 1; terms <= 6; ++terms)
    expected.push_back(Call(textOf(terms)).image());
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int round = 0; round < 5; ++round)
        for (int terms = 1; terms <= 6; ++terms) {
          int chosen = (terms + thread) % 6;
          EXPECT_EQ(Call(textOf(chosen + 1)).image(), expected[chosen]);
        }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(CompilerEntry, DumpsTheIRAfterEachStage) {
  auto folder =
      std::filesystem::temp_directory_path() / ("gtjit-dump-" + std::to_string(::getpid()));
  std::string text = textOf(2);
  {
    Call call(text, folder.string());
    ASSERT_TRUE(call.result.ok) << call.result.message;
  }
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("step.0-text.mlir", "step.1-stencils.mlir",
                                                     "step.2-loops.mlir", "step.3-llvm.mlir",
                                                     "step.4-translate.ll", "step.5-codegen.o"));
  std::stringstream dumped;
  dumped << std::ifstream(folder / "step.0-text.mlir").rdbuf();
  EXPECT_EQ(dumped.str(), text);
  std::filesystem::remove_all(folder);
}
