//===- Colouring.h - Points that are written by colour ----------*- C++ -*-===//
//
// A sweep of Gauss and Seidel in red and black writes points of one colour and reads
// neighbours of the other: `where((index(I) + index(J)) % 2 == 0, f, u)`, stored to u.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_EVALUATE_COLOURING_H
#define GTJIT_EVALUATE_COLOURING_H

#include "gtjit/Graph/Stores.h"

namespace gtjit::detail {

/// Whether the store keeps the values of its target but at points of one colour, whose new
/// values depend on old ones at the points themselves and at points of other colours alone: the
/// remainder of a sum of coordinates by a number. So it holds for the numbers that the
/// expression has now.
bool readsOtherColours(const StoreRequest &store);

} // namespace gtjit::detail

#endif // GTJIT_EVALUATE_COLOURING_H
