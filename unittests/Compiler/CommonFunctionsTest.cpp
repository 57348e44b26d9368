//===- CommonFunctionsTest.cpp - Code that programs share -----------------===//
//
// What programs have in common is compiled once, and no image tells what was
// compiled before it.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

#include "gtcompiler/Target/Host/ObjectReader.h"
#include "gtcompiler/Target/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <gmock/gmock.h>

#include <cstring>

using namespace gtcompiler::testing;
using gtcompiler::CommonFunction;
using gtcompiler::ProgramCompiler;
using gtcompiler::ProgramOptions;

/// A reduction of all of `value`, which is made of %0, the values of %u.
static std::string reduction(const std::string &kind, const std::string &value) {
  return R"(
    gt.program @p(%u: !gt.storage<[J, I], f64, unit>, %s: !gt.storage<[], f64>, %i: !gt.range<I>,
                  %j: !gt.range<J>) {
      %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
      %1 = )" +
         value + R"( -> !gt.field<[I, J], f64>
      %2 = gt.reduce )" +
         kind +
         R"( %1 over %i, %j lanes : !gt.field<[I, J], f64>, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64>
      gt.store %2 to %s : !gt.field<[], f64>, !gt.storage<[], f64>
    })";
}

static const std::string kNegated = "gt.neg %0 : (!gt.field<[I, J], f64>)";
static const std::string kSquares =
    "gt.mul %0, %0 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>)";

static std::vector<std::uint8_t> imageOf(ProgramCompiler &compiler, const std::string &text) {
  ProgramOptions options;
  options.target = gtcompiler::hostTarget();
  auto program = compiler.compile(text, options);
  EXPECT_TRUE(program.ok) << program.messages;
  return program.image;
}

TEST(CommonFunctions, LeaveNoTraceOfWhatWasCompiledBefore) {
  std::vector<std::string> texts;
  for (const char *kind : {"sum", "max", "min", "prod"})
    for (const std::string &value : {kNegated, kSquares})
      texts.push_back(reduction(kind, value));
  ProgramCompiler compiler;
  for (int round = 0; round < 2; ++round)
    for (const std::string &text : texts) {
      ProgramCompiler fresh;
      EXPECT_EQ(imageOf(compiler, text), imageOf(fresh, text)) << text;
    }
}

namespace {
/// Modules of the LLVM dialect, and the host's target.
struct HostModules {
  HostModules() {
    mlir::DialectRegistry registry;
    gtcompiler::registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    auto made = createTarget(gtcompiler::hostTarget(), gtcompiler::CodeGenLevel::HandPicked);
    EXPECT_TRUE(bool(made));
    target = std::move(*made);
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text) {
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }
  std::vector<CommonFunction> takeCommon(mlir::ModuleOp module) {
    auto taken = target->takeCommon(module);
    EXPECT_TRUE(bool(taken));
    return taken ? *taken : std::vector<CommonFunction>();
  }

  mlir::MLIRContext context;
  std::unique_ptr<gtcompiler::Target> target;
};
} // namespace

/// A kernel that calls `callee`, and a function of that name that stores `number`.
static std::string caller(const std::string &callee, int number) {
  return "llvm.func @k(%p: !llvm.ptr) { llvm.call @" + callee +
         "(%p) : (!llvm.ptr) -> () llvm.return }\n"
         "llvm.func internal @" +
         callee + "(%p: !llvm.ptr) { %0 = llvm.mlir.constant(" + std::to_string(number) +
         " : i64) : i64 llvm.store %0, %p : i64, !llvm.ptr llvm.return }\n";
}

TEST(CommonFunctions, AreCompiledOnceUnderAnyName) {
  HostModules host;
  auto one = host.parse(caller("one", 1)), other = host.parse(caller("other", 1)),
       two = host.parse(caller("two", 2));
  auto ofOne = host.takeCommon(*one), ofOther = host.takeCommon(*other),
       ofTwo = host.takeCommon(*two);
  ASSERT_EQ(ofOne.size(), 1u);
  ASSERT_EQ(ofOther.size(), 1u);
  ASSERT_EQ(ofTwo.size(), 1u);
  EXPECT_EQ(ofOne[0].name, "one");
  EXPECT_EQ(ofOther[0].name, "other");
  EXPECT_EQ(ofOne[0].code, ofOther[0].code);
  EXPECT_NE(ofOne[0].code, ofTwo[0].code);
  EXPECT_TRUE(one->lookupSymbol<mlir::LLVM::LLVMFuncOp>("one").isExternal());
  EXPECT_FALSE(one->lookupSymbol<mlir::LLVM::LLVMFuncOp>("k").isExternal());
}

TEST(CommonFunctions, AreForgottenWhenThereAreVeryMany) {
  HostModules host;
  auto module = host.parse(caller("h", 0));
  auto before = host.takeCommon(*module)[0].code->code.bytes;
  for (int number = 1; number < 400; ++number) {
    auto other = host.parse(caller("h", number));
    EXPECT_NE(host.takeCommon(*other)[0].code->code.bytes, before);
  }
  auto again = host.parse(caller("h", 0));
  EXPECT_EQ(host.takeCommon(*again)[0].code->code.bytes, before);
}

TEST(CommonFunctions, StayWhereTheyHaveOtherNames) {
  HostModules host;
  auto module =
      host.parse(caller("h", 1) + "llvm.mlir.alias external @second : !llvm.func<void (ptr)> "
                                  "{ %0 = llvm.mlir.addressof @h : !llvm.ptr "
                                  "llvm.return %0 : !llvm.ptr }");
  ASSERT_TRUE(module);
  EXPECT_TRUE(host.takeCommon(*module).empty());
}

TEST(CommonFunctions, AreRefusedWhereTheyHoldOtherDialects) {
  HostModules host;
  mlir::ScopedDiagnosticHandler silence(&host.context,
                                        [](mlir::Diagnostic &) { return mlir::success(); });
  auto module = host.parse("llvm.func internal @h() { %0 = gt.constant 1.0 : f64 llvm.return }");
  ASSERT_TRUE(module);
  auto taken = host.target->takeCommon(*module);
  ASSERT_FALSE(bool(taken));
  EXPECT_EQ(llvm::toString(taken.takeError()), "common code has no translation");
}

TEST(ObjectReader, LinksCallsAndNamesWhatIsMissing) {
  gtcompiler::OpenCode callee, middle, first;
  callee.code = {{1, 2, 3}, {{"f", 1}}};
  middle.code = {{4, 0, 0, 0, 0}, {{"g", 0}}};
  middle.calls = {{1, -4, "renamed"}};
  first.code = {{5, 6, 0, 0, 0, 0}, {{"k", 0}}};
  first.calls = {{2, -4, "m"}};
  auto closed = gtcompiler::linkCode(first, {{"m", &middle}, {"renamed", &callee}});
  ASSERT_TRUE(bool(closed));
  EXPECT_THAT(closed->functions,
              ::testing::UnorderedElementsAre(::testing::Pair("k", 0), ::testing::Pair("m", 64),
                                              ::testing::Pair("renamed", 129)));
  auto distance = [&](std::size_t place) {
    std::int32_t value = 0;
    std::memcpy(&value, closed->bytes.data() + place, sizeof(value));
    return value;
  };
  EXPECT_EQ(distance(2), 64 - 2 - 4);
  EXPECT_EQ(distance(65), 129 - 65 - 4);

  auto missing = gtcompiler::linkCode(first, {{"renamed", &callee}});
  ASSERT_FALSE(bool(missing));
  EXPECT_EQ(llvm::toString(missing.takeError()), "the code calls 'm', which no image may");
}
