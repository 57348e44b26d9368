//===- PointOperationsTest.cpp - Every operation of the table -------------===//
//
// For each operation and type: the code is closed, and vectors, single points,
// other CPUs and LLVM's stock passes give the same bits.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

#include "gtjit/Math/Math.h"

#include <array>
#include <cmath>
#include <limits>
#include <map>

using namespace gtcompiler::testing;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {
/// Values of one element type, as bytes.
struct Values {
  std::string type;
  std::vector<std::uint8_t> bytes;
  std::int64_t itemsize;
  std::int64_t count() const { return bytes.size() / itemsize; }
};

/// An operation on operands of given types.
struct Case {
  std::string mnemonic;
  std::vector<std::string> operands;
  std::string result;
};
} // namespace

template <class T> static Values valuesOf(const char *type, const std::vector<T> &list) {
  const auto *first = reinterpret_cast<const std::uint8_t *>(list.data());
  return {type, {first, first + list.size() * sizeof(T)}, sizeof(T)};
}

template <class T> static std::vector<T> specialFloats() {
  using limits = std::numeric_limits<T>;
  std::vector<T> list = {T(0),
                         T(-0.0),
                         1,
                         -1,
                         T(0.5),
                         T(-2.75),
                         T(1e9),
                         T(-3e9),
                         T(9.3e18),
                         T(-1e30),
                         limits::infinity(),
                         -limits::infinity(),
                         limits::quiet_NaN(),
                         limits::min(),
                         limits::denorm_min(),
                         -limits::denorm_min(),
                         limits::max(),
                         limits::lowest(),
                         T(2147483647),
                         T(-2147483648.0),
                         T(709.5),
                         T(-745),
                         T(88.5),
                         T(0.1)};
  return list;
}

template <class T> static std::vector<T> specialIntegers() {
  using limits = std::numeric_limits<T>;
  return {0,
          1,
          T(-1),
          2,
          T(-7),
          T(1000003),
          limits::min(),
          limits::max(),
          T(limits::min() + 1),
          T(limits::max() - 1),
          T(46341)};
}

/// All pairs of special values, in the order of operand `number` of `arity`.
static Values specials(const std::string &type, unsigned number) {
  auto spread = [&](auto list) {
    decltype(list) all;
    for (std::size_t first = 0; first < list.size(); ++first)
      for (std::size_t second = 0; second < list.size(); ++second)
        all.push_back(list[number == 1 ? second : (first + 5 * number) % list.size()]);
    all.resize(600, list[0]);
    return valuesOf(type.c_str(), all);
  };
  if (type == "f64")
    return spread(specialFloats<double>());
  if (type == "f32")
    return spread(specialFloats<float>());
  if (type == "f16") // zeros, ones, denormals, a tie, infinities, NaN
    return spread(std::vector<std::uint16_t>{0, 0x8000, 0x3c00, 0xbc00, 1, 0x83ff, 0x0400, 0x3e01,
                                             0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x5640});
  if (type == "bf16")
    return spread(std::vector<std::uint16_t>{0, 0x8000, 0x3f80, 0xbf80, 1, 0x807f, 0x0080, 0x4049,
                                             0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0, 0x42c8});
  if (type == "complex<f32>")
    return spread(std::vector<std::array<float, 2>>{{0, 1}, {-1, 0.1f}, {3e38f, -7}, {1, 2}});
  if (type == "complex<f64>")
    return spread(std::vector<std::array<double, 2>>{{0, 1}, {-1, 0.1}, {1e300, -7}, {1, 2}});
#define GT_INTEGERS(NAME, TYPE)                                                                    \
  if (type == NAME)                                                                                \
    return spread(specialIntegers<TYPE>());
  GT_INTEGERS("i64", std::int64_t)
  GT_INTEGERS("i32", std::int32_t)
  GT_INTEGERS("i16", std::int16_t)
  GT_INTEGERS("i8", std::int8_t)
  GT_INTEGERS("ui64", std::uint64_t)
  GT_INTEGERS("ui32", std::uint32_t)
  GT_INTEGERS("ui16", std::uint16_t)
  GT_INTEGERS("ui8", std::uint8_t)
#undef GT_INTEGERS
  return spread(std::vector<std::uint8_t>{0, 1, 2, 255, 0, 128});
}

