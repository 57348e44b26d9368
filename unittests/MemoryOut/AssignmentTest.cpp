//===- AssignmentTest.cpp - Assignments where an allocation fails ---------===//
//
// Assignments, calls, host views and evaluations.
//
//===----------------------------------------------------------------------===//
#include "FailingAllocations.h"

#include "gtjit/Graph/StorageState.h"
#include "gtjit/Memory/Lease.h"

#include <memory>

using namespace gtjit;

namespace {
class MemoryOutAssignment : public MemoryOut {};
GTJIT_ON_ALL_BACKENDS(MemoryOutAssignment);
} // namespace

TEST_P(MemoryOutAssignment, WhereTheStorageMoves) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 40)}));
    Storage plain = counting(zeros<double>({I(0, 40)}), 3.0);
    Field pending = s + 1.0;
    return Scene{[s, plain]() mutable { s[{I(1, 39)}] = plain(I + 1) - 2.0 * plain; },
                 [s, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[5], 6.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOutAssignment, WhereReadersGetACopy) {
  std::vector<double> memory(40);
  failInTurn([&] {
    for (std::size_t n = 0; n < memory.size(); ++n)
      memory[n] = static_cast<double>(n * n);
    Storage s = wrap(memory.data(), {40});
    Field pending = s + 1.0;
    return Scene{[s]() mutable {
                   Storage u = counting(zeros<double>({I(0, 40)}));
                   s[{I(1, 39)}] = u(I + 1) - 2.0 * u;
                 },
                 [s, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[5], 26.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOutAssignment, InAnUpdateOfSeveral) {
  failInTurn([] {
    Storage a = counting(zeros<double>({I(0, 20)})), b = counting(zeros<double>({I(0, 20)}), 2.0);
    Field pending = a - b;
    return Scene{[a, b]() mutable { update({{a[{I(1, 20)}], b(I - 1)}, {b, a * 2.0}}); },
                 [a, b, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[5], -2.0);
                   Values all = valuesOf(a), more = valuesOf(b);
                   all.insert(all.end(), more.begin(), more.end());
                   return all;
                 }};
  });
}

TEST_P(MemoryOutAssignment, InAHostView) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 20)}));
    Field pending = s + 1.0;
    return Scene{[s]() mutable { s.write<double>()(3) = 9.0; },
                 [s, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[3], 4.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOutAssignment, InACallOfAProgram) {
  Program program = runtime.compile([](Field u) { return u(I - 1) + u(I + 1); }, arg(F64, I));
  failInTurn([&] {
    Storage u = counting(zeros<double>({I(0, 20)})), v = counting(zeros<double>({I(1, 19)}));
    Field pending = v + 1.0;
    return Scene{[program, u, v]() mutable { program(out(v), u); },
                 [v, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[3], 4.0);
                   return valuesOf(v);
                 }};
  });
}

// Where work under way still reads the old block.
TEST_P(MemoryOutAssignment, WhereTheOldBlockIsInUse) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 40)}));
    auto lease = std::make_shared<detail::Lease>(s.get()->view(), detail::Access::Read);
    return Scene{[s]() mutable { s[whole] = 2.0; },
                 [s, lease] {
                   Storage other = full<double>({I(0, 40)}, -1.0); // would get the block
                   EXPECT_EQ(*reinterpret_cast<const double *>(lease->first()), 0.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOutAssignment, InAReductionAndAScan) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 6), K(0, 9)})), total = zeros<double>({K(0, 9)});
    return Scene{[s, total]() mutable {
                   auto [i, k] = argmin(s, I, K);
                   total[whole] = sum(cumsum(s, K) * s, I) + max(s) + astype(i + k, F64);
                 },
                 [total] { return valuesOf(total); }};
  });
}

TEST_P(MemoryOutAssignment, InTheFillingOfAHalo) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 6), K(0, 9)}, {.halo = {{I, 1}}}));
    Field pending = s + 1.0;
    return Scene{[s]() mutable { fillHalo(s, periodic(I)); },
                 [s, pending] {
                   EXPECT_EQ(valuesOf(eval(pending * 1.0))[0], 1.0);
                   return valuesOf(s);
                 }};
  });
}

TEST_P(MemoryOutAssignment, InAFieldThatIsEvaluated) {
  failInTurn([] {
    Storage s = counting(zeros<double>({I(0, 30)})), t = like(s);
    t[whole] = 0.0;
    Field shared = sqrt(s + 1.0), joined = concat_where(I < 5, shared, 2.0 * shared(I - 1));
    return Scene{[=]() mutable {
                   Storage kept = eval(joined + shared);
                   t[{I(1, 30)}] = kept + joined;
                 },
                 [=] { return valuesOf(t); }};
  });
}

// The third time on its line it runs by the line's plan.
TEST_P(MemoryOutAssignment, OfManyFieldsByAPlan) {
  failInTurn([] {
    std::vector<Storage> fields;
    for (int n = 0; n < 12; ++n)
      fields.push_back(counting(zeros<double>({I(0, 8)}), n));
    Storage target = zeros<double>({I(0, 8)});
    return Scene{[=]() mutable {
                   Field all = fields[0] * 2.0;
                   for (int n = 1; n < 12; ++n)
                     all += fields[n];
                   target[whole] = all;
                 },
                 [=] { return valuesOf(target); }};
  });
}

// Domains of so many dimensions take memory.
TEST_P(MemoryOutAssignment, WhereAnUpdateBecomesAnother) {
  Domain domain({I(0, 2), J(0, 1), K(0, 1), Dimension("L")(0, 1), Dimension("M")(0, 1)});
  failInTurn([&] {
    Storage a = counting(zeros<double>(domain)), b = counting(zeros<double>(domain), 5.0);
    auto list = std::make_shared<std::vector<Update>>();
    list->assign({{a, a + 1.0}, {b[{I(0)}], 7.0}});
    return Scene{[list] { list->front() = list->back(); },
                 [list, a, b] {
                   EXPECT_EQ(valuesOf(a), (Values{0, 1}));
                   EXPECT_EQ(valuesOf(b), (Values{5, 6}));
                   const Update &first = list->front();
                   return Values{double(first.target.domain().ndim()),
                                 double(first.target.storage().get() == b.get()),
                                 double(first.target.indices().size()),
                                 double(first.value.field.domain().ndim())};
                 }};
  });
}
