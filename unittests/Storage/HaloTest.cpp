//===- HaloTest.cpp - Halos of storages and views -------------------------===//
//
// How halos are given, changed, and what is left of them in views.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"

using namespace gtjit;
using namespace gtjit::test;

namespace {

using Widths = std::vector<HaloWidth>;

Storage withHalo(const Halo &halo) { return empty({10, 20, 30}, F64, {.halo = halo}); }

// S0-040
TEST(Halo, IsGivenAsNumbersOrPairs) {
  EXPECT_EQ(list(withHalo({1, {2, 3}, 0}).halo()), (Widths{{1, 1}, {2, 3}, {0, 0}}));
  EXPECT_EQ(list(withHalo({}).halo()), (Widths{{0, 0}, {0, 0}, {0, 0}}));
  EXPECT_ERROR(ValueError, withHalo({1, {2, -3}, 0}),
               "expected a halo of at least 0 in J, got (2,-3)");
  EXPECT_ERROR(ValueError, withHalo({{5, 6}, 0, 0}),
               "the halo (5,6) in I does not fit into 10 points");
  Storage full = withHalo({{4, 6}, 0, 0});
  EXPECT_EQ(list(full.domain_shape()), (Sizes{0, 20, 30}));
  EXPECT_TRUE(full.compute_domain().empty());
  EXPECT_EQ(list(full.halo()), (Widths{{4, 6}, {0, 0}, {0, 0}}));
}

TEST(Halo, IsGivenByNameOrByPosition) {
  EXPECT_EQ(list(withHalo({{K, 2}, {I, {1, 3}}}).halo()), (Widths{{1, 3}, {0, 0}, {2, 2}}));
  EXPECT_ERROR(ValueError, withHalo({{I, 1}, 2}),
               "expected a halo by name or by position, got both");
  EXPECT_ERROR(ValueError, withHalo({1, 2}), "expected a halo for each of 3 dimensions, got 2");
  EXPECT_ERROR(ValueError, withHalo({{I, 1}, {I, 2}}), "a halo is given twice in I");
  EXPECT_ERROR(ValueError, withHalo({{Dimension("Cell"), 1}}),
               "a halo is given in Cell, but the storage has the dimensions (I, J, K)");
}

// S0-070
TEST(Halo, ChangesWithoutMovingMemory) {
  Storage u = zeros({10, 20, 30});
  const double *address = u.read<double>().data();
  std::vector<std::int64_t> strides = list(u.strides());
  u.setHalo({1, {0, 2}, 0});
  EXPECT_EQ(list(u.halo()), (Widths{{1, 1}, {0, 2}, {0, 0}}));
  EXPECT_EQ(u.compute_domain(), (Domain{I(1, 9), J(0, 18), K(0, 30)}));
  EXPECT_EQ(u.domain(), (Domain{I(0, 10), J(0, 20), K(0, 30)}));
  EXPECT_EQ(u.read<double>().data(), address);
  EXPECT_EQ(list(u.strides()), strides);
  EXPECT_ERROR(ValueError, u.setHalo({11, 0, 0}),
               "the halo (11,11) in I does not fit into 10 points");
  EXPECT_EQ(list(u.halo()), (Widths{{1, 1}, {0, 2}, {0, 0}}));
  u.setHalo({{5, 5}, 0, 0});
  EXPECT_EQ(list(u.halo())[0], HaloWidth(5, 5));
}

TEST(Halo, FieldsKeepTheHaloThatTheySaw) {
  Storage u = zeros({10});
  Field before = u;
  u.setHalo({2});
  Field after = u;
  EXPECT_EQ(before.compute_domain(), (Domain{I(0, 10)}));
  EXPECT_EQ(after.compute_domain(), (Domain{I(2, 8)}));
}

// S0-071
TEST(Halo, TheDomainShapeIsTheShapeWithoutIt) {
  EXPECT_EQ(list(withHalo({{1, 2}, {3, 4}, {0, 0}}).domain_shape()), (Sizes{7, 13, 30}));
}

// S0-072
TEST(View, OfTheDomainStartsAtTheFirstComputePoint) {
  Storage s = empty({10, 20, 30}, F64, {.halo = {{1, 2}, {3, 4}, {0, 0}}});
  Storage view = s.domain_view();
  EXPECT_EQ(list(view.shape()), (Sizes{7, 13, 30}));
  EXPECT_EQ(list(view.halo()), (Widths{{0, 0}, {0, 0}, {0, 0}}));
  EXPECT_EQ(view.domain(), s.compute_domain());
  EXPECT_EQ(&view.read<double>()(0, 0, 0), &s.read<double>()(1, 3, 0));
  view.write<double>()(0, 0, 0) = 42.0;
  EXPECT_EQ(s.read<double>()(1, 3, 0), 42.0);
}

// S1-095
TEST(View, KeepsTheHaloThatIsStillInside) {
  Storage s = empty({10, 5}, F64, {.halo = {{2, 2}, {1, 1}}}); // I is [-2, 8), compute [0, 6)
  EXPECT_EQ(list(s.view({I(-1, 7), J(-1, 4)}).halo()), (Widths{{1, 1}, {1, 1}}));
  EXPECT_EQ(list(s.view({I(2, 4)}).halo()), (Widths{{0, 0}, {1, 1}}));
  EXPECT_EQ(s.view({I(-1, 7)}).compute_domain(), (Domain{I(0, 6), J(0, 3)}));
  Storage row = s.view({I(3)});
  EXPECT_EQ(list(row.halo()), (Widths{{1, 1}}));
  EXPECT_EQ(row.domain(), (Domain{J(-1, 4)}));
  EXPECT_EQ(list(s.view({I(-2, 0)}).halo())[0], HaloWidth(2, 0));
  EXPECT_EQ(list(s.view({I(6, 8)}).halo())[0], HaloWidth(0, 2));
  EXPECT_EQ(list(s.view({I(3, 3)}).halo())[0], HaloWidth(0, 0));
}

// case 42 (open: shifted fields are values)
TEST(View, SharesElementsAndDropsIndexedDimensions) {
  Storage s = empty<double>({I(0, 4), J(0, 5), K(0, 3)});
  Values<double> values = numbered(s);
  Storage part = s.view({J(2), I(1, 3)});
  EXPECT_EQ(part.domain(), (Domain{I(1, 3), K(0, 3)}));
  for (const auto &[point, value] : valuesOf<double>(part))
    EXPECT_EQ(value, (values[{point[0], 2, point[1]}]));
  Storage inner = part.view({K(1), I(2)});
  EXPECT_EQ(inner.ndim(), 0u);
  EXPECT_EQ(inner.read<double>()(), (values[{2, 2, 1}]));
  inner.write<double>()() = -1.0;
  EXPECT_EQ(s.read<double>()(2, 2, 1), -1.0);
  EXPECT_ERROR(IndexOutOfBounds, s.named("s").view({I(4)}),
               "a part of 's': I(4) lies outside of I[0,4)");
}

TEST(View, FollowsItsStorageToOtherMemory) {
  Storage s = zeros<double>({I(0, 4), J(0, 5)});
  Storage part = s.view({I(1, 3)});
  Field old = s; // makes the next write go elsewhere
  HostView<const double> before = s.read<double>();
  part.write<double>()(0, 0) = 5.0;
  EXPECT_EQ(s.read<double>()(1, 0), 5.0);
  EXPECT_EQ(part.read<double>()(0, 0), 5.0);
  EXPECT_EQ(before(1, 0), 0.0);
  EXPECT_NE(before.data(), s.read<double>().data());
}

} // namespace
