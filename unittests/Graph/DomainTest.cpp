//===- DomainTest.cpp - Domains of operations -----------------------------===//
//
// Where results are defined, and which of their points belong to the grid.
//
//===----------------------------------------------------------------------===//
#include "GraphTest.h"

#include <cmath>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class Domains : public GraphTest {};

const Dimension X("X");

// S4-047
TEST_F(Domains, OperandsIntersect) {
  Field a = on(I(0, 5)), b = on(I(2, 8));
  Field sum = a + b;
  EXPECT_EQ(sum.domain(), Domain(I(2, 5)));
  EXPECT_EQ(sum.extended_domain(), Domain(I(2, 5)));
  Field picked = where(on(I(0, 4), Bool), a, on(I(1, 6)));
  EXPECT_EQ(picked.domain(), Domain(I(1, 4)));
}

// S4-048
TEST_F(Domains, MissingDimensionsAreUnbounded) {
  Field a = on(I(0, 10)), b = zeros({I(5, 10), J(5, 10)});
  EXPECT_EQ((a + b).domain(), Domain({I(5, 10), J(5, 10)}));
  EXPECT_EQ((b + a).domain(), Domain({I(5, 10), J(5, 10)}));
}

// S4-048
TEST_F(Domains, DimensionsAreInCanonicalOrder) {
  Field kj = zeros({K(0, 3), J(0, 2)}), i = on(I(0, 4));
  Domain domain = (kj * i).domain();
  ASSERT_EQ(domain.ndim(), 3u);
  EXPECT_EQ(domain[0].dim, I);
  EXPECT_EQ(domain[1].dim, J);
  EXPECT_EQ(domain[2].dim, K);
  EXPECT_EQ(Field(zeros({K(0, 3), J(0, 2)})).domain()[0].dim, J);
  EXPECT_EQ((on(X(0, 2)) + i).domain()[0].dim, I);
}

// Worked case 10.
TEST_F(Domains, ResultsHaveOneLocalDimensionAtMost) {
  const Dimension edges("V2E", DimensionKind::Local), cells("V2C", DimensionKind::Local);
  Field a = zeros({I(0, 2), edges(0, 6)}), b = zeros({I(0, 2), cells(0, 6)}), k = on(K(0, 3));
  Domain domain = (a + k).domain();
  ASSERT_EQ(domain.ndim(), 3u);
  EXPECT_EQ(domain[1].dim, edges);
  EXPECT_EQ(domain[2].dim, K);
  EXPECT_NO_THROW((void)(a + a));
  EXPECT_ERROR(ValueError, a * b, "the result of '*' would have two local dimensions, V2C and V2E");
}

// Worked case 11.
TEST_F(Domains, DimensionsInAnyOrderTakePartInArithmetic) {
  Storage u = empty({J(0, 2), I(0, 3)});
  auto view = u.write<double>();
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i)
      view(j, i) = 10 * i + j;
  Field sum = -u + 1.0 + u[I(1)];
  Field root = where(u > 10.0, sqrt(u), u);
  EXPECT_EQ(root.domain(), Domain({I(0, 3), J(0, 2)}));
  EXPECT_EQ((root[{I(2), J(1)}].item<double>()), std::sqrt(21.0));
  EXPECT_EQ((root[{I(1), J(0)}].item<double>()), 10.0);
  EXPECT_EQ(sum.domain()[0].dim, I);
  EXPECT_EQ((sum[{I(2), J(1)}].item<double>()), -21 + 1.0 + 11);
}

// S4-049
TEST_F(Domains, DisjointOperandsGiveAnEmptyFieldWithoutAnError) {
  Field sum = on(I(0, 2)) + on(I(5, 7));
  EXPECT_TRUE(sum.domain().empty());
  EXPECT_EQ(eval(sum).shape()[0], 0);
  Storage target = on(I(0, 2));
  EXPECT_THROW(target[whole] = sum, DomainError);
}

// Worked case 26.
TEST_F(Domains, NumbersAndFieldsWithoutDimensionsBroadcast) {
  Storage number = zeros(Domain());
  Field f = number + on(I(1, 3)) * 2.0;
  EXPECT_EQ(f.domain(), Domain(I(1, 3)));
  EXPECT_EQ((number + 1.0).ndim(), 0u);
}

