//===- Memories.cpp - Layouts and values ----------------------------------===//

#include "Memories.h"

#include "Frame.h"

#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Runtime.h"
#include "gtjit/Storage/Blueprint.h"
#include "gtjit/Types/Elements.h"

#include <algorithm>
#include <functional>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

constexpr std::int64_t guardCells = 16;

std::int64_t extent(const StorageSpec &spec, std::size_t d) {
  return spec.compute[d].range.empty()
             ? 0
             : spec.compute[d].range.size() + spec.halo[d].lo + spec.halo[d].hi;
}

/// Whether the points of a dimension are all the same elements.
bool isRepeated(const StorageSpec &spec, std::size_t d) {
  return spec.memory == Memory::Repeated && (spec.values >> d) % 2 == 0;
}

/// Strides in elements of a foreign storage, and how many it spans.
std::vector<std::int64_t> foreignStrides(const StorageSpec &spec, std::int64_t &span) {
  std::size_t count = spec.compute.size();
  std::vector<std::int64_t> strides(count);
  span = spec.memory == Memory::Strided ? 2 : 1;
  for (std::size_t rank = count; rank-- > 0;)
    for (std::size_t d = 0; d < count; ++d)
      if (spec.ranks[d] == static_cast<std::int64_t>(rank) && !isRepeated(spec, d)) {
        strides[d] = span;
        span *= std::max<std::int64_t>(1, extent(spec, d)) + spec.pad[d];
      }
  return strides;
}

StorageOptions optionsOf(Runtime &runtime, const StorageSpec &spec) {
  StorageOptions options;
  options.runtime = &runtime;
  std::vector<Halo::Entry> halo;
  for (std::size_t d = 0; d < spec.compute.size(); ++d)
    halo.emplace_back(spec.compute[d].dim, spec.halo[d]);
  options.halo = Halo(std::span<const Halo::Entry>(halo));
  if (spec.memory <= Memory::Own) {
    const char *presets[] = {"cpu", "C", "F", "gtx86", "gtmc", "own"};
    options.preset = presets[static_cast<unsigned>(spec.memory)];
  }
  // Every fourth is on both sides of a device, and every fourth where both reach it.
  const Runtime::State &state = runtime.get();
  std::uint64_t kind = spec.values / 64 % 4;
  if (spec.memory <= Memory::Aligned && state.device && !state.options.reference && kind >= 2) {
    options.device = "gpu";
    options.managed = kind == 2 ? "gt4py" : "cuda";
  }
  if (spec.memory == Memory::Ranks || spec.memory == Memory::Aligned) {
    options.layout.kind = Layout::Kind::Ranks;
    options.layout.ranks = detail::Sequence<std::int64_t>(std::span(spec.ranks));
  }
  if (spec.memory == Memory::Aligned && !spec.compute.empty()) {
    options.alignment = std::int64_t(1) << spec.values % 6;
    for (std::size_t d = 0; d < spec.compute.size(); ++d)
      options.aligned_index.push_back(
          std::clamp<std::int64_t>(spec.pad[d], 0, std::max<std::int64_t>(extent(spec, d), 1) - 1));
  }
  return options;
}

/// Calls `visit` with the address of every element, in canonical order of
/// dimensions and coordinates.
void forEachElement(const detail::ArrayView &view, const std::function<void(std::byte *)> &visit) {
  if (view.domain.empty())
    return;
  Domain canonical = view.domain.canonical();
  std::vector<std::int64_t> coordinates(view.domain.ndim());
  for (std::size_t d = 0; d < view.domain.ndim(); ++d)
    coordinates[d] = view.domain[d].range.lo();
  while (true) {
    visit(detail::Lease(view, detail::Access::Write).at(coordinates.data()));
    std::size_t c = canonical.ndim();
    while (c-- > 0) {
      std::size_t d = 0;
      while (!(view.domain[d].dim == canonical[c].dim))
        ++d;
      if (++coordinates[d] < canonical[c].range.hi())
        break;
      coordinates[d] = canonical[c].range.lo();
    }
    if (c == static_cast<std::size_t>(-1))
      return;
  }
}

} // namespace

Storage randomgraphs::makeStorage(Runtime &runtime, const StorageSpec &spec,
                                  ForeignMemory &foreign) {
  StorageOptions options = optionsOf(runtime, spec);
  Random random(spec.values);
  Storage storage;
  if (spec.memory >= Memory::Padded) {
    std::int64_t span = 0;
    std::vector<std::int64_t> strides = foreignStrides(spec, span);
    auto size = static_cast<std::int64_t>(itemsize(spec.dtype));
    foreign.dtype = spec.dtype;
    foreign.bytes.assign(static_cast<std::size_t>((span + 2 * guardCells) * size), std::byte{0x2b});
    std::byte *first = foreign.bytes.data() + guardCells * size;
    for (std::size_t d = 0; d < strides.size(); ++d) {
      bool isBackwards = spec.memory == Memory::Negative && (spec.values >> d) % 2 == 0;
      options.strides.push_back((isBackwards ? -strides[d] : strides[d]) * size);
      if (isBackwards)
        first += strides[d] * size * (std::max<std::int64_t>(1, extent(spec, d)) - 1);
    }
    storage = wrap(first, spec.dtype, Domain(spec.compute), options);
  } else {
    storage = empty(Domain(spec.compute), spec.dtype, options);
  }
  // Through the engine's memory and not a host view, which would pin it.
  forEachElement(storage.get()->view(), [&](std::byte *element) {
    putElement(element, random, spec.dtype, spec.values % 2 == 0);
    bool isTrue = spec.dtype == DType::Bool && *element != std::byte{0};
    if (isTrue && spec.memory >= Memory::Padded && random.chance(30))
      *element = std::byte{0x80};
  });
  return storage;
}

Storage randomgraphs::wrappedAgain(Runtime &runtime, const Storage &storage) {
  StorageOptions options;
  options.runtime = &runtime;
  Domain compute = storage.compute_domain();
  std::vector<Halo::Entry> halo;
  for (std::size_t d = 0; d < compute.ndim(); ++d)
    halo.emplace_back(compute[d].dim, storage.halo()[d]);
  options.halo = Halo(std::span<const Halo::Entry>(halo));
  options.strides = storage.strides();
  return wrap(storage.data(), storage.dtype(), compute, options);
}

void randomgraphs::writeSome(Storage &storage, std::uint64_t seed) {
  if (storage.domain().empty())
    return;
  Random random(seed);
  detail::Sequence<std::int64_t> shape = storage.shape();
  detail::withType(storage.dtype(), [&]<class T>(T *) {
    auto view = storage.write<T>();
    for (int n = 0; n < 5; ++n) {
      std::vector<std::int64_t> index;
      for (std::int64_t extent : shape)
        index.push_back(random.between(0, extent - 1));
      putElement(reinterpret_cast<std::byte *>(&view.at(index)), random, storage.dtype(),
                 seed % 2 == 0);
    }
  });
}
