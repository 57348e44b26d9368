//===- TableTest.cpp - Tables and scans where an allocation fails ---------===//
//
// Tables are looked at when a field is gathered and by evaluations of their own.
//
//===----------------------------------------------------------------------===//
#include "../Mesh/Meshes.h"
#include "FailingAllocations.h"

using namespace gtjit;
using namespace gtjit::mesh;

namespace {
class MemoryOutTable : public MemoryOut {};
GTJIT_ON_ALL_BACKENDS(MemoryOutTable);
} // namespace

TEST_P(MemoryOutTable, InSumsOverNeighbours) {
  failInTurn([] {
    Storage table = rows32(E, e2v, {{0, 1}, {1, -1}, {2, 0}});
    Storage u = counting(zeros<double>({V(0, 3), K(0, 4)})),
            sums = zeros<double>({E(0, 3), K(0, 4)});
    Field pending = sums + 1.0;
    return Scene{[=]() mutable {
                   Connectivity e2vs(table, V, Skip{-1});
                   sums[whole] = neighbor_sum(u(e2vs) * 2.0) + max_over(u(e2vs));
                 },
                 [=] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[3], 1.0);
                   return valuesOf(sums);
                 }};
  });
}

TEST_P(MemoryOutTable, InNeighboursOfNeighbours) {
  failInTurn([] {
    Storage edges = rows32(E, e2v, {{0, 1}, {1, 2}, {2, 0}}), cells = rows32(C, c2e, {{0, 1, 2}});
    Storage u = counting(zeros<double>({V(0, 3)})), first = zeros<double>({C(0, 1)});
    return Scene{[=]() mutable {
                   Connectivity e2vs(edges, V), c2es(cells, E);
                   Field gathered = u(e2vs, c2es);
                   first[whole] = sum(gathered, {e2v, c2e}) + u(e2vs[0], c2es[1]);
                 },
                 [=] { return valuesOf(first); }};
  });
}

TEST_P(MemoryOutTable, InTablesThatAreComputed) {
  failInTurn([] {
    Storage u = counting(zeros<double>({V(0, 4)})), moved = zeros<double>({V(0, 4)});
    return Scene{[=]() mutable {
                   Connectivity back(3 - index(V)[{V(0, 4)}], V);
                   moved[whole] = u(back) * 2.0;
                 },
                 [=] { return valuesOf(moved); }};
  });
}

TEST_P(MemoryOutTable, InTablesThatAreWrittenWhileOthersNeedThem) {
  failInTurn([] {
    Storage table = full<std::int64_t>({V(0, 4)}, 1), u = counting(zeros<double>({V(0, 4)}));
    Connectivity same(table, V);
    Field pending = u(same);
    return Scene{[=]() mutable { table[whole] = 2; },
                 [=] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0)), Values(4, 1.0));
                   return Values{static_cast<double>(table.item<std::int64_t>({0}))};
                 }};
  });
}

TEST_P(MemoryOutTable, InShiftsByFields) {
  failInTurn([] {
    Storage offsets = full<std::int64_t>({I(2, 8)}, -2);
    Storage u = counting(zeros<double>({I(0, 10)})), moved = zeros<double>({I(2, 8)});
    return Scene{[=]() mutable {
                   moved[whole] = u(as_offset(I, offsets)) + u(as_offset(I, offsets + 1, {-2, 2}));
                 },
                 [=] { return valuesOf(moved); }};
  });
}

TEST_P(MemoryOutTable, InInverseImages) {
  failInTurn([] {
    Storage table = rows32(E, e2v, {{0, 5}, {1, 6}, {2, 7}, {3, 8}});
    Storage extents = zeros<double>({I(0, 2)});
    return Scene{[=]() mutable {
                   Domain image = Connectivity(table, V)[0].inverse_image(Range(1, 3));
                   extents[whole] = static_cast<double>(image[0].size());
                 },
                 [=] { return valuesOf(extents); }};
  });
}

TEST_P(MemoryOutTable, InScansOfSeveralValues) {
  failInTurn([] {
    Storage u = counting(zeros<double>({I(0, 3), K(0, 6)})), running = like(u);
    running[whole] = 0.0;
    Field pending = running + 1.0;
    return Scene{[=]() mutable {
                   auto mean = [](auto carried, Value x) {
                     auto [total, count] = carried;
                     return std::tuple(total + x, count + 1.0);
                   };
                   auto [total, count] = scan(K, Forward, std::tuple(0.0, 0.0), mean, u);
                   running[whole] = total / count - cummax(u, K, Backward);
                 },
                 [=] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[3], 1.0);
                   return valuesOf(running);
                 }};
  });
}