// S4-100, case 56
TEST_F(Domains, ShiftMovesTheDomainAndNothingElse) {
  Field f = on(I(0, 10)), g = zeros({I(0, 10), J(0, 10)});
  EXPECT_EQ(f(I + 1).domain(), Domain(I(-1, 9)));
  EXPECT_EQ(f(I - 1).domain(), Domain(I(1, 11)));
  EXPECT_EQ((I + 1).inverseImage(Range(0, 10)), Range(-1, 9));
  EXPECT_EQ(g(J + 1).domain(), Domain({I(0, 10), J(-1, 9)}));
  EXPECT_EQ(f(I + 1).get()->inputs[0].get(), f.get());
  EXPECT_EQ((f(I + 1) - f).domain(), Domain(I(0, 9)));
}

// Worked case 57.
TEST_F(Domains, ShiftInADimensionThatIsNotThereIsAnError) {
  Storage u = on(I(0, 4)).named("u");
  EXPECT_ERROR(ValueError, u(J + 1), "a shift in J of 'u', which has no such dimension");
}

// S4-102
TEST_F(Domains, ShiftsCompose) {
  Field f = zeros({I(0, 10), J(0, 10)});
  EXPECT_EQ(f(I + 1)(I - 1).get(), f.get());
  EXPECT_EQ(as<ShiftNode>(*f(I + 1)(I + 1).get())->offset, 2);
  EXPECT_EQ(f(I + 1)(I + 1).get()->inputs[0].get(), f.get());
  EXPECT_EQ(f(I + 1)(I + 1).domain(), f(I + 2).domain());
  EXPECT_EQ(f(I + 1)(J - 1).domain(), f(J - 1)(I + 1).domain());
  EXPECT_EQ(f(I + 1, J - 1).domain(), Domain({I(-1, 9), J(1, 11)}));
  EXPECT_EQ(f(I + 1)(J + 2)(I - 1).domain(), f(J + 2).domain());
  EXPECT_EQ(f(I + 1)(J + 2)(I - 1)(J - 2).get(), f.get());
  EXPECT_EQ(f(I + 0).get(), f.get());
}

TEST_F(Domains, ShiftsOfWhatNobodyElseHoldsCompose) {
  Storage u = zeros({I(0, 10), J(0, 10)});
  Field f = u;
  EXPECT_EQ(u(I + 1)(I - 1).get(), f.get());
  EXPECT_EQ(u(I + 1, J + 2)(I - 1).domain(), u(J + 2).domain());
  EXPECT_EQ(u(I + 1, J + 2, I - 1, J - 2).get(), f.get());
  EXPECT_EQ(as<ShiftNode>(*u(I + 1)(I + 1).get())->offset, 2);
  Field shifted = u(I + 1);
  Field twice = std::move(shifted)(I + 1);
  EXPECT_EQ(twice.get()->inputs[0].get(), f.get());
  // One that is in memory has let its input go.
  Field held = u(I + 1) + 0.0, evaluated = held(I + 1)(J + 1);
  (void)eval(evaluated);
  Field further = std::move(evaluated)(I + 1);
  EXPECT_EQ(further.domain(), Domain({I(-3, 7), J(-1, 9)}));
  (void)eval(further);
}

// S4-031
TEST_F(Domains, ShiftingBackGivesTheOriginal) {
  Storage u = zeros<double>({I(0, 8)}, {.halo = {{I, 2}}});
  Field f = u;
  EXPECT_EQ(f.domain(), f.extended_domain());
  Field back = f(I + 1)(I - 1);
  EXPECT_EQ(back.domain(), f.domain());
  EXPECT_EQ(back.compute_domain(), f.compute_domain());
  EXPECT_EQ(back.get(), f.get());
}

// M-003
TEST_F(Domains, HaloBelongsToTheDomainAndNotToTheGrid) {
  Field f = zeros({10}, F64, {.halo = {{1, 2}}});
  EXPECT_EQ(f.compute_domain(), Domain(I(0, 7)));
  EXPECT_EQ(f.domain(), Domain(I(-1, 9)));
  EXPECT_EQ(f.extended_domain(), Domain(I(-1, 9)));
  EXPECT_EQ(f(I + 1).compute_domain(), Domain(I(0, 7))) << "the grid does not move";
  EXPECT_EQ(f(I + 3).compute_domain(), Domain(I(0, 6))) << "but needs values";
  EXPECT_EQ(f(I + 3)(I - 3).compute_domain(), Domain(I(0, 7))) << "and keeps what was cut off";
  Field narrow = zeros<double>({I(2, 5)}, {.halo = {{I, 2}}});
  EXPECT_EQ((f + narrow).compute_domain(), Domain(I(2, 5)));
  EXPECT_EQ((f + narrow).domain(), Domain(I(0, 7)));
}

