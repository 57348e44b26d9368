//===- Avx2.cpp - Math functions for scalars, 16 and 32 bytes -------------===//
#include "gtjit/Math/Definitions.h"
#include "gtjit/Math/Variants.h"

using gtabi::MathVariant;

void gtjit::detail::fillAvx2Variants(const void **table) {
  fillScalar<F64x2>(table, MathVariant::F64x1);
  fill<F64x2>(table, MathVariant::F64x2);
  fill<F64x4>(table, MathVariant::F64x4);
  fillScalar<F32x4>(table, MathVariant::F32x1);
  fill<F32x4>(table, MathVariant::F32x4);
  fill<F32x8>(table, MathVariant::F32x8);
  table[gtabi::kPowersIndex] = powers.pairs;
}
