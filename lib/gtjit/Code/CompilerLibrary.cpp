//===- CompilerLibrary.cpp - The compiler, opened when needed -------------===//
//
// Finding and opening the library. It comes in with local symbols. Where the
// host program itself exports an LLVM, the library must prefer its own
// (RTLD_DEEPBIND), or the two versions' symbols mix. Sanitizers end a program
// that uses the flag, so under one it is left out.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/CompilerLibrary.h"

#include "gtjit/Code/Background.h"
#include "gtjit/Error.h"

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
#include <system_error>
#include <thread>

namespace gtjit::detail {

static constexpr const char *kFileName = "libgtjit-compiler.so";
/// A symbol that every LLVM has: the constructor of its context.
static constexpr const char *kForeignCompilerSymbol = "_ZN4llvm11LLVMContextC1Ev";

static std::mutex mutex;
static std::atomic<bool> opened{false};
/// Set when the process ends, before the compiler's statics are destroyed.
static std::atomic<bool> over{false};

static bool isLoaded(const char *symbol) { return ::dlsym(RTLD_DEFAULT, symbol) != nullptr; }

static int openFlags() {
  bool isSanitized = isLoaded("__asan_init") || isLoaded("__tsan_init");
  bool prefersOwn = isLoaded(kForeignCompilerSymbol) && !isSanitized;
  return RTLD_NOW | RTLD_LOCAL | (prefersOwn ? RTLD_DEEPBIND : 0);
}

/// Opens one file; on failure `why` tells the reason.
static bool tryOpen(const std::string &path, CompilerLibrary &library, std::string &why) {
  void *handle = ::dlopen(path.c_str(), openFlags());
  if (!handle) {
    const char *message = ::dlerror();
    why = message ? message : "unknown error";
    return false;
  }
  library.compile = reinterpret_cast<gtabi::CompileFunction>(::dlsym(handle, "gtcCompile"));
  library.release = reinterpret_cast<gtabi::ReleaseFunction>(::dlsym(handle, "gtcRelease"));
  if (!library.compile || !library.release) {
    why = "it has no gtcCompile and gtcRelease";
    ::dlclose(handle);
    return false;
  }
  library.path = path;
  return true;
}

CompilerLibrary openCompiler(const std::vector<std::string> &candidates, SourceLine line) {
  CompilerLibrary library;
  std::vector<std::string> reasons;
  for (const std::string &path : candidates) {
    std::string why;
    if (tryOpen(path, library, why))
      return library;
    reasons.push_back("tried '" + path + "': " + why);
  }
  CompileError error(line, "the compiler library cannot be opened");
  for (const std::string &reason : reasons)
    error.addNote(SourceLine{}, reason);
  error.addNote(SourceLine{}, "set GTJIT_COMPILER to the path of libgtjit-compiler.so, or "
                              "GTJIT_REFERENCE=1 to evaluate without a compiler");
  throw error;
}

/// The folder of the library or program that this code is in, with a slash.
static std::string ownFolder() {
  Dl_info info;
  if (!::dladdr(reinterpret_cast<void *>(&openCompiler), &info) || !info.dli_fname)
    return {};
  std::string path = info.dli_fname;
  return path.substr(0, path.find_last_of('/') + 1);
}

std::vector<std::string> compilerCandidates() {
  const char *given = std::getenv("GTJIT_COMPILER");
  if (given && *given)
    return {given};
  std::vector<std::string> files;
  if (std::string folder = ownFolder(); !folder.empty())
    files.push_back(folder + kFileName);
  files.push_back(kFileName);
  return files;
}

const CompilerLibrary &CompilerLibrary::get(SourceLine line) {
  static CompilerLibrary library;
  if (over.load(std::memory_order_relaxed))
    throw CompileError(line, "this evaluation needs a kernel that was not compiled before, and the "
                             "process is ending: the compiler is gone when objects are destroyed "
                             "that were there before it");
  if (opened.load(std::memory_order_acquire))
    return library;
  std::lock_guard lock(mutex);
  if (!library.compile) {
    library = openCompiler(compilerCandidates(), line);
    Background::outliveStatics(); // a job that compiles ends before what was just opened goes
    opened.store(true, std::memory_order_release);
  }
  return library;
}

// The thread runs no code of the library but its static constructors, so that
// nothing of it is in use when the process ends at any moment.
void CompilerLibrary::openEarly() noexcept {
  if (isOpen())
    return;
  try {
    std::thread([] {
      try {
        get({});
      } catch (const std::exception &) {
        // The evaluation that needs the compiler reports why there is none.
      }
    }).detach();
  } catch (const std::system_error &) {
    // No thread: the first evaluation opens it.
  }
}

// What the compiler makes on its first use is destroyed after this was called.
void CompilerLibrary::hasCompiled() {
  static const bool once = std::atexit([] { over.store(true, std::memory_order_relaxed); }) == 0;
  (void)once;
}

bool CompilerLibrary::isOpen() { return opened.load(std::memory_order_acquire) && !over; }

} // namespace gtjit::detail
