//===- FieldNode.h - From handles to nodes ----------------------*- C++ -*-===//
//
// Where a handle is given, its node is meant; an empty handle is the user's
// error.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_FIELD_FIELDNODE_H
#define GTJIT_FIELD_FIELDNODE_H

#include "gtjit/Evaluate/GraphDepth.h"
#include "gtjit/Graph/Build.h"

#include <vector>

namespace gtjit {
struct Update;
} // namespace gtjit

namespace gtjit::detail {
struct Assignment; // Evaluate/Evaluate.h

/// Throws the error of an empty Storage or Field; `what`: "the second operand of '+'".
[[noreturn]] void throwEmpty(const std::string &what, SourceLine line);
/// Takes the node out of one of several operands; throws ValueError if its field is empty.
NodeRef takeNode(Arg &operand, std::string_view called, std::size_t n, std::size_t count);

/// The field's node; throws ValueError if the handle is empty.
const NodeRef &nodeOf(const Field &field, SourceLine line);
/// Takes the node out of an operand; throws ValueError if its field is empty.
inline NodeRef takeNode(Arg &operand) {
  if (!operand.field.get())
    (void)nodeOf(operand.field, operand.line); // throws
  return static_cast<Field &&>(operand.field).ref();
}
/// What update() makes of them; takes the values. Throws ValueError for an empty handle.
std::vector<Assignment> takeAssignments(Items<Update> updates);
/// The field of an operation that was just written, evaluated if it is too deep.
inline Field written(NodeRef node) {
  if (isDeep(*node))
    evaluateDeep({node});
  return Field(std::move(node));
}

} // namespace gtjit::detail

#endif // GTJIT_FIELD_FIELDNODE_H
