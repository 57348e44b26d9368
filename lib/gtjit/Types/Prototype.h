//===- Prototype.h - The types of a function of the host --------*- C++ -*-===//
//
// What an imported function takes and gives, and what else is known of it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_PROTOTYPE_H
#define GTJIT_TYPES_PROTOTYPE_H

#include "gtjit/DType.h"
#include "gtjit/MemRef.h"
#include "gtjit/detail/Sequence.h"

#include <cstdint>
#include <string>

namespace gtjit::detail {

/// `R f(A...)`, or `void f(A..., R *...)` of results that are placed; see gtabi/Prototype.h.
struct Prototype {
  /// Parameters that all ways to call a function have room for.
  static constexpr std::size_t mostParameters = 32;

  Sequence<DType, 2> results;
  Sequence<DType, 4> operands;
  bool status = false;     ///< it is `int f(A..., R *...)`, which gives 0 or why it has failed
  bool placed = false;     ///< it is `void f(A..., R *...)`
  bool statusLast = false; ///< it is `void f(A..., R *..., int *status)`
  bool references = false; ///< its operands are `const A *`
  bool effects = false;    ///< so that it matters how often it is called
  /// Of a function on whole arrays, `int f(const MemRef *)`: what it is called with. `operands`
  /// are the types of those that it reads, `results` of those that it writes.
  Sequence<ArrayParameter> arrays;

  /// Whether it may have no results.
  bool reports() const { return status || statusLast; }
  /// Whether its result is what it returns.
  bool isReturned() const { return !status && !placed && !statusLast; }
  bool takesArrays() const { return !arrays.empty(); }
  /// What nobody can call; null if there is nothing.
  const char *fault() const;
  /// What the dialect says of how it is called: " status references effects". `handled`: a
  /// status is a result of the call.
  std::string flags(bool handled) const;
  /// As messages show it: "f64(f64, i32)", "(f64, f64)(f64) with status and effects".
  std::string text() const;
  /// As an image has it.
  std::uint64_t hash() const;
};
inline bool operator==(const Prototype &a, const Prototype &b) { return a.text() == b.text(); }

/// The prototype of a function on whole arrays.
Prototype prototypeOf(Items<ArrayParameter> arrays);
/// What a function does with an array: "reads".
std::string_view wordOf(ArrayUse use);
/// "M from 0 to 5", "I": a range with the name of its dimension as a text has it.
std::string rangeEntry(std::string_view dim, Range range);

/// What a status is as a result.
inline constexpr DType statusType = DType::I8;

} // namespace gtjit::detail

#endif // GTJIT_TYPES_PROTOTYPE_H
