//===- DomainTest.cpp - Products of ranges --------------------------------===//
//
// Domains one by one; DomainPropertyTest compares them with sets of points.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Domain.h"
#include "../ExpectError.h"
#include "gtjit/Connectivity.h"
#include "gtjit/Text.h"

#include <map>
#include <sstream>
#include <vector>

using namespace gtjit;

namespace {

// S4-016, S4-110, case 12
TEST(Domain, EqualityIsThatOfSets) {
  EXPECT_EQ((Domain{I(0, 2), J(0, 3)}), (Domain{J(0, 3), I(0, 2)}));
  EXPECT_FALSE((Domain{I(0, 2), J(0, 3)}) == (Domain{I(0, 3), J(0, 2)}));
  EXPECT_FALSE((Domain{I(0, 2)}) == (Domain{I(0, 2), J(0, 3)}));
  EXPECT_FALSE((Domain{I(0, 2)}) == (Domain{J(0, 2)}));
  EXPECT_EQ(Domain(), Domain());
}

// S4-016
TEST(Domain, RemembersTheOrderOfConstruction) {
  Domain domain{J(0, 3), I(0, 2)};
  EXPECT_EQ(domain[0], J(0, 3));
  EXPECT_EQ(domain[1], I(0, 2));
  std::vector<NamedRange> seen(domain.begin(), domain.end());
  EXPECT_EQ(seen, (std::vector<NamedRange>{J(0, 3), I(0, 2)}));
  EXPECT_EQ(*domain.dims().begin(), J);
}

// S4-016
// case 12
TEST(Domain, NamesADimensionOnce) {
  EXPECT_ERROR(ValueError, (Domain{I(0, 2), J(0, 1), I(0, 3)}),
               "the dimension I is named twice in a domain");
}

// case 17
TEST(Domain, HasNoDimensionBesideItsStaggeredTwin) {
  const Dimension levels = half(K);
  const char *message = "K_half is staggered to K: they cannot be dimensions of one domain; shift "
                        "one of the fields to the other dimension";
  EXPECT_ERROR(ValueError, (Domain{K(0, 2), levels(0, 3)}), message);
  EXPECT_ERROR(ValueError, (Domain{levels(0, 3), I(0, 1), K(0, 2)}), message);
  EXPECT_ERROR(ValueError, (Domain{K(0, 2)}.insert(0, levels(0, 3))), message);
  EXPECT_EQ((Domain{half(I)(0, 2), K(0, 2)}).ndim(), 2u);
  EXPECT_EQ((Domain{levels(0, 2), Dimension("K", DimensionKind::Horizontal)(0, 2)}).ndim(), 2u);
}

// S4-017 (open: keywords)
TEST(Domain, HasThreeConstructionsOfOneForm) {
  Domain braced{{I, {0, 10}}, {J, {2, 4}}};
  Domain ranges{I(0, 10), J(2, 4)};
  std::vector<NamedRange> list = {{I, Range(0, 10)}, {J, Range(2, 4)}};
  Domain listed(std::span<const NamedRange>{list});
  EXPECT_EQ(braced, ranges);
  EXPECT_EQ(braced, listed);
  EXPECT_EQ((Domain{{I, 10}}), (Domain{I(0, 10)}));
  EXPECT_EQ((Domain{{I, -4}}), (Domain{I(0, 0)}));
}

// S4-018
// case 13
TEST(Domain, IntersectionLeavesMissingDimensionsUnbounded) {
  EXPECT_EQ((Domain{I(-1, 3)} & Domain{I(1, 6)}), (Domain{I(1, 3)}));
  EXPECT_EQ((Domain{I(-1, 3), J(2, 4)} & Domain{I(1, 6)}), (Domain{I(1, 3), J(2, 4)}));
  EXPECT_EQ((Domain{I(0, 5)} & Domain{J(1, 3)}), (Domain{I(0, 5), J(1, 3)}));
  Domain disjoint = Domain{I(0, 5)} & Domain{I(5, 8)};
  EXPECT_EQ(disjoint, (Domain{I(0, 0)}));
  EXPECT_TRUE(disjoint.empty());
  EXPECT_EQ(disjoint.size(), 0);
  EXPECT_EQ(Domain() & Domain(), Domain());
  EXPECT_EQ((Domain() & Domain()).ndim(), 0u);
  EXPECT_EQ((Domain{I(0, 5)} & Domain()), (Domain{I(0, 5)}));
}

// S4-019
// case 5
TEST(Domain, AnInfiniteDomainHasNoSize) {
  Domain domain{I(0, 5), J(Range::all())};
  EXPECT_FALSE(domain.isFinite());
  EXPECT_ERROR(ValueError, domain.size(), "the range (-inf,inf) has no finite size");
  EXPECT_EQ((Domain{I(0, 0), J(Range::all())}).size(), 0);
  EXPECT_EQ(Domain().size(), 1);
  Domain large{I(0, INT64_MAX - 1), J(0, 3)};
  EXPECT_ERROR(ValueError, large.size(),
               "the domain {I[0,9223372036854775806), J[0,3)} has more points than can be counted");
}

// case 14
TEST(Domain, IsLookedUpByPositionAndDimension) {
  Domain domain{I(0, 5), J(1, 3)};
  EXPECT_EQ(std::vector(domain.begin(), domain.end()), (std::vector{I(0, 5), J(1, 3)}));
  EXPECT_EQ(domain[J], Range(1, 3));
  EXPECT_EQ(domain[1].dim, J);
  EXPECT_EQ(domain.rangeOr(K), Range::all());
  EXPECT_TRUE(domain.has(I));
  EXPECT_FALSE(domain.has(K));
  EXPECT_ERROR(KeyError, domain[K], "the domain {I[0,5), J[1,3)} has no dimension K");
  EXPECT_ERROR(IndexError, domain[2],
               "the domain {I[0,5), J[1,3)} has 2 dimensions, got position 2");
  EXPECT_ERROR(IndexError, domain[-1],
               "the domain {I[0,5), J[1,3)} has 2 dimensions, got position -1");
}

// case 16
TEST(Domain, ReplacesRemovesAndInserts) {
  Domain domain{I(0, 5), J(1, 3)};
  EXPECT_EQ(domain.with(I(1, 2)), (Domain{I(1, 2), J(1, 3)}));
  EXPECT_EQ(domain.with(K(0, 4)), (Domain{I(0, 5), J(1, 3), K(0, 4)}));
  EXPECT_EQ(domain.without(I), (Domain{J(1, 3)}));
  EXPECT_ERROR(KeyError, domain.without(K), "the domain {I[0,5), J[1,3)} has no dimension K");

  Domain first = domain.insert(0, K(0, 4));
  EXPECT_EQ(toText(first), std::string_view("{K[0,4), I[0,5), J[1,3)}"));
  EXPECT_EQ(toText(domain.insert(2, K(0, 4))), std::string_view("{I[0,5), J[1,3), K[0,4)}"));
  EXPECT_ERROR(IndexError, domain.insert(3, K(0, 4)),
               "cannot insert K[0,4) at position 3 of {I[0,5), J[1,3)}");
  EXPECT_ERROR(ValueError, domain.insert(0, J(0, 4)), "the dimension J is named twice in a domain");
}

TEST(Domain, TranslatesOneDimension) {
  Domain domain{I(0, 5), J(1, 3)};
  EXPECT_EQ(domain.translated(J, -2), (Domain{I(0, 5), J(-1, 1)}));
  EXPECT_EQ(domain.translated(K, -2), domain);
}

TEST(Domain, ContainsEveryEmptyDomain) {
  Domain domain{I(5, 10), J(0, 3)};
  EXPECT_TRUE(domain.contains(Domain{I(0, 0), J(100, 200)}));
  EXPECT_TRUE(domain.contains(Domain{I(6, 7), J(0, 3)}));
  EXPECT_FALSE(domain.contains(Domain{I(6, 7)})); // all of J
  EXPECT_TRUE(domain.contains(Domain{I(6, 7), J(0, 3), K(0, 9)}));
  EXPECT_TRUE(Domain().contains(domain));
}

// case 9
TEST(Domain, CanonicalOrderIsHorizontalLocalVertical) {
  Dimension local("L", DimensionKind::Local);
  Domain domain{K(0, 1), local(0, 2), J(0, 3), I(0, 4)};
  EXPECT_EQ(toText(domain.canonical()), std::string_view("{I[0,4), J[0,3), L[0,2), K[0,1)}"));
  EXPECT_EQ(domain.canonical(), domain);
  auto promoted = [](const Domain &a, const Domain &b) { return toText((a & b).canonical()); };
  EXPECT_EQ(promoted({J(0, 1), K(0, 1)}, {I(0, 1), K(0, 1)}),
            std::string_view("{I[0,1), J[0,1), K[0,1)}"));
  EXPECT_EQ(promoted({I(0, 1), local(0, 1)}, {K(0, 1)}),
            std::string_view("{I[0,1), L[0,1), K[0,1)}"));
}

TEST(Domain, PrintsItsRanges) {
  std::ostringstream out;
  out << Domain{I(0, 5), J(Range::from(3)), K(Range::below(-1))} << " " << Domain() << " "
      << toText(Domain{K(Range::all())});
  EXPECT_EQ(out.str(), "{I[0,5), J[3,inf), K(-inf,-1)} {} {K(-inf,inf)}");
}

TEST(Domain, AnErrorNamesTheUsersLine) {
  try {
    Domain bad{I(0, 1), I(0, 2)};
    FAIL();
  } catch (const ValueError &error) {
    EXPECT_EQ(error.line().line, static_cast<unsigned>(__LINE__ - 3));
  }
}

TEST(Dims, AreAListOfDimensions) {
  Dims dims = {I, K};
  EXPECT_EQ(dims.size(), 2u);
  EXPECT_TRUE(dims.contains(K));
  EXPECT_FALSE(dims.contains(J));
  EXPECT_TRUE(Dims(J).contains(J));
}

template <class T>
concept Truthy = requires(T value) { static_cast<bool>(value); };
template <class A, class B>
concept Less = requires(A a, B b) { a < b; };

// case 22: 0 < I < 10 is no comparison
TEST(Domain, IsNoConditionAndNoDimensionComparesWithABool) {
  static_assert(!Truthy<Domain>);
  static_assert(!Less<bool, Dimension> && !Less<Dimension, bool>);
  static_assert(!Less<Domain, int> && !Less<bool, Domain>);
}

} // namespace
