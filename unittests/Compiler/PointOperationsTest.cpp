//===- PointOperationsTest.cpp - Every operation of the table -------------===//
//
// For each operation and type: the code is closed, and vectors, single points,
// other CPUs and LLVM's stock passes give the same bits.
//
//===----------------------------------------------------------------------===//
#include "CompiledImage.h"

#include <cmath>
#include <limits>
#include <map>

using namespace gtcompiler::testing;

//===----------------------------------------------------------------------===//
// The table of math functions, as the engine fills it
//===----------------------------------------------------------------------===//

extern "C" {
double Sleef_finz_expd1_u10purecfma(double);
float Sleef_finz_expf1_u10purecfma(float);
double Sleef_finz_logd1_u10purecfma(double);
float Sleef_finz_logf1_u10purecfma(float);
void Sleef_finz_expd2_u10avx2128();
void Sleef_finz_expd4_u10avx2();
void Sleef_finz_expd8_u10avx512f();
void Sleef_finz_expf4_u10avx2128();
void Sleef_finz_expf8_u10avx2();
void Sleef_finz_expf16_u10avx512f();
void Sleef_finz_logd2_u10avx2128();
void Sleef_finz_logd4_u10avx2();
void Sleef_finz_logd8_u10avx512f();
void Sleef_finz_logf4_u10avx2128();
void Sleef_finz_logf8_u10avx2();
void Sleef_finz_logf16_u10avx512f();
}

template <class Function> static const void *address(Function *function) {
  return reinterpret_cast<const void *>(function);
}

static const void *const *mathTable() {
  static const void *const table[] = {
      address(Sleef_finz_expd1_u10purecfma), address(Sleef_finz_expd2_u10avx2128),
      address(Sleef_finz_expd4_u10avx2),     address(Sleef_finz_expd8_u10avx512f),
      address(Sleef_finz_expf1_u10purecfma), address(Sleef_finz_expf4_u10avx2128),
      address(Sleef_finz_expf8_u10avx2),     address(Sleef_finz_expf16_u10avx512f),
      address(Sleef_finz_logd1_u10purecfma), address(Sleef_finz_logd2_u10avx2128),
      address(Sleef_finz_logd4_u10avx2),     address(Sleef_finz_logd8_u10avx512f),
      address(Sleef_finz_logf1_u10purecfma), address(Sleef_finz_logf4_u10avx2128),
      address(Sleef_finz_logf8_u10avx2),     address(Sleef_finz_logf16_u10avx512f)};
  return table;
}

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
          -1,
          2,
          -7,
          1000003,
          limits::min(),
          limits::max(),
          limits::min() + 1,
          limits::max() - 1,
          46341};
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
  if (type == "i64")
    return spread(specialIntegers<std::int64_t>());
  if (type == "i32")
    return spread(specialIntegers<std::int32_t>());
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
  inputs.math = mathTable();
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
enum class Rule { SameType, TrueDivide, FloatOnly, Compare, Logical, Select, Convert };
} // namespace

/// All cases of an operation by its rule and the types that it is defined for.
static std::vector<Case> casesOf(const char *mnemonic, unsigned arity, Rule rule, bool onFloat,
                                 bool onInt, bool onBool) {
  std::vector<std::string> types;
  if (onFloat)
    types.insert(types.end(), {"f64", "f32"});
  if (onInt && rule != Rule::TrueDivide && rule != Rule::FloatOnly)
    types.insert(types.end(), {"i64", "i32"});
  if (onBool)
    types.push_back("i1");
  std::vector<Case> cases;
  for (const std::string &type : types) {
    Case test = {mnemonic, std::vector<std::string>(arity, type), type};
    if (rule == Rule::Compare)
      test.result = "i1";
    if (rule == Rule::Select)
      test.operands[0] = "i1";
    if (rule != Rule::Convert) {
      cases.push_back(test);
      continue;
    }
    for (const char *result : {"f64", "f32", "i64", "i32", "i1"}) {
      test.result = result;
      if (test.result != type)
        cases.push_back(test);
    }
  }
  return cases;
}

TEST(PointOperations, AreClosedAndGiveTheSameBitsEveryWay) {
  struct Entry {
    const char *mnemonic;
    unsigned arity;
    Rule rule;
    bool onFloat = false, onInt = false, onBool = false;
  };
  std::map<std::string, Entry> table;
#define GTJIT_POINT_OP(NAME, MNEMONIC, CPP, ARITY, RULE, FLOPS, COMMUTATIVE)                       \
  table[#NAME] = {MNEMONIC, ARITY, Rule::RULE};
#define GTJIT_POINT_OP_TYPES(NAME, FLOAT, INT, BOOL)                                               \
  table[#NAME].onFloat = FLOAT;                                                                    \
  table[#NAME].onInt = INT;                                                                        \
  table[#NAME].onBool = BOOL;
#include "gtjit-generated/PointOperations.inc"
  EXPECT_GE(table.size(), 20u);
  for (const auto &[name, entry] : table)
    for (const Case &test :
         casesOf(entry.mnemonic, entry.arity, entry.rule, entry.onFloat, entry.onInt, entry.onBool))
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
