//===- CoverageTest.cpp - Errors of stores that are not covered -----------===//
//
// The two-ended message to the letter, and that its advice is right.
//
//===----------------------------------------------------------------------===//
#include "GraphTest.h"

#include <map>
#include <random>
#include <regex>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class Coverage : public GraphTest {
protected:
  /// The whole text of the error that a store gives.
  template <class Run> static std::string textOf(Run run) {
    try {
      run();
    } catch (const DomainError &error) {
      return error.what();
    }
    ADD_FAILURE() << "expected a DomainError";
    return {};
  }
  /// The message and the last note.
  template <class Run> static std::string adviceFor(Run run) {
    try {
      run();
    } catch (const DomainError &error) {
      std::size_t notes = error.noteCount();
      return std::string(error.message()) + "|" + std::string(error.note(notes - 1));
    }
    return "no DomainError";
  }
};

TEST_F(Coverage, NamesBothEndsAndWhatToDo) {
  Storage u = zeros<double>({I(0, 256)}, {.halo = {{I, 2}}}).named("u");
  Storage v = zeros<double>({I(0, 256)}).named("v");
  std::string text = textOf([&] {
#line 17 "model.cpp"
    Field wide = u(I + 3) - u(I - 2);
#line 41 "model.cpp"
    v[interior] = wide;
#line 40 "CoverageTest.cpp"
  });
  EXPECT_EQ(text,
            "model.cpp:41: error: storing to 'v' over I[0,256) needs 'u' over I[-2,259), but 'u' "
            "is defined over I[-2,258)\n"
            "model.cpp:17: note: 'u(I + 3)' reads 3 points beyond\n"
            "note: give 'u' a halo of (2,3) in I, or store over I[0,255)");
}

TEST_F(Coverage, FieldsWithoutNamesAreCalledByTheirPlaces) {
#line 30 "model.cpp"
  Storage u = zeros<float>({I(0, 8), J(0, 8)}, {.halo = {{I, 1}}});
#line 38 "model.cpp"
  Storage v = like(u);
#line 54 "CoverageTest.cpp"
  std::string text = textOf([&] {
#line 41 "model.cpp"
    v[interior] = u(I - 2);
#line 58 "CoverageTest.cpp"
  });
  text = std::regex_replace(text, std::regex("(made at model.cpp:[0-9]+):[0-9]+"), "$1:column");
  EXPECT_EQ(text,
            "model.cpp:41: error: storing to the f32 field on (I, J) made at model.cpp:38:column "
            "over I[0,8) needs the f32 field on (I, J) made at model.cpp:30:column over I[-2,6), "
            "but it is defined over I[-1,9)\n"
            "model.cpp:41: note: '(I - 2)' reads 2 points beyond\n"
            "note: give the f32 field on (I, J) made at model.cpp:30:column a halo of (2,1) in "
            "I, or store over I[1,8)");
}

TEST_F(Coverage, EveryShiftOnTheWayIsNoted) {
  Storage u = zeros<double>({I(0, 8)}, {.halo = {{I, 1}}}).named("u");
  Storage v = like(u).named("v");
  std::string text = textOf([&] {
#line 10 "model.cpp"
    Field lap = (u(I + 1) + u(I - 1)).named("lap");
#line 11 "model.cpp"
    Field flux = lap(I + 1) - lap;
#line 12 "model.cpp"
    v[interior] = flux;
#line 79 "CoverageTest.cpp"
  });
  EXPECT_EQ(text,
            "model.cpp:12: error: storing to 'v' over I[0,8) needs 'u' over I[-1,10), but 'u' is "
            "defined over I[-1,9)\n"
            "model.cpp:10: note: 'u(I + 1)' reads 2 points beyond\n"
            "model.cpp:11: note: 'lap(I + 1)' shifts it on\n"
            "note: give 'u' a halo of (1,2) in I, or store over I[0,7)");
}

