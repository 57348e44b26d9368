//===- Scan.h - Values carried along a dimension ----------------*- C++ -*-===//
//
// A scan has a result for each value that it carries. What it does at a point is a
// list of operations on scalars, made once, when the expression is
// written; everything else that a body uses is an input.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_SCAN_H
#define GTJIT_GRAPH_OPERATIONS_SCAN_H

#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Kernel/Imports.h"
#include "gtjit/detail/Sequence.h"

#include <memory>

namespace gtjit::detail {

/// What happens at a point. Values are numbered: those carried, those of the inputs,
/// then the steps.
struct ScanBody {
  struct Step {
    PointOp op;
    DType dtype;
    const char *function = nullptr; ///< as PointNode::function
    SourceLine line;
    Sequence<unsigned, 3> operands;
    const ImportedFunction *external = nullptr; ///< called instead of the operation
    bool handled = false;                       ///< its status is its last result
    /// Of a call with several results, which one it is: each of them is a step, one behind the
    /// other, and the first one calls.
    unsigned result = 0;

    /// How many steps the call that this one does is.
    std::size_t count() const {
      return external ? external->prototype.results.size() + handled : 1;
    }
  };
  std::vector<DType> arguments;
  std::vector<Step> steps;
  std::vector<unsigned> results; ///< what is carried on

  /// Whether a step or a result is made of the value.
  bool uses(unsigned value) const;
  DType typeOf(unsigned value) const {
    return value < arguments.size() ? arguments[value] : steps[value - arguments.size()].dtype;
  }
};

/// Inputs are the initial values, one for each value carried, then what is scanned.
struct ScanNode final : NodeOf<ScanNode> {
  static constexpr std::string_view operationName = "scan";
  Dimension dim;
  bool isBackward;
  Range points; ///< among which it goes, as the user said; all if nothing
  std::shared_ptr<const ScanBody> body;

  ScanNode(Dimension along, bool backward, Range among)
      : dim(along), isBackward(backward), points(among) {}
  std::size_t initialCount() const { return body->results.size(); }
  /// Lets the body compute its floats in another type.
  void setPrecision(DType precision);

  NodeKind kind() const override { return NodeKind::Several; }
  unsigned resultCount() const override { return static_cast<unsigned>(body->results.size()); }
  Domain reads(std::size_t n, const Domain &box) const override;
  std::vector<Domain> pointsRead(std::size_t n, const Domain &box) const override;
  Domain needs(std::size_t n, const Domain &box) const override;
  std::span<const Dimension> gathered() const override { return {&dim, 1}; }
  bool readsOwnPoint() const override { return false; }
  std::optional<SourceLine> callOf(const ImportedFunction &function) const override;
  bool mayCallFunctions() const override { return true; }
  void flatten(Flattening &to) const override;
  void print(OperationText &text) const override;
  void printRecorded(OperationText &text) const override;
  std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const override;
  std::string shape(std::span<const std::string> operands) const override;
  std::string computation(std::span<const std::string>) const override;
  NodeRef rebuild(const Rebuilding &on) const override;

private:
  /// Writes its lines, `head` being what stands in front of the operands.
  void write(OperationText &text, const std::string &head) const;
};

/// What tells runs of bodies apart.
using ScanRun = std::uint64_t;

/// A value in the body of a scan, while that runs: one carried or one of an input.
struct ScanValueNode final : NodeOf<ScanValueNode> {
  static constexpr std::string_view operationName = "scan value";
  ScanRun run;
  unsigned number;

  ScanValueNode(ScanRun of, unsigned which) : run(of), number(which) {}
  NodeKind kind() const override { return NodeKind::Source; }
  bool isScalar(bool) const override { return true; }
  std::string valueName() const override { return "a value in the body of a scan"; }
  NodeRef rebuild(const Rebuilding &) const override { return clone(); }
};

/// Whether the node is a value of a scan's body or is computed of one.
bool isInScanBody(const Node &node);

/// Gives a scan, which has its body, its inputs, and what follows from them. Throws
/// ValueError unless it goes through finitely many points, IndexOutOfBounds for points
/// that an input lacks.
NodeRef finishScan(NodeRef scan, std::vector<NodeRef> inputs);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_SCAN_H
