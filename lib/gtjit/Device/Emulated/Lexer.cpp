//===- Lexer.cpp - Words of PTX -------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/Lexer.h"

#include <cctype>
#include <charconv>

namespace gtjit::detail::ptx {

Lexer::Lexer(std::string_view whole) : text(whole) { take(); }

static bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%' ||
         c == '.';
}

void Lexer::skipSpace() {
  while (place < text.size()) {
    if (text[place] == '\n') {
      ++lineNumber;
      ++place;
    } else if (std::isspace(static_cast<unsigned char>(text[place]))) {
      ++place;
    } else if (text.substr(place, 2) == "//") {
      place = std::min(text.find('\n', place), text.size());
    } else if (text.substr(place, 2) == "/*") {
      std::size_t end = std::min(text.find("*/", place + 2), text.size());
      for (; place < end; ++place)
        lineNumber += text[place] == '\n';
      place = std::min(end + 2, text.size());
    } else {
      return;
    }
  }
}

std::string_view Lexer::take() {
  std::string_view before = current;
  skipSpace();
  std::size_t first = place;
  if (place < text.size() && text[place] == '"')
    place = std::min(text.find('"', place + 1), text.size() - 1) + 1;
  else if (place < text.size() && isNameCharacter(text[place]))
    while (place < text.size() && isNameCharacter(text[place]))
      ++place;
  else if (place + 1 < text.size() && text[place] == '-' &&
           std::isdigit(static_cast<unsigned char>(text[place + 1])))
    for (++place; place < text.size() && isNameCharacter(text[place]);)
      ++place;
  else if (place < text.size())
    ++place;
  current = text.substr(first, place - first);
  return before;
}

bool Lexer::isNumber() const {
  return !current.empty() && (std::isdigit(static_cast<unsigned char>(current[0])) ||
                              (current.size() > 1 && current[0] == '-'));
}

bool Lexer::isName() const {
  return !current.empty() && !isNumber() && isNameCharacter(current[0]);
}

bool Lexer::accept(std::string_view wanted) {
  if (current != wanted)
    return false;
  take();
  return true;
}

void Lexer::expect(std::string_view wanted) {
  if (!accept(wanted))
    fail("expected '" + std::string(wanted) + "', got '" + std::string(current) + "'");
}

std::string_view Lexer::takeName() {
  if (!isName())
    fail("expected a name, got '" + std::string(current) + "'");
  return take();
}

std::uint64_t Lexer::takeNumber() {
  std::string_view digits = current;
  bool isNegative = digits.starts_with('-');
  if (isNegative)
    digits.remove_prefix(1);
  int base = 10;
  bool isHexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (isHexadecimal || digits.starts_with("0d") || digits.starts_with("0D") ||
      digits.starts_with("0f") || digits.starts_with("0F")) {
    digits.remove_prefix(2);
    base = 16;
  }
  if (digits.ends_with('U'))
    digits.remove_suffix(1);
  std::uint64_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
    fail("expected a number, got '" + std::string(current) + "'");
  take();
  return isNegative ? 0 - value : value;
}

std::size_t Lexer::takeSize(std::size_t most) {
  std::uint64_t value = takeNumber();
  if (value >= most)
    fail("the number " + std::to_string(value) + " is too large");
  return static_cast<std::size_t>(value);
}

void Lexer::fail(const std::string &why) const {
  throw TextError{"line " + std::to_string(lineNumber) + ": " + why};
}

} // namespace gtjit::detail::ptx
