//===- CopyOnWriteTest.cpp - Expressions keep the values they saw ---------===//
//
// Writing storages that pending expressions read, and what that copies.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"
#include "gtjit/Memory/RuntimeState.h"

#include <gmock/gmock.h>

#include <random>

using namespace gtjit;
using testing::HasSubstr;

namespace {
class CopyOnWriteTest : public BackendTest {};
GTJIT_ON_ALL_BACKENDS(CopyOnWriteTest);
} // namespace

// M-009
TEST_P(CopyOnWriteTest, aPendingExpressionKeepsTheOldValues) {
  Storage s = counting(zeros<double>({I(0, 3)}));
  Field e = s + 1.0;
  s[whole] = 9.0;
  EXPECT_EQ(valuesOf(eval(e)), (Values{1, 2, 3}));
  EXPECT_EQ(valuesOf(s), (Values{9, 9, 9}));
}

// S3-056
TEST_P(CopyOnWriteTest, aHostWriteComesAfterTheCapture) {
  Storage a = counting(zeros<double>({I(0, 3)}), 1.0);
  Field e = a + 1.0;
  a.write<double>()(0) = 100.0;
  EXPECT_EQ(valuesOf(eval(e)), (Values{2, 3, 4}));
  EXPECT_EQ(valuesOf(a), (Values{100, 2, 3}));
}

TEST_P(CopyOnWriteTest, cellsOutsideTheWrittenPartSurviveTheMove) {
  Storage s = counting(zeros<double>({I(0, 5)}));
  Field e = s * 2.0;
  counted();
  s[{I(1, 3)}] = -1.0;
  RuntimeCounters seen = counted();
  EXPECT_EQ(seen.copies, 1);
  EXPECT_EQ(seen.bytesCopied, 3 * 8);
  EXPECT_EQ(valuesOf(s), (Values{0, -1, -1, 3, 4}));
  EXPECT_EQ(valuesOf(eval(e)), (Values{0, 2, 4, 6, 8}));
}

// A view that counts by itself says where it has dropped a dimension in coordinates of its own.
TEST_P(CopyOnWriteTest, cellsBesideAPointOfAViewSurviveTheMove) {
  for (int kind = 0; kind < 3; ++kind) {
    Storage s = counting(zeros<double>({I(2, 8)}));
    Field old = s + 0.0; // 0, 1, ...
    if (kind == 0)
      s.rebased({I(0)})[{I(3)}] = 9.0;
    else if (kind == 1)
      s.slice({{3, Slice::none, 1}}).rebased({I(0)})[{I(0)}] = 9.0;
    else
      s.slice({{1, Slice::none, 2}})[{I(1)}] = 9.0;
    EXPECT_EQ(valuesOf(s), (Values{0, 1, 2, 9, 4, 5})) << kind;
    EXPECT_EQ(valuesOf(eval(old)), (Values{0, 1, 2, 3, 4, 5})) << kind;
  }
  Storage s = counting(zeros<double>({I(2, 8)}));
  Field old = s + 0.0;
  s.rebased({I(0)}).set({Indices{1, 4}}, 9.0);
  EXPECT_EQ(valuesOf(s), (Values{0, 9, 2, 3, 9, 5}));
  EXPECT_EQ(valuesOf(eval(old)), (Values{0, 1, 2, 3, 4, 5}));
}

// Each point reads what nobody writes, and itself: one kernel, no temporary.
TEST_P(CopyOnWriteTest, aSweepByAnIndexIsInPlace) {
  Storage d = counting(zeros<double>({I(0, 2), K(0, 4)})); // 0 to 7, K is faster
  counted();
  for (int k = 2; k >= 0; --k)
    d[{K(k)}] = d[{K(k)}] - 2.0 * d[{K(k + 1)}];
  RuntimeCounters seen = counted();
  EXPECT_EQ(seen.copies, 0);
  EXPECT_EQ(seen.allocations + seen.reuses, 0);
  EXPECT_EQ(seen.kernels, compiles() ? 3 : 0);
  EXPECT_EQ(valuesOf(d), (Values{-18, 9, -4, 3, -38, 21, -8, 7}));
}

