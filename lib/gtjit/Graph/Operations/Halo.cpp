//===- Halo.cpp - A field with a filled halo ------------------------------===//
//
// Each layer of a periodic or mirrored halo is the field at one coordinate, which
// is an argument of the kernel: another size of the grid is no other kernel.
//
// Where the grid of an argument of a callable is, nobody knows; there a node says
// what is asked for.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Halo.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Concat.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Types/DomainText.h"

using namespace gtjit;
using namespace gtjit::detail;

namespace {

struct HaloNode final : NodeOf<HaloNode> {
  static constexpr std::string_view operationName = "halo";
  FilledHalo halo;

  HaloNode(const NodeRef &field, const FilledHalo &halo, const NodeRef &value, SourceLine at)
      : halo(halo) {
    dtype = field->dtype;
    symbolic = true;
    runtime = field->runtime;
    Range grid = field->domain[halo.dim] & field->compute[halo.dim]; // at most
    Range filled(saturatingAdd(grid.lo(), -halo.below), saturatingAdd(grid.hi(), halo.above));
    domain = field->domain.with(halo.dim(grid.empty() ? grid : filled));
    compute = field->compute.with(halo.dim(grid));
    line = at;
    addInput(field);
    if (value)
      addInput(value);
  }
  NodeKind kind() const override { return NodeKind::View; }
  void printRecorded(OperationText &text) const override;
  NodeRef rebuild(const Rebuilding &on) const override;
};

void HaloNode::printRecorded(OperationText &text) const {
  text.define(text.result(), "halo \"" + std::string(nameOf(halo.kind)) + "\" " +
                                 namesOf(text.inputs()) + " [" + text.dimension(halo.dim) +
                                 " from " + std::to_string(-halo.below) + " to " +
                                 std::to_string(halo.above) + "] : (" + typesOf(text.inputs()) +
                                 ") -> " + text.result().type);
}

/// Puts together the grid and its halo.
class HaloBuilder {
public:
  HaloBuilder(const NodeRef &field, const FilledHalo &halo, const NodeRef &value, Range grid,
              SourceLine line)
      : field(field), halo(halo), value(value), grid(grid), line(line) {}
  NodeRef build();

private:
  void add(NodeRef operand, Range range) {
    pieces.push_back({static_cast<unsigned>(operands.size()), Domain(halo.dim(range))});
    operands.push_back({std::move(operand), line});
  }
  NodeRef at(std::int64_t coordinate) const { return buildPin(field, halo.dim(coordinate), line); }
  void addSide(std::int64_t first, std::int64_t width, bool isBelow);

  const NodeRef &field;
  const FilledHalo &halo;
  const NodeRef &value;
  Range grid;
  SourceLine line;
  std::vector<Operand> operands;
  std::vector<ConcatPiece> pieces;
};

/// The points from `first` on. Point n is that of the grid as far from the edge on
/// the same side, or from the other edge.
void HaloBuilder::addSide(std::int64_t first, std::int64_t width, bool isBelow) {
  if (width == 0)
    return;
  if (halo.kind == HaloKind::Constant)
    return add(value, Range(first, first + width));
  if (halo.kind == HaloKind::Extend)
    return add(at(isBelow ? grid.lo() : grid.hi() - 1), Range(first, first + width));
  for (std::int64_t n = first; n < first + width; ++n) {
    std::int64_t mirrored = 2 * (isBelow ? grid.lo() : grid.hi()) - 1 - n;
    std::int64_t wrapped = isBelow ? n + (grid.hi() - grid.lo()) : n - (grid.hi() - grid.lo());
    add(at(halo.kind == HaloKind::Mirror ? mirrored : wrapped), Range(n, n + 1));
  }
}

NodeRef HaloBuilder::build() {
  add(field, grid);
  addSide(grid.lo() - halo.below, halo.below, true);
  addSide(grid.hi(), halo.above, false);
  NodeRef result = buildPieces(std::move(operands), std::move(pieces), line);
  result->compute = field->compute.with(halo.dim(grid));
  return result;
}

/// Throws unless the grid has the points that the halo is made of.
Range gridOf(const Node &field, const FilledHalo &halo, SourceLine line) {
  auto start = [&] {
    return "a " + std::string(nameOf(halo.kind)) + " halo of " + describe(field) + " in " +
           std::string(halo.dim.name());
  };
  if (!field.domain.has(halo.dim))
    throw ValueError(line, start() + ", which it lacks");
  if (halo.below < 0 || halo.above < 0)
    throw ValueError(line, start() + ": expected widths of 0 at least, got " +
                               std::to_string(halo.below) + " and " + std::to_string(halo.above));
  if (field.symbolic)
    return Range(0, halo.below + halo.above + 1);
  Range grid = field.domain[halo.dim] & field.compute[halo.dim];
  if (!grid.isFinite())
    throw ValueError(line, start() + ": the field has no end, " + toString(halo.dim(grid)));
  std::int64_t widest = std::max(halo.below, halo.above);
  std::int64_t needed = halo.kind == HaloKind::Constant ? 0
                        : halo.kind == HaloKind::Extend ? std::min<std::int64_t>(widest, 1)
                                                        : widest;
  if (grid.size() < needed)
    throw ValueError(line, start() + " is made of " + std::to_string(needed) + " points, got " +
                               std::to_string(grid.size()));
  return grid;
}

NodeRef HaloNode::rebuild(const Rebuilding &on) const {
  NodeRef value = on.inputs.size() > 1 ? on.inputs[1] : NodeRef();
  const NodeRef &field = on.inputs[0];
  return HaloBuilder(field, halo, value, gridOf(*field, halo, line), line).build();
}

} // namespace

std::string_view detail::nameOf(HaloKind kind) {
  static constexpr std::string_view names[] = {"periodic", "mirror", "constant", "extend"};
  return names[static_cast<unsigned>(kind)];
}

NodeRef detail::buildHalo(const NodeRef &field, const FilledHalo &halo, const NodeRef &value,
                          SourceLine line) {
  Range grid = gridOf(*field, halo, line);
  if (field->symbolic)
    return NodeRef(new HaloNode(field, halo, value, line));
  return HaloBuilder(field, halo, value, grid, line).build();
}

static HaloKind kindOf(const Written &written) {
  for (HaloKind kind : {HaloKind::Periodic, HaloKind::Mirror, HaloKind::Constant, HaloKind::Extend})
    if (nameOf(kind) == written.text.word)
      return kind;
  written.refuse("has no kind '" + written.text.word + "'");
}

Nodes detail::readHalo(const Written &written) {
  const std::vector<WrittenEntry> &entries = written.text.entries;
  if (entries.size() != 1 || entries[0].slice.isIndex)
    written.refuse("has one range, got " + std::to_string(entries.size()));
  HaloKind kind = kindOf(written);
  written.expectOperands(kind == HaloKind::Constant ? 2 : 1);
  const Slice &reach = entries[0].slice;
  NodeRef value = kind == HaloKind::Constant ? written.operands[1] : NodeRef();
  return {buildHalo(written.operands[0], {kind, entries[0].dim, -reach.start, reach.stop}, value,
                    written.line())};
}
