//===- Concat.cpp - A field put together from parts -----------------------===//
//
// Boxes and what gives the values in them. Their bounds are arguments of the
// kernels. Boxes reach as far as the user said; where an operand has no values,
// nobody asks for them, since the domain ends there.
//
// An operand whose domain is not known yet, an argument of a callable, makes the
// domain of the result unknown; then what the user wrote is recorded, and boxes
// are found in a call.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Operations/Concat.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Types/DomainText.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// What the user wrote.
enum class Form {
  Where,  ///< a condition: the boxes are known
  Fields, ///< fields: the boxes are their domains
  Set,    ///< a field, a value and a part of the field
};

struct ConcatNode final : NodeOf<ConcatNode> {
  static constexpr std::string_view operationName = "concat";
  Form form;
  std::vector<Dimension> cut;
  std::vector<ConcatPiece> pieces;

  ConcatNode(Form form, std::vector<Dimension> cut, std::vector<ConcatPiece> pieces)
      : form(form), cut(std::move(cut)), pieces(std::move(pieces)) {}

  NodeKind kind() const override { return NodeKind::View; }
  Domain reads(std::size_t n, const Domain &box) const override;
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string_view called() const override {
    return form == Form::Where ? "concat_where" : form == Form::Fields ? "concat" : "set";
  }
  std::string shape(std::span<const std::string> operands) const override;
  NodeRef rebuild(const Rebuilding &on) const override;

  /// The points of the box that the operand gives.
  Domain box(const ConcatPiece &piece) const;
  Condition pointsIn(const Domain &limits) const;
  Domain endsOfOperands() const;
  Domain unitedBox(SourceLine line) const;
  void inferDomain(SourceLine line);
  void inferCompute();
};

/// "'u', 'v' and a number": each once.
std::string listText(std::span<const NodeRef> nodes) {
  std::vector<std::string> names;
  for (const NodeRef &node : nodes) {
    std::string name = as<NumberNode>(*node) ? "a number" : describe(*node);
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n)
    text += (n == 0 ? "" : n + 1 == names.size() ? " and " : ", ") + names[n];
  return text;
}

/// "I[0,3) and I[5,8)".
std::string boxesText(Items<Domain> boxes) {
  std::string text;
  for (std::size_t n = 0; n < boxes.size(); ++n)
    text += (n == 0 ? "" : n + 1 == boxes.size() ? " and " : ", ") + toString(boxes[n]);
  return text;
}

Domain ConcatNode::box(const ConcatPiece &piece) const {
  Domain result;
  for (Dimension dim : cut)
    result = result.with(dim(piece.region[dim] & inputs[piece.operand]->domain.rangeOr(dim)));
  return result;
}

/// The points of all pieces within `limits`.
Condition ConcatNode::pointsIn(const Domain &limits) const {
  Domain none;
  for (Dimension dim : cut)
    none = none.with(dim(Range()));
  Condition points(none);
  for (const ConcatPiece &piece : pieces)
    if (Domain part = box(piece) & limits; !part.empty())
      points = points | Condition(part);
  return points;
}

/// Where the operands that have ends end.
Domain ConcatNode::endsOfOperands() const {
  Domain limits;
  for (Dimension dim : cut) {
    std::int64_t lo = unbounded, hi = -unbounded;
    for (const NodeRef &input : inputs) {
      Range own = input->domain.rangeOr(dim);
      if (own.empty())
        continue;
      lo = own.lo() == -unbounded ? lo : std::min(lo, own.lo());
      hi = own.hi() == unbounded ? hi : std::max(hi, own.hi());
    }
    limits = limits.with(dim(lo == unbounded ? -unbounded : lo, hi == -unbounded ? unbounded : hi));
  }
  return limits;
}

bool isBox(const Condition &points) { return points.boxes().size() <= 1; }

/// Whether each line of points that leaves the limits has no end.
bool hasRaysBeyond(const Condition &points, const Domain &limits) {
  for (const NamedRange &limit : limits)
    for (Range outside : {Range::below(limit.range.lo()), Range::from(limit.range.hi())}) {
      const Condition beyond = points & limit.dim(outside);
      for (const Domain &box : beyond.boxes())
        if (box[limit.dim] != outside)
          return false;
    }
  return true;
}

