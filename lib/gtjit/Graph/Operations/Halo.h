//===- Halo.h - A field with a filled halo ----------------------*- C++ -*-===//
//
// Values around the grid of a field, made of those in it: a concatenation of the
// field and of its edges.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_HALO_H
#define GTJIT_GRAPH_OPERATIONS_HALO_H

#include "gtjit/Graph/Build.h"

namespace gtjit::detail {

/// What a halo holds, in the order of HaloFill::Kind.
enum class HaloKind : std::uint8_t { Periodic, Mirror, Constant, Extend };
std::string_view nameOf(HaloKind kind);

/// A halo in one dimension, as many points below and above.
struct FilledHalo {
  HaloKind kind;
  Dimension dim;
  std::int64_t below;
  std::int64_t above;
};

/// The field on its grid with such a halo, in other dimensions on all of its
/// domain. `value`: of a constant, without dimensions, else null. Throws ValueError
/// for a dimension that the field lacks, a negative width, a grid without ends or
/// with too few points.
NodeRef buildHalo(const NodeRef &field, const FilledHalo &halo, const NodeRef &value,
                  SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_HALO_H
