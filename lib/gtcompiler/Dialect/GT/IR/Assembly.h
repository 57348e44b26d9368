//===- Assembly.h - Custom directives of the gt assembly --------*- C++ -*-===//
//
// The pieces of the text that the declarative assembly format cannot say:
// lists of dimensions, offsets and positions. Private to this library; knows
// nothing of what the operations mean.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_LIB_DIALECT_GT_IR_ASSEMBLY_H
#define GTCOMPILER_LIB_DIALECT_GT_IR_ASSEMBLY_H

#include "gtcompiler/Dialect/GT/IR/GTOps.h"

namespace gtcompiler::assembly {

/// `I`, or `"a name"` where it is no identifier.
mlir::ParseResult parseDim(mlir::AsmParser &parser, mlir::StringAttr &dim);
void printDim(mlir::AsmPrinter &printer, mlir::StringAttr dim);

/// The same in the text of an operation.
mlir::ParseResult parseLoopDim(mlir::OpAsmParser &parser, mlir::StringAttr &dim);
void printLoopDim(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::StringAttr dim);

/// `[I, J, K]`.
mlir::ParseResult parseDims(mlir::AsmParser &parser, llvm::SmallVector<mlir::StringAttr> &dims);
void printDims(mlir::AsmPrinter &printer, llvm::ArrayRef<mlir::StringAttr> dims);

/// The same as an attribute.
mlir::ParseResult parseDimList(mlir::OpAsmParser &parser, mlir::ArrayAttr &dims);
void printDimList(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr dims);

/// `[I from 1 to -1, J to 8, K at 3]`; an end that is missing is INT64_MIN.
mlir::ParseResult parseSelection(mlir::OpAsmParser &parser, mlir::ArrayAttr &dims,
                                 mlir::DenseI64ArrayAttr &begins, mlir::DenseI64ArrayAttr &ends,
                                 mlir::DenseBoolArrayAttr &points);
void printSelection(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr dims,
                    mlir::DenseI64ArrayAttr begins, mlir::DenseI64ArrayAttr ends,
                    mlir::DenseBoolArrayAttr points);

/// `reads [I, K], writes [I, E from 0 to 5] dense`: for each array a word, its dimensions, and the
/// ends of their ranges, which are INT64_MIN where there are none; whether its elements lie so.
mlir::ParseResult parseArrayUses(mlir::OpAsmParser &parser, mlir::ArrayAttr &uses,
                                 mlir::ArrayAttr &dims, mlir::ArrayAttr &begins,
                                 mlir::ArrayAttr &ends, mlir::DenseBoolArrayAttr &dense);
void printArrayUses(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr uses,
                    mlir::ArrayAttr dims, mlir::ArrayAttr begins, mlir::ArrayAttr ends,
                    mlir::DenseBoolArrayAttr dense);

/// `[V skip -1, E]`; without a skip it is INT64_MIN.
mlir::ParseResult parseTableDims(mlir::OpAsmParser &parser, mlir::ArrayAttr &dims,
                                 mlir::DenseI64ArrayAttr &skips);
void printTableDims(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr dims,
                    mlir::DenseI64ArrayAttr skips);

/// `[K_half as K + 1]`.
mlir::ParseResult parseRename(mlir::OpAsmParser &parser, mlir::StringAttr &from,
                              mlir::StringAttr &to, mlir::IntegerAttr &offset);
void printRename(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::StringAttr from,
                 mlir::StringAttr to, mlir::IntegerAttr offset);

/// ` + 1`, ` - 2` or nothing, which is 0.
mlir::ParseResult parseOffset(mlir::AsmParser &parser, mlir::IntegerAttr &offset);
void printOffset(mlir::AsmPrinter &printer, int64_t offset);

/// `[J: 88, I: ?]`.
mlir::ParseResult parseExtents(mlir::AsmParser &parser, llvm::SmallVector<mlir::StringAttr> &dims,
                               llvm::SmallVector<int64_t> &extents);
void printExtents(mlir::AsmPrinter &printer, llvm::ArrayRef<mlir::StringAttr> dims,
                  llvm::ArrayRef<int64_t> extents);

/// `, unit` or nothing.
mlir::ParseResult parseUnit(mlir::AsmParser &parser, bool &unit);
void printUnit(mlir::AsmPrinter &printer, bool unit);

/// `[I + 1, J - 2] : type`; dimensions with offset 0 may be left out.
mlir::ParseResult parseShift(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &offsets,
                             mlir::Type &fieldType);
void printShift(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::DenseI64ArrayAttr offsets,
                mlir::Type fieldType);

/// `[I + 1, J at %x - 2, K by %y] : memory type, types of pins and indices`, of a
/// storage or a buffer; the brackets are left out where every offset is 0 and
/// nothing is pinned or indexed.
mlir::ParseResult parsePosition(
    mlir::OpAsmParser &parser, llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &pins,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &indices,
    mlir::DenseI64ArrayAttr &offsets, mlir::ArrayAttr &indexDims, mlir::Type &memoryType,
    llvm::SmallVectorImpl<mlir::Type> &pinTypes, llvm::SmallVectorImpl<mlir::Type> &indexTypes);
void printPosition(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::OperandRange pins,
                   mlir::OperandRange indices, mlir::DenseI64ArrayAttr offsets,
                   mlir::ArrayAttr indexDims, mlir::Type memoryType, mlir::TypeRange pinTypes,
                   mlir::TypeRange indexTypes);

/// The same without indices.
mlir::ParseResult
parseAccessPosition(mlir::OpAsmParser &parser,
                    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &pins,
                    mlir::DenseI64ArrayAttr &offsets, mlir::Type &memoryType,
                    llvm::SmallVectorImpl<mlir::Type> &pinTypes);
void printAccessPosition(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::OperandRange pins,
                         mlir::DenseI64ArrayAttr offsets, mlir::Type memoryType,
                         mlir::TypeRange pinTypes);

/// `[J + 1] : value type, storage type`; the brackets are left out where every offset is 0.
mlir::ParseResult parsePutPosition(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &offsets,
                                   mlir::Type &valueType, mlir::Type &storageType);
void printPutPosition(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::DenseI64ArrayAttr offsets, mlir::Type valueType,
                      mlir::Type storageType);

/// `I at %x - 2`.
mlir::ParseResult parseIndexPosition(mlir::OpAsmParser &parser, mlir::StringAttr &dim,
                                     std::optional<mlir::OpAsmParser::UnresolvedOperand> &pin,
                                     mlir::Type &pinType, mlir::IntegerAttr &offset);
void printIndexPosition(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::StringAttr dim,
                        mlir::Value pin, mlir::Type pinType, mlir::IntegerAttr offset);

/// `@name(%a: type, ...) attributes {...} {...}` of a symbol with arguments.
mlir::ParseResult parseSignature(mlir::OpAsmParser &parser, mlir::OperationState &result);
void printSignature(mlir::OpAsmPrinter &printer, mlir::Operation *op, bool printTerminators);

/// A region, one block at least.
mlir::ParseResult parseBody(mlir::OpAsmParser &parser, mlir::Region &body);
void printBody(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Region &body);

/// `{...} do {...}`: what is carried at first, and what happens at a point.
mlir::ParseResult parseSweepBodies(mlir::OpAsmParser &parser, mlir::Region &initial,
                                   mlir::Region &body);
void printSweepBodies(mlir::OpAsmPrinter &printer, SweepOp op, mlir::Region &initial,
                      mlir::Region &body);

/// `{...} into %s, %m : types`; the terminator may be left out.
mlir::ParseResult
parseFoldBody(mlir::OpAsmParser &parser, mlir::Region &body,
              llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &destinations,
              llvm::SmallVectorImpl<mlir::Type> &types);
void printFoldBody(mlir::OpAsmPrinter &printer, FoldOp op, mlir::Region &body,
                   mlir::OperandRange destinations, mlir::TypeRange types);

/// `sum, max`.
mlir::ParseResult parseKinds(mlir::OpAsmParser &parser, mlir::ArrayAttr &kinds);
void printKinds(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr kinds);

} // namespace gtcompiler::assembly

#endif // GTCOMPILER_LIB_DIALECT_GT_IR_ASSEMBLY_H
