//===- CodeStreamerTest.cpp - Machine code without an object file ---------===//
//
// Code that is collected is the code that is read from LLVM's object file.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/Host/ObjectReader.h"

#include "gtcompiler/Target/Host/CodeGenerator.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using namespace gtcompiler;

namespace {
class Streamed : public ::testing::TestWithParam<const char *> {
protected:
  std::unique_ptr<CodeGenerator> generator =
      llvm::cantFail(CodeGenerator::create({GetParam(), ""}, CodeGenLevel::HandPicked));

  OpenCode codeOf(const std::string &text, bool withObject) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    auto module = llvm::parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str() << " in\n" << text;
    if (!module)
      return {};
    auto code = generator->run(*module, [](llvm::StringRef) { return true; }, withObject);
    EXPECT_EQ(generator->object().empty(), !withObject) << text;
    if (code)
      return std::move(code->open);
    ADD_FAILURE() << llvm::toString(code.takeError()) << " for\n" << text;
    return {};
  }

  /// The code, the same both ways.
  OpenCode expectSame(const std::string &text) {
    OpenCode streamed = codeOf(text, false), read = codeOf(text, true);
    EXPECT_FALSE(read.code.bytes.empty());
    EXPECT_EQ(streamed.code.bytes, read.code.bytes) << text;
    EXPECT_EQ(streamed.code.functions, read.code.functions) << text;
    auto describe = [](const OpenCode &code) {
      std::vector<std::tuple<std::uint64_t, std::int64_t, std::string>> calls;
      for (const OpenCode::Call &call : code.calls)
        calls.emplace_back(call.place, call.addend, call.function);
      return calls;
    };
    EXPECT_EQ(describe(streamed), describe(read)) << text;
    return streamed;
  }
};

/// A loop of `count` additions a turn.
std::string loopOf(unsigned count, const std::string &name = "f") {
  std::string body;
  for (unsigned i = 0; i < count; ++i) {
    std::string number = std::to_string(i);
    body += "  %p" + number + " = getelementptr double, ptr %p, i64 " + std::to_string(7 * i) +
            "\n  %v" + number + " = load <4 x double>, ptr %p" + number + ", align 8\n  %s" +
            number + " = fadd <4 x double> %v" + number + ", <double 1.5, double 2.5, double " +
            number + ".25, double 4.5>\n  store <4 x double> %s" + number + ", ptr %p" + number +
            ", align 8\n";
  }
  return "define void @" + name + R"((ptr %p, i64 %n) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
)" + body +
         R"(  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
)";
}
} // namespace

TEST_P(Streamed, JumpsAreAsLongAsTheyMustBe) {
  std::size_t last = 0;
  for (unsigned count = 0; count < 24; ++count) {
    std::size_t size = expectSame(loopOf(count)).code.bytes.size();
    EXPECT_GT(size, last);
    last = size;
  }
  expectSame(loopOf(400));
}

TEST_P(Streamed, FunctionsStandSideBySide) {
  OpenCode code = expectSame(loopOf(3, "first") + loopOf(40, "second") + loopOf(1, "third") +
                             "@other = alias void (ptr, i64), ptr @second\n");
  ASSERT_EQ(code.code.functions.size(), 4u);
  EXPECT_EQ(code.code.functions["other"], code.code.functions["second"]);
  EXPECT_EQ(code.code.functions["first"], 0u);
  for (const auto &[name, offset] : code.code.functions)
    EXPECT_EQ(offset % 16, 0u) << name;
}

TEST_P(Streamed, CallsAreOfFunctionsHereAndElsewhere) {
  std::string call = R"(
    declare dso_local i64 @elsewhere(i64)
    define dso_local i64 @here(i64 %n) { ret i64 %n }
    define i64 @f(i64 %n) {
      %a = call i64 @here(i64 %n)
      %b = call i64 @elsewhere(i64 %a)
      %c = add i64 %a, %b
      ret i64 %c
    })";
  OpenCode code = expectSame(call);
  ASSERT_EQ(code.calls.size(), 1u);
  EXPECT_EQ(code.calls[0].function, "elsewhere");
}

TEST_P(Streamed, ConstantsHaveTheirSections) {
  expectSame(R"(
    define void @f(ptr %p) {
      %q = getelementptr double, ptr %p, i64 16
      %s = load double, ptr %q, align 8
      %t = fmul double %s, 0.1
      store double %t, ptr %q, align 8
      %r = getelementptr float, ptr %p, i64 99
      %x = load float, ptr %r, align 4
      %y = fmul float %x, 0.375
      store float %y, ptr %r, align 4
      %v = load <4 x double>, ptr %p, align 8
      %w = fadd <4 x double> %v, <double 1.0, double 2.0, double 3.0, double 4.0>
      %m = fcmp olt <4 x double> %w, <double 9.0, double 8.0, double 7.0, double 6.0>
      %z = select <4 x i1> %m, <4 x double> %w, <4 x double> %v
      store <4 x double> %z, ptr %p, align 8
      ret void
    })");
}

TEST_P(Streamed, ManyModulesAreOneFile) {
  OpenCode first = codeOf(loopOf(9), false);
  for (unsigned i = 0; i < 150; ++i) {
    codeOf(loopOf(i % 5, "g" + std::to_string(i)), false);
    if (i % 30 == 0)
      EXPECT_EQ(codeOf(loopOf(9), false).code.bytes, first.code.bytes) << i;
  }
}

// To LLVM's printer the machine has one file at a time.
TEST_P(Streamed, ObjectFilesComeBetween) {
  OpenCode first = codeOf(loopOf(9), false);
  for (unsigned i = 0; i < 100; ++i) {
    std::string text = loopOf(i % 11, "g" + std::to_string(i % 7)) + loopOf(2, "h");
    EXPECT_EQ(codeOf(text, i % 3 == 0).code.bytes, codeOf(text, i % 5 == 0).code.bytes) << i;
  }
  EXPECT_EQ(codeOf(loopOf(9), false).code.bytes, first.code.bytes);
}

INSTANTIATE_TEST_SUITE_P(Levels, Streamed,
                         ::testing::Values("x86-64-v3", "x86-64-v4", "sapphirerapids"),
                         [](const auto &info) {
                           return std::string("Level") + std::to_string(info.index);
                         });
