//===- Node.h - The expression graph ----------------------------*- C++ -*-===//
//
// A node is one immutable operation with its type and domain; handles share
// nodes. What each operation is (what it reads, computes, prints) is said by
// its class, in lib/gtjit/Graph/Operations, and asked through the members of Node. Only
// what makes graphs of other operations (Precision.cpp, BuildScan.cpp, Coverage.cpp, which
// joins shifts) tells apart those that it takes or makes.
//
// A handle refers to one result. An operation with one result is that result;
// one with several has no values of its own and is read through ResultNodes,
// one a result.
//
// Only `value` changes: an evaluated node becomes a leaf of its result and lets
// its inputs go. No walk over a graph recurses, destruction included. A walk
// that looks at the inputs of a node's inputs holds the runtime's graph mutex
// and takes a node with a `value` for a leaf. Nodes without a runtime (made of
// numbers alone) never let their inputs go.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_NODE_H
#define GTJIT_GRAPH_NODE_H

#include "gtjit/Functions.h"
#include "gtjit/Graph/NodeDomain.h"
#include "gtjit/Memory/Memory.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gtjit::reference {
struct Grid;
struct Evaluated;
} // namespace gtjit::reference

namespace gtjit::detail {

class Flattening;
struct ImportedFunction; // Kernel/Imports.h
class OperationText;
struct Rebuilding;

/// How a node's values come about.
enum class NodeKind : std::uint8_t {
  Source,   ///< from no other node: memory, numbers, coordinates, arguments
  View,     ///< one point of an input each, unchanged
  Computed, ///< by arithmetic
  Several,  ///< computed, but it has several results and no values of its own
};

struct TableImages; // Graph/InverseImage.h: what is known of indices in memory

/// A graph leaf reads the block that its storage had when the expression was
/// written; a write to a pinned block gives it a snapshot instead.
struct LeafData {
  ArrayView view; ///< guarded by the runtime's graph mutex once shared
  int cached = 0; ///< storages whose cache holds this leaf; guarded likewise
  std::size_t place = LeafEntry::unlisted; ///< in Block::leaves; guarded by the block's mutex
};

/// The memory of an evaluated node.
struct EvaluatedView : ArrayView {
  std::size_t place = LeafEntry::unlisted; ///< as LeafData::place
};

/// The bit of an integer type in Node::fits.
constexpr unsigned fitBit(DType type) {
  return static_cast<unsigned>(type) - static_cast<unsigned>(DType::I8);
}

/// What is known of a node's values without any of them.
struct NodeType {
  DType dtype = DType::F64;
  bool weak = false; ///< its type comes from C++ numbers alone
  /// Of a weak integer: bit n is set if the n-th integer type holds every value
  /// that it can have.
  std::uint8_t fits = 0xff;
  /// Reads an argument of a traced callable: it has no values, and its domain
  /// holds more points than it will have in a call. Nothing may follow from
  /// its ranges.
  bool symbolic = false;
  Runtime::State *runtime = nullptr; ///< of the storages it reads, or null; not retained
  NodeDomain domain;                 ///< canonical order; where values are defined
  NodeDomain compute; ///< the set C of design decision 2, not clipped; same dimensions

  friend bool operator==(const NodeType &, const NodeType &) = default;
};

struct Node : NodeType {
  std::atomic<long> references{0};
  /// Its values may wait for a call of a function on whole arrays, see Evaluate/ArrayCalls.h.
  bool awaitsCall = false;
  /// How many operations in a row wait for their values, this one included; 0 in memory. Others
  /// may look while it is evaluated.
  std::atomic<std::uint32_t> depth{0};
  /// Positions of its dimensions in their order, see resultOrder, four bits each from slow to fast;
  /// 0 before it was asked for.
  mutable std::atomic<std::uint64_t> order{0};
  /// Of its type, see KnownTypes; 0 before it was asked for. The type stays what it is from then
  /// on.
  mutable std::atomic<std::uint64_t> typeNumber{0};
  Sequence<NodeRef, 3> inputs;
  SourceLine line;
  std::string name;                       ///< of the storage or given by named(), or empty
  std::unique_ptr<Domain> unslicedDomain; ///< see extended()
  std::unique_ptr<LeafData> leaf;         ///< of memory that an expression was written on
  /// Bool fields that say where a neighbour is missing, of the tables that values
  /// were gathered by; null where none is. Local dimensions reduced away take
  /// theirs with them.
  std::shared_ptr<const std::vector<NodeRef>> validity;
  /// Of its memory, if it was used as a table; guarded by the runtime's graph mutex.
  std::shared_ptr<TableImages> images;
  /// The result, once evaluated; then the node acts as a leaf. Set once by
  /// setValue, never reset; owned.
  std::atomic<EvaluatedView *> value{nullptr};
  Node *nextDead = nullptr; ///< while it is being destroyed

