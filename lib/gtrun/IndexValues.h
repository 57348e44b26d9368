//===- IndexValues.h - Where kernels read at index values -------*- C++ -*-===//
//
// Index values of programs at the stencil level, computed before their kernels run.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_INDEXVALUES_H
#define GTRUN_INDEXVALUES_H

#include "gtrun/Bindings.h"

#include <span>

namespace gtrun {

/// What index values are computed from.
struct IndexSources {
  const Listing &listing;
  const Bindings &bindings;
  std::span<const gtjit::Range> ranges; ///< values of the listing's ranges
};

/// Computes the index values of an access at all points of its kernel and throws
/// Fault, with the point, unless all lie in `available`. `storage`: as messages call
/// it. Its accesses lie within their storages.
void checkIndexValues(const IndexSources &from, const IndexReach &index, gtjit::Dimension dim,
                      gtjit::Range available, const std::string &storage);

} // namespace gtrun

#endif // GTRUN_INDEXVALUES_H
