//===- Extreme.cpp - Where the least or greatest value is -----------------===//
//
// One operation with a coordinate for each dimension as its results. In the
// dialect it is reductions: the extreme, then in each row, along the fastest
// dimension, the first coordinate that has it, and among these, dimension by
// dimension, the least coordinate of those that are left. So the points are read
// twice, whatever the number of dimensions. The reference evaluator looks at the
// points in order.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Error.h"
#include "gtjit/Graph/Ends.h"
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Reduce.h"
#include "gtjit/Graph/Operations/Result.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Types/Selection.h"

#include <algorithm>
#include <type_traits>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

std::string_view spellingOf(ReduceKind kind) {
  return kind == ReduceKind::Min ? "argmin" : "argmax";
}

struct ExtremeNode final : NodeOf<ExtremeNode> {
  static constexpr std::string_view operationName = "extreme";
  ReduceKind which;            ///< Min or Max
  std::vector<Dimension> dims; ///< a result each; the first is the slowest
  ReducedDims order;

  ExtremeNode(const NodeRef &input, ReduceKind which, const Dims &dims, SourceLine line);

  NodeKind kind() const override { return NodeKind::Several; }
  unsigned resultCount() const override { return static_cast<unsigned>(dims.size()); }
  std::optional<Range> coordinatesIn(unsigned number) const override {
    return inputs[0]->domain[dims[number]];
  }
  Domain reads(std::size_t n, const Domain &box) const override;
  std::span<const Dimension> gathered() const override { return dims; }
  bool readsOwnPoint() const override { return false; }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string_view spelling() const override { return spellingOf(which); }
  std::string shape(std::span<const std::string> operands) const override;
  std::string computation(std::span<const std::string>) const override {
    return std::string(spelling()) + " over " + order.text(inputs[0]->domain);
  }
  NodeRef rebuild(const Rebuilding &on) const override;
};

/// Throws unless there is a least or greatest value over the dimensions.
void checkHasPoints(const Node &input, std::string_view spelling, const Dims &dims,
                    SourceLine line) {
  std::string what = "'" + std::string(spelling) + "' ";
  if (dims.size() == 0)
    throw ValueError(line, what + "of " + describe(input) + " over no dimension");
  for (Dimension dim : dims)
    if (!input.symbolic && input.domain[dim].empty())
      throw ValueError(line, what + "over " + std::string(dim.name()) + " of " + describe(input) +
                                 ", which has no points there");
}

NodeRef extremeNode(const NodeRef &operand, ReduceKind kind, const Dims &dims, SourceLine line) {
  NodeRef input = withEnds(operand, dims);
  checkReducedDims(*input, spellingOf(kind), dims, line);
  checkReducedType(*input, spellingOf(kind), kind, line);
  checkHasPoints(*input, spellingOf(kind), dims, line);
  return NodeRef(new ExtremeNode(input, kind, dims, line));
}

ExtremeNode::ExtremeNode(const NodeRef &input, ReduceKind which, const Dims &wanted,
                         SourceLine line)
    : which(which), dims(wanted.begin(), wanted.end()), order(reducedDims(*input, wanted)) {
  dtype = DType::I64;
  order.infer(*this, input, line);
}

Domain ExtremeNode::reads(std::size_t n, const Domain &box) const {
  return order.reads(inputs[n]->domain, box);
}

/// The scalar is the coordinate of points that have another value.
void ExtremeNode::flatten(Flattening &to) const {
  order.flatten(to, inputs[0]->domain, which, true);
  for (Dimension dim : dims)
    to.key().dimension(dim);
  to.useScalar(DType::I64, INT64_MAX);
}

/// The lines of one operation.
class ExtremeText {
public:
  ExtremeText(OperationText &text, const ExtremeNode &node) : text(text), node(node) {}
  std::vector<TextValue> write();

private:
  /// Which of the reduced dimensions a reduction is over.
  enum class Over { All, Row, Rows };

  TextValue point(PointOp op, std::span<const TextValue> operands, std::string type);
  TextValue reduced(ReduceKind kind, const TextValue &values, DType type, Over over);
  /// Bools where the input has its extreme.
  TextValue hits();
  TextValue index(Dimension dim);
  TextValue chosen(const TextValue &condition, const TextValue &values, const Domain &domain);
  TextValue both(const TextValue &a, const TextValue &b, const Domain &domain);

