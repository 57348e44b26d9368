//===- Scenario.h - A random program over fields, as data -------*- C++ -*-===//
//
// Storages and statements, independent of any runtime, so that one scenario
// can be played on several and compared, printed and made smaller.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_SCENARIO_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_SCENARIO_H

#include "gtjit/Graph/Build.h"
#include "gtjit/Graph/Operations/Point.h"
#include "gtjit/Types/PointTable.h"

#include <optional>
#include <string>
#include <vector>

namespace gtjit::randomgraphs {

/// How a storage's memory is laid out.
enum class Memory : std::uint8_t {
  Cpu,      ///< owned, preset "cpu"
  C,        ///< owned, preset "C"
  F,        ///< owned, preset "F"
  Gtx86,    ///< owned, preset "gtx86"
  Gtmc,     ///< owned, preset "gtmc"
  Own,      ///< owned, the preset that the players register
  Ranks,    ///< owned, any order of strides
  Aligned,  ///< owned, any order of strides, any alignment and aligned point
  Padded,   ///< foreign, any order of strides, rows padded, unit stride
  Negative, ///< foreign, like Padded, some dimensions backwards
  Strided,  ///< foreign, no dimension contiguous
  Repeated, ///< foreign, strides of 0: several points are one element, to be read only
};

/// A storage as it is made at the start.
struct StorageSpec {
  DType dtype = DType::F64;
  std::vector<NamedRange> compute; ///< in the order of its dimensions
  std::vector<HaloWidth> halo;
  Memory memory = Memory::Cpu;
  std::vector<std::int64_t> ranks; ///< 0: the largest stride; per dimension
  std::vector<std::int64_t> pad;   ///< foreign: elements of padding per dimension; Aligned: index
  std::uint64_t values = 0;        ///< seed of its values
};

/// A number in the program, a run-time argument of kernels.
struct Literal {
  DType dtype = DType::F64; ///< what C++ numbers become: Bool, I64, F64; U64 above I64
  std::int64_t integer = 0; ///< U64: its bits
  double floating = 0;
};

/// What an operation reads: a variable or a number.
struct Operand {
  int variable = -1;
  Literal number;
};

/// Those that the dialect has first, in its order.
enum class Reduction : std::uint8_t {
  Sum,
  Min,
  Max,
  Prod,
  Any,
  All,
  Mean,
  ArgMin,
  ArgMax,
  Var,
  StdDev
};
inline constexpr unsigned reductionCount = 11;
std::string_view name(Reduction reduction);

enum class Make : std::uint8_t {
  Leaf,
  Index,      ///< index(dims[0])
  Coordinate, ///< coordinate(dims[0], operands[0], operands[1])
  Point,
  Cast,
  Shift,
  Slice,
  Relative,
  Broadcast,
  Reduce,    ///< where operands[1] is true, if there is one
  Precision, ///< withPrecision
  Gather,    ///< by tables, then by shifts
  Neighbors, ///< reduction over neighbours, dims[0]
  Scan,
  Half, ///< to the staggered dimension dims[0], or from it, by shifts[0]
  ConcatWhere,
  Concat,
  Set,      ///< at().set()
  Roll,     ///< by shifts[0]
  Rename,   ///< dims[0] as dims[1]
  ShiftBy,  ///< by the offsets of a table, with its image as bounds
  At,       ///< at the indices of tables
  Interior, ///< f[interior]
  Halo,     ///< withHalo
  Listed,   ///< reduction over a list of neighbours, by shifts, half shifts or tables
  Running,  ///< cumsum, cumprod, cummin or cummax
  FirstMatch,
  Call, ///< of a C function
};
inline constexpr unsigned makeCount = 28;
/// As transcripts have it: "concat_where".
std::string_view name(Make make);

/// A table of indices, made anew wherever it is used.
struct TableSpec {
  Dimension to = I;                   ///< whose indices it holds
  std::vector<NamedRange> domain;     ///< one dimension, or one and that of neighbours
  int level = 0;                      ///< of wrapDim, for the name of that of neighbours
  std::int64_t one = -1;              ///< the only neighbour that is taken; else all are
  bool wide = false;                  ///< i64
  bool skips = false;                 ///< neighbours are missing
  Range image;                        ///< of the indices, or offsets
  std::int64_t before = 0, after = 0; ///< rows at the ends whose indices are outside
  std::uint64_t values = 0;           ///< seed
  std::int64_t cut = 0; ///< rows from which on the seed is the next one: a concatenation, or 0
  /// Of computed indices along one dimension: how far they go on from point to point, from the
  /// image's first one or, below 0, last one on; none: they are random.
  std::optional<std::int64_t> step{};

