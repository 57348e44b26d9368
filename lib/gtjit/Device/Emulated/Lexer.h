//===- Lexer.h - Words of PTX -----------------------------------*- C++ -*-===//
#ifndef GTJIT_DEVICE_EMULATED_LEXER_H
#define GTJIT_DEVICE_EMULATED_LEXER_H

#include "gtjit/Device/Emulated/Ptx.h"

#include <optional>
#include <string_view>

namespace gtjit::detail::ptx {

/// Goes through a text word by word: names ("ld.global.b64", "%rd1", "$L__BB0_1", ".reg"),
/// numbers and single characters. Throws TextError.
class Lexer {
public:
  explicit Lexer(std::string_view text);

  /// The word at hand; empty at the end.
  std::string_view word() const { return current; }
  std::uint32_t line() const { return lineNumber; }
  bool isEnd() const { return current.empty(); }
  /// Whether the word is a name.
  bool isName() const;
  /// Whether it is a number, with its sign.
  bool isNumber() const;

  /// Goes on; gives the word that was at hand.
  std::string_view take();
  /// Goes on if it is `wanted`.
  bool accept(std::string_view wanted);
  void expect(std::string_view wanted);
  /// A name, whatever it is.
  std::string_view takeName();
  /// The bits of a number: decimal, 0x hexadecimal, 0d and 0f floating point.
  std::uint64_t takeNumber();
  /// A number that is no less than 0 and below `most`.
  std::size_t takeSize(std::size_t most);

  [[noreturn]] void fail(const std::string &why) const;

private:
  void skipSpace();

  std::string_view text;
  std::size_t place = 0;
  std::uint32_t lineNumber = 1;
  std::string_view current;
};

} // namespace gtjit::detail::ptx

#endif // GTJIT_DEVICE_EMULATED_LEXER_H
