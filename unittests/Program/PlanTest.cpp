//===- PlanTest.cpp - Calls like the one before ---------------------------===//
//
// The short way gives what the ordinary way gives: other memory and numbers,
// shared memory, readers of old values, threads, views, foreign memory.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "../Evaluate/Stencils.h"
#include "../ExpectError.h"

#include <gmock/gmock.h>

#include <thread>
#include <vector>

using namespace gtjit;
using testing::HasSubstr;

namespace {
class PlanTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(PlanTest);

Field average(Field u) { return 0.5 * (u(I - 1) + u(I + 1)); }
} // namespace

TEST_P(PlanTest, aTimeLoopWithSwappedStorages) {
  Program step = runtime.compile(average, arg(F64, I));
  Storage u = counting(zeros<double>({I(0, 12)}, {.halo = {{I, 1}}})), v = like(u);
  Storage a = counting(zeros<double>({I(0, 12)}, {.halo = {{I, 1}}})), b = like(a);
  for (int n = 0; n < 10; ++n) {
    step(out(v), u);
    b[interior] = average(a);
    fillHalo(v, periodic(I)), fillHalo(b, periodic(I));
    swap(u, v), swap(a, b);
    ASSERT_EQ(valuesOf(u), valuesOf(a)) << n;
  }
}

TEST_P(PlanTest, anotherNumberComputesAnotherValue) {
  Program scale = runtime.compile([](Field u, Field s, Field n) { return u * s + astype(n, F64); },
                                  arg(F64, I), arg(F64), arg(I32));
  Storage u = counting(zeros<double>({I(0, 3)})), v = like(u), s = full<double>(Domain(), 5.0);
  for (int n : {1, 2, 3}) {
    scale(out(v), u, 0.5 * n, n);
    EXPECT_EQ(valuesOf(v), (Values{1.0 * n, 1.5 * n, 2.0 * n}));
  }
  scale(out(v), u, s, 0);
  EXPECT_EQ(valuesOf(v), (Values{0, 5, 10}));
  s[whole] = 6.0;
  scale(out(v), u, s, 0);
  EXPECT_EQ(valuesOf(v), (Values{0, 6, 12}));
}

// The same storage for reading and for writing, after a plan was made.
TEST_P(PlanTest, outputsMayBeArguments) {
  Program step = runtime.compile([](Field u, Field w) { return u(I + 1) - u(I - 1) + w; },
                                 arg(F64, I), arg(F64, I));
  auto fresh = [] { return counting(zeros<double>({I(0, 8)}, {.halo = {{I, 1}}}), 3.0); };
  for (int n = 0; n < 2; ++n) {
    Storage u = fresh(), w = fresh(), v = fresh();
    step(out(v), u, w);
    for (Storage target : {u, w}) {
      Storage expected = fresh();
      Field value = u(I + 1) - u(I - 1) + w;
      expected[interior] = value;
      step(out(target), u, w);
      EXPECT_EQ(valuesOf(target), valuesOf(expected));
    }
    step(out(v), u, u);
    Storage expected = fresh();
    expected[interior] = u(I + 1) - u(I - 1) + u;
    EXPECT_EQ(valuesOf(v), valuesOf(expected));
  }
}

