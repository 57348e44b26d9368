//===- Selection.h - Index expressions --------------------------*- C++ -*-===//
//
// The entries of a slice, one a dimension.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_SELECTION_H
#define GTJIT_TYPES_SELECTION_H

#include "gtjit/Domain.h"
#include "gtjit/Error.h"

#include <string>
#include <vector>

namespace gtjit::detail {

/// One slice a dimension: the ellipsis expanded, missing entries ':'. Throws
/// IndexError for too many entries or a second ellipsis.
std::vector<Slice> expandSlices(const Domain &domain, std::span<const RelativeItem> items,
                                SourceLine line);

/// The same error of a part of something: "a part of 'u': I(9) lies outside of I[0,8)".
[[noreturn]] void throwOfPart(const Error &error, const std::string &whole);
/// What `select()` selects of something; its errors say what that is, as `describe()` gives it.
template <class Describe, class Select>
decltype(auto) selectedOf(const Describe &describe, const Select &select) {
  try {
    return select();
  } catch (const Error &error) {
    throwOfPart(error, describe());
  }
}

/// The position of a dimension that the domain has.
std::size_t positionOf(const Domain &domain, Dimension dim);

} // namespace gtjit::detail

#endif // GTJIT_TYPES_SELECTION_H
