//===- CompiledImage.h - Text to running kernels in a test ------*- C++ -*-===//
//
// Compiles a program and runs its image.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_COMPILER_COMPILEDIMAGE_H
#define GTJIT_UNITTESTS_COMPILER_COMPILEDIMAGE_H

#include "../ImageRunner.h"
#include "gtcompiler/Target/ProgramCompiler.h"
#include "gtjit/Kernel/LoadedImage.h"

#include <gtest/gtest.h>

namespace gtcompiler::testing {

using gtjit::testing::RawStorage;
using gtjit::testing::RunInputs;
using gtjit::testing::scalarBits;

/// How a test compiles: each of these must give the same bits.
struct Way {
  const char *name;
  const char *cpu; ///< empty: this machine's
  CodeGenLevel level;
  const char *features = "";
};

/// The code generation for this machine, LLVM's stock passes, code that is made soon, and
/// shorter vectors.
inline std::vector<Way> allWays() {
  return {{"hand-picked", "", CodeGenLevel::HandPicked},
          {"stock", "", CodeGenLevel::Stock},
          {"quick", "", CodeGenLevel::Quick},
          {"32 bytes", "x86-64-v3", CodeGenLevel::HandPicked},
          {"16 bytes", "x86-64-v2", CodeGenLevel::HandPicked}};
}

/// A compiled program.
class CompiledImage {
public:
  explicit CompiledImage(const std::string &text, Way way = allWays().front()) {
    static ProgramCompiler &compiler = *new ProgramCompiler;
    ProgramOptions options;
    options.target = targetOrHost(way.cpu, way.features);
    options.level = way.level;
    program = compiler.compile(text, options);
    EXPECT_TRUE(program.ok) << way.name << ":\n" << program.messages << program.reproducer;
    if (!program.ok)
      return;
    std::string error;
    loaded = gtjit::detail::LoadedImage::fromBytes(program.image, error);
    EXPECT_TRUE(loaded) << error;
  }

  explicit operator bool() const { return program.ok && loaded; }
  const gtjit::detail::ImageView &view() const { return loaded->view(); }

  /// Runs the loaded image.
  void run(const RunInputs &inputs) const {
    std::vector<gtabi::Kernel> kernels;
    for (std::size_t number = 0; number < view().kernels().size(); ++number)
      kernels.push_back(loaded->kernel(number));
    gtjit::testing::ImageRunner(view(), kernels, inputs).run();
  }

  CompiledProgram program;
  std::shared_ptr<const gtjit::detail::LoadedImage> loaded;
};

} // namespace gtcompiler::testing

#endif // GTJIT_UNITTESTS_COMPILER_COMPILEDIMAGE_H
