//===- ReduceKind.h - Kinds of reductions -----------------------*- C++ -*-===//
//
// What a reduction makes of the points that it combines.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_REDUCEKIND_H
#define GTJIT_TYPES_REDUCEKIND_H

#include <cstdint>
#include <string_view>

namespace gtjit::detail {

/// In the dialect's order.
enum class ReduceKind : std::uint8_t { Sum, Min, Max, Prod, Any, All };

/// "sum": in C++ and in the dialect.
constexpr std::string_view nameOf(ReduceKind kind) {
  constexpr std::string_view names[] = {"sum", "min", "max", "prod", "any", "all"};
  return names[static_cast<unsigned>(kind)];
}

} // namespace gtjit::detail

#endif // GTJIT_TYPES_REDUCEKIND_H
