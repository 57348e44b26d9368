//===- Rename.cpp - Dimensions under other names --------------------------===//
//
// All at once: a name that another dimension gives up is given in a second step.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Rename.h"

#include "gtjit/Error.h"
#include "gtjit/Field/FieldNode.h"
#include "gtjit/Types/DomainText.h"

#include <string>
#include <vector>

using namespace gtjit;
using namespace gtjit::detail;

static void checkNames(const Node &node, std::initializer_list<NewName> names, SourceLine line) {
  auto start = [&] { return "'rename' of " + describe(node); };
  for (const NewName &name : names) {
    std::string from(name.from.name()), to(name.to.name());
    if (!node.domain.has(name.from))
      throw ValueError(line, start() + ": it lacks " + from);
    bool isGivenUp = false;
    for (const NewName &other : names) {
      if (&other != &name && other.from == name.from)
        throw ValueError(line, start() + " names " + from + " twice");
      if (&other != &name && other.to == name.to)
        throw ValueError(line, start() + ": two dimensions become " + to);
      isGivenUp |= other.from == name.to;
    }
    if (node.domain.has(name.to) && !isGivenUp)
      throw ValueError(line, start() + ": " + from + " becomes " + to + ", which it has");
  }
}

Field gtjit::rename(Arg field, std::initializer_list<NewName> names) {
  NodeRef node = takeNode(field);
  checkNames(*node, names, field.line);
  std::vector<NewName> waiting;
  for (const NewName &name : names) {
    if (name.from == name.to)
      continue;
    Dimension to = name.to;
    if (node->domain.has(to)) {
      to = Dimension("becomes_" + std::string(to.name()), to.kind());
      waiting.push_back({to, name.to});
    }
    node = buildRename(node, name.from, to, 0, field.line);
  }
  for (const NewName &name : waiting)
    node = buildRename(node, name.from, name.to, 0, field.line);
  return Field(std::move(node));
}
