//===- TextScanner.cpp - The pieces of a text -----------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Import/TextScanner.h"

#include "gtjit/Types/Prototype.h"

#include "gtjit/Error.h"

#include <algorithm>
#include <charconv>

namespace gtjit::detail {

static bool isWordPart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

void TextScanner::fail(const std::string &what) const {
  auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n');
  throw ValueError(SourceLine{}, "line " + std::to_string(line) + ": " + what);
}

void TextScanner::skipBlanks() {
  while (position < text.size() && (text[position] == ' ' || text[position] == '\n'))
    ++position;
}

template <class Predicate> std::string_view TextScanner::takeWhile(Predicate isPart) {
  std::size_t start = position;
  while (position < text.size() && isPart(text[position]))
    ++position;
  return text.substr(start, position - start);
}

bool TextScanner::atEnd() {
  skipBlanks();
  return position == text.size();
}

bool TextScanner::at(std::string_view piece) {
  skipBlanks();
  std::string_view rest = text.substr(position);
  bool isLonger = rest.size() > piece.size() && isWordPart(piece.back()) &&
                  isWordPart(rest[piece.size()]); // the start of a longer word
  return rest.starts_with(piece) && !isLonger;
}

bool TextScanner::accept(std::string_view piece) {
  bool isNext = at(piece);
  position += isNext ? piece.size() : 0;
  return isNext;
}

void TextScanner::expect(std::string_view piece) {
  if (!accept(piece))
    fail("expected '" + std::string(piece) + "', got '" + std::string(text.substr(position, 12)) +
         "'");
}

bool TextScanner::atWord() {
  skipBlanks();
  return position < text.size() && isWordPart(text[position]) &&
         !(text[position] >= '0' && text[position] <= '9');
}

std::string_view TextScanner::word() {
  skipBlanks();
  std::string_view found = takeWhile(isWordPart);
  if (found.empty())
    fail("expected a name, got '" + std::string(text.substr(position, 12)) + "'");
  return found;
}

std::string_view TextScanner::number() {
  skipBlanks();
  std::string_view found =
      takeWhile([](char c) { return isWordPart(c) || c == '.' || c == '+' || c == '-'; });
  if (found.empty())
    fail("expected a number, got '" + std::string(text.substr(position, 12)) + "'");
  return found;
}

std::int64_t TextScanner::integer() {
  std::string_view found = number();
  std::int64_t value = 0;
  auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
  if (error != std::errc() || end != found.data() + found.size())
    fail("expected an integer, got '" + std::string(found) + "'");
  return value;
}

static int hexDigit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string TextScanner::quoted() {
  expect("\"");
  std::string result;
  for (; position < text.size() && text[position] != '"'; ++position) {
    if (text[position] != '\\') {
      result += text[position];
      continue;
    }
    char next = ++position < text.size() ? text[position] : '\0';
    if (next == '"' || next == '\\') {
      result += next;
      continue;
    }
    int high = hexDigit(next), low = ++position < text.size() ? hexDigit(text[position]) : -1;
    if (high < 0 || low < 0)
      fail("expected an escape of two digits");
    result += static_cast<char>(high * 16 + low);
  }
  if (position >= text.size())
    fail("expected the end of a string");
  ++position;
  return result;
}

ArrayUse readArrayUse(TextScanner &scan) {
  for (ArrayUse use : {ArrayUse::Read, ArrayUse::Write})
    if (scan.accept(wordOf(use)))
      return use;
  scan.expect(wordOf(ArrayUse::Update));
  return ArrayUse::Update;
}

} // namespace gtjit::detail
