//===- Rename.h - Dimensions under other names ------------------*- C++ -*-===//
//
// The same points by other names: outer products, transposes, fields of another
// model.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RENAME_H
#define GTJIT_RENAME_H

#include "gtjit/Field.h"

namespace [[gnu::visibility("default")]] gtjit {

/// A dimension and what it shall be called.
struct NewName {
  Dimension from;
  Dimension to;
};

/// The field with other names for some of its dimensions, on the same points:
/// `u * rename(u, {{I, J}})` is an outer product, `rename(u, {{I, J}, {J, I}})` the
/// transpose. Throws ValueError for a dimension that the field lacks, that is named
/// twice, or that it would have twice, and for one without ends.
[[nodiscard]] Field rename(Arg field, std::initializer_list<NewName> names);

} // namespace gtjit

#endif // GTJIT_RENAME_H