/// The box that the pieces are together. Where what has no end reaches beyond the
/// others so that they are none, it ends where they do.
Domain ConcatNode::unitedBox(SourceLine line) const {
  Domain limits;
  for (Dimension dim : cut)
    limits = limits.with(dim(Range::all()));
  const Condition all = pointsIn(limits);
  if (!isBox(all)) {
    limits = endsOfOperands();
    std::vector<Dimension> slowFirst = cut;
    std::sort(slowFirst.begin(), slowFirst.end(), [](Dimension a, Dimension b) { return b < a; });
    for (Dimension dim : slowFirst)
      for (bool isLower : {true, false}) {
        Range own = limits[dim];
        Domain wider = limits.with(isLower ? dim(-unbounded, own.hi()) : dim(own.lo(), unbounded));
        const Condition points = pointsIn(wider);
        if (isBox(points) && !points.boxes().empty() &&
            (isLower ? points.boxes()[0][dim].lo() == -unbounded
                     : points.boxes()[0][dim].hi() == unbounded))
          limits = wider;
      }
  }
  const Condition points = pointsIn(limits);
  if (!isBox(points) || (!isBox(all) && !hasRaysBeyond(all, limits)))
    throw NonContiguousDomain(line, "'" + std::string(called()) + "' of " + listText(inputs) +
                                        ": its parts, " + boxesText(all.boxes()) +
                                        ", are no box together");
  Domain united;
  for (Dimension dim : cut)
    united = united.with(dim(points.boxes().empty() ? Range() : points.boxes()[0][dim]));
  return united;
}

/// Dimensions that are cut: the union of the boxes; others: what the operands have
/// in common.
void ConcatNode::inferDomain(SourceLine line) {
  Domain common;
  for (const NodeRef &input : inputs)
    intersectWith(common, input->domain);
  for (Dimension dim : cut)
    common = common.with(dim(Range::all()));
  if (!symbolic)
    for (const NamedRange &range : unitedBox(line))
      common = common.with(range);
  domain = common.canonical();
}

/// The grid of the operands that have one: where parts are cut, the smallest that
/// holds them.
void ConcatNode::inferCompute() {
  compute = domain;
  for (const NamedRange &range : domain) {
    bool isCut = std::find(cut.begin(), cut.end(), range.dim) != cut.end();
    Range grid = Range::all(), held;
    for (const NodeRef &input : inputs) {
      Range own = input->compute.rangeOr(range.dim);
      grid = grid & own;
      if (own.isFinite())
        held = hull(held, own);
    }
    compute = compute.with(range.dim(isCut && !held.empty() ? held : grid));
  }
}

/// Of a set whose part is not known yet one input has several pieces, or none.
Domain ConcatNode::reads(std::size_t n, const Domain &points) const {
  Domain read;
  for (Dimension dim : cut)
    read = read.with(dim(Range()));
  for (const ConcatPiece &piece : pieces)
    if (piece.operand == n) {
      Domain part = piece.region;
      for (const NamedRange &range : piece.region)
        part = part.with(range.dim(range.range & points.rangeOr(range.dim)));
      read = hullOf(read, part);
    }
  Domain box = points;
  for (const NamedRange &range : read)
    box = box.with(range);
  Domain result = projected(box, inputs[n]->domain);
  return read.empty() ? result.with(cut.front()(Range())) : result;
}

void ConcatNode::flatten(Flattening &to) const {
  to.key().number(cut.size());
  for (Dimension dim : cut)
    to.key().dimension(dim);
  to.key().number(pieces.size());
  for (const ConcatPiece &piece : pieces) {
    to.key().number(piece.operand);
    for (Dimension dim : cut)
      to.useRange(dim(piece.region[dim]));
  }
}

void ConcatNode::print(OperationText &text) const {
  std::vector<TextValue> parts;
  for (const ConcatPiece &piece : pieces)
    parts.push_back(text.inputs()[piece.operand]);
  text.define(text.result(), "concat " + namesOf(parts) + " over " + namesOf(text.ranges()) +
                                 " : (" + typesOf(parts) + "), " + typesOf(text.ranges()) + " -> " +
                                 text.result().type);
}

/// "I from 1 to 8"; an end that is not there is left out.
std::string entryText(const std::string &dim, Range range) {
  return dim + (range.lo() == -unbounded ? "" : " from " + std::to_string(range.lo())) +
         (range.hi() == unbounded ? "" : " to " + std::to_string(range.hi()));
}

void ConcatNode::printRecorded(OperationText &text) const {
  std::vector<TextValue> parts(text.inputs().begin(), text.inputs().end());
  std::string name = "concat_fields ", list;
  if (form == Form::Where || (form == Form::Set && !symbolic)) {
    parts.clear();
    for (const ConcatPiece &piece : pieces) {
      parts.push_back(text.inputs()[piece.operand]);
      for (Dimension dim : cut)
        list += (list.empty() ? "" : ", ") + entryText(text.dimension(dim), piece.region[dim]);
    }
    name = "concat_where ";
    list = " [" + list + "]";
  } else if (form == Form::Set) {
    name = "set ";
    list = " over " + dimensionList(text, cut);
  }
  text.define(text.result(), name + namesOf(parts) + list + " : (" + typesOf(parts) + ") -> " +
                                 text.result().type);
}

