//===- Listing.h - A program of the gt dialect as plain data ----*- C++ -*-===//
//
// What a gt.program says, without MLIR: arguments by name, operations in
// order, lines of the user. Everything after the parser works on this.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_LISTING_H
#define GTRUN_LISTING_H

#include "gtjit/External.h"
#include "gtjit/Import/GraphImport.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gtrun {

using gtjit::Dimension;
using gtjit::DType;
using gtjit::SourceLine;

/// An argument of a program; its number is its position in Listing::arguments.
struct Argument {
  enum class Kind { Storage, Scalar, Range };
  Kind kind = Kind::Storage;
  std::string name; ///< without '%'
  DType type = DType::F64;
  /// Storage: from the largest stride to the smallest. Range: one.
  std::vector<Dimension> dims;
  SourceLine line;
};

/// An operation of the field level. Values are numbered: the arguments first,
/// then the results in order.
struct Step {
  gtjit::detail::WrittenOperation operation; ///< without the ranges
  std::vector<unsigned> ranges;              ///< argument numbers
  std::int64_t offset = 0;                   ///< of a pin in its range

  bool isStore() const { return operation.name == "store"; }
};

/// A range of the stencil level: an argument; or a grown range, the hull or the
/// intersection of some, or what of one lies below or above another, or one when others have
/// points; those stand before it in the list.
struct ListedRange {
  enum class Kind { Argument, Grown, Hull, Intersection, Below, Above, When };
  Kind kind;
  Dimension dim{&gtjit::detail::tagI};
  unsigned argument = 0;
  std::vector<unsigned> parts = {};
  std::int64_t lower = 0, upper = 0; ///< Grown
};

/// Memory that a kernel touches, in one dimension of a storage: the points of
/// `where`, moved by `offset`; or one point, the lower bound, if it is pinned.
struct Reach {
  unsigned storage; ///< argument, or temporary from `firstTemporary` on
  std::size_t dim;  ///< position in the storage's dims
  unsigned where;   ///< number of a range
  std::int64_t offset = 0;
  bool isPinned = false;
  unsigned kernel;
  bool isWrite = false;
  SourceLine line;
};

/// An operation at a point that an index value is computed by: one of the table, a
/// "constant", an "index", which may be pinned, a "scalar" or an "access".
struct PointStep {
  gtjit::detail::WrittenOperation operation; ///< its operands: steps before it
  unsigned argument = 0;                     ///< of an access or a scalar
  unsigned result = 0;                       ///< of a call, which one
  /// Where an access or an index is pinned, one a dimension: numbers of ranges.
  std::vector<std::optional<unsigned>> pins;
  std::vector<Dimension> indexed; ///< dimensions of an access at index values: its operands
};

/// An access at an index value: where it reads depends on the values of a run.
struct IndexReach {
  Reach reach;                  ///< without `where`
  std::vector<PointStep> steps; ///< the last one is the index
};

/// What a kernel of the stencil level runs over, by the numbers of ranges. It does nothing if a
/// loop is empty. If only `along` is, it reads nothing and writes what a reduction of no points is.
struct KernelRanges {
  std::vector<unsigned> loops;
  std::optional<unsigned> along;
};

/// A function of the host that a program calls.
struct ListedExternal {
  std::string symbol;
  gtjit::ExternalPrototype prototype;
  gtjit::detail::Sequence<gtjit::ArrayParameter> arrays; ///< of one that is called on whole arrays
  SourceLine line;                                       ///< of its first call
};

/// One program of a file.
struct Listing {
  std::string file, name;
  std::vector<Argument> arguments;
  bool isStencilLevel = false;
  SourceLine line;
  std::string text;                      ///< a module with this program
  std::vector<ListedExternal> externals; ///< each once

  std::vector<Step> steps; ///< field level

  // Stencil level.
  std::vector<ListedRange> ranges;
  std::vector<std::vector<unsigned>> temporaries; ///< one range a dimension
  std::vector<KernelRanges> kernels;
  std::vector<Reach> reaches;
  std::vector<IndexReach> indexReaches; ///< in the order of the accesses

  /// The argument of this name, with or without '%'; null if there is none.
  const Argument *find(std::string_view name) const;
  unsigned numberOf(const Argument &argument) const {
    return static_cast<unsigned>(&argument - arguments.data());
  }
};

/// "storage", "scalar" or "range".
const char *kindText(Argument::Kind kind);

/// Reads a file and takes the program called `program`; if that is empty, the
/// only one. Throws Fault with the first diagnostic, "file:line:column: text".
Listing readProgram(const std::string &file, const std::string &program);

} // namespace gtrun

#endif // GTRUN_LISTING_H
