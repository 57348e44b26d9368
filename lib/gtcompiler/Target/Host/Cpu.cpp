//===- Cpu.cpp - What is known of a CPU -----------------------------------===//
//
// Host detection, facts for schedules, and construction of LLVM's target
// machine. Knows nothing of kernels or images.
//
//===----------------------------------------------------------------------===//
#include "Cpu.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

#include <limits>
#include <map>
#include <mutex>
#include <utility>

using namespace gtcompiler;

static TargetName detectHost() {
  llvm::SubtargetFeatures features;
  llvm::StringMap<bool> found = llvm::sys::getHostCPUFeatures();
  llvm::SmallVector<llvm::StringRef> names;
  for (const auto &entry : found)
    names.push_back(entry.getKey());
  llvm::sort(names); // the string is part of cache keys: one order
  for (llvm::StringRef name : names)
    features.AddFeature(name, found.lookup(name));
  return {llvm::sys::getHostCPUName().str(), features.getString()};
}

const TargetName &gtcompiler::hostTarget() {
  static const TargetName &host = *new TargetName(detectHost());
  return host;
}

TargetName gtcompiler::targetOrHost(llvm::StringRef cpu, llvm::StringRef features) {
  if (cpu.empty() && features.empty())
    return hostTarget();
  return {cpu.empty() ? hostTarget().cpu : cpu.str(), features.str()};
}

/// LLVM's record of the host's kind of machine, initialised on first use.
static llvm::Expected<const llvm::Target *> findTarget(const llvm::Triple &triple) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  std::string message;
  if (const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, message))
    return target;
  return llvm::createStringError(message);
}

/// Whether LLVM knows the CPU; asked first, since LLVM prints about one that it
/// does not know.
static bool isKnown(const llvm::Target &target, const llvm::Triple &triple, llvm::StringRef cpu) {
  std::unique_ptr<llvm::MCSubtargetInfo> info(target.createMCSubtargetInfo(triple, "", ""));
  return info && info->isCPUStringValid(cpu);
}

/// What LLVM knows of the target's features; null if it knows no such target.
static std::unique_ptr<llvm::MCSubtargetInfo> featuresOf(const TargetName &name) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::Expected<const llvm::Target *> target = findTarget(triple);
  if (!target) {
    llvm::consumeError(target.takeError());
    return nullptr;
  }
  if (!isKnown(**target, triple, name.cpu))
    return nullptr;
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      (*target)->createMCSubtargetInfo(triple, name.cpu, name.features));
}

static unsigned widestVector(const llvm::MCSubtargetInfo &info) {
  auto has = [&](llvm::StringRef flag) { return info.checkFeatures(flag); };
  if (has("+avx512f") && has("+avx512vl") && has("+avx512dq") && has("+avx512bw"))
    return 64;
  return has("+avx2") && has("+fma") ? 32 : 16;
}

namespace {
/// What is asked of a target's features.
struct CpuFacts {
  unsigned vectorBytes = 16;
  bool hasFastGathers = false;
  bool hasHalf = false;
};
} // namespace

/// Found out once for each target: LLVM goes through all that it knows of CPUs.
static CpuFacts factsOf(const TargetName &name) {
  static std::mutex mutex;
  static auto &known = *new std::map<std::pair<std::string, std::string>, CpuFacts>;
  std::lock_guard lock(mutex);
  auto [entry, isNew] = known.try_emplace({name.cpu, name.features});
  if (!isNew)
    return entry->second;
  if (std::unique_ptr<llvm::MCSubtargetInfo> info = featuresOf(name)) {
    auto has = [&](llvm::StringRef flag) { return info->checkFeatures(flag); };
    entry->second = {widestVector(*info), has("+fast-gather") && !has("+prefer-no-gather"),
                     has("+f16c")};
  }
  return entry->second;
}

unsigned gtcompiler::vectorBytes(const TargetName &name) { return factsOf(name).vectorBytes; }

bool gtcompiler::hasFastGathers(const TargetName &name) { return factsOf(name).hasFastGathers; }

bool gtcompiler::extractsLanes(const TargetName &name) { return name.cpu == "znver5"; }

/// A cache line, and the nearest cache for data that schedules count on. Machines
/// differ in its size, and an image serves all of one kind: blocks that are made
/// for 48 KiB do little worse with 32 or 64. What depends on the caches of the
/// machine that runs (tiles, whether results go past the caches) the engine
/// decides in each call. A part of a sweep's row is long enough for vectors and streams, and
/// short enough for the levels of a column of parts to stay in the second level; levels lie
/// planes apart, where processors do not look ahead by themselves.
static constexpr std::int64_t kLineBytes = 64, kNearestCacheBytes = 48 * 1024;