TEST_F(Coverage, AllFieldsAndDimensionsThatLackPointsAreTold) {
  Storage u = zeros({I(0, 4), J(0, 4)}).named("u"), w = zeros({I(0, 4)}).named("w");
  Storage v = zeros({I(0, 4), J(0, 4)}).named("v");
  std::string text = textOf([&] {
#line 5 "model.cpp"
    v[whole] = u(I + 1)(J - 1) + w(I - 1);
#line 95 "CoverageTest.cpp"
  });
  EXPECT_EQ(
      text,
      "model.cpp:5: error: storing to 'v' over I[0,4), J[0,4) needs 'u' over I[1,5), "
      "J[-1,3), but 'u' is defined over I[0,4), J[0,4)\n"
      "model.cpp:5: note: 'u(I + 1)' reads 1 point beyond\n"
      "model.cpp:5: note: '(J - 1)' reads 1 point beyond\n"
      "model.cpp:5: note: 'w' is needed over I[-1,3), too, but is defined over I[0,4)\n"
      "model.cpp:5: note: 'w(I - 1)' reads 1 point beyond\n"
      "note: give 'u' a halo of (0,1) in I and (1,0) in J and give 'w' a halo of (1,0) in I, or "
      "store over I[1,3), J[1,4)");
}

TEST_F(Coverage, SliceThatLimitsIsTold) {
  Storage u = zeros({I(0, 10)}).named("u"), v = zeros({I(0, 6)}).named("v");
  std::string text = textOf([&] {
#line 20 "model.cpp"
    Field part = u[I(0, 6)];
#line 21 "model.cpp"
    v[whole] = part(I + 1);
#line 116 "CoverageTest.cpp"
  });
  EXPECT_EQ(text,
            "model.cpp:21: error: storing to 'v' over I[0,6) needs the slice of 'u' over I[1,7), "
            "but it is defined over I[0,6)\n"
            "model.cpp:21: note: '(I + 1)' reads 1 point beyond\n"
            "note: slice 'u' over I[1,7), or store over I[0,5)");
}

TEST_F(Coverage, EvaluatedFieldThatLimitsIsTold) {
  Storage u = zeros({I(0, 6)}), v = zeros({I(0, 6)}).named("v");
  Field lap = (u(I + 1) + u(I - 1)).named("lap");
  eval(lap);
  std::string text = textOf([&] {
#line 9 "model.cpp"
    v[whole] = lap * 2.0;
#line 132 "CoverageTest.cpp"
  });
  EXPECT_EQ(text,
            "model.cpp:9: error: storing to 'v' over I[0,6) needs 'lap' over I[0,6), but 'lap' is "
            "defined over I[1,5)\n"
            "note: store over I[1,5)");
}

// S4-049
TEST_F(Coverage, DisjointOperandsCoverNothing) {
  Storage a = on(I(0, 2)).named("a"), b = on(I(5, 7)).named("b"), v = on(I(0, 2)).named("v");
  std::string text = textOf([&] {
#line 3 "model.cpp"
    v[whole] = a + b;
#line 146 "CoverageTest.cpp"
  });
  EXPECT_EQ(text,
            "model.cpp:3: error: storing to 'v' over I[0,2) needs 'b' over I[0,2), but 'b' is "
            "defined over I[5,7)\n"
            "note: 'b' has no point there in I");
}

// S4-034
TEST_F(Coverage, StoreComputesExactlyItsRegion) {
  Storage x = on(I(0, 5)).named("x"), out = full(Domain(I(0, 5)), 7.0);
  out[I(1, 4)] = x(I - 1) - 2.0 * x + x(I + 1); // worked case 53
  HostView<const double> values = out.read<double>();
  EXPECT_EQ(values(0), 7.0);
  EXPECT_EQ(values(1), 0.0);
  EXPECT_EQ(values(4), 7.0);
  EXPECT_THROW(out[whole] = x(I + 1), DomainError);
  Storage narrow = on(I(1, 9)), wide = on(I(0, 10));
  EXPECT_NO_THROW(narrow[whole] = wide(I + 1));
  EXPECT_THROW(wide[whole] = narrow, DomainError);
}

// M-008
TEST_F(Coverage, NothingIsWrittenBeforeTheError) {
  Storage u = on(I(0, 4)), v = full(Domain(I(0, 4)), 3.0);
  EXPECT_THROW(update({{v, u}, {u, v(I + 1)}}), DomainError);
  EXPECT_EQ(sum(v).item<double>(), 12.0);
  EXPECT_EQ(runtime.counters().copies, 0);
}

