//===- Node.h - The expression graph ----------------------------*- C++ -*-===//
//
// A node is one immutable operation with its type and domain; handles share
// nodes. Only `value` changes: an evaluated node becomes a leaf of its result
// and lets its inputs go. No walk over a graph recurses, destruction included.
//
// A walk that looks at the inputs of a node's inputs holds the runtime's graph
// mutex and takes a node with a `value` for a leaf. Nodes without a runtime
// (made of numbers alone) never let their inputs go.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_NODE_H
#define GTJIT_GRAPH_NODE_H

#include "gtjit/Functions.h"
#include "gtjit/Graph/PointTable.h"
#include "gtjit/Storage/Memory.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
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
  Broadcast, ///< the input with more dimensions, or under another name
  Reduce,    ///< one value of those along dimensions
  Index,     ///< the coordinate in `dim`
  Argument,  ///< argument number `offset` of a traced callable: no values
  Count,     ///< number of points of a symbolic input in the dimensions of `reduced`
};
/// In the dialect's order.
enum class ReduceKind : std::uint8_t { Sum, Min, Max, Prod, Any, All };
/// "sum": in C++ and in the dialect.
std::string_view nameOf(ReduceKind kind);
/// What a reduction is made for: errors name what the user wrote.
enum class ReduceUse : std::uint8_t {
  Itself,
  Mean,  ///< the sum of a mean
  Place, ///< the extreme whose place is asked for: there must be points
};

/// A graph leaf reads the block that its storage had when the expression was
/// written; a write to a pinned block gives it a snapshot instead.
struct LeafData {
  ArrayView view; ///< guarded by the runtime's graph mutex once shared
  int cached = 0; ///< storages whose cache holds this leaf; guarded likewise
};

/// A slice whose points are found in a call: by position or by coordinate.
struct SymbolicSlice {
  std::vector<RelativeItem> relative;
  std::vector<Region::Item> absolute; ///< if `relative` is empty
};

/// The operands of a node, without memory of their own.
class NodeInputs {
public:
  static constexpr unsigned capacity = 3;
  const NodeRef *begin() const { return items; }
  const NodeRef *end() const { return items + count; }
  std::size_t size() const { return count; }
  bool empty() const { return count == 0; }
  const NodeRef &operator[](std::size_t n) const { return items[n]; }
  NodeRef &operator[](std::size_t n) { return items[n]; }
  const NodeRef &back() const { return items[count - 1]; }
  void push_back(NodeRef node) { items[count++] = static_cast<NodeRef &&>(node); }
  void clear() {
    while (count)
      items[--count] = NodeRef();
  }

private:
  NodeRef items[capacity];
  unsigned count = 0;
};

/// The bit of an integer type in Node::fits.
constexpr unsigned fitBit(DType type) {
  return static_cast<unsigned>(type) - static_cast<unsigned>(DType::I8);
}

struct Node {
  std::atomic<long> references{0};
  OpCode op = OpCode::Scalar;
  DType dtype = DType::F64;
  bool weak = false; ///< its type comes from C++ numbers alone
  /// Of a weak integer: bit n is set if the n-th integer type holds every value
  /// that it can have.
  std::uint8_t fits = 0xff;
  bool lanes = false; ///< Reduce: reduced[0] is the operand's fastest dimension
  /// Reads an argument of a traced callable: it has no values, and its domain
  /// holds more points than it will have in a call. Nothing may follow from
  /// its ranges.
  bool symbolic = false;
  ReduceKind reduce{};
  ReduceUse use{}; ///< Reduce
  PointOp point{};
  Runtime::State *runtime = nullptr; ///< of the storages it reads, or null; not retained
  NodeInputs inputs;
  Domain domain;  ///< canonical order; where values are defined
  Domain compute; ///< the set C of design decision 2, not clipped; same dimensions
  SourceLine line;
  Dimension dim{&tagI};         ///< Shift, Pin, Index
  std::int64_t offset = 0;      ///< Shift: offset; Pin: coordinate
  std::uint64_t scalarBits = 0; ///< Scalar: the value in its dtype, low bytes

  NodeRef written; ///< Scalar: the weak number that it was made from, of another type; or null

  /// Point: the function that the user called, "pow", where that is more than
  /// this operation; or null. Lives as long as the process.
  const char *function = nullptr;
  std::string name;                       ///< of the storage or given by named(), or empty
  std::vector<Dimension> reduced;         ///< Reduce: in the order they are reduced, fastest first
  std::unique_ptr<Domain> unslicedDomain; ///< see extended()
  std::unique_ptr<LeafData> leaf;         ///< Leaf
  std::unique_ptr<SymbolicSlice> slice;   ///< Slice of a symbolic input
  /// The result, once evaluated; then the node acts as a leaf. Set once by
  /// setValue, never reset; owned.
  std::atomic<const ArrayView *> value{nullptr};

  Node() = default;
  Node(const Node &) = delete;
  Node &operator=(const Node &) = delete;
  ~Node();
  static void *operator new(std::size_t size);
  static void operator delete(void *memory) noexcept;

