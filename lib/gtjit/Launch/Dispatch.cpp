//===- Dispatch.cpp - Compiled programs on memory -------------------------===//
//
// The path of every evaluation: from views and ranges to the memory that
// kernels read their arguments from, and to the threads that run them. No
// lock and, for small programs without temporaries, no allocation.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/Dispatch.h"

#include "gtjit/Error.h"
#include "gtjit/Kernel/CallKernel.h"
#include "gtjit/Launch/KernelTraffic.h"
#include "gtjit/Launch/StreamingCopy.h"
#include "gtjit/Launch/TileShape.h"
#include "gtjit/Math/Math.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Observe/Profile.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>
#include <xmmintrin.h>

namespace gtjit::detail {

static constexpr std::int64_t kRowAlignment = 64;

static std::int64_t extentOf(const gtabi::Bounds &bounds) {
  return std::max<std::int64_t>(0, bounds.hi - bounds.lo);
}

static gtabi::MemrefHead *takeMemref(Arena &arena, std::size_t rank) {
  return static_cast<gtabi::MemrefHead *>(
      arena.bytes(sizeof(gtabi::MemrefHead) + 2 * rank * sizeof(std::int64_t)));
}

/// The descriptor of a view: dimensions slow to fast, coordinates from 0; no
/// addresses.
static gtabi::MemrefHead *describeView(Arena &arena, const ArrayView &view, const unsigned *order) {
  std::size_t rank = view.strides.size();
  gtabi::MemrefHead *head = takeMemref(arena, rank);
  auto *sizes = reinterpret_cast<std::int64_t *>(head + 1), *strides = sizes + rank;
  head->allocated = head->aligned = nullptr;
  head->offset = 0;
  for (std::size_t position = 0; position < rank; ++position) {
    std::size_t d = order[position];
    Range range = view.domain[d].range;
    sizes[position] = range.hi() - range.lo();
    strides[position] = view.strides[d];
    head->offset -= range.lo() * view.strides[d];
  }
  return head;
}

static std::size_t sizeOf(gtabi::ElementType type) { return itemsize(static_cast<DType>(type)); }

Binding::Binding(Runtime::State &runtime, const Arguments &arguments,
                 const CompiledProgram &compiled, const LeaseGroup &leases, ProgramProfile *profile)
    : runtime(runtime), image(compiled.image()), compiled(compiled), profile(profile) {
  const gtabi::ImageHeader &header = image.header();
  if (header.storageCount != arguments.storages.size() ||
      header.scalarCount != arguments.scalars.size() ||
      header.rangeCount != arguments.ranges.size())
    throw CompileError(arguments.line,
                       "the image of this evaluation takes other arguments than it has");
  scalars = arguments.scalars.begin();
  ranges = arena.take<gtabi::Bounds>(arguments.ranges.size());
  for (std::size_t n = 0; n < arguments.ranges.size(); ++n)
    ranges[n] = {arguments.ranges[n].range.lo(), arguments.ranges[n].range.hi()};
  bindStorages(arguments, leases);
  if (!image.temporaries().empty())
    bindTemporaries(arguments.line);
  calls = arena.take<KernelCall>(image.kernels().size());
  for (std::size_t n = 0; n < image.kernels().size(); ++n)
    bindKernel(arguments, n, calls[n]);
  bindScratch(arguments.line);
  if (profile) {
    for (std::size_t n = 0; n < image.kernels().size(); ++n) {
      Traffic moved = trafficOf(arguments, image, n);
      traffic.push_back(moved.bytesRead + moved.bytesWritten);
    }
  }
}

void Binding::bindStorages(const Arguments &arguments, const LeaseGroup &leases) {
  storages = arena.take<gtabi::MemrefHead *>(arguments.storages.size());
  const unsigned *order = arguments.strideOrder.begin();
  for (std::size_t n = 0; n < arguments.storages.size(); ++n) {
    storages[n] = describeView(arena, arguments.storages[n], order);
    order += arguments.storages[n].strides.size();
    if (leases.hasMemory(n))
      setMemory(n, leases.base(n), leases.first(n));
  }
}

gtabi::Bounds Binding::boundsOf(const gtabi::BoundsInfo &info) const {
  gtabi::Bounds hull{0, 0};
  for (const gtabi::BoundsTerm &term : image.terms(info)) {
    gtabi::Bounds range = ranges[term.range];
    if (range.lo >= range.hi)
      continue;
    range = {range.lo + term.lower, range.hi + term.upper};
    if (range.lo >= range.hi)
      continue;
    if (hull.lo == hull.hi)
      hull = range;
    else
      hull = {std::min(hull.lo, range.lo), std::max(hull.hi, range.hi)};
  }
  return hull;
}

void Binding::bindTemporaries(SourceLine line) {
  std::span<const gtabi::TemporaryInfo> infos = image.temporaries();
  temporaries = arena.take<const gtabi::MemrefHead *>(infos.size());
  temporaryMemory.reserve(infos.size());
  for (std::size_t n = 0; n < infos.size(); ++n) {
    std::span<const gtabi::BoundsInfo> dims = image.bounds(infos[n].bounds);
    std::size_t rank = dims.size();
    gtabi::MemrefHead *head = takeMemref(arena, rank);
    auto *sizes = reinterpret_cast<std::int64_t *>(head + 1), *strides = sizes + rank;
    auto type = static_cast<DType>(infos[n].type);
    std::size_t bytes = itemsize(type);
    for (std::size_t d = 0; d < rank; ++d)
      sizes[d] = extentOf(boundsOf(dims[d]));
    std::span<const std::int64_t> extents(sizes, rank);
    std::int64_t perLine = kRowAlignment / static_cast<std::int64_t>(bytes);
    std::optional<std::int64_t> elements = denseStrides(type, extents, {}, perLine, strides);
    if (!elements)
      throwTooLarge(type, extents, line);
    head->offset = 0;
    for (std::size_t d = 0; d < rank; ++d)
      head->offset -= boundsOf(dims[d]).lo * strides[d];
    temporaryMemory.emplace_back(runtime, static_cast<std::size_t>(*elements) * bytes, line);
    sizeOfTemporaries += static_cast<std::size_t>(*elements) * bytes;
    head->allocated = head->aligned = temporaryMemory.back().address();
    temporaries[n] = head;
  }
}

void Binding::bindKernel(const Arguments &arguments, std::size_t index, KernelCall &call) {
  const gtabi::KernelInfo &info = image.kernels()[index];
  std::span<const gtabi::StorageUse> uses = image.storages(info.storages);
  const gtabi::MemrefHead **used = arena.take<const gtabi::MemrefHead *>(uses.size());
  for (std::size_t n = 0; n < uses.size(); ++n)
    used[n] = uses[n].isTemporary ? temporaries[uses[n].index] : storages[uses[n].index];
  std::span<const gtabi::BoundsInfo> infos = image.bounds(info.bounds);
  gtabi::Bounds *bounds = arena.take<gtabi::Bounds>(infos.size());
  for (std::size_t n = 0; n < infos.size(); ++n)
    bounds[n] = boundsOf(infos[n]);
  std::int64_t *tile = arena.take<std::int64_t>(info.loopDims);
  call.kernel = compiled.kernel(index);
  std::int64_t points = 1;
  for (std::uint32_t d = 0; d < info.loopDims; ++d)
    points = saturatingProduct(points, extentOf(bounds[d]));
  gtabi::StreamingCopy copy = streams(arguments, info, points) ? streamingCopy : nullptr;
  call.scalars = arena.take<std::uint64_t>(info.scalars.count);
  call.args = {used, bounds, call.scalars, tile, nullptr, &status, mathTable(), copy};
  call.tiles = planTiles(info, bounds, points, tile, call.alone);
  call.scratchBytes = info.scratch;
}

void Binding::bindScratch(SourceLine line) {
  std::size_t bytes = 0; // of a kernel that threads share
  for (std::size_t n = 0; n < image.kernels().size(); ++n) {
    KernelCall &call = calls[n];
    call.scratch = &sharedScratch;
    if (call.tiles != 0)
      (call.alone ? ownScratch : bytes) =
          std::max(call.alone ? ownScratch : bytes, call.scratchBytes);
  }
  if (bytes)
    sharedScratch.prepare(runtime, bytes, std::max(1, runtime.executor.load()->threads()), line);
}

/// Whether the kernel moves more than the caches hold.
bool Binding::streams(const Arguments &arguments, const gtabi::KernelInfo &info,
                      std::int64_t points) const {
  std::size_t bytes = 0; // at a point
  for (const gtabi::StorageUse &use : image.storages(info.storages)) {
    auto rank = use.isTemporary ? image.temporaries()[use.index].bounds.count
                                : arguments.storages[use.index].strides.size();
    if (rank >= info.loopDims)
      bytes += use.isTemporary ? sizeOf(image.temporaries()[use.index].type)
                               : itemsize(arguments.storages[use.index].dtype);
  }
  return points >
         runtime.options.cacheBytes / static_cast<std::int64_t>(std::max<std::size_t>(bytes, 1));
}

std::int64_t Binding::planTiles(const gtabi::KernelInfo &info, const gtabi::Bounds *bounds,
                                std::int64_t points, std::int64_t *tile, bool &alone) const {
  alone = true;
  if (points == 0)
    return 0;
  if (info.hasFold)
    points = saturatingProduct(points, extentOf(bounds[info.loopDims]));
  alone = points < runtime.options.smallDomain;
  int threads = alone ? 1 : runtime.executor.load()->threads();
  TileRequest request{{bounds, info.loopDims}, info.acrossLoop, threads, runtime.options.tile};
  std::int64_t tiles = chooseTiles(request, tile);
  alone |= threads <= 1 || tiles == 1;
  return tiles;
}

namespace {

/// Round to nearest, denormals kept, for the thread that runs a kernel.
class KernelFloatingPoint {
public:
  KernelFloatingPoint() : callers(_mm_getcsr()) {
    if (callers != kStrict)
      _mm_setcsr(kStrict);
  }
  ~KernelFloatingPoint() { _mm_setcsr(callers); }
  KernelFloatingPoint(const KernelFloatingPoint &) = delete;

private:
  static constexpr unsigned kStrict = 0x1f80;
  unsigned callers;
};

} // namespace

static void runOn(gtabi::Kernel kernel, const gtabi::KernelArgs &args, std::int64_t first,
                  std::int64_t last) {
  KernelFloatingPoint strict;
  callKernel(kernel, &args, first, last);
  if (args.streamingCopy)
    _mm_sfence();
}

void Binding::runTiles(void *context, std::int64_t first, std::int64_t last) {
  const KernelCall &call = *static_cast<const KernelCall *>(context);
  if (!call.scratchBytes)
    return runOn(call.kernel, call.args, first, last);
  gtabi::KernelArgs args = call.args;
  std::byte *part = call.scratch->take();
  args.scratch = part;
  runOn(call.kernel, args, first, last);
  call.scratch->giveBack(part);
}

/// The program's scalars may change between two runs.
void Binding::gatherScalars(std::size_t kernel) {
  std::uint64_t *next = calls[kernel].scalars;
  for (std::uint32_t word : image.scalars(image.kernels()[kernel].scalars))
    *next++ = scalars[word];
}

void Binding::runKernel(KernelCall &call) {
  if (!call.alone)
    return runtime.executor.load()->run(call.tiles, runTiles, &call);
  gtabi::KernelArgs args = call.args;
  if (call.scratchBytes)
    args.scratch = threadScratch(call.scratchBytes);
  runOn(call.kernel, args, 0, call.tiles);
}

void Binding::runProfiled(std::size_t kernel) {
  auto start = std::chrono::steady_clock::now();
  runKernel(calls[kernel]);
  auto spent = std::chrono::steady_clock::now() - start;
  runtime.profile->ran(*profile, kernel, spent, traffic[kernel]);
}

void Binding::run(SourceLine line) {
  if (ownScratch && !threadScratch(ownScratch))
    throw MemoryError(line, "no memory for the scratch space of a kernel");
  std::int64_t run = 0;
  for (std::size_t n = 0; n < image.kernels().size(); ++n) {
    KernelCall &call = calls[n];
    if (call.tiles == 0)
      continue;
    ++run;
    gatherScalars(n);
    if (profile)
      runProfiled(n);
    else
      runKernel(call);
  }
  runtime.counters.kernels.fetch_add(run, std::memory_order_relaxed);
}

} // namespace gtjit::detail
