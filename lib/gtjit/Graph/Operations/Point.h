//===- Point.h - An operation of the table at every point -------*- C++ -*-===//
//
// Arithmetic: what each operation is stands in operations/PointOperations.td.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_POINT_H
#define GTJIT_GRAPH_OPERATIONS_POINT_H

#include "gtjit/Graph/Build.h"
#include "gtjit/Types/PointTable.h"

namespace gtjit::detail {

/// What the user says about where a value lives.
enum class Placing : std::uint8_t { Chosen, Inline, Root };
/// As the attribute of the dialect says it, "materialise"; empty for Chosen.
std::string_view nameOf(Placing placing);
/// "gt.placement = #gt.placement<inline>"; empty for Chosen.
std::string placementText(Placing placing);
/// What a text says.
Placing placingOf(std::string_view name);

struct PointNode final : NodeOf<PointNode> {
  static constexpr std::string_view operationName = "point";
  static constexpr std::size_t mostOperands = 3;
  PointOp op;
  Placing placing = Placing::Chosen;
  /// The function that the user called, "pow", where that is more than this
  /// operation; or null. Lives as long as the process.
  const char *function = nullptr;

  /// Without a type, inputs and what other operands than the first have to say.
  PointNode(PointOp op, const Node &first) : NodeOf(Where{first}), op(op) {}
  /// Without inputs.
  PointNode(PointOp op, const NodeType &type) : NodeOf(type), op(op) {}
  const PointOpInfo &info() const { return pointOpInfo(op); }
  bool isCast() const { return op == PointOp::Cast; }
  /// All that tells it from other operations at a point with its inputs and its type.
  unsigned keyNumber() const {
    return static_cast<unsigned>(op) + (static_cast<unsigned>(placing) << 8);
  }

  NodeKind kind() const override { return NodeKind::Computed; }
  /// A conversion to the type that the input has.
  bool isItsInput() const override { return isCast() && dtype == inputs[0]->dtype; }
  bool isScalar(bool inputsAreScalars) const override { return inputsAreScalars; }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string_view spelling() const override { return info().spelling; }
  std::string_view called() const override { return function ? function : spelling(); }
  std::string shape(std::span<const std::string> operands) const override;
  NodeRef rebuild(const Rebuilding &on) const override;

private:
  /// Its line, with the name of what the user called if that is asked for.
  std::string textWith(OperationText &text, bool withCalled) const;
};

/// Gives a node that was made from its first operand what the others have to say, its line
/// and its inputs, whose nodes it takes: an operation at a point is defined where all
/// operands are. Throws ValueError for operands of several runtimes, or with local dimensions
/// that do not go together, unless `isOfSeveralKinds` says that they may.
void takeOperands(Node &node, std::span<Operand> operands, bool isOfSeveralKinds = false);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_POINT_H