  /// The domain before slicing.
  const Domain &extended() const { return unslicedDomain ? *unslicedDomain : domain; }
  /// The memory that the node reads, if it is a leaf or evaluated; else null.
  const ArrayView *memory() const {
    const ArrayView *result = value.load(std::memory_order_acquire);
    return result ? result : leaf ? &leaf->view : nullptr;
  }
};

/// Another reference, unless the node is being destroyed: for walks over
/// Block::leaves, which hold the block's mutex.
bool retainIfAlive(Node *node) noexcept;

// Builders: check types and domains, infer the result, throw at the user's
// line.

/// An operand and the line on which it is written.
struct Operand {
  NodeRef node;
  SourceLine line;
};
/// A weak number: of bools, i64, u64 or f64.
NodeRef buildNumber(DType type, std::uint64_t bits, SourceLine line);
/// Takes the operands' nodes.
NodeRef buildPoint(PointOp op, std::span<Operand> operands);
NodeRef buildCast(const NodeRef &input, DType type, SourceLine line);
/// The input with all of its pending float values computed in `type`.
NodeRef buildPrecision(const NodeRef &input, DType type, SourceLine line);
NodeRef buildShift(const NodeRef &input, Shift shift, SourceLine line);
/// The input on `domain`, at `indices` in the dimensions taken away; both as
/// sliceRelative and sliceAbsolute give them.
NodeRef buildSlice(const NodeRef &input, const Domain &domain, std::span<const NamedIndex> indices,
                   SourceLine line);
/// The part in an absolute region, and the part that is counted from the ends
/// of the input's domain.
NodeRef buildAbsolute(const NodeRef &input, const Region &region, SourceLine line);
NodeRef buildRelative(const NodeRef &input, std::span<const RelativeItem> items, SourceLine line);
/// The dimensions that a slice takes away by index.
std::vector<Dimension> droppedDims(const Domain &domain, const SymbolicSlice &slice,
                                   SourceLine line);
NodeRef buildBroadcast(const NodeRef &input, const Dims &dims, SourceLine line);
/// A power: by a small integer number it is multiplications. Throws ValueError
/// for integers to the power of a negative number.
NodeRef buildPower(std::span<Operand> operands);
/// The coordinate in `dim` at every point of an infinite domain.
NodeRef buildIndex(Dimension dim, SourceLine line);
/// Null `dims`: all dimensions. Two-byte floats are added and multiplied as f32
/// and rounded at the end.
NodeRef buildReduce(const NodeRef &input, ReduceKind kind, const Dims *dims, SourceLine line);
/// The reduction that a mean or a place starts from, of the type of the input.
/// Throws what the whole throws for the input's domain.
NodeRef buildReduceFor(ReduceUse use, const NodeRef &input, ReduceKind kind, const Dims &dims,
                       SourceLine line);
/// The sum divided by the number of points, in f64 for integers and bools.
NodeRef buildMean(const NodeRef &input, const Dims *dims, SourceLine line);
/// For each of `dims` the coordinate of the first least or greatest value over
/// all of them, NaN before any other; the first dimension is the slowest.
/// Throws ValueError if there are no points.
std::vector<NodeRef> buildExtremeIndex(const NodeRef &input, ReduceKind kind, const Dims &dims,
                                       SourceLine line);
/// Number of points of the input in some dimensions, null: in all, as an
/// integer number. Throws ValueError for an infinite range or a dimension that
/// is not there.
NodeRef buildCount(const NodeRef &input, const Dims *dims, SourceLine line);
/// Argument `number` of a traced callable, infinite in its dimensions.
NodeRef buildArgument(unsigned number, DType type, const Dims &dims, std::string_view name,
                      SourceLine line);
/// Throws ValueError if the node is symbolic: `what`, "eval" or "domain()",
/// needs more than its type and dimensions.
void requireConcrete(const Node &node, const char *what, SourceLine line);
/// The same value under a name.
NodeRef buildNamed(NodeRef input, std::string_view name);
/// The leaf of a storage's current version; cached in the storage.
NodeRef buildLeaf(StorageState &storage, SourceLine line);
/// Empties the cache: when the storage dies, or its name or halo changes.
void forgetLeaf(StorageState &storage) noexcept;

/// Makes a node, and the one that it is another name of, a leaf of its
/// evaluated values and lets their inputs go; the first value stays. Under the
/// graph mutex.
void setValue(Node &node, ArrayView value);
/// Gives a leaf other memory with the same values. Under the graph mutex.
void redirectLeaf(Node &leaf, ArrayView view);

/// Dimensions from the largest to the smallest stride for a result of this
/// node, be its operands evaluated or not: the order of the first operand that
/// has all of the node's dimensions. If none has, those of the first operand
/// are fastest, then those of the next; dimensions that no operand has with a
/// finite range are slowest, in the order of the "cpu" preset.
std::vector<Dimension> resultOrder(const Node &node);
/// The view that the result would have, without memory; an infinite dimension
/// counts as one point.
ArrayView plannedView(const Node &node);
/// "'u'" or "the f64 field on (I, J) made at model.cpp:30".
std::string describe(const Node &node);

