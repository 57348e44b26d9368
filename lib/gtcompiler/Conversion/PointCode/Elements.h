//===- Elements.h - Elements in memory and in registers ---------*- C++ -*-===//
//
// An element has one type in memory and one that is computed with: a bool is a
// byte and an i1; f16 and bf16 are 16 bits and an f32 that one of them can
// hold; unsigned integers are signless, since operations know the sign; complex
// numbers are pairs of neighbouring reals. `lanes` neighbours are a vector.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_POINTCODE_ELEMENTS_H
#define GTCOMPILER_CONVERSION_POINTCODE_ELEMENTS_H

#include "CodeBuilder.h"

namespace gtcompiler {

/// The type of an element in memory.
mlir::Type memoryType(mlir::Type element);

/// Bytes of an element in memory, and of one lane in a register.
std::int64_t memoryBytes(mlir::Type element);
std::int64_t laneBytes(mlir::Type element);

/// The type of `lanes` neighbours in registers, and as they are in memory; one
/// lane is a scalar, or a pair if it is complex.
mlir::Type laneType(mlir::Type element, std::int64_t lanes);
mlir::Type packedType(mlir::Type element, std::int64_t lanes);

/// The number of lanes of `value`, which holds elements of type `element`.
std::int64_t lanesOf(mlir::Type element, mlir::Value value);

/// Values as they are in memory from values in registers, and back. Packing
/// rounds f16 and bf16 once; what was unpacked is packed to the same bits.
mlir::Value pack(const CodeBuilder &code, mlir::Type element, mlir::Value value);
mlir::Value unpack(const CodeBuilder &code, mlir::Type element, mlir::Value packed);

/// Loads `lanes` neighbours where `mask` is set; no mask: all. Lanes that are
/// not loaded are zero.
mlir::Value loadLanes(const CodeBuilder &code, mlir::Type element, mlir::Value pointer,
                      std::int64_t lanes, mlir::Value mask);
/// Stores neighbours where `mask` is set; no mask: all.
void storeLanes(const CodeBuilder &code, mlir::Type element, mlir::Value value, mlir::Value pointer,
                mlir::Value mask);
/// Stores neighbours past the caches, at a multiple of their bytes.
void streamLanes(const CodeBuilder &code, mlir::Type element, mlir::Value value,
                 mlir::Value pointer);

/// One lane that holds a number: an integer or float attribute of an element type.
mlir::Value constantLane(const CodeBuilder &code, mlir::TypedAttr number);

/// `lanes` copies of one lane.
mlir::Value splatLanes(const CodeBuilder &code, mlir::Type element, mlir::Value value,
                       std::int64_t lanes);

/// `index`, an i32 or i64 in one lane or several, as i64.
mlir::Value asCoordinate(const CodeBuilder &code, mlir::Value index);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_POINTCODE_ELEMENTS_H
