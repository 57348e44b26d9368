//===- Mutation.h - Programs with something changed -------------*- C++ -*-===//
//
// Changes of a program's operations, operands, attributes, types, locations and
// nesting; a few of bare characters.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_TEXTFUZZ_MUTATION_H
#define GTJIT_UNITTESTS_TEXTFUZZ_MUTATION_H

#include "Corpus.h"

#include "../RandomGraphs/Random.h"

namespace textfuzz {

using gtjit::randomgraphs::Random;

/// Program `number` of a seed: one of `from` with one to four changes.
std::string mutatedProgram(std::uint64_t seed, std::int64_t number,
                           const std::vector<Document> &from);

/// The source of random choices for what is done with a program.
Random choicesFor(std::uint64_t seed, std::int64_t number);

} // namespace textfuzz

#endif // GTJIT_UNITTESTS_TEXTFUZZ_MUTATION_H
