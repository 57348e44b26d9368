//===- MathCode.h - Math functions without a call ---------------*- C++ -*-===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_MATHCODE_H
#define GTCOMPILER_CONVERSION_POINTCODE_MATHCODE_H

#include "CodeBuilder.h"

#include "gtabi/MathTable.h"

#include <functional>

namespace gtcompiler {

/// What a kernel's code has in place of calls.
struct EmittedMath {
  std::int64_t vectorBytes = 0; ///< of vectors whose functions are emitted
  /// Address of the numbers at gtabi::kPowersIndex.
  std::function<mlir::Value()> powers;
  std::int64_t count = 0; ///< of functions so far
};

/// The code of a function of one argument, with the bits that the table's variant gives. Null where
/// a call serves as well: the functions that are longer, vectors that fill no register, and where
/// there are so many in `kernel` that they would take long to compile.
mlir::Value emitMath(const CodeBuilder &code, gtabi::MathFunction function,
                     gtabi::MathVariant variant, mlir::Value x, EmittedMath &kernel);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_MATHCODE_H
