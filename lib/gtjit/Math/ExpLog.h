//===- ExpLog.h - Exponential function and logarithm ------------*- C++ -*-===//
//
// exp, log and log1p over the operations of Lanes.h. The polynomials are
// minimax (Remez exchange); the errors stand with them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_MATH_EXPLOG_H
#define GTJIT_MATH_EXPLOG_H

#include "gtjit/Math/Sums.h"

namespace gtjit::detail {
namespace {

//===----------------------------------------------------------------------===//
// exp(x) = 2^floor(k) * 2^(k mod 1) * exp(r), k a multiple of 1/16 and
// |r| <= ln 2 / 32, for doubles; 2^k * exp(r), |r| <= ln 2 / 2, for floats
//===----------------------------------------------------------------------===//

/// 2^(i / 16), and how much greater it is than its double, relative to it.
constexpr double powersOfTwo[16] = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0};
constexpr double powersOfTwoRest[16] = {0x0.0p+0,
                                        0x1.79aa65d837b6dp-54,
                                        -0x1.01b15eaa59348p-55,
                                        0x1.68efde3a8a894p-54,
                                        0x1.34d754db0abb6p-55,
                                        0x1.59f48a72a4c6dp-55,
                                        0x1.690cebb7aafb0p-56,
                                        0x1.063e1e21c5409p-54,
                                        -0x1.3b3efbf5e2228p-54,
                                        -0x1.b32dcb94da51dp-56,
                                        0x1.db72fc1f0eab4p-55,
                                        0x1.1affc2b91ce27p-56,
                                        0x1.c1a7792cb3387p-55,
                                        0x1.36eae30af0cb3p-56,
                                        0x1.4a385a63d07a7p-56,
                                        -0x1.ff7128fd391f0p-55};

alignas(64) constexpr TwoTables powers(powersOfTwo, powersOfTwoRest);

/// exp(x + rest...) 2^n for a small integer n. The bounds keep the scale in
/// range and let infinite x give what great x give.
template <class V, class... Rest>
  requires(sizeof(Element<V>) == 8)
GTJIT_INLINE V expTimesPowerOfTwo(V x, double n, Rest... rest) {
  x = smaller(all<V>(712), larger(all<V>(-748), x));
  constexpr double shift = Format<double>::roundingShift / 16;
  V shifted = fma(x, all<V>(0x1.71547652b82fep+0), all<V>(shift));
  V k = shifted - shift;
  V r = fma(k, all<V>(-0x1.62e42fefa4000p-1), x);
  r = fma(k, all<V>(0x1.8432a1b0e2634p-43), r);
  ((r += rest), ...);
  // exp(r) - 1 to 2^-56.2
  V r2 = r * r;
  V low = fma(r, all<V>(0x1.555555548f1cep-3), all<V>(0x1.0000000000005p-1));
  V high = fma(r, all<V>(0x1.11123afe9316ap-7), all<V>(0x1.555555545c8ffp-5));
  high = fma(r2, all<V>(0x1.6c185f4c56867p-10), high);
  TwoNumbers<V> power = lookup(powers, bits(shifted));
  V p = fma(r2, fma(r2, high, low), r + power.second);
  if (n == 0)
    return sumTimesPower(power.first, p, shifted, k);
  return sumTimesPower(power.first, p, shifted + n, k + n);
}

template <class V>
  requires(sizeof(Element<V>) == 4)
GTJIT_INLINE V expTimesPowerOfTwo(V x, float n) {
  x = smaller(all<V>(91), larger(all<V>(-106), x));
  V shifted = fma(x, all<V>(0x1.715476p+0f), all<V>(Format<float>::roundingShift));
  V k = shifted - Format<float>::roundingShift;
  V r = fma(k, all<V>(-0x1.62e4p-1f), x); // exact
  r = fma(k, all<V>(-0x1.7f7d1cp-20f), r);
  // exp(r) to 2^-28.2; term after term, since vectors wait for the ports, not for each other
  V p = fma(r, all<V>(0x1.6a5554p-10f), all<V>(0x1.1239a4p-7f));
  p = fma(r, p, all<V>(0x1.5558acp-5f));
  p = fma(r, p, all<V>(0x1.555492p-3f));
  p = fma(r, p, all<V>(0x1.fffffcp-2f));
  p = fma(r, p, all<V>(1.0f));
  V power = fma(r, p, all<V>(1.0f));
  if (n == 0)
    return timesPower(power, shifted, k);
  return timesPower(power, shifted + n, k + n);
}

template <class V> GTJIT_INLINE V exp(V x) { return expTimesPowerOfTwo(x, 0); }
/// exp(x + rest) for a rest that is small beside x.
template <class V> GTJIT_INLINE V expOfSum(V x, V rest) { return expTimesPowerOfTwo(x, 0, rest); }

//===----------------------------------------------------------------------===//
// log(m 2^e c) = e ln 2 - log(1/m0) + log1p(r), r = m / m0 - 1, where 1/m0 is
// a short number by the leading bits of m; m0 = 1 around one
//===----------------------------------------------------------------------===//

alignas(64) constexpr double reciprocals[16] = {
    0x1.00p+0,  0x1.d4p-1,  0x1.bbp-1, 0x1.a4p-1, 0x1.90p-1,  0x1.7dp-1,  0x1.6cp-1,  0x1.5dp-1,
    0x1.4e8p+0, 0x1.418p+0, 0x1.35p+0, 0x1.2ap+0, 0x1.1f8p+0, 0x1.158p+0, 0x1.0c8p+0, 0x1.00p+0};
/// -log of the reciprocals, to 42 bits behind the point and the rest.
alignas(64) constexpr double logarithms[16] = {0x0.0p+0,
                                               0x1.700d30aeac000p-4,
                                               0x1.28753bc11a000p-3,
                                               0x1.95a5adcf70000p-3,
                                               0x1.f991c6cb3c000p-3,
                                               0x1.2e9e2bce12000p-2,
                                               0x1.5d5bddf596000p-2,
                                               0x1.8873658328000p-2,
                                               -0x1.11e0e2dada000p-2,
                                               -0x1.d293581b6c000p-3,
                                               -0x1.815c0a1436000p-3,
                                               -0x1.371fc201e8000p-3,
                                               -0x1.db5270187c000p-4,
                                               -0x1.4a50d3aa1c000p-4,
                                               -0x1.868a830840000p-5,
                                               0x0.0p+0};
alignas(64) constexpr double logarithmsRest[16] = {0x0.0p+0,
                                                   0x1.c1e8da99ded32p-49,
                                                   0x1.7494e359302e6p-44,
                                                   0x1.7f22858a0ff6fp-47,
                                                   -0x1.90d04cd7cc834p-44,
                                                   0x1.4300c128d1dc2p-45,
                                                   -0x1.a0b2a08a465dcp-47,
                                                   -0x1.988e21f7fc497p-45,
                                                   0x1.a47f88fcce5bap-45,
                                                   0x1.83270128aaa5fp-44,
                                                   0x1.02a52f9201ce8p-44,
                                                   -0x1.ee8779b2d8abcp-44,
                                                   -0x1.9277856ae181fp-44,
                                                   0x1.f7fe1308973e2p-45,
                                                   0x1.2623a134ac693p-46,
                                                   0x0.0p+0};

/// log(m 2^e) for doubles, with r = m / m0 - 1, its lost part and 1 / m0 given.
template <class V, class... Lost>
GTJIT_INLINE Sum<V> logOfReduced(V exponent, Integers<V> number, V r, Lost... lost) {
  V main = fma(exponent, all<V>(0x1.62e42fefa38p-1), lookup(logarithms, number));
  V rest = fma(exponent, all<V>(0x1.ef35793c7673p-45), lookup(logarithmsRest, number));
  ((rest += lost), ...);
  // log1p(r) = r - r^2 / 2 + r^3 q, q to 2^-56.5 of the result
  V r2 = r * r, r4 = r2 * r2;
  V q0 = fma(r, all<V>(-0x1.fffffffffba13p-3), all<V>(0x1.5555555555e81p-2));
  V q1 = fma(r, all<V>(-0x1.5555548bfa646p-3), all<V>(0x1.9999998214e65p-3));
  V q2 = fma(r, all<V>(-0x1.0009d3457c7d7p-3), all<V>(0x1.2492d1b10effap-3));
  V q3 = fma(r, all<V>(-0x1.669b459eb26f8p-4), all<V>(0x1.c5890a641f114p-4));
  V q = fma(r4, fma(r2, q3, q2), fma(r2, q1, q0));
  V value = main + r;
  rest = ((main - value) + r) + rest;
  return {value, fma(r2, fma(r, q, all<V>(-0.5)), rest)};
}

/// log((m + c) 2^e) for tiny c, of type V, or none.
template <class V, class... Tiny>
  requires(sizeof(Element<V>) == 8)
GTJIT_INLINE Sum<V> logOfParts(Parts<V> parts, Tiny... c) {
  Integers<V> number = (Integers<V>)(bits(parts.mantissa) >> 48);
  V reciprocal = lookup(reciprocals, number);
  V r = fma(parts.mantissa, reciprocal, all<V>(-1));
  ((r = fma(c, reciprocal, r)), ...);
  return logOfReduced(parts.exponent, number, r);
}

/// The same with what the addition of c, and of floats the square, rounds off.
template <class V>
  requires(sizeof(Element<V>) == 8)
GTJIT_INLINE Sum<V> logOfPartsWith(Parts<V> parts, V c) {
  Integers<V> number = (Integers<V>)(bits(parts.mantissa) >> 48);
  V reciprocal = lookup(reciprocals, number);
  V start = fma(parts.mantissa, reciprocal, all<V>(-1)), r = fma(c, reciprocal, start);
  return logOfReduced(parts.exponent, number, r, fma(c, reciprocal, start - r));
}

/// q of log1p(r) = r - r^2 / 2 + r^3 q, to 2^-30 of that, for floats.
template <class V> GTJIT_INLINE V logarithmSeries(V r, V r2, V r4) {
  V q0 = fma(r, all<V>(-0x1.00007p-2f), all<V>(0x1.555558p-2f));
  V q1 = fma(r, all<V>(-0x1.551b22p-3f), all<V>(0x1.9998cap-3f));
  V q2 = fma(r, all<V>(-0x1.0465fcp-3f), all<V>(0x1.244298p-3f));
  V q3 = fma(r, all<V>(-0x1.7aff8p-4f), all<V>(0x1.e0b4bp-4f));
  q3 = fma(r2, all<V>(0x1.3deccp-5f), q3);
  return fma(r4, fma(r2, q3, q2), fma(r2, q1, q0));
}

/// log((1 + r) 2^e) for floats, with what r lacks.
template <class V, class... Lost>
GTJIT_INLINE Sum<V> logOfReducedFloat(V exponent, V r, Lost... lost) {
  V main = exponent * 0x1.62e4p-1f;
  V rest = exponent * 0x1.7f7d1cp-20f;
  ((rest += lost), ...);
  V r2 = r * r, r4 = r2 * r2;
  V q = logarithmSeries(r, r2, r4);
  V value = main + r;
  rest = ((main - value) + r) + rest;
  return {value, fma(r2, fma(r, q, all<V>(-0.5f)), rest)};
}
template <class V, class... Tiny>
  requires(sizeof(Element<V>) == 4)
GTJIT_INLINE Sum<V> logOfParts(Parts<V> parts, Tiny... c) {
  return logOfReducedFloat(parts.exponent, ((parts.mantissa - 1.0f) + ... + c));
}
template <class V>
  requires(sizeof(Element<V>) == 4)
GTJIT_INLINE Sum<V> logOfPartsWith(Parts<V> parts, V c) {
  V start = parts.mantissa - 1.0f, r = start + c, lost = (start - r) + c;
  V half = r * -0.5f, squareRest = fma(half, r, r * r * 0.5f);
  return logOfReducedFloat(parts.exponent, r, fma(-lost, r, lost) + squareRest);
}

/// log(x 2^n).
template <class V> GTJIT_INLINE V logTimesPowerOfTwo(V x, Element<V> n) {
  Parts<V> parts = partsOf(x);
  if (n != 0)
    parts.exponent += n;
  Sum<V> sum = logOfParts(parts);
  return withEdgesOfLog(sum.value + sum.rest, x);
}

template <class V> GTJIT_INLINE V log(V x) { return logTimesPowerOfTwo(x, 0); }

/// logOfParts, with what the rounding of r^2 loses.
template <class V> GTJIT_INLINE Sum<V> preciseLogOfFloat(Parts<V> parts) {
  V r = parts.mantissa - 1.0f, r2 = r * r, r4 = r2 * r2;
  V half = r * -0.5f, square = half * r, squareRest = fma(half, r, -square);
  V main = parts.exponent * 0x1.62e4p-1f;
  V q = logarithmSeries(r, r2, r4);
  V first = main + r, second = first + square;
  V rest = fma(parts.exponent, all<V>(0x1.7f7d1cp-20f), squareRest);
  rest += ((main - first) + r) + ((first - second) + square);
  return {second, fma(r2 * r, q, rest)};
}

/// log(x) * (factor + rest).
template <class V> GTJIT_INLINE V logTimes(V x, Element<V> factor, Element<V> rest) {
  Sum<V> sum;
  if constexpr (sizeof(factor) == 8)
    sum = logOfParts(partsOf(x));
  else
    sum = preciseLogOfFloat(partsOf(x));
  V small = fma(sum.value, all<V>(rest), sum.rest * factor);
  return withEdgesOfLog(fma(sum.value, all<V>(factor), small), x);
}

template <class V> GTJIT_INLINE V log2(V x) {
  if constexpr (sizeof(Element<V>) == 8)
    return logTimes(x, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
  else
    return logTimes(x, 0x1.715476p+0f, 0x1.4ae0cp-26f);
}

template <class V> GTJIT_INLINE V log10(V x) {
  if constexpr (sizeof(Element<V>) == 8)
    return logTimes(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
  else
    return logTimes(x, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f);
}

/// log(1 + x): what the rounding of 1 + x loses goes with its mantissa.
template <class V> GTJIT_INLINE V log1p(V x) {
  using T = Element<V>;
  V y = x + T(1);
  V lost = select<V>(x > T(1), T(1) - (y - x), x - (y - T(1)));
  Parts<V> parts = partsOf(y);
  Sum<V> sum = logOfParts(parts, lost * powerOfTwo(-smaller(parts.exponent, all<V>(100))));
  V result = withEdgesOfLog(sum.value + sum.rest, y);
  return select<V>(x == T(0), x, result);
}

} // namespace
} // namespace gtjit::detail

#endif // GTJIT_MATH_EXPLOG_H