  Node &operator=(const Node &) = delete;
  virtual ~Node();
  static void *operator new(std::size_t size);
  static void operator delete(void *memory, std::size_t size) noexcept;

  void addInput(NodeRef input) {
    std::uint32_t below = input->depth.load(std::memory_order_relaxed);
    if (depth.load(std::memory_order_relaxed) <= below)
      depth.store(below + 1, std::memory_order_relaxed);
    awaitsCall |= input->awaitsCall;
    inputs.append(std::move(input));
  }

  /// The domain before slicing.
  const Domain &extended() const { return unslicedDomain ? *unslicedDomain : *domain; }
  /// The memory that the node reads, if it is a leaf or evaluated; else null.
  const ArrayView *memory() const {
    const ArrayView *result = value.load(std::memory_order_acquire);
    return result ? result : leaf ? &leaf->view : nullptr;
  }

  //===--------------------------------------------------------------------===//
  // The operation. One class each defines these; NodeOf gives the first two.
  // They are asked of nodes that are not in memory.
  //===--------------------------------------------------------------------===//

  /// Its name in keys: one object each, "shift".
  virtual const std::string_view &operation() const = 0;
  /// The same operation on the same inputs, not evaluated.
  virtual NodeRef clone() const = 0;
  virtual NodeKind kind() const = 0;
  virtual unsigned resultCount() const { return 1; }
  /// The points whose coordinates a result is one of, if it is one; symbolic as the inputs are.
  virtual std::optional<Range> coordinatesIn(unsigned) const { return std::nullopt; }
  /// Where one of several results is defined, and its compute domain.
  virtual const Domain &domainOf(unsigned) const { return domain; }
  virtual const Domain &computeOf(unsigned) const { return compute; }

  /// The box of input `n` that a box of this node reads; `box` has the node's
  /// dimensions and may have others. Where nothing is read it is empty, in a
  /// dimension more if the input has none.
  virtual Domain reads(std::size_t n, const Domain &box) const;
  /// As `reads`, for a box that may leave the domain: where input `n` would have to be defined.
  virtual Domain needs(std::size_t n, const Domain &box) const { return reads(n, box); }
  /// The points of input `n` that those of a box read, as boxes, exactly; `reads` may
  /// hold more. Never none: a box without points reads an empty one.
  virtual std::vector<Domain> pointsRead(std::size_t n, const Domain &box) const;
  /// Whether its builder looks at the values of input `n`, which must be in memory.
  virtual bool isTable(std::size_t) const { return false; }
  /// Where the values of input `n` must lie, which tell what points of the first one are read
  /// though nobody has looked at them when the node was made. None for most.
  virtual std::optional<Range> allowedValues(std::size_t) const { return std::nullopt; }
  /// Whether they might lie elsewhere: every evaluation looks at them then, before it stores
  /// anything.
  virtual bool isChecked(std::size_t n) const { return allowedValues(n).has_value(); }
  /// Throws for the first value in the box that does.
  virtual void check(std::size_t n, const reference::Grid &values, const Domain &box) const;
  /// As pointsRead of the first input, given those of the inputs that allowedValues knows, in
  /// order.
  virtual std::vector<Domain> pointsReadAt(const Domain &box,
                                           std::span<const reference::Grid> values) const;
  /// Dimensions of its inputs in which the point that is read does not move along
  /// with the point of this node.
  virtual std::span<const Dimension> gathered() const { return {}; }
  /// Whether each point reads its inputs at its own coordinates alone.
  virtual bool readsOwnPoint() const { return true; }
  /// Whether it is its first input where it is defined: another name, a part.
  virtual bool isItsInput() const { return false; }
  /// Whether it is defined on less than its input because the user asked so.
  virtual bool isPart() const { return false; }
  /// Its dimensions from slow to fast, given those of its inputs; empty: as the
  /// first input that has them all, see resultOrder.
  virtual std::vector<Dimension> ordered(std::span<const std::vector<Dimension>>) const {
    return {};
  }
  /// Where the user wrote a call of a function of the host that it makes; none for most.
  virtual std::optional<SourceLine> callOf(const ImportedFunction &) const { return std::nullopt; }
  /// Whether it may call functions of the host.
  virtual bool mayCallFunctions() const { return false; }
  /// Whether a kernel of its own reads its inputs, which has run when that of its readers begins.
  virtual bool isComputedApart() const { return false; }
  /// Whether its bits depend on the stride order of what it reads.
  virtual bool dependsOnStrides() const { return false; }
  /// The memory of this node, a part of that of its input; none if it computes.
  virtual std::optional<ArrayView> partOf(const ArrayView &input) const;

