//===- StorePlansTest.cpp - Stores that are made again and again ----------===//
//
// Expressions written on one line, equal but for memory and numbers or different in one
// thing: each must give what it gives on the reference evaluator, which keeps no plans.
//
//===----------------------------------------------------------------------===//
#include "../Semantics/Backend.h"
#include "UncachedOptions.h"
#include "gtjit/Memory/RuntimeState.h"

#include <array>
#include <numeric>
#include <random>
#include <thread>

using namespace gtjit;
using testing::ElementsAre;

namespace {

/// Storages of one runtime, and expressions of them that resemble each other.
struct World {
  std::array<Storage, 4> u; ///< the last is a view of a larger one
  Storage narrow, integers;
  explicit World(Runtime &runtime) {
    Runtime::Scope scope(runtime);
    const Domain domain{I(0, 6), J(0, 4)};
    for (int n = 0; n < 4; ++n) {
      Storage storage = empty<double>(n == 3 ? Domain{I(-2, 9), J(0, 4)} : domain);
      storage[whole] = 0.25 * astype(index(I), F64) + (n + 1.0) * astype(index(J), F64);
      u[static_cast<std::size_t>(n)] = n == 3 ? storage.view({I(0, 6)}) : storage;
    }
    narrow = full<double>({I(0, 6)}, 3.0);
    integers = full<std::int32_t>(domain, 2);
  }

  Field expression(unsigned choice, double number) const {
    const Storage &a = u[0], &b = u[1], &c = u[2];
    switch (choice) {
    case 0:
      return a * b + c;
    case 1:
      return a * b + b; // one operand twice
    case 2:
      return a * a + c;
    case 3:
      return (a + b) * c; // the same nodes in another order
    case 4:
      return a * b - c;
    case 5:
      return a * number + c;
    case 6:
      return c + a * number;
    case 7:
      return a(I + 1) * b + c;
    case 8:
      return a(I + 2) * b + c;
    case 9:
      return a * b + narrow;
    case 10:
      return a * b + astype(integers, F64);
    case 11:
      return where(a < number, b, c);
    case 12:
      return concat_where(I < 1, a, b) * c;
    case 13:
      return concat_where(I < 2, a, b) * c;
    case 14:
      return concat_where(I < 3, a, b) * c;
    case 15:
      return broadcast(sum(Field(a[{J(0, 2)}]) * b, J), {I, J}) * c;
    case 16:
      return u[3] * b + c;
    default:
      return Field(number) + 0.0 * a;
    }
  }
  static constexpr unsigned choices = 18;
};

TEST(StorePlans, AreOnlyForStoresLikeThem) {
  Runtime compiled(uncachedOptions(false)), reference(uncachedOptions(true));
  World world(compiled), expected(reference);
  std::mt19937 random(7);
  for (int step = 0; step < 1500; ++step) {
    unsigned family = static_cast<unsigned>(step / 50) % (World::choices / 3); // alike
    auto choice =
        static_cast<unsigned>(random() % 3 ? family * 3 + random() % 3 : random() % World::choices);
    double number = 0.5 * (random() % 8);
    std::size_t target = random() % 3 ? 3 : random() % 4, swapped = random() % 2;
    std::int64_t first = random() % 8 == 0, last = 3 + (random() % 8 == 0);
    bool keepsReader = random() % 8 == 0;
    for (World *each : {&world, &expected}) {
      Field reader = keepsReader ? each->u[target] * 2.0 : Field(1.0);
      each->u[target][{I(first, last)}] = clip(each->expression(choice, number), -8.0, 8.0);
      if (keepsReader)
        each->narrow[{I(0, 6)}] = sum(reader, J);
      swap(each->u[swapped], each->u[2]);
    }
    if (step % 400 == 399)
      compiled.clearCache();
    for (std::size_t n = 0; n < 4; ++n)
      ASSERT_EQ(valuesOf<double>(world.u[n]), valuesOf<double>(expected.u[n]))
          << "step " << step << ", choice " << choice << ", storage " << n;
    ASSERT_EQ(valuesOf<double>(world.narrow), valuesOf<double>(expected.narrow)) << step;
  }
}

/// Storages of one runtime that statements write in place: of the library, views of
/// one, and memory of the host. Pairs share some of it.
struct PlaceWorld {
  std::array<std::vector<double>, 2> memory;
  std::vector<Storage> u;
  std::vector<Field> handles; ///< that somebody keeps for a while
  explicit PlaceWorld(Runtime &runtime) {
    Runtime::Scope scope(runtime);
    const Domain domain{I(0, 8), J(0, 6)};
    Storage large = zeros({I(-1, 10), J(0, 6)});
    u = {zeros(domain), zeros(domain), large.view({I(0, 8)}),
         large.view({I(2, 10)}).rebased({I(0), J(0)})};
    for (std::vector<double> &own : memory)
      own.resize(8 * 6 + 6);
    for (double *start : {memory[0].data(), memory[1].data(), &memory[1][6]})
      u.push_back(runtime.wrap(start, domain));
    for (std::size_t n = 0; n < u.size(); ++n)
      u[n][whole] = 0.25 * astype(index(I), F64) + (double(n) + 1.0) * astype(index(J), F64);
  }

