//===- TableCheck.cpp - The values of tables ------------------------------===//

#include "gtjit/Launch/TableCheck.h"

#include "gtjit/Error.h"
#include "gtjit/Memory/ElementRange.h"
#include "gtjit/Types/DomainText.h"

namespace gtjit::detail {

void checkTable(const ArrayView &table, const std::byte *first, gtabi::Bounds wanted,
                SourceLine line) {
  Range values = rangeOfElements(table, first);
  if (!values.empty() && (values.lo() < wanted.lo || values.hi() > wanted.hi))
    throw IndexOutOfBounds(line, "a table has values in " + toString(values) +
                                     ", expected them in " + toString(Range(wanted.lo, wanted.hi)));
}

} // namespace gtjit::detail
