//===- RowsOfResults.h - Results of a fold that go together -----*- C++ -*-===//
//
// Rows of a fold's results that lie side by side may read the same vectors, as those of a product
// of matrices do. Where they are reduced together, each load serves all of them.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ROWSOFRESULTS_H
#define GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ROWSOFRESULTS_H

#include "KernelFacts.h"

namespace gtcompiler {

/// The innermost of the loops around a fold's row whose neighbours read the same vectors at each
/// point of the reduced dimension; null if there is none.
mlir::StringAttr findSharedRows(const KernelFacts &facts);

/// So many points of a dimension.
struct Neighbourhood {
  mlir::StringAttr dim; ///< null: one alone
  std::int64_t points;
};

/// Lets the point of a fold be all of some neighbours along the reduced dimension and across: what
/// is the same for those across is there once. Yields the values of all, those across one after the
/// other for the first along, then for the next.
void joinPoints(mlir::Block &point, Neighbourhood along, Neighbourhood across);

} // namespace gtcompiler

#endif // GTCOMPILER_CONVERSION_STENCILSTOLOOPS_ROWSOFRESULTS_H
