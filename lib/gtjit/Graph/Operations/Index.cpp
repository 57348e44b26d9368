//===- Index.cpp - The coordinate at every point --------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Index.h"

#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/KnownTypes.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Reference/Evaluated.h"

using namespace gtjit;
using namespace gtjit::detail;

IndexNode::IndexNode(Dimension of, SourceLine at) : dim(of) {
  dtype = DType::I64;
  domain = compute = Domain{dim(Range::all())};
  line = at;
}

void IndexNode::flatten(Flattening &to) const { to.key().dimension(dim); }

void IndexNode::print(OperationText &text) const {
  text.define(text.result(), "index " + text.dimension(dim) + " : " + text.result().type);
}

NodeRef IndexNode::rebuild(const Rebuilding &) const { return buildIndex(dim, line); }

std::vector<reference::Grid> IndexNode::evaluate(const reference::Evaluated &on) const {
  reference::Grid result = reference::makeGrid(dtype, on.points, line);
  Range range = result.box[0].range;
  for (std::int64_t at = range.lo(); at < range.hi(); ++at)
    reference::storeValue(result.first + (at - range.lo()) * result.strides[0], at);
  return {result};
}

NodeRef detail::buildIndex(Dimension dim, SourceLine line) {
  return lookedUp(
      {kIndexQuestion, reinterpret_cast<std::uintptr_t>(dim.identity()), 0, 0},
      [&](const NodeType &type) { return NodeRef(new IndexNode(type, dim, line)); },
      [&] { return NodeRef(new IndexNode(dim, line)); });
}

Nodes detail::readIndex(const Written &written) {
  const std::vector<Dimension> &dims = written.text.typeDims;
  if (dims.size() != 1)
    written.refuse("has one dimension, got " + std::to_string(dims.size()));
  return {buildIndex(dims[0], written.line())};
}
