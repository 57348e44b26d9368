//===- ScanLevelTest.cpp - Scans of which one level is wanted -------------===//
//
// What a column comes to at one level, its last one or another, alone or beside all of the scan:
// the values that the scan has there, in memory of any layout, for rows of any length.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <random>

using namespace gtjit;

namespace {

constexpr std::int64_t nx = 21, ny = 3, nz = 9;

/// What one evaluator has.
struct World {
  Runtime runtime;
  Storage u, v;

  World(bool isReference, const char *layout, std::int64_t cacheBytes = 1 << 20)
      : runtime(optionsOf(isReference, cacheBytes)) {
    Runtime::Scope on(runtime);
    const Domain domain{I(-1, nx + 1), J(0, ny), K(0, nz)};
    u = empty<double>(domain, {.layout = layout});
    v = empty<double>(domain, {.layout = layout});
    std::mt19937 random(3);
    for (Storage *each : {&u, &v}) {
      auto view = each->write<double>();
      for (std::int64_t i = 0; i < nx + 2; ++i)
        for (std::int64_t j = 0; j < ny; ++j)
          for (std::int64_t k = 0; k < nz; ++k)
            view(i, j, k) = static_cast<double>(random() % 64) / 8 - 4;
    }
  }
  static RuntimeOptions optionsOf(bool isReference, std::int64_t cacheBytes) {
    RuntimeOptions options;
    options.reference = isReference;
    options.cacheBytes = cacheBytes;
    options.threads = 1;
    return options;
  }
};

/// Evaluates everywhere, also by code for data that the caches do not hold: `build` of the world
/// and where it stores what it makes.
class ScanLevel : public testing::TestWithParam<const char *> {
protected:
  template <class Build> void compare(const Domain &result, Build build) {
    std::vector<std::vector<double>> values;
    for (World *world : {&reference, &compiled, &fromMemory}) {
      Runtime::Scope on(world->runtime);
      Storage out = full<double>(result, -1.0);
      build(*world, out);
      values.push_back(valuesOf<double>(out));
    }
    EXPECT_EQ(values[1], values[0]);
    EXPECT_EQ(values[2], values[0]);
  }

  World reference{true, GetParam()}, compiled{false, GetParam()}, fromMemory{false, GetParam(), 0};
};
INSTANTIATE_TEST_SUITE_P(Layouts, ScanLevel, testing::Values("KJI", "JKI", "IJK"),
                         [](const auto &info) { return std::string(info.param); });

Field grown(const Storage &u, Direction direction = Forward) {
  return scan(
      K, direction, 0.0, [](Value sum, Value x) { return where(x > 0.0, 0.5 * sum + x, sum); }, u);
}

const Domain plane{I(0, nx), J(0, ny)};

} // namespace

TEST_P(ScanLevel, IsThatOfTheScan) {
  for (std::int64_t level = 0; level < nz; ++level)
    for (Direction direction : {Forward, Backward})
      for (std::int64_t last : {1, 7, 8, 20, 21})
        compare(plane, [&](World &world, Storage &out) {
          out[{I(0, last)}] = grown(world.u, direction)[{K(level)}];
        });
}

/// Read beside the point, some of them at once, or at two levels, or also as a whole.
TEST_P(ScanLevel, MayBeReadInAnyWay) {
  compare(plane, [](World &world, Storage &out) {
    Field last = grown(world.u)[{K(nz - 1)}];
    out[whole] = last(I + 1) - last(I - 1);
  });
  compare(plane, [](World &world, Storage &out) {
    out[whole] = grown(world.u)[{K(nz - 1)}] * grown(world.v, Backward)[{K(0)}];
  });
  compare(plane, [](World &world, Storage &out) {
    Field all = grown(world.u);
    out[whole] = all[{K(nz - 1)}] - all[{K(3)}];
  });
  compare({I(0, nx), J(0, ny), K(0, nz)}, [](World &world, Storage &out) {
    Field all = grown(world.u);
    out[whole] = all / (1.0 + abs(all[{K(nz - 1)}]));
  });
  compare({I(0, nx), J(0, ny), K(2, nz)}, [](World &world, Storage &out) {
    Storage whole2 = full<double>(plane, 0.0);
    Field all = grown(world.u);
    update({{out[whole], all}, {whole2[whole], all[{K(4)}]}});
    out[{K(2, 4)}] = out + whole2;
  });
}

