//===- BoundariesTest.cpp - The listings of docs/Boundaries.md ------------===//
//
// What stands between the marks stands on the page, too, see utils/fill_pages.py.
//
//===----------------------------------------------------------------------===//
#include "../Semantics/Backend.h"

using namespace gtjit;
using testing::ElementsAre;

namespace {
class BoundariesPage : public OnEveryBackend {};
GTJIT_ON_EVERY_BACKEND(BoundariesPage);

Field laplacian(Field u) { return u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u; }
} // namespace

TEST_P(BoundariesPage, Conditions) {
  // listing: conditions
  Condition first = I < 1, column = I == 5, ends = (I < 1) | (I >= 255);
  Condition others = ~(I == 5), corner = (I > 2) & (J < 5);
  // end listing
  EXPECT_EQ(first, Condition(I.below(1)));
  EXPECT_EQ(column, Condition(I(5, 6)));
  EXPECT_EQ(ends, ~Condition(I(1, 255)));
  EXPECT_EQ(others, (I < 5) | (I > 5));
  EXPECT_EQ(corner, Condition(Domain{I.from(3), J.below(5)}));
}

TEST_P(BoundariesPage, ConcatWhere) {
  Storage x = line<double>({0, 1, 4, 9, 16, 25}), y = like(x);
  // listing: concat_where
  Field lap = x(I + 1) + x(I - 1) - 2.0 * x;              // on [1, 5) of a grid [0, 6)
  y[whole] = concat_where((I < 1) | (I >= 5), -1.0, lap); // the grid
  // end listing
  EXPECT_THAT(valuesOf<double>(y), ElementsAre(-1, 2, 2, 2, 2, -1));
}

TEST_P(BoundariesPage, Concat) {
  Storage x = line<double>({0, 1, 4, 9, 16, 25}), result = like(x);
  Storage boundary = line<double>({7, 7, 7, 7, 7, 8});
  Field lap = x(I + 1) + x(I - 1) - 2.0 * x;
  // listing: concat
  result[whole] = concat(boundary[I.below(1)], lap, boundary[I.from(5)]);
  // end listing
  EXPECT_THAT(valuesOf<double>(result), ElementsAre(7, 2, 2, 2, 2, 8));
}

TEST_P(BoundariesPage, Set) {
  Storage x = line<double>({0, 1, 4, 9, 16, 25});
  // listing: set
  Field tens = x.at(I(1, 3)).set(10);
  Field five = x.at(I(2)).set(5);
  Field moved = x.rel({{1, -1}}).set(x(I - 1));
  // end listing
  EXPECT_THAT(valuesOf<double>(tens), ElementsAre(0, 10, 10, 9, 16, 25));
  EXPECT_THAT(valuesOf<double>(five), ElementsAre(0, 1, 5, 9, 16, 25));
  EXPECT_THAT(valuesOf<double>(moved), ElementsAre(0, 0, 1, 4, 9, 25));
}

TEST_P(BoundariesPage, Halos) {
  Domain domain{I(0, 3), J(0, 2)};
  Storage u = zeros<double>(domain), w = like(u);
  u[whole] = astype(index(I) * 10 + index(J), F64);
  // listing: halo
  w[whole] = laplacian(withHalo(u, 1, periodic(I), extend(J)));
  // end listing
  EXPECT_THAT(valuesOf<double>(w), ElementsAre(31, 29, 1, -1, -29, -31));
}

TEST_P(BoundariesPage, RollAndRename) {
  Storage u = zeros<double>({I(0, 3), J(0, 2)}), v = line<double>({2, 3});
  u[whole] = astype(index(I) * 10 + index(J), F64);
  // listing: roll
  Field upwind = u - 0.5 * (u - roll(u, 1, I));
  Field moved = roll(u, {1, -2}, {I, J});
  Field scaled = u * rename(v, {{I, J}});
  // end listing
  EXPECT_THAT(valuesOf<double>(upwind), ElementsAre(10, 11, 5, 6, 15, 16));
  EXPECT_THAT(valuesOf<double>(moved), ElementsAre(20, 21, 0, 1, 10, 11));
  EXPECT_THAT(valuesOf<double>(scaled), ElementsAre(0, 3, 20, 33, 40, 63));
}
