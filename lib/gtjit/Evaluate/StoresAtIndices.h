//===- StoresAtIndices.h - Stores to views without an index -----*- C++ -*-===//
//
//   update({{u[{C(0)}], a}, {u[{C(1)}], b}});      // a and b have no C
//
// To kernels each is a store over a range of one C, of loops of their own. Seen as storages
// without C the parts are written by one kernel; where C is side by side in memory, along the next
// dimension. Expressions that read such parts alone read the same storages, in place where they
// can.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_STORESATINDICES_H
#define GTJIT_EVALUATE_STORESATINDICES_H

#include "gtjit/Evaluate/Evaluate.h"
#include "gtjit/Graph/Stores.h"

#include <vector>

namespace gtjit::detail {

/// Makes stores of the assignments go to views of their targets, where that is of use. Under the
/// graph mutex.
void storeToViews(std::vector<StoreRequest> &stores, const std::vector<Assignment> &assignments);

/// Makes the same views the targets of the assignments. Under the graph mutex.
void assignToViews(std::vector<Assignment> &assignments, const std::vector<StoreRequest> &stores);

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_STORESATINDICES_H
