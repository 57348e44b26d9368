//===- Build.h - Making nodes -----------------------------------*- C++ -*-===//
//
// Builders check types and domains, infer the result and throw at the user's
// line. Every expression is made by them, those of users, programs and text.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_BUILD_H
#define GTJIT_GRAPH_BUILD_H

#include "gtjit/Graph/Node.h"
#include "gtjit/Types/PointTable.h"
#include "gtjit/Types/ReduceKind.h"

#include <functional>

namespace gtjit::detail {

enum class Placing : std::uint8_t; // Graph/Operations/Point.h

/// An operand and the line on which it is written.
struct Operand {
  NodeRef node;
  SourceLine line;
};
/// A weak number: of bools, i64, u64 or f64.
NodeRef buildNumber(DType type, std::uint64_t bits, SourceLine line);
/// Takes the operands' nodes.
NodeRef buildPoint(PointOp op, std::span<Operand> operands);
/// Where neighbours are there by both of two fields of Node::validity, which may be of several
/// kinds of neighbours.
NodeRef buildBoth(const NodeRef &valid, const NodeRef &other, SourceLine line);
/// A function of the host on operands, whose nodes it takes. Throws, at the last operand's
/// line, ValueError for another number of them, DTypeError for one that does not become
/// what the prototype says.
NodeRef buildCall(const ImportedFunction &function, std::span<Operand> operands, bool handled);
/// What is read of a call: itself, or each of its results.
std::vector<NodeRef> resultsOfCall(const NodeRef &call);
/// The results of a function on whole arrays, a node each. Takes the operands' nodes. Throws
/// what buildCall throws, at an operand's line ValueError for other dimensions than the function
/// has declared and DomainError for ranges that are infinite, not the declared ones or not
/// those of the operands before.
std::vector<NodeRef> buildArrayCall(const ImportedFunction &function, std::span<Operand> operands);
/// As a user writes it: a sum of a product is fused where that is in force.
NodeRef buildWritten(PointOp op, std::span<Operand> operands);
/// The input with the user's word on where it lives, if it is a point operation that waits.
NodeRef buildPlaced(const NodeRef &input, Placing placing);
NodeRef buildCast(const NodeRef &input, DType type, SourceLine line);
/// The input with all of its pending float values computed in `type`.
NodeRef buildPrecision(const NodeRef &input, DType type, SourceLine line);
NodeRef buildShift(const NodeRef &input, Shift shift, SourceLine line);
/// Several, one after the other.
NodeRef buildShifts(NodeRef input, std::span<const Shift> shifts, SourceLine line);
/// The input with another name of a dimension, which is finite: at t of `to` the value
/// at t + offset of `from`.
NodeRef buildRename(const NodeRef &input, Dimension from, Dimension to, std::int64_t offset,
                    SourceLine line);
/// The input at one coordinate of a dimension, which disappears.
NodeRef buildPin(NodeRef input, NamedIndex index, SourceLine line);
/// The input on `domain`, at `indices` in the dimensions taken away; both as
/// sliceRelative and sliceAbsolute give them.
NodeRef buildSlice(const NodeRef &input, const Domain &domain, std::span<const NamedIndex> indices,
                   SourceLine line);
/// The part in an absolute region, and the part that is counted from the ends
/// of the input's domain.
NodeRef buildAbsolute(const NodeRef &input, const Region &region, SourceLine line);
NodeRef buildRelative(const NodeRef &input, std::span<const RelativeItem> items, SourceLine line);
/// The input on its compute domain.
NodeRef buildInterior(const NodeRef &input, SourceLine line);
NodeRef buildBroadcast(const NodeRef &input, const Dims &dims, SourceLine line);
/// The same value under a name.
NodeRef buildNamed(NodeRef input, std::string_view name);
/// A power: by a small integer number it is multiplications. Throws ValueError
/// for integers to the power of a negative number.
NodeRef buildPower(std::span<Operand> operands);
/// The coordinate in `dim` at every point of an infinite domain.
NodeRef buildIndex(Dimension dim, SourceLine line);
/// Null `dims`: all dimensions. Two-byte floats are added and multiplied as f32
/// and rounded at the end.
NodeRef buildReduce(const NodeRef &input, ReduceKind kind, const Dims *dims, SourceLine line);
/// The sum divided by the number of points, in f64 for integers and bools.
NodeRef buildMean(const NodeRef &input, const Dims *dims, SourceLine line);
/// For each of `dims` the coordinate of the first least or greatest value over
/// all of them, NaN before any other; the first dimension is the slowest.
/// Throws ValueError if there are no points.
std::vector<NodeRef> buildExtremeIndex(const NodeRef &input, ReduceKind kind, const Dims &dims,
                                       SourceLine line);
/// A scan as it is written.
struct ScanRequest {
  Dimension dim;
  Range points; ///< to go through; all that the inputs have, if infinite
  bool isBackward;
  std::vector<Operand> initials, inputs;
  SourceLine line;
};
/// What happens at a point: from the values carried and those of the inputs to the
/// values that are carried on.
using ScanPoint = std::function<std::vector<NodeRef>(std::vector<NodeRef>)>;
/// A result for each initial value. Throws what Scan.h says.
std::vector<NodeRef> buildScan(ScanRequest request, const ScanPoint &point);
/// Number of points of the input in some dimensions, as an
/// integer number. Throws ValueError for an infinite range or a dimension that
/// is not there.
NodeRef buildCount(const NodeRef &input, const Dims &dims, SourceLine line);
/// Argument `number` of a traced callable, infinite in its dimensions.
NodeRef buildArgument(unsigned number, DType type, const Dims &dims, std::string_view name,
                      SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_BUILD_H
