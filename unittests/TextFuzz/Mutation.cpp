//===- Mutation.cpp - Programs with something changed ---------------------===//

#include "Mutation.h"

#include <algorithm>

using namespace textfuzz;
using Kind = Token::Kind;

namespace {

/// Where a token is.
struct Place {
  std::size_t line, token;
};

class Mutator {
public:
  Mutator(Random &random, const std::vector<Document> &from)
      : random(random), from(from), document(random.pick(from)) {}
  void change();
  Document &result() { return document; }

private:
  std::vector<Place> placesOf(Kind kind) const;
  Token &at(Place place) { return document[place.line][place.token]; }
  Token otherOf(Kind kind, const Token &instead);
  std::size_t someLine() { return random.below(document.size()); }

  void replaceToken();
  void editTokens();
  void swapTokens();
  void changeOperation();
  void moveOperation();
  void insertForeign();
  void addLocation();
  void addAttributes();
  void nestDeeply();
  void editCharacters();

  Random &random;
  const std::vector<Document> &from;
  Document document;
};

} // namespace

std::vector<Place> Mutator::placesOf(Kind kind) const {
  std::vector<Place> places;
  for (std::size_t line = 0; line < document.size(); ++line)
    for (std::size_t token = 0; token < document[line].size(); ++token)
      if (document[line][token].kind == kind)
        places.push_back({line, token});
  return places;
}

static const char *const kNumbers[] = {"0",
                                       "1",
                                       "2",
                                       "7",
                                       "255",
                                       "256",
                                       "2147483648",
                                       "9223372036854775807",
                                       "9223372036854775808",
                                       "18446744073709551616",
                                       "0x7FF0000000000000",
                                       "1.5",
                                       "1.0e+400",
                                       "-1",
                                       "-9223372036854775808"};
static const char *const kStrings[] = {"\"\"",     "\"I\"",    "\"a dim\"",
                                       "\"\\00\"", "\"\\FF\"", "\"sum\""};
static const char *const kWords[] = {"I",    "J",    "K",    "sum",  "any",   "lanes",
                                     "over", "into", "at",   "unit", "along", "loc",
                                     "to",   "by",   "true", "min",  "all",   "attributes"};

template <std::size_t N> static std::string pickOf(Random &random, const char *const (&list)[N]) {
  return list[random.below(N)];
}

/// Another token of a kind: of this document, or a rare one.
Token Mutator::otherOf(Kind kind, const Token &instead) {
  std::vector<Place> known = placesOf(kind);
  if (!known.empty() && random.chance(50))
    return at(random.pick(known));
  switch (kind) {
  case Kind::Number:
    return {kind, pickOf(random, kNumbers)};
  case Kind::String:
    return {kind, pickOf(random, kStrings)};
  case Kind::Word:
    return {kind, pickOf(random, kWords)};
  case Kind::Type:
    return {kind, random.pick(corpus().types)};
  case Kind::Operation: {
    std::string name = random.pick(corpus().operations);
    return {kind, instead.text.starts_with('"') ? '"' + name + '"' : name};
  }
  default:
    return instead;
  }
}

void Mutator::replaceToken() {
  Kind kind = random.pick({Kind::Value, Kind::Value, Kind::Value, Kind::Operation, Kind::Operation,
                           Kind::Type, Kind::Type, Kind::Number, Kind::String, Kind::Word,
                           Kind::Symbol, Kind::Alias, Kind::Other});
  std::vector<Place> places = placesOf(kind);
  if (places.empty())
    return;
  Place place = random.pick(places);
  Token other = otherOf(kind, at(place));
  std::string before = at(place).text;
  bool everywhere = random.chance(kind == Kind::Type ? 60 : 10);
  for (Place same : places)
    if ((everywhere && at(same).text == before) ||
        (same.line == place.line && same.token == place.token))
      at(same) = other;
}

/// Leaves a token out, or says it twice.
void Mutator::editTokens() {
  Line &line = document[someLine()];
  if (line.empty())
    return;
  auto token = line.begin() + static_cast<std::ptrdiff_t>(random.below(line.size()));
  if (random.chance(50))
    line.erase(token);
  else
    line.insert(token, Token(*token));
}

/// Two tokens of one kind on a line change places.
void Mutator::swapTokens() {
  Line &line = document[someLine()];
  if (line.empty())
    return;
  std::size_t first = random.below(line.size()), second = random.below(line.size());
  for (std::size_t n = 0; n < line.size() && line[first].kind != line[second].kind; ++n)
    second = (second + 1) % line.size();
  std::swap(line[first], line[second]);
}

/// Leaves an operation out with all of its regions, or says it twice.
void Mutator::changeOperation() {
  std::size_t first = someLine(), end = endOfOperation(document, first);
  auto begin = document.begin() + static_cast<std::ptrdiff_t>(first);
  auto last = document.begin() + static_cast<std::ptrdiff_t>(end);
  if (random.chance(60)) {
    document.erase(begin, last);
  } else {
    Document copy(begin, last);
    document.insert(last, copy.begin(), copy.end());
  }
  if (document.empty())
    document.emplace_back();
}

