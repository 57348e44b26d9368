//===- DomainText.cpp - Ranges and lines as messages show them ------------===//
//
// Text of what places and bounds are made of, for messages and for printing.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Types/DomainText.h"

#include "gtjit/Text.h"

#include <ostream>

namespace gtjit {

namespace detail {

std::string toString(Range range) {
  std::string text = range.lo() == -unbounded ? "(-inf" : "[" + std::to_string(range.lo());
  text += range.hi() == unbounded ? ",inf)" : "," + std::to_string(range.hi()) + ")";
  return text;
}

std::string toString(const NamedRange &range) {
  return std::string(range.dim.name()) + toString(range.range);
}

std::string toString(const Domain &domain) {
  std::string text = "{";
  for (const NamedRange &range : domain)
    text += (text.size() > 1 ? ", " : "") + toString(range);
  return text + "}";
}

std::string toString(const Dims &dims) {
  std::string text = "(";
  for (Dimension dim : dims) {
    if (text.size() > 1)
      text += ", ";
    text += dim.name();
  }
  return text + ")";
}

std::string toString(const NamedIndex &index) {
  return std::string(index.dim.name()) + "(" + std::to_string(index.index) + ")";
}

std::string positionText(const Domain &domain, std::span<const std::int64_t> at) {
  std::string text;
  for (std::size_t d = 0; d < at.size(); ++d)
    text += (d == 0 ? "" : ", ") + toString(domain[d].dim(at[d]));
  return text;
}

std::string toString(SourceLine line) {
  return line.line == 0 ? std::string() : line.file + (":" + std::to_string(line.line));
}

std::string madeAt(SourceLine line) {
  if (line.line == 0)
    return {};
  return " made at " + toString(line) + (line.column ? ":" + std::to_string(line.column) : "");
}

} // namespace detail

Text toText(const Domain &domain) { return Text(detail::toString(domain)); }
Text toText(const Dims &dims) { return Text(detail::toString(dims)); }

std::ostream &operator<<(std::ostream &out, const Text &text) {
  return out << std::string_view(text);
}

std::ostream &operator<<(std::ostream &out, const Domain &domain) {
  return out << detail::toString(domain);
}

std::ostream &operator<<(std::ostream &out, const Dims &dims) {
  return out << detail::toString(dims);
}

std::ostream &operator<<(std::ostream &out, const Dimension &dim) { return out << dim.name(); }
std::ostream &operator<<(std::ostream &out, DType type) { return out << name(type); }

} // namespace gtjit
