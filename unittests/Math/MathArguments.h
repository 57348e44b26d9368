//===- MathArguments.h - Arguments for math functions -----------*- C++ -*-===//
#ifndef UNITTESTS_MATH_MATHARGUMENTS_H
#define UNITTESTS_MATH_MATHARGUMENTS_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

/// Edges of the type and of the functions; as many as a multiple of 16.
template <class T> std::vector<T> specialArguments() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values;
  for (T x : {T(0),
              Limits::infinity(),
              T(1),
              Limits::min(),
              Limits::max(),
              Limits::denorm_min(),
              Limits::epsilon(),
              Limits::epsilon() / 2,
              T(0.5),
              T(1.5),
              T(2),
              T(3),
              T(4),
              T(7.5),
              T(709.78),
              T(709.8),
              T(710.4),
              T(745.1),
              T(88.72),
              T(88.8),
              T(89.4),
              T(103.9),
              T(1e5),
              T(1 / Limits::epsilon()),
              T(3 / Limits::epsilon()),
              Limits::max() / 3,
              std::sqrt(Limits::max()) * T(1.01),
              std::sqrt(Limits::min()) * T(0.99),
              std::nextafter(T(1), T(0)),
              std::nextafter(T(1), T(2)),
              T(3.14159265358979323846)})
    values.insert(values.end(), {x, -x});
  values.insert(values.end(), {Limits::quiet_NaN(), -Limits::quiet_NaN()});
  while (values.size() % 16)
    values.push_back(T(0.1) * static_cast<T>(values.size()));
  return values;
}

/// Random bits and usual values in turn.
template <class T> std::vector<T> randomArguments(std::size_t count, unsigned seed) {
  std::vector<T> values;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> usual(-20, 20), unit(-1, 1);
  while (values.size() < count) {
    std::uint64_t bits = random();
    T any;
    std::memcpy(&any, &bits, sizeof(T));
    values.push_back(any);
    values.push_back(static_cast<T>(usual(random)));
    values.push_back(static_cast<T>(unit(random)));
    values.push_back(static_cast<T>(std::exp(usual(random))));
  }
  return values;
}

#endif // UNITTESTS_MATH_MATHARGUMENTS_H
