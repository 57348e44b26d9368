//===- HaloFill.cpp - Filling halos ---------------------------------------===//
//
// fillHalo: what its arguments must satisfy, and the memory that they are about.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"
#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Lease.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Storage/Constant.h"
#include "gtjit/Storage/HaloPass.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Selection.h"

namespace gtjit::detail {

namespace {

using Kind = HaloFill::Kind;

void checkFill(const StorageState &state, std::span<const HaloFill> fills, std::size_t n) {
  const HaloFill &fill = fills[n];
  SourceLine line = fill.line;
  std::string dim(fill.dim.name());
  if (!state.compute.has(fill.dim))
    throw ValueError(line, "cannot fill the halo of " + state.describe() + " in " + dim +
                               ": it has no such dimension");
  for (std::size_t m = 0; m < n; ++m)
    if (fills[m].dim == fill.dim)
      throw ValueError(line, "the halo of " + state.describe() + " is filled twice in " + dim);
  elementBytes(fill.value, state.layout.dtype, line); // the check that it can be one
  Range whole = state.layout.domain[fill.dim], inner = state.compute[fill.dim];
  std::int64_t extent = inner.size();
  HaloWidth width = state.halo[positionOf(state.layout.domain, fill.dim)];
  std::int64_t widest = std::max(width.lo, width.hi);
  std::int64_t needed = fill.kind == Kind::Constant ? 0 : fill.kind == Kind::Extend ? 1 : widest;
  if (widest > 0 && !whole.empty() && extent < needed)
    throw ValueError(line, "cannot fill the halo (" + std::to_string(width.lo) + "," +
                               std::to_string(width.hi) + ") of " + state.describe() + " in " +
                               dim + " from " + std::to_string(extent) +
                               " points: " + std::to_string(needed) + " are needed");
}

} // namespace

void fillHalo(const Storage &storage, Items<HaloFill> fills) {
  SourceLine line = fills[0].line;
  StorageState &state = stateOf(storage, line);
  for (std::size_t n = 0; n < fills.size(); ++n)
    checkFill(state, fills, n);
  prepareWrite(state, state.layout.domain, /*keep=*/true, line);
  Lease lease = state.buffer->acquire(Access::Write, state.layout, Holder::Work, line);
  HaloPass pass(lease.first(), lease.view(), state.halo);
  for (const HaloFill &fill : fills)
    pass.add(fill, positionOf(state.layout.domain, fill.dim));
  pass.run(*state.runtime);
}

} // namespace gtjit::detail
