//===- ReadsTest.cpp - What a box of a field reads ------------------------===//
//
// The points that are read through tables and names of dimensions, and the boxes
// that kernels may read, which hold them.
//
//===----------------------------------------------------------------------===//
#include "GraphTest.h"

#include "gtjit/Connectivity.h"

using namespace gtjit;
using namespace gtjit::detail;
using testing::ElementsAre;

namespace {

const Dimension V("V"), E("E"), e2v("E2V", DimensionKind::Local);

class Reads : public GraphTest {
protected:
  static Connectivity table() {
    Storage indices = empty<std::int32_t>({E(0, 3), e2v(0, 2)});
    auto view = indices.write<std::int32_t>();
    const int numbers[3][2] = {{4, 2}, {3, -1}, {2, 2}};
    for (int e = 0; e < 3; ++e)
      for (int n = 0; n < 2; ++n)
        view(e, n) = numbers[e][n];
    return Connectivity(indices, V, Skip{});
  }
};

TEST_F(Reads, PointsOfATable) {
  Field u = zeros<double>({V(0, 9), K(0, 4)});
  NodeRef node = u(table()).ref();
  auto points = [&](const Domain &box) { return node->pointsRead(0, box); };
  EXPECT_THAT(
      points({E(0, 1), e2v(0, 2), K(1, 3)}),
      testing::UnorderedElementsAre(Domain({V(4, 5), K(1, 3)}), Domain({V(2, 3), K(1, 3)})));
  // A missing neighbour is read where the least index is.
  EXPECT_THAT(points({E(1, 2), e2v(1, 2), K(0, 1)}), ElementsAre(Domain({V(2, 3), K(0, 1)})));
  EXPECT_EQ(node->reads(0, {E(1, 2), e2v(1, 2), K(0, 1)}), Domain({V(2, 5), K(0, 1)}));
  EXPECT_THAT(node->pointsRead(1, {E(0, 1), e2v(0, 2), K(1, 3)}),
              ElementsAre(Domain({E(0, 1), e2v(0, 2)})));
  EXPECT_FALSE(node->isTable(0));
  EXPECT_TRUE(node->isTable(1));
}

TEST_F(Reads, NoPointsOfATable) {
  Field u = zeros<double>({V(0, 9), K(0, 4)});
  NodeRef node = u(table()).ref();
  std::vector<Domain> none = node->pointsRead(0, {E(2, 2), e2v(0, 2), K(1, 3)});
  ASSERT_EQ(none.size(), 1u);
  EXPECT_TRUE(none[0].empty());
  EXPECT_TRUE(none[0].has(V) && none[0].has(K));
}

/// Kernels read what has another name by an index in the range of the whole field.
TEST_F(Reads, ARenamedDimension) {
  Field levels = zeros<double>({I(0, 3), K(2, 8)});
  NodeRef node = levels(half(K) - 0.5).ref();
  Dimension h = half(K);
  ASSERT_EQ(node->domain, Domain({I(0, 3), h(3, 9)}));
  Domain box({I(1, 2), h(4, 6)});
  EXPECT_EQ(node->reads(0, box), Domain({I(1, 2), K(2, 8)}));
  EXPECT_THAT(node->pointsRead(0, box), ElementsAre(Domain({I(1, 2), K(3, 5)})));
  Domain none({I(1, 1), h(4, 6)});
  EXPECT_TRUE(node->reads(0, none).empty());
  EXPECT_TRUE(node->pointsRead(0, none)[0].empty());
}

} // namespace