TEST_P(CopyOnWriteTest, aPartComputedFromAnotherIsInPlace) {
  Storage d = counting(zeros<double>({I(0, 2), K(0, 4)})), e = like(d);
  e[whole] = 0.0;
  counted();
  update({{d[{K(0, 2)}], d(K + 2) + d}, {e[{K(2, 4)}], d}});
  RuntimeCounters seen = counted();
  EXPECT_EQ(seen.copies, 0);
  EXPECT_EQ(seen.allocations + seen.reuses, 0);
  EXPECT_EQ(seen.kernels, compiles() ? 2 : 0);
  EXPECT_EQ(valuesOf(d), (Values{2, 4, 2, 3, 10, 12, 6, 7}));
  EXPECT_EQ(valuesOf(e), (Values{0, 0, 2, 3, 0, 0, 6, 7}));
}

// The same expressions where what is read is written: old values count.
TEST_P(CopyOnWriteTest, aPartThatOverlapsWhatItReadsIsNotInPlace) {
  Storage d = counting(zeros<double>({I(0, 2), K(0, 4)})), e = like(d);
  e[whole] = 0.0;
  update({{d[{K(0, 2)}], d(K + 1) + d}, {e[{K(1, 3)}], d}});
  EXPECT_EQ(valuesOf(d), (Values{1, 3, 2, 3, 9, 11, 6, 7}));
  EXPECT_EQ(valuesOf(e), (Values{0, 1, 2, 0, 0, 5, 6, 0}));
  d[{K(1)}] = d[{K(1)}] + d(I + 1)[{K(1)}].at({I(0)}); // of another point of the part
  EXPECT_EQ(valuesOf(d), (Values{1, 14, 2, 3, 9, 22, 6, 7}));
}

// An intermediate in memory is computed in a box, also where nobody reads it.
TEST_P(CopyOnWriteTest, aSnapshotHoldsAllThatIntermediatesAreComputedOf) {
  Storage d = counting(zeros<double>({I(0, 6), J(0, 9), K(0, 3)})), other = d.copy();
  auto value = [&] {
    Field row = d[{J(0)}];
    Field g = exp(exp(concat_where(K < 1, row, row(I + 1)) * 0.01)); // on I[1,5), K[0,2)
    return g + g(K - 1) + g(I - 1);
  };
  other[{I(2, 5), K(1)}] = value();
  counted();
  d[{I(2, 5), K(1)}] = value();
  RuntimeCounters seen = counted();
  EXPECT_EQ(seen.copies, 1);
  EXPECT_EQ(seen.bytesCopied, 5 * 2 * 8) << "less than the part";
  EXPECT_EQ(valuesOf(d), valuesOf(other));
}

TEST_P(CopyOnWriteTest, withoutReadersTheWriteIsInPlace) {
  Storage s = counting(zeros<double>({I(0, 5)}));
  {
    Field gone = s * 2.0;
  }
  counted();
  s[{I(1, 3)}] = -1.0;
  EXPECT_EQ(counted().copies, 0);
}

TEST_P(CopyOnWriteTest, anEvaluatedExpressionNeedsNoOldValues) {
  Storage s = counting(zeros<double>({I(0, 5)}));
  Field e = s * 2.0;
  eval(e);
  counted();
  s[whole] = 0.0;
  EXPECT_EQ(counted().copies, 0);
  EXPECT_EQ(valuesOf(eval(e)), (Values{0, 2, 4, 6, 8}));
}

TEST_P(CopyOnWriteTest, readingTheOwnPointOnlyIsInPlace) {
  Storage s = counting(zeros<double>({I(0, 4), J(0, 2)}));
  counted();
  s[whole] = s * 2.0 + where(s > 3.0, s, 0.0 * s);
  RuntimeCounters seen = counted();
  EXPECT_EQ(seen.copies, 0);
  EXPECT_EQ(seen.reuses + seen.allocations, 0);
  EXPECT_EQ(valuesOf(s), (Values{0, 2, 4, 6, 12, 15, 18, 21}));
}

// Case 55 of the semantics: reads happen before writes.
TEST_P(CopyOnWriteTest, readingOtherPointsSeesTheOldValues) {
  Storage s = counting(zeros<double>({I(0, 5)}));
  s[{I(1, 5)}] = s(I - 1);
  EXPECT_EQ(valuesOf(s), (Values{0, 0, 1, 2, 3}));
}

