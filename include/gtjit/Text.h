//===- Text.h - Owned text without <string> ---------------------*- C++ -*-===//
//
// What functions that produce text return.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TEXT_H
#define GTJIT_TEXT_H

#include "gtjit/DType.h"
#include "gtjit/SourceLine.h"
#include "gtjit/detail/Sequence.h"

#include <iosfwd>
#include <string_view>

namespace [[gnu::visibility("default")]] gtjit {

class Field;
class Storage;
class StorageRegion;
class Domain;
class Dimension;
class Dims;

namespace detail {
/// Something to print and the line on which that is written.
template <class T> struct Printed {
  const T &value;
  SourceLine line;
  Printed(const T &given, SourceLine here = SourceLine::here()) : value(given), line(here) {}
};
} // namespace detail

/// Immutable text that owns its characters; zero-terminated.
class Text {
public:
  Text() : Text(std::string_view()) {}
  explicit Text(std::string_view text) : chars(detail::Items<char>(text.data(), text.size())) {
    chars.push_back('\0');
  }
  // What is moved from has no characters, not even the zero.
  const char *c_str() const { return chars.empty() ? "" : chars.begin(); }
  operator std::string_view() const {
    return chars.empty() ? std::string_view() : std::string_view(chars.begin(), chars.size() - 1);
  }

private:
  detail::Sequence<char> chars;
};

std::ostream &operator<<(std::ostream &out, const Text &text);
/// The values of a small field (evaluated), a summary of a large or infinite
/// one: type, domain, and if it is a storage or evaluated its least and
/// greatest value.
[[nodiscard]] Text toText(const Field &field, SourceLine line = SourceLine::here());
[[nodiscard]] Text toText(const Storage &storage, SourceLine line = SourceLine::here());
[[nodiscard]] Text toText(const Domain &domain);
/// "(I, J)".
[[nodiscard]] Text toText(const Dims &dims);
std::ostream &operator<<(std::ostream &out, detail::Printed<Field> field);
std::ostream &operator<<(std::ostream &out, detail::Printed<Storage> storage);
std::ostream &operator<<(std::ostream &out, detail::Printed<StorageRegion> region);
std::ostream &operator<<(std::ostream &out, const Domain &domain);
std::ostream &operator<<(std::ostream &out, const Dims &dims);
/// Its name.
std::ostream &operator<<(std::ostream &out, const Dimension &dim);
std::ostream &operator<<(std::ostream &out, DType type);

} // namespace gtjit

#endif // GTJIT_TEXT_H