TEST_F(Coverage, ReductionsAndPinsNeedTheOtherDimensionsOnly) {
  Storage u = zeros({I(0, 4), J(0, 4)}).named("u"), v = zeros({J(0, 5)}).named("v");
  std::string text = textOf([&] {
#line 3 "model.cpp"
    v[whole] = sum(u(J + 1), I) + u(J + 1)[I(2)];
#line 181 "CoverageTest.cpp"
  });
  EXPECT_EQ(text,
            "model.cpp:3: error: storing to 'v' over J[0,5) needs 'u' over J[1,6), but 'u' is "
            "defined over J[0,4)\n"
            "model.cpp:3: note: 'u(J + 1)' reads 1 point beyond\n"
            "note: give 'u' a halo of (0,2) in J, or store over J[0,3)");
}

TEST_F(Coverage, ReductionOverNoPointsIsStillChecked) {
  Storage u = zeros({I(0, 4), J(0, 4)}).named("u"), v = zeros({J(0, 5)}).named("v");
  EXPECT_THROW(v[whole] = sum(u[I(2, 2)], I), DomainError);
}

/// A sum of shifted fields, one or two shifts a term.
struct Term {
  unsigned storage;
  std::vector<Shift> shifts;
};

Field build(const std::vector<Term> &terms, const std::vector<Storage> &storages) {
  Field total = 0.0;
  for (const Term &term : terms) {
    Field value = storages[term.storage];
    for (Shift shift : term.shifts)
      value = value(shift) * 1.0; // so that shifts stay apart
    total = total + value;
  }
  return total;
}

/// The halos that the advice gives each of the storages "s0", "s1", ...
std::vector<std::map<std::string, HaloWidth>> advised(const std::string &advice, unsigned count) {
  std::vector<std::map<std::string, HaloWidth>> halos(count);
  std::regex part("'s(\\d)' a halo of |\\((\\d+),(\\d+)\\) in (\\w)");
  unsigned current = 0;
  for (std::sregex_iterator it(advice.begin(), advice.end(), part), end; it != end; ++it) {
    if ((*it)[1].matched)
      current = static_cast<unsigned>(std::stoi((*it)[1]));
    else
      halos[current][(*it)[4]] = HaloWidth(std::stoi((*it)[2]), std::stoi((*it)[3]));
  }
  return halos;
}

class Advice : public Coverage {
protected:
  std::mt19937 random;
  int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
  std::vector<Dimension> dims;
  std::vector<Term> terms;
  std::vector<Domain> grids;
  Domain stored;

  void draw();
  std::vector<Storage> storages(const std::vector<std::map<std::string, HaloWidth>> &halos) const;
  /// The advice that a store gets, or an empty text if it is accepted.
  std::string adviceFor(const std::vector<std::map<std::string, HaloWidth>> &halos) const;
};

void Advice::draw() {
  dims = {I, J, K};
  dims.resize(static_cast<std::size_t>(1 + below(3)), I);
  stored = Domain();
  for (Dimension dim : dims)
    stored = stored.with(dim(-below(3), 2 + below(5)));
  grids.assign(2, stored);
  terms.clear();
  for (int n = 1 + below(4); n > 0; --n) {
    Term term{static_cast<unsigned>(below(2)), {}};
    for (int k = below(3); k > 0; --k)
      term.shifts.push_back(dims[static_cast<std::size_t>(below(static_cast<int>(dims.size())))] +
                            (below(7) - 3));
    terms.push_back(term);
  }
  NamedRange grown = stored[static_cast<std::size_t>(below(static_cast<int>(dims.size())))];
  bool high = below(2);
  grown.range = Range(grown.range.lo() - !high, grown.range.hi() + high);
  stored = stored.with(grown);
}

std::vector<Storage>
Advice::storages(const std::vector<std::map<std::string, HaloWidth>> &halos) const {
  std::vector<Storage> made;
  for (unsigned n = 0; n < grids.size(); ++n) {
    Domain whole = grids[n];
    for (const auto &[name, width] : halos[n]) {
      NamedRange range = Dimension(name)(grids[n][Dimension(name)]);
      whole =
          whole.with(range.dim(Range(range.range.lo() - width.lo, range.range.hi() + width.hi)));
    }
    Storage storage = empty(whole);
    made.push_back(storage.named("s" + std::to_string(n)));
  }
  return made;
}