/// One assignment: the value of `node` over `region` into `target`. The
/// node's type is the target's; region lies in the target's domain and, in
/// the node's dimensions, in the node's domain.
struct StoreRequest {
  NodeRef value;
  ArrayView target;
  Domain region; ///< has the target's dimensions
  SourceLine line;
  std::string_view targetName = {}; ///< for the text; outlived by the storage
};

/// Memory with the values that an evaluation reads of a leaf or evaluated node,
/// instead of the node's own: a copy, since that is written meanwhile.
struct Substitute {
  const Node *leaf;
  ArrayView view;
};

/// True if the value is defined at all points of `region`.
bool covers(const Node &value, const Domain &region);
/// Throws DomainError with both ends if `value` does not cover `region`.
/// `target` is described as messages show it, "'v'", and was made at `made`.
void checkCoverage(const Node &value, const Domain &region, std::string_view target,
                   SourceLine made, SourceLine line);

/// Throws IndexError unless the region has the storage's dimensions and
/// IndexOutOfBounds unless it lies in its domain: "storing to 'v' over ...".
void checkPart(const StorageState &storage, const Domain &region, const char *access,
               SourceLine line);

/// The value converted to the target's type, after all checks of a store.
/// Throws as checkPart, TypeError for a float into an integer, ValueError for a
/// dimension that the target lacks or another runtime, DomainError for values
/// that are not there.
NodeRef buildStoreValue(const NodeRef &value, const StorageState &target, const Domain &region,
                        SourceLine line);

/// A graph with its stores, flattened for printing, keys and binding. Nodes
/// that only name or slice their input are left out. Arguments are numbered in
/// order of first use; views of the same elements are one argument, also where
/// a store writes what the program reads.
///
/// What a walk finds out under the graph mutex stands here, so that a graph
/// which holds its nodes is printed without the mutex.
struct FlatGraph {
  static constexpr unsigned none = ~0u;
  /// A node; the lists of its operands and ranges end where the next one's start.
  struct Entry {
    const Node *node;
    unsigned argument;   ///< storage argument of memory, scalar argument of a number, else none
    unsigned firstInput; ///< in `inputs`
    unsigned firstRange; ///< in `rangeUses`: one of a pin, one per dimension of a reduction
    bool isMemory;       ///< was in memory when the graph was flattened
  };
  struct Target {
    unsigned value;      ///< position in `order`
    unsigned storage;    ///< storage argument
    unsigned firstRange; ///< in `rangeUses`: one per dimension, slow to fast
  };
  std::vector<StoreRequest> stores;
  Sequence<Entry, 24> order;        ///< operands before users, and a last one without a node
  Sequence<unsigned, 48> inputs;    ///< positions in `order`
  Sequence<unsigned, 12> rangeUses; ///< numbers of range arguments
  Sequence<Target, 4> targets;      ///< one per store
  Sequence<ArrayView, 4> storages;  ///< storage arguments: inputs, then outputs that are no inputs
  Sequence<unsigned, 16> strideOrder; ///< of each storage: positions in its domain, slow to fast
  Sequence<std::uint64_t, 8> scalars; ///< scalar arguments, each in the low bytes of eight
  Sequence<NamedRange, 8> ranges;     ///< range arguments: of pins and reductions, then of stores
  std::string key;                    ///< equal for graphs that one image serves
  bool anyStrides = false;            ///< see flattenForAnyStrides

  std::vector<NodeRef> held; ///< see hold()

  std::size_t nodeCount() const { return order.size() - 1; }
  std::size_t inputCount(std::size_t position) const {
    return order[position + 1].firstInput - order[position].firstInput;
  }
  /// Keeps the nodes alive, evaluated or not; under the graph mutex.
  void hold();
};
/// Flattens the pending graph of the stores; under the graph mutex. Sizes,
/// strides beyond "unit", coordinates and scalar values are not in the key.
/// `substitutes`: a view for each node that has one.
FlatGraph flatten(std::vector<StoreRequest> stores, std::span<const Substitute> substitutes = {});
/// The same for one image that serves all strides: the order of dimensions in
/// the key is that of the "cpu" preset, whatever the strides are, none of them
/// is known to be 1, and every leaf, target and range is an argument of its own.
/// Targets must share no memory with inputs. Kernels of such an image are slow
/// where the real order differs.
FlatGraph flattenForAnyStrides(std::vector<StoreRequest> stores,
                               std::span<const Substitute> substitutes = {});
/// Whether a reduction gives the same bits in any order of its dimensions.
bool isOrderFree(const Node &reduction);
/// Text of the gt dialect for the compiler, with the user's lines. Needs the
/// graph mutex unless the program holds its nodes.
std::string printProgram(const FlatGraph &program);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_NODE_H
