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
#include "gtjit/Graph/Operations/ConcatNode.h"

#include "gtjit/Error.h"
#include "gtjit/Graph/DomainCheck.h"
#include "gtjit/Graph/Operations/Number.h"
#include "gtjit/Graph/Promotion.h"
#include "gtjit/Types/DomainText.h"
#include "gtjit/Types/Staggered.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

/// "a, b and c".
static std::string listText(std::vector<std::string> names) {
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n)
    text += (n == 0 ? "" : n + 1 == names.size() ? " and " : ", ") + names[n];
  return text;
}

/// "'u', 'v' and a number": each once.
static std::string listText(std::span<const NodeRef> nodes) {
  std::vector<std::string> names;
  for (const NodeRef &node : nodes) {
    std::string name = as<NumberNode>(*node) ? "a number" : describe(*node);
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  return listText(std::move(names));
}

/// "I[0,3) and I[5,8)".
static std::string boxesText(Items<Domain> boxes) {
  std::vector<std::string> names;
  for (const Domain &box : boxes)
    names.push_back(toString(box));
  return listText(std::move(names));
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

static bool isBox(const Condition &points) { return points.boxes().size() <= 1; }

/// Whether each line of points that leaves the limits has no end.
static bool hasRaysBeyond(const Condition &points, const Domain &limits) {
  for (const NamedRange &limit : limits)
    for (Range outside : {Range::below(limit.range.lo()), Range::from(limit.range.hi())}) {
      const Condition beyond = points & limit.dim(outside);
      for (const Domain &box : beyond.boxes())
        if (box[limit.dim] != outside)
          return false;
    }
  return true;
}

/// The box that the pieces, which are disjoint, fill together, if they do: counted in
/// the cells that all of their bounds cut.
std::optional<Domain> ConcatNode::filledBox() const {
  std::vector<Domain> boxes;
  for (const ConcatPiece &piece : pieces)
    if (Domain own = box(piece); !own.empty())
      boxes.push_back(std::move(own));
  std::vector<std::size_t> cells(boxes.size(), 1);
  std::size_t all = 1, filled = 0;
  Domain hull;
  std::vector<std::int64_t> bounds;
  for (Dimension dim : cut) {
    bounds.clear();
    for (const Domain &own : boxes)
      bounds.insert(bounds.end(), {own[dim].lo(), own[dim].hi()});
    std::sort(bounds.begin(), bounds.end());
    bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
    auto place = [&](std::int64_t bound) {
      return std::lower_bound(bounds.begin(), bounds.end(), bound) - bounds.begin();
    };
    for (std::size_t n = 0; n < boxes.size(); ++n)
      cells[n] *= static_cast<std::size_t>(place(boxes[n][dim].hi()) - place(boxes[n][dim].lo()));
    all *= bounds.empty() ? 0 : bounds.size() - 1;
    hull = hull.with(bounds.empty() ? dim(Range()) : dim(bounds.front(), bounds.back()));
  }
  for (std::size_t own : cells)
    filled += own;
  return filled == all ? std::optional(hull) : std::nullopt;
}

/// The box that the pieces are together. Where what has no end reaches beyond the
/// others so that they are none, it ends where they do.
Domain ConcatNode::unitedBox(SourceLine line) const {
  if (std::optional<Domain> filled = filledBox())
    return *filled;
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

/// The pieces as far as the domain has points of them: what tells of its values may have no end,
/// and be no box together, where these have one.
std::vector<ConcatPiece> ConcatNode::piecesInDomain() const {
  std::vector<ConcatPiece> inside = pieces;
  for (ConcatPiece &piece : inside)
    if (!symbolic)
      for (const NamedRange &range : box(piece))
        piece.region = piece.region.with(range.dim(range.range & domain.rangeOr(range.dim)));
  return inside;
}

/// Dimensions that are cut: the union of the boxes; others: what the operands have
/// in common.
void ConcatNode::inferDomain(SourceLine line) {
  Domain common;
  for (const NodeRef &input : inputs)
    intersectWith(common, input->domain);
  for (Dimension dim : cut)
    common = common.with(dim(Range::all()));
  checkTwins(common, line);
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

/// Makes an input of each piece, so that what is read of it is exact.
static void separatePieces(Node &node, std::vector<ConcatPiece> &pieces) {
  Sequence<NodeRef, 3> inputs;
  for (ConcatPiece &piece : pieces) {
    inputs.push_back(node.inputs[piece.operand]);
    piece.operand = static_cast<unsigned>(inputs.size() - 1);
  }
  node.inputs = std::move(inputs);
}

/// True where the field is defined.
static NodeRef trueOn(const NodeRef &field, SourceLine line) {
  Operand same[] = {{field, line}, {field, line}};
  Operand either[] = {{buildPoint(PointOp::Eq, same), line}, {makeScalar(true, line), line}};
  return buildPoint(PointOp::Or, either);
}

/// Whether no neighbour is missing that a value was gathered by. Where a call alone tells how far
/// the pieces reach, a number on both sides of others would reach beyond the values: see
/// piecesInDomain().
static NodeRef validityOf(const ConcatNode &concat, const NodeRef &input, SourceLine line) {
  auto isInput = [&](const NodeRef &each) { return each.get() == input.get(); };
  if (!input->validity) {
    bool reachesBeyond =
        concat.symbolic && std::count_if(concat.inputs.begin(), concat.inputs.end(), isInput) > 1;
    return reachesBeyond ? trueOn(input, line) : makeScalar(true, line);
  }
  NodeRef all;
  for (const NodeRef &valid : *input->validity)
    all = all ? buildBoth(all, valid, line) : valid;
  return all;
}

/// A set of an argument is for kernels when it is made again.
NodeRef ConcatNode::rebuild(const Rebuilding &on) const {
  std::vector<Operand> operands;
  for (const NodeRef &input : on.inputs)
    operands.push_back({input, line});
  if (form == ConcatForm::Fields)
    return buildConcat(operands, line);
  if (form != ConcatForm::Set || !symbolic)
    return buildPieces(operands, pieces, line);
  NodeRef set = buildSet(operands[0], on.inputs[2], cut, operands[1]);
  if (set->symbolic)
    separatePieces(*set, static_cast<ConcatNode &>(*set).pieces);
  return set;
}

/// As how many more operations in a row a concatenation counts: the ranges of its parts are made of
/// those of the concatenations that it is nested in, and an image describes 1,000 in one another.
constexpr std::uint32_t kOperationsOfNesting = 31;

/// Takes the operands, converted to their common type, into a node.
static NodeRef concatNode(ConcatForm form, std::span<Operand> operands, std::vector<Dimension> cut,
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
    node->addInput(converted(std::move(operand.node), types.operands, operand.line));
  }
  node->depth += kOperationsOfNesting;
  if (form == ConcatForm::Set) {
    node->domain = node->inputs[0]->domain;
    node->compute = node->inputs[0]->compute;
  }
  if (form != ConcatForm::Set || !node->symbolic)
    separatePieces(*node, concat->pieces);
  if (form != ConcatForm::Set) {
    concat->inferDomain(line);
    concat->inferCompute();
  }
  if (std::any_of(node->inputs.begin(), node->inputs.end(),
                  [](const NodeRef &input) { return input->validity != nullptr; })) {
    std::vector<Operand> valid;
    for (const NodeRef &input : node->inputs)
      valid.push_back({validityOf(*concat, input, line), line});
    node->validity = std::make_shared<const std::vector<NodeRef>>(
        1, concatNode(ConcatForm::Where, valid, concat->cut, concat->piecesInDomain(), line));
  }
  return node;
}

/// Throws KeyError if the operands have dimensions, but none of them `dim`.
static void checkCut(std::span<const Operand> operands, Dimension dim, SourceLine line) {
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
  NodeRef node = concatNode(ConcatForm::Where, branches, cut, std::move(pieces), line);
  checkOperandDomains(*node, cut);
  return node;
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
  return concatNode(ConcatForm::Fields, fields, std::move(cut), std::move(pieces), line);
}

NodeRef detail::buildSet(const Operand &field, const NodeRef &part, std::vector<Dimension> dims,
                         const Operand &value) {
  SourceLine line = value.line;
  bool symbolic = field.node->symbolic || value.node->symbolic || part->symbolic;
  auto start = [&] { return "'set' of a part of " + describe(*field.node); };
  Domain region;
  for (Dimension dim : dims)
    region = region.with(part->domain[dim].empty() ? dim(Range()) : dim(part->domain[dim]));
  for (const NamedRange &range : value.node->domain) {
    if (!field.node->domain.has(range.dim))
      throw ValueError(line, start() + ": " + describe(*value.node) + " has the dimension " +
                                 std::string(range.dim.name()) + ", which the field lacks");
    Range needed = region.has(range.dim) ? region[range.dim] : field.node->domain[range.dim];
    if (!symbolic && !region.empty() && !range.range.contains(needed))
      throw DomainError(line, start() + " over " + toString(range.dim(needed)) + " needs " +
                                  describe(*value.node) + " there, but it is defined over " +
                                  toString(range));
  }
  Operand operands[] = {field, value, {part, line}};
  DType type = chosenTypes("set", {operands, 2}).result;
  if (type != field.node->dtype && !field.node->weak)
    throw DTypeError(line, start() + " (" + std::string(name(field.node->dtype)) + ") to " +
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
  return concatNode(ConcatForm::Set, {operands, symbolic ? 3u : 2u}, std::move(dims),
                    std::move(pieces), line);
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
  return concatNode(ConcatForm::Where, operands, std::move(cut), std::move(pieces), line);
}