std::string Advice::adviceFor(const std::vector<std::map<std::string, HaloWidth>> &halos) const {
  try {
    checkCoverage(*build(terms, storages(halos)).get(), stored, "'v'", {});
  } catch (const DomainError &error) {
    return std::string(error.note(error.noteCount() - 1));
  }
  return {};
}

TEST_F(Advice, SuggestedHaloIsAcceptedAndOneLessIsRefused) {
  int refused = 0, narrowed = 0, disjoint = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random.seed(seed);
    draw();
    std::vector<std::map<std::string, HaloWidth>> none(grids.size());
    std::string advice = adviceFor(none);
    ASSERT_NE(advice, "") << "the store is one point too large";
    ++refused;
    auto halos = advised(advice, static_cast<unsigned>(grids.size()));
    std::string left = adviceFor(halos);
    if (left.find("has no point there") != std::string::npos) { // no halo mends it
      ++disjoint;
      continue;
    }
    ASSERT_EQ(left, "") << advice;
    for (auto &storage : halos)
      for (auto &[name, width] : storage)
        for (std::int64_t *side : {&width.lo, &width.hi}) {
          if (*side == 0)
            continue;
          --*side;
          EXPECT_NE(adviceFor(halos), "") << advice << " is not the least in " << name;
          ++*side;
          ++narrowed;
        }
  }
  EXPECT_EQ(refused, 400);
  EXPECT_LT(disjoint, 200);
  EXPECT_GE(narrowed, 400);
}

TEST_F(Advice, SuggestedStoreIsAcceptedAndOneMoreIsRefused) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random.seed(seed);
    draw();
    std::vector<std::map<std::string, HaloWidth>> none(grids.size());
    Domain full = stored;
    std::string advice = adviceFor(none);
    std::size_t at = advice.find("store over ");
    if (at == std::string::npos)
      continue; // nothing is covered
    std::string tail = advice.substr(at);
    std::regex part("(\\w)\\[(-?\\d+),(-?\\d+)\\)");
    for (std::sregex_iterator it(tail.begin(), tail.end(), part), end; it != end; ++it)
      stored = stored.with(Dimension((*it)[1].str())(std::stoi((*it)[2]), std::stoi((*it)[3])));
    EXPECT_EQ(adviceFor(none), "") << advice;
    for (NamedRange range : stored) {
      Range whole = full[range.dim];
      if (whole.lo() < range.range.lo()) {
        stored = stored.with(range.dim(range.range.lo() - 1, range.range.hi()));
        EXPECT_NE(adviceFor(none), "") << advice;
        break;
      }
    }
  }
}

// What a gather needs is told by the indices at the points that are stored.
TEST_F(Coverage, FieldsOnOtherDimensionsAreToldHowLargeTheyMustBe) {
  const Dimension khalf = half(K);
  Storage h = zeros({K(0, 5)}).named("h"), w = zeros({khalf(0, 5)}).named("w");
  EXPECT_EQ(adviceFor([&] { h[whole] = w(K + 0.5) - w(K - 0.5); }),
            "storing to 'h' over K[0,5) needs 'w' over " + std::string(khalf.name()) +
                "[0,6), but 'w' is defined over " + std::string(khalf.name()) +
                "[0,5)|give 'w' a halo of (0,1) in " + std::string(khalf.name()) +
                ", or store over K[0,4)");
  Storage u = zeros({I(0, 8)}).named("u"), v = zeros({I(0, 8)}).named("v");
  Storage n = full<int>({I(0, 8)}, 1).named("n");
  EXPECT_EQ(adviceFor([&] { v[whole] = u(I + n); }),
            "storing to 'v' over I[0,8) needs 'u' over I[1,9), but 'u' is defined over I[0,8)|"
            "give 'u' a halo of (0,1) in I, or store over I[0,7)");
  const Dimension V("V"), E("E");
  Storage ends = zeros<int>({E(0, 4)}).named("ends"), onE = zeros({E(0, 4)}).named("onE");
  ends[whole] = astype(index(E) + 1, I32);
  Storage x = zeros({V(0, 4)}).named("x"), y = zeros({V(0, 9)}).named("y");
  Connectivity E2V(ends, V);
  EXPECT_EQ(adviceFor([&] { onE[whole] = x(E2V) + y(E2V); }),
            "storing to 'onE' over E[0,4) needs 'x' over V[1,5), but 'x' is defined over V[0,4)|"
            "give 'x' a halo of (0,1) in V, or store over E[0,3)");
  Storage longer = zeros({E(0, 6)}).named("longer");
  EXPECT_EQ(adviceFor([&] { longer[whole] = y(E2V); }),
            "storing to 'longer' over E[0,6) needs 'ends' over E[0,6), but 'ends' is defined over "
            "E[0,4)|give the table 'ends' entries for E[0,6), or store over E[0,4)");
}

