//===- ConcatText.cpp - Concatenations for kernels and on paper -----------===//
//
// What is made of a concatenation: keys, text, values of the reference evaluator.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Flattening.h"
#include "gtjit/Graph/OperationText.h"
#include "gtjit/Graph/Operations/Concat.h"
#include "gtjit/Graph/Operations/ConcatNode.h"
#include "gtjit/Graph/Operations/Written.h"
#include "gtjit/Reference/Evaluated.h"
#include "gtjit/Types/DenseStrides.h"

#include <algorithm>

using namespace gtjit;
using namespace gtjit::detail;

/// Kernels that read several points are made for those that all lie in the first part.
/// What has no points in the domain is left out: nobody asks for it, and where it lies
/// in one dimension says nothing of what is needed in another one.
std::vector<const ConcatPiece *> ConcatNode::largestFirst() const {
  auto points = [&](const ConcatPiece &piece) {
    std::int64_t count = 1;
    for (const NamedRange &range : box(piece)) {
      Range own = range.range & domain.rangeOr(range.dim);
      count = saturatingProduct(count, own.isFinite() ? own.size() : unbounded);
    }
    return count;
  };
  std::vector<const ConcatPiece *> order;
  auto hasAllDims = [&](const ConcatPiece &piece) {
    return inputs[piece.operand]->domain.ndim() == domain.ndim();
  };
  bool mayLeaveOut = !symbolic && std::any_of(pieces.begin(), pieces.end(), [&](auto &piece) {
    return hasAllDims(piece) && points(piece) != 0;
  });
  for (const ConcatPiece &piece : pieces)
    if (!mayLeaveOut || points(piece) != 0)
      order.push_back(&piece);
  auto largest = std::max_element(order.begin(), order.end(),
                                  [&](auto *a, auto *b) { return points(*a) < points(*b); });
  std::rotate(order.begin(), largest, largest + 1);
  return order;
}

void ConcatNode::flatten(Flattening &to) const {
  to.key().number(cut.size());
  for (Dimension dim : cut)
    to.key().dimension(dim);
  std::vector<const ConcatPiece *> order = largestFirst();
  to.key().number(order.size());
  for (const ConcatPiece *piece : order) {
    to.key().number(piece->operand);
    for (Dimension dim : cut)
      to.useRange(dim(piece->region[dim]));
  }
}

void ConcatNode::print(OperationText &text) const {
  std::vector<TextValue> parts;
  for (const ConcatPiece *piece : largestFirst())
    parts.push_back(text.inputs()[piece->operand]);
  text.define(text.result(), "concat " + namesOf(parts) + " over " + namesOf(text.ranges()) +
                                 " : (" + typesOf(parts) + "), " + typesOf(text.ranges()) + " -> " +
                                 text.result().type);
}

/// "I from 1 to 8"; an end that is not there is left out.
static std::string entryText(const std::string &dim, Range range) {
  return dim + (range.lo() == -unbounded ? "" : " from " + std::to_string(range.lo())) +
         (range.hi() == unbounded ? "" : " to " + std::to_string(range.hi()));
}

void ConcatNode::printRecorded(OperationText &text) const {
  std::vector<TextValue> parts(text.inputs().begin(), text.inputs().end());
  std::string name = "concat_fields ", list;
  if (form == ConcatForm::Where || (form == ConcatForm::Set && !symbolic)) {
    parts.clear();
    for (const ConcatPiece &piece : pieces) {
      parts.push_back(text.inputs()[piece.operand]);
      for (Dimension dim : cut)
        list += (list.empty() ? "" : ", ") + entryText(text.dimension(dim), piece.region[dim]);
    }
    name = "concat_where ";
    list = " [" + list + "]";
  } else if (form == ConcatForm::Set) {
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

/// The ranges are listed part by part.
Nodes detail::readPieces(const Written &written) {
  const std::vector<WrittenEntry> &entries = written.text.entries;
  std::size_t parts = written.operands.size();
  if (parts == 0 || entries.empty() || entries.size() % parts != 0)
    written.refuse("has " + std::to_string(entries.size()) + " ranges for " +
                   std::to_string(parts) + " parts");
  std::size_t dims = entries.size() / parts;
  std::vector<ConcatPiece> pieces;
  for (unsigned n = 0; n < parts; ++n) {
    Domain region;
    for (std::size_t d = 0; d < dims; ++d) {
      const WrittenEntry &entry = entries[n * dims + d];
      if (!(entry.dim == entries[d].dim) || region.has(entry.dim))
        written.refuse("has ranges of other dimensions for part " + std::to_string(n));
      region = region.with(entry.dim(entry.range()));
    }
    pieces.push_back({n, region});
  }
  return {buildPieces(written.operandsWithLines(), std::move(pieces), written.line())};
}

Nodes detail::readConcat(const Written &written) {
  std::vector<Operand> fields = written.operandsWithLines();
  return {buildConcat(fields, written.line())};
}

Nodes detail::readSet(const Written &written) {
  written.expectOperands(3);
  std::vector<Operand> operands = written.operandsWithLines();
  for (Dimension dim : written.dims())
    for (std::size_t n : {0, 2})
      if (!operands[n].node->domain.has(dim))
        written.refuse("in " + std::string(dim.name()) + " of " + describe(*operands[n].node) +
                       ", which has no such dimension");
  return {buildSet(operands[0], operands[2].node, written.dims(), operands[1])};
}
