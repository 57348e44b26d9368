//===- Axes.cpp - Dimensions as text --------------------------------------===//
//
// "IJK", "JK01", "Cell,K": from text to dimensions and back.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Memory/Axes.h"

#include "gtjit/Error.h"
#include "gtjit/StorageOptions.h"

#include <algorithm>
#include <vector>

namespace gtjit {

namespace detail {

static bool isNumber(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Dimension dataDimension(std::string_view number, SourceLine line) {
  return Dimension("D" + std::string(number), line);
}

static bool isData(Dimension dim) { return dim.name()[0] == 'D' && isNumber(dim.name().substr(1)); }

bool isSpaceOrData(Dimension dim) {
  return dim == gtjit::I || dim == gtjit::J || dim == gtjit::K || isData(dim);
}

std::string axesText(const Dims &dims) {
  std::string text;
  std::vector<std::string> names;
  for (Dimension dim : dims) {
    std::string_view name = dim.name();
    names.emplace_back(isData(dim) ? name.substr(1) : name);
  }
  bool letters = std::all_of(names.begin(), names.end(),
                             [](const std::string &name) { return name.size() == 1; });
  for (const std::string &name : names)
    text += (text.empty() || letters ? "" : ",") + name;
  return text;
}

/// One name of a list, or a letter of a text.
static Dimension axisOf(std::string_view name, SourceLine line) {
  return isNumber(name) ? dataDimension(name, line) : Dimension(name, line);
}

static std::vector<Dimension> parseLetters(std::string_view text, SourceLine line) {
  std::vector<Dimension> dims;
  for (char letter : text) {
    if ((letter < 'I' || letter > 'K') && (letter < '0' || letter > '9'))
      throw ValueError(line, "expected axes of the letters I, J, K and digits, or names with "
                             "commas between them, got '" +
                                 std::string(text) + "'");
    dims.push_back(axisOf({&letter, 1}, line));
  }
  return dims;
}

static std::vector<Dimension> parseNames(std::string_view text, SourceLine line) {
  std::vector<Dimension> dims;
  while (true) {
    std::size_t comma = text.find(',');
    dims.push_back(axisOf(text.substr(0, comma), line));
    if (comma == text.npos)
      return dims;
    text.remove_prefix(comma + 1);
  }
}

static Sequence<Dimension> checked(const std::vector<Dimension> &dims, SourceLine line) {
  for (std::size_t d = 0; d < dims.size(); ++d)
    if (std::find(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(d), dims[d]) !=
        dims.begin() + static_cast<std::ptrdiff_t>(d))
      throw ValueError(line, "expected each dimension once, got " + std::string(dims[d].name()) +
                                 " twice");
  return Sequence<Dimension>(std::span<const Dimension>(dims));
}

} // namespace detail

Axes::Axes(const Dims &dims, SourceLine line)
    : list(detail::checked({dims.begin(), dims.end()}, line)), isGiven(true) {}

Axes::Axes(std::initializer_list<std::string_view> names, SourceLine line) : isGiven(true) {
  std::vector<Dimension> dims;
  for (std::string_view name : names)
    dims.push_back(detail::axisOf(name, line));
  list = detail::checked(dims, line);
}

Axes::Axes(std::string_view text, SourceLine line)
    : list(detail::checked(text.find(',') == text.npos ? detail::parseLetters(text, line)
                                                       : detail::parseNames(text, line),
                           line)),
      isGiven(true) {}

} // namespace gtjit
