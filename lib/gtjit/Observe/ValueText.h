//===- ValueText.h - Values and places in messages --------------*- C++ -*-===//
//
// How traces and checks print a value and a point, for every element type.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_OBSERVE_VALUETEXT_H
#define GTJIT_OBSERVE_VALUETEXT_H

#include "gtjit/DType.h"
#include "gtjit/Domain.h"

#include <span>
#include <string>

namespace gtjit::detail {

/// The shortest text that reads back as the value: "0.1", "-inf", "nan" for
/// any NaN, "true".
std::string valueText(DType type, const std::byte *value);

/// "I=3, J=4": one coordinate for each dimension of `domain`.
std::string pointText(const Domain &domain, std::span<const std::int64_t> point);

} // namespace gtjit::detail

#endif // GTJIT_OBSERVE_VALUETEXT_H
