//===- FaultyCompiler.cpp - A compiler library with a planted fault -------===//
//
// Stands between the engine and the compiler library and makes one mistake,
// named by GTJIT_FAULT, so that tests can show that they would find it. The
// real library is named by GTJIT_REAL_COMPILER. Never installed.
//
//   none             passes everything on
//   shift-sign       offsets of one point go the other way
//   remainder-mask   the last points of a row, too few for a vector, are left out
//   reduction-order  sums along the fastest dimension are added without lanes
//   neighbour-order  sums over neighbours are added with lanes
//   missing-neighbours  those that are there count as missing, and the others not
//   cache-key        kernels are found again whatever the offsets of shifts are
//   placement        an intermediate is computed on one point too few
//   part-order       the first two parts of a concatenation change places
//   part-bounds      kernels of parts leave their last point out
//   part-offsets     where a part is read apart its bounds are not moved along
//   rim-sides        of what lies above the points that read first parts alone, the first
//                    is left out
//   ptx-barriers     on a device, where threads share memory, they do not wait
//   ptx-rounding     sums there do not say how they are rounded
//   ptx-bounds       threads behind the last point of a loop run
//   ptx-copies       copies between registers are lost
//
//===----------------------------------------------------------------------===//
#include "gtabi/CompilerEntry.h"
#include "gtjit/Kernel/CallKernel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace gtabi;

