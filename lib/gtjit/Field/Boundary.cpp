//===- Boundary.cpp - Boundary conditions in expressions ------------------===//
//
// One dimension after the other.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Boundary.h"

#include "gtjit/Error.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Graph/Operations/Halo.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Operations/Roll.h"
#include "gtjit/Storage/Constant.h"

#include <cstring>

using namespace gtjit;
using namespace gtjit::detail;

/// The number as an element of the field, converted as astype does.
static NodeRef numberOf(const HaloFill &fill, DType type) {
  DType real = isComplex(type) ? DType::F64 : type;
  ElementBytes element = elementBytes(fill.value, real, fill.line);
  std::uint64_t bits = 0;
  std::memcpy(&bits, element.data, itemsize(real));
  return buildCast(NodeRef(new NumberNode(real, bits, fill.line)), type, fill.line);
}

Field detail::withHalo(Arg &field, HaloWidth width, Items<HaloFill> fills) {
  const NodeRef whole = takeNode(field);
  NodeRef node = whole;
  for (std::size_t n = 0; n < fills.size(); ++n) {
    const HaloFill &fill = fills[n];
    for (std::size_t m = 0; m < n; ++m)
      if (fills[m].dim == fill.dim)
        throw ValueError(fill.line, "withHalo of " + describe(*whole) + " names " +
                                        std::string(fill.dim.name()) + " twice");
    bool isConstant = fill.kind == HaloFill::Kind::Constant;
    node = buildHalo(node, {static_cast<HaloKind>(fill.kind), fill.dim, width.lo, width.hi},
                     isConstant ? numberOf(fill, node->dtype) : NodeRef(), field.line);
  }
  return Field(std::move(node));
}

Field gtjit::roll(Arg field, std::int64_t shift, Dimension dim) {
  return Field(buildRoll(takeNode(field), {dim, shift}, field.line));
}

Field gtjit::roll(Arg field, std::initializer_list<std::int64_t> shifts,
                  std::initializer_list<Dimension> dims) {
  NodeRef node = takeNode(field);
  if (shifts.size() != dims.size())
    throw ValueError(field.line, "'roll' of " + describe(*node) + " by " +
                                     std::to_string(shifts.size()) + " numbers in " +
                                     std::to_string(dims.size()) + " dimensions");
  for (std::size_t n = 0; n < dims.size(); ++n)
    node = buildRoll(node, {dims.begin()[n], shifts.begin()[n]}, field.line);
  return Field(std::move(node));
}
