//===- EveryOperationTest.cpp - The whole table on edge values ------------===//
//
// Every operation of the table on every element type, over all pairs of edge
// values: compiled kernels give the reference evaluator's bits.
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include <gtjit/Builtins.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

using namespace gtjit;

namespace {

constexpr DType realTypes[] = {Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64};

/// Values at which operations have edges, in a type; others are near them.
template <class T> std::vector<T> edgeValues() {
  if constexpr (std::is_same_v<T, bool>) {
    return {false, true};
  } else if constexpr (std::is_integral_v<T>) {
    using Limits = std::numeric_limits<T>;
    return {0,
            1,
            2,
            3,
            7,
            T(-1),
            T(-2),
            T(-7),
            31,
            64,
            Limits::min(),
            Limits::max(),
            T(Limits::min() + 1),
            T(Limits::max() - 1)};
  } else {
    double largest = std::is_same_v<T, Float16>  ? 65504
                     : std::is_same_v<T, double> ? 1.7e308
                                                 : 3.3e38;
    double least = std::is_same_v<T, Float16>  ? 5.9604645e-8
                   : std::is_same_v<T, double> ? 4.9406564584124654e-324
                                               : 1.401298464324817e-45;
    double inf = std::numeric_limits<double>::infinity();
    std::vector<T> values;
    for (double x :
         {0.0, 0.25, 0.5, 1.0, 1.5, 2.5, 3.0, 7.75, 100.0, 1e-3, 1e4, 1e19, least, largest, inf})
      for (double sign : {1.0, -1.0})
        values.push_back(T(static_cast<T>(sign * x)));
    values.push_back(T(std::numeric_limits<double>::quiet_NaN()));
    return values;
  }
}

/// Operand number `which`: all pairs of edge values in the first two.
template <class T> Storage operand(unsigned which) {
  std::vector<T> edges = edgeValues<T>();
  std::size_t count = edges.size();
  Storage storage = empty<T>({I(0, static_cast<std::int64_t>(count * count))});
  auto view = storage.template write<T>();
  for (std::size_t n = 0; n < count * count; ++n)
    view(n) = edges[(which == 0 ? n / count : which == 1 ? n % count : n * 7 + n / count) % count];
  return storage;
}

template <class Function> auto withElement(DType type, Function function) {
  switch (type) {
  case DType::Bool:
    return function(bool());
  case DType::I8:
    return function(std::int8_t());
  case DType::I16:
    return function(std::int16_t());
  case DType::I32:
    return function(std::int32_t());
  case DType::I64:
    return function(std::int64_t());
  case DType::U8:
    return function(std::uint8_t());
  case DType::U16:
    return function(std::uint16_t());
  case DType::U32:
    return function(std::uint32_t());
  case DType::U64:
    return function(std::uint64_t());
  case DType::F16:
    return function(Float16());
  case DType::BF16:
    return function(BFloat16());
  case DType::F32:
    return function(float());
  default:
    return function(double());
  }
}

Storage operandOf(DType type, unsigned which) {
  return withElement(type, [&](auto sample) { return operand<decltype(sample)>(which); });
}

/// A value's bytes, the same for all NaN.
struct Values {
  DType type;
  std::vector<std::uint64_t> bits;
  friend bool operator==(const Values &, const Values &) = default;
};

Values bitsOf(const Field &field) {
  return withElement(field.dtype(), [&](auto sample) {
    using T = decltype(sample);
    Values result{field.dtype(), {}};
    for (T value : valuesOf<T>(field)) {
      std::uint64_t bits = 0;
      if (std::isnan(static_cast<double>(value)))
        value = T(std::numeric_limits<double>::quiet_NaN());
      std::memcpy(&bits, &value, sizeof value);
      result.bits.push_back(bits);
    }
    return result;
  });
}

struct Operation {
  const char *name;
  unsigned arity;
  Field (*apply)(const Storage (&operands)[3]);
};

template <class Function>
Field applied(Function function, const Storage (&o)[3], std::integral_constant<int, 1>) {
  return function(o[0]);
}
template <class Function>
Field applied(Function function, const Storage (&o)[3], std::integral_constant<int, 2>) {
  return function(o[0], o[1]);
}
template <class Function>
Field applied(Function function, const Storage (&o)[3], std::integral_constant<int, 3>) {
  constexpr bool isSelection = std::is_same_v<Function, std::decay_t<decltype(builtin::where)>>;
  return function(isSelection ? astype(o[0], Bool) : Field(o[0]), o[1], o[2]);
}

const Operation operations[] = {
#define GTJIT_BUILTIN(NAME, BUILTIN, FUNCTION, ARITY)                                              \
  {#NAME, ARITY, [](const Storage(&operands)[3]) {                                                 \
     return applied(builtin::BUILTIN, operands, std::integral_constant<int, ARITY>());             \
   }},
#include "gtjit-generated/PointBuiltins.inc"
};

/// The bits on one backend; none if the operation refuses the type.
std::optional<Values> compute(const Operation &operation, DType type, bool reference) {
  RuntimeOptions options;
  options.reference = reference;
  options.threads = 1;
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Storage operands[3];
  for (unsigned n = 0; n < 3; ++n)
    operands[n] = operandOf(type, n);
  Field result;
  try {
    result = operation.apply(operands);
  } catch (const DTypeError &) {
    return std::nullopt;
  }
  return bitsOf(result);
}

class EveryOperation : public testing::TestWithParam<DType> {};
INSTANTIATE_TEST_SUITE_P(Types, EveryOperation, testing::ValuesIn(realTypes),
                         [](const auto &info) { return std::string(name(info.param)); });

// S4-022, S4-050
TEST_P(EveryOperation, GivesTheReferencesBits) {
  int defined = 0;
  for (const Operation &operation : operations) {
    SCOPED_TRACE(operation.name);
    std::optional<Values> want = compute(operation, GetParam(), true);
    std::optional<Values> got = compute(operation, GetParam(), false);
    ASSERT_EQ(want.has_value(), got.has_value());
    if (!want)
      continue;
    ++defined;
    EXPECT_EQ(want->type, got->type);
    for (std::size_t n = 0, told = 0; n < want->bits.size() && told < 5; ++n)
      if (want->bits[n] != got->bits[n]) {
        ADD_FAILURE() << "at " << n << ": expected " << std::hex << want->bits[n] << ", got "
                      << got->bits[n];
        ++told;
      }
  }
  EXPECT_GE(defined, GetParam() == Bool ? 6 : 20);
}

TEST_P(EveryOperation, ConversionsGiveTheReferencesBits) {
  for (DType to : realTypes) {
    SCOPED_TRACE(name(to));
    Values values[2];
    for (bool reference : {false, true}) {
      RuntimeOptions options;
      options.reference = reference;
      options.threads = 1;
      Runtime runtime(options);
      Runtime::Scope scope(runtime);
      values[reference] = bitsOf(astype(operandOf(GetParam(), 0), to));
    }
    EXPECT_EQ(values[0], values[1]);
  }
}

} // namespace