  /// One of the statements; each is a line of its own, on which storages and numbers change.
  void run(unsigned statement, const std::array<std::size_t, 3> &chosen, double number,
           bool keeps) {
    Storage &a = u[chosen[0]], &b = u[chosen[1]], &c = u[chosen[2]];
    auto keep = [&](Field field) { // an operand that nobody else has, unless it is kept
      if (keeps)
        handles.push_back(field);
      return field;
    };
    auto bounded = [](Field f) { return clip(std::move(f), -8.0, 8.0); };
    const Domain inner{I(1, 7), J(1, 5)};
    switch (statement) {
    case 0:
      a[whole] = bounded(a + number * b);
      break;
    case 1: {
      Field change = keep(number * b);
      a[whole] = bounded(a - change);
      break;
    }
    case 2:
      a[whole] = bounded(keep(a + b) * number);
      break;
    case 3:
      a[inner] = bounded(0.25 * (a(I - 1) + a(I + 1) + b(J - 1) + a(J + 1)) + number);
      break;
    case 4:
      a[inner] = bounded(a + keep(a(J + 1) - 2.0 * a + a(J - 1)) * 0.25);
      break;
    case 5:
      update({{a[whole], bounded(a + number * b)}, {b[whole], bounded(b - 0.5 * c)}});
      break;
    case 6:
      update({{a[inner], bounded(b(I - 1) + number)}, {b[inner], bounded(a(I + 1) - number)}});
      break;
    case 7:
      a[{I(0, 4)}] = bounded(keep(a(I + 4)) + number * b);
      break;
    case 8:
      a[whole] = bounded(a * a + b * number - a);
      break;
    case 9:
      a[whole] = bounded(a - mean(a, I));
      break;
    case 10: {
      auto view = b.read<double>();
      b[whole] = bounded(b * number + view(3, 2));
      a[{J(2)}] = view(1, 1);
      break;
    }
    case 11: { // by colour, as long as the numbers are such
      std::int64_t modulus = 1 + static_cast<std::int64_t>(4 * number) % 3;
      Field sum = a(I - 1) + a(I + 1) + b(J - 1) + a(J + 1);
      a[inner] = where((index(I) + index(J)) % modulus == 0, bounded(keep(0.25 * sum)), a);
      break;
    }
    case 12:
      update({{a[{I(0, 4)}], bounded(b + number)}, {a[{I(4, 8)}], bounded(b * number - c)}});
      break;
    case 13:
      update({{a[{I(0)}], bounded(Field(a)[{I(7)}] * number)}, {a[{I(7)}], keep(a[{I(0)}])}});
      break;
    case 14:
      update({{a[{I(0, 4)}], bounded(a + number * b)},
              {b[{I(4, 8)}], bounded(b - c)},
              {a[{I(4, 8)}], bounded(a * number)}});
      break;
    case 15: // of one storage or of two
      update({{a[{I(0, 4)}], bounded(c * number)}, {b[{I(4, 8)}], bounded(c + number)}});
      break;
    default:
      a[whole] = bounded(b + c * number);
    }
  }
  static constexpr unsigned statements = 17;
};

TEST(StorePlans, InPlaceAreOnlyForStoresLikeThem) {
  Runtime compiled(uncachedOptions(false)), reference(uncachedOptions(true));
  PlaceWorld world(compiled), expected(reference);
  std::mt19937 random(11);
  for (int step = 0; step < 8000; ++step) {
    unsigned statement = random() % PlaceWorld::statements;
    std::array<std::size_t, 3> chosen;
    std::size_t pair = step / 100 % 2 ? 2 : 4;
    for (std::size_t &one : chosen) // mostly those of before on the line, or beside them
      one = random() % 4 ? pair + random() % 2 : random() % 7;
    auto areOne = [](std::size_t a, std::size_t b) {
      return a == b || (std::min(a, b) == 2 && std::max(a, b) == 3) || std::min(a, b) > 4;
    };
    bool mayBeOne = statement == 15 && chosen[0] == chosen[1];
    bool writesBoth = statement == 5 || statement == 6 || statement == 14 || statement == 15;
    if (writesBoth && !mayBeOne && areOne(chosen[0], chosen[1]))
      chosen[1] = chosen[0] == 0; // no element is written twice
    double number = 0.25 * (random() % 5);
    bool keeps = random() % 6 == 0, looks = random() % 16 == 0, drops = random() % 8 == 0;
    std::array<std::vector<double>, 2> seen;
    for (PlaceWorld *each : {&world, &expected}) {
      each->run(statement, chosen, number, keeps);
      if (looks)
        for (const Field &handle : each->handles)
          for (double value : valuesOf<double>(handle))
            seen[each == &world].push_back(value);
      if (drops || each->handles.size() > 4)
        each->handles.clear();
    }
    ASSERT_EQ(seen[0], seen[1]) << "step " << step;
    for (std::size_t n = 0; n < world.u.size(); ++n)
      ASSERT_EQ(valuesOf<double>(world.u[n]), valuesOf<double>(expected.u[n]))
          << "step " << step << ", statement " << statement << ", storage " << n;
  }
}

class StorePlanTest : public testing::Test {
protected:
  Runtime runtime{uncachedOptions(false)};
  Runtime::Scope scope{runtime};
  Storage u = line<double>({1, 2, 3, 4}), v = line<double>({0, 0, 0, 0});
};

TEST_F(StorePlanTest, CountAsEvaluationsAndCompileNothing) {
  v[whole] = u * 2.0;
  RuntimeCounters before = runtime.counters();
  for (int n = 0; n < 10; ++n)
    v[whole] = u * double(n);
  RuntimeCounters after = runtime.counters();
  EXPECT_EQ(after.evaluations - before.evaluations, 10);
  EXPECT_EQ(after.cacheHits - before.cacheHits, 10);
  EXPECT_EQ(after.kernels - before.kernels, 10);
  EXPECT_EQ(after.compiles, before.compiles);
  EXPECT_EQ(after.copies, before.copies);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(9, 18, 27, 36));
}

