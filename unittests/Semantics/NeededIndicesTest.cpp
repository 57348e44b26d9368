//===- NeededIndicesTest.cpp - Which indices are looked at ----------------===//
//
// An index outside of the field, or an offset beyond its bounds, is an error where the
// evaluation needs the point, and nothing where it does not, though kernels may compute
// there. Of several bad ones each backend names the same.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "Backend.h"

using namespace gtjit;
using testing::Each;
using testing::ElementsAre;

namespace {

constexpr std::int64_t nx = 6, ny = 4;
/// So far away that whoever reads there is not in memory.
constexpr std::int32_t far = 1 << 28;

class NeededIndices : public OnEveryBackend {
protected:
  NeededIndices() { u[whole] = astype(index(I) * 10 + index(J), F64); }

  /// The indices are far away but in row `good`, where they are 1.
  Storage indices(std::int64_t good = -1) const {
    Storage result = full<std::int32_t>({I(0, nx), J(0, ny)}, far).named("n");
    if (good >= 0)
      result[I(good)] = 1;
    return result;
  }
  /// What a store over the rows from `first` on leaves in its last row.
  std::vector<double> lastRow(const Field &field, std::int64_t first = 3) {
    Storage y = full<double>({I(0, nx), J(0, ny)}, -1.0);
    y[I(first, nx)] = field;
    return valuesOf<double>(Field(y)[I[nx - 1]]);
  }

