//===- LinearIndicesTest.cpp - Values at a number times an index ----------===//
//
// u.at({I(a * index(I) + b)}): restriction, mirrored and coarse reads, which kernels do with
// strides. Whatever the numbers are, the bits are those of the reference evaluator.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "gtjit/gtjit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstring>
#include <functional>

using namespace gtjit;
using testing::HasSubstr;

namespace {

/// Values that are all different, halo included; integers too.
template <class T = double>
Storage filled(const Domain &domain, const StorageOptions &options = {}) {
  Storage storage = zeros<T>(domain, options);
  HostView<T> view = storage.write<T>();
  T value(1);
  std::vector<std::int64_t> at(view.ndim());
  while (true) {
    view.at(at) = value;
    value = value + T(1);
    std::size_t d = at.size();
    while (d > 0 && ++at[d - 1] == view.shape()[d - 1])
      at[--d] = 0;
    if (d == 0)
      return storage;
  }
}

/// The bytes of all values.
template <class T> std::vector<T> valuesOf(const Storage &storage) {
  HostView<const T> view = storage.read<T>();
  std::vector<T> values;
  std::vector<std::int64_t> at(view.ndim());
  while (true) {
    values.push_back(view.at(at));
    std::size_t d = at.size();
    while (d > 0 && ++at[d - 1] == view.shape()[d - 1])
      at[--d] = 0;
    if (d == 0)
      return values;
  }
}

/// What `made` gives on kernels, and on the reference evaluator.
template <class T> void expectSame(const std::function<Storage()> &made) {
  std::vector<T> results[2];
  for (bool reference : {false, true}) {
    RuntimeOptions options;
    options.reference = reference;
    Runtime runtime(options);
    Runtime::Scope scope(runtime);
    for (int time = 0; time < 3; ++time) // by a plan, too
      results[reference] = valuesOf<T>(made());
  }
  ASSERT_EQ(results[0].size(), results[1].size());
  EXPECT_EQ(std::memcmp(results[0].data(), results[1].data(), results[0].size() * sizeof(T)), 0);
}

/// Where `step * index + start` has `count` points: what they need.
Range imageOf(std::int64_t step, std::int64_t start, std::int64_t count) {
  std::int64_t last = start + step * (count - 1);
  return Range(std::min(start, last), std::max(start, last) + 1);
}

template <class T> class LinearIndices : public testing::Test {};
using Types =
    testing::Types<double, float, std::int16_t, std::int64_t, std::uint8_t, std::complex<double>>;
TYPED_TEST_SUITE(LinearIndices, Types);

TYPED_TEST(LinearIndices, AlongEachDimension) {
  constexpr std::int64_t n = 37, m = 5;
  for (std::int64_t step : {-3, -2, -1, 0, 1, 2, 3, 4, 5, 7}) {
    Range i = imageOf(step, 3, n), j = imageOf(step, -2, m);
    Field atI = step * index(I) + 3, atJ = step * index(J) - 2;
    auto stored = [&](const Field &value) {
      Storage result = zeros<TypeParam>({I(0, n), J(0, m)});
      result[whole] = value;
      return result;
    };
    expectSame<TypeParam>([&] { return stored(filled<TypeParam>({I(i), J(0, m)})(I(atI))); });
    expectSame<TypeParam>([&] { return stored(filled<TypeParam>({I(0, n), J(j)})(J(atJ))); });
    expectSame<TypeParam>(
        [&] { return stored(filled<TypeParam>({I(i), J(j)}).at({I(atI), J(atJ)})); });
    // Where memory is not contiguous along the rows, and one read shares them with another.
    expectSame<TypeParam>([&] {
      Field turned = filled<TypeParam>({I(i), J(j)}, {.layout = cOrder}).at({I(atI), J(atJ)});
      if constexpr (std::is_arithmetic_v<TypeParam>)
        return stored(filled<TypeParam>({I(0, n), J(0, m)}) + turned);
      else
        return stored(turned);
    });
  }
}

TYPED_TEST(LinearIndices, OfOtherDimensions) {
  constexpr std::int64_t n = 23;
  auto stored = [&](const Field &value) {
    Storage result = zeros<TypeParam>({I(0, n), J(0, n)});
    result[whole] = value;
    return result;
  };
  Storage u = filled<TypeParam>({I(0, 3 * n), J(0, 2 * n)});
  expectSame<TypeParam>(
      [&] { return stored(filled<TypeParam>({I(0, n), J(0, n)}).at({I(index(J)), J(index(I))})); });
  expectSame<TypeParam>([&] {
    return stored(
        filled<TypeParam>({I(0, 3 * n), J(0, n)}).at({I(3 * index(J)), J(22 - index(I))}));
  });
  expectSame<TypeParam>([&] { // along diagonals
    return stored(filled<TypeParam>({I(0, 3 * n), J(0, n)})(I(index(I) + 2 * index(J))));
  });
  const Dimension C("C");
  expectSame<TypeParam>(
      [&] { return stored(filled<TypeParam>({C(0, 2 * n), J(0, n)})(C(2 * index(I) + 1))); });
}

TEST(LinearIndicesOf, LazyExpressionsAndIndicesInThem) {
  constexpr std::int64_t n = 29, m = 6;
  auto residual = [](const Field &u, const Field &f) {
    return f - (u(I + 1) + u(I - 1) + u(J + 1) + u(J - 1) - 4.0 * u);
  };
  auto weighted = [](const Field &r) {
    return 0.25 * r + 0.125 * (r(I + 1) + r(I - 1) + r(J + 1) + r(J - 1)) +
           0.0625 * (r(I + 1, J + 1) + r(I - 1, J + 1) + r(I + 1, J - 1) + r(I - 1, J - 1));
  };
  Domain fine({I(-2, 2 * n + 2), J(-2, 2 * m + 2)});
  auto coarse = [&](const Field &value) {
    Storage result = zeros({I(0, n), J(0, m)});
    result[whole] = value;
    return result;
  };
  expectSame<double>([&] {
    Field r = residual(filled<double>(fine), filled<double>(fine));
    return coarse(weighted(r).at({I(2 * index(I)), J(2 * index(J))}));
  });
  expectSame<double>([&] {
    Field r = residual(filled<double>(fine), filled<double>(fine));
    return coarse(r.at({I(2 * index(I) + 1), J(2 * index(J))}) * 3.0);
  });
  expectSame<double>([&] { // of indices, and at indices of indices
    Field x = sin(astype(index(I) * 3 - index(J), F64)) * filled<double>(fine);
    return coarse(x.at(J(0, 2 * m)).at({I(0, 2 * n)})(I(2 * index(I) + 1)).at(J(2 * index(J))));
  });
  expectSame<double>([&] {
    Field once = filled<double>({I(0, 4 * n + 4), J(0, m)})(I(2 * index(I) + 1)).at({I(0, 2 * n)});
    return coarse(once(I(2 * index(I))) + once(I(1 + 2 * index(I))));
  });
  expectSame<double>([&] { // beside a table, and a math function
    Storage table = zeros<std::int32_t>({I(0, n)});
    table[whole] = astype((index(I) * 5) % 7, I32);
    Field u = filled<double>(fine);
    return coarse(exp(0.001 * u.at({I(table), J(index(J) * 2)})) + u(I(2 * index(I))) +
                  u.at({I(table), J(-1)}));
  });
}

TEST(LinearIndicesOf, ReductionsAndScans) {
  constexpr std::int64_t n = 150, m = 7;
  auto u = [] { return filled<double>({I(0, 3 * n), J(0, 3 * m)}); };
  for (std::int64_t step : {-1, 0, 2, 3}) {
    std::int64_t start = step < 0 ? 3 * m - 1 : 1;
    expectSame<double>([&] {
      Field part =
          u().at({I(step < 0 ? n - index(I) : step * index(I)), J(step * index(J) + start)})
              .at({I(0, n), J(0, step < 0 ? 3 * m : m - 1)});
      Field first = sum(part), second = max(part, I);
      Storage result = zeros({J(0, m - 1)});
      result[whole] = first + second;
      return result;
    });
    expectSame<double>([&] {
      Field part = u()(I(step < 0 ? n - index(I) : step * index(I))).at({J(0, m)});
      Storage result = zeros({I(0, n), J(0, m)});
      result[whole] = scan(J, Forward, 0.0, [](Value s, Value x) { return s * 0.5 + x; }, part);
      return result;
    });
    expectSame<double>([&] {
      Field part = u()(I(step < 0 ? n - index(I) : step * index(I))).at({J(0, m)});
      Storage result = zeros({I(0, n), J(0, m)});
      result[whole] =
          scan(I, Backward, 0.0, [](Value s, Value x) { return s * 0.5 + x; }, part.at({I(0, n)}));
      return result;
    });
  }
}

TEST(LinearIndicesOf, AnyIntegersWrapAsTheyDo) {
  constexpr std::int64_t n = 40;
  auto stored = [&](const Field &value) {
    Storage result = zeros({I(0, n)});
    result[whole] = value;
    return result;
  };
  auto u = [] { return filled<double>({I(0, 2 * n)}); };
  expectSame<double>([&] { return stored(u()(I(astype(index(I), I32) * 2 + 1))); });
  expectSame<double>([&] { return stored(u()(I(astype(index(I), U32) * 2))); });
  expectSame<double>([&] { return stored(u()(I(astype(index(I), U64) * 2))); });
  expectSame<double>([&] { // 2^32 i
    Field i = astype(index(I), I32);
    return stored(u()(I(i * 4 * 1073741824 + i * 2)));
  });
  constexpr std::int64_t half = std::int64_t(1) << 62;
  expectSame<double>([&] { return stored(u()(I(index(I) * 4 * half + index(I)))); });
  expectSame<double>([&] { return stored(u()(I((index(I) + half) * 4 - index(I) * 3))); });
}

TEST(LinearIndicesOf, RegionsHalosAndTheTargetItself) {
  constexpr std::int64_t n = 48;
  expectSame<double>([&] {
    Storage u = filled<double>({I(0, n), J(0, 4)}, {.halo = {{I, 2}, {J, 1}}});
    Storage v = filled<double>({I(0, n), J(0, 4)}, {.halo = {{I, 1}}});
    v[{I(3, 20), J(1, 3)}] = u(I(2 * index(I) - 2)) + u(I + 1)(J(3 - index(J)));
    v[interior] = v + u(I(index(I) - 2)).at({I(0, n)});
    return v;
  });
  expectSame<double>([&] { // reversed, compressed and spread in place
    Storage u = filled<double>({I(0, n)});
    Storage before = u.copy();
    u[whole] = u(I(n - 1 - index(I)));
    u[I(0, n / 2)] = u(I(2 * index(I)));
    Field held = u(I(index(I) + 1));
    u[I(0, n / 2)] = 2.0 * held + before;
    update({{u[I(0, 8)], u(I(40 + index(I)))}, {u[I(40, 48)], u(I(index(I) - 40))}});
    u[I(1, 20)] = u(I(2 * index(I) + 1)) - u;
    return u;
  });
}

TEST(LinearIndicesOf, NumbersOfEachCallAreLookedAt) {
  Storage u = filled<double>({I(0, 64)}).named("u"), v = zeros({I(0, 32)});
  auto assign = [&](std::int64_t step, std::int64_t start) {
    v[whole] = u(I((step * index(I) + start).named("at")));
  };
  for (int time = 0; time < 4; ++time)
    for (std::int64_t step : {2, 1, -1, 0}) {
      std::int64_t start = step < 0 ? 31 : 1;
      assign(step, start);
      std::vector<double> values = valuesOf<double>(v);
      for (std::int64_t i = 0; i < 32; ++i)
        ASSERT_EQ(values[std::size_t(i)], double(step * i + start + 1));
    }
  EXPECT_ERROR(IndexOutOfBounds, assign(2, 2),
               "'u' at I of 'at': the index at I(31) is 64, not in I[0,64)");
  EXPECT_ERROR(IndexOutOfBounds, assign(-1, 30),
               "'u' at I of 'at': the index at I(31) is -1, not in I[0,64)");
  EXPECT_ERROR(IndexOutOfBounds, assign(3, 0),
               "'u' at I of 'at': the index at I(22) is 66, not in I[0,64)");
  assign(2, 0);
  EXPECT_EQ(valuesOf<double>(v)[31], 63);
}

} // namespace
