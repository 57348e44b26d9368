//===- ComponentsTest.cpp - Components of vectors side by side --------------===//
//
// Read by reductions and by indices; written by indices or as views: all of them, in any order, or
// some. What lies between stays.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../ExpectError.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace gtjit;

namespace {
class ComponentsTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(ComponentsTest);

const Dimension C("C");

template <class T> T valueAt(std::int64_t point, std::int64_t component) {
  return T((7 * point + 3 * component) % 50);
}

/// Vectors of `size` points, one component fastest, and what they are to become.
template <class T> struct Vectors {
  std::int64_t size, components;
  std::vector<T> values, expected;

  Vectors(std::int64_t size, std::int64_t components)
      : size(size), components(components),
        values(static_cast<std::size_t>(size * components), T(77)), expected(values) {}
  Storage storage() { return wrap(values.data(), {I(0, size), C(0, components)}); }
  T &wanted(std::int64_t point, std::int64_t component) {
    return expected[static_cast<std::size_t>(point * components + component)];
  }
};

/// Writes these components of vectors at once.
template <class T>
void expectWritten(std::int64_t components, const std::vector<std::int64_t> &written) {
  for (std::int64_t size : {1, 7, 8, 16, 17, 63, 64, 65, 130, 1000}) {
    Vectors<T> byIndex(size, components), asViews(size, components);
    Storage u = zeros<T>({I(0, size)});
    for (std::int64_t i = 0; i < size; ++i) {
      u.set({i}, valueAt<T>(i, 0));
      for (std::int64_t c : written)
        byIndex.wanted(i, c) = asViews.wanted(i, c) = valueAt<T>(i, 0) + T(c);
    }
    Storage indexed = byIndex.storage(), viewed = asViews.storage();
    for (int again = 0; again < 3; ++again) {
      std::vector<Update> indices, views;
      for (std::int64_t c : written) {
        indices.emplace_back(indexed[{C(c)}], u + T(c));
        views.emplace_back(viewed.view({C(c)})[whole], u + T(c));
      }
      update(indices);
      update(views);
      EXPECT_EQ(byIndex.values, byIndex.expected) << size << " points";
      EXPECT_EQ(asViews.values, asViews.expected) << size << " points";
      std::fill(byIndex.values.begin(), byIndex.values.end(), T(77));
      std::fill(asViews.values.begin(), asViews.values.end(), T(77));
    }
  }
}

/// Reads components of vectors, all or some.
template <class T> void expectRead(std::int64_t components) {
  for (std::int64_t size : {1, 7, 8, 16, 17, 63, 64, 65, 130, 1000}) {
    Vectors<T> vectors(size, components);
    std::vector<T> sums, differences;
    for (std::int64_t i = 0; i < size; ++i) {
      T sum = 0;
      for (std::int64_t c = 0; c < components; ++c)
        sum = T(sum + (vectors.wanted(i, c) = valueAt<T>(i, c)));
      sums.push_back(sum);
      differences.push_back(T(valueAt<T>(i, components - 1) - valueAt<T>(i, 0)));
    }
    vectors.values = vectors.expected;
    std::vector<T> read(static_cast<std::size_t>(size));
    Storage u = vectors.storage(), v = wrap(read.data(), {I(0, size)});
    for (int again = 0; again < 3; ++again) {
      v[whole] = astype(sum(u, {C}), v.dtype());
      EXPECT_EQ(read, sums) << size << " points";
      v[whole] = Field(u)[{C(components - 1)}] - Field(u)[{C(0)}];
      EXPECT_EQ(read, differences) << size << " points";
    }
  }
}

TEST_P(ComponentsTest, areRead) {
  for (std::int64_t components : {2, 3, 4, 5, 9}) {
    expectRead<double>(components);
    expectRead<float>(components);
  }
  expectRead<std::int32_t>(3);
  expectRead<std::int16_t>(3);
  expectRead<std::int8_t>(4);
}

TEST_P(ComponentsTest, threeAndFourInTurn) {
  expectWritten<double>(3, {0, 1, 2});
  expectWritten<float>(3, {0, 1, 2});
  expectWritten<float>(4, {0, 1, 2, 3});
  expectWritten<std::int16_t>(3, {0, 1, 2});
  expectWritten<std::int8_t>(4, {0, 1, 2, 3});
  expectWritten<double>(6, {0, 1, 2, 3, 4, 5});
}

TEST_P(ComponentsTest, someOrInAnotherOrder) {
  expectWritten<double>(3, {2, 0, 1});
  expectWritten<float>(3, {1});
  expectWritten<float>(4, {0, 1, 2});
  expectWritten<double>(5, {0, 2, 3});
  expectWritten<double>(4, {3, 2, 1, 0});
}

TEST_P(ComponentsTest, thatReadEachOther) {
  constexpr std::int64_t size = 200;
  Vectors<double> vectors(size, 3);
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t c = 0; c < 3; ++c) {
      vectors.values[static_cast<std::size_t>(3 * i + c)] = valueAt<double>(i, c);
      vectors.wanted(i, c) = valueAt<double>(i, (c + 1) % 3) - valueAt<double>(i, (c + 2) % 3);
    }
  Storage u = vectors.storage();
  auto part = [&](std::int64_t c) { return Field(u)[{C(c % 3)}]; };
  update({{u[{C(0)}], part(1) - part(2)},
          {u[{C(1)}], part(2) - part(3)},
          {u[{C(2)}], part(3) - part(4)}});
  EXPECT_EQ(vectors.values, vectors.expected);
}