//===----------------------------------------------------------------------===//
// Compiling and comparing
//===----------------------------------------------------------------------===//

static std::string programText(const Case &test, bool unit) {
  std::string suffix = unit ? ", unit>" : ">", arguments, body, names, types;
  auto storage = [&](const std::string &type) { return "!gt.storage<[I], " + type + suffix; };
  for (std::size_t number = 0; number < test.operands.size(); ++number) {
    const std::string &type = test.operands[number];
    std::string name = std::to_string(number), comma = number ? ", " : "";
    arguments += "%s" + name + ": " + storage(type) + ", ";
    body += "%v" + name + " = gt.access %s" + name + " : " + storage(type) + " -> " + type + "\n";
    names += comma + "%v" + name;
    types += comma + type;
  }
  return "gt.program @p(" + arguments + "%out: " + storage(test.result) +
         ", %i: !gt.range<I>) {\n" + "gt.stencil over %i : !gt.range<I> {\n" + body + "%r = gt." +
         test.mnemonic + " " + names + " : (" + types + ") -> " + test.result +
         "\ngt.write %r to %out : " + test.result + ", " + storage(test.result) + "\n}\n}\n";
}

/// The results in every point; NaNs all look alike.
static std::vector<std::uint8_t> evaluate(const Case &test, bool unit, const Way &way) {
  CompiledImage image(programText(test, unit), way);
  if (!image)
    return {};
  std::vector<Values> values;
  for (std::size_t number = 0; number < test.operands.size(); ++number)
    values.push_back(specials(test.operands[number], number));
  Values out = specials(test.result, 0);
  values.push_back(out);
  RunInputs inputs;
  inputs.math = gtjit::detail::mathTable();
  for (Values &storage : values)
    inputs.storages.push_back({storage.bytes.data(), 0, {storage.count()}, {1}});
  inputs.ranges = {{0, out.count()}};
  inputs.tile = 91;
  image.run(inputs);
  std::vector<std::uint8_t> result = values.back().bytes;
  auto unify = [&](auto sample) {
    auto *list = reinterpret_cast<decltype(sample) *>(result.data());
    for (std::int64_t at = 0; at < out.count(); ++at)
      if (std::isnan(list[at]))
        list[at] = std::numeric_limits<decltype(sample)>::quiet_NaN();
  };
  if (test.result == "f64")
    unify(double());
  if (test.result == "f32")
    unify(float());
  if (test.result == "f16" || test.result == "bf16") {
    auto *list = reinterpret_cast<std::uint16_t *>(result.data());
    int infinity = test.result == "f16" ? 0x7c00 : 0x7f80;
    for (std::int64_t at = 0; at < out.count(); ++at)
      if ((list[at] & 0x7fff) > infinity)
        list[at] = 0x7fff;
  }
  return result;
}

static void check(const Case &test) {
  SCOPED_TRACE(test.mnemonic + " of " + test.operands.back() + " to " + test.result);
  std::vector<std::uint8_t> expected = evaluate(test, true, allWays()[0]);
  EXPECT_EQ(expected, evaluate(test, false, allWays()[0])) << "point by point";
  EXPECT_EQ(expected, evaluate(test, true, allWays()[1])) << "stock passes";
  EXPECT_EQ(expected, evaluate(test, true, allWays()[2])) << "vectors of 32 bytes";
}

namespace {
enum class Rule { SameType, TrueDivide, FloatOnly, Classify, Compare, Logical, Select, Convert };
} // namespace

namespace {
/// An operation of the table.
struct Entry {
  const char *mnemonic;
  unsigned arity;
  Rule rule;
  bool onFloat = false, onInt = false, onUInt = false, onBool = false;
};
} // namespace

/// Conversions of `type` to every other type; complex numbers stay complex.
static void addConversions(std::vector<Case> &cases, const std::string &type) {
  bool isComplex = type[0] == 'c';
  for (const char *result : {"f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8", "ui64", "ui32",
                             "ui16", "ui8", "i1", "complex<f32>", "complex<f64>"})
    if (result != type && (!isComplex || result[0] == 'c'))
      cases.push_back({"cast", {type}, result});
}

