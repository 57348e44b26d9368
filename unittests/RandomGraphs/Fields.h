//===- Fields.h - The fields of a scenario's expressions --------*- C++ -*-===//
//
// Calls the engine's functions for an expression; shared by all ways to play.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_FIELDS_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_FIELDS_H

#include "Scenario.h"

namespace gtjit::randomgraphs {

/// The field of an expression that is no leaf; `fields` are the variables.
Field made(const Expression &expression, const std::vector<Field> &fields);
/// A variable or number as an argument.
Arg argument(const Operand &operand, const std::vector<Field> &fields);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_FIELDS_H