// A step of conjugate gradients on memory of the caller's own, which no copy is made of.
TEST_P(PlanTest, aStepInPlace) {
  auto next = [](Field x, Field r, Field p, Field q, Field a) {
    Field rest = r - a * q;
    return std::tuple(x + a * p, rest, sum(rest * rest));
  };
  ProgramParameter plane = arg(F64, {I, J});
  Program step = runtime.compile(next, plane, plane, plane, plane, arg(F64));
  std::vector<double> memory(2 * 6 * 40);
  auto wrapped = [&](std::size_t n) { return wrap(&memory[n * 240], {I(0, 6), J(0, 40)}); };
  Storage x = counting(wrapped(0), 1.0), r = counting(wrapped(1), -100.0);
  Storage p = counting(zeros<double>({I(0, 6), J(0, 40)}), 7.0), q = counting(like(p), -3.0);
  Storage norm = zeros<double>(Domain());
  Storage y = x.copy(), s = r.copy(), other = zeros<double>(Domain());
  for (int n = 0; n < 4; ++n) {
    double a = 0.25 * n;
    counted();
    step(out(x), out(r), out(norm), x, r, p, q, a);
    EXPECT_EQ(counted().copies, 0);
    Field rest = s - a * q;
    other[whole] = sum(rest * rest);
    y[whole] = y + a * p;
    s[whole] = rest;
    EXPECT_EQ(valuesOf(x), valuesOf(y)) << n;
    EXPECT_EQ(valuesOf(r), valuesOf(s)) << n;
    EXPECT_EQ(valuesOf(norm), valuesOf(other)) << n;
  }
  // Others in the places of those, and a reader of what is written.
  Storage z = x.copy(), t = r.copy();
  step(out(z), out(t), out(norm), x, r, p, q, 1.0);
  Field before = x + 0.0;
  step(out(x), out(r), out(norm), x, r, p, q, 1.0);
  EXPECT_EQ(valuesOf(x), valuesOf(z));
  EXPECT_EQ(valuesOf(r), valuesOf(t));
  EXPECT_EQ(valuesOf(eval(before)), valuesOf(y));
  step(out(x), out(t), out(norm), x, r, p, q, 1.0); // one of them in place
  EXPECT_EQ(valuesOf(x), valuesOf(eval(z + 1.0 * p)));
  EXPECT_EQ(valuesOf(t), valuesOf(eval(r - 1.0 * q)));
}

TEST_P(PlanTest, viewsOfOneStorageMayOverlap) {
  Program copy = runtime.compile([](Field u) { return u(I - 2); }, arg(F64, I));
  for (int n = 0; n < 3; ++n) {
    Storage u = counting(zeros<double>({I(0, 8)}));
    copy(out(u[{I(2, 8)}]), u);
    EXPECT_EQ(valuesOf(u), (Values{0, 1, 0, 1, 2, 3, 4, 5}));
  }
}

TEST_P(PlanTest, foreignMemoryThatIsWrappedTwice) {
  Program copy = runtime.compile([](Field u) { return u(I - 1); }, arg(F64, I));
  for (int n = 0; n < 3; ++n) {
    std::vector<double> memory{0, 1, 2, 3, 4, 5};
    Storage u = runtime.wrap(memory.data(), {I(0, 6)}), v = runtime.wrap(memory.data(), {I(0, 6)});
    copy(out(v[{I(1, 6)}]), u);
    EXPECT_EQ(memory, (Values{0, 0, 1, 2, 3, 4}));
  }
}

// The memory of a storage under another name, in both directions.
TEST_P(PlanTest, theAddressOfAStorageThatIsWrapped) {
  Program copy = runtime.compile([](Field u) { return u(I - 1); }, arg(F64, I));
  Storage expected = counting(zeros<double>({I(0, 100)}), -1.0);
  expected[I(0)] = 0.0;
  for (int n = 0; n < 3; ++n)
    for (bool toView : {false, true}) {
      Storage u = counting(zeros<double>({I(0, 100)}));
      Storage view = runtime.wrap(static_cast<double *>(u.data()), {I(0, 100)});
      copy(out((toView ? view : u)[{I(1, 100)}]), toView ? u : view);
      EXPECT_EQ(valuesOf(u), valuesOf(expected));
    }
}

