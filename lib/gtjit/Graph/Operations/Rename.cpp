//===- Rename.cpp - A dimension under another name ------------------------===//
//
// What is on the points of one dimension becomes what is on those of another one,
// which may count them differently: half levels and levels.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Ends.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Validity.h"
#include "gtjit/Graph/Operations/View.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Types/DomainText.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

struct RenameNode final : ViewOf<RenameNode> {
  static constexpr std::string_view operationName = "rename";
  Dimension from, to;
  std::int64_t offset; ///< at t the value at t + offset

  RenameNode(const NodeRef &input, Dimension from, Dimension to, std::int64_t offset,
             SourceLine line);
  /// `domain` in the same order, with the other name.
  Domain renamed(const Domain &domain) const;
  /// Kernels may have computed the input on all of its range.
  Domain reads(std::size_t n, const Domain &box) const override {
    return projected(box.with(inputs[n]->domain[from].empty() || box.empty()
                                  ? from(Range())
                                  : from(inputs[n]->domain[from])),
                     inputs[n]->domain);
  }
  std::vector<Domain> pointsRead(std::size_t n, const Domain &box) const override {
    return {needs(n, box)};
  }
  Domain needs(std::size_t n, const Domain &box) const override {
    return projected(box.with(from(box.rangeOr(to) + offset)), inputs[n]->domain);
  }
  std::span<const Dimension> gathered() const override { return {&from, 1}; }
  bool readsOwnPoint() const override { return false; }
  std::optional<ArrayView> partOf(const ArrayView &input) const override {
    ArrayView view = input;
    view.domain = renamed(input.domain);
    return view;
  }
  std::vector<Dimension>
  ordered(std::span<const std::vector<Dimension>> inputOrders) const override {
    std::vector<Dimension> order; // that of an input may name dimensions that it has lost
    for (Dimension dim : inputOrders[0])
      if (inputs[0]->domain.has(dim))
        order.push_back(dim == from ? to : dim);
    return order;
  }
  void flatten(Flattening &on) const override {
    on.key().dimension(from);
    on.key().dimension(to);
    on.key().signedNumber(offset);
    on.useRange(from(domain[to] + offset));
  }
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override {
    reference::Grid values = *on.inputs[0];
    values.box = renamed(values.box);
    return {values};
  }
  std::string shape(std::span<const std::string> operands) const override {
    return operands[0] + " on " + std::string(to.name()) + " for " + std::string(from.name());
  }
  NodeRef rebuild(const Rebuilding &on) const override {
    return buildRename(on.inputs[0], from, to, offset, line);
  }
};

Domain RenameNode::renamed(const Domain &domain) const {
  Sequence<NamedRange, 4> ranges;
  for (const NamedRange &range : domain)
    ranges.push_back(range.dim == from ? to(range.range - offset) : range);
  return Domain(ranges, line);
}

RenameNode::RenameNode(const NodeRef &input, Dimension from, Dimension to, std::int64_t offset,
                       SourceLine line)
    : ViewOf(input, line), from(from), to(to), offset(offset) {
  domain = renamed(input->domain).canonical();
  compute = renamed(input->compute).canonical();
  if (unslicedDomain)
    *unslicedDomain = renamed(*unslicedDomain).canonical();
  moveValidity(*this, from,
               [&](const NodeRef &valid) { return buildRename(valid, from, to, offset, line); });
}

/// The field at the coordinates of the other dimension.
void RenameNode::print(OperationText &text) const {
  const TextValue &field = text.inputs()[0], &range = text.ranges()[0], &result = text.result();
  TextValue at = text.fresh("coordinate", text.fieldType(Domain(to(Range::all())), DType::I64));
  text.define(at, "index " + text.dimension(to) + " : " + at.type);
  if (offset != 0) {
    TextValue by = text.fresh("offset", "i64"), moved = text.fresh("coordinate", at.type);
    text.define(by, "constant " + std::to_string(offset) + " : i64");
    text.define(moved,
                "add " + at.name + ", " + by.name + " : (" + at.type + ", i64) -> " + moved.type);
    at = moved;
  }
  text.define(result, "remap " + field.name + " by " + at.name + " in " + range.name + " : " +
                          field.type + " by " + at.type + " in " + range.type + " -> " +
                          result.type);
}

void RenameNode::printRecorded(OperationText &text) const {
  text.define(text.result(),
              "rename " + text.inputs()[0].name + " [" + text.dimension(from) + " as " +
                  text.dimension(to) +
                  (offset < 0 ? " - " + std::to_string(-offset) : " + " + std::to_string(offset)) +
                  "] : " + text.inputs()[0].type + " -> " + text.result().type);
}

} // namespace

NodeRef detail::buildRename(const NodeRef &given, Dimension from, Dimension to, std::int64_t offset,
                            SourceLine line) {
  NodeRef input = withEnds(given, {from});
  auto what = [&] {
    return std::string(from.name()) + " of " + describe(*input) + " as " + std::string(to.name());
  };
  if (!input->domain.has(from) || (!(from == to) && input->domain.has(to)))
    throw ValueError(line, what() + ": its dimensions are " + toString(input->domain.dims()));
  if (!input->symbolic && !input->domain[from].isFinite())
    throw ValueError(line, what() + ", which is infinite: slice it");
  return NodeRef(new RenameNode(input, from, to, offset, line));
}

Nodes detail::readRename(const Written &written) {
  const std::vector<WrittenEntry> &entries = written.text.entries;
  if (entries.size() != 1 || !entries[0].as)
    written.refuse("gives one dimension another name, got " + std::to_string(entries.size()));
  return {buildRename(written.operand(), entries[0].dim, *entries[0].as, entries[0].offset,
                      written.line())};
}