std::vector<reference::Grid> ConcatNode::evaluate(const reference::Evaluated &on) const {
  reference::Grid result = reference::makeGrid(dtype, on.points, line);
  for (const ConcatPiece &piece : pieces) {
    Domain part = on.points;
    for (const NamedRange &range : piece.region)
      part = part.with(range.dim(range.range & part[range.dim]));
    if (!part.empty())
      reference::convertGrid(*on.inputs[piece.operand], result, part);
  }
  return {result};
}

std::string ConcatNode::shape(std::span<const std::string> operands) const {
  std::string text = "concat along";
  for (Dimension dim : cut)
    text += " " + std::string(dim.name());
  text += " of ";
  for (std::size_t n = 0; n < pieces.size(); ++n)
    text += (n ? ", " : "") + operands[pieces[n].operand];
  return text;
}

/// Makes an input of each piece, so that what is read of it is exact.
void separatePieces(Node &node, std::vector<ConcatPiece> &pieces) {
  Sequence<NodeRef, 3> inputs;
  for (ConcatPiece &piece : pieces) {
    inputs.push_back(node.inputs[piece.operand]);
    piece.operand = static_cast<unsigned>(inputs.size() - 1);
  }
  node.inputs = std::move(inputs);
}

/// Whether no neighbour is missing that a value was gathered by.
NodeRef validityOf(const Node &node, SourceLine line) {
  if (!node.validity)
    return makeScalar(true, line);
  NodeRef all;
  for (const NodeRef &valid : *node.validity) {
    Operand both[] = {{all, line}, {valid, line}};
    all = all ? buildPoint(PointOp::And, both) : valid;
  }
  return all;
}

/// A set of an argument is for kernels when it is made again.
NodeRef ConcatNode::rebuild(const Rebuilding &on) const {
  std::vector<Operand> operands;
  for (const NodeRef &input : on.inputs)
    operands.push_back({input, line});
  if (form == Form::Fields)
    return buildConcat(operands, line);
  if (form != Form::Set || !symbolic)
    return buildPieces(operands, pieces, line);
  NodeRef set = buildSet(operands[0], on.inputs[2], cut, operands[1]);
  if (set->symbolic)
    separatePieces(*set, static_cast<ConcatNode &>(*set).pieces);
  return set;
}

/// Takes the operands, converted to their common type, into a node.
NodeRef concatNode(Form form, std::span<Operand> operands, std::vector<Dimension> cut,
                   std::vector<ConcatPiece> pieces, SourceLine line) {
  auto *concat = new ConcatNode(form, std::move(cut), std::move(pieces));
  NodeRef node(concat);
  node->line = line;
  OperationTypes types = chosenTypes(concat->called(), operands);
  node->dtype = types.result;
  node->weak = types.weak;
  for (Operand &operand : operands) {
    if (isInteger(operand.node->dtype))
      node->fits &= operand.node->fits;
    node->symbolic |= operand.node->symbolic;
    Runtime::State *other = operand.node->runtime;
    if (other && node->runtime && other != node->runtime)
      throw ValueError(line, "the operands of '" + std::string(concat->called()) +
                                 "' belong to different runtimes");
    node->runtime = other ? other : node->runtime;
    node->inputs.push_back(converted(std::move(operand.node), types.operands, operand.line));
  }
  if (form == Form::Set) {
    node->domain = node->inputs[0]->domain;
    node->compute = node->inputs[0]->compute;
  }
  if (form != Form::Set || !node->symbolic)
    separatePieces(*node, concat->pieces);
  if (form != Form::Set) {
    concat->inferDomain(line);
    concat->inferCompute();
  }
  if (std::any_of(node->inputs.begin(), node->inputs.end(),
                  [](const NodeRef &input) { return input->validity != nullptr; })) {
    std::vector<Operand> valid;
    for (const NodeRef &input : node->inputs)
      valid.push_back({validityOf(*input, line), line});
    node->validity = std::make_shared<const std::vector<NodeRef>>(
        1, concatNode(Form::Where, valid, concat->cut, concat->pieces, line));
  }
  return node;
}

/// Throws KeyError if the operands have dimensions, but none of them `dim`.
void checkCut(std::span<const Operand> operands, Dimension dim, SourceLine line) {
  std::vector<NodeRef> fields;
  for (const Operand &operand : operands) {
    if (operand.node->domain.has(dim))
      return;
    if (operand.node->domain.ndim() != 0)
      fields.push_back(operand.node);
  }
  if (!fields.empty())
    throw KeyError(line, "'concat_where' is cut in " + std::string(dim.name()) + ", which " +
                             listText(fields) + " " + (fields.size() == 1 ? "lacks" : "lack") +
                             "; broadcast one of them");
}

} // namespace

