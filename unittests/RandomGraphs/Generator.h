//===- Generator.h - Writes random scenarios --------------------*- C++ -*-===//
//
// From a seed and the coverage so far to a scenario; plays nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_GENERATOR_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_GENERATOR_H

#include "Model.h"

namespace gtjit::randomgraphs {

/// The scenario of a seed, made to hit the rarest cells of `coverage`, which
/// counts what it hits.
Scenario generate(std::uint64_t seed, Coverage &coverage);

/// The scenario with one thing changed that a kernel may depend on (an offset,
/// a number, an operation, a type, a layout, sizes), or nothing if the change
/// that `seed` says is an error. Assignments keep to what is still covered.
std::optional<Scenario> vary(const Scenario &scenario, std::uint64_t seed, Coverage &coverage);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_GENERATOR_H
