//===- Forms.h - What scenarios are written with ----------------*- C++ -*-===//
//
// The operations that are not in the table of those at a point, in all the ways in
// which users write them: counted, so that none is forgotten.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_FORMS_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_FORMS_H

#include "Scenario.h"

namespace gtjit::randomgraphs {

/// A set of forms, a bit for each.
using Forms = std::uint64_t;
unsigned formCount();
/// "gather: one neighbour".
std::string_view formName(unsigned form);
/// Those that an expression has by itself, without its operands.
Forms formsOf(const Expression &expression);
/// Those that a statement other than a definition has.
Forms formsOf(const Statement &statement);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_FORMS_H
