//===- Tokens.h - Text of programs as tokens in lines -----------*- C++ -*-===//
//
// Enough of MLIR's lexical structure to change a text by its operations, values,
// types and locations. A type is one token; a line is an operation, the head of
// one with a region, or its end.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_TEXTFUZZ_TOKENS_H
#define GTJIT_UNITTESTS_TEXTFUZZ_TOKENS_H

#include <string>
#include <string_view>
#include <vector>

namespace textfuzz {

struct Token {
  enum class Kind { Value, Symbol, Alias, Operation, Type, Number, String, Word, Other, Space };
  Kind kind;
  std::string text;
};

using Line = std::vector<Token>;
using Document = std::vector<Line>;

Document documentOf(std::string_view text);
std::string textOf(const Document &document);

/// The kind of a piece of text that is one token.
Token::Kind kindOf(std::string_view text);

/// The line behind the operation that begins on `line`, its regions included.
std::size_t endOfOperation(const Document &document, std::size_t line);

} // namespace textfuzz

#endif // GTJIT_UNITTESTS_TEXTFUZZ_TOKENS_H
