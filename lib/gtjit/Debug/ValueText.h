//===- ValueText.h - Values and places in messages --------------*- C++ -*-===//
//
// How traces and checks print a value and a point, for every element type.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEBUG_VALUETEXT_H
#define GTJIT_DEBUG_VALUETEXT_H

#include "gtjit/Graph/Node.h"

#include <span>
#include <string>

namespace gtjit::detail {

/// The shortest text that reads back as the value: "0.1", "-inf", "nan" for
/// any NaN, "true".
std::string valueText(DType type, const std::byte *value);

/// "I=3, J=4": one coordinate for each dimension of `domain`.
std::string pointText(const Domain &domain, std::span<const std::int64_t> point);

/// An operation of the table on operands as C++ writes it: "1 / 0", "sqrt(-1)".
std::string operationText(PointOp op, std::span<const std::string> operands);

/// What a node does, for messages: "/", "sqrt", "sum".
std::string_view spellingOf(const Node &node);
/// How the user called it: "pow" of the multiplications that a power is.
std::string_view calledOf(const Node &node);

} // namespace gtjit::detail

#endif // GTJIT_DEBUG_VALUETEXT_H
