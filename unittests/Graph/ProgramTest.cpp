//===- ProgramTest.cpp - Flattened graphs, keys and text ------------------===//
//
// What is an argument, what is in the key, what the text looks like.
//
//===----------------------------------------------------------------------===//
#include "GraphTest.h"
#include "gtjit/Graph/StorageState.h"

#include <map>
#include <random>

using namespace gtjit;
using namespace gtjit::detail;
using testing::HasSubstr;

namespace {

class Programs : public GraphTest {
protected:
  static std::string keyOf(const Field &field) { return flattened(field).key; }
  static FlatGraph programOf(std::initializer_list<std::pair<Storage, Field>> stores) {
    std::vector<StoreRequest> requests;
    for (const auto &[target, value] : stores)
      requests.push_back(
          {value.ref(), target.get()->view(), target.compute_domain(), {}, target.name()});
    return flatten(std::move(requests));
  }
  /// The text without locations.
  static std::string textOf(const FlatGraph &program) {
    std::string text = printProgram(program), result;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = text.find('\n', at);
      std::string line = text.substr(at, end - at);
      if (line[0] != '#')
        result += line.substr(0, line.find(" loc(")) + "\n";
      at = end + 1;
    }
    return result;
  }
};

// M-004
TEST_F(Programs, SizesNumbersAndCoordinatesAreNotInTheKey) {
  auto make = [](std::int64_t size, double number, std::int64_t at) {
    Storage u = zeros({I(0, size), J(-1, size)}), c = zeros({K(0, size)});
    return keyOf(u(I + 1) * number + sum(c) + u[I(at)] + max(u, J));
  };
  EXPECT_EQ(make(28, 2.0, 3), make(29, -1.0, 5));
  EXPECT_EQ(make(28, 2.0, 0), make(100, 2.0, 99));
}

// Such points are joined where the result is read.
TEST_F(Programs, HowFewPointsAReductionHasIsInTheKey) {
  auto make = [](std::int64_t points, std::int64_t lines) {
    return keyOf(sqrt(sum(zeros({I(0, lines), J(0, points)}), J)));
  };
  EXPECT_NE(make(3, 30), make(4, 30));
  EXPECT_EQ(make(3, 30), make(3, 40));
  EXPECT_NE(make(16, 30), make(17, 30));
  EXPECT_EQ(make(17, 30), make(40, 3));
}

TEST_F(Programs, WhatTheCodeDependsOnIsInTheKey) {
  Storage u = zeros({I(0, 8), J(0, 8)}), v = zeros({I(0, 8), J(0, 8)});
  Storage c = zeros({I(0, 8), J(0, 8)}, F64, {.preset = "C"}), f = zeros({I(0, 8), J(0, 8)}, F32);
  std::string key = keyOf(u(I + 1) + v);
  EXPECT_NE(key, keyOf(u(I + 2) + v)) << "offset";
  EXPECT_NE(key, keyOf(u(I - 1) + v)) << "sign of the offset";
  EXPECT_NE(key, keyOf(u(J + 1) + v)) << "dimension";
  EXPECT_NE(key, keyOf(u(I + 1) - v)) << "operation";
  EXPECT_NE(key, keyOf(v(I + 1) + v)) << "sharing of an argument";
  EXPECT_NE(key, keyOf(c(I + 1) + v)) << "stride order";
  EXPECT_NE(key, keyOf(u(I + 1) + f)) << "type";
  EXPECT_NE(keyOf(sum(u, I)), keyOf(max(u, I))) << "kind of reduction";
  EXPECT_NE(keyOf(sum(u, {I, J})), keyOf(sum(c, {I, J}))) << "order of reduction";
  EXPECT_NE(keyOf(astype(u, F32)), keyOf(astype(u, I32))) << "type of a conversion";
  Storage strided = u.view({I(0, 8), J(0, 1)});
  EXPECT_EQ(keyOf(strided(I + 1) + v), key) << "a view of the same layout";
  Dimension vertical("I", DimensionKind::Vertical);
  EXPECT_NE(keyOf(on(vertical(0, 4)) + 1.0), keyOf(on(I(0, 4)) + 1.0)) << "kind of a dimension";
}

