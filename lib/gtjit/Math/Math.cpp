//===- Math.cpp - The table of math functions -----------------------------===//
//
// Made of what the sources of each instruction set give. This one is compiled
// for every x86-64: it calls the others only where the machine can run them.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Math/Math.h"

#include "gtjit/Error.h"
#include "gtjit/Math/Variants.h"

#include <array>
#include <string>

using namespace gtjit;
using namespace gtjit::detail;
using gtabi::MathFunction;
using gtabi::MathVariant;

namespace {

using Table = std::array<const void *, gtabi::kMathEntries>;

Table makeTable(bool avx512) {
  Table table{};
  fillAvx2Variants(table.data());
  if (avx512)
    fillAvx512Variants(table.data());
  return table;
}

/// Calls a scalar variant through the table, whose making checks the floor.
template <class T, class... Rest> T callScalar(MathFunction function, T x, Rest... rest) {
  constexpr MathVariant variant = sizeof(T) == 8 ? MathVariant::F64x1 : MathVariant::F32x1;
  const void *entry = mathTable()[mathIndex(function, variant)];
  return reinterpret_cast<T (*)(T, Rest...)>(const_cast<void *>(entry))(x, rest...);
}

} // namespace

MathFeatures MathFeatures::ofThisMachine() {
  __builtin_cpu_init();
  return {__builtin_cpu_supports("avx2") != 0, __builtin_cpu_supports("fma") != 0,
          __builtin_cpu_supports("avx512f") != 0};
}

const void *const *gtjit::detail::mathTable(const MathFeatures &features) {
  if (!features.avx2 || !features.fma) {
    std::string missing = features.avx2 ? "FMA" : features.fma ? "AVX2" : "AVX2 and FMA";
    throw DeviceError(SourceLine{}, "gtjit needs a processor with AVX2 and FMA, this one has no " +
                                        missing + ": its results would differ in their last bits");
  }
  static const Table narrow = makeTable(false);
  if (!features.avx512)
    return narrow.data();
  static const Table wide = makeTable(true);
  return wide.data();
}

const void *const *gtjit::detail::mathTable() {
  static const void *const *table = mathTable(MathFeatures::ofThisMachine());
  return table;
}

#define GTABI_MATH_UNARY(NAME, SPELLING)                                                           \
  double gtjit::detail::math##NAME(double x) { return callScalar(MathFunction::NAME, x); }         \
  float gtjit::detail::math##NAME(float x) { return callScalar(MathFunction::NAME, x); }
#define GTABI_MATH_BINARY(NAME, SPELLING)                                                          \
  double gtjit::detail::math##NAME(double x, double y) {                                           \
    return callScalar(MathFunction::NAME, x, y);                                                   \
  }                                                                                                \
  float gtjit::detail::math##NAME(float x, float y) { return callScalar(MathFunction::NAME, x, y); }
#include "gtabi/MathFunctions.def"
