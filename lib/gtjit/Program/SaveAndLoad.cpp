//===- SaveAndLoad.cpp - Programs as files --------------------------------===//
//
// Which kernels a saved program has: for any strides, for the usual storages,
// and for every call that was made.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/Background.h"
#include "gtjit/Code/Compilation.h"
#include "gtjit/Code/KernelCache.h"
#include "gtjit/Device/Chips.h"
#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Error.h"
#include "gtjit/Evaluate/CodeLookup.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Kernel/CpuFeatures.h"
#include "gtjit/Kernel/Imports.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Program/SavedProgram.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// Whether an image is for a device.
bool isForDevice(const CompiledProgram &compiled) {
  const ImageView &image = compiled.image();
  return !image.kernels().empty() && image.ptxEntry(image.kernels().front());
}

/// The images to save: loaded ones, those of calls, and those for calls to
/// come, which are compiled if need be. For processors, or the runtime's device.
Images collectImages(const ProgramState &program, bool forDevice) {
  Runtime::State &runtime = *program.runtime;
  Images images;
  Background::wait(&runtime);
  for (const auto &[key, compiled] : program.code.loaded())
    if (isForDevice(*compiled) == forDevice)
      images.emplace(key, compiled);
  std::unique_lock lock(runtime.graphMutex);
  for (const std::string &key : program.code.used())
    if (auto compiled = runtime.cache->peek(key); compiled && isForDevice(*compiled) == forDevice)
      images.emplace(key, std::move(compiled));
  for (FlatGraph &graph : graphsToSave(program, forDevice)) {
    if (images.contains(graph.key))
      continue;
    StageClock clock;
    graph.hold();
    auto compiled = findCode(runtime, graph, nullptr, lock, clock);
    if (compiled->isProvisional())
      compiled = findCodeFor(runtime, graph, codeTarget(runtime, forDevice), {});
    images.emplace(graph.key, std::move(compiled));
    lock.lock();
  }
  return images;
}

/// Code for a target that this machine need not have, for calls to come.
TargetCode codeFor(const ProgramState &program, const std::string &target, SourceLine line) {
  Runtime::State &runtime = *program.runtime;
  bool forDevice = capabilityOf(target).has_value();
  std::vector<FlatGraph> graphs;
  {
    std::lock_guard lock(runtime.graphMutex);
    for (FlatGraph &graph : graphs = graphsToSave(program, forDevice))
      graph.hold();
  }
  TargetCode code{target, {}, {}};
  if (!forDevice)
    code.features = *featuresOfLevel(target);
  for (const FlatGraph &graph : graphs)
    if (auto [image, isNew] = code.images.try_emplace(graph.key); isNew)
      image->second = findCodeFor(runtime, graph, target, line);
  return code;
}

/// The code that the program's own runtime runs on processors, and on its device.
void addNativeCode(const ProgramState &program, std::vector<TargetCode> &codes) {
  const Runtime::State &runtime = *program.runtime;
  const std::string &level = runtime.cpu;
  codes.push_back({level.empty() ? std::string(kNativeTarget) : level,
                   level.empty() ? cpuFeatures() : *featuresOfLevel(level),
                   collectImages(program, /*forDevice=*/false)});
  if (runtime.device)
    codes.push_back({runtime.device->chip(), {}, collectImages(program, /*forDevice=*/true)});
}

void checkTargets(const SaveOptions &options, SourceLine line) {
  for (std::string_view target : options.targets)
    if (target != kNativeTarget && !featuresOfLevel(target) && !capabilityOf(target))
      throw ValueError(line, "SaveOptions::targets: expected native, a GPU as sm_90, " +
                                 std::string(kCpuLevels) + ", got '" + std::string(target) + "'");
}

} // namespace

void Program::save(std::string_view path, const SaveOptions &options, SourceLine line) const {
  const ProgramState &program = stateOf(*this, line);
  std::string file(path);
  checkTargets(options, line); // all before anything is compiled
  (void)fileToReplace(file, line);
  SavedProgram saved{program.recipe, {}};
  for (std::string_view target : options.targets)
    if (target == kNativeTarget)
      addNativeCode(program, saved.codes);
    else
      saved.codes.push_back(codeFor(program, std::string(target), line));
  if (saved.codes.empty())
    addNativeCode(program, saved.codes);
  writeFile(file, encode(saved), line);
}

Program Program::load(std::string_view path, Runtime &runtime, SourceLine line) {
  return load(path, runtime, LoadOptions(), line);
}

Program Program::load(std::string_view path, Runtime &runtime, const LoadOptions &options,
                      SourceLine line) {
  Runtime::State &owner = runtime.get();
  ProcessSymbols symbols(options.processSymbols);
  std::vector<std::uint8_t> bytes = readFile(std::string(path), line);
  SavedProgram saved = decode(bytes, owner, path, line);
  Images images;
  for (TargetCode &code : saved.codes) // whose keys differ
    images.merge(code.images);
  return Program(
      Ref<ProgramState>(new ProgramState(owner, std::move(saved.recipe), std::move(images))));
}

Program Program::load(std::string_view path, SourceLine line) {
  return load(path, Runtime::current(), line);
}
