//===- OneTooLargeTest.cpp - Stores one point too large -------------------===//
//
// Random sums of shifted storages are stored over one point more than they
// cover, on a random side: refused without an effect. The halo that the error
// suggests is accepted, one point less of it on any side is refused; the
// smaller region that it offers is accepted.
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Random.h"

#include <gtjit/gtjit.h>

#include <gtest/gtest.h>

#include <regex>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

using Widths = std::vector<HaloWidth>; ///< per dimension

/// A random expression over storages of one grid, to be built again with
/// other halos.
struct Case {
  std::vector<NamedRange> grid;
  std::vector<Widths> halos; ///< per storage
  struct Term {
    std::size_t left, right;   ///< storages first, then earlier terms
    std::vector<Shift> shifts; ///< of the left one
  };
  std::vector<Term> terms;
  std::size_t tooLargeDim = 0;
  bool atUpperEnd = false;
};

Case anyCase(Random &random) {
  Case result;
  const Dimension dims[] = {I, J, K};
  std::size_t count = random.below(3) + 1;
  for (std::size_t d = 0; d < count; ++d) {
    std::int64_t lo = random.between(-9, 9);
    result.grid.push_back(dims[d](lo, lo + random.between(8, 14)));
  }
  result.halos.resize(random.below(3) + 1);
  for (Widths &widths : result.halos)
    for (std::size_t d = 0; d < count; ++d)
      widths.push_back(HaloWidth(random.between(0, 2), random.between(0, 2)));
  std::size_t terms = random.below(6) + 1;
  for (std::size_t n = 0; n < terms; ++n) {
    std::size_t operands = result.halos.size() + n;
    Case::Term term{random.below(operands), random.below(operands), {}};
    for (std::size_t shift = random.below(3); shift > 0; --shift)
      term.shifts.push_back(dims[random.below(count)] + random.between(-2, 2));
    result.terms.push_back(term);
  }
  result.tooLargeDim = random.below(count);
  result.atUpperEnd = random.chance(50);
  return result;
}

Halo haloOf(const std::vector<NamedRange> &grid, const Widths &widths) {
  auto entry = [&](std::size_t d) { return Halo::Entry(grid[d].dim, widths[d]); };
  if (grid.size() == 1)
    return {entry(0)};
  return grid.size() == 2 ? Halo{entry(0), entry(1)} : Halo{entry(0), entry(1), entry(2)};
}

Storage makeSource(const Case &c, std::size_t n) {
  StorageOptions options;
  options.halo = haloOf(c.grid, c.halos[n]);
  return full(Domain(c.grid), 1.5 + static_cast<double>(n), F64, options)
      .named("s" + std::to_string(n));
}

/// The last term's value.
Field build(const Case &c) {
  std::vector<Field> values;
  for (std::size_t n = 0; n < c.halos.size(); ++n)
    values.push_back(makeSource(c, n));
  for (const Case::Term &term : c.terms) {
    Field left = values[term.left];
    for (Shift shift : term.shifts)
      left = left(shift);
    values.push_back(left + values[term.right]);
  }
  return values.back();
}

bool isUntouched(const Storage &target) {
  return gtjit::min(target).item<double>() == -7.0 && gtjit::max(target).item<double>() == -7.0;
}

/// The message of the refusal, or an empty text if the store is accepted.
std::string refusal(const Case &c, const Domain &region) {
  Storage target = full(region, -7.0).named("target");
  try {
    target[whole] = build(c);
  } catch (const DomainError &error) {
    EXPECT_TRUE(isUntouched(target));
    return error.what();
  }
  return {};
}

/// One side of one storage's halo that an error asks for.
struct Side {
  std::size_t storage, dim;
  bool upper;
};