TEST_F(Programs, LayoutOfTheTargetIsInTheKey) {
  Storage u = zeros({I(0, 8), J(0, 8)}), v = like(u);
  Storage c = zeros({I(0, 8), J(0, 8)}, F64, {.preset = "C"});
  EXPECT_NE(programOf({{v, u + 1.0}}).key, programOf({{c, u + 1.0}}).key);
  EXPECT_NE(programOf({{v, u + 1.0}}).key, programOf({{u, u + 1.0}}).key) << "in place";
}

TEST_F(Programs, NamesSlicesAndConversionsToTheSameTypeLeaveNoTrace) {
  Storage u = zeros({I(0, 8)});
  Field f = u;
  EXPECT_EQ(keyOf(f.named("x") + 1.0), keyOf(f + 1.0));
  EXPECT_EQ(keyOf(f[I(2, 5)] + 1.0), keyOf(f + 1.0));
  EXPECT_EQ(keyOf(astype(f, F64) + 1.0), keyOf(f + 1.0));
}

TEST_F(Programs, ViewsOfTheSameElementsAreOneArgument) {
  Storage u = zeros<double>({I(0, 8)}, {.halo = {{I, 1}}});
  FlatGraph program = programOf({{u, u + u.view(I(2, 6))}});
  EXPECT_EQ(program.arguments.storages.size(), 1u);
  EXPECT_EQ(program.targets[0].storage, 0u);
  EXPECT_EQ(programOf({{u, u.view({I(3)}) + u}}).arguments.storages.size(), 2u);
}

TEST_F(Programs, StoresOverTheSameRangesShareThem) {
  Storage u = zeros({I(0, 8)}), v = like(u), w = zeros({I(0, 4)});
  EXPECT_EQ(programOf({{u, v + 1.0}, {v, u + 1.0}}).arguments.ranges.size(), 1u);
  EXPECT_EQ(programOf({{u, v + 1.0}, {w, u + 1.0}}).arguments.ranges.size(), 2u);
  EXPECT_NE(programOf({{u, v + 1.0}, {v, u + 1.0}}).key,
            programOf({{u, v + 1.0}, {w, u + 1.0}}).key);
}

TEST_F(Programs, RangesOfReductionsComeBeforeThoseOfStores) {
  Storage u = zeros({I(0, 8), J(0, 4)}), v = zeros({J(0, 4)});
  FlatGraph program = programOf({{v, sum(u, I) / max(u, I)}});
  ASSERT_EQ(program.arguments.ranges.size(), 2u) << "equal reduced ranges are one";
  EXPECT_EQ(program.arguments.ranges[0], I(0, 8));
  EXPECT_EQ(program.arguments.ranges[1], J(0, 4));
}

// S4-118
TEST_F(Programs, TextOfTheGtDialect) {
  Storage u = zeros<double>({I(0, 8), J(0, 4)}, {.halo = {{I, 1}}}).named("u");
  Storage v = zeros({I(0, 8), J(0, 4)}).named("v");
  Field alpha = Field(0.5).named("alpha");
  EXPECT_EQ(textOf(programOf({{v, alpha * (u(I + 1) - u(I - 1))}})),
            "!t0 = !gt.storage<[J, I], f64, unit>\n"
            "!t1 = !gt.field<[I, J], f64>\n"
            "!t2 = !gt.range<J>\n"
            "!t3 = !gt.range<I>\n"
            "gt.program @eval(%u: !t0, %v: !t0, %alpha: f64, %j: !t2, %i: !t3) {\n"
            "  %1 = gt.load %u : !t0 -> !t1\n"
            "  %2 = gt.shift %1 [I + 1] : !t1\n"
            "  %3 = gt.shift %1 [I - 1] : !t1\n"
            "  %4 = gt.sub %2, %3 : (!t1, !t1) -> !t1\n"
            "  %5 = gt.mul %alpha, %4 : (f64, !t1) -> !t1\n"
            "  gt.store %5 to %v over %j, %i : !t1, !t0, !t2, !t3\n"
            "}\n");
}

