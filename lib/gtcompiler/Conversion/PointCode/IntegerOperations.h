//===- IntegerOperations.h - Total operations on integers -------*- C++ -*-===//
//
// Hand-written lowerings of the table that LLVM has no total operation for:
// division and remainders, shifts by any count, signs. Operands are signless
// scalars or vectors; the name says how they are read.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_INTEGEROPERATIONS_H
#define GTCOMPILER_CONVERSION_POINTCODE_INTEGEROPERATIONS_H

#include "CodeBuilder.h"
#include "PointTypes.h"

namespace gtcompiler {

// By 0 they give 0, the least integer by -1 gives itself and leaves 0.
mlir::Value lowerFloorDivideInt(const CodeBuilder &code, const PointTypes &types,
                                mlir::ValueRange operands);
mlir::Value lowerModInt(const CodeBuilder &code, const PointTypes &types,
                        mlir::ValueRange operands);
mlir::Value lowerRemainderInt(const CodeBuilder &code, const PointTypes &types,
                              mlir::ValueRange operands);

/// a multiplied by itself b times, wrapping. A negative b gives 1 / a^-b rounded
/// toward zero, and 0 for a = 0.
mlir::Value lowerPowInt(const CodeBuilder &code, const PointTypes &types,
                        mlir::ValueRange operands);
mlir::Value lowerPowUInt(const CodeBuilder &code, const PointTypes &types,
                         mlir::ValueRange operands);

// A count that is no place of the type moves all bits out.
mlir::Value lowerShiftLeft(const CodeBuilder &code, const PointTypes &types,
                           mlir::ValueRange operands);
mlir::Value lowerShiftRightInt(const CodeBuilder &code, const PointTypes &types,
                               mlir::ValueRange operands);
mlir::Value lowerShiftRightUInt(const CodeBuilder &code, const PointTypes &types,
                                mlir::ValueRange operands);

/// max(a, 0 - a): the least integer stays itself.
mlir::Value lowerAbsInt(const CodeBuilder &code, const PointTypes &types,
                        mlir::ValueRange operands);
mlir::Value lowerNegInt(const CodeBuilder &code, const PointTypes &types,
                        mlir::ValueRange operands);
mlir::Value lowerNotInt(const CodeBuilder &code, const PointTypes &types,
                        mlir::ValueRange operands);
mlir::Value lowerSignInt(const CodeBuilder &code, const PointTypes &types,
                         mlir::ValueRange operands);
mlir::Value lowerSignUInt(const CodeBuilder &code, const PointTypes &types,
                          mlir::ValueRange operands);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_INTEGEROPERATIONS_H
