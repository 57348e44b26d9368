//===- Sequence.h - The scenarios of a seed, one after the other *- C++ -*-===//
//
// Each scenario depends on the coverage of those before it; every fourth is a
// variation of the one before.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_SEQUENCE_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_SEQUENCE_H

#include "Generator.h"

namespace gtjit::randomgraphs {

class Sequence {
public:
  explicit Sequence(std::uint64_t seed) : seed(seed) {}
  Scenario next() {
    std::uint64_t own = Random(seed + number++).bits();
    if (number % 4 == 0)
      if (std::optional<Scenario> varied = vary(last, own, coverage))
        return *varied;
    last = generate(own, coverage);
    return last;
  }
  Coverage coverage;

private:
  std::uint64_t seed;
  std::uint64_t number = 0;
  Scenario last;
};

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_SEQUENCE_H