TEST_F(StorePlanTest, AreKeptForPartsOfOneBlock) {
  Storage fine = zeros<double>({I(0, 8)});
  auto every = [&](std::int64_t start) { return fine.slice({{start, Slice::none, 2}}); };
  auto write = [&](const Storage &first, const Storage &second, double number) {
    update({{first[whole], u * number}, {second[whole], u + number}});
  };
  for (int n = 0; n < 3; ++n)
    write(every(0), every(1), n);
  std::int64_t before = runtime.get().counters.plannedRuns;
  write(every(0), every(1), 10);
  EXPECT_THAT(valuesOf<double>(fine), ElementsAre(10, 11, 20, 12, 30, 13, 40, 14));
  write(every(1), every(0), 100);
  EXPECT_THAT(valuesOf<double>(fine), ElementsAre(101, 100, 102, 200, 103, 300, 104, 400));
  EXPECT_EQ(runtime.get().counters.plannedRuns - before, 2);
  EXPECT_THROW(write(every(0), every(0), 1), ValueError); // written twice
  EXPECT_THAT(valuesOf<double>(fine), ElementsAre(101, 100, 102, 200, 103, 300, 104, 400));
}

TEST_F(StorePlanTest, AreKeptForPartsOfOneStorage) {
  auto write = [&](const Storage &first, const Storage &second, double number) {
    update({{first[{I(0)}], u[{I(3)}] * number}, {second[{I(3)}], u[{I(0)}] + number}});
  };
  for (int n = 0; n < 3; ++n)
    write(v, v, n);
  std::int64_t before = runtime.get().counters.plannedRuns;
  write(v, v, 10);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(40, 0, 0, 11));
  EXPECT_EQ(runtime.get().counters.plannedRuns - before, 1);
  Storage w = line<double>({0, 0, 0, 0});
  write(v, w, 20);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(80, 0, 0, 11));
  EXPECT_THAT(valuesOf<double>(w), ElementsAre(0, 0, 0, 21));
  write(w, w, 30);
  EXPECT_THAT(valuesOf<double>(w), ElementsAre(120, 0, 0, 31));
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(80, 0, 0, 11));
}

