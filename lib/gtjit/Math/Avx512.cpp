//===- Avx512.cpp - Math functions for vectors of 64 bytes ----------------===//
#include "gtjit/Math/Definitions.h"
#include "gtjit/Math/Variants.h"

using gtabi::MathVariant;

void gtjit::detail::fillAvx512Variants(const void **table) {
  fill<F64x8>(table, MathVariant::F64x8);
  fill<F32x16>(table, MathVariant::F32x16);
}