TEST_F(Programs, TextOfReductionsPinsAndBroadcasts) {
  Storage u = zeros({I(0, 8), J(0, 4)}, F32).named("u"), s = zeros({}, F32).named("s");
  Field f = where(u[I(3)] > 0.0, broadcast(2.0, J), u[I(4)]);
  EXPECT_EQ(
      textOf(programOf({{s, sum(f)}})),
      "!t0 = !gt.storage<[J, I], f32, unit>\n"
      "!t1 = !gt.storage<[], f32>\n"
      "!t2 = !gt.field<[I, J], f32>\n"
      "!t3 = !gt.field<[J], f32>\n"
      "!t4 = !gt.field<[J], i1>\n"
      "!t5 = !gt.field<[J], f64>\n"
      "!t6 = !gt.field<[], f32>\n"
      "!t7 = !gt.range<I>\n"
      "!t8 = !gt.range<J>\n"
      "gt.program @eval(%u: !t0, %s: !t1, %c: f32, %c_1: f64, %i: !t7, %i_1: !t7, %j: !t8) {\n"
      "  %0 = gt.load %u : !t0 -> !t2\n"
      "  %1 = gt.pin %0 at %i : !t2, !t7 -> !t3\n"
      "  %3 = gt.ogt %1, %c : (!t3, f32) -> !t4\n"
      "  %5 = gt.broadcast %c_1 : f64 -> !t5\n"
      "  %6 = gt.cast %5 : (!t5) -> !t3\n"
      "  %7 = gt.pin %0 at %i_1 : !t2, !t7 -> !t3\n"
      "  %8 = gt.select %3, %6, %7 : (!t4, !t3, !t3) -> !t3\n"
      "  %9 = gt.reduce sum %8 over %j lanes : !t3, !t8 -> !t6\n"
      "  gt.store %9 to %s : !t6, !t1\n"
      "}\n");
}

TEST_F(Programs, NumberMayBeStored) {
  Storage v = zeros({I(0, 8)}).named("v");
  EXPECT_THAT(textOf(programOf({{v, 2.0}})), HasSubstr("gt.store %c to %v over %i : f64, "));
  EXPECT_THAT(textOf(programOf({{v, Field(2.0) * 3.0}})),
              HasSubstr("gt.store %c to %v over %i : f64, ")); // computed where it is written
}

TEST_F(Programs, LinesAreLocations) {
#line 30 "dir/model.cpp"
  Storage u = zeros({I(0, 8)});
#line 31 "dir/model.cpp"
  std::string text(std::string_view(print(u + 1.0)));
#line 170 "ProgramTest.cpp"
  EXPECT_THAT(text, HasSubstr("loc(\"dir/model.cpp\":30:"));
  EXPECT_THAT(text, HasSubstr("loc(\"dir/model.cpp\":31:"));
}

TEST_F(Programs, NamesAreMadeValidAndUnique) {
  Storage a = on(I(0, 4)).named("my field"), b = on(I(0, 4)).named("my-field"),
          c = on(I(0, 4)).named("2nd"), d = on(I(0, 4)).named("i");
  std::string text = textOf(flattened(a + b + c + d));
  EXPECT_THAT(text, HasSubstr("%my_field: "));
  EXPECT_THAT(text, HasSubstr("%my_field_1: "));
  EXPECT_THAT(text, HasSubstr("%s2nd: "));
  EXPECT_THAT(text, HasSubstr("%i_1: "));
}

TEST_F(Programs, ManyNumbersAreNamedInLinearTime) {
  Storage u = on(I(0, 4)).named("c_1");
  Field f = u;
  for (int n = 0; n < 20000; ++n) // minutes if names were searched one after the other
    f = f * 0.5;
  std::string text = textOf(flattened(f));
  EXPECT_THAT(text, HasSubstr("%c_1: "));
  EXPECT_THAT(text, HasSubstr("%c_2: "));
  EXPECT_THAT(text, HasSubstr("%c_20000: "));
}

TEST_F(Programs, DimensionsOfOneNameAndTwoKindsAreTwo) {
  Dimension vertical("I", DimensionKind::Vertical);
  std::string text = textOf(flattened(on(I(0, 4)) + on(vertical(0, 4))));
  EXPECT_THAT(text, HasSubstr("!gt.field<[I, I_1], f64>"));
}

TEST_F(Programs, EvaluatedNodeIsAnArgument) {
  Storage u = on(I(0, 4));
  Field f = u * 2.0;
  std::string before = keyOf(f + 1.0);
  eval(f);
  EXPECT_NE(keyOf(f + 1.0), before);
  EXPECT_EQ(keyOf(f + 1.0), keyOf(u + 1.0));
}

