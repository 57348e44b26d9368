//===- PlannedIndicesTest.cpp - Plans of what is read by computed indices -===//
//
// Stores and calls that are made again look at their indices again: whatever these, numbers and
// ranges have become, values and errors are those of the reference evaluator, which keeps no
// plans.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "../Semantics/Backend.h"
#include "UncachedOptions.h"
#include "gtjit/Memory/RuntimeState.h"

#include <random>
#include <thread>

using namespace gtjit;
using testing::ElementsAre;

namespace {

constexpr std::int64_t nx = 7, ny = 5;

/// Values on a device are looked at anew each time.
bool keepsPlans(const Runtime &runtime) { return !runtime.get().device; }

/// Of a statement that is made again and again.
struct Made {
  double number;
  std::int64_t offset, last; ///< of indices, and where a range ends
};

/// Storages of one runtime, and statements that read some by others.
struct World {
  Runtime runtime;
  Storage u, v, w, i, j;
  Program moved, both;

  explicit World(bool reference) : runtime(uncachedOptions(reference)) {
    Runtime::Scope scope(runtime);
    const Domain domain{I(0, nx), J(0, ny)};
    u = zeros(domain).named("u");
    v = zeros(domain).named("v");
    w = zeros(domain).named("w");
    i = zeros<std::int32_t>(domain).named("i");
    j = zeros<std::int32_t>(domain).named("j");
    auto read = [](Field u, Field i, Field j, Field number) { return u.at({I(i), J(j)}) * number; };
    auto two = [this](Field u, Field i, Field number) { // one of them of its own memory
      return std::tuple(u(I(i)) + number, w(J((astype(number, I32) + index(J)) % 6)));
    };
    const Dims dims{I, J};
    moved = runtime.compile(read, arg(F64, dims), arg(I32, dims), arg(I32, dims), arg(F64));
    both = runtime.compile(two, arg(F64, dims), arg(I32, dims), arg(F64));
  }

  void run(unsigned statement, const Made &made) {
    Runtime::Scope scope(runtime);
    switch (statement) {
    case 0:
      v[whole] = u.at({I(i), J(j)}) * made.number;
      break;
    case 1: // of what it writes
      u[whole] = u.at({I(i), J(j)}) + made.number;
      break;
    case 2: // by what it writes
      i[whole] = i(I(i)) + 0 * j;
      break;
    case 3:
      v[whole] = u(I(i(J(j)))) - made.number * v;
      break;
    case 4:
      v[{I(0, 4)}] = u(I(index(I) + made.offset)) + w;
      break;
    case 5: // of a part
      v[whole] = Field(u[{I(0, made.last)}]).at({I(i), J(j)});
      break;
    case 6:
      v[whole] = u(I(astype(floor(w * made.number), I32) + i));
      break;
    case 7:
      v[whole] = sum(u(I(i)) * w, J) + made.number;
      break;
    case 8: // not needed, but computed
      v[whole] = concat_where(I < made.last, u(I(i)) + u(J(j)), u);
      break;
    case 9:
      update({{v[whole], u(I(i))}, {w[whole], u(J(j)) * made.number + w}});
      break;
    case 10:
      v[whole] = eval(u.at({I(i), J(j)}) * made.number);
      break;
    case 11:
      moved(out(v), u, i, j, made.number);
      break;
    case 12:
      both(out(v), out(u), u.copy(), i, made.number > 0.8 ? 1.0 : 0.0);
      break;
    default: // some of them known
      v[whole] = u(I(clip(i, 0, made.last - 1))) + u(J(j)) + u(I(index(I) * 0 + made.offset));
    }
  }
  static constexpr unsigned statements = 14;
};

TEST(PlannedIndices, AreLookedAtAgain) {
  World compiled(false), reference(true);
  std::mt19937 random(5);
  auto below = [&](unsigned limit) { return static_cast<std::int64_t>(random() % limit); };
  unsigned errors = 0;
  for (int step = 0; step < 6000; ++step) {
    auto statement = static_cast<unsigned>(below(World::statements));
    Made made{0.25 * static_cast<double>(below(4)), below(12) ? below(4) : nx, 1 + below(nx)};
    std::int32_t bad = below(8) ? 0 : below(2) ? nx : -1;
    std::int64_t x = below(nx), y = below(ny), seed = below(1000);
    std::array<std::string, 2> messages;
    for (World *world : {&compiled, &reference}) {
      Runtime::Scope scope(world->runtime);
      if (step % 4 == 0) {
        auto i = world->i.write<std::int32_t>(), j = world->j.write<std::int32_t>();
        auto u = world->u.write<double>(), w = world->w.write<double>();
        std::mt19937 own(static_cast<unsigned>(seed));
        for (std::int64_t a = 0; a < nx; ++a)
          for (std::int64_t b = 0; b < ny; ++b) {
            i(a, b) = static_cast<std::int32_t>(own() % ny); // so that `j` may be it, too
            j(a, b) = static_cast<std::int32_t>(own() % ny);
            u(a, b) = static_cast<double>(own() % 64);
            w(a, b) = static_cast<double>(own() % 4) * 0.5;
          }
        if (bad)
          i(x, y) = bad;
        if (bad && seed % 2)
          j(y, x % ny) = bad;
      }
      if (step % 3 == 0)
        swap(world->i, world->j); // other memory on the same lines
      try {
        world->run(statement, made);
      } catch (const Error &error) {
        messages[world == &compiled] = error.what();
      }
    }
    errors += !messages[0].empty();
    ASSERT_EQ(messages[1], messages[0]) << "step " << step << ", statement " << statement;
    for (Storage World::*each : {&World::u, &World::v, &World::w})
      ASSERT_EQ(valuesOf<double>(compiled.*each), valuesOf<double>(reference.*each))
          << "step " << step << ", statement " << statement;
    for (Storage World::*each : {&World::i, &World::j})
      ASSERT_EQ(valuesOf<std::int32_t>(compiled.*each), valuesOf<std::int32_t>(reference.*each))
          << "step " << step << ", statement " << statement;
  }
  EXPECT_GT(errors, 300u);
  if (keepsPlans(compiled.runtime))
    EXPECT_GT(compiled.runtime.get().counters.plannedRuns, 3000);
}

class PlannedIndicesTest : public testing::Test {
protected:
  Runtime runtime{uncachedOptions(false)};
  Runtime::Scope scope{runtime};
  Storage u = line<double>({0, 10, 20, 30}).named("u"), v = line<double>({1, 2, 3, 4}).named("v");
  Storage n = line<std::int32_t>({3, 2, 1, 0}).named("n");

