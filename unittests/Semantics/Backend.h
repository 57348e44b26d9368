//===- Backend.h - The same tests on every backend --------------*- C++ -*-===//
//
// A fixture that runs a test's body on the reference evaluator and compiled.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_SEMANTICS_BACKEND_H
#define GTJIT_UNITTESTS_SEMANTICS_BACKEND_H

#include <gtjit/gtjit.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace gtjit {

/// The parameter is RuntimeOptions::reference.
class OnEveryBackend : public ::testing::TestWithParam<bool> {
protected:
  static RuntimeOptions optionsFor(bool reference) {
    RuntimeOptions options;
    options.reference = reference;
    options.threads = 1;
    return options;
  }
  Runtime runtime{optionsFor(GetParam())};
  Runtime::Scope scope{runtime};
};

inline std::string backendName(const ::testing::TestParamInfo<bool> &info) {
  return info.param ? "Reference" : "Compiled";
}
#define GTJIT_ON_EVERY_BACKEND(SUITE)                                                              \
  INSTANTIATE_TEST_SUITE_P(Backends, SUITE, ::testing::Values(true, false), backendName)

/// A one-dimensional storage with these values, the first at `start`.
template <class T>
Storage line(std::type_identity_t<std::vector<T>> values, std::int64_t start = 0,
             Dimension dim = I) {
  Storage storage = empty<T>({dim(start, start + static_cast<std::int64_t>(values.size()))});
  auto view = storage.write<T>();
  for (std::size_t n = 0; n < values.size(); ++n)
    view(n) = values[n];
  return storage;
}

/// The values of a storage or evaluated field, in the order of its dimensions.
template <class T> std::vector<T> valuesOf(const Storage &storage) {
  auto view = storage.read<T>();
  std::vector<T> values;
  if (storage.domain().empty())
    return values;
  std::vector<std::int64_t> index(view.ndim(), 0);
  while (true) {
    values.push_back(view.at(index));
    std::size_t d = view.ndim();
    while (d-- > 0) {
      if (++index[d] < view.shape()[d])
        break;
      index[d] = 0;
    }
    if (d == static_cast<std::size_t>(-1))
      return values;
  }
}
template <class T> std::vector<T> valuesOf(const Field &field) { return valuesOf<T>(eval(field)); }

} // namespace gtjit

#endif // GTJIT_UNITTESTS_SEMANTICS_BACKEND_H
