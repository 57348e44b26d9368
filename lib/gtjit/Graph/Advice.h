//===- Advice.h - What messages say that helps ------------------*- C++ -*-===//
//
// Notes of errors that tell what to write instead, for mistakes that can be made at
// several places.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_ADVICE_H
#define GTJIT_GRAPH_ADVICE_H

#include "gtjit/Error.h"
#include "gtjit/Graph/Node.h"

namespace gtjit::detail {

/// "F32", as C++ names it.
std::string constantName(DType type);

/// What takes dimensions away from a field: "select a point, k3[{K(0)}], or reduce, mean(k3, K)".
std::string dimensionsAdvice(const Node &value, std::span<const Dimension> dims);

/// Where a float field comes of a division of integers: a note that says so, and what does not.
/// Under no lock.
void adviseDivision(Error &error, const Node &value);

/// What can be done with complex values.
void adviseComplex(Error &error);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_ADVICE_H
