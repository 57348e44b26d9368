//===- Prototype.h - The types of a function of the host --------*- C++ -*-===//
//
// What an imported function takes and gives, and what else is known of it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_PROTOTYPE_H
#define GTJIT_TYPES_PROTOTYPE_H

#include "gtjit/DType.h"
#include "gtjit/detail/Sequence.h"

#include <cstdint>
#include <string>

namespace gtjit::detail {

struct Prototype {
  /// Operands of one kind that all ways to call a function have registers for; with a
  /// status, the place of the result is one of the integers.
  static constexpr std::size_t mostIntegers = 6, mostFloats = 8;

  DType result = DType::F64;
  Sequence<DType, 4> operands;
  /// It is `int f(operands..., result *)`, which gives 0 or why there is no result.
  bool reportsStatus = false;
  bool hasEffects = false; ///< so that it matters how often it is called

  /// What nobody can call; null if there is nothing.
  const char *fault() const;
  /// As messages show it: "f64(f64, i32)", "f64(f64) with status and effects".
  std::string text() const;
  /// As an image has it.
  std::uint64_t hash() const;
};
inline bool operator==(const Prototype &a, const Prototype &b) { return a.text() == b.text(); }

} // namespace gtjit::detail

#endif // GTJIT_TYPES_PROTOTYPE_H
