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
/// A step of a scan's body: two values joined, in one of several ways. Values are
/// numbered, those that are given first.
struct ScanStep {
  std::size_t left, right, choice;
};
/// What the body of a scan does with values of these types; the last ones are carried on.
/// A step has the type of the left one, which the right one is converted to.
std::vector<ScanStep> scanSteps(const Expression &expression, std::vector<DType> types);
/// A variable or number as an argument.
Arg argument(const Operand &operand, const std::vector<Field> &fields);

// Kinds of expressions, see Make.
Field scanned(const Expression &expression, const std::vector<Field> &fields);
Field running(const Expression &expression, const std::vector<Field> &fields);
Field gathered(const Expression &expression, const Field &field);
Field shiftedBy(const Expression &expression, const Field &field);
Field at(const Expression &expression, const Field &field);
Field staggered(const Expression &expression, const Field &field);
Field overNeighbors(const Expression &expression, const Field &field);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_FIELDS_H