// Two views that start at one address, in coordinates whose hull starts at another one.
TEST_F(StorePlanTest, AreNotKeptForViewsThatStartApart) {
  std::vector<double> memory(96, 0.0);
  Storage both = runtime.wrap(&memory[32], {I(0, 8), J(0, 2)});
  Storage a = both.rebased({I(0), J(2)}), b = both.rebased({I(1), J(0)});
  Storage c = full<double>({I(0, 4), J(2, 4)}, 1.0), d = full<double>({I(5, 9), J(0, 2)}, 2.0);
  for (int n = 1; n < 6; ++n) {
    std::fill(memory.begin(), memory.end(), 0.0);
    update({{a[{I(0, 4)}], c * double(n)}, {b[{I(5, 9)}], d * double(n)}});
    for (std::size_t k = 0; k < memory.size(); ++k) {
      bool isFirst = k >= 32 && k < 40, isSecond = k >= 40 && k < 48;
      ASSERT_EQ(memory[k], isFirst ? n : isSecond ? 2.0 * n : 0.0) << n << ", " << k;
    }
  }
}

// Temporaries of a plan stay with it: a value costs no block but its own.
TEST_F(StorePlanTest, AreKeptForStoresByColour) {
  Storage w = line<double>({1, 2, 3, 4, 5, 6}), z = line<double>({0, 0, 0, 0, 0, 0});
  const Domain inner{I(1, 5)};
  auto sweep = [&](std::int64_t modulus) {
    w[inner] = where(index(I) % modulus == 1, w(I - 1) + w(I + 1), w);
  };
  auto update2 = [&] { // the second store needs what the first one writes
    update({{w[inner], where(index(I) % 2 == 1, w(I - 1) + w(I + 1), w)}, {z[inner], w(I + 1)}});
  };
  auto planned = [&](auto act) {
    std::int64_t before = runtime.get().counters.plannedRuns;
    act();
    return runtime.get().counters.plannedRuns - before;
  };
  for (int n = 0; n < 3; ++n) {
    sweep(2);
    update2();
  }
  EXPECT_EQ(planned([&] { sweep(2); }), 1);
  EXPECT_EQ(planned(update2), 1);
  EXPECT_EQ(planned([&] { sweep(1); }), 0) << "each point is of one colour";
}

// Numbers are those of each call: whether they lead out of a field is looked at in each.
TEST_F(StorePlanTest, AreKeptForIndicesWhoseBoundsAreKnown) {
  Storage fine = line<double>({0, 1, 2, 3, 4, 5, 6, 7}), coarse = line<double>({0, 0, 0});
  auto restricted = [&](std::int64_t step, std::int64_t start) {
    coarse[whole] = fine(I(step * index(I) + start));
  };
  for (int n = 0; n < 3; ++n)
    restricted(2, 0);
  std::int64_t before = runtime.get().counters.plannedRuns;
  restricted(2, 3);
  EXPECT_THAT(valuesOf<double>(coarse), ElementsAre(3, 5, 7));
  restricted(-3, 6);
  EXPECT_THAT(valuesOf<double>(coarse), ElementsAre(6, 3, 0));
  EXPECT_EQ(runtime.get().counters.plannedRuns - before, 2);
  EXPECT_THROW(restricted(3, 2), IndexOutOfBounds);
  EXPECT_THAT(valuesOf<double>(coarse), ElementsAre(6, 3, 0));
}

