//===- TupleTest.cpp - Tuples of fields -----------------------------------===//
//
// The numbers of cases are those of docs/Conformance.md.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "Backend.h"

#include <gtjit/Tuple.h>

using namespace gtjit;
using testing::ElementsAre;

namespace {

class Tuples : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(Tuples);

template <class M, class A, class B>
concept CanChoose = requires(M m, A a, B b) { where(m, a, b); };
template <class A, class B>
concept CanConcat = requires(A a, B b) { concat_where(I < 1, a, b); };

using Two = std::tuple<Field, Field>;

// S4-071, case 78: other forms do not compile
TEST_P(Tuples, WhereGoesElementByElement) {
  Storage m = line<bool>({true, false}), a = line<double>({1, 2}), b = line<double>({11, 12});
  Storage c = line<double>({3, 4}), d = line<double>({13, 14});
  auto [first, second] = where(m, std::tuple(a, b), std::tuple(c, d));
  EXPECT_THAT(valuesOf<double>(first), ElementsAre(1, 4));
  EXPECT_THAT(valuesOf<double>(second), ElementsAre(11, 14));
  auto [x, nested] = where(m, std::tuple(a, std::tuple(b, 1.0)), std::pair(c, std::tuple(d, c)));
  EXPECT_THAT(valuesOf<double>(x), ElementsAre(1, 4));
  EXPECT_THAT(valuesOf<double>(std::get<0>(nested)), ElementsAre(11, 14));
  EXPECT_THAT(valuesOf<double>(std::get<1>(nested)), ElementsAre(1, 4));
  static_assert(CanChoose<Field, Two, Two> && CanChoose<Field, Field, Field>);
  static_assert(!CanChoose<Field, Two, Field> && !CanChoose<Field, Field, Two>);
  static_assert(!CanChoose<Field, Two, std::tuple<Field, Field, Field>>);
  static_assert(!CanChoose<Field, std::tuple<Two, Field>, Two>);
}

TEST_P(Tuples, ConcatWhereGoesElementByElement) {
  Storage a = line<double>({1, 2}), b = line<double>({11, 12});
  auto [first, second] = concat_where(I < 1, std::tuple(a, 5.0), std::tuple(b, b));
  EXPECT_THAT(valuesOf<double>(first), ElementsAre(1, 12));
  EXPECT_THAT(valuesOf<double>(second), ElementsAre(5, 12));
  static_assert(CanConcat<Two, Two> && !CanConcat<Two, Field>);
}

// S4-050i, case 95
TEST_P(Tuples, AstypeGoesElementByElement) {
  EXPECT_EQ(dtypeFromName("int"), I64);
  EXPECT_EQ(dtypeFromName("float"), F64);
  Storage a = line<double>({1.7, -2.7});
  auto [n, rest] = astype(std::tuple(a, std::tuple(a + 0.5)), I32);
  EXPECT_EQ(n.dtype(), I32);
  EXPECT_THAT(valuesOf<std::int32_t>(n), ElementsAre(1, -2));
  EXPECT_THAT(valuesOf<std::int32_t>(std::get<0>(rest)), ElementsAre(2, -2));
}

// S4-035
TEST_P(Tuples, AnArrayIsAFieldOfTuples) {
  Dimension v("V"), l("L"), m("M");
  Storage f = empty<double>({v(0, 4), l(0, 3)});
  f[whole] = astype(index(v) * 10 + index(l), F64);
  auto elements = tuple_view<3>(f, l);
  EXPECT_EQ(elements[0].dims().size(), 1u);
  EXPECT_THAT(valuesOf<double>(elements[0]), ElementsAre(0, 10, 20, 30));
  EXPECT_THAT(valuesOf<double>(elements[2]), ElementsAre(2, 12, 22, 32));
  std::uint64_t before = runtime.counters().bytesCopied;
  auto [x, y, z] = where(elements[0] > 5.0, elements, tuple_view<3>(f, l));
  EXPECT_EQ(runtime.counters().bytesCopied, before);
  EXPECT_THAT(valuesOf<double>(y), ElementsAre(1, 11, 21, 31));
  EXPECT_THAT(valuesOf<double>(x + z), ElementsAre(2, 22, 42, 62));
  Storage g = empty<double>({v(0, 2), l(0, 3), m(0, 2)});
  g[whole] = astype(index(v) * 100 + index(l) * 10 + index(m), F64);
  auto matrix = tuple_view<3, 2>(g, l, m);
  EXPECT_THAT(valuesOf<double>(matrix[2][1]), ElementsAre(21, 121));
  EXPECT_ERROR(ValueError, tuple_view<2>(f.named("f"), l),
               "tuple_view of 'f' in L: expected 2 points, got L[0,3)");
  EXPECT_ERROR(ValueError, tuple_view<2>(f.named("f"), m),
               "tuple_view of 'f' in M, which it lacks");
}

} // namespace
