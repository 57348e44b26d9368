//===- Memories.cpp - Layouts and values ----------------------------------===//

#include "Memories.h"

#include "Frame.h"

#include "gtjit/Runtime.h"

#include <cstring>
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

/// Strides in elements of a foreign storage, and how many it spans.
std::vector<std::int64_t> foreignStrides(const StorageSpec &spec, std::int64_t &span) {
  std::size_t count = spec.compute.size();
  std::vector<std::int64_t> strides(count);
  span = spec.memory == Memory::Strided ? 2 : 1;
  for (std::size_t rank = count; rank-- > 0;)
    for (std::size_t d = 0; d < count; ++d)
      if (spec.ranks[d] == static_cast<std::int64_t>(rank)) {
        strides[d] = span;
        span *= std::max<std::int64_t>(1, extent(spec, d)) + spec.pad[d];
      }
  return strides;
}

StorageOptions optionsOf(Runtime &runtime, const StorageSpec &spec) {
  StorageOptions options;
  options.runtime = &runtime;
  switch (spec.compute.size()) { // a Halo is made of a list in braces alone
#define GTJIT_ENTRY(N) Halo::Entry(spec.compute[N].dim, spec.halo[N])
  case 0:
    break;
  case 1:
    options.halo = {GTJIT_ENTRY(0)};
    break;
  case 2:
    options.halo = {GTJIT_ENTRY(0), GTJIT_ENTRY(1)};
    break;
  case 3:
    options.halo = {GTJIT_ENTRY(0), GTJIT_ENTRY(1), GTJIT_ENTRY(2)};
    break;
  case 4:
    options.halo = {GTJIT_ENTRY(0), GTJIT_ENTRY(1), GTJIT_ENTRY(2), GTJIT_ENTRY(3)};
    break;
  case 5:
    options.halo = {GTJIT_ENTRY(0), GTJIT_ENTRY(1), GTJIT_ENTRY(2), GTJIT_ENTRY(3), GTJIT_ENTRY(4)};
    break;
  default:
    options.halo = {GTJIT_ENTRY(0), GTJIT_ENTRY(1), GTJIT_ENTRY(2),
                    GTJIT_ENTRY(3), GTJIT_ENTRY(4), GTJIT_ENTRY(5)};
#undef GTJIT_ENTRY
  }
  if (spec.memory == Memory::C)
    options.preset = "C";
  if (spec.memory == Memory::F)
    options.preset = "F";
  if (spec.memory == Memory::Ranks) {
    options.layout.kind = Layout::Kind::Ranks;
    options.layout.ranks = detail::Sequence<std::int64_t>(std::span(spec.ranks));
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
    visit(view.at(coordinates.data()));
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

void putElement(std::byte *to, DType dtype, std::uint64_t bits) {
  std::memcpy(to, &bits, itemsize(dtype));
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
    for (std::int64_t stride : strides)
      options.strides.push_back(stride * size);
    storage =
        wrap(foreign.bytes.data() + guardCells * size, spec.dtype, Domain(spec.compute), options);
  } else {
    storage = empty(Domain(spec.compute), spec.dtype, options);
  }
  // Through the engine's memory and not a host view, which would pin it.
  forEachElement(storage.get()->view(), [&](std::byte *element) {
    std::uint64_t bits = anyElement(random, spec.dtype, spec.values % 2 == 0);
    bool anyTrue = spec.dtype == DType::Bool && bits && spec.memory >= Memory::Padded;
    putElement(element, spec.dtype, anyTrue && random.chance(30) ? 0x80 : bits);
  });
  return storage;
}

void randomgraphs::writeSome(Storage &storage, std::uint64_t seed) {
  if (storage.domain().empty())
    return;
  Random random(seed);
  detail::Sequence<std::int64_t> shape = storage.shape();
  auto put = [&](auto view) {
    for (int n = 0; n < 5; ++n) {
      std::vector<std::int64_t> index;
      for (std::int64_t extent : shape)
        index.push_back(random.between(0, extent - 1));
      putElement(reinterpret_cast<std::byte *>(&view.at(index)), storage.dtype(),
                 anyElement(random, storage.dtype(), seed % 2 == 0));
    }
  };
  switch (storage.dtype()) {
  case DType::Bool:
    return put(storage.write<bool>());
  case DType::I32:
    return put(storage.write<std::int32_t>());
  case DType::I64:
    return put(storage.write<std::int64_t>());
  case DType::F32:
    return put(storage.write<float>());
  default:
    return put(storage.write<double>());
  }
}