TEST_F(StorePlanTest, TakeNoMemoryForReductions) {
  Storage field = full<double>({I(0, 40), J(0, 30), K(0, 20)}, 0.5), total = zeros(Domain());
  auto evaluate = [&](int count) {
    for (int n = 0; n < count; ++n) {
      total[whole] = mean(field) * double(n);
      EXPECT_EQ(total.item<double>(), 0.5 * n);
      EXPECT_EQ(sum(field * double(n)).item<double>(), 12000.0 * n);
    }
  };
  evaluate(3);
  RuntimeCounters before = runtime.counters();
  evaluate(10);
  RuntimeCounters after = runtime.counters();
  EXPECT_EQ(after.evaluations - before.evaluations, 20);
  EXPECT_EQ(after.allocations + after.reuses - before.allocations - before.reuses, 10);
}

TEST_F(StorePlanTest, LeaveOldValuesToTheirReaders) {
  std::vector<Field> readers;
  for (int n = 1; n < 6; ++n) {
    v[whole] = u * double(n);
    readers.push_back(v + 0.0);
  }
  for (std::size_t n = 0; n < readers.size(); ++n)
    EXPECT_EQ(valuesOf<double>(readers[n])[3], 4.0 * static_cast<double>(n + 1));
}

TEST_F(StorePlanTest, ReadWhatTheyWriteAtOtherPoints) {
  Storage w = line<double>({1, 0, 0, 0, 0, 0, 0, 0});
  for (Storage target : {v, v, v, w, w, w}) {
    Storage source = target.domain().size() == 8 ? w : u;
    target[{I(1, 4)}] = source(I - 1) + 1.0;
  }
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(0, 2, 3, 4));
  EXPECT_THAT(valuesOf<double>(w), ElementsAre(1, 2, 3, 4, 0, 0, 0, 0));
  // The same memory under two names.
  std::vector<double> memory(101);
  std::iota(memory.begin(), memory.end(), 0.0);
  Storage low = runtime.wrap(memory.data(), {I(0, 100)}), other = zeros({I(0, 100)});
  Storage high = runtime.wrap(&memory[1], {I(0, 100)});
  for (const Storage &target : {other, other, other, high})
    target[whole] = low * 1.0;
  for (std::size_t n = 1; n <= 100; ++n)
    EXPECT_EQ(memory[n], static_cast<double>(n - 1));
}

TEST_F(StorePlanTest, RefuseWhatStoresRefuse) {
  Storage shorter = line<double>({1, 2}), f = line<float>({1, 2, 3, 4});
  for (int n = 0; n < 4; ++n)
    v[whole] = u + 1.0;
  auto store = [&](const Field &value) { v[whole] = value; };
  for (int n = 0; n < 4; ++n)
    store(u + 1.0);
  EXPECT_THROW(store(shorter + 1.0), DomainError);
  EXPECT_THROW(store(u > 1.0), DTypeError);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(2, 3, 4, 5));
  store(f + 1.0f);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(2, 3, 4, 5));
  CheckScope check(Check::NaN);
  EXPECT_THROW(store(log(u - 1.0)), FloatingPointError);
  EXPECT_THROW(store(log(u - 1.0)), FloatingPointError);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(2, 3, 4, 5));
}

TEST_F(StorePlanTest, RunSideBySide) {
  auto loop = [&](double factor, Storage &to) {
    Runtime::Scope scope(runtime);
    for (int n = 0; n < 300; ++n)
      to[whole] = u * factor + double(n);
  };
  Storage first = line<double>({0, 0, 0, 0}), second = line<double>({0, 0, 0, 0});
  std::thread other([&] { loop(2.0, first); });
  loop(3.0, second);
  other.join();
  EXPECT_THAT(valuesOf<double>(first), ElementsAre(301, 303, 305, 307));
  EXPECT_THAT(valuesOf<double>(second), ElementsAre(302, 305, 308, 311));
}

} // namespace