/// Reads three components in this order, into other vectors and into one value.
template <class T> void expectReadInOrder(const std::vector<std::int64_t> &order) {
  for (std::int64_t size : {1, 7, 16, 17, 64, 200}) {
    Vectors<T> from(size, 3), into(size, 3);
    std::vector<T> one(static_cast<std::size_t>(size)), expected;
    for (std::int64_t i = 0; i < size; ++i) {
      auto value = [&](std::int64_t n) { return valueAt<T>(i, order[std::size_t(n)]); };
      for (std::int64_t c = 0; c < 3; ++c) {
        from.values[static_cast<std::size_t>(3 * i + c)] = valueAt<T>(i, c);
        into.wanted(i, c) = T(value(c) + value((c + 1) % 3));
      }
      expected.push_back(T(value(0) - value(1) * value(2)));
    }
    Storage u = from.storage(), w = into.storage(), v = wrap(one.data(), {I(0, size)});
    auto x = [&](std::int64_t n) { return Field(u)[{C(order[std::size_t(n % 3)])}]; };
    update({{w[{C(0)}], x(0) + x(1)}, {w[{C(1)}], x(1) + x(2)}, {w[{C(2)}], x(2) + x(3)}});
    EXPECT_EQ(into.values, into.expected) << size << " points";
    v[whole] = x(0) - x(1) * x(2);
    EXPECT_EQ(one, expected) << size << " points";
  }
}

TEST_P(ComponentsTest, areReadInAnyOrder) {
  std::vector<std::int64_t> order{0, 1, 2};
  do {
    expectReadInOrder<double>(order);
    expectReadInOrder<float>(order);
    expectReadInOrder<std::int32_t>(order);
    expectReadInOrder<std::int16_t>(order);
  } while (std::next_permutation(order.begin(), order.end()));
}

// What is written at once does not show in what is said of it.
TEST_P(ComponentsTest, errorsNameTheStorageThatIsWritten) {
  for (std::int64_t size : {10, 100}) {
    const std::string part = "I[0," + std::to_string(size) + ")";
    Storage u = full<double>({I(0, size)}, 2.0);
    Vectors<double> vectors(size, 3);
    Storage w = vectors.storage().named("w");
    EXPECT_EQ(messageOf<ValueError>([&] { update({{w[{C(1)}], u}, {w[{C(1)}], u + 1.0}}); }),
              "update: 'w' over {" + part + ", C[1,2)} is written twice");
    EXPECT_EQ(messageOf<DomainError>([&] { w[{C(1)}] = Field(u)(I + 1); }).substr(0, 14),
              "storing to 'w'");
    EXPECT_EQ(vectors.values, vectors.expected);
  }
}

// Paths to shared values are many more than the values.
TEST_P(ComponentsTest, ofSharedValuesAreOneKernel) {
  if (!compiles())
    return;
  Storage u = full<double>({I(0, 200)}, 2.0);
  Vectors<double> vectors(200, 3);
  Storage w = vectors.storage();
  Field x = u;
  for (int n = 0; n < 8; ++n)
    x = 0.5 * x + 0.25 * x;
  std::int64_t before = runtime.counters().kernels;
  update({{w[{C(0)}], x}, {w[{C(1)}], x * 2.0}, {w[{C(2)}], x * 3.0}});
  EXPECT_EQ(runtime.counters().kernels - before, 1);
}

TEST_P(ComponentsTest, areOneKernel) {
  if (!compiles())
    return;
  constexpr std::int64_t size = 200;
  Vectors<double> a(size, 3), b(size, 3), product(size, 3);
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t c = 0; c < 3; ++c) {
      a.values[static_cast<std::size_t>(3 * i + c)] = valueAt<double>(i, c);
      b.values[static_cast<std::size_t>(3 * i + c)] = valueAt<double>(i + 5, c);
      product.wanted(i, c) = valueAt<double>(i, (c + 1) % 3) * valueAt<double>(i + 5, (c + 2) % 3) -
                             valueAt<double>(i, (c + 2) % 3) * valueAt<double>(i + 5, (c + 1) % 3);
    }
  Storage u = a.storage(), v = b.storage(), w = product.storage();
  auto x = [&](std::int64_t c) { return Field(u)[{C(c % 3)}]; };
  auto y = [&](std::int64_t c) { return Field(v)[{C(c % 3)}]; };
  std::int64_t before = runtime.counters().kernels;
  update({{w[{C(0)}], x(1) * y(2) - x(2) * y(1)},
          {w[{C(1)}], x(2) * y(3) - x(3) * y(2)},
          {w[{C(2)}], x(3) * y(4) - x(4) * y(3)}});
  EXPECT_EQ(runtime.counters().kernels - before, 1);
  EXPECT_EQ(product.values, product.expected);
}

} // namespace
