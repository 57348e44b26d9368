//===- Coverage.h - What the random graphs have exercised -------*- C++ -*-===//
//
// Counts how often each operation has run on each element type under each
// circumstance; the generator turns to the cells with the fewest hits.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_RANDOMGRAPHS_COVERAGE_H
#define GTJIT_UNITTESTS_RANDOMGRAPHS_COVERAGE_H

#include "Forms.h"
#include "Random.h"

#include <array>

namespace gtjit::randomgraphs {

inline constexpr std::size_t dtypeCount = static_cast<std::size_t>(DType::C128) + 1;

/// Circumstances of an operation in an evaluated expression.
enum class Trait : std::uint8_t {
  Shifted,   ///< an operand contains a shift
  Sliced,    ///< an operand contains a slice
  Broadcast, ///< an operand, or the value for its target, is extended
  Reduced,   ///< an operand contains a reduction, or the result is reduced
  InPlace,   ///< the expression reads the storage that it is assigned to
  Foreign,   ///< the expression reads or writes foreign memory
  Strided,   ///< the expression reads or writes memory without unit stride
};
inline constexpr unsigned traitCount = 7;
using Traits = std::uint8_t;
constexpr Traits bit(Trait trait) {
  return static_cast<Traits>(1u << static_cast<unsigned>(trait));
}
std::string_view name(Trait trait);
/// Whether an operation computes integers as f64.
bool convertsIntegers(const detail::PointOpInfo &info);

/// A point operation by its number in the table, or a reduction after them.
using OperationId = unsigned;
OperationId idOf(detail::PointOp op);
OperationId idOf(Reduction kind);
/// Operations and reductions in all.
unsigned operationCount();
bool isReduction(OperationId id);
Reduction reductionOf(OperationId id);
std::string_view name(OperationId id);

/// One thing to be hit: an operation on operands of a type under a trait.
struct Cell {
  OperationId operation = 0;
  DType dtype = DType::F64;
  Trait trait = Trait::Shifted;
};

class Coverage {
public:
  Coverage();
  /// False for types that the operation is an error on.
  static bool isPossible(OperationId operation, DType dtype);
  void hit(OperationId operation, DType dtype, Traits traits);
  void hitForms(Forms forms);
  /// One of the possible cells with the fewest hits; if `dtype` is given, on
  /// operands of that type.
  Cell rarest(Random &random, std::optional<DType> dtype = std::nullopt) const;
  /// Least number of hits of a possible cell.
  std::int64_t least() const;
  /// The form that was hit least, and how often.
  std::pair<std::string_view, std::int64_t> rarestForm() const;
  std::int64_t cells() const { return static_cast<std::int64_t>(possible.size()); }
  std::string table() const;

private:
  std::int64_t &count(const Cell &cell);
  std::int64_t count(const Cell &cell) const;
  std::vector<std::array<std::array<std::int64_t, traitCount>, dtypeCount>> counts;
  std::vector<Cell> possible;
  std::vector<std::int64_t> formCounts;
};

} // namespace gtjit::randomgraphs

#endif // GTJIT_UNITTESTS_RANDOMGRAPHS_COVERAGE_H
