//===- ConcatNode.h - A field put together from parts -----------*- C++ -*-===//
//
// The node of all concatenations: boxes, and the inputs that give the values in them.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_CONCATNODE_H
#define GTJIT_GRAPH_OPERATIONS_CONCATNODE_H

#include "gtjit/Graph/Operations/Concat.h"

namespace gtjit::detail {

/// What the user wrote.
enum class ConcatForm {
  Where,  ///< a condition: the boxes are known
  Fields, ///< fields: the boxes are their domains
  Set,    ///< a field, a value and a part of the field
};

struct ConcatNode final : NodeOf<ConcatNode> {
  static constexpr std::string_view operationName = "concat";
  ConcatForm form;
  std::vector<Dimension> cut;
  std::vector<ConcatPiece> pieces;

  ConcatNode(ConcatForm form, std::vector<Dimension> cut, std::vector<ConcatPiece> pieces)
      : form(form), cut(std::move(cut)), pieces(std::move(pieces)) {}

  NodeKind kind() const override { return NodeKind::View; }
  Domain reads(std::size_t n, const Domain &box) const override;
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string_view called() const override {
    return form == ConcatForm::Where    ? "concat_where"
           : form == ConcatForm::Fields ? "concat"
                                        : "set";
  }
  std::string shape(std::span<const std::string> operands) const override;
  NodeRef rebuild(const Rebuilding &on) const override;

  /// The points of the box that the operand gives.
  Domain box(const ConcatPiece &piece) const;
  std::vector<const ConcatPiece *> largestFirst() const;
  Condition pointsIn(const Domain &limits) const;
  Domain endsOfOperands() const;
  std::optional<Domain> filledBox() const;
  Domain unitedBox(SourceLine line) const;
  std::vector<ConcatPiece> piecesInDomain() const;
  void inferDomain(SourceLine line);
  void inferCompute();
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_CONCATNODE_H
