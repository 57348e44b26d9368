//===- StorageValues.h - Numbered points in tests of storages ---*- C++ -*-===//
//
// Writes and reads storages point by point, by coordinates.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_STORAGE_STORAGEVALUES_H
#define GTJIT_UNITTESTS_STORAGE_STORAGEVALUES_H

#include "gtjit/Creation.h"

#include <functional>
#include <map>
#include <vector>

namespace gtjit::test {

using Coordinates = std::vector<std::int64_t>;
using Sizes = std::vector<std::int64_t>;

/// A public sequence as a vector, for comparisons that print.
template <class T> std::vector<T> list(const detail::Sequence<T> &sequence) {
  return {sequence.begin(), sequence.end()};
}

/// Calls `visit` with the coordinates of every point of a finite domain.
inline void forEachPoint(const Domain &domain,
                         const std::function<void(const Coordinates &)> &visit) {
  if (domain.empty())
    return;
  Coordinates point;
  for (const NamedRange &range : domain)
    point.push_back(range.range.lo());
  for (;;) {
    visit(point);
    std::size_t d = point.size();
    while (d > 0 && ++point[d - 1] == domain[d - 1].range.hi()) {
      --d;
      point[d] = domain[d].range.lo();
    }
    if (d == 0)
      return;
  }
}

/// Buffer indices of a point: counted from the start of the storage.
inline Coordinates indexOf(const Domain &domain, Coordinates point) {
  for (std::size_t d = 0; d < point.size(); ++d)
    point[d] -= domain[d].range.lo();
  return point;
}

/// A number that tells points apart.
inline double numberOf(const Coordinates &point) {
  double number = 0.5;
  for (std::int64_t coordinate : point)
    number = 100.0 * number + static_cast<double>(coordinate);
  return number;
}

template <class T> using Values = std::map<Coordinates, T>;

template <class T> Values<T> valuesOf(const Storage &storage) {
  Values<T> values;
  HostView<const T> view = storage.read<T>();
  forEachPoint(storage.domain(), [&](const Coordinates &point) {
    values[point] = view.at(indexOf(storage.domain(), point));
  });
  return values;
}

template <class T> void setValues(Storage &storage, const Values<T> &values) {
  HostView<T> view = storage.write<T>();
  for (const auto &[point, value] : values)
    view.at(indexOf(storage.domain(), point)) = value;
}

/// Gives every point its number.
inline Values<double> numbered(Storage &storage) {
  Values<double> values;
  forEachPoint(storage.domain(),
               [&](const Coordinates &point) { values[point] = numberOf(point); });
  setValues(storage, values);
  return values;
}

} // namespace gtjit::test

#endif // GTJIT_UNITTESTS_STORAGE_STORAGEVALUES_H
