//===- ModelViews.h - Domains of views, once more ---------------*- C++ -*-===//
//
// The rules of docs/Storage.md for the coordinates and the halo of a view.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_MODELVIEWS_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_MODELVIEWS_H

#include "Model.h"

namespace gtjit::randomgraphs {

/// Makes of a storage the view that the statement says. False if it is an error
/// or has no point of the compute domain.
bool makeView(StorageInfo &view, const Statement &statement);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_MODELVIEWS_H
