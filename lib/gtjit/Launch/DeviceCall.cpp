//===- DeviceCall.cpp - Compiled programs on a device ---------------------===//
//
// The host's memory is where values live; a call takes memory on the device for as long
// as it lasts. Arguments that share memory share it there, too.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Launch/DeviceCall.h"

#include "gtabi/ThreadArgs.h"
#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Kernel/ImageBounds.h"
#include "gtjit/Launch/BoundArguments.h"
#include "gtjit/Launch/KernelTraffic.h"
#include "gtjit/Launch/TableCheck.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Memory/StridedCopy.h"
#include "gtjit/Observe/Profile.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gtjit::detail {

/// Memory of the device begins at a multiple of this, and that of the host is put there at
/// the same distance from one.
static constexpr std::uintptr_t kAlignment = 64;

/// Threads of a block, and of one whose threads go through columns and need more registers.
static constexpr std::int64_t kThreads = 256, kColumnThreads = 64;
/// Threads side by side along the fastest loop where there is another one.
static constexpr std::int64_t kWidest = 64;
/// Blocks of a grid along its second and third axis.
static constexpr std::int64_t kMostBlocks = 65535;

namespace {

/// Bytes of the host from the first to the last element of a box.
struct HostSpan {
  std::uintptr_t lo, hi;
};

/// Host memory that some arguments lie in, and where it is on the device.
struct Mirror {
  HostSpan span;
  bool isRead = false; ///< by kernels, or written in part
  DeviceMemory memory = {};

  std::uintptr_t start() const { return span.lo / kAlignment * kAlignment; }
  CUdeviceptr at(std::uintptr_t address) const { return memory.address() + (address - start()); }
};

class DeviceCall {
public:
  DeviceCall(Runtime::State &runtime, const Arguments &arguments, const CompiledProgram &compiled,
             const LeaseGroup &leases)
      : runtime(runtime), arguments(arguments), image(compiled.image()), leases(leases),
        bound(image, arguments, arena), context(runtime.device), use(*context, arguments.line),
        module(compiled.deviceModule(context, arguments.line)) {}

  bool run(const std::vector<WrittenPart> &written, ProgramProfile *profile);

private:
  std::uintptr_t first(std::size_t storage) const {
    return reinterpret_cast<std::uintptr_t>(leases.first(storage));
  }
  void findMirrors(const std::vector<WrittenPart> &written);
  Mirror &mirrorOf(std::uintptr_t address);
  void takeMemory();
  void launch(const gtabi::KernelInfo &info);
  void start(CUfunction function, const LaunchShape &shape);
  void launchParts(CUfunction function, const gtabi::KernelInfo &info, std::size_t tile);
  void copyBack(const WrittenPart &part);

  Runtime::State &runtime;
  const Arguments &arguments;
  const ImageView &image;
  const LeaseGroup &leases;
  Arena arena;
  BoundArguments bound;
  std::shared_ptr<DeviceContext> context;
  DeviceContext::Use use; ///< until all of the following is given back
  std::shared_ptr<const DeviceModule> module;
  std::vector<Mirror> mirrors; ///< by address
  std::vector<DeviceMemory> temporaries;
  DeviceMemory status;
  std::vector<std::uint64_t> words; ///< of the kernel that is started
  std::vector<DeviceMemory> blocks; ///< words of kernels that take too many by value
};

} // namespace

/// Of the elements of a view, of which there are some.
static HostSpan spanOf(const ArrayView &view, std::uintptr_t first) {
  HostSpan span{first, first + itemsize(view.dtype)};
  for (std::size_t d = 0; d < view.strides.size(); ++d) {
    std::int64_t length = (view.domain[d].range.size() - 1) * view.strides[d] *
                          static_cast<std::int64_t>(itemsize(view.dtype));
    span.lo += static_cast<std::uintptr_t>(std::min<std::int64_t>(length, 0));
    span.hi += static_cast<std::uintptr_t>(std::max<std::int64_t>(length, 0));
  }
  return span;
}

static bool isEmpty(const Domain &box) {
  return std::any_of(box.begin(), box.end(), [](const auto &range) { return range.range.empty(); });
}

/// What overlaps is one piece of memory there as well.
void DeviceCall::findMirrors(const std::vector<WrittenPart> &written) {
  std::vector<bool> isRead(arguments.storages.size(), false);
  for (const gtabi::KernelInfo &kernel : image.kernels())
    for (const gtabi::StorageUse &use : image.storages(kernel.storages))
      if (!use.isTemporary && use.isRead)
        isRead[use.index] = true;
  for (const WrittenPart &part : written)
    if (!part.region)
      isRead[part.storage] = true;
  std::vector<Mirror> all;
  for (std::size_t n = 0; n < arguments.storages.size(); ++n)
    if (const ArrayView &view = arguments.storages[n]; !isEmpty(view.domain))
      all.push_back({spanOf(view, first(n)), isRead[n]});
  std::sort(all.begin(), all.end(),
            [](const Mirror &a, const Mirror &b) { return a.span.lo < b.span.lo; });
  for (Mirror &next : all) {
    if (mirrors.empty() || next.span.lo >= mirrors.back().span.hi) {
      mirrors.push_back(std::move(next));
      continue;
    }
    mirrors.back().span.hi = std::max(mirrors.back().span.hi, next.span.hi);
    mirrors.back().isRead |= next.isRead;
  }
}

