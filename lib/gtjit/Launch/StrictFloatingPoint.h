//===- StrictFloatingPoint.h - How kernels round ----------------*- C++ -*-===//
//
// The control word of a thread while it runs kernels.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_LAUNCH_STRICTFLOATINGPOINT_H
#define GTJIT_LAUNCH_STRICTFLOATINGPOINT_H

#include <xmmintrin.h>

namespace gtjit::detail {

/// Round to nearest, denormals kept, for the thread that runs a kernel.
class StrictFloatingPoint {
public:
  StrictFloatingPoint() : callers(_mm_getcsr()) {
    if (callers != kStrict)
      _mm_setcsr(kStrict);
  }
  ~StrictFloatingPoint() { _mm_setcsr(callers); }
  StrictFloatingPoint(const StrictFloatingPoint &) = delete;

private:
  static constexpr unsigned kStrict = 0x1f80;
  unsigned callers;
};

} // namespace gtjit::detail

#endif // GTJIT_LAUNCH_STRICTFLOATINGPOINT_H
