//===- Prototype.h - What a function of the host is called with -*- C++ -*-===//
//
// How the compiler and the engine tell prototypes of imported functions apart, and
// how kernels call them. Plain data, standard library only.
//
//===----------------------------------------------------------------------===//
#ifndef GTABI_PROTOTYPE_H
#define GTABI_PROTOTYPE_H

#include "gtabi/Image.h"

namespace gtabi {

/// What a prototype says beside its types. A kernel calls `R f(A...)` by C's
/// conventions, or `void f(A..., R *...)` where results are placed; one that reports is
/// `int f(A..., R *...)` or `void f(A..., R *..., int *status)`, whose status is 0 when it
/// has written its results.
inline constexpr std::uint32_t kReportsStatus = 1;    ///< 0 is success
inline constexpr std::uint32_t kHasEffects = 2;       ///< other than its results
inline constexpr std::uint32_t kPlacesResults = 4;    ///< through pointers behind the operands
inline constexpr std::uint32_t kStatusLast = 8;       ///< through a pointer behind those
inline constexpr std::uint32_t kTakesReferences = 16; ///< each operand is `const A *`

/// A prototype as an ImportInfo has it, made step by step: the results first, then
/// the operands, then the end. A prototype has no padding and no order but this.
class PrototypeHash {
public:
  constexpr void add(ElementType type) { mix(static_cast<std::uint32_t>(type) + 1); }
  constexpr std::uint64_t finish(std::uint32_t flags, std::uint32_t results) {
    mix(0x100 + flags);
    mix(results);
    return hash >> 1; // a number of the text
  }

private:
  /// FNV-1a over numbers instead of bytes.
  constexpr void mix(std::uint64_t number) { hash = (hash ^ number) * 0x100000001b3; }
  std::uint64_t hash = 0xcbf29ce484222325;
};

/// KernelArgs::status when the imported function number `import` of the image has
/// returned `status`, which is not 0.
constexpr std::int64_t failedCall(std::uint32_t import, std::int32_t status) {
  return static_cast<std::int64_t>(
      static_cast<std::uint64_t>(static_cast<std::uint32_t>(status)) << 32 | (import + 2));
}
/// KernelArgs::status after a value that is not finite.
inline constexpr std::int64_t kNotFinite = 1;

} // namespace gtabi

#endif // GTABI_PROTOTYPE_H