TEST_F(Programs, HoldTheirNodesOnce) {
  Field f = on(I(0, 4)) + 1.0;
  detail::FlatGraph program = flattened(f);
  long before = f.get()->references;
  for (int n = 0; n < 2; ++n) {
    program.hold();
    EXPECT_EQ(f.get()->references, before + 1);
  }
}

TEST_F(Programs, DimensionsOfOneNameHaveNamesOfTheirOwnInTheText) {
  Dimension across("K", DimensionKind::Horizontal), zero("K_0"), one("K_1");
  Storage u = zeros({K(0, 4), across(0, 4), zero(0, 4), one(0, 4)}, F64, {.preset = "C"});
  std::string text = textOf(flattened(u(K + 1) + u(across + 2) + u(zero + 3) + u(one + 4)));
  EXPECT_THAT(text, HasSubstr("!gt.storage<[K, K_2, K_0, K_1], f64, unit>"));
  EXPECT_THAT(text, HasSubstr("!gt.field<[K_2, K_0, K_1, K], f64>"));
  for (const char *shift : {"[K + 1]", "[K_2 + 2]", "[K_0 + 3]", "[K_1 + 4]"})
    EXPECT_THAT(text, HasSubstr(shift));
}

// One operation, whose results are read one by one.
TEST_F(Programs, CoordinatesOfAnExtremeAreResultsOfOneOperation) {
  Storage u = zeros({I(0, 8), J(0, 8)});
  auto [i, j] = argmin(u, I, J);
  EXPECT_EQ(i.get()->inputs[0].get(), j.get()->inputs[0].get());
  EXPECT_EQ(i.get()->inputs[0]->resultCount(), 2u);
  EXPECT_EQ(flattened(i).nodeCount(), 3u) << "the storage, the operation, its result";
  EXPECT_NE(keyOf(i), keyOf(j)) << "which result";
  EXPECT_NE(keyOf(i), keyOf(argmax(u, I, J)[0])) << "least or greatest";
  EXPECT_NE(keyOf(i), keyOf(argmin(u, J, I)[1])) << "which dimension is the slowest";
}

/// A small random expression; few kinds, so that many are equal.
class RandomField {
public:
  RandomField(unsigned seed, std::vector<Field> leaves) : random(seed), leaves(std::move(leaves)) {}
  Field make(int depth) {
    Field f = leaves[random() % leaves.size()];
    for (int n = 0; n < depth; ++n)
      f = step(f);
    return f;
  }

private:
  Field step(const Field &f) {
    const Field &other = leaves[random() % leaves.size()];
    switch (random() % 7) {
    case 0:
      return f + other;
    case 1:
      return other - f;
    case 2:
      return f * 2.0;
    case 3:
      return f(random() % 2 ? I + 1 : J - 1);
    case 4:
      return max(f, random() % 2 ? I : J) + other;
    case 5:
      return f[I(static_cast<std::int64_t>(random() % 2) + 2)] * f;
    default:
      return where(f < other, f, 0.0);
    }
  }
  std::mt19937 random;
  std::vector<Field> leaves;
};

// M-004
TEST_F(Programs, KeysAreEqualExactlyWhereTextsAre) {
  Storage u = zeros({I(0, 20), J(0, 20)}), c = zeros({I(0, 20), J(0, 20)}, F64, {.preset = "C"}),
          f = zeros({I(0, 20), J(0, 20)}, F32);
  std::map<std::string, std::string> textOfKey, keyOfText;
  int repeated = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Field field = RandomField(seed, {u, c, f}).make(1 + static_cast<int>(seed % 4));
    FlatGraph program = flattened(field);
    std::string text = textOf(program);
    repeated += textOfKey.contains(program.key);
    EXPECT_EQ(textOfKey.emplace(program.key, text).first->second, text) << "seed " << seed;
    EXPECT_EQ(keyOfText.emplace(text, program.key).first->second, program.key) << "seed " << seed;
  }
  EXPECT_GE(repeated, 1000);
  EXPECT_GE(textOfKey.size(), 500u);
}

} // namespace