/// Takes the suggested halos over: "'s0' a halo of (0,1) in I and (1,0) in J".
/// Returns the sides that grow.
std::vector<Side> takeSuggestion(Case &c, const std::string &text) {
  std::vector<Side> suggested;
  std::smatch note;
  if (!std::regex_search(text, note, std::regex("give ([^\n]*)")))
    return suggested;
  std::string list = note[1];
  std::regex part("'s(\\d+)'|\\((\\d+),(\\d+)\\) in (\\w+)");
  std::size_t storage = 0;
  for (std::sregex_iterator at(list.begin(), list.end(), part), end; at != end; ++at) {
    if ((*at)[1].matched) {
      storage = std::stoul((*at)[1]);
      continue;
    }
    for (std::size_t d = 0; d < c.grid.size(); ++d) {
      if (c.grid[d].dim.name() != (*at)[4].str())
        continue;
      HaloWidth wanted(std::stoll((*at)[2]), std::stoll((*at)[3]));
      HaloWidth &width = c.halos[storage][d];
      EXPECT_TRUE(wanted.lo >= width.lo && wanted.hi >= width.hi) << text;
      if (wanted.lo > width.lo)
        suggested.push_back({storage, d, false});
      if (wanted.hi > width.hi)
        suggested.push_back({storage, d, true});
      width = wanted;
    }
  }
  return suggested;
}

/// The smaller region of "or store over I[0,255), J[1,3)".
Domain offeredRegion(const std::string &text, Domain region) {
  std::smatch note;
  if (!std::regex_search(text, note, std::regex("store over ([^\n]*)")))
    return Domain(I(0, 0));
  std::string list = note[1];
  std::regex part("(\\w+)\\[(-?\\d+),(-?\\d+)\\)");
  for (std::sregex_iterator at(list.begin(), list.end(), part), end; at != end; ++at)
    region = region.with(Dimension((*at)[1].str())(std::stoll((*at)[2]), std::stoll((*at)[3])));
  return region;
}

std::string describe(const Case &c, const Domain &region, const std::string &text) {
  std::string result = text + "\n" + std::string(std::string_view(toText(region))) + "\n";
  for (std::size_t n = 0; n < c.halos.size(); ++n)
    result += "s" + std::to_string(n) + " over " +
              std::string(std::string_view(toText(makeSource(c, n).domain()))) + "\n";
  return result;
}

void checkCase(Case c) {
  Domain covered = build(c).domain();
  if (covered.empty())
    return;
  Dimension dim = c.grid[c.tooLargeDim].dim;
  Range range = covered[dim];
  Domain region = covered.with(c.atUpperEnd ? dim(range.lo(), range.hi() + 1)
                                            : dim(range.lo() - 1, range.hi()));
  ASSERT_EQ(refusal(c, covered), "");
  std::string text = refusal(c, region);
  ASSERT_NE(text, "") << describe(c, region, "one point too large is accepted");
  EXPECT_EQ(refusal(c, offeredRegion(text, region)), "") << describe(c, region, text);

  std::vector<Side> suggested = takeSuggestion(c, text);
  ASSERT_FALSE(suggested.empty()) << describe(c, region, text);
  EXPECT_EQ(refusal(c, region), "") << describe(c, region, text);
  for (const Side &side : suggested) {
    Case less = c;
    HaloWidth &width = less.halos[side.storage][side.dim];
    --(side.upper ? width.hi : width.lo);
    EXPECT_NE(refusal(less, region), "")
        << describe(less, region, "one point less is accepted; " + text);
  }
}

TEST(OneTooLarge, IsRefusedAndWhatTheHaloGrowsByIsTheLeast) {
  RuntimeOptions settings;
  settings.reference = true;
  Runtime runtime(settings);
  Runtime::Scope scope(runtime);
  for (std::int64_t n = 0; n < options().graphs / 2 && !HasFailure(); ++n) {
    SCOPED_TRACE("seed " + std::to_string(options().seed) + ", case " + std::to_string(n));
    Random random(options().seed * 1000003 + static_cast<std::uint64_t>(n));
    checkCase(anyCase(random));
  }
}

} // namespace