/// All cases of an operation by its rule and the types that it is defined for.
static std::vector<Case> casesOf(const Entry &entry) {
  Rule rule = entry.rule;
  bool floatsOnly = rule == Rule::TrueDivide || rule == Rule::FloatOnly || rule == Rule::Classify;
  std::vector<std::string> types;
  if (entry.onFloat)
    types.insert(types.end(), {"f64", "f32", "f16", "bf16"});
  if (entry.onInt && !floatsOnly)
    types.insert(types.end(), {"i64", "i32", "i16", "i8"});
  if (entry.onUInt && !floatsOnly)
    types.insert(types.end(), {"ui64", "ui32", "ui16", "ui8"});
  if (entry.onBool)
    types.push_back("i1");
  if (rule == Rule::Convert)
    types.insert(types.end(), {"complex<f32>", "complex<f64>"});
  std::vector<Case> cases;
  for (const std::string &type : types) {
    if (rule == Rule::Convert) {
      addConversions(cases, type);
      continue;
    }
    Case test = {entry.mnemonic, std::vector<std::string>(entry.arity, type), type};
    if (rule == Rule::Compare || rule == Rule::Classify)
      test.result = "i1";
    if (rule == Rule::Select)
      test.operands[0] = "i1";
    cases.push_back(test);
  }
  return cases;
}

TEST(PointOperations, AreClosedAndGiveTheSameBitsEveryWay) {
  std::map<std::string, Entry> table;
#define GTJIT_POINT_OP(NAME, MNEMONIC, CPP, ARITY, RULE, FLOPS, COMMUTATIVE)                       \
  table[#NAME] = {MNEMONIC, ARITY, Rule::RULE};
#define GTJIT_POINT_OP_TYPES(NAME, FLOAT, INT, UINT, BOOL)                                         \
  table[#NAME].onFloat = FLOAT;                                                                    \
  table[#NAME].onInt = INT;                                                                        \
  table[#NAME].onUInt = UINT;                                                                      \
  table[#NAME].onBool = BOOL;
#include "gtjit-generated/PointOperations.inc"
  EXPECT_GE(table.size(), 60u);
  for (const auto &[name, entry] : table)
    for (const Case &test : casesOf(entry))
      check(test);
}

TEST(PointOperations, FloatsBecomeIntegersWithoutSurprise) {
  std::vector<std::uint8_t> bytes = evaluate({"cast", {"f64"}, "i32"}, true, allWays()[0]);
  Values in = specials("f64", 0);
  const auto *from = reinterpret_cast<const double *>(in.bytes.data());
  const auto *to = reinterpret_cast<const std::int32_t *>(bytes.data());
  for (std::int64_t at = 0; at < in.count(); ++at) {
    double x = from[at];
    std::int32_t expected = std::isnan(x)        ? 0
                            : x >= 2147483647.0  ? std::numeric_limits<std::int32_t>::max()
                            : x <= -2147483648.0 ? std::numeric_limits<std::int32_t>::min()
                                                 : std::int32_t(x);
    EXPECT_EQ(to[at], expected) << x;
  }
}

TEST(PointOperations, MinimumAndMaximumAreThoseOfIEEE2019) {
  std::vector<std::uint8_t> bytes = evaluate({"min", {"f64", "f64"}, "f64"}, true, allWays()[0]);
  Values a = specials("f64", 0), b = specials("f64", 1);
  const auto *x = reinterpret_cast<const double *>(a.bytes.data());
  const auto *y = reinterpret_cast<const double *>(b.bytes.data());
  const auto *z = reinterpret_cast<const double *>(bytes.data());
  for (std::int64_t at = 0; at < a.count(); ++at) {
    if (std::isnan(x[at]) || std::isnan(y[at])) {
      EXPECT_TRUE(std::isnan(z[at]));
      continue;
    }
    double expected = std::min(x[at], y[at]);
    EXPECT_EQ(z[at], expected);
    if (x[at] == y[at]) { // -0 is less than +0
      EXPECT_EQ(std::signbit(z[at]), std::signbit(x[at]) || std::signbit(y[at]));
    }
  }
}
