//===- Conversions.cpp - From type to type --------------------------------===//
//
// See OperationTable.h.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/OperationTable.h"

#include <cmath>
#include <limits>

namespace gtjit::detail::ptx {

namespace {

enum class Rounding { Nearest, Zero, Down, Up };

template <Rounding rounding, class T> T rounded(T a) {
  switch (rounding) {
  case Rounding::Nearest:
    return std::nearbyint(a);
  case Rounding::Zero:
    return std::trunc(a);
  case Rounding::Down:
    return std::floor(a);
  default:
    return std::ceil(a);
  }
}

/// The nearest that there is; for NaN 0, or the highest bit where either has 64.
template <class I, class F> I saturated(F a) {
  if (std::isnan(a))
    return sizeof(I) == 8 || sizeof(F) == 8
               ? static_cast<I>(std::make_unsigned_t<I>(1) << (8 * sizeof(I) - 1))
               : I(0);
  // 2^bits is exact in every type.
  F above = std::ldexp(F(1), std::numeric_limits<I>::digits);
  if (a >= above)
    return std::numeric_limits<I>::max();
  if (a < static_cast<F>(std::numeric_limits<I>::min()))
    return std::numeric_limits<I>::min();
  return static_cast<I>(a);
}

template <class D, class S> void convert(Thread &thread, const Instruction &in) {
  setInteger<D>(thread, in.slots[0], static_cast<D>(thread.get<S>(in.slots[1])));
}
template <class F, class I> void toFloat(Thread &thread, const Instruction &in) {
  thread.set<F>(in.slots[0], static_cast<F>(thread.get<I>(in.slots[1])));
}
template <class I, class F, Rounding rounding>
void toInteger(Thread &thread, const Instruction &in) {
  setInteger<I>(thread, in.slots[0], saturated<I>(rounded<rounding>(thread.get<F>(in.slots[1]))));
}

template <class F, Rounding rounding>
void addRounding(Table &table, const std::string &mode, const std::string &type) {
  table["cvt." + mode + "." + type + "." + type] = unary<F, F, rounded<rounding, F>>;
  forIntegers([&]<class I>(I, const char *integer) {
    table["cvt." + mode + "." + integer + "." + type] = toInteger<I, F, rounding>;
  });
}

template <class F> void addConversionsOf(Table &table, const std::string &type) {
  addRounding<F, Rounding::Nearest>(table, "rni", type);
  addRounding<F, Rounding::Zero>(table, "rzi", type);
  addRounding<F, Rounding::Down>(table, "rmi", type);
  addRounding<F, Rounding::Up>(table, "rpi", type);
  forIntegers([&]<class I>(I, const char *integer) {
    table["cvt.rn." + type + "." + integer] = toFloat<F, I>;
  });
}

} // namespace

void addConversions(Table &table) {
  forIntegers([&]<class D>(D, const char *to) {
    forIntegers([&]<class S>(S, const char *from) {
      table[std::string("cvt.") + to + "." + from] = convert<D, S>;
    });
  });
  addConversionsOf<float>(table, "f32");
  addConversionsOf<double>(table, "f64");
  table["cvt.f64.f32"] = toFloat<double, float>;
  table["cvt.rn.f32.f64"] = toFloat<float, double>;
}

} // namespace gtjit::detail::ptx