namespace {

struct RealCompiler {
  CompileFunction compile = nullptr;
  ReleaseFunction release = nullptr;
  RealCompiler() {
    const char *path = std::getenv("GTJIT_REAL_COMPILER");
    void *handle = ::dlopen(path ? path : "libgtjit-compiler.so", RTLD_NOW | RTLD_LOCAL);
    if (!handle)
      return;
    compile = reinterpret_cast<CompileFunction>(::dlsym(handle, "gtcCompile"));
    release = reinterpret_cast<ReleaseFunction>(::dlsym(handle, "gtcRelease"));
  }
};
RealCompiler &realCompiler() {
  static RealCompiler compiler;
  return compiler;
}

std::string fault() {
  const char *name = std::getenv("GTJIT_FAULT");
  return name ? name : "none";
}

/// What the wrapper adds to a result.
struct Changed {
  void *owner; ///< of the real result
  std::vector<std::uint8_t> image;
};

// A fault of the text.

std::string changeText(const std::string &text) {
  if (fault() == "shift-sign") {
    std::string marked =
        std::regex_replace(text, std::regex("(gt\\.shift %\\w+ \\[\\w+) \\+ 1\\b"), "$1 ? 1");
    marked = std::regex_replace(marked, std::regex("(gt\\.shift %\\w+ \\[\\w+) - 1\\b"), "$1 + 1");
    return std::regex_replace(marked, std::regex(" \\? 1"), " - 1");
  }
  if (fault() == "scan-direction")
    return std::regex_replace(text, std::regex("gt\\.scan backward "), "gt.scan forward ");
  if (fault() == "reduction-order")
    return std::regex_replace(text, std::regex(" lanes\\b"), "");
  if (fault() == "neighbour-order")
    return std::regex_replace(text, std::regex("(gt\\.reduce sum %\\w+ over %\\w+) width \\d+"),
                              "$1 lanes");
  if (fault() == "missing-neighbours") // values have numbers, safe indices have names
    return std::regex_replace(text, std::regex("(%\\d+ = gt\\.)ne( %\\w+, %skip)"), "$1eq$2");
  if (fault() == "part-order")
    return std::regex_replace(text,
                              std::regex("(gt\\.concat [^:]* over )(%\\w+), (%\\w+)([^:]*: "
                                         "\\([^)]*\\), )(!\\w+), \\5\\b"),
                              "$1$3, $2$4$5, $5");
  if (fault() == "cache-key") {
    static std::mutex mutex;
    static std::map<std::string, std::string> known;
    std::string key = std::regex_replace(text, std::regex("loc\\([^)]*\\)"), "");
    key = std::regex_replace(key, std::regex("([+-]) \\d+"), "$1");
    std::lock_guard lock(mutex);
    return known.emplace(key, text).first->second;
  }
  return text;
}

// A fault of kernels: each is entered through a few instructions behind the code
// that call one of a number of functions, which change its arguments.

struct Wrapped {
  std::uint32_t loops = 0, lanes = 1;
};
constexpr std::size_t wrapperCount = 1024;
std::array<Wrapped, wrapperCount> wrapped;
std::atomic<std::size_t> wrappedCount{0};

template <std::size_t N>
void callWithoutRemainder(const KernelArgs *args, const Bounds *tile, Kernel kernel) {
  const Wrapped &self = wrapped[N];
  std::vector<Bounds> spans(tile, tile + self.loops);
  Bounds &row = spans.back();
  std::int64_t extent = row.hi - row.lo;
  if (extent > self.lanes)
    row.hi = row.lo + extent / self.lanes * self.lanes;
  gtjit::detail::callKernel(kernel, args, spans.data());
}
using Wrapper = void (*)(const KernelArgs *, const Bounds *, Kernel);
template <std::size_t... N>
constexpr std::array<Wrapper, sizeof...(N)> wrappers(std::index_sequence<N...>) {
  return {callWithoutRemainder<N>...};
}
constexpr std::array<Wrapper, wrapperCount> wrapperFunctions =
    wrappers(std::make_index_sequence<wrapperCount>());

template <class T> T *table(std::vector<std::uint8_t> &image, const Table &table) {
  return reinterpret_cast<T *>(image.data() + table.offset);
}

/// lea rdx, [kernel]; movabs rax, wrapper; jmp rax: the address of the kernel is
/// the third argument. Placed at `offset` of the code, whose kernel is at `entry`.
std::vector<std::uint8_t> jumpTo(Wrapper wrapper, std::uint64_t offset, std::uint64_t entry) {
  std::vector<std::uint8_t> stub = {0x48, 0x8d, 0x15, 0, 0, 0, 0, 0x48, 0xb8};
  auto distance = static_cast<std::int32_t>(entry - (offset + 7));
  std::memcpy(stub.data() + 3, &distance, sizeof(distance));
  stub.resize(stub.size() + sizeof(wrapper));
  std::memcpy(stub.data() + 9, &wrapper, sizeof(wrapper));
  stub.insert(stub.end(), {0xff, 0xe0});
  return stub;
}

void leaveRemaindersOut(Changed &changed, ImageHeader &header) {
  for (std::size_t n = 0; n < header.kernels.count; ++n) {
    KernelInfo &info = table<KernelInfo>(changed.image, header.kernels)[n];
    if (info.loopDims == 0 || info.vectorLanes < 2)
      continue;
    std::size_t slot = wrappedCount++;
    if (slot >= wrapperCount)
      return;
    wrapped[slot] = {info.loopDims, info.vectorLanes};
    EntryInfo &entry = table<EntryInfo>(changed.image, header.entries)[info.entries.first];
    auto stub = jumpTo(wrapperFunctions[slot], header.codeSize, entry.offset);
    entry.offset = header.codeSize; // the code ends the image
    header.codeSize += stub.size();
    changed.image.insert(changed.image.end(), stub.begin(), stub.end());
  }
  header.imageSize = changed.image.size();
}

/// Ranges that were grown for a later shift lose their last point.
void shrinkGrownRanges(Changed &changed, const ImageHeader &header) {
  auto *bounds = table<BoundsInfo>(changed.image, header.bounds);
  for (std::uint64_t n = 0; n < header.bounds.count; ++n)
    if (bounds[n].upper > 0)
      --bounds[n].upper;
}

/// A fault of the ranges of a kind.
template <class Change>
void changeBounds(Changed &changed, const ImageHeader &header, BoundsKind kind, Change change) {
  auto *bounds = table<BoundsInfo>(changed.image, header.bounds);
  for (std::uint64_t n = 0; n < header.bounds.count; ++n)
    if (bounds[n].kind == kind)
      change(bounds[n]);
}

void changeParts(Changed &changed, const ImageHeader &header) {
  if (fault() == "part-bounds")
    changeBounds(changed, header, BoundsKind::Intersection, [](BoundsInfo &info) { --info.upper; });
  if (fault() == "part-offsets")
    changeBounds(changed, header, BoundsKind::Range, [](BoundsInfo &info) {
      if (info.lower == info.upper)
        info.lower = info.upper = 0;
    });
  if (fault() == "rim-sides")
    changeBounds(changed, header, BoundsKind::Above, [](BoundsInfo &info) { ++info.lower; });
}

/// Faults of PTX: what is replaced, which is then filled up with spaces.
struct PtxFault {
  const char *name, *pattern, *replacement;
};
constexpr PtxFault ptxFaults[] = {
    {"ptx-barriers", "bar\\.sync[^;]*;", ""},
    {"ptx-rounding", "add\\.rn\\.f", "add.f"},
    {"ptx-bounds", "setp\\.lt\\.u64", "setp.le.u64"},
    {"ptx-bounds", "setp\\.ge\\.u64", "setp.gt.u64"},
    {"ptx-copies", "mov\\.b\\d+\\s+%r\\w*, %r\\w*;", ""},
};

void changePtx(Changed &changed, const ImageHeader &header) {
  auto first = changed.image.begin() + static_cast<std::ptrdiff_t>(header.codeOffset);
  std::string text(first, first + static_cast<std::ptrdiff_t>(header.codeSize));
  for (const PtxFault &planted : ptxFaults) {
    if (fault() != planted.name)
      continue;
    const std::regex pattern(planted.pattern);
    std::string result;
    auto from = text.cbegin();
    for (std::smatch match; std::regex_search(from, text.cend(), match, pattern);
         from = match[0].second) {
      std::string replaced = match.format(planted.replacement);
      replaced.resize(static_cast<std::size_t>(match.length()), ' ');
      result += match.prefix().str() + replaced;
    }
    result.append(from, text.cend());
    std::copy(result.begin(), result.end(), first);
  }
}

void writeHeader(Changed &changed, ImageHeader &header) {
  constexpr std::size_t after = offsetof(ImageHeader, checksum) + sizeof(header.checksum);
  std::memcpy(changed.image.data(), &header, sizeof(header));
  header.checksum = XXH3_64bits(changed.image.data() + after, changed.image.size() - after);
  std::memcpy(changed.image.data(), &header, sizeof(header));
}

void changeResult(CompileResult &result) {
  auto *changed = new Changed{result.owner, {result.image, result.image + result.imageSize}};
  ImageHeader header;
  std::memcpy(&header, changed->image.data(), sizeof(header));
  if (fault() == "remainder-mask")
    leaveRemaindersOut(*changed, header);
  if (fault() == "placement")
    shrinkGrownRanges(*changed, header);
  changeParts(*changed, header);
  changePtx(*changed, header);
  writeHeader(*changed, header);
  result.image = changed->image.data();
  result.imageSize = changed->image.size();
  result.owner = changed;
}

} // namespace

extern "C" __attribute__((visibility("default"))) void gtcCompile(const CompileRequest *request,
                                                                  CompileResult *result) {
  std::string text = changeText(std::string(request->text, request->textSize));
  CompileRequest changed = *request;
  changed.text = text.data();
  changed.textSize = text.size();
  realCompiler().compile(&changed, result);
  if (result->ok)
    changeResult(*result);
}

extern "C" __attribute__((visibility("default"))) void gtcRelease(CompileResult *result) {
  auto *changed = result->ok ? static_cast<Changed *>(result->owner) : nullptr;
  if (changed)
    result->owner = changed->owner;
  realCompiler().release(result);
  delete changed;
}
