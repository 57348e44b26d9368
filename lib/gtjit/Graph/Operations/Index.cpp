//===- Index.cpp - The coordinate at every point --------------------------===//
//
// A field on one infinite dimension.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Reference/Evaluated.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

struct IndexNode final : NodeOf<IndexNode> {
  static constexpr std::string_view operationName = "index";
  Dimension dim;

  IndexNode(Dimension of, SourceLine at) : dim(of) {
    dtype = DType::I64;
    domain = compute = Domain{dim(Range::all())};
    line = at;
  }
  NodeKind kind() const override { return NodeKind::Source; }
  void flatten(Flattening &to) const override { to.key().dimension(dim); }
  void print(OperationText &text) const override {
    text.define(text.result(), "index " + text.dimension(dim) + " : " + text.result().type);
  }
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string shape(std::span<const std::string>) const override {
    return "index of " + std::string(dim.name());
  }
  std::string valueName() const override { return "index"; }
  NodeRef rebuild(const Rebuilding &) const override { return buildIndex(dim, line); }
};

std::vector<reference::Grid> IndexNode::evaluate(const reference::Evaluated &on) const {
  reference::Grid result = reference::makeGrid(dtype, on.points, line);
  Range range = result.box[0].range;
  for (std::int64_t at = range.lo(); at < range.hi(); ++at)
    reference::storeValue(result.first + (at - range.lo()) * result.strides[0], at);
  return {result};
}

} // namespace

NodeRef detail::buildIndex(Dimension dim, SourceLine line) {
  return NodeRef(new IndexNode(dim, line));
}

Nodes detail::readIndex(const Written &written) {
  const std::vector<Dimension> &dims = written.text.typeDims;
  if (dims.size() != 1)
    written.refuse("has one dimension, got " + std::to_string(dims.size()));
  return {buildIndex(dims[0], written.line())};
}