TEST_F(Coverage, ScansNeedTheirInputsOnAllPointsThatAreStored) {
  Storage h = zeros({K(0, 5)}).named("h"), x = zeros({K(0, 5)}).named("x");
  auto add = [](Value sum, Value value) { return sum + value; };
  EXPECT_EQ(adviceFor([&] { h[whole] = scan(K, Forward, 0.0, add, x(K + 1)); }),
            "storing to 'h' over K[0,5) needs 'x' over K[0,6), but 'x' is defined over K[0,5)|"
            "give 'x' a halo of (0,1) in K, or store over K[0,4)");
  std::string named = adviceFor([&] { h[whole] = scan(K(1, 4), Forward, 0.0, add, x) * 2.0; });
  EXPECT_TRUE(std::regex_match(
      named, std::regex("storing to 'h' over K\\[0,5\\) needs the f64 field on \\(K\\) made at .* "
                        "over K\\[0,5\\), but it is defined over K\\[1,4\\)\\|store over "
                        "K\\[1,4\\)")))
      << named;
}

// Points beside the domain are near enough for a halo if the grid is that of the store.
TEST_F(Coverage, PiecesThatLieInTheHaloAloneAskForIt) {
  Storage u = zeros<double>({I(0, 8)}, {.halo = {{I, 1}}}).named("u"),
          v = zeros({I(0, 8)}).named("v");
  EXPECT_EQ(adviceFor([&] { v[whole] = concat_where(I < 1, u(I - 2), u); }),
            "storing to 'v' over I[0,8) needs 'u' over I[-2,8), but 'u' is defined over I[-1,9)|"
            "give 'u' a halo of (2,1) in I, or store over I[1,8)");
  Storage b = zeros<double>({I(0, 8)}, {.halo = {{I, 1}}}).named("b");
  EXPECT_EQ(adviceFor([&] { v[whole] = concat_where(I < 1, b(I - 2), u); }),
            "storing to 'v' over I[0,8) needs 'b' over I[-2,-1), but 'b' is defined over I[-1,9)|"
            "give 'b' a halo of (2,1) in I, or store over I[1,8)");
}

TEST_F(Coverage, FieldsElsewhereAreNotToldToGetAHalo) {
  Storage u = zeros({I(0, 10)}).named("u"), v = zeros({I(100, 110)}).named("v");
  std::string text = textOf([&] {
#line 7 "model.cpp"
    v[interior] = u + 1.0;
#line 500 "CoverageTest.cpp"
  });
  EXPECT_EQ(text,
            "model.cpp:7: error: storing to 'v' over I[100,110) needs 'u' over I[100,110), but 'u' "
            "is defined over I[0,10)\n"
            "note: 'u' has no point there in I");
}

TEST_F(Coverage, FieldsOfOneLineAreToldApartByTheirColumns) {
#line 3 "model.cpp"
  Storage u = zeros({I(0, 4)}), v = zeros({I(0, 8)});
#line 510 "CoverageTest.cpp"
  std::string text = textOf([&] { v[interior] = u + 1.0; });
  std::smatch columns;
  ASSERT_TRUE(std::regex_search(
      text, columns,
      std::regex("storing to the f64 field on \\(I\\) made at model.cpp:3:([0-9]+) over .* needs "
                 "the f64 field on \\(I\\) made at model.cpp:3:([0-9]+) over ")))
      << text;
  EXPECT_GT(std::stoi(columns[1]), std::stoi(columns[2])) << text;
}

} // namespace
