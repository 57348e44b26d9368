//===- KnownTypesTest.cpp - Results that are looked up --------------------===//
//
// An operation has the type and the domain that it has in a thread that sees it for the first
// time, whatever this one has seen before.
//
//===----------------------------------------------------------------------===//
#include "GraphTest.h"

#include <functional>
#include <random>
#include <thread>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class KnownTypes : public GraphTest {
protected:
  using Build = std::function<Field()>;

  Field inNewThread(const Build &build) {
    Field result;
    std::thread([&] {
      Runtime::Scope same(runtime);
      result = build();
    }).join();
    return result;
  }
  void expectSameAsNew(const Build &build) {
    Field known = build(), again = build(), fresh = inNewThread(build);
    for (const Field &field : {known, again})
      EXPECT_TRUE(static_cast<const NodeType &>(*field.get()) == *fresh.get())
          << describe(*field.get()) << " and " << describe(*fresh.get());
  }
};

TEST_F(KnownTypes, RandomOperandsGiveWhatTheyGiveTheFirstTime) {
  std::mt19937 random(7);
  auto below = [&](int n) { return std::uniform_int_distribution(0, n - 1)(random); };
  constexpr DType kTypes[] = {F64, F32, I32, I64, U8};
  std::vector<Storage> storages;
  for (int n = 0; n < 300; ++n) { // more than a thread remembers
    NamedRange i = I(-below(3), 4 + below(9)), j = J(below(2), 5 + below(5));
    Domain domain = below(3) ? Domain({i, j}) : Domain(below(2) ? i : j);
    storages.push_back(zeros(domain, kTypes[below(5)]));
  }
  for (int n = 0; n < 3000; ++n) {
    const Storage &a = storages[below(below(2) ? 300 : 6)];
    Field b = below(2) ? Field(storages[below(300)]) : Field(below(2) ? 1.5 : double(below(1000)));
    Dimension dim = *Field(a).dims().begin();
    int offset = below(5) - 2, kind = below(5);
    auto build = [&]() -> Field {
      Field left = a(dim + offset);
      return kind == 0   ? astype(left, F32) + astype(b, F32)
             : kind == 1 ? astype(left, F64) / astype(b, F64)
             : kind == 2 ? astype(left, F64) < astype(b, F64)
             : kind == 3 ? where(astype(left, F64) > 0.0, b, astype(left, b.dtype()))
                         : -(left * 3);
    };
    expectSameAsNew(build);
  }
}

TEST_F(KnownTypes, IndicesGiveWhatTheyGiveTheFirstTime) {
  std::mt19937 random(11);
  auto below = [&](int n) { return std::uniform_int_distribution(0, n - 1)(random); };
  constexpr DType kTypes[] = {I32, I64, U8};
  std::vector<Storage> fields, indices;
  for (int n = 0; n < 8; ++n) {
    NamedRange i = I(-below(3), 4 + below(3)), j = J(below(2), 5 + below(2));
    fields.push_back(zeros({i, j}, below(2) ? F64 : F32));
    indices.push_back(zeros(below(2) ? Domain(j) : Domain({i, j}), kTypes[below(3)]));
  }
  for (int n = 0; n < 300; ++n) {
    const Storage &field = fields[below(8)], &at = indices[below(8)];
    Dimension dim = below(2) ? I : J;
    expectSameAsNew([&] { return field(dim(at + 1)); });
    expectSameAsNew([&] { return field.at({I(at), J(at)}); });
  }
  Field bytes = zeros({I(0, 4)}, U8);
  for (int n = 0; n < 2; ++n) {
    (void)fields[0](I(bytes));
    EXPECT_EQ(fields[0](I(bytes)).get()->inputs[1]->dtype, DType::I32);
    EXPECT_THROW((void)fields[0](K(bytes)), ValueError);
    EXPECT_THROW((void)fields[0](I(astype(bytes, F32))), DTypeError);
  }
}

