//===- Dimension.cpp - The names of dimensions ----------------------------===//
//
// Dimensions are handles to tags that live as long as the process; here they
// are made, once for each name and kind.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Dimension.h"

#include "gtjit/Error.h"

#include <deque>
#include <mutex>
#include <string>

#undef I

namespace gtjit {

namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool isIdentifier(std::string_view name) {
  if (name.empty() || !isLetter(name[0]))
    return false;
  for (char c : name)
    if (!isLetter(c) && !(c >= '0' && c <= '9'))
      return false;
  return true;
}

/// A tag and the characters that its name refers to.
struct OwnedTag {
  std::string name;
  detail::DimensionTag tag;
  OwnedTag(std::string_view text, DimensionKind kind) : name(text), tag{name, kind} {}
};

/// All tags made at run time. A deque does not move its elements; it is never
/// destroyed, since dimensions in other static objects refer to it.
struct TagTable {
  std::mutex mutex;
  std::deque<OwnedTag> tags;
};

const detail::DimensionTag *intern(std::string_view name, DimensionKind kind, SourceLine line) {
  if (!isIdentifier(name))
    throw ValueError(line,
                     "the name of a dimension is an identifier, got '" + std::string(name) + "'");
  for (const detail::DimensionTag *tag : {&detail::tagI, &detail::tagJ, &detail::tagK})
    if (tag->name == name && tag->kind == kind)
      return tag;
  static TagTable &table = *new TagTable;
  std::lock_guard lock(table.mutex);
  for (const OwnedTag &owned : table.tags)
    if (owned.name == name && owned.tag.kind == kind)
      return &owned.tag;
  return &table.tags.emplace_back(name, kind).tag;
}

DimensionKind kindOf(std::string_view name) {
  return name == detail::tagK.name ? detail::tagK.kind : DimensionKind::Horizontal;
}

} // namespace

Dimension::Dimension(std::string_view name, SourceLine line)
    : tag(intern(name, kindOf(name), line)) {}

Dimension::Dimension(std::string_view name, DimensionKind kind, SourceLine line)
    : tag(intern(name, kind, line)) {}

} // namespace gtjit