Mirror &DeviceCall::mirrorOf(std::uintptr_t address) {
  auto behind = std::upper_bound(
      mirrors.begin(), mirrors.end(), address,
      [](std::uintptr_t wanted, const Mirror &mirror) { return wanted < mirror.span.lo; });
  return *std::prev(behind);
}

void DeviceCall::takeMemory() {
  for (Mirror &mirror : mirrors) {
    mirror.memory = DeviceMemory(context, mirror.span.hi - mirror.start(), arguments.line);
    if (mirror.isRead)
      context->upload(mirror.at(mirror.span.lo), reinterpret_cast<const void *>(mirror.span.lo),
                      mirror.span.hi - mirror.span.lo, arguments.line);
  }
  for (std::size_t n = 0; n < arguments.storages.size(); ++n)
    if (const ArrayView &view = arguments.storages[n]; !isEmpty(view.domain))
      bound.storages[n].setFirst(mirrorOf(spanOf(view, first(n)).lo).at(first(n)));
  for (std::size_t n = 0; n < image.temporaries().size(); ++n) {
    temporaries.emplace_back(context, bound.bytesOfTemporaries[n], arguments.line);
    bound.temporaries[n].setFirst(temporaries.back().address());
  }
  status = DeviceMemory(context, sizeof(std::uint64_t), arguments.line);
  static constexpr std::uint64_t kNothing = 0;
  context->upload(status.address(), &kNothing, sizeof(kNothing), arguments.line);
}

/// The axis of a grid that a loop is along, fastest loop first.
static std::size_t axisOf(std::size_t loop, std::size_t loops) {
  return std::min<std::size_t>(loops - 1 - loop, 2);
}

/// The extent of a loop in the words of a launch, from `tile` on.
static std::int64_t extentIn(const std::vector<std::uint64_t> &words, std::size_t tile,
                             std::size_t loop) {
  return static_cast<std::int64_t>(words[tile + 2 * loop + 1] - words[tile + 2 * loop]);
}

/// The least power of two that is no less than `extent`, or `most`, one itself.
static std::int64_t powerFor(std::int64_t extent, std::int64_t most) {
  return extent >= most
             ? most
             : static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(extent)));
}

/// The longest of the loops along an axis for which a grid has no room; `loops` if it has room
/// for all. Sets the shape of the grid.
static std::size_t shapeGrid(const std::vector<std::uint64_t> &words, std::size_t tile,
                             std::size_t loops, std::int64_t threads, LaunchShape &shape) {
  std::int64_t extents[3] = {1, 1, 1};
  for (std::size_t loop = 0; loop < loops; ++loop) {
    std::int64_t &extent = extents[axisOf(loop, loops)];
    extent = saturatingProduct(extent, extentIn(words, tile, loop));
  }
  std::int64_t width = powerFor(extents[0], extents[1] == 1 ? threads : kWidest);
  std::int64_t widths[3] = {width, powerFor(extents[1], threads / width), 1};
  std::size_t longest = loops;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::int64_t blocks = (extents[axis] - 1) / widths[axis] + 1;
    shape.block[axis] = static_cast<unsigned>(widths[axis]);
    shape.grid[axis] = static_cast<unsigned>(blocks);
    if (blocks <= (axis == 0 ? INT32_MAX : kMostBlocks))
      continue;
    for (std::size_t loop = 0; loop < loops; ++loop)
      if (axisOf(loop, loops) == axis &&
          (longest == loops || extentIn(words, tile, loop) > extentIn(words, tile, longest)))
        longest = loop;
  }
  return longest;
}

void DeviceCall::start(CUfunction function, const LaunchShape &shape) {
  std::size_t bytes = words.size() * sizeof(words[0]);
  if (bytes <= gtabi::kMostParameterBytes)
    return context->launch(function, shape, words, arguments.line);
  blocks.emplace_back(context, bytes, arguments.line);
  context->upload(blocks.back().address(), words.data(), bytes, arguments.line);
  std::uint64_t address = blocks.back().address();
  context->launch(function, shape, {&address, 1}, arguments.line);
}

/// Starts the kernel on the part of its loops that stands in the words from `tile` on, in
/// halves of halves until a grid has room for each.
void DeviceCall::launchParts(CUfunction function, const gtabi::KernelInfo &info, std::size_t tile) {
  LaunchShape shape;
  bool hasColumns = info.loopDims < info.bounds.count; // or pins
  std::size_t longest =
      shapeGrid(words, tile, info.loopDims, hasColumns ? kColumnThreads : kThreads, shape);
  if (longest == info.loopDims)
    return start(function, shape);
  std::size_t lo = tile + 2 * longest, hi = lo + 1;
  std::uint64_t first = words[lo], last = words[hi], middle = first + (last - first) / 2;
  words[hi] = middle;
  launchParts(function, info, tile);
  words[lo] = middle;
  words[hi] = last;
  launchParts(function, info, tile);
  words[lo] = first;
}

