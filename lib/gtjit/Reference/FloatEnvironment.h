//===- FloatEnvironment.h - Strict floating point for a block ---*- C++ -*-===//
//
// Round to nearest, denormals kept, no traps, whatever the caller has set; the
// caller's environment comes back at the end of the block.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_REFERENCE_FLOATENVIRONMENT_H
#define GTJIT_REFERENCE_FLOATENVIRONMENT_H

#include <cfenv>
#include <xmmintrin.h>

namespace gtjit::reference {

/// Strict IEEE 754 from construction to destruction, in this thread.
class StrictFloatEnvironment {
public:
  StrictFloatEnvironment() : callersVector(_mm_getcsr()) {
    std::fegetenv(&callers);
    std::fesetenv(FE_DFL_ENV);
    _mm_setcsr(0x1f80); // FE_DFL_ENV may keep flush-to-zero
  }
  ~StrictFloatEnvironment() {
    std::fesetenv(&callers);
    _mm_setcsr(callersVector);
  }
  StrictFloatEnvironment(const StrictFloatEnvironment &) = delete;
  StrictFloatEnvironment &operator=(const StrictFloatEnvironment &) = delete;

private:
  std::fenv_t callers;
  unsigned callersVector;
};

} // namespace gtjit::reference

#endif // GTJIT_REFERENCE_FLOATENVIRONMENT_H