  /// Whether it is a scalar of a kernel and no field.
  virtual bool isScalar(bool) const { return false; }
  /// Adds to the key, and to the program's arguments, what the inputs and the
  /// type do not tell.
  virtual void flatten(Flattening &) const {}
  /// Writes its lines of a gt.program.
  virtual void print(OperationText &) const {}
  /// Writes its line of a gt.callable: what the user wrote, without the ranges,
  /// numbers and orders that a call finds. It has no inputs then.
  virtual void printRecorded(OperationText &text) const { print(text); }
  /// Its results at the points that are needed, none of them empty.
  virtual std::vector<reference::Grid> evaluate(const reference::Evaluated &on) const;

  /// What the user writes for it in C++: "/", "sum".
  virtual std::string_view spelling() const { return operation(); }
  /// How the user called it: "pow" of the multiplications that a power is.
  virtual std::string_view called() const { return spelling(); }
  /// What it does to its inputs, without types and domains: "#3(I + 1)". Equal
  /// for nodes that one kernel serves.
  virtual std::string shape(std::span<const std::string> inputs) const;
  /// What computes one of its values, in a trace: "1 / 0", "sum over I[0,4)".
  virtual std::string computation(std::span<const std::string> operands) const;
  /// What a value without a name is called: "the result of sum".
  virtual std::string valueName() const { return "the result of " + std::string(called()); }

  /// The operation once more, as the user wrote it, on the inputs of a call of
  /// a program. Throws what its builder throws.
  virtual NodeRef rebuild(const Rebuilding &on) const = 0;

protected:
  Node() = default;
  /// Where and of what runtime its first operand is, of no type and without inputs.
  struct Where {
    const Node &operand;
  };
  explicit Node(Where first)
      : NodeType{.symbolic = first.operand.symbolic,
                 .runtime = first.operand.runtime,
                 .domain = first.operand.domain,
                 .compute = first.operand.compute},
        validity(first.operand.validity) {}
  explicit Node(const NodeType &type) : NodeType(type) {}
  /// Another node of the same operation, not evaluated.
  Node(const Node &other);
};

/// Gives the class of an operation, which has a `static constexpr
/// std::string_view operationName`, what follows from that.
template <class Own> class NodeOf : public Node {
public:
  using Node::Node;
  const std::string_view &operation() const final { return Own::operationName; }
  NodeRef clone() const final { return NodeRef(new Own(static_cast<const Own &>(*this))); }
};

/// The node as one of an operation; null if it is of another one.
template <class Operation> const Operation *as(const Node &node) {
  return &node.operation() == &Operation::operationName ? static_cast<const Operation *>(&node)
                                                        : nullptr;
}

/// What a node is made again of.
struct Rebuilding {
  std::span<const NodeRef> inputs;       ///< those of the call
  std::span<const Node *const> recorded; ///< those of the recorded node, without their inputs
  std::span<const NodeRef> arguments;    ///< of the call
};

/// Another reference, unless the node is being destroyed: for walks over
/// Block::leaves, which hold the block's mutex.
bool retainIfAlive(Node *node) noexcept;

/// Throws ValueError if the node is symbolic: `what`, "eval" or "domain()",
/// needs more than its type and dimensions.
void requireConcrete(const Node &node, const char *what, SourceLine line);
/// The leaf of a storage's current version; cached in the storage.
NodeRef buildLeaf(StorageState &storage, SourceLine line);
/// A leaf of memory that another node is, seen as `view`, which has its block. Under
/// the graph mutex.
NodeRef buildMemoryLeaf(ArrayView view, const Node &holder);
/// Empties the cache: when the storage dies, or its name or halo changes.
void forgetLeaf(StorageState &storage) noexcept;

/// Makes a node, and those that it is another name of, a leaf of its evaluated
/// values and lets their inputs go; the first value stays. Under the graph
/// mutex.
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
/// The elements of a node's values, if they are in memory or part of what is. Under the graph
/// mutex.
std::optional<ArrayView> viewOfValues(const Node &node);
/// "'u'" or "the f64 field on (I, J) made at model.cpp:30".
std::string describe(const Node &node);

/// The ranges of `box` in the dimensions of `domain`.
Domain projected(const Domain &box, const Domain &domain);
/// The smallest box that holds both; an empty one holds no points.
Domain hullOf(const Domain &a, const Domain &b);

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_NODE_H
