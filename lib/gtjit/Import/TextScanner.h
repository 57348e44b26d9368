//===- TextScanner.h - The pieces of a text ---------------------*- C++ -*-===//
//
// Words, numbers, quoted strings and single characters of a text of the dialect,
// one after the other. Knows no operation.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_IMPORT_TEXTSCANNER_H
#define GTJIT_IMPORT_TEXTSCANNER_H

#include "gtjit/MemRef.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace gtjit::detail {

/// Every function skips blanks first, and throws ValueError where the text does
/// not go on as it says.
class TextScanner {
public:
  explicit TextScanner(std::string_view text) : text(text) {}

  bool atEnd();
  /// Whether `piece` comes next.
  bool at(std::string_view piece);
  /// Takes `piece` if it comes next.
  bool accept(std::string_view piece);
  void expect(std::string_view piece);
  /// Whether a letter or an underscore comes next.
  bool atWord();
  /// Letters, digits and underscores, at least one.
  std::string_view word();
  /// What follows until a blank, a comma or a closing bracket: a number of any type.
  std::string_view number();
  std::int64_t integer();
  /// A string in quotes, without its escapes.
  std::string quoted();
  [[noreturn]] void fail(const std::string &what) const;

private:
  void skipBlanks();
  template <class Predicate> std::string_view takeWhile(Predicate isPart);

  std::string_view text;
  std::size_t position = 0;
};

/// "reads", "writes" or "updates": what a function does with an array.
ArrayUse readArrayUse(TextScanner &scan);

} // namespace gtjit::detail

#endif // GTJIT_IMPORT_TEXTSCANNER_H
