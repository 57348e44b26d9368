//===- NetCdfTablesTest.cpp - Tables of neighbours from netCDF ------------===//
//
// A table of two dimensions that counts from 1 and marks missing neighbours, in a sum over
// neighbours; indices that are not there.
//
//===----------------------------------------------------------------------===//
#include "Session.h"

#include "gtjit/Types/NpyHeader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <netcdf.h>

using namespace gtrun::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// %w is at each edge the sum of %u at the vertices that %t lists.
constexpr const char *sumProgram = R"(!u = !gt.field<[V], f64>
!t = !gt.field<[E, L], i32>
!w = !gt.field<[E, L], f64>
gt.program @sum(%u: !gt.storage<[V], f64, unit>, %t: !gt.storage<[E, L], i32, unit>,
                %w: !gt.storage<[E], f64, unit>, %e: !gt.range<E>, %l: !gt.range<L>,
                %v: !gt.range<V>) {
  %0 = gt.load %u : !gt.storage<[V], f64, unit> -> !u
  %1 = gt.load %t : !gt.storage<[E, L], i32, unit> -> !t
  %none = gt.constant -1 : i32
  %first = gt.constant 0 : i32
  %zero = gt.constant 0.0 : f64
  %2 = gt.ne %1, %none : (!t, i32) -> !gt.field<[E, L], i1>
  %3 = gt.select %2, %1, %first : (!gt.field<[E, L], i1>, !t, i32) -> !t
  %4 = gt.remap %0 by %3 in %v : !u by !t in !gt.range<V> -> !w
  %5 = gt.select %2, %4, %zero : (!gt.field<[E, L], i1>, !w, f64) -> !w
  %6 = gt.reduce sum %5 over %l width 2 : !w, !gt.range<L> -> !gt.field<[E], f64>
  gt.store %6 to %w over %e : !gt.field<[E], f64>, !gt.storage<[E], f64, unit>, !gt.range<E>
}
)";

/// %w is at each neighbour of each edge the value of %u.
constexpr const char *gatherProgram = R"(!u = !gt.field<[V], f64>
!t = !gt.field<[E, L], i32>
!w = !gt.field<[E, L], f64>
gt.program @gather(%u: !gt.storage<[V], f64, unit>, %t: !gt.storage<[E, L], i32, unit>,
                   %w: !gt.storage<[E, L], f64, unit>, %e: !gt.range<E>, %l: !gt.range<L>,
                   %v: !gt.range<V>) {
  %0 = gt.load %u : !gt.storage<[V], f64, unit> -> !u
  %1 = gt.load %t : !gt.storage<[E, L], i32, unit> -> !t
  %2 = gt.remap %0 by %1 in %v : !u by !t in !gt.range<V> -> !w
  gt.store %2 to %w over %e, %l : !w, !gt.storage<[E, L], f64, unit>, !gt.range<E>, !gt.range<L>
}
)";

/// A folder with the program and u.npy, which holds 10 v at the vertices 0 to 3.
class NetCdfTables : public testing::TestWithParam<int> {
protected:
  NetCdfTables() {
    session.write("p.mlir", sumProgram);
    const std::int64_t shape[] = {4};
    const double u[] = {0, 10, 20, 30};
    session.write("u.npy", gtjit::detail::npyHeader(gtjit::F64, shape) +
                               std::string(reinterpret_cast<const char *>(u), sizeof(u)));
  }

  /// mesh.nc with ends(edge, two), which counts from 1 and has -9 for none.
  void writeTable(const int (&ends)[6]) const {
    int file = 0, dims[2] = {}, table = 0;
    const int start = 1, none = -9;
    ASSERT_EQ(nc_create(session.path("mesh.nc").c_str(), NC_CLOBBER | GetParam(), &file), NC_NOERR);
    nc_def_dim(file, "edge", 3, &dims[0]);
    nc_def_dim(file, "two", 2, &dims[1]);
    nc_def_var(file, "ends", NC_INT, 2, dims, &table);
    nc_put_att_int(file, table, "start_index", NC_INT, 1, &start);
    nc_put_att_int(file, table, "_FillValue", NC_INT, 1, &none);
    ASSERT_EQ(nc_enddef(file), NC_NOERR);
    ASSERT_EQ(nc_put_var_int(file, table, ends), NC_NOERR);
    ASSERT_EQ(nc_close(file), NC_NOERR);
  }
  std::string sum(const std::string &backend) const {
    return session
        .run({session.path("p.mlir"), "--in=u=" + session.path("u.npy"),
              "--in=t=" + session.path("mesh.nc:ends"), "--out=w=" + session.path("w.npy"),
              "--backend=" + backend})
        .errors;
  }
  std::vector<double> sums() const {
    std::string bytes = session.read("w.npy");
    std::vector<double> result(3);
    EXPECT_GT(bytes.size(), sizeof(double) * 3);
    std::memcpy(result.data(), bytes.data() + bytes.size() - sizeof(double) * 3,
                sizeof(double) * 3);
    return result;
  }

  Session session;
};

INSTANTIATE_TEST_SUITE_P(Formats, NetCdfTables, testing::Values(NC_CLASSIC_MODEL, NC_NETCDF4),
                         [](const auto &info) {
                           return info.param == NC_NETCDF4 ? "NetCdf4" : "Classic";
                         });

} // namespace

TEST_P(NetCdfTables, SumOverTheNeighboursThatAreThere) {
  writeTable({1, 2, 2, -9, 4, 3});
  for (const char *backend : {"cpu", "reference", "emulated"}) {
    ASSERT_EQ(sum(backend), "") << backend;
    EXPECT_THAT(sums(), ElementsAre(10, 10, 50)) << backend;
  }
}

// Positions and indices are those of the program, which count from 0.
TEST_P(NetCdfTables, IndicesOfNoPointAreRefused) {
  session.write("p.mlir", gatherProgram);
  writeTable({1, 2, 2, 5, 4, 3});
  for (const char *backend : {"cpu", "reference", "emulated"})
    EXPECT_THAT(sum(backend),
                HasSubstr("p.mlir:9: error: a remap of 'u' by the table 't' of indices of V: its "
                          "index at E(1), L(1) is 4, not in V[0,4)"))
        << backend;
  EXPECT_FALSE(session.has("w.npy"));
  session.write("p.mlir", sumProgram); // a table that is computed of it
  EXPECT_THAT(sum("cpu"), HasSubstr("the index at E(1), L(1) is 4, not in V[0,4)"));
}

TEST_P(NetCdfTables, IndicesBelowTheFirstAreRefused) {
  writeTable({1, 2, 2, -9, 0, 3});
  EXPECT_THAT(sum("cpu"), HasSubstr("mesh.nc': 'ends' holds 0 at (2, 0), no index from 1 on"));
  EXPECT_FALSE(session.has("w.npy"));
}