/// Stored at some of the levels: by themselves, twice, beside all of them, and to what the scan
/// reads.
TEST_P(ScanLevel, PartsMayBeStored) {
  const Domain domain{I(0, nx), J(0, ny), K(0, nz)};
  for (Direction direction : {Forward, Backward})
    for (std::int64_t first : {0, 1, 5})
      for (std::int64_t last : {6, 8, 9})
        compare(domain, [&](World &world, Storage &out) {
          out[{K(first, last)}] = grown(world.u, direction);
        });
  compare(domain, [](World &world, Storage &out) {
    Field all = grown(world.u);
    update({{out[{K(0, 3)}], all}, {out[{K(6, 8)}], all}});
  });
  compare(domain, [](World &world, Storage &out) {
    Storage other = full<double>(out.domain(), 0.0);
    Field all = grown(world.u);
    update({{out[whole], all}, {other[{K(2, 5)}], all}, {other[{K(7, 8)}], all + 1.0}});
    out[whole] = out * other;
  });
  compare(domain, [](World &world, Storage &out) {
    out[whole] = world.v;
    out[{K(3, nz), I(2, 9)}] = grown(out);
  });
  compare(domain, [](World &world, Storage &out) {
    out[whole] = world.v;
    Field old = out(K + 1);
    update({{out[{K(1, nz - 1)}], grown(world.u)}, {world.v[{K(1, nz - 1), I(0, nx)}], old}});
    out[whole] = out - world.v;
  });
  compare(domain, [](World &world, Storage &out) { out[{K(1, nz)}] = cumsum(world.u(K - 1), K); });
}

/// Of several results each has its own, and a scan may go on from another's.
TEST_P(ScanLevel, OfSeveralResults) {
  auto extreme = [](const Storage &u) { // the first greatest, and where it is
    return scan(
        K, Forward, std::tuple(-9.0, 0.0),
        [](std::tuple<Value, Value> carried, Value x, Value k) {
          auto [best, at] = carried;
          return std::tuple(where(x > best, x, best), where(x > best, k, at));
        },
        u, astype(index(K), F64));
  };
  compare(plane, [&](World &world, Storage &out) {
    auto [best, at] = extreme(world.u);
    out[whole] = at[{K(nz - 1)}];
  });
  compare(plane, [&](World &world, Storage &out) {
    auto [best, at] = extreme(world.u);
    out[whole] = best[{K(nz - 1)}] * 100.0 + at[{K(nz - 2)}];
  });
  compare({I(0, nx), J(0, ny), K(0, nz)}, [&](World &world, Storage &out) {
    Field sum = cumsum(world.u, K)[{K(nz - 1)}];
    out[whole] = scan(
        K, Backward, 0.0, [](Value rest, Value x, Value all) { return rest + x * all; }, world.v,
        broadcast(sum, {I, J, K}));
  });
}

/// Other types, and functions that are called.
TEST_P(ScanLevel, OfOtherTypes) {
  compare(plane, [](World &world, Storage &out) {
    Field low = scan(
        K, Forward, 0.0f, [](Value sum, Value x) { return 0.5f * sum + x; }, astype(world.u, F32));
    out[whole] = astype(low[{K(nz - 1)}], F64);
  });
  compare(plane, [](World &world, Storage &out) {
    Field wet =
        scan(K, Backward, false, [](Value wet, Value x) { return wet | (x > 2.5); }, world.u);
    out[whole] = where(wet[{K(1)}], 1.0, 2.0);
  });
  compare(plane, [](World &world, Storage &out) {
    Field count = scan(
        K, Forward, 0, [](Value count, Value x) { return where(x > 0.0, count + 1, count); },
        world.u);
    out[whole] = astype(count[{K(nz - 1)}], F64) + exp(grown(world.v)[{K(5)}]);
  });
}
