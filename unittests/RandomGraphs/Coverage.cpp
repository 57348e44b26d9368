//===- Coverage.cpp - Counting hits ---------------------------------------===//

#include "Coverage.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

using namespace gtjit;
using namespace gtjit::randomgraphs;

namespace {

constexpr std::string_view traitNames[] = {"shifted",  "sliced",  "broadcast", "reduced",
                                           "in-place", "foreign", "strided"};

unsigned pointOperationCount() {
  unsigned count = 0;
#define GTJIT_POINT_OP(...) ++count;
#include "gtjit-generated/PointOperations.inc"
  return count;
}

bool takes(Reduction reduction, DType dtype) {
  switch (reduction) {
  case Reduction::Any:
  case Reduction::All:
    return dtype == DType::Bool;
  case Reduction::Sum:
  case Reduction::Prod:
  case Reduction::Mean:
  case Reduction::Var:
  case Reduction::StdDev:
    return !isComplex(dtype);
  default:
    return dtype != DType::Bool && !isComplex(dtype);
  }
}

/// The types of operands that an operation takes; integers are converted to
/// f64 by operations that are defined on floats alone.
bool takes(OperationId operation, DType dtype) {
  if (isReduction(operation))
    return takes(reductionOf(operation), dtype);
  auto op = static_cast<detail::PointOp>(operation);
  const detail::PointOpInfo &info = detail::pointOpInfo(op);
  if (isComplex(dtype))
    return op == detail::PointOp::Cast;
  if (isFloat(dtype))
    return info.onFloat;
  if (dtype == DType::Bool)
    return info.onBool;
  return convertsIntegers(info) || (isUnsigned(dtype) ? info.onUInt : info.onInt);
}

} // namespace

bool randomgraphs::convertsIntegers(const detail::PointOpInfo &info) {
  return info.rule == detail::TypeRule::TrueDivide || info.rule == detail::TypeRule::FloatOnly ||
         info.rule == detail::TypeRule::Classify;
}
std::string_view randomgraphs::name(Trait trait) {
  return traitNames[static_cast<unsigned>(trait)];
}
OperationId randomgraphs::idOf(detail::PointOp op) { return static_cast<unsigned>(op); }
OperationId randomgraphs::idOf(Reduction kind) {
  return pointOperationCount() + static_cast<unsigned>(kind);
}
unsigned randomgraphs::operationCount() { return pointOperationCount() + reductionCount; }
bool randomgraphs::isReduction(OperationId id) { return id >= pointOperationCount(); }
Reduction randomgraphs::reductionOf(OperationId id) {
  return static_cast<Reduction>(id - pointOperationCount());
}
std::string_view randomgraphs::name(OperationId id) {
  return isReduction(id) ? name(reductionOf(id))
                         : detail::pointOpInfo(static_cast<detail::PointOp>(id)).name;
}

Coverage::Coverage() : counts(operationCount()), formCounts(formCount()) {
  for (OperationId operation = 0; operation < operationCount(); ++operation)
    for (std::size_t type = 0; type < dtypeCount; ++type)
      for (unsigned trait = 0; trait < traitCount; ++trait)
        if (auto dtype = static_cast<DType>(type); takes(operation, dtype))
          possible.push_back({operation, dtype, static_cast<Trait>(trait)});
}

bool Coverage::isPossible(OperationId operation, DType dtype) { return takes(operation, dtype); }

std::int64_t &Coverage::count(const Cell &cell) {
  return counts[cell.operation][static_cast<unsigned>(cell.dtype)]
               [static_cast<unsigned>(cell.trait)];
}
std::int64_t Coverage::count(const Cell &cell) const {
  return const_cast<Coverage *>(this)->count(cell);
}

void Coverage::hit(OperationId operation, DType dtype, Traits traits) {
  for (unsigned trait = 0; trait < traitCount; ++trait)
    if (traits & bit(static_cast<Trait>(trait)))
      ++count({operation, dtype, static_cast<Trait>(trait)});
}

void Coverage::hitForms(Forms forms) {
  for (unsigned form = 0; form < formCount(); ++form)
    formCounts[form] += static_cast<std::int64_t>(forms >> form & 1);
}

std::pair<std::string_view, std::int64_t> Coverage::rarestForm() const {
  auto least = std::min_element(formCounts.begin(), formCounts.end());
  return {formName(static_cast<unsigned>(least - formCounts.begin())), *least};
}

Cell Coverage::rarest(Random &random, std::optional<DType> dtype) const {
  // Among a few, so that one cell that is hard to hit does not hold up the others.
  const Cell *best = nullptr;
  for (int n = 0; n < 300 || !best; ++n) {
    const Cell &cell = random.pick(possible);
    bool fits = !dtype || cell.dtype == *dtype;
    if (fits && (!best || count(cell) < count(*best)))
      best = &cell;
  }
  return *best;
}

std::int64_t Coverage::least() const {
  std::int64_t result = INT64_MAX;
  for (const Cell &cell : possible)
    result = std::min(result, count(cell));
  return result;
}

std::string Coverage::table() const {
  std::ostringstream out;
  out << std::left << std::setw(14) << "operation" << std::setw(6) << "type" << std::right;
  for (std::string_view trait : traitNames)
    out << std::setw(10) << trait;
  out << "\n";
  for (std::size_t n = 0; n < possible.size(); n += traitCount) {
    const Cell &cell = possible[n];
    out << std::left << std::setw(14) << randomgraphs::name(cell.operation) << std::setw(6)
        << gtjit::name(cell.dtype) << std::right;
    for (unsigned trait = 0; trait < traitCount; ++trait)
      out << std::setw(10) << count(possible[n + trait]);
    out << "\n";
  }
  for (unsigned form = 0; form < formCount(); ++form)
    out << std::left << std::setw(30) << formName(form) << std::right << std::setw(10)
        << formCounts[form] << "\n";
  return out.str();
}