  Storage u = empty<double>({I(0, nx), J(0, ny)}).named("u");
  Storage row = full<std::int32_t>({J(0, ny)}, far).named("row");
};
GTJIT_ON_EVERY_BACKEND(NeededIndices);

/// No point of the part is stored; what it is made of lacks the dimension of the cut, or has
/// another point in it.
TEST_P(NeededIndices, AreThoseOfPartsThatHavePoints) {
  auto parts = [&](const Field &part) { return lastRow(concat_where(I < 3, part, u)); };
  Field moved = exp(u(J(indices())));
  for (const Field &part :
       {u(I(row)), exp(u(I(row)))(J(index(J) % 2)), moved[I[2]], sum(moved, I), cumsum(moved, I),
        astype(argmin(moved, I), F64), moved(I(clip(row, 0, 3))), exp(u(J(row(J(row))))),
        u(as_offset(I, indices(), {-1, 1})) + u, u.at({I(2), J(row)})})
    EXPECT_THAT(parts(part + 0.0 * Field(u)), ElementsAre(50, 51, 52, 53));
  EXPECT_THROW((void)lastRow(concat_where(I < 4, sum(moved, I), u)), IndexOutOfBounds);
}

/// Neither has a point of an empty sum any operands, though it has a value.
TEST_P(NeededIndices, AreNotThoseOfSumsOfNothing) {
  Storage v = zeros({I(0, nx), J(0, ny), K(0, 2)});
  Field moved = exp(u(J(indices()))).compute_root();
  EXPECT_THAT(lastRow(u + sum((moved * v)[{K(1, 1)}], K)), ElementsAre(50, 51, 52, 53));
  EXPECT_THAT(lastRow(u + sum(moved[{I(1, 1)}], I)), ElementsAre(50, 51, 52, 53));
  // A line of it is read elsewhere.
  Field same = exp((u + 0.0 * v)(J(indices(3)))).compute_root();
  Field line = same[{I(3), K(0)}];
  EXPECT_THAT(lastRow(u + sum(same[{K(1, 1)}], K) + 0.0 * line), ElementsAre(50, 51, 52, 53));
}

/// Those of the smallest box that holds what is read.
TEST_P(NeededIndices, AreThoseOfABox) {
  Storage n = full<std::int32_t>({I(0, nx), J(0, ny)}, 1).named("n");
  n[I(3)] = far;
  Field moved = u(J(n));
  EXPECT_THAT(valuesOf<double>(moved[I[0]] + moved[I[2]]), Each(22));
  auto around = [&] { return eval(moved[I[2]] + moved[I[4]]); };
  const char *message = "'u' at J of 'n': the index at I(3), J(0) is 268435456, not in J[0,4)";
  EXPECT_ERROR(IndexOutOfBounds, around(), message);
  Field joined = concat_where(I < 3, n + 0, n * 1).named("n");
  CheckScope check(Check::NaN);
  EXPECT_ERROR(IndexOutOfBounds, around(), message);
  moved = u(J(joined));
  EXPECT_ERROR(IndexOutOfBounds, around(), message);
}

/// Where a search for NaN computes an index at some points of a box, nobody looks at it at others.
TEST_P(NeededIndices, AreKnownWhereASearchForNaNComputesThem) {
  Storage n = full<std::int32_t>({I(0, nx), J(0, ny)}, 1).named("n");
  Field moved = u(J(concat_where(I < 1, n % ny, (n + ny) % ny)));
  for (std::size_t bytes = 8; bytes <= 2048; bytes += 8) // leaves memory full of something
    std::vector<char> used(bytes, 0x5a);
  CheckScope check(Check::NaN);
  EXPECT_THAT(valuesOf<double>(moved[I[0]] + moved[I[4]]), Each(42));
}

/// Of a field that has no point nothing is read.
TEST_P(NeededIndices, IntoAFieldWithoutPoints) {
  Storage none = empty<double>({I(0, 0), J(0, ny)}).named("none");
  Storage least = empty<std::int32_t>({I(0, 0)});
  Field number = least(I(argmin(row, J)));
  for (const Field &read : {exp(none(I(row))), Field(none.at({I(row), J(number)})),
                            astype(number, F64), u(J(least(I(row)))), u.at({I(number), J(0)})})
    EXPECT_THAT(lastRow(concat_where(I < 3, read + 0.0 * Field(u), u)),
                ElementsAre(50, 51, 52, 53));
  EXPECT_ERROR(IndexOutOfBounds, lastRow(none(I(row)) + 0.0 * Field(u)),
               "'none' at I of 'row': the index at J(0) is 268435456, not in I[0,0)");
}

/// Indices that a bad index, which is not needed, has a part in are bad themselves: nor are they
/// needed.
TEST_P(NeededIndices, MayBeComputedFromBadOnes) {
  Storage v = u.copy();
  Field inner = astype(u(J(indices(5))), I32) % nx; // 51 % 6
  Field outer = concat_where(I < 3, row + 0 * index(I), inner);
  EXPECT_THAT(lastRow(v(I(outer)) + 0.0 * Field(u), 5), ElementsAre(30, 31, 32, 33));
  EXPECT_THROW((void)lastRow(v(I(outer)) + 0.0 * Field(u), 2), IndexOutOfBounds);
  // The same evaluation again, and with others that are needed.
  for (int time = 0; time < 3; ++time)
    EXPECT_THAT(lastRow(concat_where(I < 3, sum(v(I(outer)), I), v(I(inner))), 5),
                ElementsAre(30, 31, 32, 33));
}

TEST_P(NeededIndices, InPrograms) {
  auto callable = [](Field u, Field n, Field m) {
    Field moved = exp(u(J(n)));
    return concat_where(I < 3, sum(moved, I), u(J(m)));
  };
  Program program = runtime.compile(callable, arg(F64, {I, J}, "u"), arg(I32, {I, J}, "n"),
                                    arg(I32, {I, J}, "m"));
  Storage m = full<std::int32_t>({I(0, nx), J(0, ny)}, 1), y = zeros({I(3, nx), J(0, ny)});
  for (int time = 0; time < 3; ++time) {
    program(out(y), u, indices(), m);
    EXPECT_THAT(valuesOf<double>(Field(y)[I[nx - 1]]), Each(51));
  }
  Storage all = zeros({I(0, nx), J(0, ny)});
  EXPECT_EQ(program.tryCall(out(all), u, indices(), m).code(), ErrorCode::IndexOutOfBounds);
}

/// The reader that comes first, operands before users and left before right, its first index,
/// the first point.
TEST_P(NeededIndices, AreToldInTheOrderOfTheProgram) {
  Storage n = line<std::int32_t>({0, 7, 1, 8, 2, 3}).named("n");
  Storage k = line<std::int32_t>({0, 1, 2, 3, 4, 9}).named("k");
  Storage f = line<double>({0, 1, 2, 3, 4, 5}).named("f");
  const char *nested = "'n' at I of 'k': the index at I(5) is 9, not in I[0,6)";
  const char *first = "'f' at I of 'n': the index at I(1) is 7, not in I[0,6)";
  EXPECT_ERROR(IndexOutOfBounds, eval(f(I(n)) + f(I(k))), first);
  EXPECT_ERROR(IndexOutOfBounds, eval(f(I(k)) + f(I(n))),
               "'f' at I of 'k': the index at I(5) is 9, not in I[0,6)");
  EXPECT_ERROR(IndexOutOfBounds, eval(f(I(n)) + f(I(n(I(k))))), first);
  EXPECT_ERROR(IndexOutOfBounds, eval(f(I(n(I(k)))) + f(I(n))), nested);
  // Of the same nesting, the one whose index is computed from others comes first.
  Storage good = line<std::int32_t>({0, 1, 2, 3, 4, 5}).named("good");
  EXPECT_ERROR(IndexOutOfBounds, eval(f(I((n(I(good)) * 2).named("twice"))) + f(I(k))),
               "'f' at I of 'twice': the index at I(1) is 14, not in I[0,6)");
  EXPECT_ERROR(IndexOutOfBounds, eval(u.at({I(n), J(k)})),
               "'u' at I of 'n': the index at I(1) is 7, not in I[0,6)");
  Storage a = zeros({I(0, 6)}), b = a.copy();
  EXPECT_ERROR(IndexOutOfBounds, update({{a, f(I(n(I(good)).named("copy")))}, {b, f(I(k))}}),
               "'f' at I of 'copy': the index at I(1) is 7, not in I[0,6)");
}

} // namespace