// S4-079, S4-019, case 90, case 92
TEST_F(Domains, BroadcastAddsInfiniteDimensions) {
  Field number = broadcast(3.0, {I, J});
  EXPECT_EQ(number.domain(), Domain({I(Range::all()), J(Range::all())}));
  EXPECT_EQ(number.ndim(), 2u);
  EXPECT_EQ((number + zeros({I(0, 2), J(0, 3)})).domain(), Domain({I(0, 2), J(0, 3)}));
  EXPECT_THROW(eval(number), ValueError);
  EXPECT_THROW(number.storage(), ValueError);
  EXPECT_EQ((broadcast(3.0, {I, J})[{I(7), J(-2)}].item<double>()), 3.0);
  Field f = on(I(0, 5));
  EXPECT_EQ(broadcast(f, {I, J}).domain(), Domain({I(0, 5), J(Range::all())}));
  EXPECT_EQ((broadcast(f, {J, I}) + on(J(0, 2))).domain(), Domain({I(0, 5), J(0, 2)}));
  Storage u = on(I(0, 5)).named("u");
  EXPECT_ERROR(ValueError, broadcast(u, J), "broadcast of 'u' to (J) would drop I");
  EXPECT_ERROR(ValueError, broadcast(u, {I, J, J}), "broadcast names J twice");
}

// Worked case 91.
TEST_F(Domains, SliceMakesAnInfiniteDimensionFinite) {
  Field wide = broadcast(on(I(0, 5)), {I, J});
  Field part = wide[{I(0, 2), J(3, 5)}];
  EXPECT_EQ(part.domain(), Domain({I(0, 2), J(3, 5)}));
  EXPECT_EQ(wide(J + 7).domain(), wide.domain());
}

// Worked case 93.
TEST_F(Domains, BroadcastInAnotherOrderChangesNothing) {
  Field f = zeros({I(0, 2), J(0, 2)});
  EXPECT_EQ(broadcast(f, {J, I}).get(), f.get());
}

TEST_F(Domains, ReductionRemovesItsDimensions) {
  Storage u = zeros({I(0, 4), J(0, 3), K(0, 2)}).named("u");
  EXPECT_EQ(sum(u).ndim(), 0u);
  EXPECT_EQ(sum(u, {K, I}).domain(), Domain(J(0, 3)));
  EXPECT_EQ(max(u, J).domain(), Domain({I(0, 4), K(0, 2)}));
  EXPECT_EQ(sum(u, {}).get(), Field(u).get());
  EXPECT_ERROR(ValueError, sum(u, X), "'sum' over X of 'u', which has no such dimension");
  EXPECT_ERROR(ValueError, min(u, {I, I}), "'min' names I twice");
  Field wide = broadcast(on(I(0, 5)), {I, J}).named("w");
  EXPECT_ERROR(ValueError, max(wide, J),
               "'max' over J of 'w', which is infinite: J(-inf,inf); slice it");
}

TEST_F(Domains, ReductionOrderIsTheStrideOrderOfTheFirstFullLeaf) {
  Storage u = zeros({I(0, 4), J(0, 3), K(0, 2)}),
          c = zeros({I(0, 4), J(0, 3), K(0, 2)}, F64, {.preset = "C"});
  auto reduced = [](const Field &f) { return as<ReduceNode>(*f.get())->order; };
  auto order = [&](const Field &f) { return reduced(f).dims; };
  EXPECT_EQ(order(sum(u)), (std::vector<Dimension>{I, J, K}));
  EXPECT_TRUE(reduced(sum(u)).lanes);
  EXPECT_EQ(order(sum(c + u)), (std::vector<Dimension>{K, J, I}));
  EXPECT_EQ(order(sum(on(K(0, 2)) * u)), (std::vector<Dimension>{I, J, K}));
  EXPECT_EQ(order(sum(c, {I, J})), (std::vector<Dimension>{J, I}));
  EXPECT_FALSE(reduced(sum(c, {I, J})).lanes);
  EXPECT_EQ(order(sum(on(K(0, 2)) * on(I(0, 4)))), (std::vector<Dimension>{K, I}));
}

TEST_F(Domains, RuntimesDoNotMix) {
  Field mine = on(I(0, 4));
  Runtime other{options()};
  Runtime::Scope inner(other);
  Storage theirs = on(I(0, 4));
  EXPECT_ERROR(ValueError, mine + theirs, "the operands of '+' belong to different runtimes");
  EXPECT_EQ((mine + 1.0).domain(), Domain(I(0, 4)));
  EXPECT_THROW(theirs[whole] = mine, ValueError);
}

} // namespace