/// What costs of the table are compared with, measured on Zen 4.
static constexpr std::int64_t kGatherCycles = 8, kRepeatedCycles = 8, kShiftCycles = 3,
                              kSplitCycles = 2, kColumnCycles = 3;
/// A line's load of two costs no more than a shift of lanes, on Zen 4 and Zen 5.
static constexpr std::int64_t kLeastShiftedLoads = 3;
/// Of an addition of floats: 3 on Zen, 4 on Intel's cores.
static constexpr std::int64_t kLatencyCycles = 4;
/// Columns of a mesh that are on their way while one is used: more than four do not come sooner.
static constexpr std::int64_t kColumnsAhead = 4;
/// Zen 5 has columns of a later point in the first cache in time where few bytes of each are on
/// their way, and what waits for them gains: sums over six edges of each vertex take 0.75 of their
/// time from memory and 0.85 to 0.9 in the caches. Where more arithmetic is done it gains nothing.
static std::int64_t nearBytes(llvm::StringRef cpu) { return cpu == "znver5" ? 1536 : 0; }

/// x86 has no store past the caches of a part of a vector register but for single integers.
static constexpr std::int64_t kStreamedBytes = 16;
/// Two vectors or more, whose chains of operations hide each other's latency. From memory fewer
/// lines that are on their way come sooner; in the caches levels may share places of the nearest
/// one, which several lines side by side use more of. A point that computes less waits for
/// memory, which comes sooner in long rows. Measured on Zen 4 with vectors of 64 and of 32 bytes.
static constexpr std::int64_t kStripBytes = 256, kMemoryStripBytes = 128, kStripCycles = 16;
/// With 32 stencils gain by rows together, also one of 25 points that keeps more values at once,
/// since instructions read from memory again what they find no register for, if it comes from
/// there. With 16 only those gain that keep no more, and in the caches too little for the code: on
/// Zen 3 horizontal diffusion of 256 x 256 x 80 points takes 0.78 of its time, the 25 points 1.06,
/// and in the caches 0.92 and 1.15.
static constexpr std::int64_t kRowRegisters = 16;

/// On Zen 5 strips in the caches that ask for nothing take 0.9 to 1.0 of their time. Levels 4 KiB
/// apart leave a strip's lines few places of the nearest cache, in rows of 512 bytes twice as many:
/// 0.6 of the time for two smoothing sweeps of 64 x 64 x 32 points. Not measured on others.
static std::int64_t nearWayBytes(llvm::StringRef cpu) { return cpu == "znver5" ? 4096 : 0; }

/// Code for a level is for cores of both makers.
static bool isForIntelAlone(llvm::StringRef cpu) {
  return !cpu.starts_with("znver") && !cpu.starts_with("x86-64");
}

/// Zen's is a way of the second-level cache, of 1 MiB with 8 ways. On Intel's strips gain where
/// their lines spread over all of the nearest cache: of levels a multiple of twice a strip apart
/// they leave half of it. A tridiagonal solver of 64 x 64 x 80 doubles takes 0.85 of its time in
/// rows then, from memory 0.68, of 64 x 64 x 32 points 0.9, of 256 x 256 x 80 1.0 to 1.07; where
/// strips spread, rows take 1.25 of their time.
static std::int64_t wayBytes(llvm::StringRef cpu) {
  return isForIntelAlone(cpu) ? 2 * kMemoryStripBytes : 128 * 1024;
}

/// Zen's first TLB has entries enough for the levels of a strip wherever they lie; Intel's has 32
/// of pages of 2 MiB, and a strip goes to another page at each level. A sweep of 512 x 512 x 40
/// points, planes of 2.1 MiB, takes 0.7 of its time in parts of rows, with planes of 1.2 MiB 0.93,
/// and 1.1 with planes of 0.5 MiB.
static std::int64_t levelBytes(llvm::StringRef cpu) {
  return isForIntelAlone(cpu) ? 1024 * 1024 : std::numeric_limits<std::int64_t>::max();
}

/// Intel's cores find the next level's row in the second-level cache in time, and asking for it
/// takes a place of its loads: sums along levels of 64 x 64 x 32 points take 0.8 to 0.95 of their
/// time without, and from the third level no more. Not measured on Zen.
static std::int64_t cachedPointsAhead(llvm::StringRef cpu) { return isForIntelAlone(cpu) ? 0 : 2; }

