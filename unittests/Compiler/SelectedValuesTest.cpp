//===- SelectedValuesTest.cpp - What selected code computes ---------------===//
//
// Random programs of vectors and masks, compiled by the hand-picked passes and by LLVM's own, are
// run and write the same bytes. Streamed code is that of an object file.
//
//===----------------------------------------------------------------------===//
#include "RandomVectors.h"

#include "../RandomGraphs/Random.h"
#include "gtcompiler/Target/Host/CodeGenerator.h"
#include "gtjit/Kernel/CallKernel.h"
#include "gtjit/Kernel/CodeMemory.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

using namespace gtcompiler;
using gtjit::detail::CodeMemory;
using gtjit::detail::CodeRange;
using gtjit::randomgraphs::Random;

namespace {

/// Whoever tries more: LLVM 22's passes give 0 with AVX2 for a choice of 0/0 under a comparison
/// with that 0, if it was computed (seed 2796).
constexpr unsigned kPrograms = 150;

using Bytes = std::vector<std::uint8_t>;

/// The function f of a program, executable.
class Callable {
public:
  explicit Callable(const ClosedCode &code)
      : range(CodeMemory::process().store(code.bytes)), offset(code.functions.at("f")) {}
  Callable(const Callable &) = delete;
  ~Callable() { CodeMemory::process().release(range); }

  /// As kernels are called, which have two pointers as arguments, too.
  void operator()(const Bytes &input, Bytes &output) const {
    gtjit::detail::callKernel(reinterpret_cast<gtabi::Kernel>(range.address + offset),
                              reinterpret_cast<const gtabi::KernelArgs *>(input.data()),
                              reinterpret_cast<const gtabi::Bounds *>(output.data()));
  }

private:
  CodeRange range;
  std::uint64_t offset;
};

/// Any bytes, or more of those where comparisons and conversions go either way.
Bytes inputOf(Random &random, unsigned round) {
  Bytes input(kInputBytes);
  for (std::uint8_t &byte : input) {
    auto any = static_cast<std::uint8_t>(random.bits());
    switch (round) {
    case 0:
      byte = any;
      break;
    case 1:
      byte = static_cast<std::uint8_t>(any % 3 - 1);
      break;
    case 2:
      byte = random.chance(50) ? any : 0;
      break;
    default:
      byte = any % 2 == 0 ? 0x80 : 0x7f;
    }
  }
  std::uint64_t number = random.below(kInputNumbers);
  std::memcpy(input.data(), &number, sizeof(number));
  return input;
}
constexpr unsigned kRounds = 4;

/// Gives what is no number in `output` the sign that it has in `expected`: which one a processor
/// gives depends on the order of operands, and LLVM computes another with constants. Its upper
/// bytes are 7f c0 or 7f f8, or ff instead of 7f.
void takeSigns(Bytes &output, const Bytes &expected) {
  for (std::size_t place = 1; place < output.size(); ++place) {
    bool isQuiet = output[place - 1] == 0xc0 || output[place - 1] == 0xf8;
    if (isQuiet && (output[place] | 0x80) == 0xff && (expected[place] | 0x80) == 0xff)
      output[place] = expected[place];
  }
}

/// A generator of code for one CPU.
class Compiler {
public:
  Compiler(const char *cpu, CodeGenLevel level)
      : generator(llvm::cantFail(CodeGenerator::create({cpu, ""}, level))) {}

  /// The code of a program; none, with a failure, where there is an error.
  ClosedCode codeOf(const std::string &text, bool withObject) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    auto module = llvm::parseAssemblyString(text, error, context);
    if (!module) {
      ADD_FAILURE() << error.getLineNo() << ": " << error.getMessage().str();
      return {};
    }
    auto code = generator->run(*module, [](llvm::StringRef) { return true; }, withObject);
    if (code)
      return std::move(code->open.code);
    ADD_FAILURE() << llvm::toString(code.takeError());
    return {};
  }
  /// Whether the last code came without an object file: everything was selected.
  bool isStreamed() const { return generator->object().empty(); }

private:
  std::unique_ptr<CodeGenerator> generator;
};

class SelectedValues : public ::testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    if (isAvx512 && !__builtin_cpu_supports("x86-64-v4"))
      GTEST_SKIP() << "needs AVX-512";
    if (!__builtin_cpu_supports("x86-64-v3"))
      GTEST_SKIP() << "needs AVX2";
  }

  /// Without AVX-512 nearly all programs are of what is selected there.
  std::string program(std::uint64_t seed) const {
    VectorKinds all{512, true}, few{256, false}, allInHalves{256, true};
    return randomVectors(seed, isAvx512 ? all : seed % 10 == 0 ? allInHalves : few);
  }

  void expectSameValues(const ClosedCode &code, const ClosedCode &expected, std::uint64_t seed) {
    Callable run(code), runExpected(expected);
    Random random(seed);
    Bytes output(kOutputBytes), expectedOutput(kOutputBytes);
    for (unsigned round = 0; round < kRounds; ++round) {
      Bytes input = inputOf(random, round);
      run(input, output);
      runExpected(input, expectedOutput);
      takeSigns(output, expectedOutput);
      auto [got, wanted] = std::mismatch(output.begin(), output.end(), expectedOutput.begin());
      auto place = static_cast<std::size_t>(got - output.begin());
      ASSERT_EQ(place, output.size())
          << "is the first byte that differs, in round " << round << ": " << unsigned(*got)
          << " instead of " << unsigned(*wanted);
    }
  }

  bool isAvx512 = GetParam() == std::string("x86-64-v4");
  Compiler streaming{GetParam(), CodeGenLevel::HandPicked};
  Compiler writing{GetParam(), CodeGenLevel::HandPicked}; ///< object files
  Compiler stock{GetParam(), CodeGenLevel::Stock};
};
} // namespace

TEST_P(SelectedValues, RandomProgramsWriteWhatThoseOfLlvmsPassesWrite) {
  unsigned streamed = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    std::string text = program(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    ClosedCode code = streaming.codeOf(text, /*withObject=*/false);
    streamed += streaming.isStreamed();
    EXPECT_EQ(code.bytes, writing.codeOf(text, /*withObject=*/true).bytes);
    ClosedCode expected = stock.codeOf(text, /*withObject=*/false);
    if (!HasFailure())
      expectSameValues(code, expected, seed);
    if (HasFailure())
      return;
  }
  EXPECT_GT(streamed, kPrograms / 2) << "most are for LLVM's selection";
}

// The passes find out late, when the streamer has what was selected before.
TEST_P(SelectedValues, UnselectedKernelsLeaveTheCodeBehindThem) {
  std::string unselected = R"(
    define void @selected(ptr %output) {
      %floats = load <4 x float>, ptr %output, align 1
      %sums = fadd <4 x float> %floats, <float 1.0, float 2.0, float 3.0, float 4.0>
      store <4 x float> %sums, ptr %output, align 1
      ret void
    }
    define void @f(ptr %input, ptr %output) {
      %words = load <8 x i64>, ptr %input, align 1
      %any = call i64 @llvm.vector.reduce.or.v8i64(<8 x i64> %words)
      store i64 %any, ptr %output, align 1
      ret void
    })";
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::string text = program(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    streaming.codeOf(unselected, /*withObject=*/false);
    EXPECT_FALSE(streaming.isStreamed());
    EXPECT_EQ(streaming.codeOf(text, /*withObject=*/false).bytes,
              writing.codeOf(text, /*withObject=*/true).bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, SelectedValues, ::testing::Values("x86-64-v3", "x86-64-v4"),
                         [](const auto &info) { return std::string(info.param).substr(7); });
