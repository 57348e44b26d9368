//===- main.cpp - Peers in the same rounds --------------------------------===//
//
// Results go to standard output, one JSON object a line.
//
//   gtjit_peers [--only copy,hdiff] [--peer part-of-name] [--size NXxNYxNZ]
//               [--type double|float] [--seconds S] (of each group) [--caches warm|cold]
//
//===----------------------------------------------------------------------===//
#include "Problem.h"
#include "Rounds.h"

#include <cstdio>
#include <omp.h>

namespace {

template <class T>
void runGroup(const bench::KernelDefinition &definition, const std::string &size,
              const bench::Options &options) {
  const bool isDouble = sizeof(T) == 8;
  int nx = 0, ny = 0, nz = 0;
  bench::readSize(size, nx, ny, nz);
  omp_set_num_threads(2);
  auto sets = bench::makeSets(
      options, [&] { return std::make_unique<bench::Problem<T>>(definition, nx, ny, nz); });
  bench::Problem<T> &problem = *sets.front();
  std::vector<std::string> implementations(definition.implementations.begin(),
                                           definition.implementations.end());
  for (int threads : {1, 2}) {
    std::vector<bench::Args> args = bench::argsOf(sets, threads);
    omp_set_num_threads(threads);
    auto contenders = bench::findContenders({"engine", "gcc_naive", "clang_naive", "gcc_expert",
                                             "clang_expert", "gcc_expert_nt", "clang_expert_nt"},
                                            implementations, args, options, isDouble);
    bench::measure(
        contenders, options, threads, [&](bench::Contender &) { problem.poison(); },
        [&](bench::Contender &) { return problem.error(); });
    bench::report({definition.name, options.nameOf(size), isDouble, threads, problem.bytes(),
                   isDouble ? 1e-12 : 3e-5},
                  contenders);
  }
}

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  if (!bench::parse(argc, argv, options))
    return 2;
  struct Group {
    std::string size;
    const bench::KernelDefinition *definition;
  };
  std::vector<Group> groups;
  std::vector<std::string> sizes = options.sizes;
  if (sizes.empty())
    sizes = {"64x64x80", "256x256x80", "512x512x80"};
  for (const std::string &size : sizes)
    for (const bench::KernelDefinition &definition : bench::kernelDefinitions())
      groups.push_back({size, &definition});
  for (const bench::KernelDefinition &definition : bench::kernelDefinitions())
    if (definition.ownSize && options.sizes.empty())
      groups.push_back({definition.ownSize, &definition});
  for (const Group &group : groups) {
    if (!bench::isChosen(options, group.definition->name))
      continue;
    if (options.type != "float")
      runGroup<double>(*group.definition, group.size, options);
    if (options.type != "double")
      runGroup<float>(*group.definition, group.size, options);
    std::fprintf(stderr, "%s %s measured\n", group.size.c_str(), group.definition->name);
  }
}
