//===- MathCode.h - Math functions without a call ---------------*- C++ -*-===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_MATHCODE_H
#define GTCOMPILER_CONVERSION_POINTCODE_MATHCODE_H

#include "CodeBuilder.h"

#include "gtabi/MathTable.h"

namespace gtcompiler {

/// The code of a function of one argument, with the bits that the table's variant gives. Null where
/// a call serves as well: the functions that are longer, and vectors of less than 64 bytes.
mlir::Value emitMath(const CodeBuilder &code, gtabi::MathFunction function,
                     gtabi::MathVariant variant, mlir::Value x);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_MATHCODE_H
