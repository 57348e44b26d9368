//===- Corpus.h - Programs that are changed ---------------------*- C++ -*-===//
//
// Valid programs that together have every operation of the dialect, as they are
// written, in MLIR's generic form, with the lines of their source, and as the
// compiler's stages leave them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_TEXTFUZZ_CORPUS_H
#define GTJIT_UNITTESTS_TEXTFUZZ_CORPUS_H

#include "Tokens.h"

namespace textfuzz {

struct Corpus {
  std::vector<Document> programs;             ///< of the field and the stencil level, as written
  std::vector<Document> all;                  ///< and in all other forms
  std::vector<std::string> operations, types; ///< names and spellings to put in
};

/// Made once. Ends the process if one of its programs is not valid.
const Corpus &corpus();

} // namespace textfuzz

#endif // GTJIT_UNITTESTS_TEXTFUZZ_CORPUS_H