void Mutator::moveOperation() {
  std::size_t first = someLine(), end = endOfOperation(document, first);
  Document part(document.begin() + static_cast<std::ptrdiff_t>(first),
                document.begin() + static_cast<std::ptrdiff_t>(end));
  document.erase(document.begin() + static_cast<std::ptrdiff_t>(first),
                 document.begin() + static_cast<std::ptrdiff_t>(end));
  std::size_t to = random.below(document.size() + 1);
  document.insert(document.begin() + static_cast<std::ptrdiff_t>(to), part.begin(), part.end());
}

/// An operation of another program.
void Mutator::insertForeign() {
  const Document &other = random.pick(from);
  std::size_t first = random.below(other.size()), end = endOfOperation(other, first);
  std::size_t to = random.below(document.size() + 1);
  document.insert(document.begin() + static_cast<std::ptrdiff_t>(to),
                  other.begin() + static_cast<std::ptrdiff_t>(first),
                  other.begin() + static_cast<std::ptrdiff_t>(end));
}

void Mutator::addLocation() {
  static const char *const kLocations[] = {" loc(\"/source/main.cpp\":120:3)",
                                           " loc(\"other.cpp\":0:0)",
                                           " loc(unknown)",
                                           " loc(\"name\")",
                                           " loc(fused[\"a.cpp\":1:2, \"b.cpp\":4000000000:1])",
                                           " loc(callsite(\"f\"(\"a.cpp\":1:1) at \"b.cpp\":2:2))",
                                           " loc(fused<\"pass\">[\"a.cpp\":9:9])",
                                           " loc(#loc)",
                                           " loc(\"a.cpp\":1:1 to 2:2)"};
  document[someLine()].push_back({Kind::Other, pickOf(random, kLocations)});
}

void Mutator::addAttributes() {
  static const char *const kAttributes[] = {
      "{gt.placement = #gt.placement<materialise>} ",
      "{gt.placement = #gt.placement<tile>} ",
      "{gt.kernel = #gt.kernel_info<\"k\", loops = [forward 0]>} ",
      "{gt.image = #gt.image<ranges = 2>} ",
      "{a = [1, {b = \"c\"}], d = dense<1.0> : tensor<2xf32>} ",
      "<{offsets = array<i64: 1, 2>}> ",
      "<{operandSegmentSizes = array<i32: 1, 1, 1>}> ",
      "{value = 1 : i64, lower = -3 : i64} ",
      "{remarks = [1]} ",
      "{sym_name = \"x\"} "};
  Line &line = document[someLine()];
  auto colon = std::find_if(line.begin(), line.end(), [](const Token &t) { return t.text == ":"; });
  line.insert(colon, {Kind::Other, pickOf(random, kAttributes)});
}

void Mutator::nestDeeply() {
  auto levels = random.pick({std::size_t(3), std::size_t(300), std::size_t(20000)});
  struct Nest {
    const char *open, *close;
  };
  static constexpr Nest kNests[] = {{"(", ")"},
                                    {"[", "]"},
                                    {"loc(fused[", "])"},
                                    {"tuple<", ">"},
                                    {"{a = ", "}"},
                                    {"affine_map<(d0) -> (-", ")>"},
                                    {"\"a.b\"() ({\n", "\n}) : () -> ()"},
                                    {"-", ""},
                                    {"!gt.field<", ">"},
                                    {"complex<", ">"}};
  const Nest &nest = kNests[random.below(std::size(kNests))];
  Line &line = document[someLine()];
  std::string open, close;
  for (std::size_t n = 0; n < levels; ++n) {
    open += nest.open;
    close += nest.close;
  }
  std::size_t where = random.below(line.size() + 1);
  line.insert(line.begin() + static_cast<std::ptrdiff_t>(where), {Kind::Other, open + "1" + close});
}

void Mutator::editCharacters() {
  std::string text = textOf(document);
  if (text.empty())
    return;
  std::size_t place = random.below(text.size());
  switch (random.below(4)) {
  case 0:
    text[place] = static_cast<char>(random.bits());
    break;
  case 1:
    text.resize(place);
    break;
  case 2:
    text.erase(place, random.below(24) + 1);
    break;
  default:
    text.insert(random.below(text.size()), text.substr(place, random.below(24) + 1));
    break;
  }
  document = documentOf(text);
  if (document.empty())
    document.emplace_back();
}

void Mutator::change() {
  switch (random.below(20)) {
  case 0:
  case 1:
    return editTokens();
  case 2:
  case 3:
    return swapTokens();
  case 4:
  case 5:
    return changeOperation();
  case 6:
  case 7:
    return moveOperation();
  case 8:
  case 9:
    return insertForeign();
  case 10:
    return addLocation();
  case 11:
    return addAttributes();
  case 12:
    return random.chance(20) ? nestDeeply() : replaceToken();
  case 13:
    return editCharacters();
  default:
    return replaceToken();
  }
}

Random textfuzz::choicesFor(std::uint64_t seed, std::int64_t number) {
  return Random(Random(seed).bits() + static_cast<std::uint64_t>(number));
}

std::string textfuzz::mutatedProgram(std::uint64_t seed, std::int64_t number,
                                     const std::vector<Document> &from) {
  Random random = choicesFor(seed, number);
  Mutator mutator(random, from);
  for (std::size_t changes = random.pick({1u, 1u, 1u, 2u, 2u, 3u, 4u}); changes > 0; --changes)
    mutator.change();
  return textOf(mutator.result());
}
