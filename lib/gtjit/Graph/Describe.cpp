//===- Describe.cpp - What messages call a field --------------------------===//
//
// A field's name, or its type and where it was made.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Types/DomainText.h"

using namespace gtjit;
using namespace gtjit::detail;

std::string detail::describe(const Node &node) {
  if (!node.name.empty())
    return "'" + node.name + "'";
  std::string text = "the " + std::string(name(node.dtype));
  if (node.domain.ndim() == 0)
    text += as<NumberNode>(node) ? " number" : " field without dimensions";
  else
    text += " field on " + toString(node.domain.dims());
  return text + madeAt(node.line);
}
