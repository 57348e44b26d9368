//===- BoundaryTest.cpp - Boundary conditions in expressions --------------===//
//
// Halos filled inside an expression are those that fillHalo fills in memory.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "Backend.h"

using namespace gtjit;
using testing::ElementsAre;

namespace {

class Boundary : public OnEveryBackend {
protected:
  Storage x = line<double>({1, 4, 9, 16});
};
GTJIT_ON_EVERY_BACKEND(Boundary);

Field laplacian(Field u) { return u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u; }

// S4-073
TEST_P(Boundary, KindsInOneDimension) {
  Field filled = withHalo(x, 2, periodic(I));
  EXPECT_EQ(filled.domain(), Domain(I(-2, 6)));
  EXPECT_EQ(filled.compute_domain(), Domain(I(0, 4)));
  EXPECT_THAT(valuesOf<double>(filled), ElementsAre(9, 16, 1, 4, 9, 16, 1, 4));
  EXPECT_THAT(valuesOf<double>(withHalo(x, 2, mirror(I))), ElementsAre(4, 1, 1, 4, 9, 16, 16, 9));
  EXPECT_THAT(valuesOf<double>(withHalo(x, 2, extend(I))), ElementsAre(1, 1, 1, 4, 9, 16, 16, 16));
  EXPECT_THAT(valuesOf<double>(withHalo(x, {1, 2}, constant(I, -7))),
              ElementsAre(-7, 1, 4, 9, 16, -7, -7));
  EXPECT_THAT(valuesOf<double>(withHalo(x, {0, 1}, extend(I))), ElementsAre(1, 4, 9, 16, 16));
}

// S4-073
TEST_P(Boundary, CornersAreThoseOfFillHalo) {
  Domain domain{I(0, 4), J(-1, 4)};
  Storage u = zeros<double>(domain, {.halo = {{I, 2}, {J, 2}}});
  u[interior] = astype(index(I) * 10 + index(J), F64);
  Field bare = Field(u)[Region(domain)];
  auto compare = [&](auto... fills) {
    fillHalo(u, fills...);
    EXPECT_EQ(valuesOf<double>(withHalo(bare, 2, fills...)), valuesOf<double>(u));
  };
  compare(periodic(I), periodic(J));
  compare(mirror(J), periodic(I));
  compare(extend(I), mirror(J));
  compare(constant(J, 3.5), extend(I));
  compare(mirror(I), constant(J, -1));
}

// S4-073
TEST_P(Boundary, OfAnExpressionInAnExpression) {
  Domain domain{I(0, 6), J(0, 5)};
  Storage u = zeros<double>(domain, {.halo = {{I, 1}, {J, 1}}}), v = zeros<double>(domain),
          w = zeros<double>(domain);
  u[interior] = astype(index(I) * index(I) * 3 - index(J) * 7, F64);
  fillHalo(u, periodic(I), extend(J));
  v[whole] = laplacian(u);
  Field bare = Field(u)[Region(domain)];
  w[whole] = laplacian(withHalo(bare, 1, periodic(I), extend(J)));
  EXPECT_EQ(valuesOf<double>(w), valuesOf<double>(v));
  // Twice, with what lies between never in memory.
  Storage lap = like(u);
  lap[interior] = laplacian(u);
  fillHalo(lap, periodic(I), extend(J));
  v[whole] = laplacian(lap);
  w[whole] = laplacian(
      withHalo(laplacian(withHalo(bare, 1, periodic(I), extend(J))), 1, periodic(I), extend(J)));
  EXPECT_EQ(valuesOf<double>(w), valuesOf<double>(v));
}

/// Reaches two points, more in I than back.
Field upwinded(Field u) {
  Field flux = u(I + 1) * 0.5 - u(J - 1) * 0.25 + u;
  return flux(I + 1) - flux + flux(J + 2) - 2.0 * u(K + 1) + u(K - 1);
}

// S4-073
TEST_P(Boundary, GridsOfAnySizeInThreeDimensions) {
  for (std::int64_t nx : {2, 3, 4, 5, 9, 17})
    for (std::int64_t ny : {2, 4, 7}) {
      Domain domain{I(-3, nx - 3), J(0, ny), K(1, 4)};
      Storage u = zeros<double>(domain, {.halo = {{I, 2}, {J, 2}, {K, 2}}});
      u[interior] = astype((index(I) * 7 + index(J) * 3 - index(K)) % 11, F64);
      Field bare = Field(u)[Region(domain)];
      Storage v = zeros<double>(domain), w = like(v);
      fillHalo(u, periodic(I), mirror(J), extend(K));
      v[whole] = upwinded(u);
      w[whole] = upwinded(withHalo(bare, 2, periodic(I), mirror(J), extend(K)));
      EXPECT_EQ(valuesOf<double>(w), valuesOf<double>(v)) << nx << " x " << ny;
      w[whole] = 1.0;
      w[whole] += upwinded(withHalo(bare * 1.0, 2, periodic(I), mirror(J), extend(K)));
      v[whole] += 1.0;
      EXPECT_EQ(valuesOf<double>(w), valuesOf<double>(v)) << nx << " x " << ny;
    }
}

TEST_P(Boundary, WhatIsReadBySeveralAndWrittenInPlace) {
  Domain domain{I(0, 13), J(0, 6)};
  Storage u = zeros<double>(domain, {.halo = {{I, 1}, {J, 1}}}), v = zeros<double>(domain);
  u[interior] = astype(index(I) * index(I) - 5 * index(J), F64);
  Storage bare = zeros<double>(domain), inner = like(bare);
  bare[whole] = Field(u)[Region(domain)];
  fillHalo(u, mirror(I), periodic(J));
  v[whole] = laplacian(u);
  Field filled = withHalo(bare, 1, mirror(I), periodic(J));
  inner[whole] = 0.0;
  // The second store leaves out other points than the first one.
  Field gradient = filled(I + 1) - filled(I - 1) + filled(J + 1);
  Storage difference = like(bare);
  update({{bare[whole], bare + laplacian(filled)}, {inner[{I(2, 9)}], gradient[I(2, 9)]}});
  difference[whole] = Field(u)[Region(domain)] + v;
  EXPECT_EQ(valuesOf<double>(bare), valuesOf<double>(difference));
  difference[whole] = 0.0;
  difference[{I(2, 9)}] = Field(u(I + 1) - u(I - 1) + u(J + 1))[{I(2, 9), J(0, 6)}];
  EXPECT_EQ(valuesOf<double>(inner), valuesOf<double>(difference));
}

/// Reaches two points, in I and in J.
Field crossed(Field u) { return u(I + 2) - u(I - 2) * 0.5 + u(I - 1) + u(J + 2) * 3.0 - u(J - 1); }

// S4-073
TEST_P(Boundary, WidthsThatDifferAndPartsOfTheGrid) {
  for (std::int64_t nx : {2, 3, 5, 11}) {
    Domain domain{I(1, 1 + nx), J(-2, 5)};
    Storage u = zeros<double>(domain, {.halo = {{I, {2, 3}}, {J, {3, 2}}}});
    u[interior] = astype((index(I) * 5 - index(J) * 3) % 13, F64);
    Field bare = Field(u)[Region(domain)];
    Storage v = zeros<double>(domain), w = like(v);
    auto compare = [&](Field here, Field there) {
      v[whole] = here;
      w[whole] = there;
      EXPECT_EQ(valuesOf<double>(w), valuesOf<double>(v)) << nx;
      for (const Region &part : {Region{I(1), J(-2, 5)}, Region{I(2, 1 + nx), J(4)}}) {
        v[part] = here + 1.0;
        w[part] = there + 1.0;
        EXPECT_EQ(valuesOf<double>(w), valuesOf<double>(v)) << nx;
      }
    };
    fillHalo(u, mirror(J), constant(I, 2.5));
    compare(crossed(u),
            crossed(withHalo(withHalo(bare, {3, 2}, mirror(J)), {2, 3}, constant(I, 2.5))));
    fillHalo(u, extend(J), extend(I));
    compare(crossed(u), crossed(withHalo(withHalo(bare, {3, 2}, extend(J)), {2, 3}, extend(I))));
  }
}

TEST_P(Boundary, TheGridOfWhatIsFilledIsThatOfTheField) {
  Field part = Field(x)[Region(I(1, 3))], moved = Field(x)(I + 1);
  EXPECT_EQ(withHalo(part, 1, extend(I)).compute_domain(), Domain(I(1, 3)));
  EXPECT_THAT(valuesOf<double>(withHalo(part, 1, extend(I))[interior]), ElementsAre(4, 9));
  EXPECT_EQ(moved.compute_domain(), Domain(I(0, 3)));
  EXPECT_EQ(withHalo(moved, 1, periodic(I)).compute_domain(), Domain(I(0, 3)));
}

TEST_P(Boundary, WhatReadsAHaloReadsTheFieldAndKeepsNothing) {
  Storage u = ones<double>({I(0, 16), J(0, 9)}), v = like(u);
  std::int64_t before = runtime.counters().kernels;
  v[whole] = laplacian(withHalo(u, 1, mirror(I), periodic(J)));
  if (!GetParam()) // the inner points, four sides, four corners
    EXPECT_EQ(runtime.counters().kernels - before, 9);
  EXPECT_THAT(valuesOf<double>(v), testing::Contains(0.0));
}

TEST_P(Boundary, SumsOfWhatReadsAHaloAreThoseOfTheHaloInMemory) {
  Domain domain{I(0, 40), J(0, 9)};
  Storage u = zeros<double>(domain, {.halo = {{I, 1}, {J, 1}}});
  u[interior] = 1.0 / (1.0 + astype(index(I) * 3 + index(J), F64));
  Field bare = Field(u)[Region(domain)];
  fillHalo(u, periodic(I), extend(J));
  Field there = laplacian(u), here = laplacian(withHalo(bare, 1, periodic(I), extend(J)));
  EXPECT_EQ(sum(here).item<double>(), sum(there).item<double>());
  EXPECT_EQ(valuesOf<double>(sum(here, I)), valuesOf<double>(sum(there, I)));
  EXPECT_EQ(valuesOf<double>(cumsum(here, J)), valuesOf<double>(cumsum(there, J)));
}

TEST_P(Boundary, TheFieldsOwnHaloIsNotRead) {
  Storage u = full<double>({I(0, 3)}, 5.0, {.halo = {{I, 1}}});
  u[interior] = astype(index(I), F64);
  EXPECT_THAT(valuesOf<double>(withHalo(u, 2, mirror(I))), ElementsAre(1, 0, 0, 1, 2, 2, 1));
}

TEST_P(Boundary, AnotherSizeIsNoOtherKernel) {
  auto step = [](std::int64_t size) {
    Storage u = ones<double>({I(0, size), J(0, 4)}), v = zeros<double>({I(0, size), J(0, 4)});
    v[whole] = laplacian(withHalo(u, 1, mirror(I), periodic(J)));
    return valuesOf<double>(v);
  };
  EXPECT_THAT(step(5), testing::Each(0.0));
  std::uint64_t compiled = runtime.counters().compiles;
  EXPECT_THAT(step(17), testing::Each(0.0));
  EXPECT_EQ(runtime.counters().compiles, compiled);
}

TEST_P(Boundary, Errors) {
  Storage named = x.named("x");
  EXPECT_ERROR(ValueError, withHalo(named, 1, mirror(J)),
               "a mirror halo of 'x' in J, which it lacks");
  EXPECT_ERROR(ValueError, withHalo(named, 5, periodic(I)),
               "a periodic halo of 'x' in I is made of 5 points, got 4");
  EXPECT_ERROR(ValueError, withHalo(named, -1, extend(I)),
               "a extend halo of 'x' in I: expected widths of 0 at least, got -1 and -1");
  EXPECT_ERROR(ValueError, withHalo(index(I).named("i"), 1, extend(I)),
               "a extend halo of 'i' in I: the field has no end, I(-inf,inf)");
  EXPECT_ERROR(ValueError, withHalo(named, 1, extend(I), mirror(I)),
               "withHalo of 'x' names I twice");
}

} // namespace
