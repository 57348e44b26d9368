//===- PointRows.cpp - From the table of operations to loops --------------===//
//
// Each operation's reference text becomes a struct with a function template;
// one loop serves them all.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Reference/PointRows.h"

#include "gtjit/Error.h"
#include "gtjit/Reference/PointArithmetic.h"

using namespace gtjit;
using namespace gtjit::reference;

namespace {

enum class TypeRule {
  SameType,
  TrueDivide,
  FloatOnly,
  Classify,
  Compare,
  Logical,
  Select,
  Convert
};

/// The operations by name, numbered as detail::PointOp.
enum class Operation : std::uint16_t {
#define GTJIT_POINT_OP(NAME, ...) NAME,
#include "gtjit-generated/PointOperations.inc"
};

struct TableEntry {
  int arity;
  TypeRule rule;
};
constexpr TableEntry tableEntries[] = {
#define GTJIT_POINT_OP(NAME, MNEMONIC, CPP, ARITY, RULE, FLOPS, COMMUTATIVE)                       \
  {ARITY, TypeRule::RULE},
#include "gtjit-generated/PointOperations.inc"
};

const TableEntry &entryOf(detail::PointOp op) { return tableEntries[static_cast<unsigned>(op)]; }

// The reference texts: `a`, `b`, `c` are the operands, `c0` is the first one
// as a condition.
#define GTJIT_REFERENCE_STRUCT(KIND, NAME, ARITY, ...)                                             \
  struct NAME##KIND {                                                                              \
    static constexpr int arity = ARITY;                                                            \
    template <class T> static auto apply(T a, T b, T c, bool c0) { return __VA_ARGS__; }           \
  };
#define GTJIT_FLOAT_REFERENCE(NAME, ARITY, ...)                                                    \
  GTJIT_REFERENCE_STRUCT(Float, NAME, ARITY, __VA_ARGS__)
#define GTJIT_INT_REFERENCE(NAME, ARITY, ...) GTJIT_REFERENCE_STRUCT(Int, NAME, ARITY, __VA_ARGS__)
#define GTJIT_UINT_REFERENCE(NAME, ARITY, ...)                                                     \
  GTJIT_REFERENCE_STRUCT(UInt, NAME, ARITY, __VA_ARGS__)
#define GTJIT_BOOL_REFERENCE(NAME, ARITY, ...)                                                     \
  GTJIT_REFERENCE_STRUCT(Bool, NAME, ARITY, __VA_ARGS__)
#include "gtjit-generated/PointOperations.inc"
#undef GTJIT_REFERENCE_STRUCT

/// The type that values of the element type `E` are computed in: two-byte
/// floats as float, rounded at the end; signed integers as unsigned ones, which
/// wrap.
template <class E> using Computed = std::conditional_t<TwoByteFloat<E>, float, E>;

/// `E` is the operands' element type. Operands that an operation lacks are
/// copies of its last one, the condition is read as bool.
template <class Code, class E, TypeRule rule> void computeRow(const Row &row) {
  using T = Computed<E>;
  constexpr int arity = Code::arity;
  constexpr bool condition = rule == TypeRule::Select;
  using Result =
      std::conditional_t<rule == TypeRule::Compare || rule == TypeRule::Classify, bool, E>;
  for (std::int64_t n = 0; n < row.count; ++n) {
    auto operand = [&](int i) { return T(loadValue<E>(row.first[i] + n * row.step[i])); };
    bool c0 = condition && loadValue<bool>(row.first[0] + n * row.step[0]);
    T b = operand(arity > 1 ? 1 : 0), c = operand(arity - 1);
    T a = condition ? b : operand(0);
    storeValue<Result>(row.first[arity] + n * row.step[arity], Result(Code::apply(a, b, c, c0)));
  }
}

template <class E> RowFunction floatRow(Operation op) {
  switch (op) {
#define GTJIT_FLOAT_REFERENCE(NAME, ARITY, ...)                                                    \
  case Operation::NAME:                                                                            \
    return computeRow<NAME##Float, E, tableEntries[static_cast<unsigned>(Operation::NAME)].rule>;
#include "gtjit-generated/PointOperations.inc"
  default:
    return nullptr;
  }
}

/// `E` is unsigned: of the width of the signed integer that it stands for.
template <class E> RowFunction intRow(Operation op) {
  switch (op) {
#define GTJIT_INT_REFERENCE(NAME, ARITY, ...)                                                      \
  case Operation::NAME:                                                                            \
    return computeRow<NAME##Int, E, tableEntries[static_cast<unsigned>(Operation::NAME)].rule>;
#include "gtjit-generated/PointOperations.inc"
  default:
    return nullptr;
  }
}

template <class E> RowFunction uintRow(Operation op) {
  switch (op) {
#define GTJIT_UINT_REFERENCE(NAME, ARITY, ...)                                                     \
  case Operation::NAME:                                                                            \
    return computeRow<NAME##UInt, E, tableEntries[static_cast<unsigned>(Operation::NAME)].rule>;
#include "gtjit-generated/PointOperations.inc"
  default:
    return nullptr;
  }
}

RowFunction boolRow(Operation op) {
  switch (op) {
#define GTJIT_BOOL_REFERENCE(NAME, ARITY, ...)                                                     \
  case Operation::NAME:                                                                            \
    return computeRow<NAME##Bool, bool, tableEntries[static_cast<unsigned>(Operation::NAME)].rule>;
#include "gtjit-generated/PointOperations.inc"
  default:
    return nullptr;
  }
}

/// Of operands that have the type `dtype` (but for the condition of `where`, a bool).
RowFunction rowOf(Operation operation, DType dtype) {
  return withType(dtype, [&]<class E>(E *) -> RowFunction {
    if constexpr (TwoByteFloat<E> || std::floating_point<E>)
      return floatRow<E>(operation);
    else if constexpr (std::is_same_v<E, bool>)
      return boolRow(operation);
    else if constexpr (std::signed_integral<E>)
      return intRow<std::make_unsigned_t<E>>(operation);
    else if constexpr (std::unsigned_integral<E>)
      return uintRow<E>(operation);
    else
      return nullptr;
  });
}

} // namespace

RowFunction reference::pointRow(detail::PointOp op, DType dtype, DType lastOperand,
                                SourceLine line) {
  TypeRule rule = entryOf(op).rule;
  bool givesBools = rule == TypeRule::Compare || rule == TypeRule::Classify;
  RowFunction row = rowOf(static_cast<Operation>(op), givesBools ? lastOperand : dtype);
  if (!row)
    throw TypeError(line, "an operation has no definition for its operands' type");
  return row;
}

void reference::computePoints(detail::PointOp op, std::span<const Grid *const> operands,
                              Grid &result, const Domain &points, SourceLine line) {
  if (entryOf(op).rule == TypeRule::Convert)
    return convertGrid(*operands[0], result, points);
  std::vector<Operand> over;
  for (const Grid *operand : operands)
    over.push_back(operandOver(*operand, points));
  over.push_back(operandOver(result, points));
  forEachRow(points, over, pointRow(op, result.dtype, operands.back()->dtype, line));
}

bool reference::hasCondition(detail::PointOp op) { return entryOf(op).rule == TypeRule::Select; }