/// Zen looks far enough ahead along what points read at one place. On Intel's cores (measured on
/// a virtual machine) a vector of `sin` from memory takes 0.33 of its time with its line asked for,
/// `pow` 0.6, a plain copy 0.9.
static bool fetchesStreams(llvm::StringRef cpu) { return isForIntelAlone(cpu); }

/// On Zen 5 lines that come to the nearest cache from less far ahead are there in time more often:
/// of 64 x 64 x 80 points from memory horizontal diffusion takes 0.83 (floats) and 0.89 (doubles)
/// of its time, a Laplacian in three directions 0.9 and 0.81, in two 0.95 and 0.91, of 256 x 256 x
/// 80 points 0.9 to 1.05. Not measured on others.
static bool fetchesNear(llvm::StringRef cpu) { return cpu == "znver5"; }

/// What keeping a vector takes: the less, the fewer bytes it has and the more of what is
/// computed again the registers do not hold. Measured on Zen 4 with vectors of 64 and of 32 bytes.
struct KeepingCycles {
  std::int64_t cached, memory;
};
static KeepingCycles keepingCycles(std::int64_t vector) {
  return vector == 64 ? KeepingCycles{16, 22} : KeepingCycles{11, 15};
}

/// Zen divides a vector in about as many additions whatever its width. Intel's dividers have
/// 16 bytes, its adders the width of the vectors: a vdivpd of 16, 32 and 64 bytes takes 4, 8
/// and 16 cycles, in which 8, 16 and 32 additions are done (uops.info: Skylake-X to Alder Lake).
static std::int64_t dividerScale(llvm::StringRef cpu, std::int64_t vector) {
  return isForIntelAlone(cpu) ? std::max<std::int64_t>(vector / 16, 1) : 1;
}

MachineAttr gtcompiler::describeCpu(mlir::MLIRContext &context, const TargetName &name) {
  CpuFacts facts = factsOf(name);
  std::int64_t vector = facts.vectorBytes;
  bool isWide = vector == 64; // AVX-512 has twice the registers, and masks of single bytes
  std::int64_t registers = isWide ? 32 : 16;
  KeepingCycles keeping = keepingCycles(vector);
  return MachineAttr::get(
      &context, vector, /*lane_bytes=*/isWide ? 1 : 4, facts.hasHalf,
      /*kept_scalars=*/registers * 3 / 8, kLineBytes,
      /*ahead_bytes=*/kNearestCacheBytes / (fetchesNear(name.cpu) ? 6 : 3),
      /*block_bytes=*/kNearestCacheBytes * 11 / 12,
      /*most_block_bytes=*/kNearestCacheBytes * 2, registers,
      /*part_bytes=*/2048, /*points_ahead=*/2, cachedPointsAhead(name.cpu),
      /*threads=*/{}, dividerScale(name.cpu, vector), kGatherCycles, keeping.cached, keeping.memory,
      kRepeatedCycles, kLatencyCycles, kShiftCycles, kLeastShiftedLoads, kSplitCycles,
      kColumnCycles, kColumnsAhead, nearBytes(name.cpu), kStreamedBytes, kStripBytes,
      kMemoryStripBytes, kStripCycles, wayBytes(name.cpu), nearWayBytes(name.cpu),
      levelBytes(name.cpu),
      /*has_masks=*/isWide, kRowRegisters, fetchesStreams(name.cpu), fetchesNear(name.cpu),
      extractsLanes(name), /*has_gathers=*/isForIntelAlone(name.cpu) && facts.hasFastGathers);
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
gtcompiler::createTargetMachine(const TargetName &name, CodeGenLevel level) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::Expected<const llvm::Target *> target = findTarget(triple);
  if (!target)
    return target.takeError();
  if (!isKnown(**target, triple, name.cpu))
    return llvm::createStringError("LLVM makes no code for the CPU '%s'", name.cpu.c_str());

  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  auto optLevel = level == CodeGenLevel::Quick        ? llvm::CodeGenOptLevel::None
                  : level == CodeGenLevel::HandPicked ? llvm::CodeGenOptLevel::Less
                                                      : llvm::CodeGenOptLevel::Default;
  std::unique_ptr<llvm::TargetMachine> machine((*target)->createTargetMachine(
      triple, name.cpu, name.features, options, llvm::Reloc::PIC_, llvm::CodeModel::Small, optLevel,
      /*JIT=*/true));
  if (!machine)
    return llvm::createStringError("LLVM makes no machine for '%s'", triple.str().c_str());
  return machine;
}
