//===- Tokens.cpp - Text of programs as tokens in lines -------------------===//

#include "Tokens.h"

#include <algorithm>
#include <cctype>

using namespace textfuzz;

static bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$';
}

/// The end of the balanced `<...>` at `at`, or `at` if there is none on the line.
static std::size_t skipAngles(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t end = at; end < text.size(); ++end) {
    depth += text[end] == '<';
    depth -= text[end] == '>' && text[end - 1] != '-';
    if (depth == 0)
      return end == at ? at : end + 1;
  }
  return at;
}

static std::size_t wordEnd(std::string_view text, std::size_t at) {
  while (at < text.size() && isWordPart(text[at]))
    ++at;
  return at;
}

static std::size_t stringEnd(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    at += text[at] == '\\';
  return std::min(at + 1, text.size());
}

static std::size_t tokenEnd(std::string_view text, std::size_t at) {
  char c = text[at];
  if (c == ' ')
    return std::min(text.find_first_not_of(' ', at), text.size());
  if (c == '"')
    return stringEnd(text, at);
  if (c == '!' || c == '%' || c == '#' || c == '@' || c == '^') {
    std::size_t end = wordEnd(text, at + 1);
    return c == '!' && end < text.size() && text[end] == '<' ? skipAngles(text, end) : end;
  }
  if (!isWordPart(c))
    return at + 1;
  std::size_t end = wordEnd(text, at);
  std::string_view word = text.substr(at, end - at);
  bool isType = word == "vector" || word == "complex" || word == "tensor" || word == "memref";
  return isType && end < text.size() && text[end] == '<' ? skipAngles(text, end) : end;
}

static bool isScalarType(std::string_view text) {
  std::size_t letters = text.find_first_of("0123456789");
  if (letters == std::string_view::npos)
    return text == "index" || text == "none" || text.starts_with("complex<");
  std::string_view head = text.substr(0, letters);
  bool isNumber = text.find_first_not_of("0123456789", letters) == std::string_view::npos;
  return (isNumber &&
          (head == "i" || head == "f" || head == "ui" || head == "si" || head == "bf")) ||
         text.starts_with("vector<") || text.starts_with("tensor<") ||
         text.starts_with("memref<") || text.starts_with("complex<");
}

Token::Kind textfuzz::kindOf(std::string_view text) {
  using Kind = Token::Kind;
  switch (text.front()) {
  case ' ':
    return Kind::Space;
  case '%':
    return Kind::Value;
  case '@':
  case '^':
    return Kind::Symbol;
  case '#':
    return Kind::Alias;
  case '!':
    return Kind::Type;
  case '"': // "gt.add"(...) is an operation
    return text.find('.') != text.npos && text.find(' ') == text.npos ? Kind::Operation
                                                                      : Kind::String;
  default:
    break;
  }
  if (std::isdigit(static_cast<unsigned char>(text.front())))
    return Kind::Number;
  if (isScalarType(text))
    return Kind::Type;
  if (!isWordPart(text.front()))
    return Kind::Other;
  return text.find('.') != text.npos ? Kind::Operation : Kind::Word;
}

Document textfuzz::documentOf(std::string_view text) {
  Document document;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view rest = text.substr(0, end);
    Line &line = document.emplace_back();
    for (std::size_t at = 0; at < rest.size();) {
      std::size_t next = std::max(tokenEnd(rest, at), at + 1);
      std::string_view token = rest.substr(at, next - at);
      line.push_back({kindOf(token), std::string(token)});
      at = next;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return document;
}

std::string textfuzz::textOf(const Document &document) {
  std::string text;
  for (const Line &line : document) {
    for (const Token &token : line)
      text += token.text;
    text += '\n';
  }
  return text;
}

std::size_t textfuzz::endOfOperation(const Document &document, std::size_t line) {
  int depth = 0;
  for (; line < document.size(); ++line) {
    for (const Token &token : document[line])
      depth += token.text == "{" ? 1 : token.text == "}" ? -1 : 0;
    if (depth <= 0)
      return line + 1;
  }
  return document.size();
}
