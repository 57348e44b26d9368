//===- SavedRecipe.h - A recipe as bytes ------------------------*- C++ -*-===//
//
// All of a recipe, the values of captured storages included.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_SAVEDRECIPE_H
#define GTJIT_PROGRAM_SAVEDRECIPE_H

#include "gtjit/Program/Recipe.h"
#include "gtjit/Types/Bytes.h"

namespace gtjit::detail {

void writeRecipe(ByteWriter &to, const Recipe &recipe);
/// Fails the reader for what is no sound recipe: every number of it is checked,
/// so that it can be instantiated without a thought. Throws MemoryError.
Recipe readRecipe(ByteReader &from, Runtime::State &runtime, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_PROGRAM_SAVEDRECIPE_H