  std::int64_t planned() const { return runtime.get().counters.plannedRuns; }
};

/// What is found to be bad leaves all as it was, and the plan serves what comes after.
TEST_F(PlannedIndicesTest, ThatAreBadChangeNothing) {
  auto store = [&] { v[whole] = u(I(n)); };
  for (int time = 0; time < 3; ++time)
    store();
  Field before = 2.0 * v;
  n.write<std::int32_t>()(1) = 4;
  std::int64_t runs = planned();
  for (int time = 0; time < 2; ++time)
    EXPECT_ERROR(IndexOutOfBounds, store(),
                 "'u' at I of 'n': the index at I(1) is 4, not in I[0,4)");
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(30, 20, 10, 0));
  n.write<std::int32_t>()(1) = 0;
  store();
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(30, 0, 10, 0));
  EXPECT_THAT(valuesOf<double>(before), ElementsAre(60, 40, 20, 0));
  if (keepsPlans(runtime))
    EXPECT_GT(planned(), runs);
}

/// A store, and a call, of which all kernels are counted.
TEST_F(PlannedIndicesTest, CostKernelsOfTheirOwn) {
  Program program =
      runtime.compile([](Field u, Field n) { return u(I(n)) + 1.0; }, arg(F64, I), arg(I32, I));
  auto store = [&] { v[whole] = u(I(n)); };
  auto call = [&] { program(out(v), u, n); };
  for (const std::function<void()> &act : {std::function<void()>(store), {call}}) {
    for (int time = 0; time < 3; ++time)
      act();
    std::int64_t runs = planned();
    RuntimeCounters before = runtime.counters();
    act();
    EXPECT_EQ(planned() - runs, keepsPlans(runtime));
    EXPECT_EQ(runtime.counters().kernels - before.kernels, 2);
    EXPECT_EQ(runtime.counters().compiles, before.compiles);
  }
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(31, 21, 11, 1));
}

/// Several threads, of which some have bad ones.
TEST_F(PlannedIndicesTest, AreThoseOfEachThread) {
  Storage bad = line<std::int32_t>({0, 1, 2, 4}).named("bad");
  auto work = [&](const Storage &indices, const Storage &target, int &errors) {
    Runtime::Scope own(runtime);
    for (int time = 0; time < 300; ++time)
      try {
        target[whole] = u(I(indices)) * 2.0;
      } catch (const IndexOutOfBounds &) {
        ++errors;
      }
  };
  Storage w = v.copy();
  int errors = 0, badErrors = 0;
  {
    std::jthread other([&] { work(bad, w, badErrors); });
    work(n, v, errors);
  }
  EXPECT_EQ(errors, 0);
  EXPECT_EQ(badErrors, 300);
  EXPECT_THAT(valuesOf<double>(v), ElementsAre(60, 40, 20, 0));
  EXPECT_THAT(valuesOf<double>(w), ElementsAre(1, 2, 3, 4));
}

} // namespace
