//===- Describe.cpp - What messages call a field --------------------------===//
//
// A field's name, or its type and the line that made it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Operations/Number.h"
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
  std::string line = toString(node.line);
  return line.empty() ? text : text + " made at " + line;
}
