//===- InverseImageTest.cpp - Where a table's indices lie in a range ------===//
//
// Boxes of positions, what refuses to be one, and that a table is searched once.
//
//===----------------------------------------------------------------------===//
#include "Meshes.h"

using namespace gtjit;
using namespace gtjit::mesh;

namespace {

class InverseImages : public ::testing::Test {
protected:
  Runtime runtime;
  Runtime::Scope scope{runtime};
};

// S4-064, case 63, case 62
TEST_F(InverseImages, OfOneDimension) {
  Connectivity roll(line<std::int32_t>({9, 0, 1, 2, 3, 4, 5, 6, 7, 8}, 0, E), V);
  EXPECT_EQ(roll.inverse_image(Range(2, 7)), Domain({E(3, 8)}));
  EXPECT_EQ(roll.inverse_image(V(0, 10)), Domain({E(0, 10)}));
  EXPECT_EQ(roll.inverse_image(V(0, 1)), Domain({E(1, 2)}));
  EXPECT_THROW((void)roll.inverse_image(V(8, 10)), NonContiguousDomain);
  Connectivity table(line<std::int64_t>({0, 1, 2, 3, 4, 9, 7, 5, 8, 6}, 0, E).named("table"), V);
  EXPECT_EQ(table.inverse_image(V(2, 5)), Domain({E(2, 5)}));
  EXPECT_EQ(table.inverse_image(V(0, 10)), Domain({E(0, 10)}));
  EXPECT_ERROR(
      NonContiguousDomain, table.inverse_image(V(2, 6)),
      "the inverse image of V[2,6) by the table 'table' of indices of V: its index at E(5) "
      "is 9, not in V[2,6), though others around it in {E[2,8)} are");
  EXPECT_ERROR(NonContiguousDomain, table.inverse_image(V(20, 30)),
               "the inverse image of V[20,30) by the table 'table' of indices of V: none of its "
               "indices is in V[20,30)");
}

// S4-065, case 64
TEST_F(InverseImages, OfTwoDimensions) {
  Connectivity table(rows32(C, c2v, {{0, 0, 2}, {1, 1, 2}, {2, 2, 2}}), V);
  EXPECT_EQ(table.inverse_image(V(0, 3)), Domain({C(0, 3), c2v(0, 3)}));
  EXPECT_EQ(table.inverse_image(V(0, 2)), Domain({C(0, 2), c2v(0, 2)}));
  EXPECT_EQ(table.inverse_image(V(0, 1)), Domain({C(0, 1), c2v(0, 2)}));
  EXPECT_EQ(table.inverse_image(V(1, 2)), Domain({C(1, 2), c2v(0, 2)}));
  EXPECT_THROW((void)table.inverse_image(V(1, 3)), NonContiguousDomain);
  EXPECT_THROW((void)table.inverse_image(V(2, 3)), NonContiguousDomain);
}

// case 65, S4-066
TEST_F(InverseImages, OfTablesWithMissingNeighbors) {
  Connectivity table(
      rows32(C, c2v, {{-1, 0, 2, -1}, {1, 1, 2, 2}, {2, 2, -1, -1}, {-1, 2, -1, -1}}), V, Skip{});
  EXPECT_EQ(table.inverse_image(V(0, 3)), Domain({C(0, 4), c2v(0, 4)}));
  EXPECT_EQ(table.inverse_image(V(0, 2)), Domain({C(0, 2), c2v(0, 2)}));
  EXPECT_EQ(table.inverse_image(V(0, 1)), Domain({C(0, 1), c2v(1, 2)}));
  EXPECT_EQ(table.inverse_image(V(1, 2)), Domain({C(1, 2), c2v(0, 2)}));
  EXPECT_THROW((void)table.inverse_image(V(1, 3)), NonContiguousDomain);
  EXPECT_THROW((void)table.inverse_image(V(2, 3)), NonContiguousDomain);
  Connectivity none(rows32(C, c2v, {{-1, -1}}).named("none"), V, Skip{});
  EXPECT_ERROR(NonContiguousDomain, none.inverse_image(V(0, 3)),
               "the inverse image of V[0,3) by the table 'none' of indices of V: all of its "
               "neighbours are missing");
  Connectivity other(rows32(C, c2v, {{0, 99}}), V, Skip{99});
  EXPECT_EQ(other.inverse_image(V(0, 3)), Domain({C(0, 1), c2v(0, 1)}));
}

// case 66
TEST_F(InverseImages, WithoutASkipNoNeighborIsMissing) {
  Storage v = line<double>({1, 2, 3}, 0, V).named("v");
  Connectivity table(rows32(E, e2v, {{0, 1}, {2, -1}, {1, 0}}).named("table"), V);
  std::string what;
  try {
    (void)v(table);
  } catch (const NonContiguousDomain &error) {
    what = error.what();
    EXPECT_EQ(std::string(error.message()),
              "a remap of 'v' by the table 'table' of indices of V: its index at E(1), E2V(1) is "
              "-1, not in V[0,3), though others around it in {E[0,3), E2V[0,2)} are");
    EXPECT_EQ(error.note(0), "if -1 stands for a missing neighbour, say Skip{-1} where the "
                             "connectivity is made");
  }
  EXPECT_NE(what.find("InverseImageTest.cpp"), std::string::npos) << what;
}

TEST_F(InverseImages, ErrorsTellWhatAFieldMustHave) {
  Storage v = line<double>({1, 2, 3}, 0, V).named("v");
  Connectivity table(rows32(E, e2v, {{0, 1}, {2, -1}, {1, 5}}).named("table"), V, Skip{});
  std::string note;
  try {
    (void)v(table);
  } catch (const NonContiguousDomain &error) {
    note = error.note(0);
  }
  EXPECT_EQ(note, "the indices there lie in V[0,6), where a field has to be defined that is read "
                  "by them");
}

// S4-062
TEST_F(InverseImages, MustBeContiguous) {
  Storage v = line<double>({1, 2, 3, 4, 5}, 0, V);
  Connectivity table(line<std::int32_t>({0, 1, 99, 3, 4}, 0, E), V);
  EXPECT_THROW((void)v(table), NonContiguousDomain);
  Connectivity far(line<std::int32_t>({10, 11}, 0, E), V);
  EXPECT_THROW((void)v(far), NonContiguousDomain);
}

// S4-061, case 72
TEST_F(InverseImages, AreSearchedForOnceUntilTheTableChanges) {
  Storage v = line<double>({1, 2, 3}, 0, V), w = line<double>({4, 5, 6}, 0, V);
  Storage indices = line<std::int32_t>({2, 1, 0}, 0, E);
  auto scans = [&] { return runtime.counters().tableScans; };
  EXPECT_EQ(scans(), 0);
  (void)v(Connectivity(indices, V));
  EXPECT_EQ(scans(), 1);
  Connectivity table(indices, V);
  (void)v(table);
  (void)w(table);
  (void)table.inverse_image(V(0, 3));
  EXPECT_EQ(scans(), 1);
  (void)table.inverse_image(V(0, 2));
  EXPECT_EQ(scans(), 2);
  indices.write<std::int32_t>()(0) = 0;
  (void)v(table); // the indices that it was made of
  EXPECT_EQ(scans(), 2);
  Field changed = v(Connectivity(indices, V));
  EXPECT_EQ(scans(), 3);
  EXPECT_THAT(valuesOf<double>(changed), testing::ElementsAre(1, 2, 1));
  EXPECT_THAT(valuesOf<double>(v(table)), testing::ElementsAre(3, 2, 1));
}

/// In whatever order the table lies in memory, and through a view of a part.
TEST_F(InverseImages, DoNotDependOnStrides) {
  Storage v = line<double>({1, 2, 3, 4}, 0, V);
  for (auto layout : {cOrder, fortran}) {
    Storage table = empty<std::int32_t>({E(0, 3), e2v(0, 2)}, {.layout = layout});
    table[whole] = astype(index(E) + index(e2v), I32);
    EXPECT_EQ(v(Connectivity(table, V)).domain(), table.domain());
    EXPECT_THROW((void)Connectivity(table, V).inverse_image(V(1, 4)), NonContiguousDomain);
    Storage reversed = table.slice({{Slice::none, Slice::none, -2}});
    EXPECT_THAT(valuesOf<double>(max_over(v(Connectivity(reversed, V)))),
                testing::ElementsAre(4, 2));
  }
}

/// A part of a mesh may have no edge.
TEST_F(InverseImages, OfEmptyTables) {
  Storage v = line<double>({1, 2, 3}, 0, V);
  Connectivity table(empty<std::int32_t>({E(0, 0), e2v(0, 2)}), V);
  EXPECT_TRUE(v(table).domain().empty());
  EXPECT_TRUE(eval(neighbor_sum(v(table))).domain().empty());
}

} // namespace
