//===- Statistics.h - Variances, and reductions under a mask ----*- C++ -*-===//
//
// Made of point operations and reductions, in the order that docs/Semantics.md
// defines: what is said of those holds here.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STATISTICS_H
#define GTJIT_STATISTICS_H

#include "gtjit/Functions.h"

namespace [[gnu::visibility("default")]] gtjit {

/// The points that a reduction takes: those where the mask, a bool field or
/// storage, is true. It may have fewer dimensions than what is reduced, whose
/// values elsewhere do not show, not even their NaN.
struct Where {
  Arg mask;
  explicit Where(Arg bools) : mask(static_cast<Arg &&>(bools)) {}
};

/// The mean of the squared distances from the mean, divided by the number of
/// points less `ddof` instead of that number, by 0 if that is negative; in the type
/// of mean. NaN over no points. Throws ValueError for a negative `ddof`, and what
/// mean throws.
[[nodiscard]] Field var(Arg field, std::int64_t ddof = 0);
[[nodiscard]] Field var(Arg field, const Dims &dims, std::int64_t ddof = 0);
/// The square root of var, NumPy's `std`.
[[nodiscard]] Field stddev(Arg field, std::int64_t ddof = 0);
[[nodiscard]] Field stddev(Arg field, const Dims &dims, std::int64_t ddof = 0);

// Reductions of the points where a mask is true: `mean(u, {I, J}, Where(sea))`.
// Where it is true nowhere the result is that over no points. They throw
// DTypeError for a mask that is not bool.

[[nodiscard]] Field sum(Arg field, Where points);
[[nodiscard]] Field sum(Arg field, const Dims &dims, Where points);
[[nodiscard]] Field prod(Arg field, Where points);
[[nodiscard]] Field prod(Arg field, const Dims &dims, Where points);
[[nodiscard]] Field min(Arg field, Where points);
[[nodiscard]] Field min(Arg field, const Dims &dims, Where points);
[[nodiscard]] Field max(Arg field, Where points);
[[nodiscard]] Field max(Arg field, const Dims &dims, Where points);
[[nodiscard]] Field any(Arg field, Where points);
[[nodiscard]] Field any(Arg field, const Dims &dims, Where points);
[[nodiscard]] Field all(Arg field, Where points);
[[nodiscard]] Field all(Arg field, const Dims &dims, Where points);
[[nodiscard]] Field mean(Arg field, Where points);
[[nodiscard]] Field mean(Arg field, const Dims &dims, Where points);
[[nodiscard]] Field var(Arg field, Where points, std::int64_t ddof = 0);
[[nodiscard]] Field var(Arg field, const Dims &dims, Where points, std::int64_t ddof = 0);
[[nodiscard]] Field stddev(Arg field, Where points, std::int64_t ddof = 0);
[[nodiscard]] Field stddev(Arg field, const Dims &dims, Where points, std::int64_t ddof = 0);

} // namespace gtjit

#endif // GTJIT_STATISTICS_H