NodeRef detail::buildConcatWhere(const Condition &condition, std::span<Operand> branches,
                                 SourceLine line) {
  std::vector<Dimension> cut(condition.dims().begin(), condition.dims().end());
  if (cut.empty())
    throw ValueError(line, "the condition of 'concat_where' names no dimension");
  for (Dimension dim : cut)
    checkCut(branches, dim, line);
  std::vector<ConcatPiece> pieces;
  const Condition otherwise = ~condition;
  for (const Domain &box : condition.boxes())
    pieces.push_back({0, box});
  for (const Domain &box : otherwise.boxes())
    pieces.push_back({1, box});
  return concatNode(Form::Where, branches, std::move(cut), std::move(pieces), line);
}

NodeRef detail::buildConcat(std::span<Operand> fields, SourceLine line) {
  if (fields.empty())
    throw ValueError(line, "'concat' of no field");
  if (fields.size() == 1)
    return fields[0].node;
  std::vector<Dimension> cut;
  for (const NamedRange &range : fields[0].node->domain)
    if (std::all_of(fields.begin(), fields.end(),
                    [&](const Operand &field) { return field.node->domain.has(range.dim); }))
      cut.push_back(range.dim);
  if (cut.empty())
    throw ValueError(line, "'concat' of fields that have no dimension in common");
  std::vector<ConcatPiece> pieces;
  bool symbolic = false;
  for (unsigned n = 0; n < fields.size(); ++n) {
    const Node &own = *fields[n].node;
    symbolic |= own.symbolic;
    Domain region;
    for (Dimension dim : cut)
      region = region.with(dim(own.domain.empty() ? Range() : own.domain[dim]));
    pieces.push_back({n, region});
  }
  for (std::size_t n = 0; n < pieces.size() && !symbolic; ++n)
    for (std::size_t m = 0; m < n; ++m)
      if (Domain both = pieces[m].region & pieces[n].region; !both.empty())
        throw ValueError(line, "'concat' of " + describe(*fields[m].node) + " and " +
                                   describe(*fields[n].node) + ": both are defined over " +
                                   toString(both));
  return concatNode(Form::Fields, fields, std::move(cut), std::move(pieces), line);
}

NodeRef detail::buildSet(const Operand &field, const NodeRef &part, std::vector<Dimension> dims,
                         const Operand &value) {
  SourceLine line = value.line;
  bool symbolic = field.node->symbolic || value.node->symbolic || part->symbolic;
  std::string start = "'set' of a part of " + describe(*field.node);
  Domain region;
  for (Dimension dim : dims)
    region = region.with(part->domain[dim].empty() ? dim(Range()) : dim(part->domain[dim]));
  for (const NamedRange &range : value.node->domain) {
    if (!field.node->domain.has(range.dim))
      throw ValueError(line, start + ": " + describe(*value.node) + " has the dimension " +
                                 std::string(range.dim.name()) + ", which the field lacks");
    Range needed = region.has(range.dim) ? region[range.dim] : field.node->domain[range.dim];
    if (!symbolic && !region.empty() && !range.range.contains(needed))
      throw DomainError(line, start + " over " + toString(range.dim(needed)) + " needs " +
                                  describe(*value.node) + " there, but it is defined over " +
                                  toString(range));
  }
  Operand operands[] = {field, value, {part, line}};
  DType type = chosenTypes("set", {operands, 2}).result;
  if (type != field.node->dtype && !field.node->weak)
    throw DTypeError(line, start + " (" + std::string(name(field.node->dtype)) + ") to " +
                               describe(*value.node) + ": the field would become " +
                               std::string(name(type)) + "; convert one with astype");
  std::vector<ConcatPiece> pieces;
  Domain outer;
  for (Dimension dim : dims)
    outer = outer.with(dim(Range::all()));
  for (Dimension dim : dims) { // what lies below and above of the part
    pieces.push_back({0, outer.with(dim(Range::below(region[dim].lo())))});
    pieces.push_back({0, outer.with(dim(Range::from(region[dim].hi())))});
    outer = outer.with(dim(region[dim]));
  }
  pieces.push_back({1, region});
  return concatNode(Form::Set, {operands, symbolic ? 3u : 2u}, std::move(dims), std::move(pieces),
                    line);
}

NodeRef detail::buildPieces(std::vector<Operand> operands, std::vector<ConcatPiece> pieces,
                            SourceLine line) {
  std::vector<Dimension> cut;
  for (const NamedRange &range : pieces.front().region)
    cut.push_back(range.dim);
  for (std::size_t n = 0; n < pieces.size(); ++n)
    for (std::size_t m = 0; m < n; ++m)
      if (Domain both = pieces[m].region & pieces[n].region; !both.empty())
        throw ValueError(line, "parts of a concatenation overlap in " + toString(both));
  return concatNode(Form::Where, operands, std::move(cut), std::move(pieces), line);
}