TEST_F(KnownTypes, NumbersAreCheckedEachTime) {
  Storage halves = on(I(0, 4), F16), bytes = on(I(0, 4), U8);
  for (int n = 0; n < 3; ++n) {
    (void)(halves + 40000);
    EXPECT_THROW((void)(halves + 65530), DTypeError); // as many bits
    (void)(bytes + 200);
    EXPECT_THROW((void)(bytes + 300), DTypeError);
    EXPECT_THROW((void)(bytes + 1.5), DTypeError);
  }
}

TEST_F(KnownTypes, WeakNumbersKeepWhatTheyFit) {
  Field index = gtjit::index(I);
  Storage bytes = on(I(0, 4), I8);
  Field condition = bytes > 0;
  for (int n = 0; n < 3; ++n) {
    (void)(bytes + where(condition, 100, 5));
    EXPECT_THROW((void)(bytes + where(condition, 200, 5)), DTypeError);
  }
  expectSameAsNew([&] { return index + 1; });
  expectSameAsNew([&] { return where(condition, 200, 5); });
}

TEST_F(KnownTypes, StoragesWithAnotherHaloAreOthers) {
  for (int halo = 0; halo < 3; ++halo) {
    Storage u = zeros<double>(I(0, 8), {.halo = {{I, halo}}});
    Field sum = u + 1.0;
    EXPECT_EQ(sum.domain(), Domain(I(-halo, 8 + halo)));
    EXPECT_EQ(sum.compute_domain(), Domain(I(0, 8)));
  }
}

TEST_F(KnownTypes, DimensionsOfOneRangeAreToldApart) {
  for (int round = 0; round < 2; ++round)
    for (const char *name : {"a1", "a2", "a3", "b1", "b2", "level", "Level", "lemel"}) {
      Dimension dim(name);
      Storage u = on(dim(0, 4));
      Field sum = gtjit::index(dim) + 1;
      EXPECT_EQ((u + u).domain(), Domain(dim(0, 4)));
      EXPECT_EQ((u + astype(sum, F64)).domain(), Domain(dim(0, 4)));
      EXPECT_EQ(sum.dims().size(), 1u);
      EXPECT_TRUE(sum.dims().contains(dim));
    }
}

TEST_F(KnownTypes, ShiftsOfPartsKnowTheWhole) {
  Storage u = on(I(0, 8));
  Field all = u, part = u[{I(2, 6)}];
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(all(I + 1).extended_domain(), Domain(I(-1, 7)));
    EXPECT_EQ(part(I + 1).domain(), Domain(I(1, 5)));
    EXPECT_EQ(part(I + 1).extended_domain(), Domain(I(-1, 7)));
  }
}

TEST_F(KnownTypes, MoreDomainsThanNodesShare) {
  std::vector<Field> sums;
  for (int n = 0; n < 5000; ++n) {
    Storage u = zeros<double>(I(n, n + 8), {.halo = {{I, 1}}});
    sums.push_back((u + u)(I + 1) + u);
  }
  for (int n = 0; n < 5000; ++n) {
    EXPECT_EQ(sums[n].domain(), Domain(I(n - 1, n + 8)));
    EXPECT_EQ(sums[n].compute_domain(), Domain(I(n, n + 8)));
  }
}

TEST(NodeDomain, CopiesAreApart) {
  detail::NodeDomain own(Domain(I(0, 70'000))), copy = own, moved = std::move(own);
  copy.intersect(Domain(I(5, 9)));
  EXPECT_EQ(*copy, Domain(I(5, 9)));
  EXPECT_EQ(*moved, Domain(I(0, 70'000)));
  copy = moved;
  moved = Domain();
  EXPECT_EQ(*copy, Domain(I(0, 70'000)));
  EXPECT_EQ(moved.ndim(), 0u);
}

TEST_F(KnownTypes, RuntimesAreToldApart) {
  Storage u = on(I(0, 4));
  (void)(u + u);
  Runtime other(options());
  Runtime::Scope inner(other);
  Storage v = on(I(0, 4));
  for (int n = 0; n < 2; ++n) {
    EXPECT_EQ((v + v).get()->runtime, Field(v).get()->runtime);
    EXPECT_THROW((void)(u + v), ValueError);
  }
}

} // namespace
