//===- Scan.h - Values carried along a dimension ----------------*- C++ -*-===//
//
// Solvers of columns, running sums, searches: what goes through a dimension in
// order. The body says what happens at one point; it is called when the expression
// is written and makes operations, as those on fields do.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_SCAN_H
#define GTJIT_SCAN_H

#include "gtjit/Functions.h"
#include "gtjit/detail/Nested.h"

#include <type_traits>
#include <utility>

namespace [[gnu::visibility("default")]] gtjit {

/// The value of a field at a point, as the body of a scan sees it: a field without
/// dimensions, which has all operations at a point and nothing to read on the host.
using Value = Field;

/// Which way a scan goes.
enum class Direction { Forward, Backward };
inline constexpr Direction Forward = Direction::Forward;
inline constexpr Direction Backward = Direction::Backward;

/// What a scan goes along: a dimension, K, or some of its points, K(2, 10); and the
/// line on which that is written.
class ScanRange {
public:
  ScanRange(Dimension dim, SourceLine here = SourceLine::here())
      : range(dim(Range::all())), line(here) {}
  ScanRange(NamedRange points, SourceLine here = SourceLine::here()) : range(points), line(here) {}

  NamedRange range;
  SourceLine line;
};

namespace detail {

/// A body without its C++ types: reads the values carried and those of the inputs,
/// writes as many as are carried.
struct ScanCall {
  void (*run)(void *context, const Field *arguments, Field *results);
  void *context;
};
/// Writes a result for each initial value.
void scan(const ScanRange &along, Direction direction, Items<Field> initials, Items<Field> inputs,
          ScanCall body, Field *results);

} // namespace detail

/// Goes along `along` in order and carries values from point to point: at each,
/// `body(carried, inputs...)` gives the values to carry on, which are the results there.
///
///   Field sums = scan(K, Forward, 0.0, [](Value sum, Value x) { return sum + x; }, u);
///   auto [c, d] = scan(K, Forward, std::tuple(0.0, 0.0), eliminate, lower, diagonal, ...);
///
/// The first point, for Backward the last one, gets `initial`: a number or a field without
/// this dimension, or a tuple of such, as nested as one likes, which is also what the body
/// gives and the result is. The points are all those that the inputs have in common, or those
/// that are named. A number among the initial values takes the type that the body gives for
/// it. The body is called here, once, or, for the types of such numbers, a few times. It
/// may use fields from outside; they count as inputs.
///
/// Throws IndexOutOfBounds for points that an input lacks, ValueError where their number is
/// infinite, for an initial value with the scan's dimension and for a body that does more
/// than operations at a point, DTypeError if a type changes along the way.
template <class Carried, class Body, class... Inputs>
  requires(std::convertible_to<const Inputs &, Arg> && ...)
[[nodiscard]] typename detail::Nested<Carried>::Fields scan(ScanRange along, Direction direction,
                                                            const Carried &initial, Body &&body,
                                                            const Inputs &...inputs) {
  using Parts = detail::Nested<Carried>;
  static_assert(detail::nests<Carried, Arg>,
                "a scan carries fields, numbers, and tuples, pairs and arrays of them");
  auto call = [&](const Field *arguments, Field *results) {
    const Field *next = arguments;
    auto carried = Parts::make(next);
    static_assert(std::is_invocable_v<Body &, decltype(carried) &,
                                      std::conditional_t<true, const Value &, Inputs>...>,
                  "the body of a scan takes Values: [](Value carried, Value x) { ... }");
    auto given = [&]<std::size_t... N>(std::index_sequence<N...>) {
      return body(carried, next[N]...);
    }(std::make_index_sequence<sizeof...(Inputs)>());
    using Given = detail::Nested<decltype(given)>;
    static_assert(std::is_same_v<typename Given::Fields, typename Parts::Fields> &&
                      detail::nests<decltype(given), Arg>,
                  "the body of a scan gives other values than the initial ones");
    Given::visit(given, [&](const auto &value) { *results++ = Arg(value, along.line).field; });
  };
  Field initials[Parts::count], results[Parts::count];
  Field *next = initials;
  Parts::visit(initial, [&](const auto &value) { *next++ = Arg(value, along.line).field; });
  const Field given[sizeof...(Inputs) + 1] = {Arg(inputs, along.line).field..., Field()};
  detail::scan(along, direction, {initials, Parts::count}, {given, sizeof...(Inputs)},
               {[](void *context, const Field *arguments, Field *values) {
                  (*static_cast<decltype(call) *>(context))(arguments, values);
                },
                &call},
               results);
  const Field *result = results;
  return Parts::make(result);
}

// Running results along a dimension, each point of the field included.

/// Sum of the values so far, in the types of sum.
[[nodiscard]] Field cumsum(Arg field, ScanRange along, Direction direction = Forward);
/// Product of the values so far, in the types of sum.
[[nodiscard]] Field cumprod(Arg field, ScanRange along, Direction direction = Forward);
/// Least and greatest value so far; NaN from the first one on.
[[nodiscard]] Field cummin(Arg field, ScanRange along, Direction direction = Forward);
[[nodiscard]] Field cummax(Arg field, ScanRange along, Direction direction = Forward);
/// The value of `field` at the first point so far at which `condition` is true;
/// `otherwise` before that.
[[nodiscard]] Field first_match(Arg condition, Arg field, Arg otherwise, ScanRange along,
                                Direction direction = Forward);

} // namespace gtjit

#endif // GTJIT_SCAN_H
