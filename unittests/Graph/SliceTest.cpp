//===- SliceTest.cpp - Parts of fields ------------------------------------===//
//
// Slices keep coordinates and copy nothing; indices take dimensions away.
//
//===----------------------------------------------------------------------===//
#include "GraphTest.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class Slices : public GraphTest {
protected:
  Field f = zeros({I(1, 3), J(2, 5)});
};

// S4-024, S4-111
TEST_F(Slices, DomainIsKnownWithoutValues) {
  EXPECT_EQ(f.domain(), Domain({I(1, 3), J(2, 5)}));
  EXPECT_EQ((f + f(J + 1)).domain(), Domain({I(1, 3), J(2, 4)}));
  EXPECT_EQ(runtime.counters().evaluations, 0);
}

// S4-025
TEST_F(Slices, StorageHasTheShapeOfTheDomain) {
  Storage values = (f * 1.0).storage();
  EXPECT_EQ(values.domain(), f.domain());
  EXPECT_EQ(values.shape()[0], 2);
  EXPECT_EQ(values.shape()[1], 3);
  EXPECT_THROW(broadcast(f, {I, J, K}).storage(), ValueError);
}

// S4-030
TEST_F(Slices, SliceRemembersTheDomainItIsCutFrom) {
  Field g = f[{I(2, 3)}];
  EXPECT_EQ(g.domain(), Domain({I(2, 3), J(2, 5)}));
  EXPECT_EQ(g.extended_domain(), Domain({I(1, 3), J(2, 5)}));
  FlatGraph program = flattened(g);
  EXPECT_EQ(program.nodeCount(), 1u) << "a slice reads the same memory";
  EXPECT_EQ(g[{J(3, 4)}].extended_domain(), f.domain());
  EXPECT_EQ(g(J + 1).extended_domain(), Domain({I(1, 3), J(1, 4)}));
  EXPECT_EQ((g + 1.0).extended_domain(), g.domain());
}

TEST_F(Slices, SliceDoesNotReachBeyondItsOwnDomain) {
  EXPECT_THROW((void)((f[{I(2, 3)}][{I(1, 3)}])), IndexOutOfBounds);
}

// S4-032
TEST_F(Slices, OriginIsMinusTheStart) {
  EXPECT_EQ(f.dims().begin()[0], I);
  EXPECT_EQ(f.dims().begin()[1], J);
  EXPECT_EQ(f.origin()[0], -1);
  EXPECT_EQ(f.origin()[1], -2);
  EXPECT_THROW(broadcast(f, {I, J, K}).origin(), ValueError);
}

// S4-085
TEST_F(Slices, CoordinatesAreKept) {
  EXPECT_EQ(f.rel({1}).domain(), Domain(J(2, 5)));
  EXPECT_EQ(f[I(1)].domain(), Domain(J(2, 5)));
  EXPECT_EQ((f[{I(1), J(3)}].ndim()), 0u);
}

// S4-087
TEST_F(Slices, RelativeSlicesCountFromTheDomainsEnds) {
  Field g = on(I(3, 10));
  EXPECT_EQ(g.rel({{1, 4}}).domain(), Domain(I(4, 7)));
  EXPECT_EQ(g.rel({{-2, Slice::none}}).domain(), Domain(I(8, 10)));
  EXPECT_EQ(g.rel({{2, -2}}).domain(), Domain(I(5, 8)));
}

// Worked case 38.
TEST_F(Slices, EllipsisKeepsTheOtherDimensions) {
  EXPECT_EQ(f.rel({ellipsis, 1}).domain(), Domain(I(1, 3)));
  EXPECT_EQ(f.rel({ellipsis}).get(), f.get());
  EXPECT_EQ(f.rel({1, ellipsis}).domain(), Domain(J(2, 5)));
}

// S4-093
TEST_F(Slices, NothingIsClipped) {
  Field g = on(I(-2, 3));
  EXPECT_THROW((void)(g[I(5)]), IndexOutOfBounds);
  EXPECT_THROW((void)(g.rel({5})), IndexOutOfBounds);
  EXPECT_THROW((void)(g.rel({-6})), IndexOutOfBounds);
  EXPECT_THROW((void)((g.rel({{5, 6}}))), IndexOutOfBounds);
  EXPECT_EQ(g.rel({{4, 5}}).domain(), Domain(I(2, 3)));
  EXPECT_TRUE(g.rel({{5, Slice::none}}).domain().empty());
  EXPECT_THROW((void)((g.rel({1, 2}))), IndexError);
  EXPECT_THROW((void)((g.rel({{0, 4, 2}}))), ValueError);
}

// S4-094
TEST_F(Slices, NamesMayComeInAnyOrder) {
  Field g = zeros({I(2, 5), J(3, 6), K(4, 7)});
  EXPECT_EQ((g[{J(4, 5), I(2)}].domain()), Domain({J(4, 5), K(4, 7)}));
  EXPECT_THROW((void)(g[Dimension("X")(3)]), IndexError);
}

TEST_F(Slices, ErrorsAreAtTheUsersLine) {
  try {
#line 7 "model.cpp"
    f[I(9)];
#line 106 "SliceTest.cpp"
    FAIL();
  } catch (const IndexOutOfBounds &error) {
    EXPECT_STREQ(error.line().file, "model.cpp");
    EXPECT_EQ(error.line().line, 7u);
  }
}

TEST_F(Slices, EmptyHandleIsAnErrorEverywhere) {
  Field none;
  const std::string empty = " is empty: a Storage or Field that nothing was assigned to";
  Storage nothing;
  EXPECT_ERROR(ValueError, none.domain(), "the field" + empty);
  EXPECT_ERROR(ValueError, none(I + 1), "the field" + empty);
  EXPECT_ERROR(ValueError, eval(none), "the field" + empty);
  EXPECT_ERROR(ValueError, none + f, "the first operand of '+'" + empty);
  EXPECT_ERROR(ValueError, f * nothing, "the second operand of '*'" + empty);
  EXPECT_ERROR(ValueError, where(f > 0.0, f, nothing), "the third operand of 'where'" + empty);
  EXPECT_ERROR(ValueError, sqrt(nothing), "the operand of 'sqrt'" + empty);
  EXPECT_ERROR(ValueError, sum(nothing, I), "the operand of 'sum'" + empty);
  EXPECT_ERROR(ValueError, Field{nothing},
               "the storage is empty: a Storage that nothing was assigned to");
  Storage v = zeros<double>({I(0, 4)}).named("v");
  EXPECT_ERROR(ValueError, v[whole] = nothing, "what is stored to 'v'" + empty);
  EXPECT_ERROR(ValueError, StorageRegion(nothing, {}, {}, {}) = 1.0,
               "the storage is empty: a Storage that nothing was assigned to");
}

} // namespace