  /// The index at the first position.
  std::int64_t start() const { return step.value_or(0) < 0 ? image.hi() - 1 : image.lo(); }
};

/// The right side of `f = ...`.
struct Expression {
  Make make = Make::Leaf;
  int storage = -1;                                  ///< Leaf
  detail::PointOp op{};                              ///< Point
  detail::Placing placing = detail::Placing::Chosen; ///< Point: by compute_root, compute_inline
  unsigned function = 0;                             ///< Call: of externalFunctions()
  /// Point, ConcatWhere, Concat, Set, FirstMatch, Call: several; Scan: the last is the initial
  /// value; Reduce: the second is the mask; else one.
  std::vector<Operand> operands;
  DType dtype = DType::F64;           ///< Cast, Precision
  std::vector<Shift> shifts{};        ///< Shift, Roll, Half, Listed, Gather, ShiftBy
  std::vector<Region::Item> region{}; ///< Slice, Set; Scan, Running: points, or nothing
  std::vector<Domain> boxes{};        ///< ConcatWhere: the condition holds in one of them
  std::vector<RelativeItem> items{};  ///< Relative
  std::vector<Dimension> dims{};      ///< Index, Broadcast, Reduce, Neighbors, Scan, Rename
  std::vector<Dimension> mapped{};    ///< Reduce of all, Relative: those of vmap around
  bool all = false;                   ///< Reduce: over all dimensions; ShiftBy, At: computed
  Reduction reduce{};                 ///< Reduce; of several coordinates the last; over neighbours
  std::int64_t ddof = 0;              ///< Reduce: Var, StdDev
  std::vector<TableSpec> tables{};    ///< Gather, ShiftBy, At, Listed
  bool atOnce = false;                ///< Gather, Shift: by premap; At: clipped
  bool inTuple = false;          ///< by what is there for tuples: Scan, Cast, Where, ConcatWhere
  HaloWidth width{};             ///< Halo
  std::vector<HaloFill> fills{}; ///< Halo
  bool backward = false;         ///< Scan, Running, FirstMatch
  unsigned carried = 1;          ///< Scan: values; the first and last results are joined
  std::vector<DType> types{};    ///< Scan: of what is carried; nothing: that of the first operand
  std::uint64_t body = 0;        ///< Scan: seed of what happens at a point
};

/// The part of a storage that an assignment writes.
struct Part {
  enum Kind : std::uint8_t { Whole, Interior, Items } kind = Whole;
  std::vector<Region::Item> items{};
};

/// `storage[part] = value`.
struct Write {
  int storage = -1;
  Part part;
  Operand value;
  bool takes = false; ///< the handle of the value goes into the assignment
};

enum class Do : std::uint8_t {
  Define, ///< variable = expression
  Assign, ///< one write
  Update, ///< several writes at once
  Swap,   ///< of two storage handles
  Eval,   ///< variables together; values are compared
  Drop,   ///< the handle of a variable
  FillHalo,
  View,      ///< appends a storage that shares memory
  HostWrite, ///< through Storage::write
  Set,       ///< Storage::set of a number
  Item,      ///< of a variable without dimensions
};

/// How a view is made of a storage.
enum class ViewForm : std::uint8_t {
  Region,     ///< view(region), an item at a time
  Slice,      ///< slice() with one entry, for one dimension
  Rebased,    ///< rebased() in one dimension
  Transposed, ///< transpose() to an order of dimensions
  Wrapped,    ///< foreign memory once more: a storage that knows nothing of the first one
};

/// An entry of `set`: points counted from the ends of a dimension.
struct SetItem {
  Slice slice;
  std::vector<std::int64_t> list; ///< if not empty, instead of the slice
};

struct Statement {
  Do what = Do::Define;
  int variable = -1;                  ///< Define, Drop, Item
  Expression expression;              ///< Define
  std::vector<Write> writes{};        ///< Assign, Update
  std::vector<int> variables{};       ///< Eval
  int storage = -1, other = -1;       ///< Swap, FillHalo, View, HostWrite
  std::vector<HaloFill> fills{};      ///< FillHalo
  ViewForm form{};                    ///< View
  std::vector<Region::Item> region{}; ///< View, Region and Wrapped
  std::vector<Dimension> dims{};      ///< View, else: the dimension, or all of them
  Slice slice{};                      ///< View, Slice
  std::int64_t origin = 0;            ///< View, Rebased
  std::vector<SetItem> items{};       ///< Set: of the first dimension, and of the last
  Literal number{};                   ///< Set
  std::uint64_t values = 0;           ///< HostWrite: seed of places and values
};

struct Scenario {
  std::vector<StorageSpec> storages;
  std::vector<Statement> statements;
  int variables = 0;
};

/// Whether values depend on what has been evaluated.
bool computesInOtherPrecision(const Scenario &scenario);
/// The scenario as C++ that a reader can follow.
std::string print(const Scenario &scenario);

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_SCENARIO_H
