//===- WrittenOperation.h - What a text says of an operation ----*- C++ -*-===//
//
// The pieces of an operation of the gt dialect as plain data, whoever has read
// them: the engine's own reader or MLIR. What they mean each operation says.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_WRITTENOPERATION_H
#define GTJIT_TYPES_WRITTENOPERATION_H

#include "gtjit/DType.h"
#include "gtjit/Domain.h"
#include "gtjit/Types/Prototype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gtjit::detail {

/// A dimension in a list, with what stands behind its name.
struct WrittenEntry {
  Dimension dim;
  std::int64_t offset = 0;               ///< I + 1
  std::optional<Dimension> as = {};      ///< K_half as K + 1
  std::optional<std::int64_t> skip = {}; ///< V skip -1
  Slice slice = {};                      ///< I from 1 to -1, I at 3

  /// A range of coordinates.
  explicit WrittenEntry(NamedRange range)
      : dim(range.dim), slice(range.range.lo() == -unbounded ? Slice::none : range.range.lo(),
                              range.range.hi() == unbounded ? Slice::none : range.range.hi()) {}
  explicit WrittenEntry(Dimension dim) : dim(dim) {}
  /// The slice by coordinates.
  Range range() const {
    if (slice.isIndex)
      return {slice.start, saturatingAdd(slice.start, 1)};
    return {slice.start == Slice::none ? -unbounded : slice.start,
            slice.stop == Slice::none ? unbounded : slice.stop};
  }
};

/// One operation on fields and scalars.
struct WrittenOperation {
  std::string name;                    ///< in the dialect, "shift"
  DType type = DType::Bool;            ///< of its first result, or the first one last in its text
  std::vector<DType> types;            ///< of all of these
  std::vector<Dimension> typeDims;     ///< of this type
  std::vector<unsigned> operands;      ///< numbers of values
  std::size_t initials = 0;            ///< how many of them stand behind `from`
  std::vector<WrittenEntry> entries;   ///< "[I + 1]"; "over [I]"; ranges in their order
  std::string word;                    ///< in front of the operands: "sum", "backward"
  bool lanes = false;                  ///< "lanes"
  std::optional<std::int64_t> width;   ///< points that a range must have
  std::optional<std::uint64_t> number; ///< an element in the low bytes
  const char *called = nullptr;        ///< the user's function of which it is a part, or
                                       ///< null; lives as long as the process
  std::string symbol;                  ///< of the function of the host that it calls
  Prototype prototype;                 ///< this one's, but for its types, those of arrays included
  bool handled = false;                ///< its status is the last result
  std::string placement;               ///< "inline", "materialise": where the user wants its
                                       ///< values; or empty
  std::string label;                   ///< the user's name of the value, or empty
  SourceLine line;
  /// In its region, where values are numbered anew: the region's arguments, then these.
  std::vector<WrittenOperation> body;
  std::vector<unsigned> yields; ///< values that the region ends with
};

/// Where an operation of a gt.program reads if nobody says what a range of its is.
enum class UnknownRange : std::uint8_t {
  Refused,   ///< that must be said
  Common,    ///< where all operands are on their grids
  AllOfFirst ///< wherever its first operand is defined, which also clips what is said
};

} // namespace gtjit::detail

#endif // GTJIT_TYPES_WRITTENOPERATION_H
