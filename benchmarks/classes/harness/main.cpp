//===- main.cpp - Classes of expressions and loops in the same rounds -----===//
//
// Results go to standard output, one JSON object a line.
//
//   gtjit_classes [--only sum,max] [--peer part-of-name] [--size NXxNYxNZ]
//                 [--type double|float] [--seconds S] (of each group) [--caches warm|cold]
//
//===----------------------------------------------------------------------===//
#include "engine/Class.h"
#include "harness/Memory.h"
#include "harness/MeshTables.h"
#include "harness/Rounds.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <omp.h>

namespace {

/// The numbers that classes give beside their fields, at most.
constexpr std::size_t kNumbers = 4;

/// The arrays of a group. What the first contender leaves is what is expected.
template <class T> class ClassProblem {
public:
  ClassProblem(const bench::ClassDefinition &definition, int nx, int ny, int nz);
  bench::Args args{};
  /// Of a field that is read and one that is written, which most classes do.
  double bytes() const { return 2.0 * double(total) * sizeof(T); }
  void poison();
  /// The greatest difference of values from the expected, relative to them; 1e9 if
  /// one is missing or a coordinate differs.
  double error();

private:
  template <class E> E *allocate() {
    memory.push_back(std::make_unique<bench::Memory>(std::size_t(total) * sizeof(E)));
    return static_cast<E *>(memory.back()->start());
  }

  std::vector<std::unique_ptr<bench::Memory>> memory;
  bench::MeshTables mesh;
  const bool inPlace;
  long total, origin;
  T *values, *others, *numbers; ///< outputs: two fields and a few numbers
  std::int64_t *places;
  std::vector<T> expectedValues;
  std::vector<std::int64_t> expectedPlaces;
};

/// Rows with a halo are padded to lines in front of the interior, unless a class wants none of it.
template <class T>
ClassProblem<T>::ClassProblem(const bench::ClassDefinition &definition, int nx, int ny, int nz)
    : inPlace(definition.traits.inPlace) {
  const int halo = definition.traits.halo;
  const long pad = halo && definition.traits.isPadded ? 64 / long(sizeof(T)) : halo;
  args.nx = nx, args.ny = ny, args.nz = nz, args.h = halo;
  args.sj = nx + 2 * pad, args.sk = args.sj * (ny + 2 * halo);
  origin = halo * args.sj + pad, total = args.sk * nz + 2 * pad;
  for (int n = 0; n < 3; ++n) {
    T *field = allocate<T>();
    bench::fill(field, total, n);
    args.in[n] = field + origin;
  }
  bool *mask = allocate<bool>();
  for (long p = 0; p < total; ++p)
    mask[p] = static_cast<const T *>(args.in[0])[p - origin] > T(0.5);
  args.in[3] = mask + origin;
  if (definition.traits.isMesh) { // three edges a vertex
    mesh = bench::MeshTables(nx, ny / 3);
    args.v2e = mesh.v2e.data(), args.e2v = mesh.e2v.data();
  }
  values = allocate<T>(), places = allocate<std::int64_t>();
  others = allocate<T>(), numbers = allocate<T>();
  args.out[0] = values + origin, args.out[1] = places + origin;
  args.out[2] = numbers, args.out[3] = others + origin;
}

template <class T> void ClassProblem<T>::poison() {
  for (T *field : {values, others})
    if (inPlace)
      std::copy_n(static_cast<const T *>(args.in[0]) - origin, total, field);
    else
      std::fill_n(field, total, T(NAN));
  std::fill_n(numbers, kNumbers, T(NAN));
  std::fill_n(places, total, -1);
}

template <class T> double ClassProblem<T>::error() {
  std::vector<T> found(values, values + total);
  found.insert(found.end(), others, others + total);
  found.insert(found.end(), numbers, numbers + kNumbers);
  if (expectedValues.empty()) {
    expectedValues = found;
    expectedPlaces.assign(places, places + total);
  }
  if (!std::equal(places, places + total, expectedPlaces.begin()))
    return 1e9;
  double worst = 0;
  for (std::size_t p = 0; p < found.size(); ++p) {
    const double value = double(found[p]), expected = double(expectedValues[p]);
    if (std::isnan(value) != std::isnan(expected))
      return 1e9;
    if (!std::isnan(expected))
      worst = std::max(worst, std::fabs(value - expected) / std::max(1.0, std::fabs(expected)));
  }
  return worst;
}

template <class T>
void runGroup(const bench::ClassDefinition &definition, const std::string &size,
              const bench::Options &options) {
  const bool isDouble = sizeof(T) == 8;
  int nx = 0, ny = 0, nz = 0;
  bench::readSize(size, nx, ny, nz);
  auto sets = bench::makeSets(
      options, [&] { return std::make_unique<ClassProblem<T>>(definition, nx, ny, nz); });
  ClassProblem<T> &problem = *sets.front();
  const std::string name = definition.name;
  for (int threads : {1, 2}) {
    std::vector<bench::Args> args = bench::argsOf(sets, threads);
    omp_set_num_threads(threads);
    auto contenders =
        bench::findContenders({"gcc_naive", "clang_naive", "engine"},
                              {name, name + "_simd", name + "_fused"}, args, options, isDouble);
    bench::measure(
        contenders, options, threads, [&](bench::Contender &) { problem.poison(); },
        [&](bench::Contender &) { return problem.error(); });
    bench::report({name, options.nameOf(size), isDouble, threads, 0, isDouble ? 1e-9 : 1e-2},
                  contenders);
  }
}

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  if (!bench::parse(argc, argv, options))
    return 2;
  for (const bench::ClassDefinition &definition : bench::classDefinitions()) {
    if (!bench::isChosen(options, definition.name))
      continue;
    std::vector<std::string> sizes = options.sizes;
    if (sizes.empty())
      sizes = definition.traits.sizes;
    for (const std::string &size : sizes) {
      if (options.type != "float")
        runGroup<double>(definition, size, options);
      if (options.type != "double")
        runGroup<float>(definition, size, options);
    }
    std::fprintf(stderr, "%s measured\n", definition.name);
  }
}
