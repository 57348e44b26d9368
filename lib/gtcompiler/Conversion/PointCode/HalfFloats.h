//===- HalfFloats.h - f16 and bf16 to f32 and back --------------*- C++ -*-===//
//
// 16-bit floats are kept as bits in memory and as f32 in registers.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_HALFFLOATS_H
#define GTCOMPILER_CONVERSION_POINTCODE_HALFFLOATS_H

#include "CodeBuilder.h"

namespace gtcompiler {

/// Whether `element` is f16 or bf16.
bool isHalf(mlir::Type element);

/// The f32 values of 16-bit patterns of `element`.
mlir::Value halfToFloat(const CodeBuilder &code, mlir::Type element, mlir::Value bits);

/// The 16-bit patterns of `element` nearest to f32 values, ties to even.
mlir::Value floatToHalf(const CodeBuilder &code, mlir::Type element, mlir::Value value);

/// f64 to f32 values that floatToHalf rounds as if from f64: truncated, with an
/// odd last bit where that is not exact (Boldo and Melquiond, "Emulation of
/// FMA and correctly rounded sums", 2008).
mlir::Value roundToOdd(const CodeBuilder &code, mlir::Value value);

/// Replaces the conversions of f16 in `kernel` by integer and f32 operations,
/// for machines without F16C: LLVM would call functions there.
void expandHalfConversions(mlir::Operation *kernel);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_HALFFLOATS_H
