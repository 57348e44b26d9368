//===- Argument.cpp - Arguments of a traced callable ----------------------===//
//
// What a callable sees, and what cannot be done with it.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Argument.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Operations/Leaf.h"
#include "gtjit/Graph/Operations/Scan.h"

using namespace gtjit;
using namespace gtjit::detail;

static Domain infiniteDomain(const Dims &dims) {
  Domain domain;
  for (Dimension dim : dims)
    domain = domain.with(dim(Range::all()));
  return domain.canonical();
}

NodeRef detail::buildArgument(unsigned number, DType type, const Dims &dims, std::string_view name,
                              SourceLine line) {
  auto *argument = new ArgumentNode;
  NodeRef node(argument);
  argument->number = number;
  node->symbolic = true;
  node->dtype = type;
  node->domain = node->compute = infiniteDomain(dims);
  node->name = name;
  node->line = line;
  return node;
}

void detail::requireConcrete(const Node &node, const char *what, SourceLine line) {
  if (!node.symbolic)
    return;
  if (isInScanBody(node))
    throw ValueError(line, std::string(what) + " of " + describe(node) +
                               ": it is computed of values in the body of a scan, which stand "
                               "for those at each point");
  std::string subject = as<ArgumentNode>(node) ? "is an argument of a program"
                                               : "is computed from arguments of a program";
  throw ValueError(line, std::string(what) + " of " + describe(node) + ": it " + subject +
                             ", which has its values and its domain only when it is called");
}
