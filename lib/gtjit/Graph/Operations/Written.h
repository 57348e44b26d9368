//===- Written.h - Operations from their text -------------------*- C++ -*-===//
//
// The counterpart of Node::print and printRecorded: beside them, in the file of
// each operation, stands what makes it of the pieces of its text.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_OPERATIONS_WRITTEN_H
#define GTJIT_GRAPH_OPERATIONS_WRITTEN_H

#include "gtjit/Graph/ReadOperation.h"
#include "gtjit/Types/ReduceKind.h"

namespace gtjit::detail {

struct Operand;

/// An operation's text and its operands.
struct Written {
  const WrittenOperation &text;
  std::span<const NodeRef> operands;

  SourceLine line() const { return text.line; }
  /// Throws ValueError, "'gt.shift' " and what is wrong.
  [[noreturn]] void refuse(const std::string &what) const;
  void expectOperands(std::size_t count) const;
  /// The operand, of which there must be one.
  const NodeRef &operand() const;
  std::vector<Operand> operandsWithLines() const;
  /// The dimensions that it lists.
  std::vector<Dimension> dims() const;
  /// What it lists, by coordinates.
  Region region() const;
  ReduceKind reduceKind() const;
  /// The operand moved by the offsets that it lists, in one dimension after the other.
  NodeRef moved(NodeRef (*build)(const NodeRef &, Shift, SourceLine)) const;
};

using Nodes = std::vector<NodeRef>;
/// Throw ValueError for text that says too little or too much, and what builders throw.
Nodes readArrayCall(const Written &), readAt(const Written &), readBroadcast(const Written &),
    readCall(const Written &), readConcat(const Written &), readConstant(const Written &),
    readCount(const Written &), readExtreme(const Written &), readGather(const Written &),
    readHalo(const Written &), readIndex(const Written &), readInterior(const Written &),
    readPart(const Written &), readPieces(const Written &), readPin(const Written &),
    readPoint(const Written &), readReduce(const Written &), readReduceDims(const Written &),
    readRemap(const Written &), readRename(const Written &), readRoll(const Written &),
    readScan(const Written &), readSet(const Written &), readShift(const Written &),
    readShiftBy(const Written &), readSlice(const Written &);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_OPERATIONS_WRITTEN_H