TEST_P(CopyOnWriteTest, readingADisjointPartIsInPlace) {
  Storage s = counting(zeros<double>({I(0, 6)}));
  counted();
  s[{I(0, 3)}] = s(I + 3);
  EXPECT_EQ(counted().copies, 0);
  EXPECT_EQ(valuesOf(s), (Values{3, 4, 5, 3, 4, 5}));
}

TEST_P(CopyOnWriteTest, anIndexMayReadWhatItWritesAndItsNeighboursInPlace) {
  Storage d = counting(zeros<double>({I(0, 5), J(0, 4), K(0, 6)})), c = like(d);
  c[whole] = 0.5;
  Values expected = valuesOf(d);
  auto at = [](int i, int j, int k) { return static_cast<std::size_t>((i * 4 + j) * 6 + k); };
  counted();
  d[{I(3), J(3), K(3)}] = 2.0 * d[{I(3), J(3), K(3)}];
  expected[at(3, 3, 3)] *= 2.0;
  for (int k = 4; k >= 0; --k) {
    d[{K(k)}] = d[{K(k)}] - c[{K(k)}] * d[{K(k + 1)}];
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 4; ++j)
        expected[at(i, j, k)] -= 0.5 * expected[at(i, j, k + 1)];
  }
  d[{I(0, 2)}] = d[{I(0, 2)}] + d(I + 2) * d(I + 3);
  for (int i = 0; i < 2; ++i)
    for (std::size_t n = 0; n < 24; ++n)
      expected[at(i, 0, 0) + n] += expected[at(i + 2, 0, 0) + n] * expected[at(i + 3, 0, 0) + n];
  RuntimeCounters seen = counted();
  EXPECT_EQ(seen.copies, 0);
  EXPECT_EQ(seen.bytesCopied, 0);
  EXPECT_EQ(valuesOf(d), expected);
}

TEST_P(CopyOnWriteTest, stridedPartsThatShareNoElementAreWrittenInPlace) {
  Storage s = counting(zeros<double>({I(0, 8), J(0, 2)}));
  Storage even = s.slice({{0, 8, 2}}), odd = s.slice({{1, 8, 2}});
  counted();
  even[whole] = odd + 100.0;
  EXPECT_EQ(counted().bytesCopied, 0);
  EXPECT_EQ(valuesOf(even), (Values{102, 103, 106, 107, 110, 111, 114, 115}));
  EXPECT_EQ(valuesOf(odd), (Values{2, 3, 6, 7, 10, 11, 14, 15}));
}

TEST_P(CopyOnWriteTest, aSmallPartThatReadsItsNeighboursCopiesNoMoreThanItReads) {
  Storage s = counting(zeros<double>({I(0, 100), J(0, 10)}));
  Storage level = s.view({J(3)});
  counted();
  s[{I(50, 53)}] = s(I - 1);
  EXPECT_EQ(counted().bytesCopied, 3 * 10 * 8);
  s[{I(50, 53), J(3)}] = level * 2.0 - level(I - 1);
  EXPECT_LE(counted().bytesCopied, 4 * 8);
  EXPECT_EQ(valuesOf(s.view({I(49, 54), J(3)})), (Values{493, 493, 513, 523, 533}));
}

TEST_P(CopyOnWriteTest, aSmallPartThatReadsMuchOfItsStorageCopiesNoMoreThanItself) {
  auto expectCopied = [&](std::int64_t bytes) {
    std::int64_t copied = counted().bytesCopied;
    if (!runtime.get().device) // or there is a snapshot
      EXPECT_EQ(copied, bytes);
  };
  Storage s = counting(zeros<double>({I(0, 20), J(0, 10)}));
  std::vector<double> memory(200, 1.0);
  Storage wrapped = wrap(memory.data(), {I(0, 20), J(0, 10)});
  wrapped[whole] = s;
  for (Storage u : {s, wrapped}) {
    counted();
    u[{I(3)}] = u[{I(3)}] - max(u);
    expectCopied(0); // reductions have read before anything is stored
    EXPECT_EQ(u.item<double>({3, 2}), 32.0 - 199.0);
    u[{J(1)}] = sum(u, J);
    expectCopied(20 * 8); // one of few points is computed where it is stored
    EXPECT_EQ(u.item<double>({0, 1}), 45.0);
    update({{u[{I(0)}], u[{I(19)}]}, {u[{I(19)}], u[{I(0)}]}});
    expectCopied(2 * 10 * 8);
    EXPECT_EQ(u.item<double>({0, 0}), 190.0);
    EXPECT_EQ(u.item<double>({19, 1}), 45.0);
  }
  EXPECT_EQ(valuesOf(s), valuesOf(wrapped));
}

