//===- Variants.h - What each instruction set adds to the table -*- C++ -*-===//
#ifndef GTJIT_MATH_VARIANTS_H
#define GTJIT_MATH_VARIANTS_H

namespace gtjit::detail {

/// Put the addresses of the variants that need AVX2 with FMA, or AVX-512F, into
/// their places of a table that gtabi::mathIndex indexes. To be called only on
/// machines that have these.
void fillAvx2Variants(const void **table);
void fillAvx512Variants(const void **table);

} // namespace gtjit::detail

#endif // GTJIT_MATH_VARIANTS_H
