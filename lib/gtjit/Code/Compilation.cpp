//===- Compilation.cpp - From text to a compiled program ------------------===//
//
// Calls the compiler library, and turns what went wrong into an error that a
// user can act on and report.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/Compilation.h"

#include "gtjit/Code/CompilerLibrary.h"
#include "gtjit/Code/DiskCache.h"
#include "gtjit/Code/KernelCache.h"
#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Error.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Timeline.h"

#include <xxhash.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace gtjit::detail {

std::string codeTarget(const Runtime::State &runtime, bool forDevice) {
  return forDevice ? runtime.device->chip() : runtime.cpu;
}

gtabi::MachineCosts costsFor(Runtime::State &runtime, const std::string &target) {
  if (!target.empty())
    return {};
  MachineCosts costs = runtime.options.costs;
  if (runtime.disk)
    costs = costs.orElse(runtime.disk->costs());
  return {
#define GTJIT_COST(name) costs.name,
      GTABI_MACHINE_COSTS(GTJIT_COST)
#undef GTJIT_COST
  };
}

std::string nameOfText(const std::string &text) {
  char name[24];
  std::snprintf(name, sizeof(name), "gt-%016llx",
                static_cast<unsigned long long>(XXH3_64bits(text.data(), text.size())));
  return name;
}

/// Writes the module that fails to the dump folder, else among the temporary
/// files. Returns a note that names the file.
static std::string writeReproducer(const Runtime::State &runtime, const std::string &name,
                                   const std::string &module) {
  std::error_code error;
  std::filesystem::path folder = runtime.dumpFolder;
  if (folder.empty())
    folder = std::filesystem::temp_directory_path(error);
  std::filesystem::path path = folder / (name + "-reproducer.mlir");
  std::ofstream file(path);
  file << module;
  file.close();
  if (!file)
    return "the module that failed could not be written to '" + path.string() + "'";
  return "the module that failed is in '" + path.string() + "', which gt-opt reads";
}

/// What the compiler says of a process that gets no more memory, or no more
/// mappings of it (vm.max_map_count).
static bool isOutOfMemory(std::string_view diagnostics) {
  return diagnostics.find("out of memory") != std::string_view::npos ||
         diagnostics.find("Cannot allocate memory") != std::string_view::npos;
}

/// Parts of concatenations whose ranges are made of one another, more of them than an image
/// describes: the one thing that a graph may have too much of.
static void refuseDeepParts(std::string_view diagnostics, SourceLine line) {
  if (diagnostics.find("is made of too many ranges") == std::string_view::npos)
    return;
  CompileError error(line, "concatenations are nested too deeply for one evaluation: the ranges of "
                           "their parts are made of one another more than 1,000 deep");
  error.addNote(SourceLine{}, "evaluate one of the inner fields first, by eval()");
  throw error;
}

[[noreturn]] static void throwFailure(const Runtime::State &runtime, const std::string &text,
                                      const gtabi::CompileResult &result, SourceLine line) {
  if (result.message && isOutOfMemory(result.message))
    throw MemoryError(line, "the system gives this process no memory to compile the evaluation in, "
                            "or no more mappings (vm.max_map_count)");
  if (result.message)
    refuseDeepParts(result.message, line);
  CompileError error(line, "the compiler could not compile this evaluation; this is a fault of "
                           "gtjit, not of the program");
  std::string_view diagnostics = result.message ? result.message : "no message";
  while (!diagnostics.empty()) {
    std::size_t end = diagnostics.find('\n');
    if (std::string_view first = diagnostics.substr(0, end); !first.empty())
      error.addNote(SourceLine{}, first);
    diagnostics = end == std::string_view::npos ? "" : diagnostics.substr(end + 1);
  }
  error.addNote(SourceLine{}, writeReproducer(runtime, nameOfText(text),
                                              result.reproducer ? result.reproducer : text));
  throw error;
}

static void logCompilation(const Runtime::State &runtime, const std::string &name, bool isQuick,
                           double milliseconds, SourceLine line) {
  if (!runtime.log)
    return;
  std::string place = line.line ? " for " + toString(line) : "";
  std::fprintf(stderr, "gtjit: compiled %s%s in %.2f ms%s\n", name.c_str(), place.c_str(),
               milliseconds, isQuick ? ", quick code" : "");
}

