//===- CallableText.h - Callables from text ---------------------*- C++ -*-===//
//
// Reads a gt.callable as the engine writes it, without the compiler: one
// operation a line, types and locations as aliases or in full. Text that people
// write goes through gt-run, which has MLIR to read it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_IMPORT_CALLABLETEXT_H
#define GTJIT_IMPORT_CALLABLETEXT_H

#include "gtjit/Field.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gtjit::detail {

/// Dimensions by their names in a text.
using DimensionNames = std::map<std::string, Dimension, std::less<>>;

struct ImportedParameter {
  DType type = DType::F64;
  std::vector<Dimension> dims; ///< none for a scalar
  std::string name;            ///< the user's, or empty
  SourceLine line;
};

/// The results of the callable on what `argument` gives for its parameters, in
/// their order. Throws ValueError, "line 3: expected ...", for what cannot be
/// read, and what expressions throw.
std::vector<Field>
importCallable(std::string_view text, const DimensionNames &dims,
               const std::function<Field(std::size_t n, const ImportedParameter &)> &argument);

} // namespace gtjit::detail

#endif // GTJIT_IMPORT_CALLABLETEXT_H