void DeviceCall::launch(const gtabi::KernelInfo &info) {
  std::span<const std::uint32_t> ranges = image.boundsUses(info.bounds);
  gtabi::ThreadArgsLayout layout(ranges.size(), info.loopDims);
  words.assign(layout.storages, 0);
  words[0] = status.address();
  auto setBounds = [&](std::size_t at, gtabi::Bounds range) {
    words[at] = static_cast<std::uint64_t>(range.lo);
    words[at + 1] = static_cast<std::uint64_t>(range.hi);
  };
  for (std::size_t n = 0; n < ranges.size(); ++n)
    setBounds(layout.ranges + 2 * n, bound.bounds[ranges[n]]);
  for (std::size_t loop = 0; loop < info.loopDims; ++loop) {
    if (extentOf(bound.bounds[ranges[loop]]) == 0)
      return;
    setBounds(layout.launch + 2 * loop, bound.bounds[ranges[loop]]);
  }
  for (const gtabi::StorageUse &use : image.storages(info.storages)) {
    const BoundStorage &storage = (use.isTemporary ? bound.temporaries : bound.storages)[use.index];
    std::size_t rank = use.isTemporary ? image.temporaries()[use.index].bounds.count
                                       : image.arguments()[use.index].rank;
    words.push_back(reinterpret_cast<std::uintptr_t>(storage.address->origin));
    for (std::size_t d = 0; d < rank; ++d)
      words.push_back(static_cast<std::uint64_t>(storage.stride(d)));
  }
  for (std::uint32_t word : image.scalars(info.scalars))
    words.push_back(arguments.scalars[word]);
  CUfunction function = module->function(image.ptxEntry(info), arguments.line);
  launchParts(function, info, layout.launch);
  runtime.counters.kernels.fetch_add(1, std::memory_order_relaxed);
}

/// Whether the elements of a view fill the bytes from its first to its last one.
static bool isDense(const ArrayView &view, HostSpan span) {
  std::uint64_t bytes = itemsize(view.dtype);
  for (const NamedRange &range : view.domain)
    bytes *= static_cast<std::uint64_t>(range.range.size());
  return bytes == span.hi - span.lo;
}

/// Writes nothing of the host's memory but what the kernels have written.
void DeviceCall::copyBack(const WrittenPart &part) {
  const ArrayView &whole = arguments.storages[part.storage];
  ArrayView view = part.region ? whole.restricted(*part.region) : whole;
  if (isEmpty(view.domain))
    return;
  std::uintptr_t begin =
      first(part.storage) + static_cast<std::uintptr_t>(view.offset - whole.offset);
  HostSpan span = spanOf(view, begin);
  CUdeviceptr from = mirrorOf(span.lo).at(span.lo);
  auto *target = reinterpret_cast<std::byte *>(span.lo);
  if (isDense(view, span)) {
    context->download(target, from, span.hi - span.lo, arguments.line);
    return context->wait(arguments.line);
  }
  std::vector<std::byte> bytes(span.hi - span.lo);
  context->download(bytes.data(), from, bytes.size(), arguments.line);
  context->wait(arguments.line);
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  StridedLoops loops;
  for (std::size_t d = 0; d < view.strides.size(); ++d)
    loops.push_back({view.domain[d].range.size(), view.strides[d] * item, view.strides[d] * item});
  std::size_t toFirst = begin - span.lo;
  copyStrided(target + toFirst, bytes.data() + toFirst, loops, itemsize(view.dtype));
}

bool DeviceCall::run(const std::vector<WrittenPart> &written, ProgramProfile *profile) {
  checkTables(image, arguments, bound.bounds, [&](std::size_t n) { return leases.first(n); });
  findMirrors(written);
  takeMemory();
  for (std::size_t n = 0; n < image.kernels().size(); ++n) {
    auto start = std::chrono::steady_clock::now();
    launch(image.kernels()[n]);
    if (!profile)
      continue;
    context->wait(arguments.line);
    Traffic moved = KernelTraffic(arguments, image).of(n);
    runtime.profile->ran(*profile, n, std::chrono::steady_clock::now() - start,
                         moved.bytesRead + moved.bytesWritten);
  }
  std::uint64_t reported = 0;
  context->download(&reported, status.address(), sizeof(reported), arguments.line);
  context->wait(arguments.line); // whatever a kernel did wrong is told before anything is written
  for (const WrittenPart &part : written)
    copyBack(part);
  return reported != 0;
}

bool runOnDevice(Runtime::State &runtime, const Arguments &arguments,
                 const CompiledProgram &compiled, const LeaseGroup &leases,
                 const std::vector<WrittenPart> &written, ProgramProfile *profile) {
  return DeviceCall(runtime, arguments, compiled, leases).run(written, profile);
}

} // namespace gtjit::detail