TEST_P(CopyOnWriteTest, memoryThatIsWrappedTwiceIsReadBeforeItIsWritten) {
  for (std::int64_t shift : {0, 1, 3, 9}) {
    std::vector<double> memory(40);
    for (std::size_t n = 0; n < memory.size(); ++n)
      memory[n] = double(n);
    std::vector<double> expected = memory;
    Storage a = wrap(memory.data() + shift, {I(0, 25)}), b = wrap(memory.data(), {I(0, 25)});
    a[whole] = b + 0.5 * b;
    for (std::size_t n = 0; n < 25; ++n)
      expected[n + static_cast<std::size_t>(shift)] = 1.5 * double(n);
    EXPECT_EQ(memory, expected) << "shift " << shift;
  }
}

TEST_P(CopyOnWriteTest, memoryThatIsWrappedTwiceMayNotBeWrittenTwice) {
  std::vector<double> memory(40);
  for (std::size_t n = 0; n < memory.size(); ++n)
    memory[n] = double(n);
  Storage a = wrap(memory.data(), {I(0, 20)}), b = wrap(memory.data() + 10, {I(0, 20)});
  EXPECT_THROW(update({{a, 1.0}, {b, 2.0}}), ValueError);
  update({{a[{I(0, 10)}], a(I + 8)}, {b[{I(5, 20)}], 3.0}});
  EXPECT_EQ(memory[9], 17.0); // read before the other part was written
  EXPECT_EQ(memory[15], 3.0);
}

TEST_P(CopyOnWriteTest, aReductionOfTheTargetSeesTheOldValues) {
  Storage s = counting(zeros<double>({I(0, 4)}));
  s[whole] = s + sum(s);
  EXPECT_EQ(valuesOf(s), (Values{6, 7, 8, 9}));
}

TEST_P(CopyOnWriteTest, aBroadcastOfAPartOfTheTargetSeesTheOldValues) {
  Storage s = counting(zeros<double>({I(0, 3), J(0, 2)}));
  s[whole] = s + s.at(I(1));
  EXPECT_EQ(valuesOf(s), (Values{2, 4, 4, 6, 6, 8}));
}

TEST_P(CopyOnWriteTest, onePointOfTheTargetUnderAnotherNameSeesTheOldValues) {
  Storage s = counting(zeros<double>({I(0, 4000)}), 1.0);
  Storage offsets = zeros<std::int64_t>({K(0, 4000)});
  offsets[whole] = 1500 - index(K);
  Field products = s * rename(s, {{I, K}});
  Field at = products(as_offset(K, offsets));
  products = Field();
  Field column = at[{K(3)}];
  at = Field();
  counted();
  s[whole] = std::move(column);
  RuntimeCounters seen = counted();
  EXPECT_EQ(seen.allocations + seen.reuses, 1); // the storage moves
  Values values = valuesOf(s);
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(values[i], (static_cast<double>(i) + 1.0) * 1501.0) << i;
}

TEST_P(CopyOnWriteTest, viewsFollowTheirStorage) {
  Storage s = counting(zeros<double>({I(0, 4)}));
  Storage part = s.view(I(1, 3));
  Field e = s + 0.0;
  part[whole] = -1.0;
  EXPECT_EQ(valuesOf(s), (Values{0, -1, -1, 3}));
  EXPECT_EQ(valuesOf(part), (Values{-1, -1}));
  s[whole] = 7.0;
  EXPECT_EQ(valuesOf(part), (Values{7, 7}));
  EXPECT_EQ(valuesOf(eval(e)), (Values{0, 1, 2, 3}));
}

