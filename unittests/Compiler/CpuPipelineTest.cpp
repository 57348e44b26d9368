//===- CpuPipelineTest.cpp - gt-opt's pipeline makes the same bytes -------===//
//
// The text that a dump holds, compiled pass by pass, gives the code that the
// compiler library made of it.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

#include "gtcompiler/Target/Passes.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

using namespace gtcompiler::testing;

static constexpr const char *kText = R"(
  gt.program @p(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>, %s: !gt.storage<[], f64>,
                %i: !gt.range<I>, %j: !gt.range<J>) {
    %0 = gt.load %u : !gt.storage<[J, I], f64, unit> -> !gt.field<[I, J], f64>
    %1 = gt.shift %0 [I + 1, J - 1] : !gt.field<[I, J], f64>
    %2 = gt.mul %0, %1 : (!gt.field<[I, J], f64>, !gt.field<[I, J], f64>) -> !gt.field<[I, J], f64> loc("model.cpp":3:1)
    gt.store %2 to %v over %j, %i : !gt.field<[I, J], f64>, !gt.storage<[J, I], f64, unit>, !gt.range<J>, !gt.range<I> loc("model.cpp":4:1)
    %3 = gt.reduce sum %2 over %i, %j lanes : !gt.field<[I, J], f64>, !gt.range<I>, !gt.range<J> -> !gt.field<[], f64> loc("model.cpp":5:1)
    gt.store %3 to %s : !gt.field<[], f64>, !gt.storage<[], f64> loc("model.cpp":6:1)
  })";

TEST(CpuPipeline, MakesTheBytesOfTheCompilerLibrary) {
  CompiledImage library(kText);
  ASSERT_TRUE(library);
  static bool registered = (gtcompiler::registerImagePipelines(), true);
  (void)registered;
  auto path =
      std::filesystem::temp_directory_path() / ("gtjit-image-" + std::to_string(::getpid()));
  mlir::DialectRegistry registry;
  gtcompiler::registerCompilerDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kText, &context);
  ASSERT_TRUE(module);
  mlir::PassManager manager(&context, "builtin.module");
  std::string pipeline = "gt-cpu-pipeline{image-file=" + path.string() + "}";
  ASSERT_TRUE(mlir::succeeded(mlir::parsePassPipeline(pipeline, manager)));
  ASSERT_TRUE(mlir::succeeded(manager.run(*module)));
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(bytes, library.program.image);
  std::filesystem::remove(path);
}