  OperationText &text;
  const ExtremeNode &node;
  const Domain &whole = node.inputs[0]->domain;
  /// The fastest that is reduced; for any strides the one that is listed first.
  const Dimension row = text.anyStrides() ? *std::min_element(node.dims.begin(), node.dims.end())
                                          : node.order.dims.front();
  const Domain rows = whole.without(row);
};

TextValue ExtremeText::point(PointOp op, std::span<const TextValue> operands, std::string type) {
  TextValue value = text.fresh(node.spelling(), std::move(type));
  text.define(value, std::string(pointOpInfo(op).mnemonic) + " " + namesOf(operands) + " : (" +
                         typesOf(operands) + ") -> " + value.type);
  return value;
}

TextValue ExtremeText::reduced(ReduceKind kind, const TextValue &values, DType type, Over over) {
  std::span<const TextValue> ranges = text.ranges(); // the row's is the first
  ranges = over == Over::Row ? ranges.first(1) : over == Over::Rows ? ranges.subspan(1) : ranges;
  TextValue value =
      text.fresh(node.spelling(), text.fieldType(over == Over::Row ? rows : *node.domain, type));
  bool lanes = node.order.lanes && !text.anyStrides() && over != Over::Rows;
  text.define(value, "reduce " + std::string(nameOf(kind)) + " " + values.name + " over " +
                         namesOf(ranges) + (lanes ? " lanes : " : " : ") + values.type + ", " +
                         typesOf(ranges) + " -> " + value.type);
  return value;
}

TextValue ExtremeText::hits() {
  TextValue input = text.inputs()[0];
  DType type = node.inputs[0]->dtype;
  std::string bools = text.fieldType(whole, DType::Bool);
  TextValue equal[] = {input, reduced(node.which, input, type, Over::All)};
  TextValue hit = point(PointOp::Eq, equal, bools);
  if (!isFloat(type))
    return hit;
  TextValue same[] = {input, input}; // the extreme is NaN if there is one, and equals nothing
  TextValue either[] = {hit, point(PointOp::Ne, same, bools)};
  return point(PointOp::Or, either, bools);
}

/// The coordinate at each point.
TextValue ExtremeText::index(Dimension dim) {
  TextValue value = text.fresh("index", text.fieldType(Domain(dim(whole[dim])), DType::I64));
  text.define(value, "index " + text.dimension(dim) + " : " + value.type);
  return value;
}

/// `values` where the condition holds, else what is greater than any coordinate.
TextValue ExtremeText::chosen(const TextValue &condition, const TextValue &values,
                              const Domain &domain) {
  TextValue choice[] = {condition, values, text.scalars()[0]};
  return point(PointOp::Where, choice, text.fieldType(domain, DType::I64));
}

TextValue ExtremeText::both(const TextValue &a, const TextValue &b, const Domain &domain) {
  TextValue operands[] = {a, b};
  return point(PointOp::And, operands, text.fieldType(domain, DType::Bool));
}

std::vector<TextValue> ExtremeText::write() {
  TextValue inRow =
      reduced(ReduceKind::Min, chosen(hits(), index(row), whole), DType::I64, Over::Row);
  if (node.dims.size() == 1)
    return {inRow};
  TextValue found[] = {inRow, text.scalars()[0]};
  TextValue hit = point(PointOp::Ne, found, text.fieldType(rows, DType::Bool));
  std::vector<TextValue> results;
  for (Dimension dim : node.dims) {
    TextValue values = dim == row ? inRow : index(dim);
    results.push_back(reduced(ReduceKind::Min, chosen(hit, values, rows), DType::I64, Over::Rows));
    if (results.size() == node.dims.size())
      break;
    Domain along = dim == row ? rows : Domain(dim(whole[dim]));
    intersectWith(along, node.domain);
    TextValue equal[] = {values, results.back()};
    hit = both(hit, point(PointOp::Eq, equal, text.fieldType(along, DType::Bool)), rows);
  }
  return results;
}

void ExtremeNode::print(OperationText &text) const {
  text.setResults(ExtremeText(text, *this).write());
}

void ExtremeNode::printRecorded(OperationText &text) const {
  TextValue all = text.result();
  std::string types;
  std::vector<TextValue> results;
  for (std::size_t n = 0; n < dims.size(); ++n) {
    results.push_back({all.name + "#" + std::to_string(n), text.fieldType(domain, DType::I64)});
    types += (n == 0 ? "" : ", ") + results.back().type;
  }
  all.name += ":" + std::to_string(dims.size());
  text.define(all, "find_extreme " + std::string(nameOf(which)) + " " + text.inputs()[0].name +
                       " over " + dimensionList(text, dims) + " : " + text.inputs()[0].type +
                       " -> " + types);
  text.setResults(std::move(results));
}

