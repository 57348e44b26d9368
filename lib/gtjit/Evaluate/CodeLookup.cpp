//===- CodeLookup.cpp - Where a program's code comes from -----------------===//
//
// The order of the sources, and what becomes of an error that several threads
// wait for.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/CodeLookup.h"

#include "gtjit/Code/Compilation.h"
#include "gtjit/Code/DiskCache.h"
#include "gtjit/Code/KernelCache.h"
#include "gtjit/Device/Chips.h"
#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/KeyWriter.h"
#include "gtjit/Kernel/CpuFeatures.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Observe/Profile.h"
#include "gtjit/Types/Bytes.h"
#include "gtjit/Types/DenseStrides.h"
#include "gtjit/Types/Timeline.h"

#include "gtabi/CompilerEntry.h"

#include <algorithm>
#include <functional>
#include <new>

namespace gtjit::detail {

/// Throws a copy of the error that is being handled, as often as it is called.
static std::function<void()> raiserOfCurrent() {
  try {
    throw;
  } catch (const CompileError &error) {
    return [error] { throw error; };
  } catch (const MemoryError &error) {
    return [error] { throw error; };
  } catch (const std::bad_alloc &) {
    return [] { throw std::bad_alloc(); };
  } catch (const std::exception &error) {
    return [error = RuntimeError({}, error.what())] { throw error; };
  }
}

namespace {
/// Code that is asked for.
struct CodeRequest {
  std::string_view key; ///< tells the text
  std::string target;   ///< as codeTarget gives it
  SourceLine line;
  std::function<std::string()> text; ///< of the program
  std::uint32_t flags = 0;
};
} // namespace

/// What code on disk is found by: the program's key, and how this runtime compiles.
static std::string diskKey(const Runtime::State &runtime, const CodeRequest &request) {
  ByteWriter key;
  key.number(request.flags);
  key.number(runtime.options.stockCodegen);
  if (capabilityOf(request.target))
    for (std::uint32_t points : {runtime.options.threadRows, runtime.options.threadColumns})
      key.number(points);
  key.text(request.target.empty() ? hostCpu() : request.target);
  key.text(std::string(request.key));
  return {reinterpret_cast<const char *>(key.bytes.data()), key.bytes.size()};
}

/// From the disk, else by the compiler, whose code is kept there.
static std::shared_ptr<const CompiledProgram> fetch(Runtime::State &runtime,
                                                    const CodeRequest &request, StageClock &clock) {
  DiskCache::Claim claim;
  if (runtime.disk)
    claim = runtime.disk->claim(diskKey(runtime, request), request.line);
  clock.mark("look up on disk");
  if (claim.image) {
    clock.fromDisk = true;
    ++runtime.counters.diskHits;
    auto found =
        std::make_shared<CompiledProgram>(std::move(claim.image), Stages{clock.stages.back()});
    found->list({.perf = runtime.options.perfMap});
    return found;
  }
  std::string text = request.text();
  clock.mark("print");
  auto compiled = compileText(runtime, text, request.line, request.target, request.flags);
  clock.mark("load", compiled->stages());
  if (runtime.disk)
    runtime.disk->keep(claim, compiled->imageBytes());
  if (!runtime.dumpFolder.empty())
    clock.text = std::move(text);
  return compiled;
}

static CodeRequest requestFor(const FlatGraph &program, std::string target, SourceLine line,
                              std::uint32_t flags = 0) {
  return {program.key, std::move(target), line, [&program] { return printProgram(program); },
          flags};
}

std::shared_ptr<const CompiledProgram> findCodeFor(Runtime::State &runtime,
                                                   const FlatGraph &program,
                                                   const std::string &target, SourceLine line) {
  StageClock clock;
  return fetch(runtime, requestFor(program, target, line), clock);
}

std::shared_ptr<const CompiledProgram> findCodeOfText(Runtime::State &runtime,
                                                      const std::string &text,
                                                      const std::string &target, SourceLine line) {
  StageClock clock;
  std::string key = "text " + text; // no graph's key begins so
  return fetch(runtime, {key, target, line, [&text] { return text; }}, clock);
}

/// Fetches a program that holds its nodes, for all who wait for the ticket.
static std::shared_ptr<const CompiledProgram> fetchForAll(Runtime::State &runtime,
                                                          const FlatGraph &program,
                                                          const KernelCache::Ticket &ticket,
                                                          StageClock &clock, std::uint32_t flags) {
  clock.compiled = true;
  try {
    clock.mark("flatten and look up");
    auto compiled = fetch(runtime,
                          requestFor(program, codeTarget(runtime, program.isForDevice),
                                     program.arguments.line, flags),
                          clock);
    if (runtime.profile)
      runtime.profile->miss(program, *compiled);
    runtime.cache->fulfil(ticket, compiled);
    return compiled;
  } catch (...) {
    runtime.cache->fail(ticket, raiserOfCurrent());
    throw;
  }
}

std::uint32_t chooseFlags(const Runtime::State &runtime, FlatGraph &program,
                          const CodeSource *loaded) {
  if (program.isForDevice || (loaded && loaded->find(program.key)))
    return 0;
  std::int64_t points = 0, bytes = 1; // of all kernels, but for temporaries
  for (const StoreRequest &store : program.stores) {
    std::int64_t all = 1;
    for (const NamedRange &range : store.region)
      all = saturatingProduct(all, range.range.size());
    points = std::max(points, all);
  }
  for (const ArrayView &storage : program.arguments.storages)
    bytes += static_cast<std::int64_t>(itemsize(storage.dtype));
  if (points > runtime.options.cacheBytes / bytes)
    return 0;
  program.key += kInCacheRecord;
  return gtabi::kInCache;
}

std::shared_ptr<const CompiledProgram> findCode(Runtime::State &runtime, FlatGraph &program,
                                                const CodeSource *loaded,
                                                std::unique_lock<std::recursive_mutex> &lock,
                                                StageClock &clock, std::uint32_t flags) {
  TimelineSpan span(runtime.timeline.get(), "find code", program.arguments.line);
  auto compiled = loaded && flags == 0 ? loaded->find(program.key) : nullptr;
  if (!compiled)
    compiled = runtime.cache->peek(program.key);
  if (compiled) {
    lock.unlock();
    return compiled;
  }
  program.hold();
  lock.unlock();
  if (loaded && !loaded->canCompile())
    return nullptr;
  KernelCache::Ticket ticket = runtime.cache->find(program.key);
  if (ticket.program)
    return ticket.program;
  return ticket.mine ? fetchForAll(runtime, program, ticket, clock, flags)
                     : runtime.cache->wait(ticket);
}

} // namespace gtjit::detail