/// The stages one after the other from `start` on: their clock leaves nothing out.
static void traceStages(Timeline &timeline, const gtabi::CompileResult &result, SourceLine line,
                        Timeline::Clock::time_point start) {
  Timeline::Clock::time_point now = Timeline::Clock::now();
  for (std::size_t n = 0; n < result.stageCount; ++n) {
    std::chrono::duration<double, std::milli> spent(result.stages[n].milliseconds);
    auto end = std::min(now, start + std::chrono::duration_cast<Timeline::Clock::duration>(spent));
    timeline.add(Actor::Compiler, {result.stages[n].name, line}, start, end);
    start = end;
  }
}

static const CompilerLibrary &openLibrary(Timeline *timeline, SourceLine line) {
  TimelineSpan span(timeline, "open compiler", line, Actor::Compiler);
  return CompilerLibrary::get(line);
}

/// The image in executable memory. If there is no room, kernels that nothing
/// uses make room.
static std::shared_ptr<const LoadedImage>
loadImage(Runtime::State &runtime, std::span<const std::uint8_t> bytes, SourceLine line) {
  std::string why;
  std::shared_ptr<const LoadedImage> image;
  try {
    image = LoadedImage::fromBytes(bytes, why);
  } catch (const MemoryError &) {
    runtime.cache->clear();
    try {
      image = LoadedImage::fromBytes(bytes, why);
    } catch (const MemoryError &full) {
      MemoryError error(line, "no room for the kernels of this evaluation: " +
                                  std::string(full.message()));
      for (std::size_t n = 0; n < full.noteCount(); ++n)
        error.addNote(SourceLine{}, full.note(n));
      throw error;
    }
  }
  if (!image)
    throw CompileError(line, "the compiler gave an image that cannot be used: " + why);
  return image;
}

std::shared_ptr<CompiledProgram> compileText(Runtime::State &runtime, const std::string &text,
                                             SourceLine line, const std::string &target,
                                             std::uint32_t flags) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  Timeline *timeline = runtime.timeline.get();
  TimelineSpan span(timeline, "compile", line, Actor::Compiler);
  const CompilerLibrary &library = openLibrary(timeline, line);
  std::chrono::duration<double, std::milli> opening = Clock::now() - start;

  std::string name = nameOfText(text);
  gtabi::CompileRequest request{};
  request.abiVersion = gtabi::kAbiVersion;
  request.optLevel = runtime.options.stockCodegen ? 1 : 0;
  request.flags = flags | (runtime.options.debugInfo ? gtabi::kDebugInfo : 0);
  request.threadPoints[0] = runtime.options.threadRows;
  request.threadPoints[1] = runtime.options.threadColumns;
  request.costs = costsFor(runtime, target);
  request.text = text.data();
  request.textSize = text.size();
  request.cpu = target.c_str();
  request.features = "";
  request.dumpFolder = runtime.dumpFolder.c_str();
  request.dumpName = name.c_str();
  gtabi::CompileResult result{};
  const bool isQuick = flags & gtabi::kQuick;
  ++runtime.counters.compiles;
  struct Release {
    gtabi::ReleaseFunction release;
    gtabi::CompileResult &result;
    ~Release() { release(&result); }
  } atEnd{library.release, result};
  Clock::time_point opened = Clock::now();
  library.compile(&request, &result);
  if (timeline)
    traceStages(*timeline, result, line, opened);
  CompilerLibrary::hasCompiled();
  if (!result.ok)
    throwFailure(runtime, text, result, line);
  Stages stages{{"open compiler", opening.count()}};
  for (std::size_t n = 0; n < result.stageCount; ++n)
    stages.emplace_back(result.stages[n].name, result.stages[n].milliseconds);
  TimelineSpan loading(timeline, "load", line, Actor::Compiler);
  auto program = std::make_shared<CompiledProgram>(
      loadImage(runtime, {result.image, result.imageSize}, line), std::move(stages), isQuick);
  program->list({.gdb = runtime.options.debugInfo, .perf = runtime.options.perfMap});
  std::chrono::duration<double, std::milli> spent = Clock::now() - start;
  logCompilation(runtime, name, isQuick, spent.count(), line);
  return program;
}

} // namespace gtjit::detail
