//===- Boundary.h - Boundary conditions in expressions ----------*- C++ -*-===//
//
// Fields with values around their grid, in an expression: no halo is written to
// memory, and the field needs none. What is filled is said as fillHalo is told.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_BOUNDARY_H
#define GTJIT_BOUNDARY_H

#include "gtjit/Concat.h"
#include "gtjit/Storage.h"

namespace [[gnu::visibility("default")]] gtjit {

namespace detail {
Field withHalo(Arg &field, HaloWidth width, Items<HaloFill> fills);
} // namespace detail

/// The field on its compute domain with a halo of this width in the dimension of
/// each fill: `lap(withHalo(u, 1, periodic(I), mirror(J)))`. They are filled in
/// order, each over those before it, so that corners are defined; in other
/// dimensions the field keeps its domain. Throws ValueError for a dimension that
/// the field lacks or that is named twice, a field without ends, a negative width or
/// one that the compute domain has too few points for.
template <std::same_as<HaloFill>... More>
[[nodiscard]] Field withHalo(Arg field, HaloWidth width, const HaloFill &first,
                             const More &...more) {
  const HaloFill all[] = {first, more...};
  return detail::withHalo(field, width, all);
}

/// NumPy's roll: the field moved by so many points of its domain; what leaves it at one
/// end comes back at the other. `roll(u, 1, I)` has at i what u has at i - 1. A halo
/// belongs to the domain: roll(f[interior], 1, I) leaves it out. Throws ValueError for
/// a dimension that the field lacks, or one without ends.
[[nodiscard]] Field roll(Arg field, std::int64_t shift, Dimension dim);
/// In several dimensions, a number for each; ValueError for other numbers of numbers.
[[nodiscard]] Field roll(Arg field, std::initializer_list<std::int64_t> shifts,
                         std::initializer_list<Dimension> dims);

} // namespace gtjit

#endif // GTJIT_BOUNDARY_H
