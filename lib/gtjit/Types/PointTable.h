//===- PointTable.h - The table of point operations -------------*- C++ -*-===//
//
// What the engine knows of each point operation, from the table in
// operations/PointOperations.td.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_POINTTABLE_H
#define GTJIT_TYPES_POINTTABLE_H

#include "gtjit/Functions.h"

#include <cstdint>
#include <string_view>

namespace gtjit::detail {

enum class PointOp : std::uint16_t {
#define GTJIT_POINT_OP(NAME, ...) NAME,
#include "gtjit-generated/PointOperations.inc"
};

/// How the result type follows from the operands' common type.
enum class TypeRule : std::uint8_t {
  SameType,   ///< numbers: the common type
  TrueDivide, ///< the common float type; integers are converted to f64
  FloatOnly,  ///< the float type; integers are converted to f64
  Classify,   ///< floats: bool; integers are converted to f64
  Compare,    ///< bool
  Logical,    ///< bools: bool
  Select,     ///< a bool, then two of a common type: that type
  Convert,    ///< the type asked for
};

struct PointOpInfo {
  std::string_view name;     ///< of the enumerator
  std::string_view mnemonic; ///< in the gt dialect
  std::string_view spelling; ///< in C++: an operator or a function's name
  unsigned arity;
  TypeRule rule;
  int flops;
  bool commutative;
  bool onFloat, onInt, onUInt, onBool; ///< types it is defined for, after promotion
};

/// How many operations there are.
unsigned pointOpCount();
/// The table's entry for an operation.
const PointOpInfo &pointOpInfo(PointOp op);

} // namespace gtjit::detail

#endif // GTJIT_TYPES_POINTTABLE_H
