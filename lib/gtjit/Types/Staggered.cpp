//===- Staggered.cpp - Names of staggered dimensions ----------------------===//
//
// A name tells: nothing else is kept of who is staggered to whom.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Types/Staggered.h"

#include "gtjit/Error.h"

#include <string>

using namespace gtjit;
using namespace gtjit::detail;

static constexpr std::string_view kSuffix = "_half";

static std::string_view stemOf(Dimension dim) {
  return dim.name().substr(0, dim.name().size() - kSuffix.size());
}

bool detail::isStaggered(Dimension dim) { return dim.name().ends_with(kSuffix); }

Dimension detail::twinOf(Dimension dim, SourceLine line) {
  if (isStaggered(dim))
    return Dimension(stemOf(dim), dim.kind(), line);
  return Dimension(std::string(dim.name()) + std::string(kSuffix), dim.kind(), line);
}

void detail::checkTwins(const Domain &domain, SourceLine line) {
  for (const NamedRange &half : domain) {
    if (!isStaggered(half.dim))
      continue;
    for (const NamedRange &other : domain)
      if (other.dim.kind() == half.dim.kind() && other.dim.name() == stemOf(half.dim))
        throw ValueError(line, std::string(half.dim.name()) + " is staggered to " +
                                   std::string(other.dim.name()) +
                                   ": they cannot be dimensions of one domain; shift one of the "
                                   "fields to the other dimension");
  }
}
