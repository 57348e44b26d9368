//===- RecipeText.h - A recipe as text of the gt dialect --------*- C++ -*-===//
//
// A gt.callable says all of a recipe but the values of captured storages, which
// are its last parameters, and the kinds of dimensions.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_RECIPETEXT_H
#define GTJIT_PROGRAM_RECIPETEXT_H

#include "gtjit/Import/CallableText.h"
#include "gtjit/Program/Recipe.h"

namespace gtjit::detail {

struct RecipeText {
  std::string text;
  DimensionNames dims;
  /// The dimensions of each argument, in the user's order.
  std::vector<Dims> arguments;
  std::vector<NodeRef> captures; ///< leaves, by number of the parameter behind the arguments
};

RecipeText printRecipe(const Recipe &recipe);
/// The recipe of such a text; the captures, which nobody else has, get their
/// names and lines from it. Throws what importCallable throws, and ValueError
/// where text and captures do not fit.
Recipe readRecipe(Runtime::State &runtime, const RecipeText &from);

} // namespace gtjit::detail

#endif // GTJIT_PROGRAM_RECIPETEXT_H