// A storage of a shape that there is a plan for, which must not be written.
TEST_P(PlanTest, whatAnAssignmentRefusesACallRefuses) {
  Program more = runtime.compile([](Field u) { return u + 1.0; }, arg(F64, I));
  Program both = runtime.compile([](Field u) { return std::pair(u, -u); }, arg(F64, I));
  Storage u = counting(zeros<double>({I(0, 4)})), v = like(u), w = like(u);
  Runtime elsewhere;
  Storage other = zeros<double>({I(0, 4)}, {.runtime = &elsewhere}).named("other");
  const double constant[4] = {};
  Storage fixed = as_storage(constant, {4}).named("fixed");
  Storage same = runtime.wrap(static_cast<double *>(v.data()), {I(0, 4)}, {.strides = {0}});
  for (int n = 0; n < 3; ++n) {
    more(out(v), u), both(out(v), out(w), u);
    EXPECT_ERROR(ValueError, fixed[whole] = u + 1.0,
                 "cannot write 'fixed': its memory is read-only");
    EXPECT_ERROR(ValueError, more(out(fixed), u), "cannot write 'fixed': its memory is read-only");
    EXPECT_THAT(messageOf<ValueError>([&] { more(out(same), u); }),
                HasSubstr("several of its points are one element"));
    EXPECT_THAT(messageOf<ValueError>([&] { both(out(v), out(v), u); }),
                HasSubstr("over {I[0,4)} is written twice"));
    EXPECT_THAT(messageOf<ValueError>([&] { more(out(other), u); }),
                HasSubstr("'other' belongs to another runtime"));
    EXPECT_ERROR(
        ValueError, more(out(Storage()), u),
        "output 0 of the program is empty: a Storage or Field that nothing was assigned to");
    auto nested = [&](Field f) { return more(out(v), u), f; };
    EXPECT_THAT(messageOf<ValueError>([&] { (void)runtime.compile(nested, arg(F64, I)); }),
                HasSubstr("calling a program in a callable that is traced"));
  }
  EXPECT_EQ(constant[0], 0.0);
}

// A view for writing holds an address, which stays the storage's.
/// Also where they are arguments more often than outputs.
TEST_P(PlanTest, oneStorageForTwoOutputs) {
  Program p =
      runtime.compile([](Field a, Field b, Field c) { return std::tuple(a + b + c, a * b - c); },
                      arg(F64, {I}), arg(F64, {I}), arg(F64, {I}));
  Storage u = full<double>({I(0, 4)}, 2.0);
  for (int n = 0; n < 3; ++n)
    EXPECT_THROW(p(out(u), out(u), u, u, u), ValueError);
  EXPECT_EQ(sum(u).item<double>(), 8.0);
}

TEST_P(PlanTest, anOpenViewSeesWhatACallWrites) {
  Program more = runtime.compile([](Field u) { return u + 1.0; }, arg(F64, I));
  Storage u = counting(zeros<double>({I(0, 3)})), v = like(u);
  more(out(v), u), more(out(v), u);
  HostView<double> view = v.write<double>();
  view(0) = 7.0;
  more(out(v[{I(1, 3)}]), u), more(out(v[{I(1, 3)}]), u);
  EXPECT_EQ(view(0), 7.0);
  EXPECT_EQ(view(2), 3.0);
  more(out(v), u);
  EXPECT_EQ(view(0), 1.0);
}

// Expressions, host views and other storages keep what they read.
TEST_P(PlanTest, readersOfAnOutputKeepTheirValues) {
  Program fill = runtime.compile([](Field u) { return u + 1.0; }, arg(F64, I));
  Storage u = counting(zeros<double>({I(0, 3)})), v = like(u);
  fill(out(v), u);
  Field pending = v * 10.0;
  HostView<const double> view = v.read<double>();
  fill(out(v), v);
  fill(out(v), v);
  EXPECT_EQ(valuesOf(eval(pending)), (Values{10, 20, 30}));
  EXPECT_EQ(view(2), 3.0);
  EXPECT_EQ(valuesOf(v), (Values{3, 4, 5}));
  Storage kept = eval(v);
  fill(out(v), u);
  EXPECT_EQ(valuesOf(kept), (Values{3, 4, 5}));
  double *address = static_cast<double *>(v.data());
  Field last = v + 0.0;
  fill(out(v), u);
  EXPECT_EQ(address[2], 3.0);
  fill(out(v), kept);
  EXPECT_EQ(address[2], 6.0);
  EXPECT_EQ(valuesOf(eval(last)), (Values{1, 2, 3}));
}

// A field of the storage that is made after a call sees what the call wrote.
TEST_P(PlanTest, laterExpressionsSeeTheNewValues) {
  Program fill = runtime.compile([](Field u) { return u + 1.0; }, arg(F64, I));
  Storage u = counting(zeros<double>({I(0, 3)})), v = like(u);
  for (int n = 0; n < 3; ++n) {
    fill(out(v), u);
    EXPECT_EQ(sum(v).item<double>(), 6.0 + 3 * n);
    fill(out(u), v);
    EXPECT_EQ(sum(u).item<double>(), 9.0 + 3 * n);
    u[whole] = u - 1.0;
  }
}

