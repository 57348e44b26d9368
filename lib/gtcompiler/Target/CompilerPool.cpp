//===- CompilerPool.cpp - Compilers for many threads ----------------------===//
//
// A stack of idle compilers.
//
//===----------------------------------------------------------------------===//
#include "gtcompiler/Target/CompilerPool.h"

#include <mutex>
#include <thread>

using namespace gtcompiler;

/// A compiler that has compiled so many programs is replaced, since its context
/// keeps every type, attribute and location it has ever seen.
static constexpr unsigned kMostCompilations = 4096;

namespace {
class Pool {
public:
  std::unique_ptr<ProgramCompiler> take() {
    std::unique_lock lock(mutex);
    if (idle.empty()) {
      lock.unlock();
      return std::make_unique<ProgramCompiler>();
    }
    std::unique_ptr<ProgramCompiler> compiler = std::move(idle.back());
    idle.pop_back();
    return compiler;
  }

  void give(std::unique_ptr<ProgramCompiler> compiler) {
    if (compiler->compilations() >= kMostCompilations)
      return;
    std::lock_guard lock(mutex);
    idle.push_back(std::move(compiler));
  }

private:
  std::mutex mutex;
  std::vector<std::unique_ptr<ProgramCompiler>> idle;
};
} // namespace

/// Never destroyed: a thread may compile until the very end of the process, and
/// LLVM's statics go in an order of their own.
static Pool &pool() {
  static Pool &shared = *new Pool;
  return shared;
}

static CompiledProgram compileHere(llvm::StringRef text, const ProgramOptions &options) {
  std::unique_ptr<ProgramCompiler> compiler = pool().take();
  CompiledProgram result = compiler->compile(text, options);
  pool().give(std::move(compiler));
  return result;
}

/// Whether the caches that MLIR keeps for this thread are destroyed: it is the
/// main thread then, in the destructor of a static. Itself never destroyed.
static thread_local bool cachesAreGone = false;

CompiledProgram gtcompiler::compileProgram(llvm::StringRef text, const ProgramOptions &options) {
  CompiledProgram result;
  if (cachesAreGone) {
    std::thread([&] { result = compileHere(text, options); }).join();
    return result;
  }
  result = compileHere(text, options);
  struct Witness {
    ~Witness() { cachesAreGone = true; }
  };
  static thread_local Witness witness; // younger than the caches, destroyed before them
  (void)witness;
  return result;
}
