//===- SourceText.cpp - Text before it is parsed ----------------*- C++ -*-===//
//
// See the header. Strings and comments are passed over as the parser does it.
//
//===----------------------------------------------------------------------===//

#include "gtcompiler/Dialect/GT/IR/SourceText.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <array>

using namespace gtcompiler;
using llvm::StringRef;

/// What separates the parts of a file for gt-opt --split-input-file.
static constexpr llvm::StringLiteral kSplit = "// -----";

/// The place behind the string at `at`; nothing if it is not closed on its line.
static std::optional<std::size_t> endOfString(StringRef text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '"')
      return at + 1;
    if (text[at] == '\\' && !text.substr(at + 1).starts_with("\n"))
      ++at;
  }
  return std::nullopt;
}

/// The end of the string or comment at `at`, or `at`.
static std::size_t skipOpaque(StringRef text, std::size_t at) {
  bool isString = text[at] == '"';
  if (!isString && !text.substr(at).starts_with("//"))
    return at;
  std::size_t endOfLine = std::min(text.find('\n', at), text.size());
  return isString ? endOfString(text, at).value_or(endOfLine) : endOfLine;
}

namespace {
/// The brackets that are open.
class Brackets {
public:
  void open(char bracket) { stack.push_back(bracket); }
  /// A bracket that closes nothing is the parser's to refuse.
  void close(char opening) {
    if (!stack.empty() && stack.back() == opening)
      stack.pop_back();
  }
  void clear() { stack.clear(); }
  std::size_t depth() const { return stack.size(); }

private:
  llvm::SmallVector<char, 0> stack;
};
} // namespace

static bool isIdentifierPart(char c) {
  return llvm::isAlnum(c) || StringRef("_$.-%#@!^").contains(c);
}

/// Whether `array<index` stands at `at`.
static bool isIndexArray(StringRef text, std::size_t at) {
  StringRef rest = text.substr(at);
  if ((at && isIdentifierPart(text[at - 1])) || !rest.consume_front("array"))
    return false;
  rest = rest.ltrim();
  return rest.consume_front("<") && rest.ltrim().starts_with("index");
}

static bool isOpenString(StringRef text, std::size_t at) {
  return text[at] == '"' && !endOfString(text, at);
}

/// Whether a dot or an at sign stands at `at` by itself.
static bool isLoneSign(StringRef text, std::size_t at) {
  StringRef rest = text.substr(at + 1);
  if (text[at] == '@')
    return rest.empty() || !(llvm::isAlpha(rest[0]) || rest[0] == '_' || rest[0] == '"');
  return text[at] == '.' && !(at && isIdentifierPart(text[at - 1])) && !rest.starts_with("..");
}

/// Whether findUnreadable looks at what stands around the character.
static constexpr std::array<bool, 256> makesDifference = [] {
  std::array<bool, 256> result{};
  for (char c : {'"', '/', '(', '[', '{', '<',  ')',  ']',  '}',  '>',
                 'a', '@', '.', '-', ' ', '\t', '\n', '\r', '\f', '\v'})
    result[static_cast<unsigned char>(c)] = true;
  return result;
}();

std::optional<std::size_t> gtcompiler::findUnreadable(StringRef text, bool allowsLoneSigns) {
  Brackets brackets;
  std::size_t signs = 0; // a sign before a sign is a level, too
  auto at = [&](std::size_t place) { return place < text.size() ? text[place] : ' '; };
  for (std::size_t here = 0; here < text.size(); ++here) {
    char c = text[here];
    if (!makesDifference[static_cast<unsigned char>(c)]) {
      signs = 0;
      continue;
    }
    switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case '\r':
    case '\f':
    case '\v':
      continue;
    case '-':
      if (++signs > kMostOpenBrackets)
        return here;
      continue;
    case '"':
      if (isOpenString(text, here))
        return here;
      here = skipOpaque(text, here) - 1;
      continue;
    case '/':
      if (std::size_t end = skipOpaque(text, here); end != here) {
        if (text.substr(here).starts_with(kSplit))
          brackets.clear();
        here = end - 1;
        continue;
      }
      break;
    case '(':
    case '[':
    case '{':
      brackets.open(c);
      break;
    case '<': // and no part of <=, -> or >=
      if (at(here + 1) != '=')
        brackets.open(c);
      break;
    case '>':
      if (at(here - 1) != '-' && at(here + 1) != '=')
        brackets.close('<');
      break;
    case ')':
      brackets.close('(');
      break;
    case ']':
      brackets.close('[');
      break;
    case '}':
      brackets.close('{');
      break;
    case 'a':
      if (isIndexArray(text, here))
        return here;
      break;
    default:
      if (!allowsLoneSigns && isLoneSign(text, here))
        return here;
    }
    if (brackets.depth() > kMostOpenBrackets)
      return here;
    signs = 0;
  }
  return std::nullopt;
}

