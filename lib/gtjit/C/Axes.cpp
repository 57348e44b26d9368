//===- Axes.cpp - Types and axes of the C API -----------------------------===//

#include "gtjit/C/Axes.h"

#include "gtjit/C/Handles.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

static_assert(GTJIT_BOOL == static_cast<int>(DType::Bool));
static_assert(GTJIT_I8 == static_cast<int>(DType::I8));
static_assert(GTJIT_U8 == static_cast<int>(DType::U8));
static_assert(GTJIT_F16 == static_cast<int>(DType::F16));
static_assert(GTJIT_F64 == static_cast<int>(DType::F64));
static_assert(GTJIT_C128 == static_cast<int>(DType::C128));

bool detail::isType(gtjitDType type) { return type >= GTJIT_BOOL && type <= GTJIT_C128; }

DType detail::checkedType(gtjitDType type, SourceLine line) {
  if (!isType(type))
    throw TypeError(line, "expected an element type, got number " + std::to_string(type));
  return static_cast<DType>(type);
}

static Dimension dimensionOf(const gtjitAxis &axis, SourceLine line) {
  switch (axis.kind) {
  case GTJIT_BY_NAME:
    return Dimension(axis.name, line);
  case GTJIT_HORIZONTAL:
    return Dimension(axis.name, DimensionKind::Horizontal, line);
  case GTJIT_LOCAL:
    return Dimension(axis.name, DimensionKind::Local, line);
  case GTJIT_VERTICAL:
    return Dimension(axis.name, DimensionKind::Vertical, line);
  }
  throw ValueError(line, "expected a kind of dimension, got number " + std::to_string(axis.kind));
}

/// The compute points of an axis. Throws ValueError unless the coordinates of
/// all its points fit 64 bits; the engine itself takes up to 2^62. It also refuses
/// halos below 0.
static NamedRange rangeOf(const gtjitAxis &axis, Dimension dim, SourceLine line) {
  std::string name(axis.name);
  if (axis.extent < 0)
    throw ValueError(line, "expected an extent from 0 in " + name + ", got " +
                               std::to_string(axis.extent));
  std::int64_t end = 0, first = 0, last = 0;
  if (__builtin_add_overflow(axis.start, axis.extent, &end) ||
      __builtin_sub_overflow(axis.start, std::max<std::int64_t>(axis.haloLow, 0), &first) ||
      __builtin_add_overflow(end, std::max<std::int64_t>(axis.haloHigh, 0), &last) ||
      first <= -unbounded || last == unbounded)
    throw ValueError(line, "expected coordinates from -2^62 to 2^62 in " + name + ", got " +
                               std::to_string(axis.extent) + " points from " +
                               std::to_string(axis.start) + " with a halo of (" +
                               std::to_string(axis.haloLow) + "," + std::to_string(axis.haloHigh) +
                               ")");
  return dim(axis.start, end);
}

Description detail::readAxes(const gtjitAxis *axes, std::size_t count, SourceLine line) {
  if (count)
    requirePointer(axes, "axes", line);
  std::vector<NamedRange> ranges;
  std::vector<Halo::Entry> halo;
  Description result;
  for (std::size_t n = 0; n < count; ++n) {
    const gtjitAxis &axis = axes[n];
    requirePointer(axis.name, "a name of every axis", line);
    Dimension dim = dimensionOf(axis, line);
    ranges.push_back(rangeOf(axis, dim, line));
    result.options.strides.push_back(axis.stride);
    halo.emplace_back(dim, HaloWidth(axis.haloLow, axis.haloHigh));
  }
  result.options.halo = Halo(halo);
  result.domain = Domain(ranges, line);
  return result;
}
