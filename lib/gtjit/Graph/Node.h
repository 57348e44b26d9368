//===- Node.h - The expression graph ----------------------------*- C++ -*-===//
//
// A node is one immutable operation with its type and domain; handles share
// nodes. Only `value` changes: an evaluated node becomes a leaf of its result.
// No walk over a graph recurses, destruction included.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_NODE_H
#define GTJIT_GRAPH_NODE_H

#include "gtjit/Functions.h"
#include "Storage/Memory.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gtjit::detail {

/// What a node does with its inputs.
enum class OpCode : std::uint8_t {
  Leaf,      ///< memory
  Scalar,    ///< a number: a run-time argument of the kernel
  Point,     ///< an operation of the table at every point
  Shift,     ///< value at i is input at i + offset
  Slice,     ///< the input on a smaller domain
  Pin,       ///< the input at one index of a dimension, which disappears
  Broadcast, ///< the input with more dimensions
  Reduce,    ///< sum, least or greatest value over dimensions
};
enum class ReduceKind : std::uint8_t { Sum, Min, Max };

/// A graph leaf reads the block that its storage had when the expression was
/// written; a write to a pinned block gives it a snapshot instead.
struct LeafData {
  ArrayView view;       ///< guarded by the runtime's graph mutex once shared
  Domain extended;      ///< domain of the storage
  std::string name;     ///< of the storage, or empty
  SourceLine storageLine;
};

struct Node {
  std::atomic<long> references{0};
  OpCode op = OpCode::Scalar;
  PointOp point{};
  DType dtype = DType::F64;
  bool weak = false;              ///< a C++ number, or made of such alone
  Runtime::State *runtime = nullptr; ///< of the storages it reads (retained), or null
  std::vector<NodeRef> inputs;
  Domain domain;                  ///< canonical order; where values are defined
  Domain compute;                 ///< the set C of design decision 2, not clipped
  Domain extended;                ///< before slicing
  SourceLine line;
  std::string name;               ///< given by named(), or empty

  // Payload by op.
  std::uint64_t scalarBits = 0;      ///< Scalar: the value in its dtype, low bytes
  Dimension dim{&tagI};              ///< Shift, Pin
  std::int64_t offset = 0;           ///< Shift: offset; Pin: coordinate
  ReduceKind reduce{};               ///< Reduce
  std::vector<Dimension> reduced;    ///< Reduce: in the order they are reduced, fastest first
  bool lanes = false;                ///< Reduce: reduced[0] is the operand's fastest dimension
  std::unique_ptr<LeafData> leaf;    ///< Leaf

  /// The result, once evaluated; then the node acts as a leaf. Set once under
  /// the runtime's graph mutex; never reset.
  std::atomic<const ArrayView *> value{nullptr};

  ~Node();
};

// Builders: check types and domains, infer the result, throw at the user's
// line. All take the line of the operation.
NodeRef buildPoint(PointOp op, const std::vector<Arg> &operands);
NodeRef buildCast(const NodeRef &input, DType type, SourceLine line);
NodeRef buildShift(const NodeRef &input, Shift shift, SourceLine line);
NodeRef buildSlice(const NodeRef &input, const Domain &domain,
                   const Sequence<NamedIndex> &indices, SourceLine line);
NodeRef buildBroadcast(const NodeRef &input, const Dims &dims, SourceLine line);
NodeRef buildReduce(const NodeRef &input, ReduceKind kind, const Dims *dims, SourceLine line);
/// The leaf of a storage's current version; cached in the storage.
NodeRef buildLeaf(StorageState &storage, SourceLine line);

/// Dimensions from the largest to the smallest stride for a result of this
/// node: the order of the first storage leaf in operand order, dimensions it
/// lacks before in canonical order; the "cpu" preset's order if there is no
/// leaf.
std::vector<Dimension> resultOrder(const Node &node);
/// "'u'" or "the f64 field on (I, J) made at model.cpp:30".
std::string describe(const Node &node);

/// One assignment: the value of `node` over `region` into `target`. The
/// node's type is the target's; region lies in the target's domain and, in
/// the node's dimensions, in the node's domain.
struct StoreRequest {
  NodeRef value;
  ArrayView target;
  Domain region;
  SourceLine line;
};

/// Throws DomainError with both ends if `value` does not cover `region`.
void checkCoverage(const Node &value, const Domain &region, std::string_view target,
                   SourceLine line);

/// A graph with its stores, flattened for printing, keys and binding. Arguments
/// are numbered in order of first use.
struct Program {
  std::vector<StoreRequest> stores;
  std::vector<const Node *> order;       ///< operands before users; leaves and evaluated nodes are arguments
  std::vector<ArrayView> storages;       ///< storage arguments, inputs then outputs
  std::vector<std::uint64_t> scalars;
  std::vector<NamedRange> ranges;        ///< run-time ranges: reductions and pins, then store bounds
  std::string key;                       ///< equal for graphs that one image serves
  std::vector<unsigned> storageOfNode;   ///< per `order` entry: argument number, or ~0u
  std::vector<unsigned> scalarOfNode;
};
/// Flattens the pending graph of the stores. Sizes, strides beyond "unit" and
/// scalar values are not in the key.
Program flatten(std::vector<StoreRequest> stores);
/// Text of the gt dialect for the compiler, with the user's lines.
std::string printProgram(const Program &program);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_NODE_H
