//===- SaveAndLoad.cpp - Programs as files --------------------------------===//
//
// Which kernels a saved program has: for any strides, for the usual storages,
// and for every call that was made.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Program/CpuFeatures.h"
#include "gtjit/Program/SavedProgram.h"
#include "gtjit/Runtime/KernelCache.h"
#include "gtjit/Runtime/RuntimeState.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// The images to save: loaded ones, those of calls, and those for calls to
/// come, which are compiled if need be.
Images collectImages(const ProgramState &program) {
  Runtime::State &runtime = *program.runtime;
  Images images = program.code.loaded();
  std::unique_lock lock(runtime.graphMutex);
  for (const std::string &key : program.code.used())
    if (auto compiled = runtime.cache->peek(key))
      images.emplace(key, std::move(compiled));
  for (FlatGraph &graph : graphsToSave(program)) {
    if (images.contains(graph.key))
      continue;
    StageClock clock;
    images.emplace(graph.key, findCode(runtime, graph, nullptr, lock, clock));
    lock.lock();
  }
  return images;
}

} // namespace

void Program::save(std::string_view path, SourceLine line) const {
  const ProgramState &program = stateOf(*this, line);
  std::string file(path);
  (void)fileToReplace(file, line); // before anything is compiled
  SavedProgram saved{cpuFeatures(), program.recipe, collectImages(program)};
  writeFile(file, encode(saved), line);
}

Program Program::load(std::string_view path, Runtime &runtime, SourceLine line) {
  Runtime::State &owner = runtime.get();
  std::vector<std::uint8_t> bytes = readFile(std::string(path), line);
  SavedProgram saved = decode(bytes, owner, path, line);
  return Program(
      Ref<ProgramState>(new ProgramState(owner, std::move(saved.recipe), std::move(saved.images))));
}

Program Program::load(std::string_view path, SourceLine line) {
  return load(path, Runtime::current(), line);
}
