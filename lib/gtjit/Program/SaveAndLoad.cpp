//===- SaveAndLoad.cpp - Programs as files --------------------------------===//
//
// Which kernels a saved program has: for any strides, for the usual storages,
// and for every call that was made.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/Compilation.h"
#include "gtjit/Code/KernelCache.h"
#include "gtjit/Error.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Kernel/CpuFeatures.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Program/SavedProgram.h"

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

/// Images for a CPU that this machine need not be, for calls to come.
Images compileFor(const ProgramState &program, const std::string &cpu, SourceLine line) {
  Runtime::State &runtime = *program.runtime;
  std::map<std::string, std::string> texts; // by key
  {
    std::lock_guard lock(runtime.graphMutex);
    for (const FlatGraph &graph : graphsToSave(program))
      texts.emplace(graph.key, printProgram(graph));
  }
  Images images;
  for (const auto &[key, text] : texts)
    images.emplace(key, compileText(runtime, text, line, cpu));
  return images;
}

/// The code that the program's own runtime runs, or would run on processors.
CpuCode nativeCode(const ProgramState &program, SourceLine line) {
  const std::string &level = program.runtime->cpu;
  return {level.empty() ? std::string(kNativeCpu) : level,
          level.empty() ? cpuFeatures() : *featuresOfLevel(level), collectImages(program)};
}

void checkCpus(const SaveOptions &options, SourceLine line) {
  for (std::string_view cpu : options.cpus)
    if (cpu != kNativeCpu && !featuresOfLevel(cpu))
      throw ValueError(line, "SaveOptions::cpus: expected native, " + std::string(kCpuLevels) +
                                 ", got '" + std::string(cpu) + "'");
}

} // namespace

void Program::save(std::string_view path, const SaveOptions &options, SourceLine line) const {
  const ProgramState &program = stateOf(*this, line);
  std::string file(path);
  checkCpus(options, line); // all before anything is compiled
  (void)fileToReplace(file, line);
  SavedProgram saved{program.recipe, {}};
  for (std::string_view cpu : options.cpus)
    if (cpu == kNativeCpu)
      saved.codes.push_back(nativeCode(program, line));
    else
      saved.codes.push_back(
          {std::string(cpu), *featuresOfLevel(cpu), compileFor(program, std::string(cpu), line)});
  if (saved.codes.empty())
    saved.codes.push_back(nativeCode(program, line));
  writeFile(file, encode(saved), line);
}

Program Program::load(std::string_view path, Runtime &runtime, SourceLine line) {
  Runtime::State &owner = runtime.get();
  std::vector<std::uint8_t> bytes = readFile(std::string(path), line);
  SavedProgram saved = decode(bytes, owner, path, line);
  return Program(Ref<ProgramState>(
      new ProgramState(owner, std::move(saved.recipe), std::move(saved.codes.front().images))));
}

Program Program::load(std::string_view path, SourceLine line) {
  return load(path, Runtime::current(), line);
}
