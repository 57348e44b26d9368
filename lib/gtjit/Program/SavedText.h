//===- SavedText.h - The text of a program and what it lacks ----*- C++ -*-===//
//
// A recipe's text as bytes, and before and behind it what text does not say: the
// dimensions that its names mean, the order in which the user named those of
// each argument, and the values of captured storages.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_SAVEDTEXT_H
#define GTJIT_PROGRAM_SAVEDTEXT_H

#include "gtjit/Program/RecipeText.h"
#include "gtjit/Types/Bytes.h"

namespace gtjit::detail {

void writeText(ByteWriter &to, const RecipeText &recipe);
/// Fails the reader for what is no such thing; the text itself is not looked at.
/// Throws MemoryError.
RecipeText readText(ByteReader &from, Runtime::State &runtime, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_PROGRAM_SAVEDTEXT_H
