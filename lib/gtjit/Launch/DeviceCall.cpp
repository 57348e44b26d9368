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

/// Threads of a block, and of one that goes through columns, whose threads need more registers.
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
  HostSpan spanOf(std::size_t storage, const Domain &box) const;
  void findMirrors(const std::vector<WrittenPart> &written);
  Mirror &mirrorOf(std::uintptr_t address);
  void takeMemory();
  void launch(const gtabi::KernelInfo &info);
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
};

} // namespace

/// The box is not empty.
HostSpan DeviceCall::spanOf(std::size_t storage, const Domain &box) const {
  const ArrayView &view = arguments.storages[storage];
  HostSpan span{first(storage), first(storage)};
  for (std::size_t d = 0; d < view.strides.size(); ++d) {
    auto item = static_cast<std::int64_t>(itemsize(view.dtype));
    std::int64_t begin = (box[d].range.lo() - view.domain[d].range.lo()) * view.strides[d] * item;
    std::int64_t length = (box[d].range.size() - 1) * view.strides[d] * item;
    span.lo += static_cast<std::uintptr_t>(begin + std::min<std::int64_t>(length, 0));
    span.hi += static_cast<std::uintptr_t>(begin + std::max<std::int64_t>(length, 0));
  }
  span.hi += itemsize(view.dtype);
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
    if (const Domain &domain = arguments.storages[n].domain; !isEmpty(domain))
      all.push_back({spanOf(n, domain), isRead[n]});
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
    if (!isEmpty(arguments.storages[n].domain)) {
      HostSpan span = spanOf(n, arguments.storages[n].domain);
      bound.storages[n].setFirst(mirrorOf(span.lo).at(first(n)));
    }
  for (std::size_t n = 0; n < image.temporaries().size(); ++n) {
    temporaries.emplace_back(context, bound.bytesOfTemporaries[n], arguments.line);
    bound.temporaries[n].setFirst(temporaries.back().address());
  }
  status = DeviceMemory(context, sizeof(std::uint64_t), arguments.line);
  static constexpr std::uint64_t kNothing = 0;
  context->upload(status.address(), &kNothing, sizeof(kNothing), arguments.line);
}

/// The extent of a loop in the words of a launch.
static std::int64_t extentIn(const std::vector<std::uint64_t> &words, std::size_t loop) {
  return static_cast<std::int64_t>(words[loop + 1] - words[loop]);
}

/// Starts the kernel on the part of its loops that stands in the words from `tile` on, in
/// halves of halves until a grid has room for each.
void DeviceCall::launchParts(CUfunction function, const gtabi::KernelInfo &info,
                             std::size_t tile) {
  std::int64_t axes[3] = {1, 1, 1};
  std::size_t longest = info.loopDims; // of those of the axis that is too long
  std::int64_t most = info.loopDims < info.bounds.count ? kColumnThreads : kThreads;
  LaunchShape shape;
  for (std::size_t loop = info.loopDims; loop-- > 0;) {
    std::size_t axis = std::min<std::size_t>(info.loopDims - 1 - loop, 2);
    axes[axis] = saturatingProduct(axes[axis], extentIn(words, tile + 2 * loop));
  }
  std::int64_t width = std::min(axes[1] == 1 ? most : std::min(most, kWidest),
                                std::bit_ceil(static_cast<std::uint64_t>(axes[0])) + 0L);
  shape.block[0] = static_cast<unsigned>(width);
  shape.block[1] = static_cast<unsigned>(std::min<std::int64_t>(
      most / width, static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(axes[1])))));
  for (int axis = 0; axis < 3; ++axis) {
    std::int64_t blocks = (axes[axis] - 1) / shape.block[axis] + 1;
    if (blocks > (axis == 0 ? INT32_MAX : kMostBlocks))
      for (std::size_t loop = 0; loop < info.loopDims; ++loop)
        if (std::min<std::size_t>(info.loopDims - 1 - loop, 2) == std::size_t(axis) &&
            (longest == info.loopDims || extentIn(words, tile + 2 * loop) >
                                             extentIn(words, tile + 2 * longest)))
          longest = loop;
    shape.grid[axis] = static_cast<unsigned>(std::min<std::int64_t>(blocks, INT32_MAX));
  }
  if (longest == info.loopDims)
    return context->launch(function, shape, words, arguments.line);
  std::size_t lo = tile + 2 * longest, hi = lo + 1;
  std::uint64_t first = words[lo], last = words[hi],
                middle = first + static_cast<std::uint64_t>(extentIn(words, lo) / 2);
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

/// Whether the elements of a box fill the bytes from its first to its last one.
static bool isDense(const ArrayView &view, const Domain &box, HostSpan span) {
  std::uint64_t bytes = itemsize(view.dtype);
  for (const NamedRange &range : box)
    bytes *= static_cast<std::uint64_t>(range.range.size());
  return bytes == span.hi - span.lo;
}

/// Writes nothing of the host's memory but what the kernels have written.
void DeviceCall::copyBack(const WrittenPart &part) {
  const ArrayView &view = arguments.storages[part.storage];
  const Domain &box = part.region ? *part.region : view.domain;
  if (isEmpty(box))
    return;
  HostSpan span = spanOf(part.storage, box);
  CUdeviceptr from = mirrorOf(span.lo).at(span.lo);
  auto *target = reinterpret_cast<std::byte *>(span.lo);
  if (isDense(view, box, span)) {
    context->download(target, from, span.hi - span.lo, arguments.line);
    return context->wait(arguments.line);
  }
  std::vector<std::byte> bytes(span.hi - span.lo);
  context->download(bytes.data(), from, bytes.size(), arguments.line);
  context->wait(arguments.line);
  auto item = static_cast<std::int64_t>(itemsize(view.dtype));
  StridedLoops loops;
  std::int64_t toFirst = 0; // from the element with the least address
  for (std::size_t d = 0; d < view.strides.size(); ++d) {
    std::int64_t stride = view.strides[d] * item;
    loops.push_back({box[d].range.size(), stride, stride});
    toFirst -= std::min<std::int64_t>((box[d].range.size() - 1) * stride, 0);
  }
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