TEST_P(CopyOnWriteTest, foreignMemoryIsWrittenInPlaceAndItsReadersGetASnapshot) {
  double memory[4] = {0, 1, 2, 3};
  Storage s = wrap(memory, {I(0, 4)});
  Field e = s + 1.0;
  counted();
  s[whole] = 5.0;
  EXPECT_EQ(counted().copies, 1);
  EXPECT_EQ(memory[2], 5.0);
  EXPECT_EQ(valuesOf(eval(e)), (Values{1, 2, 3, 4}));
}

TEST_P(CopyOnWriteTest, foreignMemoryMayReadItself) {
  double memory[5] = {0, 1, 2, 3, 4};
  Storage s = wrap(memory, {I(0, 5)});
  s[{I(1, 5)}] = s(I - 1);
  EXPECT_EQ((Values(memory, memory + 5)), (Values{0, 0, 1, 2, 3}));
  counted();
  s[whole] = s * 2.0 + 1.0;
  EXPECT_EQ(counted().copies, 0);
  EXPECT_EQ((Values(memory, memory + 5)), (Values{1, 1, 3, 5, 7}));
}

TEST_P(CopyOnWriteTest, anAddressThatWasGivenOutStays) {
  Storage s = counting(zeros<double>({I(0, 3)}));
  void *address = s.data();
  Field e = s + 1.0;
  s[whole] = 9.0;
  EXPECT_EQ(s.data(), address);
  EXPECT_EQ(*static_cast<double *>(address), 9.0);
  EXPECT_EQ(valuesOf(eval(e)), (Values{1, 2, 3}));
}

TEST_P(CopyOnWriteTest, aReadingHostViewKeepsItsValues) {
  Storage s = counting(zeros<double>({I(0, 3)}));
  HostView<const double> view = s.read<double>();
  s[whole] = 9.0;
  EXPECT_EQ(view(2), 2.0);
  EXPECT_EQ(valuesOf(s), (Values{9, 9, 9}));
}

TEST_P(CopyOnWriteTest, storagesOfOneEvaluationAreIndependent) {
  Storage s = counting(zeros<double>({I(0, 3)}));
  Field e = s + 1.0;
  Storage first = eval(e), second = eval(e);
  first[whole] = 0.0;
  EXPECT_EQ(valuesOf(second), (Values{1, 2, 3}));
  EXPECT_EQ(valuesOf(eval(e + 1.0)), (Values{2, 3, 4}));
}

TEST_P(CopyOnWriteTest, updateReadsAllOldValues) {
  Storage p = full<double>({I(0, 3)}, 5.0), q = full<double>({I(0, 3)}, 3.0);
  update({{p, p + q}, {q, p - q}});
  EXPECT_EQ(valuesOf(p), (Values{8, 8, 8}));
  EXPECT_EQ(valuesOf(q), (Values{2, 2, 2}));
}

TEST_P(CopyOnWriteTest, updateReadsAllOldValuesOfForeignMemory) {
  double a[2] = {1, 2}, b[2] = {10, 20};
  Storage p = wrap(a, {I(0, 2)}), q = wrap(b, {I(0, 2)});
  update({{p, q}, {q, p}});
  EXPECT_EQ(a[1], 20.0);
  EXPECT_EQ(b[1], 2.0);
}

TEST_P(CopyOnWriteTest, updateOfTwoPartsOfOneStorage) {
  Storage s = counting(zeros<double>({I(0, 4)}));
  update({{s[{I(0, 2)}], s(I + 2)}, {s[{I(2, 4)}], s(I - 2)}});
  EXPECT_EQ(valuesOf(s), (Values{2, 3, 0, 1}));
}

// Each row takes a random piece of the rows: itself, what others write, what nobody does.
TEST_P(CopyOnWriteTest, updateOfManyPartsOfOneStorage) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 20; ++trial) {
    constexpr int count = 24;
    Storage s = counting(zeros<double>({J(0, 2 * count), I(0, 4)}, {.layout = cOrder}));
    Values expected = valuesOf(s);
    std::vector<Update> updates;
    for (int row = 0; row < count; ++row) {
      int from = random() % 3 == 0 ? row : static_cast<int>(random() % (2 * count));
      updates.emplace_back(s[{J(row, row + 1)}], s(J + (from - row)) + 100.0);
      for (int i = 0; i < 4; ++i)
        expected[4 * row + i] = 4 * from + i + 100.0;
    }
    update(updates);
    EXPECT_EQ(valuesOf(s), expected) << trial;
  }
}

