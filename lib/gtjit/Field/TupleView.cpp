//===- TupleView.cpp - Arrays as fields of tuples -------------------------===//
//
// Each element is a slice by position, which also a field of a callable has.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Tuple.h"

#include "gtjit/Error.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Types/DomainText.h"

using namespace gtjit;
using namespace gtjit::detail;

void detail::viewElements(const Arg &field, Dimension dim, Field *elements, std::size_t size) {
  const Node &node = *nodeOf(field.field, field.line);
  auto start = [&] { return "tuple_view of " + describe(node) + " in " + std::string(dim.name()); };
  if (!node.domain.has(dim))
    throw ValueError(field.line, start() + ", which it lacks");
  Range range = node.domain[dim];
  if (!node.symbolic && (!range.isFinite() || range.size() != static_cast<std::int64_t>(size)))
    throw ValueError(field.line, start() + ": expected " + std::to_string(size) + " points, got " +
                                     toString(dim(range)));
  for (std::size_t n = 0; n < size; ++n)
    elements[n] = field.field.at_dims(dim, field.line)
                      .rel({RelativeItem(static_cast<std::int64_t>(n))}, field.line);
}
