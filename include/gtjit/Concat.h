//===- Concat.h - Fields put together from parts ----------------*- C++ -*-===//
//
// What boundary conditions are written with: the value at a point comes from one
// of several fields, decided by the point's coordinates.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CONCAT_H
#define GTJIT_CONCAT_H

#include "gtjit/Condition.h"
#include "gtjit/Field.h"

namespace [[gnu::visibility("default")]] gtjit {

/// `a` where the condition holds, `b` elsewhere. Each is needed on its own points
/// alone; dimensions that the condition does not name are intersected. Numbers and
/// fields of fewer dimensions are broadcast; the result has then no end where they
/// reach, and what stores it says how far it goes. Types are promoted as those of
/// `where`. Throws NonContiguousDomain if the parts are no box together, KeyError
/// for a dimension that neither field has, ValueError for a condition without
/// dimensions.
[[nodiscard]] Field concat_where(const Condition &condition, Arg a, Arg b);

/// Fields on disjoint domains as one on all of their points, which must be a box.
/// The order of the arguments has no meaning; one without points is left out; of one
/// argument it is this field. Types are promoted. Throws ValueError for fields that
/// overlap, NonContiguousDomain for gaps.
[[nodiscard]] Field concat(detail::Items<Field> fields, SourceLine line = SourceLine::here());
template <std::convertible_to<Arg>... More>
[[nodiscard]] Field concat(Arg first, const More &...more) {
  const Field all[] = {first.field, Arg(more, first.line).field...};
  return concat(detail::Items<Field>(all), first.line);
}

} // namespace gtjit

#endif // GTJIT_CONCAT_H