TEST_P(CopyOnWriteTest, aListOfUpdatesIsRearrangedWithoutStoring) {
  Storage p = counting(zeros<double>({I(0, 3)})), q = zeros<double>({I(0, 3)});
  std::vector<Update> updates{{p, p + 1.0}, {q, p + 2.0}, {q, p + 3.0}};
  updates.erase(updates.begin() + 1);
  std::swap(updates[0], updates[1]);
  updates[0] = updates[0];
  EXPECT_EQ(valuesOf(p), (Values{0, 1, 2}));
  EXPECT_EQ(valuesOf(q), (Values{0, 0, 0}));
  update(updates);
  EXPECT_EQ(valuesOf(p), (Values{1, 2, 3}));
  EXPECT_EQ(valuesOf(q), (Values{3, 4, 5}));
}

TEST_P(CopyOnWriteTest, updateRefusesToWriteAPointTwice) {
  Storage s = zeros<double>({I(0, 4)}).named("s");
  try {
    update({{s[{I(0, 3)}], 1.0}, {s[{I(2, 4)}], 2.0}});
    FAIL() << "accepted";
  } catch (const ValueError &error) {
    EXPECT_EQ(error.message(), "update: 's' over {I[2,4)} is written twice");
    EXPECT_EQ(error.note(0), "also over {I[0,3)}");
  }
  EXPECT_EQ(valuesOf(s), (Values{0, 0, 0, 0}));
}

// M-008
TEST_P(CopyOnWriteTest, aRefusedUpdateChangesNothing) {
  Storage p = counting(zeros<double>({I(0, 3)})), q = counting(zeros<double>({I(0, 3)}));
  Storage whole32 = zeros<std::int32_t>({I(0, 3)});
  EXPECT_THROW(update({{p, q + 1.0}, {q[whole], p(I + 1)}}), DomainError);
  EXPECT_THROW(update({{p, q + 1.0}, {whole32, q}}), TypeError);
  EXPECT_EQ(valuesOf(p), (Values{0, 1, 2}));
  EXPECT_EQ(valuesOf(q), (Values{0, 1, 2}));
}

TEST_P(CopyOnWriteTest, explainTellsForcedCopiesWithBothLines) {
  Storage s = counting(zeros<double>({I(0, 4)}).named("s"));
  Field e = s * 2.0;
  unsigned readLine = __LINE__ - 1, writeLine = __LINE__ + 1;
  s[{I(0, 1)}] = -1.0;
  std::string text(std::string_view(explain(e)));
  EXPECT_THAT(text, HasSubstr("copied 24 bytes of 's' at"));
  EXPECT_THAT(text, HasSubstr("CopyOnWriteTest.cpp:" + std::to_string(readLine)));
  EXPECT_THAT(text, HasSubstr("CopyOnWriteTest.cpp:" + std::to_string(writeLine)));
}

TEST_P(CopyOnWriteTest, explainNamesTheLineThatReadsNotTheOneThatMade) {
  Storage s = counting(zeros<double>({I(0, 4)}).named("s"));
  EXPECT_EQ(valuesOf(eval(s + 1.0)), (Values{1, 2, 3, 4})); // a reader that is gone
  Field e = s * 2.0;
  std::string readLine = __FILE__ ":" + std::to_string(__LINE__ - 1);
  s[{I(0, 1)}] = -1.0;
  EXPECT_THAT(std::string(std::string_view(explain(s + 1.0))), HasSubstr("as read at " + readLine));
  EXPECT_EQ(valuesOf(eval(e)), (Values{0, 2, 4, 6}));
}

TEST_P(CopyOnWriteTest, twoRuntimesDoNotMix) {
  Runtime other{{.reference = true}};
  Storage mine = zeros<double>({I(0, 3)});
  Storage theirs = zeros<double>({I(0, 3)}, {.runtime = &other});
  EXPECT_THROW(mine[whole] = theirs, ValueError);
  EXPECT_THROW((void)(mine + theirs), ValueError);
  EXPECT_THROW(update({{mine, 1.0}, {theirs, 1.0}}), ValueError);
  EXPECT_EQ(valuesOf(mine), (Values{0, 0, 0}));
}
