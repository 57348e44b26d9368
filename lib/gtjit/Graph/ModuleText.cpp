//===- ModuleText.cpp - Names in a text of the gt dialect -----------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/ModuleText.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace gtjit::detail {

std::string elementText(DType type) {
  if (type == DType::Bool)
    return "i1";
  if (isComplex(type))
    return type == DType::C64 ? "complex<f32>" : "complex<f64>";
  return (isUnsigned(type) ? "ui" + std::string(name(type).substr(1)) : std::string(name(type)));
}

/// Whether a character stands in quotes as it is.
static bool isPlain(char c) {
  auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte != 0x7f && c != '"' && c != '\\';
}

std::string quotedText(std::string_view text) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string quoted = "\"";
  while (!text.empty()) {
    auto special = std::find_if_not(text.begin(), text.end(), isPlain);
    quoted.append(text.begin(), special);
    text.remove_prefix(static_cast<std::size_t>(special - text.begin()));
    if (text.empty())
      break;
    auto byte = static_cast<unsigned char>(text.front());
    quoted += '\\';
    if (byte == '"' || byte == '\\')
      quoted += text.front();
    else
      (quoted += digits[byte >> 4]) += digits[byte & 15];
    text.remove_prefix(1);
  }
  return quoted += '"';
}

std::string Aliases::name(std::string content) {
  auto [found, isNew] = numbers.try_emplace(std::move(content), numbers.size());
  if (isNew)
    contents.push_back(&found->first);
  return prefix + std::to_string(found->second);
}

void Aliases::define(std::string &text) const {
  for (std::size_t n = 0; n < contents.size(); ++n)
    ((((text += prefix) += std::to_string(n)) += " = ") += *contents[n]) += '\n';
}

void ModuleText::addDimensions(const Domain &domain) {
  for (const NamedRange &range : domain)
    if (std::find(dims.begin(), dims.end(), range.dim) == dims.end())
      dims.push_back(range.dim);
}

void ModuleText::nameDimensions() {
  std::set<std::string> taken;
  for (Dimension dim : dims)
    taken.emplace(dim.name());
  for (std::size_t n = 0; n < dims.size(); ++n) {
    std::string name(dims[n].name());
    bool isFirst = std::none_of(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(n),
                                [&](Dimension other) { return other.name() == name; });
    for (int number = 1; !isFirst; ++number) {
      name = std::string(dims[n].name()) + "_" + std::to_string(number);
      isFirst = taken.insert(name).second;
    }
    dimNames.push_back(name);
  }
}

const std::string &ModuleText::dimension(Dimension dim) const {
  auto found = std::find(dims.begin(), dims.end(), dim);
  return dimNames[static_cast<std::size_t>(found - dims.begin())];
}

std::string ModuleText::dimensionList(const Domain &domain) const {
  std::string list;
  for (const NamedRange &range : domain)
    list += (list.empty() ? "" : ", ") + dimension(range.dim);
  return list;
}

std::string ModuleText::fieldType(const Domain &domain, DType type) {
  return types.name("!gt.field<[" + dimensionList(domain) + "], " + elementText(type) + ">");
}

std::string ModuleText::location(SourceLine line, std::string_view name) {
  std::string &place = places[{line.file, line.line, line.column}];
  if (line.line != 0 && place.empty())
    place = locations.name("loc(" + quotedText(line.file) + ":" + std::to_string(line.line) + ":" +
                           std::to_string(line.column) + ")");
  if (name.empty())
    return " loc(" + (place.empty() ? "unknown" : place) + ")";
  return " loc(" + quotedText(name) + (place.empty() ? "" : "(" + place + ")") + ")";
}

std::string ModuleText::value(std::string_view wanted, const char *fallback) {
  std::string base;
  for (char c : wanted)
    base += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (base.empty() || std::isdigit(static_cast<unsigned char>(base[0])))
    base = fallback + base;
  auto [entry, isFresh] = usedNames.try_emplace(base, 0);
  std::string result = base;
  while (!isFresh) {
    result = base + "_" + std::to_string(++entry->second);
    isFresh = usedNames.try_emplace(result, 0).second;
  }
  return "%" + result;
}

std::string ModuleText::head() const {
  std::string text;
  locations.define(text);
  types.define(text);
  return text;
}

} // namespace gtjit::detail