TEST_P(PlanTest, domainsHalosAndOrdersAlternate) {
  Program step = runtime.compile(hdiff, arg(F64, {I, J}), arg(F64));
  for (int round = 0; round < 2; ++round)
    for (std::int64_t size : {1, 5, 17})
      for (int halo : {2, 3})
        for (const Layout &layout : {cOrder, fortran}) {
          StorageOptions options{.halo = {{I, halo}, {J, 2}}, .layout = layout};
          Storage u = counting(zeros<double>({I(size, 2 * size), J(0, size)}, options));
          Storage v = like(u), w = like(u);
          v[whole] = -1.0, w[whole] = -1.0;
          v[interior] = hdiff(u, 0.1 * size);
          step(out(w), u, 0.1 * static_cast<double>(size));
          EXPECT_EQ(valuesOf(v), valuesOf(w));
          if (size < 3)
            continue;
          for (Storage changed : {v, w}) {
            changed.setHalo({{I, halo + 1}, {J, 2}});
            changed[interior] = 7.0;
          }
          v[interior] = hdiff(u, 1.0);
          step(out(w), u, 1.0);
          EXPECT_EQ(valuesOf(v), valuesOf(w));
        }
}

TEST_P(PlanTest, emptyDomains) {
  Program step = runtime.compile([](Field u) { return std::vector{u + 1.0, sum(u, I) + 0.0 * u}; },
                                 arg(F64, {I, J}));
  Storage u = zeros<double>({I(0, 0), J(0, 3)}), v = like(u), w = like(u);
  for (int n = 0; n < 3; ++n)
    step(out(v), out(w), u);
  EXPECT_TRUE(valuesOf(v).empty());
}

TEST_P(PlanTest, aProgramWithTemporariesAndSeveralKernels) {
  auto callable = [](Field u) {
    Field mean = sum(u, J) * 0.125;
    return std::vector{u - mean, max(abs(u - mean))};
  };
  Program step = runtime.compile(callable, arg(F64, {I, J}));
  for (int n = 0; n < 3; ++n) {
    Storage u = counting(zeros<double>({I(0, 16), J(0, 8)}), n), v = like(u), w = like(u);
    Storage total = zeros<double>(Domain()), expected = zeros<double>(Domain());
    auto fields = callable(u);
    update({{w[whole], fields[0]}, {expected[whole], fields[1]}});
    step(out(v), out(total), u);
    EXPECT_EQ(valuesOf(v), valuesOf(w));
    EXPECT_EQ(total.item<double>(), expected.item<double>());
  }
}

TEST_P(PlanTest, threadsCallOneProgramOnTheirOwnStorages) {
  Program step =
      runtime.compile([](Field u, Field s) { return std::vector{s * u(I + 1), sum(u) + 0.0 * u}; },
                      arg(F64, I), arg(F64));
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Runtime::Scope scope(runtime);
      std::int64_t size = 40 + 3 * (t % 2);
      Storage u = counting(zeros<double>({I(0, size + 1)}), t);
      Storage v = zeros<double>({I(0, size)}), w = like(v);
      for (int n = 0; n < 200; ++n) {
        step(out(v), out(w), u, n);
        HostView<const double> view = v.read<double>();
        wrong[static_cast<std::size_t>(t)] += view(3) != n * (t + 4.0);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

TEST_P(PlanTest, repeatedCallsTakeNoBlock) {
  Program step = runtime.compile([](Field u) { return std::vector{u - sum(u, J), sum(u, J)}; },
                                 arg(F64, {I, J}));
  Storage u = counting(zeros<double>({I(0, 16), J(0, 8)})), v = like(u);
  Storage total = zeros<double>(I(0, 16));
  step(out(v), out(total), u);
  counted();
  for (int n = 0; n < 10; ++n)
    step(out(v), out(total), u);
  RuntimeCounters seen = counted();
  EXPECT_EQ(seen.evaluations, 10);
  EXPECT_EQ(seen.allocations + seen.reuses, 0);
  EXPECT_EQ(seen.copies, 0);
}
