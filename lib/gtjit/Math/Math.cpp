//===- Math.cpp - The table of SLEEF's functions --------------------------===//
//
// Only names with `finz` are used: others differ between vector widths. The
// vector variants are declared without their types, since this file is
// compiled for every x86-64 and only hands their addresses on.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Math/Math.h"

#include "gtjit/Error.h"

#include <array>
#include <string>

extern "C" {
double Sleef_finz_expd1_u10purecfma(double);
float Sleef_finz_expf1_u10purecfma(float);
double Sleef_finz_logd1_u10purecfma(double);
float Sleef_finz_logf1_u10purecfma(float);
#define GTJIT_VECTOR_VARIANTS(NAME)                                                                \
  void Sleef_finz_##NAME##d2_u10avx2128();                                                         \
  void Sleef_finz_##NAME##d4_u10avx2();                                                            \
  void Sleef_finz_##NAME##d8_u10avx512f();                                                         \
  void Sleef_finz_##NAME##f4_u10avx2128();                                                         \
  void Sleef_finz_##NAME##f8_u10avx2();                                                            \
  void Sleef_finz_##NAME##f16_u10avx512f();
GTJIT_VECTOR_VARIANTS(exp)
GTJIT_VECTOR_VARIANTS(log)
#undef GTJIT_VECTOR_VARIANTS
}

using namespace gtjit;
using namespace gtjit::detail;
using gtabi::MathFunction;
using gtabi::MathVariant;

namespace {

using Table = std::array<const void *, gtabi::kMathFunctions * gtabi::kMathVariants>;

template <class Function> const void *address(Function *function) {
  return reinterpret_cast<const void *>(function);
}

Table makeTable(bool avx512) {
  Table table{};
#define GTJIT_FUNCTION(FUNCTION, NAME)                                                             \
  table[mathIndex(FUNCTION, MathVariant::F64x1)] = address(Sleef_finz_##NAME##d1_u10purecfma);     \
  table[mathIndex(FUNCTION, MathVariant::F64x2)] = address(Sleef_finz_##NAME##d2_u10avx2128);      \
  table[mathIndex(FUNCTION, MathVariant::F64x4)] = address(Sleef_finz_##NAME##d4_u10avx2);         \
  table[mathIndex(FUNCTION, MathVariant::F32x1)] = address(Sleef_finz_##NAME##f1_u10purecfma);     \
  table[mathIndex(FUNCTION, MathVariant::F32x4)] = address(Sleef_finz_##NAME##f4_u10avx2128);      \
  table[mathIndex(FUNCTION, MathVariant::F32x8)] = address(Sleef_finz_##NAME##f8_u10avx2);         \
  if (avx512) {                                                                                    \
    table[mathIndex(FUNCTION, MathVariant::F64x8)] = address(Sleef_finz_##NAME##d8_u10avx512f);    \
    table[mathIndex(FUNCTION, MathVariant::F32x16)] = address(Sleef_finz_##NAME##f16_u10avx512f);  \
  }
  GTJIT_FUNCTION(MathFunction::Exp, exp)
  GTJIT_FUNCTION(MathFunction::Log, log)
#undef GTJIT_FUNCTION
  return table;
}

/// Calls a scalar variant through the table, whose making checks the floor:
/// the scalar variants contain FMA instructions, too.
template <class T> T callScalar(MathFunction function, MathVariant variant, T x) {
  const void *entry = mathTable()[mathIndex(function, variant)];
  return reinterpret_cast<T (*)(T)>(const_cast<void *>(entry))(x);
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
  static const Table narrow = makeTable(false), wide = makeTable(true);
  return features.avx512 ? wide.data() : narrow.data();
}

const void *const *gtjit::detail::mathTable() {
  static const void *const *table = mathTable(MathFeatures::ofThisMachine());
  return table;
}

double gtjit::detail::mathExp(double x) {
  return callScalar(MathFunction::Exp, MathVariant::F64x1, x);
}
float gtjit::detail::mathExp(float x) {
  return callScalar(MathFunction::Exp, MathVariant::F32x1, x);
}
double gtjit::detail::mathLog(double x) {
  return callScalar(MathFunction::Log, MathVariant::F64x1, x);
}
float gtjit::detail::mathLog(float x) {
  return callScalar(MathFunction::Log, MathVariant::F32x1, x);
}