std::string gtcompiler::unreadableMessage(StringRef text, std::size_t place, StringRef file) {
  StringRef before = text.take_front(place);
  std::size_t line = before.count('\n') + 1, column = place - (before.rfind('\n') + 1) + 1;
  std::string what =
      isIndexArray(text, place)   ? "an array of 'index' cannot be read"
      : isOpenString(text, place) ? "a string that its line does not close"
      : isLoneSign(text, place)
          ? "nothing is named by '" + text.substr(place, 1).str() + "' alone"
          : "more than " + std::to_string(kMostOpenBrackets) + " brackets are open here";
  return file.str() + ":" + std::to_string(line) + ":" + std::to_string(column) +
         ": error: " + what;
}

/// Whether the `loc` at `at` ends an operation or an argument, and is no value
/// of something else.
static bool isTrailing(StringRef text, std::size_t at) {
  StringRef before = text.take_front(at).rtrim();
  return !before.empty() && !StringRef("=[,<(:").contains(before.back());
}

/// The place behind the location at `at`, or `at` if there is none.
static std::size_t skipLocation(StringRef text, std::size_t at) {
  if (!text.substr(at).starts_with("loc") || (at && isIdentifierPart(text[at - 1])))
    return at;
  std::size_t next = std::min(text.find_first_not_of(" \t\r\n", at + 3), text.size());
  if (next == text.size() || text[next] != '(')
    return at;
  std::size_t depth = 0;
  while (next < text.size()) {
    if (std::size_t end = skipOpaque(text, next); end != next) {
      next = end;
      continue;
    }
    depth += text[next] == '(';
    depth -= text[next] == ')';
    ++next;
    if (depth == 0)
      return next;
  }
  return at;
}

std::string gtcompiler::withoutLocations(StringRef text) {
  std::string result = text.str();
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (std::size_t end = skipOpaque(text, at); end != at) {
      at = end - 1;
      continue;
    }
    std::size_t end = skipLocation(text, at);
    if (end == at || !isTrailing(text, at))
      continue;
    for (; at < end; ++at)
      if (result[at] != '\n')
        result[at] = ' ';
    --at;
  }
  return result;
}

namespace {
/// The values that were named so far and may still be seen.
class SeenValues {
public:
  void enter() { scopes.push_back(names.size()); }
  void leave() {
    if (!scopes.empty())
      forgetFrom(scopes.pop_back_val());
  }
  void clear() { forgetFrom(0); }
  /// Whether it was named before.
  bool add(StringRef name) {
    bool isNew = known.insert(name).second;
    if (isNew)
      names.push_back(name);
    return !isNew;
  }

private:
  void forgetFrom(std::size_t count) {
    for (; names.size() > count; names.pop_back())
      known.erase(names.back());
  }
  llvm::StringSet<> known;
  llvm::SmallVector<StringRef, 0> names;
  llvm::SmallVector<std::size_t, 0> scopes; ///< how many names there were outside
};
} // namespace

std::string gtcompiler::withFirstResults(StringRef text) {
  auto isNamePart = [](char c) { return llvm::isAlnum(c) || StringRef("_$.-").contains(c); };
  std::string result = text.str();
  SeenValues seen;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (std::size_t end = skipOpaque(text, at); end != at) {
      at = end - 1;
      continue;
    }
    if (text[at] == '{')
      seen.enter();
    else if (text[at] == '}')
      seen.leave();
    else if (text[at] == '@' || text.substr(at).starts_with("sym_name"))
      seen.clear(); // what has a symbol sees no values from outside
    if (text[at] != '%')
      continue;
    StringRef name = text.substr(at + 1).take_while(isNamePart);
    at += name.size();
    bool isSeen = seen.add(name);
    if (isSeen || !text.substr(at + 1).starts_with("#"))
      continue;
    for (at += 1; at + 1 < text.size() && llvm::isDigit(text[at + 1]); ++at)
      result[at + 1] = '0';
  }
  return result;
}
