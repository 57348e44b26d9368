//===- CodeLookup.cpp - Where a program's code comes from -----------------===//
//
// The order of the sources, and what becomes of an error that several threads
// wait for.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Evaluate/CodeLookup.h"

#include "gtjit/Code/Background.h"
#include "gtjit/Code/Compilation.h"
#include "gtjit/Code/DiskCache.h"
#include "gtjit/Code/KernelCache.h"
#include "gtjit/Device/Chips.h"
#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/KeyWriter.h"
#include "gtjit/Kernel/CpuFeatures.h"
#include "gtjit/Launch/CacheSize.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Observe/Profile.h"
#include "gtjit/Types/Bytes.h"
#include "gtjit/Types/DenseStrides.h"
#include "gtjit/Types/Timeline.h"

#include "gtabi/CompilerEntry.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <new>

namespace gtjit::detail {

/// Throws a copy of the error that is being handled, as often as it is called; a bad_alloc
/// where there is no memory for that.
static std::function<void()> raiserOfCurrent() noexcept try {
  try {
    throw;
  } catch (const CompileError &error) {
    return [error] { throw error; };
  } catch (const MemoryError &error) {
    return [error] { throw error; };
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    return [error = RuntimeError({}, error.what())] { throw error; };
  }
} catch (...) {
  return [] { throw std::bad_alloc(); };
}

namespace {
/// Code that is asked for.
struct CodeRequest {
  std::string_view key; ///< tells the text
  std::string target;   ///< as codeTarget gives it
  SourceLine line;
  std::function<std::string()> text; ///< of the program
  std::uint32_t flags = 0;
  std::shared_ptr<CacheFit> fit = nullptr; ///< as FlatGraph::fit
};
} // namespace

/// What code on disk is found by: the program's key, and how this runtime compiles.
static std::string diskKey(Runtime::State &runtime, const CodeRequest &request) {
  ByteWriter key;
  key.number(request.flags);
  key.number(runtime.options.stockCodegen);
  gtabi::MachineCosts costs = costsFor(runtime, request.target);
#define GTJIT_KEY(name) key.number(costs.name);
  GTABI_MACHINE_COSTS(GTJIT_KEY)
#undef GTJIT_KEY
  if (capabilityOf(request.target))
    for (std::uint32_t points : {runtime.options.threadRows, runtime.options.threadColumns})
      key.number(points);
  key.text(request.target.empty() ? hostCpu() : request.target);
  key.text(std::string(request.key));
  return {reinterpret_cast<const char *>(key.bytes.data()), key.bytes.size()};
}

/// Bytes that calls move from memory with code for data in the caches before they get other code:
/// what they lose meanwhile is about what it takes to make that.
static std::int64_t patienceOf(const Runtime::State &runtime) {
  return saturatingProduct(4, runtime.options.cacheBytes);
}

/// Tells code what it is for.
static void serve(CompiledProgram &code, const Runtime::State &runtime,
                  const CodeRequest &request) {
  if (request.flags & gtabi::kInCache)
    code.serve(std::make_shared<CacheFit>(patienceOf(runtime)), /*isForCaches=*/true);
  else
    code.serve(request.fit, /*isForCaches=*/false);
}

/// Code on disk; else null, and the claim says who makes it.
static std::shared_ptr<const CompiledProgram> findOnDisk(Runtime::State &runtime,
                                                         const CodeRequest &request,
                                                         StageClock &clock, DiskCache::Claim &claim,
                                                         std::chrono::milliseconds patience) {
  if (runtime.disk)
    claim = runtime.disk->claim(diskKey(runtime, request), request.line, patience);
  clock.mark("look up on disk");
  if (!claim.image)
    return nullptr;
  clock.fromDisk = true;
  ++runtime.counters.diskHits;
  auto found =
      std::make_shared<CompiledProgram>(std::move(claim.image), Stages{clock.stages.back()});
  found->list({.perf = runtime.options.perfMap});
  serve(*found, runtime, request);
  return found;
}

/// From the disk, else by the compiler, whose code is kept there.
static std::shared_ptr<const CompiledProgram>
fetch(Runtime::State &runtime, const CodeRequest &request, StageClock &clock,
      std::chrono::milliseconds patience = DiskCache::kLongestWait) {
  DiskCache::Claim claim;
  if (auto found = findOnDisk(runtime, request, clock, claim, patience))
    return found;
  std::string text = request.text();
  clock.mark("print");
  auto compiled = compileText(runtime, text, request.line, request.target, request.flags);
  clock.mark("load", compiled->stages());
  serve(*compiled, runtime, request);
  if (runtime.disk)
    runtime.disk->keep(claim, compiled->imageBytes());
  if (!runtime.dumpFolder.empty())
    clock.text = std::move(text);
  return compiled;
}

static CodeRequest requestFor(const FlatGraph &program, std::string target, SourceLine line,
                              std::uint32_t flags = 0) {
  return {program.key, std::move(target), line, [&program] { return printProgram(program); },
          flags,       program.fit};
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

namespace {
/// Code in whose place better code is to come.
struct Provisional {
  std::shared_ptr<const CompiledProgram> program;
  std::string text; ///< of the better code; empty if the program is that
};
} // namespace

/// How long the background waits for another process that makes the same, before it does so, too.
static constexpr std::chrono::milliseconds kPatience{1000};

/// The optimised code if it is on disk; else what is there soonest: code for calls whose data is
/// in the caches, which runs in others as well, or code that is made quickly.
static Provisional fetchSoon(Runtime::State &runtime, const CodeRequest &request,
                             StageClock &clock) {
  {
    DiskCache::Claim claim; // is let go of at once: nothing is made for it here
    if (auto found = findOnDisk(runtime, request, clock, claim, std::chrono::milliseconds(0)))
      return {found, {}};
  }
  std::string text = request.text();
  clock.mark("print");
  if (!(request.flags & gtabi::kInCache))
    if (auto other = runtime.cache->peek(std::string(request.key) + kInCacheRecord))
      return {other->again(/*isProvisional=*/true), std::move(text)};
  auto quick = compileText(runtime, text, request.line, request.target,
                           request.flags | gtabi::kInCache | gtabi::kQuick);
  clock.mark("load", quick->stages());
  return {std::move(quick), std::move(text)};
}

/// Puts the code of a request in the place of what there is.
static void improve(Runtime::State &runtime, const CodeRequest &request, const Provisional &now) {
  StageClock clock;
  auto made = fetch(runtime, request, clock, kPatience);
  if (runtime.profile)
    runtime.profile->replaced(std::string(request.key), *made);
  if (runtime.cache->replace(request.key, *now.program, std::move(made)))
    ++runtime.counters.replacements;
}

/// What there is stays.
static void stay(Runtime::State &runtime, std::string_view key, const Provisional &now,
                 const char *why) noexcept {
  if (runtime.log)
    std::fprintf(stderr, "gtjit: no optimised code, the quick code stays: %s\n", why);
  try {
    runtime.cache->replace(key, *now.program, now.program->again(/*isProvisional=*/false));
  } catch (const std::bad_alloc &) {
    // It is looked up each time, and runs.
  }
}

/// Makes the code of a request in the background; where there is no memory for that, what
/// there is stays.
static void improveLater(Runtime::State &runtime, const CodeRequest &request,
                         Provisional now) noexcept try {
  auto job = [&runtime, key = std::string(request.key), target = request.target,
              line = request.line, flags = request.flags, fit = request.fit, now] {
    try {
      improve(runtime, {key, target, line, [&] { return now.text; }, flags, fit}, now);
    } catch (const std::exception &error) {
      stay(runtime, key, now, error.what());
    }
  };
  Background::post(&runtime, std::move(job));
} catch (const std::bad_alloc &error) {
  stay(runtime, request.key, now, error.what());
}

/// Fetches a program that holds its nodes, for all who wait for the ticket.
static std::shared_ptr<const CompiledProgram> fetchForAll(Runtime::State &runtime,
                                                          const FlatGraph &program,
                                                          const KernelCache::Ticket &ticket,
                                                          StageClock &clock, std::uint32_t flags) {
  clock.compiled = true;
  try {
    clock.mark("flatten and look up");
    CodeRequest request = requestFor(program, codeTarget(runtime, program.isForDevice),
                                     program.arguments.line, flags);
    Provisional now;
    if (runtime.options.tiered && !program.isForDevice)
      now = fetchSoon(runtime, request, clock);
    else
      now.program = fetch(runtime, request, clock);
    auto compiled = now.program;
    if (runtime.profile)
      runtime.profile->miss(program, *compiled);
    runtime.cache->fulfil(ticket, compiled);
    if (compiled->isProvisional())
      improveLater(runtime, request, std::move(now));
    return compiled;
  } catch (...) {
    runtime.cache->fail(ticket, raiserOfCurrent());
    throw;
  }
}

/// Adds the dimensions that a scan, or a search for an extreme, goes along, as far as it goes.
static void addAlong(Domain &along, const Node &node) {
  for (Dimension dim : node.gathered())
    for (const NodeRef &input : node.inputs)
      if (input->domain.has(dim) && input->domain[dim].isFinite() &&
          (!along.has(dim) || along[dim].size() < input->domain[dim].size()))
        along = along.with(dim(input->domain[dim]));
}

/// Of what the program goes through: of stores, and of what is reduced, which may go through the
/// same memory again and again, as products of matrices do.
static std::int64_t mostPoints(const FlatGraph &program) {
  std::int64_t points = 0, reduced = 0, largest = 0;
  Domain along;
  for (const StoreRequest &store : program.stores)
    points = std::max(points, finitePoints(store.region));
  for (std::size_t n = 0; n < program.nodeCount(); ++n) {
    const FlatGraph::Entry &entry = program.order[n];
    if (!entry.isMemory && entry.node->isComputedApart())
      for (const NodeRef &input : entry.node->inputs)
        reduced = std::max(reduced, finitePoints(input->domain));
    if (!entry.isMemory && entry.node->kind() == NodeKind::Several)
      addAlong(along, *entry.node);
  }
  for (const StoreRequest &store : program.stores) { // of which it may have one point
    std::int64_t gone = finitePoints(store.region);
    for (const NamedRange &range : along)
      if (!store.region.has(range.dim))
        gone = saturatingProduct(gone, finitePoints(Domain(range)));
    reduced = std::max(reduced, gone);
  }
  for (const ArrayView &storage : program.arguments.storages)
    largest = std::max(largest, finitePoints(storage.domain));
  return std::max(points, std::min(reduced, largest));
}

std::uint32_t chooseFlags(const Runtime::State &runtime, FlatGraph &program,
                          const CodeSource *loaded) {
  if (program.isForDevice || (loaded && loaded->find(program.key)))
    return 0;
  std::int64_t points = mostPoints(program), bytes = 1; // of all kernels, but for temporaries
  for (const ArrayView &storage : program.arguments.storages)
    bytes += static_cast<std::int64_t>(itemsize(storage.dtype));
  std::int64_t held = runtime.options.cacheBytes;
  if (!program.stores.empty() &&
      std::ranges::all_of(program.stores, [](const auto &one) { return one.target.nontemporal; }))
    held = nontemporalBytes(runtime.executor.load()->threads(), held);
  if (points > held / bytes)
    return 0;
  program.key += kInCacheRecord;
  if (points >= runtime.caches->leastBytes() / bytes)
    if (auto known = runtime.cache->peek(program.key); known && known->isMisfit()) {
      program.key.pop_back();
      program.fit = known->fit();
      return 0;
    }
  return gtabi::kInCache;
}

std::shared_ptr<const CompiledProgram> findForAnyStrides(const CodeSource &loaded,
                                                         FlatGraph &program, bool onDevice) {
  if (onDevice)
    if (auto compiled = loaded.find(program.deviceKey())) {
      program.forDevice();
      return compiled;
    }
  return loaded.find(program.key);
}

std::shared_ptr<const CompiledProgram> findCode(Runtime::State &runtime, FlatGraph &program,
                                                const CodeSource *loaded, GraphLock &lock,
                                                StageClock &clock, std::uint32_t flags) {
  TimelineSpan span(runtime.timeline.get(), "find code", program.arguments.line);
  auto compiled = loaded && flags == 0 ? loaded->find(program.key) : nullptr;
  if (!compiled)
    compiled = runtime.cache->peek(program.key);
  if (compiled) {
    lock.unlock();
    if (compiled->isProvisional()) // a child of fork has no thread that would make the better code
      Background::wake();
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
