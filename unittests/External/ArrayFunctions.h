//===- ArrayFunctions.h - Functions on whole arrays for tests ---*- C++ -*-===//
//
// What the tests of functions on whole arrays call, and how often they were called.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_EXTERNAL_ARRAYFUNCTIONS_H
#define GTJIT_UNITTESTS_EXTERNAL_ARRAYFUNCTIONS_H

#include "../Backends.h"
#include "../ExpectError.h"

#include <atomic>

namespace gtjit::test {

inline std::atomic<int> calls{0};

/// b(i, j) = a(i, j) + a(j of the other end); each row of I is turned around in J.
inline int turned(const MemRef *arrays) {
  ++calls;
  const MemRef &a = arrays[0], &b = arrays[1];
  for (std::int64_t i = 0; i < a.sizes[0]; ++i)
    for (std::int64_t j = 0; j < a.sizes[1]; ++j)
      b.at<double>(i, j) = a.at<double>(i, j) + 10.0 * a.at<double>(i, a.sizes[1] - 1 - j);
  return 0;
}
/// c(i, j) = sum over k of a(i, k) b(k, j).
inline int product(const MemRef *arrays) {
  ++calls;
  const MemRef &a = arrays[0], &b = arrays[1], &c = arrays[2];
  for (std::int64_t i = 0; i < c.sizes[0]; ++i)
    for (std::int64_t j = 0; j < c.sizes[1]; ++j) {
      double sum = 0;
      for (std::int64_t k = 0; k < a.sizes[1]; ++k)
        sum += a.at<double>(i, k) * b.at<double>(k, j);
      c.at<double>(i, j) = sum;
    }
  return 0;
}
/// The least and the greatest value, and where the first coordinate is.
inline int extremes(const MemRef *arrays) {
  ++calls;
  const MemRef &a = arrays[0];
  double &low = arrays[1].at<double>(), &high = arrays[2].at<double>();
  low = high = a.at<double>(0);
  for (std::int64_t i = 0; i < a.sizes[0]; ++i) {
    low = std::min(low, a.at<double>(i));
    high = std::max(high, a.at<double>(i));
  }
  arrays[3].at<std::int64_t>() = a.origins[0];
  return 0;
}
/// Makes the ends of a row those of a ring, all else stays.
inline int closed(const MemRef *arrays) {
  ++calls;
  const MemRef &a = arrays[0];
  a.at<double>(0) = a.at<double>(a.sizes[0] - 2);
  a.at<double>(a.sizes[0] - 1) = a.at<double>(1);
  return 0;
}
inline int failing(const MemRef *arrays) {
  ++calls;
  arrays[1].at<double>(0) = -77.0;
  return arrays[0].at<double>(0) < 0.0 ? 7 : 0;
}

inline const Dimension E("E");

class ArrayFunctionsTest : public BackendTest {
protected:
  ArrayFunctionsTest() { calls = 0; }
  Storage u = counting(zeros<double>({I(0, 4), J(0, 3)}));
};

inline auto turn() {
  return externalArrays("arrays_turned", &turned, reads(F64, {I, J}), writes(F64, {I, J}));
}
inline auto close() { return externalArrays("arrays_closed", &closed, updates(F64, {I})); }
inline auto mayFail() {
  return externalArrays("arrays_failing", &failing, reads(F64, {I}), writes(F64, {I}));
}

} // namespace gtjit::test

#endif // GTJIT_UNITTESTS_EXTERNAL_ARRAYFUNCTIONS_H