//===----------------------------------------------------------------------===//
// Reference
//===----------------------------------------------------------------------===//

/// The points among which one extreme is sought: bytes between neighbours and
/// the range, slowest dimension first.
struct Searched {
  std::vector<std::int64_t> strides;
  std::vector<Range> ranges;
};

/// NaN before any other value.
template <class T> bool isBetter(T value, T best, ReduceKind which) {
  if constexpr (std::floating_point<T>)
    if (value != value || best != best)
      return best == best;
  return which == ReduceKind::Min ? value < best : value > best;
}

/// The coordinates of the first extreme, one a dimension.
template <class E>
std::vector<std::int64_t> search(const std::byte *first, const Searched &in, ReduceKind which) {
  using T = std::conditional_t<TwoByteFloat<E>, float, E>;
  std::vector<std::int64_t> steps(in.ranges.size()), best = steps;
  T extreme = T(reference::loadValue<E>(first));
  for (std::size_t d = steps.size(); d > 0;) {
    const std::byte *at = first;
    for (std::size_t k = 0; k < steps.size(); ++k)
      at += steps[k] * in.strides[k];
    if (T value = T(reference::loadValue<E>(at)); isBetter(value, extreme, which)) {
      extreme = value;
      best = steps;
    }
    for (d = steps.size(); d > 0 && ++steps[d - 1] == in.ranges[d - 1].size(); --d)
      steps[d - 1] = 0;
  }
  for (std::size_t d = 0; d < best.size(); ++d)
    best[d] += in.ranges[d].lo();
  return best;
}

std::vector<reference::Grid> ExtremeNode::evaluate(const reference::Evaluated &on) const {
  using namespace reference;
  const Grid &values = *on.inputs[0];
  Searched in;
  Domain firstPoints = on.points;
  for (Dimension dim : dims) {
    Range range = inputs[0]->domain[dim];
    firstPoints = firstPoints.with(dim(range.lo(), range.lo() + 1));
    in.ranges.push_back(range);
    bool changes = values.box.has(dim); // else all points have one value
    in.strides.push_back(changes ? values.strides[positionOf(values.box, dim)] : 0);
  }
  std::vector<Grid> results;
  std::vector<reference::Operand> operands{operandOver(values, firstPoints)};
  operands[0].strides.resize(on.points.ndim()); // `dims` come last in firstPoints
  for (std::size_t n = 0; n < dims.size(); ++n) {
    results.push_back(makeGrid(DType::I64, on.points, line));
    operands.push_back(operandOver(results[n], on.points));
  }
  withType(values.dtype, [&]<class E>(E *) {
    if constexpr (Real<E>)
      forEachRow(on.points, operands, [&](const Row &row) {
        for (std::int64_t p = 0; p < row.count; ++p) {
          auto found = search<E>(row.first[0] + p * row.step[0], in, which);
          for (std::size_t n = 0; n < found.size(); ++n)
            storeValue<std::int64_t>(row.first[n + 1] + p * row.step[n + 1], found[n]);
        }
      });
  });
  return results;
}

std::string ExtremeNode::shape(std::span<const std::string> operands) const {
  std::string text = std::string(spelling()) + " of " + operands[0] + " for";
  for (Dimension dim : dims)
    text += " " + std::string(dim.name());
  text += " over";
  for (Dimension dim : order.dims)
    text += " " + std::string(dim.name());
  return text + (order.lanes ? "" : ", not contiguous");
}

NodeRef ExtremeNode::rebuild(const Rebuilding &on) const {
  return extremeNode(on.inputs[0], which, Dims(dims), line);
}

} // namespace

std::vector<NodeRef> detail::buildExtremeIndex(const NodeRef &input, ReduceKind kind,
                                               const Dims &dims, SourceLine line) {
  NodeRef several = extremeNode(input, kind, dims, line);
  return resultsOf(several, [&](unsigned) { return several->dtype; });
}

Nodes detail::readExtreme(const Written &written) {
  ReduceKind kind = written.reduceKind();
  if (kind != ReduceKind::Min && kind != ReduceKind::Max)
    written.refuse("is of min or max, got " + written.text.word);
  return buildExtremeIndex(written.operand(), kind, Dims(written.dims()), written.line());
}
